#ifndef GPUCOST_ESTIMATE_H
#define GPUCOST_ESTIMATE_H
/**
 * @file
 * @defgroup estimate Requirements
 * A workload on a cluster: does it fit, under which layout, and how long does it take. Never sees a price.
 * @{
 */
#include "gpucost/memory.h"
#include "gpucost/serving.h"
#include "gpucost/training.h"

GPUCOST_BEGIN_DECLS

/** What a workload requires on a cluster; immutable. */
typedef struct gpucost_requirement gpucost_requirement;

/**
 * Find the fastest layout, micro-batch and recomputation with which a workload fits a cluster; one whose P90 of memory
 * fits is preferred to any that only fits by the estimate.
 *
 * A workload that names no format runs in bf16, or in fp16 or fp32 on chips without it. Every tensor, pipeline, data
 * and ZeRO degree that divides the devices is tried, with the chunks of a stage that divide its layers, context degrees
 * that leave each device 8192 tokens, and experts over the whole data group or one node. A workload that does not fit
 * is an answer: GPUCOST_OK with gpucost_requirement_fits() 0 and a reason.
 *
 * @param[in]  model        architecture; borrowed only during the call
 * @param[in]  catalogue    NULL for the bundled facts
 * @param[in]  cluster      devices and links; of one replica when the workload is inference
 * @param[in]  workload     what runs
 * @param[in]  profile      what training attains, such as gpucost_training_calibrate() makes; NULL for the defaults
 * @param[out] requirement  yours; end it with gpucost_requirement_free()
 * @param[out] err          filled on failure; may be NULL
 * @retval GPUCOST_OK             answered
 * @retval GPUCOST_E_RANGE        a field is outside its limits
 * @retval GPUCOST_E_UNKNOWN_NAME an accelerator or format is not known
 * @retval GPUCOST_E_UNKNOWN_FACT the chip has no rate for the compute format
 * @retval GPUCOST_E_MEMORY       out of memory
 * @threads any thread; a requirement may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_requirement_new(const gpucost_model *model, const gpucost_catalogue *catalogue,
                                                   const gpucost_cluster *cluster, const gpucost_workload *workload,
                                                   const gpucost_training_profile *profile,
                                                   gpucost_requirement **requirement, gpucost_error *err);

/**
 * End a requirement.
 *
 * @param[in] requirement  may be NULL
 * @threads the last user of the requirement
 * @since 0.1
 */
GPUCOST_API void gpucost_requirement_free(gpucost_requirement *requirement);

/**
 * Whether the workload fits.
 *
 * @param[in] requirement  a requirement
 * @return 1 when a layout fits, else 0
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API int32_t gpucost_requirement_fits(const gpucost_requirement *requirement);

/**
 * Whether the fit leaves no room for the error of the estimate.
 *
 * @param[in] requirement  a requirement
 * @return 1 when the memory fits by the estimate but not by its P90, else 0
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API int32_t gpucost_requirement_tight(const gpucost_requirement *requirement);

/**
 * Why the workload does not fit, by how much, and what would make it fit.
 *
 * @param[in] requirement  a requirement
 * @return one sentence, borrowed; "" when it fits
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API const char *gpucost_requirement_reason(const gpucost_requirement *requirement);

/**
 * The parts of a requirement. Any output may be NULL. When nothing fits, memory is that of the layout that came closest
 * and the times are zero.
 *
 * @param[in]  requirement  a requirement
 * @param[out] cluster      with nothing left at zero
 * @param[out] workload     with micro-batch, global batch and recomputation as chosen
 * @param[out] layout       the chosen layout
 * @param[out] memory       the fullest device
 * @param[out] training     step and run; zero for inference
 * @param[out] serving      latency, throughput and replicas; zero for training
 * @param[out] err          filled on failure; may be NULL
 * @retval GPUCOST_OK         filled
 * @retval GPUCOST_E_ARGUMENT a struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_requirement_parts(const gpucost_requirement *requirement, gpucost_cluster *cluster,
                                                     gpucost_workload *workload, gpucost_parallelism *layout,
                                                     gpucost_memory *memory, gpucost_training *training,
                                                     gpucost_serving *serving, gpucost_error *err);

/** A change that would make a training step faster. */
typedef struct gpucost_requirement_gain {
    uint64_t size;       /**< sizeof this struct; GPUCOST_INIT sets it */
    char change[64];     /**< what changes, such as "fp8 products" */
    double step_s;       /**< time of a step then [s] */
    double tokens_per_s; /**< over all devices then [tokens/s] */
    double gain;         /**< tokens/s then over now, - 1 */
} gpucost_requirement_gain;

/** As many changes as gpucost_requirement_gains() can give. */
enum { GPUCOST_REQUIREMENT_GAINS_MOST = 16 };

/**
 * What would make a training step faster, by how much, the most first: narrower products, less recomputation, another
 * micro-batch or layout, fused attention or loss, a larger batch, faster links. Only what fits the memory and gains
 * more than 0.1 % is given; each change is alone.
 *
 * @param[in]  model      architecture; borrowed
 * @param[in]  catalogue  NULL for the bundled facts
 * @param[in]  cluster    devices and links
 * @param[in]  workload   what trains
 * @param[in]  layout     kept under every change but that of the layout; NULL: the fastest is searched for each
 * @param[in]  profile    what training attains; NULL for the defaults
 * @param[out] gains      [GPUCOST_REQUIREMENT_GAINS_MOST] each of its own size
 * @param[in]  gain_stride  sizeof a gain, or of what holds it; 0 means sizeof
 * @param[out] count      how many were filled
 * @param[out] err        filled on failure; may be NULL
 * @retval GPUCOST_OK             answered; none when the job does not fit as it is
 * @retval GPUCOST_E_ARGUMENT     the workload does not train, the layout does not suit it, or a struct has no size
 * @retval GPUCOST_E_RANGE        a field is outside its limits
 * @retval GPUCOST_E_UNKNOWN_NAME an accelerator or format is not known
 * @retval GPUCOST_E_UNKNOWN_FACT the chip has no rate for the compute format
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_requirement_gains(const gpucost_model *model, const gpucost_catalogue *catalogue,
                                                     const gpucost_cluster *cluster, const gpucost_workload *workload,
                                                     const gpucost_parallelism *layout,
                                                     const gpucost_training_profile *profile,
                                                     gpucost_requirement_gain *gains, uint64_t gain_stride,
                                                     uint64_t *count, gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
