#ifndef GPUCOST_MEMORY_H
#define GPUCOST_MEMORY_H
/**
 * @file
 * @defgroup memory Memory
 * Bytes that one device must hold to train, fine-tune or serve a model, to render or to simulate.
 * @{
 */
#include "gpucost/model.h"
#include "gpucost/parallelism.h"
#include "gpucost/workload.h"

GPUCOST_BEGIN_DECLS

/** Memory of the fullest device, by part; allocated and reserved are what the framework's allocator reports. */
typedef struct gpucost_memory {
    uint64_t size;                /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t weights_bytes;       /**< weights in the format they compute in [bytes] */
    uint64_t gradients_bytes;     /**< gradients alive at the peak [bytes] */
    uint64_t optimizer_bytes;     /**< optimiser states [bytes] */
    uint64_t master_bytes;        /**< fp32 copies of the weights [bytes] */
    uint64_t activations_bytes;   /**< activations stored for the backward pass, or alive in inference [bytes] */
    uint64_t logits_bytes;        /**< logits and loss [bytes] */
    uint64_t communication_bytes; /**< gathered weights and collective buffers [bytes] */
    uint64_t kv_cache_bytes;      /**< key-value cache [bytes] */
    uint64_t workspace_bytes;     /**< working set of the running kernels [bytes] */
    uint64_t fragmentation_bytes; /**< reserved by the allocator and not used [bytes] */
    uint64_t context_bytes;       /**< driver, CUDA context and communication library [bytes] */
    uint64_t total_bytes;         /**< sum of the parts, as nvidia-smi shows it [bytes] */
    uint64_t allocated_bytes;     /**< peak of live tensors [bytes] */
    uint64_t reserved_bytes;      /**< peak of the framework's pool [bytes] */
    uint64_t low_bytes;           /**< P10 of total_bytes [bytes] */
    uint64_t high_bytes;          /**< P90 of total_bytes [bytes] */
    uint64_t micro_batch;         /**< micro-batch, or sequences served at once, that the figures are for */
} gpucost_memory;

/** What a search changes between two estimates. Zero takes what the workload or layout of the batch says. */
typedef struct gpucost_memory_point {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t batch;            /**< micro-batch, or sequences served at once */
    uint64_t length;           /**< sequence [tokens]; of the prompt in inference */
    uint64_t tensor_degree;    /**< devices that share each matrix */
    uint64_t pipeline_degree;  /**< pipeline stages */
    uint64_t data_degree;      /**< replicas that see different sequences */
    int32_t recompute;         /**< GPUCOST_RECOMPUTE_* */
    int32_t zero;              /**< ZeRO stage plus one, so that 1 shards nothing */
} gpucost_memory_point;

/** Acceleration structure over triangles. */
enum {
    GPUCOST_BVH_WIDE = 0,   /**< eight children in 80 bytes, three triangles a leaf */
    GPUCOST_BVH_BINARY = 1, /**< two children in 64 bytes, one triangle a leaf */
    GPUCOST_BVH_NONE = 2    /**< rasterised */
};

/** Block compression of textures: 4 x 4 texels, or what the name says, in 8 or 16 bytes. */
enum {
    GPUCOST_TEXTURE_PLAIN = 0,    /**< channels as they are */
    GPUCOST_TEXTURE_BC1 = 1,      /**< 8 bytes; BC4 and ETC2 RGB too */
    GPUCOST_TEXTURE_BC7 = 2,      /**< 16 bytes; BC2, BC3, BC5, BC6H and ETC2 RGBA too */
    GPUCOST_TEXTURE_ASTC_6X6 = 3, /**< 16 bytes for 6 x 6 texels */
    GPUCOST_TEXTURE_ASTC_8X8 = 4  /**< 16 bytes for 8 x 8 texels */
};

/** A scene and how it is rendered. Zero is the default of every field. */
typedef struct gpucost_memory_render {
    uint64_t size;                 /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t triangles;            /**< triangles that are stored, each instanced object once */
    uint64_t vertices;             /**< vertices; 0: half as many as triangles, a closed mesh */
    uint64_t vertex_bytes;         /**< position, normal and coordinates [bytes]; 0 means 32 */
    uint64_t motion_steps;         /**< positions of each vertex over the shutter; 0 means 1 */
    uint64_t instances;            /**< placed copies of objects */
    uint64_t textures;             /**< textures, all of one size */
    uint64_t texture_width;        /**< [texels]; 0 means 2048 */
    uint64_t texture_height;       /**< [texels]; 0: as wide */
    uint64_t texture_channels;     /**< 1..4; 0 means 4 */
    uint64_t texture_channel_bits; /**< 8, 16 or 32; 0 means 8 */
    int32_t texture_compression;   /**< GPUCOST_TEXTURE_* */
    int32_t texture_no_mips;       /**< 1: the largest level only */
    uint64_t voxels;               /**< voxels of volumes, all grids together */
    uint64_t voxel_bytes;          /**< [bytes]; 0 means 2 */
    uint64_t width;                /**< of the image [pixels]; 0 means 1920 */
    uint64_t height;               /**< of the image [pixels]; 0 means 1080 */
    uint64_t aovs;                 /**< images beside the colour: albedo, normal, depth, light groups */
    uint64_t pixel_bytes;          /**< of each image [bytes]; 0 means 16, four floats */
    uint64_t paths;                /**< paths in flight; 0 means 1048576 */
    uint64_t path_bytes;           /**< state of a path [bytes]; 0 means 212 */
    int32_t bvh;                   /**< GPUCOST_BVH_* */
    int32_t denoiser;              /**< 1: a convolutional denoiser runs on the whole image */
} gpucost_memory_render;

/** Memory of a renderer, by part. */
typedef struct gpucost_memory_render_parts {
    uint64_t size;           /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t geometry_bytes; /**< vertices, indices, instances [bytes] */
    uint64_t bvh_bytes;      /**< nodes, and the triangles in their order [bytes] */
    uint64_t textures_bytes; /**< all levels [bytes] */
    uint64_t volumes_bytes;  /**< voxels [bytes] */
    uint64_t frame_bytes;    /**< colour and other images [bytes] */
    uint64_t paths_bytes;    /**< paths in flight [bytes] */
    uint64_t denoiser_bytes; /**< features of its widest layer [bytes] */
    uint64_t context_bytes;  /**< driver and kernels [bytes] */
    uint64_t total_bytes;    /**< sum of the parts [bytes] */
} gpucost_memory_render_parts;

/** A simulation, solver, state vector or index. Zero leaves a part out, unless it says otherwise. */
typedef struct gpucost_memory_simulation {
    uint64_t size;            /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t cells_x;         /**< cells of a grid along x; 0: no grid */
    uint64_t cells_y;         /**< cells along y; 0 means 1 */
    uint64_t cells_z;         /**< cells along z, which devices share; 0 means 1 */
    uint64_t cell_values;     /**< numbers in a cell and time level; 0 means 1 */
    uint64_t value_bytes;     /**< of a number of grids, matrices and vectors [bytes]; 0 means 8 */
    uint64_t time_levels;     /**< copies of the fields; 0 means 2, 1 for schemes in place */
    uint64_t cell_bytes;      /**< beside the fields: flags, materials [bytes] */
    uint64_t halo;            /**< layers of ghost cells on every side that has neighbours */
    uint64_t particles;       /**< particles */
    uint64_t particle_bytes;  /**< [bytes]; 0 means 72, position, velocity and force of three doubles */
    uint64_t neighbours;      /**< entries of a particle's list of neighbours, four bytes each */
    uint64_t rows;            /**< rows of a sparse matrix in compressed rows */
    uint64_t row_nonzeros;    /**< entries of a row in the mean */
    uint64_t column_bytes;    /**< of a column index [bytes]; 0 means 4 */
    uint64_t matrices;        /**< matrices of that pattern; 0 means 1, 2 with an incomplete factorisation */
    uint64_t vectors;         /**< vectors of the solver; 0 means 5, conjugate gradients and the right side */
    uint64_t fft_points;      /**< points of a transform */
    uint64_t fft_point_bytes; /**< [bytes]; 0 means 16, a complex double */
    uint64_t fft_copies;      /**< arrays of that size; 0 means 2, data and workspace */
    uint64_t qubits;          /**< qubits of a state vector */
    uint64_t amplitude_bytes; /**< [bytes]; 0 means 16, a complex double */
    uint64_t index_entries;   /**< entries of an index that every device holds */
    uint64_t entry_bytes;     /**< [bytes]; 0 means 1 */
    uint64_t devices;         /**< devices that share the rest; 0 means 1 */
} gpucost_memory_simulation;

/** Memory of one device of a simulation, by part. */
typedef struct gpucost_memory_simulation_parts {
    uint64_t size;            /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t grid_bytes;      /**< fields of its slab with ghost cells [bytes] */
    uint64_t particles_bytes; /**< particles and their neighbours [bytes] */
    uint64_t matrix_bytes;    /**< values, columns and row starts [bytes] */
    uint64_t vectors_bytes;   /**< vectors of the solver [bytes] */
    uint64_t fft_bytes;       /**< transform and its workspace [bytes] */
    uint64_t state_bytes;     /**< amplitudes [bytes] */
    uint64_t index_bytes;     /**< index [bytes] */
    uint64_t exchange_bytes;  /**< what is sent and received [bytes] */
    uint64_t context_bytes;   /**< driver and kernels [bytes] */
    uint64_t total_bytes;     /**< sum of the parts [bytes] */
} gpucost_memory_simulation_parts;

/** One change that takes less memory, and what it leads to with those before it. */
typedef struct gpucost_memory_remedy {
    uint64_t size;         /**< sizeof this struct; GPUCOST_INIT sets it */
    char change[96];       /**< what is changed */
    uint64_t total_bytes;  /**< memory with it and all changes before it [bytes] */
    int32_t fits;          /**< 1 when that is at most the capacity */
    int32_t applies;       /**< 0 when it saves nothing more */
} gpucost_memory_remedy;

/** Options of gpucost_memory_activation(). Zero is the default of every field. */
typedef struct gpucost_memory_activation_options {
    uint64_t size;        /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t sequence;    /**< s [tokens]; 0 means the model's context length */
    uint64_t micro_batch; /**< b [sequences]; 0 means 1 */
    int32_t recompute;    /**< GPUCOST_RECOMPUTE_*; auto means none */
    int32_t attention;    /**< GPUCOST_ATTENTION_* */
} gpucost_memory_activation_options;

/**
 * Activations that one transformer layer stores on one device for one micro-batch, in 16-bit training.
 *
 * The paper's case, multi-head attention with materialised scores and a 4h feed-forward layer with dropout: \f[ M =
 * s\,b\,h \left( 10 + \frac{24}{t} + 5\,\frac{a\,s}{h\,t} \right) \f] s sequence [tokens], b micro-batch [sequences], h
 * hidden size, a heads, t tensor degree; with sequence parallelism the 10 is divided by t as well, selective
 * recomputation drops the last term, full leaves 2sbh (2sbh/t). Other models count the tensors that their own operators
 * store.
 *
 * @source{korthikanti2022, section 4}
 * @worked s=2048 b=1 h=12288 a=96 t=8 gives 578 813 952 bytes.
 *
 * @param[in]  model    architecture; borrowed
 * @param[in]  layout   parallel layout; NULL for one device
 * @param[in]  options  NULL for the defaults
 * @param[out] bytes    [bytes]; untouched unless GPUCOST_OK is returned
 * @param[out] err      filled on failure; may be NULL
 * @retval GPUCOST_OK         the count is in @p bytes
 * @retval GPUCOST_E_ARGUMENT a degree does not divide what it splits
 * @retval GPUCOST_E_RANGE    an option is outside its limits
 * @retval GPUCOST_E_OVERFLOW the product exceeds 64 bits
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_memory_activation(const gpucost_model *model, const gpucost_parallelism *layout,
                                                     const gpucost_memory_activation_options *options, uint64_t *bytes,
                                                     gpucost_error *err);

/**
 * Key-value cache of one device per token of context, in a given format.
 *
 * 2 x layers x kv_heads x head_dim x bytes for grouped-query attention, divided over the tensor group and replicated
 * when there are more devices than heads; (kv_lora_rank + qk_rope_dim) x layers x bytes for latent attention,
 * replicated on every device.
 *
 * @source{ainslie2023} @source{deepseek2024}
 *
 * @param[in]  model      architecture; borrowed
 * @param[in]  layout     parallel layout; NULL for one device
 * @param[in]  precision  format of the cache, such as "fp16"
 * @param[out] bytes      [bytes/token], as if every layer kept every token
 * @param[out] err        filled on failure; may be NULL
 * @retval GPUCOST_OK             counted
 * @retval GPUCOST_E_ARGUMENT     a degree does not divide what it splits
 * @retval GPUCOST_E_UNKNOWN_NAME no such format
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_memory_kv_cache_per_token(const gpucost_model *model,
                                                             const gpucost_parallelism *layout, const char *precision,
                                                             double *bytes, gpucost_error *err);

/**
 * Memory of the fullest device for a workload under a layout.
 *
 * @source{korthikanti2022, section 4} @source{rajbhandari2020, section 5}
 *
 * @param[in]  model     architecture; borrowed
 * @param[in]  workload  what runs; NULL for all defaults
 * @param[in]  layout    parallel layout; NULL for one device
 * @param[out] memory    parts and total
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK             estimated
 * @retval GPUCOST_E_ARGUMENT     a degree does not divide what it splits, or a struct has no size
 * @retval GPUCOST_E_RANGE        a field is outside its limits
 * @retval GPUCOST_E_UNKNOWN_NAME a format is not known
 * @retval GPUCOST_E_OVERFLOW     a part exceeds 64 bits
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_memory_estimate(const gpucost_model *model, const gpucost_workload *workload,
                                                   const gpucost_parallelism *layout, gpucost_memory *memory,
                                                   gpucost_error *err);

/**
 * Largest number of sequences, micro-batch or served at once, that a device can hold.
 *
 * @param[in]  model     architecture; borrowed
 * @param[in]  workload  what runs; its micro_batch or concurrent_sequences is the unknown
 * @param[in]  layout    parallel layout; NULL for one device
 * @param[in]  capacity_bytes  memory of the device [bytes]
 * @param[out] sequences largest count; 0 when not even one fits, which is an answer
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK    answered
 * @return otherwise as gpucost_memory_estimate()
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_memory_largest_batch(const gpucost_model *model, const gpucost_workload *workload,
                                                        const gpucost_parallelism *layout, uint64_t capacity_bytes,
                                                        uint64_t *sequences, gpucost_error *err);

/**
 * Longest context that a device can hold: the sequence of training, prompt and answer in inference.
 *
 * @param[in]  model     architecture; borrowed
 * @param[in]  workload  what runs; its sequence, or prompt_tokens, is the unknown
 * @param[in]  layout    parallel layout; NULL for one device
 * @param[in]  capacity_bytes  memory of the device [bytes]
 * @param[out] tokens    longest length [tokens]; 0 when not even one token fits, which is an answer
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK    answered
 * @return otherwise as gpucost_memory_estimate()
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_memory_largest_context(const gpucost_model *model, const gpucost_workload *workload,
                                                          const gpucost_parallelism *layout, uint64_t capacity_bytes,
                                                          uint64_t *tokens, gpucost_error *err);

/**
 * Largest Llama-like model, of gpucost_model_from_parameters(), that a device can hold.
 *
 * No larger one fits. A smaller one may not either: where a count makes the model a step wider it has fewer layers, and
 * with long sequences needs up to some percent less than a count just below.
 *
 * @param[in]  workload  what runs; NULL for all defaults
 * @param[in]  layout    parallel layout; NULL for one device. Shapes that it does not split are passed over
 * @param[in]  capacity_bytes  memory of the device [bytes]
 * @param[out] parameters largest count up to 1e14; 0 when not even 1e6 fit, which is an answer
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK         answered
 * @retval GPUCOST_E_ARGUMENT the layout splits no such model
 * @return otherwise as gpucost_memory_estimate(), or GPUCOST_E_MEMORY
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_memory_largest_model(const gpucost_workload *workload,
                                                        const gpucost_parallelism *layout, uint64_t capacity_bytes,
                                                        uint64_t *parameters, gpucost_error *err);

/**
 * Fewest devices that hold a job, and the layout that leaves most free on them.
 *
 * Every count from one on is tried, with every tensor degree up to a node that the model allows, every pipeline degree,
 * and in training every ZeRO stage over what is left. Inference is one replica.
 *
 * @param[in]  model     architecture; borrowed
 * @param[in]  workload  what runs; NULL for all defaults
 * @param[in]  capacity_bytes    memory of a device [bytes]
 * @param[in]  devices_per_node  devices that may share matrices; 0 means 8
 * @param[in]  most      devices to try at most; 0 means 1024
 * @param[out] devices   fewest devices; 0 when not even `most` are enough, which is an answer
 * @param[out] layout    how they split the model; untouched when there is none
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK    answered
 * @return otherwise as gpucost_memory_estimate()
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_memory_fewest_devices(const gpucost_model *model, const gpucost_workload *workload,
                                                         uint64_t capacity_bytes, uint64_t devices_per_node,
                                                         uint64_t most, uint64_t *devices, gpucost_parallelism *layout,
                                                         gpucost_error *err);

/**
 * Many estimates of one model and workload, without allocation: formats and limits are looked up once.
 *
 * @param[in]  model     architecture; borrowed
 * @param[in]  workload  what all points have in common; NULL for all defaults
 * @param[in]  layout    what all points have in common; NULL for one device
 * @param[in]  points    [count] each `point_stride` bytes after the one before; of any age, as the stride says
 * @param[in]  point_stride   sizeof a point, or of what holds it; 0 means sizeof
 * @param[out] memories  [count] as many, `memory_stride` bytes apart; of a point that is not allowed total_bytes is 0
 * @param[in]  memory_stride  sizeof a result, or of what holds it; 0 means sizeof
 * @param[in]  count     points
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK         every point has an answer
 * @retval GPUCOST_E_ARGUMENT a stride is no multiple of 8, or less than 16
 * @return otherwise, for the common part, as gpucost_memory_estimate()
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_memory_estimate_batch(const gpucost_model *model, const gpucost_workload *workload,
                                                         const gpucost_parallelism *layout,
                                                         const gpucost_memory_point *points, uint64_t point_stride,
                                                         gpucost_memory *memories, uint64_t memory_stride,
                                                         uint64_t count, gpucost_error *err);

/**
 * Memory of a scene that is rendered: what is stored, not what a builder needs for a moment.
 *
 * A texture takes the sum of its levels, each halved and rounded up to whole blocks. A tree over n triangles with
 * leaves of l and k children a node has \f$ \lceil (\lceil n/l \rceil - 1)/(k - 1) \rceil \f$ nodes, and a copy of each
 * triangle, 48 bytes, in its order.
 *
 * @source{ylitie2017, section 3} @source{aila2009, section 2} @source{karras2012} @source{laine2013, section 4}
 * @worked 1000 textures of 2048 x 2048 in BC7 with all levels take 1000 x 5 592 432 bytes.
 *
 * @param[in]  job    the scene; NULL for all defaults
 * @param[out] parts  parts and total
 * @param[out] err    filled on failure; may be NULL
 * @retval GPUCOST_OK         counted
 * @retval GPUCOST_E_RANGE    a field is outside its limits
 * @retval GPUCOST_E_OVERFLOW the sum exceeds 64 bits
 * @retval GPUCOST_E_ARGUMENT a struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_memory_render_estimate(const gpucost_memory_render *job,
                                                          gpucost_memory_render_parts *parts, gpucost_error *err);

/**
 * Number of changes that gpucost_memory_render_remedy_at() knows.
 *
 * @return the count
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_memory_render_remedy_count(void);

/**
 * One way to make a scene smaller, cheapest first, on top of those with a smaller index.
 *
 * @param[in]  job             the scene; NULL for all defaults
 * @param[in]  capacity_bytes  memory of the device [bytes]
 * @param[in]  index           0 to gpucost_memory_render_remedy_count() - 1
 * @param[out] remedy          the change, its total, and whether it fits
 * @param[out] err             filled on failure; may be NULL
 * @retval GPUCOST_OK      answered
 * @retval GPUCOST_E_RANGE there is no such index
 * @return otherwise as gpucost_memory_render_estimate()
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_memory_render_remedy_at(const gpucost_memory_render *job, uint64_t capacity_bytes,
                                                           uint64_t index, gpucost_memory_remedy *remedy,
                                                           gpucost_error *err);

/**
 * Memory of one device of a simulation: grids, particles, a sparse matrix with its vectors, a transform, a state vector
 * of n qubits (2^n amplitudes) and an index, each of which may be absent.
 *
 * Devices share cells in slabs along z, and everything else but the index evenly. A state vector lies on a power of two
 * of devices, which exchange half of what they hold.
 *
 * @source{saad2003, sections 3.4 and 6.7} @source{deraedt2019, section 3} @source{lehmann2022}
 * @worked 40 qubits on 1024 devices: 2^40 x 16 / 1024 bytes and half of that to exchange.
 *
 * @param[in]  job    the simulation; NULL for nothing but a context
 * @param[out] parts  parts and total
 * @param[out] err    filled on failure; may be NULL
 * @retval GPUCOST_OK         counted
 * @retval GPUCOST_E_ARGUMENT a state vector on a number of devices that is no power of two, or a struct has no size
 * @retval GPUCOST_E_RANGE    a field is outside its limits
 * @retval GPUCOST_E_OVERFLOW the sum exceeds 64 bits
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_memory_simulation_estimate(const gpucost_memory_simulation *job,
                                                              gpucost_memory_simulation_parts *parts,
                                                              gpucost_error *err);

/**
 * Number of changes that gpucost_memory_simulation_remedy_at() knows.
 *
 * @return the count
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_memory_simulation_remedy_count(void);

/**
 * One way to make a simulation smaller, cheapest first, on top of those with a smaller index.
 *
 * @param[in]  job             the simulation; NULL for nothing but a context
 * @param[in]  capacity_bytes  memory of a device [bytes]
 * @param[in]  index           0 to gpucost_memory_simulation_remedy_count() - 1
 * @param[out] remedy          the change, its total, and whether it fits
 * @param[out] err             filled on failure; may be NULL
 * @retval GPUCOST_OK      answered
 * @retval GPUCOST_E_RANGE there is no such index
 * @return otherwise as gpucost_memory_simulation_estimate()
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_memory_simulation_remedy_at(const gpucost_memory_simulation *job,
                                                               uint64_t capacity_bytes, uint64_t index,
                                                               gpucost_memory_remedy *remedy, gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
