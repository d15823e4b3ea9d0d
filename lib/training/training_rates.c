#include "training/training_rates.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "training/training_profile.h"

/* FSDP hid next to nothing of its gathering until it was written anew, and gathers 8 bits since [liang2024]. */
static const double GATHER_OVERLAPS = 2024.25, GATHERS_NARROW = 2025;

/* Racks whose nodes share one switched scale-up network: 18 trays of 4 devices (nvidia-nvl72). */
static double rack_devices(const gpucost_accelerator *row)
{
    return strcmp(row->id, "gb200") == 0 || strcmp(row->id, "gb300") == 0 ? 72 : 0;
}

/* Whose code runs the job says how it runs a step; where that depends on the layout it is left to it. */
static int32_t software_of(const gpucost_workload *workload)
{
    bool adapters = workload->kind == GPUCOST_WORKLOAD_LORA || workload->kind == GPUCOST_WORKLOAD_QLORA;
    switch (workload->framework) {
    case GPUCOST_FRAMEWORK_MEGATRON: return GPUCOST_SOFTWARE_MEGATRON;
    case GPUCOST_FRAMEWORK_FSDP:
    case GPUCOST_FRAMEWORK_TORCHTITAN: return GPUCOST_SOFTWARE_SHARDED;
    case GPUCOST_FRAMEWORK_TRANSFORMERS:
    case GPUCOST_FRAMEWORK_TRANSFORMERS_LEGACY: return adapters ? GPUCOST_SOFTWARE_EAGER : GPUCOST_SOFTWARE_AUTO;
    default: return GPUCOST_SOFTWARE_AUTO;
    }
}

static gpucost_status peaks_of(const gpucost_accelerator *accelerator, const gpucost_precision *compute,
                               const gpucost_training_profile *p, gpucost__training_rates *rates, gpucost_error *err)
{
    double peak, half;
    GPUCOST__TRY(gpucost_accelerator_rate(accelerator, compute->rate, &peak, err));
    double bits = compute->bits_per_weight;
    half = accelerator->bf16_flop_per_s > 0 ? accelerator->bf16_flop_per_s : accelerator->fp16_flop_per_s;
    if (half <= 0 || bits > 16.5) half = peak;
    double share = bits > 16.5 ? p->matrix_32 : bits > 9 ? p->matrix_16 : bits > 5 ? p->matrix_8 : p->matrix_4;
    rates->peak_flop_per_s = peak;
    rates->matrix_flop_per_s = peak * share;
    rates->expert_flop_per_s = rates->matrix_flop_per_s * p->experts;
    rates->half_flop_per_s = half * (bits > 16.5 ? p->matrix_32 : p->matrix_16);
    rates->attention_flop_per_s = half * p->attention;
    rates->memory_bytes_per_s = accelerator->memory_bandwidth_bytes_per_s * p->memory;
    rates->traffic = p->traffic;
    rates->sharded_traffic = rates->traffic;
    if (p->software == GPUCOST_SOFTWARE_AUTO) rates->sharded_traffic *= gpucost__training_fitted.sharded_traffic; /* left to the layout */
    return GPUCOST_OK;
}

gpucost_status gpucost__training_rates_of(const gpucost_accelerator *accelerator, const gpucost_cluster *cluster,
                                          const gpucost_precision *weights, const gpucost_precision *compute,
                                          const gpucost_workload *workload, const gpucost_training_profile *profile,
                                          gpucost__training_rates *rates, gpucost_error *err)
{
    const gpucost__training_constants *c = &gpucost__training_fitted;
    memset(rates, 0, sizeof *rates);
    bool stored = workload->attention == GPUCOST_ATTENTION_MATERIALISED || gpucost__stores_scores(accelerator);
    gpucost_training_profile asked = profile ? *profile : GPUCOST_INIT(gpucost_training_profile), p;
    if (asked.software == GPUCOST_SOFTWARE_AUTO) asked.software = software_of(workload);
    gpucost__training_profile_of(accelerator, stored, &asked, &p);
    GPUCOST__TRY(peaks_of(accelerator, compute, &p, rates, err));
    if (rates->memory_bytes_per_s <= 0)
        return gpucost__fail_field(err, GPUCOST_E_UNKNOWN_FACT, "memory_bandwidth_bytes_per_s", accelerator->id,
                                   "the memory bandwidth of %s is not known", accelerator->name);
    double bits = compute->bits_per_weight;
    bool quantised = weights->bits_per_weight < 15.5 && workload->kind == GPUCOST_WORKLOAD_QLORA;
    rates->stored_scores = c->stored_scores;
    rates->multiprocessors = (double)accelerator->multiprocessors;
    rates->wave_share = c->wave_share;
    rates->operand_share = c->operand_share;
    rates->ramp_s = c->ramp_s;
    rates->operand_bytes = bits / 8;
    rates->element_bytes = bits > 16.5 ? 4 : 2;
    rates->gradient_bytes = rates->element_bytes;
    rates->cast_bytes = bits < 15.5 ? 1 : 0;
    rates->weight_bytes = quantised ? weights->bits_per_weight / 8 : rates->element_bytes;
    rates->gathered_bytes = p.release >= GATHERS_NARROW && bits < 15.5 ? fmin(rates->weight_bytes, 1) : rates->weight_bytes;
    rates->unpack_bytes = quantised ? 20 : 0;
    rates->unfused_traffic = c->unfused_traffic;
    rates->routed_traffic = p.routed_traffic;
    rates->logit_traffic = c->logit_traffic;
    rates->eager_adapters = p.software == GPUCOST_SOFTWARE_AUTO ? c->eager_launch : 1;
    rates->launch_s = p.launch_s;
    rates->step_overhead_s = p.step_overhead_s;
    rates->input_sequences_per_s = p.input_sequences_per_s;
    rates->straggler = p.straggler;
    rates->unprefetched = p.unprefetched;
    rates->hidden_share = p.hidden_share;
    rates->hidden_data = p.hidden_data;
    rates->hidden_weights = p.release < GATHER_OVERLAPS ? 1 : p.hidden_data;
    rates->tensor_exposed = p.tensor_exposed;
    rates->tensor_overlaps = p.release >= GPUCOST__BACKWARD_OVERLAPS ? 1 : 0;
    rates->routed_stall_s = p.routed_stall_s;
    rates->expert_exposed = p.expert_exposed;
    double rack = rack_devices(accelerator);
    rates->scale_up_devices = rack > (double)cluster->devices_per_node ? rack : (double)cluster->devices_per_node;
    rates->scale_up_bytes_per_s = p.scale_up * cluster->scale_up_bytes_per_s;
    rates->scale_up_latency_s = c->scale_up_latency_s;
    rates->network_bytes_per_s = p.network * cluster->network_bytes_per_s / (double)cluster->devices_per_node;
    rates->network_latency_s = c->network_latency_s;
    /* ren2021, section 6: PCIe and a host's memory as one device of a node sees them. */
    rates->host_bytes_per_s = 20e9;
    rates->host_memory_bytes_per_s = 20e9;
    rates->stores_scores = stored ? 1 : 0;
    rates->power_w = accelerator->power_w;
    /* P10 and P90 of measured over projected on sources that were left out of the fit (docs/training.md). */
    rates->band = (gpucost__training_band){.low = 0.86, .high = 1.20};
    rates->encoder_band = (gpucost__training_band){.low = 0.82, .high = 1.25};
    rates->routed_band = (gpucost__training_band){.low = 0.74, .high = 1.26};
    rates->frozen_band = (gpucost__training_band){.low = 0.82, .high = 1.20};
    return GPUCOST_OK;
}
