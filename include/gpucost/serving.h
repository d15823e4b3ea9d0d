#ifndef GPUCOST_SERVING_H
#define GPUCOST_SERVING_H
/**
 * @file
 * @defgroup serving Serving
 * Latency and throughput of a model that answers requests, and the replicas that a request rate needs.
 * @{
 */
#include "gpucost/accelerator.h"
#include "gpucost/model.h"
#include "gpucost/parallelism.h"
#include "gpucost/workload.h"

GPUCOST_BEGIN_DECLS

/** What one replica does, and how many are needed. */
typedef struct gpucost_serving {
    uint64_t size;                     /**< sizeof this struct; GPUCOST_INIT sets it */
    int32_t meets_latency;             /**< 1 when the time to the first token is within the objective, or there is
                                            none */
    int32_t bound;                     /**< GPUCOST_BOUND_* of decoding */
    double prefill_s;                  /**< compute of one prompt [s] */
    double first_token_s;              /**< mean time to the first token, waiting included [s] */
    double output_token_s;             /**< time per output token of a sequence [s] */
    double request_s;                  /**< mean time of a whole request [s] */
    double concurrent_sequences;       /**< sequences decoded at once */
    double output_tokens_per_s;        /**< one replica at full load [tokens/s] */
    double requests_per_s;             /**< one replica at full load [1/s] */
    double utilisation;                /**< load over capacity with the replicas below, 0..1 */
    uint64_t replicas;                 /**< replicas for the request rate; 1 when no rate is given */
    double total_s;                    /**< time to serve all requests [s]; 0 for a standing service */
    double low_output_token_s;         /**< P10 of output_token_s [s] */
    double high_output_token_s;        /**< P90 of output_token_s [s] */
} gpucost_serving;

/**
 * Serve a model on replicas of a layout with continuous batching.
 *
 * Prefill is bound by compute, decoding by the bytes of weights and cache that each step reads; the waiting time is
 * that of an M/G/1 queue at the replicas' utilisation, an approximation.
 *
 * @source{pope2022, section 2} @source{kwon2023, section 4}
 *
 * @param[in]  model      architecture; borrowed
 * @param[in]  catalogue  NULL for the bundled facts
 * @param[in]  cluster    devices of one replica and their links
 * @param[in]  workload   requests, formats; concurrent_sequences as resolved by memory
 * @param[in]  layout     parallel layout of one replica
 * @param[out] serving    latency, throughput and replicas
 * @param[out] err        filled on failure; may be NULL
 * @retval GPUCOST_OK             projected
 * @retval GPUCOST_E_ARGUMENT     the layout does not match the devices, or a struct has no size
 * @retval GPUCOST_E_RANGE        a field is outside its limits
 * @retval GPUCOST_E_UNKNOWN_NAME an accelerator or format is not known
 * @retval GPUCOST_E_UNKNOWN_FACT the chip has no rate for the compute format
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_serving_estimate(const gpucost_model *model, const gpucost_catalogue *catalogue,
                                                    const gpucost_cluster *cluster, const gpucost_workload *workload,
                                                    const gpucost_parallelism *layout, gpucost_serving *serving,
                                                    gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
