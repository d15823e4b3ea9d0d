#ifndef GPUCOST_MEMORY_H
#define GPUCOST_MEMORY_H
/**
 * @file
 * @defgroup memory Memory
 * Bytes that one device must hold to train, fine-tune or serve a model.
 * @{
 */
#include "gpucost/model.h"
#include "gpucost/parallelism.h"
#include "gpucost/workload.h"

GPUCOST_BEGIN_DECLS

/**
 * Memory of the fullest device, by part. The parts sum to total_bytes, which is what nvidia-smi shows; allocated and
 * reserved are what the framework's allocator reports.
 */
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
 * The paper's case, multi-head attention with materialised scores and a 4h feed-forward layer with dropout:
 * \f[ M = s\,b\,h \left( 10 + \frac{24}{t} + 5\,\frac{a\,s}{h\,t} \right) \f]
 * s sequence [tokens], b micro-batch [sequences], h hidden size, a heads, t tensor degree; with sequence parallelism the
 * 10 is divided by t as well, selective recomputation drops the last term, full leaves 2sbh (2sbh/t). Other models count
 * the tensors that their own operators store.
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
 * 2 x layers x kv_heads x head_dim x bytes for grouped-query attention, divided over the tensor group and replicated when
 * there are more devices than heads; (kv_lora_rank + qk_rope_dim) x layers x bytes for latent attention, replicated on
 * every device.
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

GPUCOST_END_DECLS
/** @} */
#endif
