#include "training/training_rates.h"

#include <stdbool.h>
#include <string.h>

/*
 * Shares of the peaks that a generation of chips attains, fitted to published runs: docs/training.md says on which
 * rows, and with what error on sources that were left out. A column that no run measured for a generation holds the
 * nearest measured one; generations without any measured run take the last row.
 */
typedef struct profile {
    const char *architecture;
    double wide, half, eight, four; /* large products in 32, 16, 8 and 4 bits, of their peaks */
    double experts;                 /* grouped products of routed experts, relative to those */
    double attention;               /* fused attention, of the 16-bit peak */
    double sharded_attention;       /* the same in frameworks that shard gradients or weights, relative */
    double sharded_traffic;         /* memory traffic of layers in frameworks that shard, relative */
} profile;

static const profile profiles[] = {
    {"Volta", 0.95, 0.70, 0.60, 0.60, 0.70, 0.30, 0.70, 1.65},
    {"Turing", 0.90, 0.70, 0.60, 0.60, 0.70, 0.30, 0.70, 1.65},
    {"Ampere", 0.89, 0.73, 0.60, 0.60, 0.70, 0.43, 0.84, 1.65},
    {"Ada", 0.90, 0.95, 0.56, 0.56, 0.70, 0.45, 0.84, 1.65},
    {"Hopper", 0.73, 0.70, 0.63, 0.60, 0.73, 0.37, 0.49, 1.65},
    {"Blackwell", 0.69, 0.55, 0.60, 0.50, 0.66, 0.24, 1.00, 1.00},
    {"Blackwell Ultra", 0.69, 0.80, 0.68, 0.44, 0.54, 0.39, 1.00, 1.00},
    {"CDNA3", 0.60, 0.50, 0.40, 0.40, 0.60, 0.25, 0.70, 1.65},
    {"CDNA4", 0.60, 0.55, 0.45, 0.45, 0.60, 0.30, 0.70, 1.65},
    {"", 0.70, 0.60, 0.50, 0.45, 0.60, 0.30, 0.70, 1.65},
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

/* dao2022's kernels, and the libraries' that followed, start at Turing: before it attention stores its scores. */
static bool stores_scores(const gpucost_accelerator *row)
{
    static const char *const generations[] = {"Kepler", "Maxwell", "Pascal", "Volta"};
    for (size_t i = 0; i < sizeof generations / sizeof *generations; i++)
        if (strcmp(row->architecture, generations[i]) == 0) return true;
    return false;
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
    rates->sharded_attention_flop_per_s = rates->attention_flop_per_s * p->sharded_attention;
    rates->traffic = 0.83;
    rates->sharded_traffic = rates->traffic * p->sharded_traffic;
    /* Boards with graphics memory come closer to their printed bandwidth than stacks do. */
    bool stacked = strncmp(accelerator->memory_type, "HBM", 3) == 0;
    rates->memory_bytes_per_s = accelerator->memory_bandwidth_bytes_per_s * (stacked ? 0.77 : 0.85);
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
    rates->operand_share = 0.46;
    rates->operand_bytes = bits / 8;
    rates->element_bytes = bits > 16.5 ? 4 : 2;
    rates->gradient_bytes = rates->element_bytes;
    rates->cast_bytes = bits < 15.5 ? 1 : 0;
    rates->weight_bytes = quantised ? weights->bits_per_weight / 8 : rates->element_bytes;
    rates->unpack_bytes = quantised ? 20 : 0;
    rates->materialised_matrix = 0.90;
    rates->encoder_traffic = 2.3;
    rates->logit_traffic = 0.67;
    rates->frozen_launch = 6;
    rates->launch_s = 650e-6;
    rates->step_overhead_s = 44e-3;
    rates->hidden_share = 0.33;
    rates->tensor_exposed = 0.65;
    double rack = rack_devices(accelerator);
    rates->scale_up_devices = rack > (double)cluster->devices_per_node ? rack : (double)cluster->devices_per_node;
    rates->scale_up_bytes_per_s = 0.67 * cluster->scale_up_bytes_per_s;
    rates->scale_up_latency_s = 6e-6;
    rates->network_bytes_per_s = 0.94 * cluster->network_bytes_per_s / (double)cluster->devices_per_node;
    rates->network_latency_s = 1.7e-6;
    /* ren2021, section 6: PCIe and a host's memory as one device of a node sees them. */
    rates->host_bytes_per_s = 20e9;
    rates->host_memory_bytes_per_s = 20e9;
    rates->stores_scores = stores_scores(accelerator) ? 1 : 0;
    rates->power_w = accelerator->power_w;
    /* P10 and P90 of measured over projected on sources that were left out of the fit (docs/training.md). */
    rates->band = (gpucost__training_band){.low = 0.82, .high = 1.18};
    rates->encoder_band = (gpucost__training_band){.low = 0.82, .high = 1.27};
    rates->routed_band = (gpucost__training_band){.low = 0.60, .high = 1.62};
    rates->frozen_band = (gpucost__training_band){.low = 0.79, .high = 1.45};
    return GPUCOST_OK;
}
