#include "serving/serving_rates.h"

#include <stdbool.h>
#include <string.h>

gpucost_status gpucost__serving_rates_of(const gpucost_accelerator *accelerator, const gpucost_cluster *cluster,
                                         const gpucost_precision *weights, const gpucost_precision *compute,
                                         const gpucost_precision *cache, const gpucost_workload *workload,
                                         gpucost__serving_rates *rates, gpucost_error *err)
{
    memset(rates, 0, sizeof *rates);
    GPUCOST__TRY(gpucost__training_rates_of(accelerator, cluster, weights, compute, workload, NULL, &rates->compute, err));
    /* Fitted to published measurements: docs/serving.md says on which, and with what error on families left out. */
    bool stacked = strncmp(accelerator->memory_type, "HBM", 3) == 0, amd = strcmp(accelerator->vendor, "AMD") == 0;
    double bandwidth = accelerator->memory_bandwidth_bytes_per_s;
    rates->weight_bytes = weights->bits_per_weight / 8;
    rates->cache_bytes = cache->bits_per_weight / 8;
    rates->weights_bytes_per_s = bandwidth * (amd ? 0.49 : stacked ? 0.87 : 0.92);
    rates->cache_bytes_per_s = bandwidth * (amd ? 0.30 : stacked ? 0.95 : 0.88);
    rates->compute.matrix_flop_per_s *= 0.92;
    rates->compute.half_flop_per_s *= 0.92;
    rates->compute.attention_flop_per_s *= 0.92;
    rates->compute.operand_share = 0.46; /* a decoding step streams what a training step computes with */
    rates->compute.ramp_s = 0;           /* what surrounds a product is in layer_s */
    bool unpacked = weights->bits_per_weight < compute->bits_per_weight - 0.5;
    rates->unpacked_matrix = unpacked ? 0.58 : 1;
    rates->decode_matrix = 0.75;
    rates->layer_s = 23e-6;
    rates->reduce_s = 5e-6;
    rates->step_s = 2.6e-3;
    rates->sequence_s = 6e-6;
    rates->prompt_s = 25e-3;
    rates->wave = 0.13;
    rates->low = 0.69;
    rates->high = 1.57;
    return GPUCOST_OK;
}
