/* A roofline of prefill and decoding [pope2022]. */
#include "serving/serving_table.h"

#include <math.h>

#include "accelerator/accelerator_row.h"
#include "model/model_handle.h"
#include "precision/precision_row.h"
#include "gpucost/memory.h"
#include "gpucost/training.h"

gpucost_status gpucost_serving_estimate(const gpucost_model *model, const gpucost_catalogue *catalogue,
                                        const gpucost_cluster *cluster, const gpucost_workload *workload,
                                        const gpucost_parallelism *layout, gpucost_serving *serving,
                                        gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__serving_table, serving, err));
    gpucost_workload work = GPUCOST_INIT(gpucost_workload);
    gpucost_cluster place = GPUCOST_INIT(gpucost_cluster);
    gpucost_accelerator chip = GPUCOST_INIT(gpucost_accelerator);
    const gpucost_precision *weights, *compute;
    double rate, kv;
    GPUCOST__TRY(gpucost_workload_resolve(workload, &work, err));
    GPUCOST__TRY(gpucost_cluster_resolve(catalogue, cluster, &place, &chip, err));
    GPUCOST__TRY(gpucost__precision_need(work.weights, &weights, err));
    GPUCOST__TRY(gpucost__precision_need(work.compute, &compute, err));
    GPUCOST__TRY(gpucost_accelerator_rate(&chip, compute->rate, &rate, err));
    GPUCOST__TRY(gpucost_memory_kv_cache_per_token(model, layout, work.kv_cache, &kv, err));
    double n = (double)place.devices, active = (double)model->parameters.active;
    double batch = work.concurrent_sequences ? (double)work.concurrent_sequences : 1;
    double weight_bytes = (double)model->parameters.total * weights->bits_per_weight / 8 / n;
    double context = (double)work.prompt_tokens + (double)work.output_tokens / 2;
    double read_s = (weight_bytes + batch * kv * context) / (0.7 * chip.memory_bandwidth_bytes_per_s);
    double compute_s = 2 * active * batch / (0.5 * rate * n);
    gpucost_serving s = GPUCOST_INIT(gpucost_serving);
    s.bound = compute_s > read_s ? GPUCOST_BOUND_COMPUTE : GPUCOST_BOUND_MEMORY;
    s.prefill_s = 2 * active * (double)work.prompt_tokens / (0.5 * rate * n) + 0.005;
    s.output_token_s = fmax(read_s, compute_s) + 0.002;
    s.concurrent_sequences = batch;
    double busy_s = s.prefill_s + s.output_token_s * (double)work.output_tokens / batch;
    s.requests_per_s = 1 / busy_s;
    s.output_tokens_per_s = s.requests_per_s * (double)work.output_tokens;
    s.replicas = work.requests_per_s > 0 ? (uint64_t)ceil(work.requests_per_s / (0.8 * s.requests_per_s)) : 1;
    s.utilisation = work.requests_per_s / ((double)s.replicas * s.requests_per_s);
    s.first_token_s = s.prefill_s + s.utilisation * s.prefill_s / (2 * (1 - s.utilisation));
    s.request_s = s.first_token_s + s.output_token_s * (double)work.output_tokens;
    s.meets_latency = work.latency_s <= 0 || s.first_token_s <= work.latency_s;
    s.total_s = (double)work.requests / ((double)s.replicas * s.requests_per_s);
    s.low_output_token_s = 0.7 * s.output_token_s;
    s.high_output_token_s = 1.6 * s.output_token_s;
    gpucost__struct_out(&gpucost__serving_table, &s, serving);
    return GPUCOST_OK;
}
