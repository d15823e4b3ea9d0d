#include "training/training_profile.h"

#include <math.h>
#include <string.h>

#include "accelerator/accelerator_row.h"
#include "training/training_table.h"

/*
 * Fitted to published runs: docs/training.md says on which rows, and with what error on sources that were left out. A
 * column that no run measured for a generation holds the nearest measured one; generations without any measured run
 * take the last row.
 */
const gpucost__training_constants gpucost__training_fitted = {
    .generation = {{"Volta", 1.00, 0.77, 0.60, 0.60, 0.30, 0.70},
                   {"Turing", 0.90, 0.70, 0.60, 0.60, 0.30, 0.70},
                   {"Ampere", 0.92, 0.76, 0.60, 0.60, 0.46, 0.82},
                   {"Ada", 0.90, 1.00, 0.55, 0.56, 0.45, 0.80},
                   {"Hopper", 0.72, 0.78, 0.86, 0.60, 0.28, 0.62},
                   {"Blackwell", 0.67, 0.59, 0.61, 0.49, 0.36, 1.00},
                   {"Blackwell Ultra", 0.69, 0.81, 0.74, 0.46, 0.43, 1.00},
                   {"CDNA3", 0.60, 0.52, 0.37, 0.40, 0.09, 0.70},
                   {"CDNA4", 0.60, 0.55, 0.45, 0.45, 0.30, 0.70},
                   {"Gaudi2", 0.60, 0.67, 0.50, 0.50, 0.30, 1.00},
                   {"Gaudi3", 0.60, 0.33, 0.45, 0.45, 0.30, 1.00},
                   {"TPU v5e", 0.70, 1.00, 0.60, 0.60, 0.42, 1.00},
                   {"TPU v5p", 0.70, 1.00, 0.60, 0.60, 0.44, 1.00},
                   {"TPU v6e", 0.70, 0.83, 0.60, 0.60, 0.47, 1.00},
                   {"", 0.70, 0.60, 0.50, 0.45, 0.30, 0.70}},
    .experts = 1,
    .stacked = 0.85,
    .graphic = 0.85,
    .traffic = 0.54,
    .early_traffic = 0.73,
    .unfused_traffic = 3.13,
    .sharded_traffic = 2.93,
    .routed_traffic = 3.76,
    .logit_traffic = 0.63,
    .stored_scores = 0.55,
    .wave_share = 0.56,
    .operand_share = 0.37,
    .ramp_s = 0.00012,
    .scale_up = 0.73,
    .network = 0.78,
    .scale_up_latency_s = 4e-06,
    .network_latency_s = 1.6e-06,
    .tensor_exposed = 0.64,
    .expert_exposed = 0.47,
    .hidden_share = 0.33,
    .hidden_data = 0.93,
    .routed_stall_s = 0.00015,
    .launch_s = 0.00064,
    .eager_launch = 5.93,
    .step_overhead_s = 0.039,
    .ageing = 0.035,
    .expert_ageing = 4.14,
    .deepspeed = 0.85,
};

/* Years. Releases that are not given: what is current, or what stored scores with decoders. */
static const double DENSE_MATURE = 2022, EXPERTS_MATURE = 2026.5, STORED = 2021.5;

/* Fused attention that divides its work over rows as well [dao2023]. */
static const double SECOND_KERNELS = 2023.75;

/* Megatron-LM exposes its tensor-parallel communication until it overlaps it with products in pieces. */
static const double TENSOR_OVERLAPS = 2023;

const gpucost__generation *gpucost__generation_of(const gpucost_accelerator *accelerator)
{
    const gpucost__generation *g = gpucost__training_fitted.generation;
    while (g->architecture[0] && strcmp(g->architecture, accelerator->architecture) != 0) g++;
    return g;
}

/* dao2022's kernels, and the libraries' that followed, start at Turing: before it attention stores its scores. */
bool gpucost__stores_scores(const gpucost_accelerator *row)
{
    static const char *const generations[] = {"Kepler", "Maxwell", "Pascal", "Volta"};
    for (size_t i = 0; i < sizeof generations / sizeof *generations; i++)
        if (strcmp(row->architecture, generations[i]) == 0) return true;
    return false;
}

static void fill(double *field, double value)
{
    if (*field <= 0) *field = value;
}

void gpucost__training_profile_of(const gpucost_accelerator *accelerator, bool stores_scores,
                                  const gpucost_training_profile *profile, gpucost_training_profile *resolved)
{
    const gpucost__training_constants *c = &gpucost__training_fitted;
    const gpucost__generation *g = gpucost__generation_of(accelerator);
    gpucost_training_profile p = profile ? *profile : GPUCOST_INIT(gpucost_training_profile);
    p.size = sizeof p;
    fill(&p.release, stores_scores ? STORED : EXPERTS_MATURE);
    double products = exp(-c->ageing * fmax(0, DENSE_MATURE - p.release));
    /* Routing, permuting and exchange improved from release to release; products of large experts did not. */
    double age = fmax(0, EXPERTS_MATURE - p.release), routing = exp(c->expert_ageing * age / (1 + age));
    if (p.software == GPUCOST_SOFTWARE_DEEPSPEED) products *= c->deepspeed;
    bool sharded = p.software == GPUCOST_SOFTWARE_SHARDED;
    fill(&p.matrix_32, fmin(1, g->wide * products));
    fill(&p.matrix_16, g->half * products);
    fill(&p.matrix_8, g->eight * products);
    fill(&p.matrix_4, g->four * products);
    fill(&p.experts, c->experts);
    fill(&p.attention, g->attention * (p.release < SECOND_KERNELS ? g->early_attention : 1));
    /* Boards with graphics memory come closer to their printed bandwidth than stacks do. */
    fill(&p.memory, strncmp(accelerator->memory_type, "HBM", 3) == 0 ? c->stacked : c->graphic);
    bool eager = p.software == GPUCOST_SOFTWARE_EAGER;
    fill(&p.traffic, stores_scores ? c->early_traffic
                     : eager       ? c->unfused_traffic
                                   : c->traffic * (sharded ? c->sharded_traffic : 1));
    fill(&p.routed_traffic, c->routed_traffic * routing);
    fill(&p.scale_up, c->scale_up);
    fill(&p.network, c->network);
    fill(&p.tensor_exposed, p.release < TENSOR_OVERLAPS ? 1 : c->tensor_exposed);
    fill(&p.expert_exposed, fmin(1, c->expert_exposed * routing));
    fill(&p.routed_stall_s, c->routed_stall_s * routing);
    fill(&p.hidden_share, c->hidden_share);
    fill(&p.hidden_data, c->hidden_data);
    fill(&p.launch_s, c->launch_s * (p.software == GPUCOST_SOFTWARE_EAGER ? c->eager_launch : 1));
    fill(&p.step_overhead_s, c->step_overhead_s);
    fill(&p.straggler, 1);
    *resolved = p;
}

gpucost_status gpucost_training_profile_resolve(const gpucost_catalogue *catalogue, const char *accelerator,
                                                const gpucost_training_profile *profile,
                                                gpucost_training_profile *resolved, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_training_profile ours, filled;
    const gpucost_accelerator *row;
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__training_profile_table, resolved, err));
    GPUCOST__TRY(gpucost__struct_in(&gpucost__training_profile_table, profile, &ours, err));
    GPUCOST__TRY(gpucost__accelerator_need(catalogue, accelerator, &row, err));
    gpucost__training_profile_of(row, gpucost__stores_scores(row), &ours, &filled);
    gpucost__struct_out(&gpucost__training_profile_table, &filled, resolved);
    return GPUCOST_OK;
}
