#ifndef GPUCOST_LAYERWISE_H
#define GPUCOST_LAYERWISE_H
/**
 * @file
 * @defgroup layerwise Layer by layer
 * Time and memory of training and running a network, layer by layer: convolutional networks, vision transformers,
 * diffusion models.
 *
 * MFU counts the network's products, forward once and backward twice; it divides by the dense peak of the compute
 * format.
 * @{
 */
#include "gpucost/accelerator.h"
#include "gpucost/network.h"
#include "gpucost/workload.h"

GPUCOST_BEGIN_DECLS

/** What of a layer runs as one kernel. */
enum {
    GPUCOST_FUSION_AUTO = 0,  /**< eager when it trains, engine for inference in 8 bits */
    GPUCOST_FUSION_EAGER = 1, /**< every operator by itself: PyTorch, TensorFlow without XLA */
    GPUCOST_FUSION_NORMS = 2, /**< norm, function and sum together: XLA, MXNet, Paddle, torch.compile */
    GPUCOST_FUSION_ENGINE = 3 /**< folded into the products: TensorRT; inference only */
};

/** Order of an image in memory. */
enum {
    GPUCOST_IMAGES_AUTO = 0,          /**< channels last where operators are fused, else channels first */
    GPUCOST_IMAGES_CHANNELS_FIRST = 1, /**< NCHW: PyTorch unless told otherwise */
    GPUCOST_IMAGES_CHANNELS_LAST = 2   /**< NHWC: as tensor cores read it */
};

/** What bounds a step. */
enum {
    GPUCOST_LAYERWISE_BOUND_PRODUCTS = 0,      /**< convolutions, matrix products and attention */
    GPUCOST_LAYERWISE_BOUND_MEMORY = 1,        /**< memory bandwidth */
    GPUCOST_LAYERWISE_BOUND_COMMUNICATION = 2, /**< exposed communication */
    GPUCOST_LAYERWISE_BOUND_HOST = 3           /**< launches, or input that comes too slowly */
};

/** How the software runs a network, and what it attains. Zero is the default of the accelerator. */
typedef struct gpucost_layerwise_profile {
    uint64_t size;           /**< sizeof this struct; GPUCOST_INIT sets it */
    int32_t fusion;          /**< GPUCOST_FUSION_* */
    int32_t images;          /**< GPUCOST_IMAGES_* */
    double products_32;      /**< large products in 32 bits and TF32, of their peak, 0..1 */
    double products_16;      /**< in 16 bits, 0..1 */
    double products_8;       /**< in 8 bits, 0..1 */
    double fused_attention;  /**< fused attention with 128 channels a head, of the 16-bit peak, 0..1 */
    double memory;           /**< streaming operators, of the memory bandwidth, 0..1 */
    double unhidden;         /**< share of a product's traffic that its arithmetic does not hide, 0..1 */
    double group_channels;   /**< channels of a group that matrix units need to be busy */
    double depthwise;        /**< passes of a depthwise convolution of 3 x 3 over memory, each way */
    double reordered;        /**< passes that convolutions in channels-first images add in 16 bits, each way */
    double traffic;          /**< passes of operators over what is counted when each runs alone */
    double launch_s;         /**< host time of one kernel [s] */
    double kernel_s;         /**< least time of one kernel on the device [s] */
    double step_overhead_s;  /**< data loading, optimiser bookkeeping and synchronisation of a step [s] */
    double straggler;        /**< time of the slowest device over the usual one, when there are several */
    double scale_up;         /**< links inside a node, of their rate, 0..1 */
    double fabric;           /**< network between nodes, of its rate, 0..1 */
    double input_samples_per_s; /**< what storage and processors read and prepare for all devices; 0: as fast as
                                     needed */
    int32_t unprefetched;    /**< 1: input is read between steps, not during them */
    int32_t zero_stage;      /**< 0 to 3: what replicas share: nothing; optimiser states and masters; gradients;
                                  weights */
    uint64_t shards;         /**< replicas that share; 0: all devices for times, 1 for memory */
    uint64_t split;          /**< devices that share the positions of each sample; 0 means 1 */
    double evaluations;      /**< passes that make one sample in inference, such as denoising steps; 0 means 1 */
} gpucost_layerwise_profile;

/** Time of a training step, or of an inference batch; the parts sum to step_s. */
typedef struct gpucost_layerwise_time {
    uint64_t size;           /**< sizeof this struct; GPUCOST_INIT sets it */
    int32_t bound;           /**< GPUCOST_LAYERWISE_BOUND_*, the largest part */
    uint32_t reserved;       /**< zero */
    double products_s;       /**< convolutions and matrix products [s] */
    double attention_s;      /**< attention scores and their product with values [s] */
    double memory_s;         /**< operators bound by memory bandwidth [s] */
    double recompute_s;      /**< what is computed again [s] */
    double communication_s;  /**< communication that nothing hides [s] */
    double optimizer_s;      /**< optimiser update [s] */
    double host_s;           /**< launches, input and synchronisation that nothing hides [s] */
    double step_s;           /**< one step, or one batch [s] */
    double samples_per_step; /**< over all devices */
    double samples_per_s;    /**< over all devices [1/s] */
    double samples_per_s_per_device; /**< [1/s] */
    double flop_per_sample;  /**< of the network's products, backward included when it trains [FLOP] */
    double mfu;              /**< model FLOPs utilisation, 0..1 */
    double steps;            /**< steps of the whole run; 0 when samples is not known */
    double total_s;          /**< the whole run without failures [s]; 0 when samples is not known */
    double device_hours;     /**< devices x total [h]; 0 when samples is not known */
    double energy_j;         /**< boards at their power limit over the run [J]; 0 when not known */
    double low_step_s;       /**< P10 of step_s [s] */
    double high_step_s;      /**< P90 of step_s [s] */
    uint64_t micro_batch;    /**< samples per device and pass */
    uint64_t micro_batches;  /**< passes per step of one device */
} gpucost_layerwise_time;

/** Bytes of one device; the parts sum to total_bytes. */
typedef struct gpucost_layerwise_memory {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t weights_bytes;    /**< weights, and their 16-bit or fp32 copies [bytes] */
    uint64_t gradients_bytes;  /**< gradients [bytes] */
    uint64_t optimizer_bytes;  /**< optimiser states [bytes] */
    uint64_t activations_bytes; /**< what the backward pass needs; inference: the largest results at once [bytes] */
    uint64_t input_bytes;      /**< samples, this batch and the next [bytes] */
    uint64_t workspace_bytes;  /**< gradients of results as they pass, buffers of convolutions and of the reduction
                                    [bytes] */
    uint64_t context_bytes;    /**< driver and libraries [bytes] */
    uint64_t total_bytes;      /**< sum [bytes] */
    uint64_t bytes_per_sample; /**< of these, what one sample more takes [bytes] */
} gpucost_layerwise_memory;

/**
 * Fill the zeros of a profile with what the accelerator stands for.
 *
 * @source{chetlur2014, section 3}
 *
 * @param[in]  catalogue    NULL for the bundled facts
 * @param[in]  accelerator  any of its names
 * @param[in]  profile      NULL for all defaults
 * @param[out] resolved     with nothing left at zero but fusion, images and input
 * @param[out] err          filled on failure; may be NULL
 * @retval GPUCOST_OK             filled
 * @retval GPUCOST_E_RANGE        a field is outside its limits
 * @retval GPUCOST_E_UNKNOWN_NAME no such accelerator
 * @retval GPUCOST_E_ARGUMENT     a struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_layerwise_profile_resolve(const gpucost_catalogue *catalogue,
                                                             const char *accelerator,
                                                             const gpucost_layerwise_profile *profile,
                                                             gpucost_layerwise_profile *resolved, gpucost_error *err);

/**
 * Time of a training step, or of an inference batch, of a network on devices that each hold all of it: every layer
 * takes the longer of its arithmetic and its memory traffic, plus the share of the shorter that nothing hides;
 * gradients are reduced while the backward pass runs.
 *
 * \f[ t = \sum_l \max(F_l / e P, B_l / e_m W) + u \min(F_l / e P, B_l / e_m W) \f]
 * F FLOPs, B bytes, P peak, W bandwidth, e and e_m shares attained, u unhidden.
 *
 * The workload's micro_batch is samples per device and pass (0: 32 to train, 1 for inference), global_batch samples per
 * step over all devices (0: one pass of each). `compute` is the format of the products; weights in fp32 with a narrower
 * compute format mean autocast. Kind, optimizer, recompute, attention and mfu are read as for a transformer, tokens as
 * samples to train on in all.
 *
 * @source{williams2009, section 3} @source{chetlur2014, section 3}
 * @valid  data parallel, sharded or not, and samples split by positions; what is fitted, and on which runs:
 *         docs/network.md.
 *
 * @param[in]  network    a network; borrowed
 * @param[in]  catalogue  NULL for the bundled facts
 * @param[in]  cluster    devices and links
 * @param[in]  workload   what runs
 * @param[in]  profile    NULL for the defaults
 * @param[out] time       step and run
 * @param[out] err        filled on failure; may be NULL
 * @retval GPUCOST_OK             projected
 * @retval GPUCOST_E_ARGUMENT     the batch or the devices do not divide, adapters are asked for, or a struct has no
 *                                size
 * @retval GPUCOST_E_RANGE        a field is outside its limits
 * @retval GPUCOST_E_UNKNOWN_NAME an accelerator or format is not known
 * @retval GPUCOST_E_UNKNOWN_FACT the chip has no rate for the compute format
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_layerwise_time_of(const gpucost_network *network, const gpucost_catalogue *catalogue,
                                                     const gpucost_cluster *cluster, const gpucost_workload *workload,
                                                     const gpucost_layerwise_profile *profile,
                                                     gpucost_layerwise_time *time, gpucost_error *err);

/**
 * Memory that one device holds to train or run a network.
 *
 * @source{chen2016, section 3}
 * @valid  replicas whole or sharded (rajbhandari2020); operators save their inputs as PyTorch does.
 *
 * @param[in]  network   a network; borrowed
 * @param[in]  workload  as for gpucost_layerwise_time_of()
 * @param[in]  profile   NULL for the defaults; fusion matters here
 * @param[out] memory    parts and their sum
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK             counted
 * @retval GPUCOST_E_ARGUMENT     adapters are asked for, or a struct has no size
 * @retval GPUCOST_E_RANGE        a field is outside its limits, or the sum exceeds 64 bits
 * @retval GPUCOST_E_UNKNOWN_NAME a format is not known
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_layerwise_memory_of(const gpucost_network *network, const gpucost_workload *workload,
                                                       const gpucost_layerwise_profile *profile,
                                                       gpucost_layerwise_memory *memory, gpucost_error *err);

/**
 * The most samples per device and pass that memory holds.
 *
 * @param[in]  network         a network; borrowed
 * @param[in]  workload        as for gpucost_layerwise_memory_of(); micro_batch is ignored
 * @param[in]  profile         NULL for the defaults
 * @param[in]  capacity_bytes  memory of a device [bytes]
 * @param[out] samples         0 when not even one fits
 * @param[out] err             filled on failure; may be NULL
 * @return as gpucost_layerwise_memory_of()
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_layerwise_largest_batch(const gpucost_network *network,
                                                           const gpucost_workload *workload,
                                                           const gpucost_layerwise_profile *profile,
                                                           uint64_t capacity_bytes, uint64_t *samples,
                                                           gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
