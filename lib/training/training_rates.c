#include "training/training_rates.h"

#include <stdbool.h>
#include <string.h>

/*
 * Shares of the dense peak that large products attain, by generation of chips, fitted to published runs: docs/training.md
 * says on which rows. A generation that was not measured takes the row of its vendor's nearest one.
 */
typedef struct profile {
    const char *architecture;
    double wide, half, eight, four; /* products in 32, 16, 8 and 4 bits */
    double experts;                 /* grouped products of routed experts, relative to those */
    double attention;               /* fused attention, of the 16-bit peak */
    double memory;                  /* of the memory bandwidth */
} profile;

static const profile profiles[] = {
    {"Volta", 0.80, 0.62, 0.60, 0.60, 0.6, 0.30, 0.75},
    {"Turing", 0.80, 0.60, 0.60, 0.60, 0.6, 0.30, 0.75},
    {"Ampere", 0.80, 0.82, 0.60, 0.60, 0.6, 0.50, 0.75},
    {"Ada", 0.80, 0.75, 0.60, 0.60, 0.6, 0.45, 0.75},
    {"Hopper", 0.75, 0.72, 0.65, 0.60, 0.6, 0.38, 0.75},
    {"Blackwell", 0.75, 0.75, 0.65, 0.55, 0.6, 0.35, 0.75},
    {"Blackwell Ultra", 0.75, 0.75, 0.65, 0.50, 0.6, 0.40, 0.75},
    {"CDNA2", 0.60, 0.60, 0.50, 0.50, 0.5, 0.25, 0.65},
    {"CDNA3", 0.60, 0.50, 0.40, 0.40, 0.5, 0.25, 0.65},
    {"CDNA4", 0.60, 0.55, 0.45, 0.45, 0.5, 0.30, 0.65},
    {"", 0.65, 0.60, 0.50, 0.50, 0.5, 0.30, 0.70},
};

static const profile *profile_of(const gpucost_accelerator *row)
{
    const profile *p = profiles;
    while (p->architecture[0] && strcmp(p->architecture, row->architecture) != 0) p++;
    return p;
}

/* Racks whose nodes share one switched scale-up network: 18 trays of 4 devices (nvidia-nvl72). */
static double rack_devices(const gpucost_accelerator *row)
{
    return strcmp(row->id, "gb200") == 0 || strcmp(row->id, "gb300") == 0 ? 72 : 0;
}

static gpucost_status peaks_of(const gpucost_accelerator *accelerator, const gpucost_precision *compute,
                               gpucost__training_rates *rates, gpucost_error *err)
{
    const profile *p = profile_of(accelerator);
    double peak, half;
    GPUCOST__TRY(gpucost_accelerator_rate(accelerator, compute->rate, &peak, err));
    double bits = compute->bits_per_weight;
    half = accelerator->bf16_flop_per_s > 0 ? accelerator->bf16_flop_per_s : accelerator->fp16_flop_per_s;
    if (half <= 0 || bits > 16.5) half = peak;
    double share = bits > 16.5 ? p->wide : bits > 9 ? p->half : bits > 5 ? p->eight : p->four;
    rates->peak_flop_per_s = peak;
    rates->matrix_flop_per_s = peak * share;
    rates->expert_flop_per_s = rates->matrix_flop_per_s * p->experts;
    rates->half_flop_per_s = half * (bits > 16.5 ? p->wide : p->half);
    rates->attention_flop_per_s = half * p->attention;
    rates->memory_bytes_per_s = accelerator->memory_bandwidth_bytes_per_s * p->memory;
    return GPUCOST_OK;
}

gpucost_status gpucost__training_rates_of(const gpucost_accelerator *accelerator, const gpucost_cluster *cluster,
                                          const gpucost_precision *weights, const gpucost_precision *compute,
                                          const gpucost_workload *workload, gpucost__training_rates *rates,
                                          gpucost_error *err)
{
    memset(rates, 0, sizeof *rates);
    GPUCOST__TRY(peaks_of(accelerator, compute, rates, err));
    if (rates->memory_bytes_per_s <= 0)
        return gpucost__fail_field(err, GPUCOST_E_UNKNOWN_FACT, "memory_bandwidth_bytes_per_s", accelerator->id,
                                   "the memory bandwidth of %s is not known", accelerator->name);
    double bits = compute->bits_per_weight;
    bool quantised = weights->bits_per_weight < 15.5 && workload->kind == GPUCOST_WORKLOAD_QLORA;
    rates->operand_share = 0.4;
    rates->operand_bytes = bits / 8;
    rates->element_bytes = bits > 16.5 ? 4 : 2;
    rates->cast_bytes = bits < 15.5 ? 1 : 0;
    rates->weight_bytes = quantised ? weights->bits_per_weight / 8 : rates->element_bytes;
    rates->unpack_bytes = quantised ? 3 * rates->element_bytes + weights->bits_per_weight / 8 : 0;
    rates->launch_s = 600e-6;
    rates->step_overhead_s = 20e-3;
    rates->hidden_share = 0.25;
    rates->tensor_exposed = 0.8;
    rates->scale_up_bytes_per_s = 0.75 * cluster->scale_up_bytes_per_s;
    rates->scale_up_latency_s = 6e-6;
    double rack = rack_devices(accelerator);
    rates->scale_up_devices = rack > (double)cluster->devices_per_node ? rack : (double)cluster->devices_per_node;
    rates->network_bytes_per_s = 0.8 * cluster->network_bytes_per_s / (double)cluster->devices_per_node;
    rates->network_latency_s = 12e-6;
    rates->host_bytes_per_s = 20e9;
    rates->host_memory_bytes_per_s = 20e9;
    rates->gradient_bytes = rates->element_bytes;
    rates->power_w = accelerator->power_w;
    rates->band = (gpucost__training_band){.low = 0.9, .high = 1.25};
    rates->routed_band = (gpucost__training_band){.low = 0.7, .high = 1.5};
    rates->frozen_band = (gpucost__training_band){.low = 0.75, .high = 1.4};
    return GPUCOST_OK;
}
