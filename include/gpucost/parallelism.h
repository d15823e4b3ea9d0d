#ifndef GPUCOST_PARALLELISM_H
#define GPUCOST_PARALLELISM_H
/**
 * @file
 * @defgroup parallelism Parallelism
 * How a model is split over devices, and whether it can be.
 * @{
 */
#include "gpucost/model.h"

GPUCOST_BEGIN_DECLS

/** In which order a pipeline runs its micro-batches; both idle equally long, they differ in what they hold. */
enum {
    GPUCOST_PIPELINE_1F1B = 0, /**< one forward, one backward: a stage holds at most as many micro-batches as stages
                                    follow */
    GPUCOST_PIPELINE_GPIPE = 1 /**< all forward, then all backward: every micro-batch of the step is held */
};

/** A parallel layout. Zero degrees mean 1. The devices are the product tensor x pipeline x context x data. */
typedef struct gpucost_parallelism {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t tensor_degree;    /**< t, devices that share each matrix */
    uint64_t pipeline_degree;  /**< p, pipeline stages */
    uint64_t virtual_stages;   /**< v, model chunks per stage of an interleaved pipeline */
    uint64_t context_degree;   /**< devices that share a sequence */
    uint64_t data_degree;      /**< d, replicas that see different sequences */
    uint64_t expert_degree;    /**< devices, inside data x context, that share the experts */
    int32_t zero_stage;        /**< ZeRO or FSDP: 0 nothing, 1 optimiser, 2 and gradients, 3 and weights are sharded */
    int32_t sequence_parallel; /**< 1: norms and dropout are split by sequence over the tensor group */
    int32_t pipeline_schedule; /**< GPUCOST_PIPELINE_* */
    uint32_t reserved;         /**< zero */
} gpucost_parallelism;

/**
 * Devices that a layout takes.
 *
 * @param[in]  layout   the layout
 * @param[out] devices  tensor x pipeline x context x data
 * @param[out] err      filled on failure; may be NULL
 * @retval GPUCOST_OK      counted
 * @retval GPUCOST_E_RANGE a degree is outside its limits
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_parallelism_devices(const gpucost_parallelism *layout, uint64_t *devices,
                                                       gpucost_error *err);

/**
 * Check every divisibility rule of a layout for a model.
 *
 * @param[in]  layout  the layout
 * @param[in]  model   the model
 * @param[out] err     names the degree and the size that it must divide; may be NULL
 * @retval GPUCOST_OK         the model can be split so
 * @retval GPUCOST_E_ARGUMENT a degree does not divide what it splits
 * @retval GPUCOST_E_RANGE    a degree is outside its limits
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_parallelism_check(const gpucost_parallelism *layout, const gpucost_model *model,
                                                     gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
