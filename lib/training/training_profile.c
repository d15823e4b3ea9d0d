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
    .generation = {{"Volta", 1.00, 0.75, 0.60, 0.60, 0.30, 0.70, 1.66},
                   {"Turing", 0.90, 0.70, 0.60, 0.60, 0.30, 0.70, 1.65},
                   {"Ampere", 0.91, 0.76, 0.60, 0.60, 0.37, 0.94, 1.45},
                   {"Ada", 0.90, 0.99, 0.56, 0.56, 0.46, 0.84, 1.65},
                   {"Hopper", 0.74, 0.78, 0.73, 0.60, 0.33, 0.54, 3.10},
                   {"Blackwell", 0.67, 0.58, 0.63, 0.49, 0.28, 1.00, 1.00},
                   {"Blackwell Ultra", 0.69, 0.81, 0.73, 0.44, 0.41, 1.00, 1.00},
                   {"CDNA3", 0.60, 0.50, 0.40, 0.40, 0.25, 0.70, 1.65},
                   {"CDNA4", 0.60, 0.55, 0.45, 0.45, 0.30, 0.70, 1.65},
                   {"", 0.70, 0.60, 0.50, 0.45, 0.30, 0.70, 1.65}},
    .experts = 1,
    .stacked = 0.77,
    .graphic = 0.84,
    .traffic = 0.52,
    .encoder_traffic = 2.81,
    .routed_traffic = 7.49,
    .logit_traffic = 0.64,
    .stored_scores = 0.56,
    .wave_share = 0.78,
    .operand_share = 0.81,
    .scale_up = 0.79,
    .network = 0.91,
    .scale_up_latency_s = 3.4e-6,
    .network_latency_s = 1.7e-6,
    .tensor_exposed = 0.63,
    .expert_exposed = 0.51,
    .hidden_share = 0.76,
    .routed_stall_s = 230e-6,
    .launch_s = 660e-6,
    .eager_launch = 6.1,
    .step_overhead_s = 0.048,
    .ageing = 0.038,
    .expert_ageing = 3.4,
    .deepspeed = 0.84,
};

/* Years. Releases that are not given: what is current, or what stored scores with decoders. */
static const double DENSE_MATURE = 2022, EXPERTS_MATURE = 2026.5, STORED = 2021.5;

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
    fill(&p.attention, g->attention * (sharded ? g->sharded_attention : 1));
    /* Boards with graphics memory come closer to their printed bandwidth than stacks do. */
    fill(&p.memory, strncmp(accelerator->memory_type, "HBM", 3) == 0 ? c->stacked : c->graphic);
    fill(&p.traffic, c->traffic * (sharded ? g->sharded_traffic : 1));
    fill(&p.routed_traffic, c->routed_traffic * routing);
    fill(&p.scale_up, c->scale_up);
    fill(&p.network, c->network);
    fill(&p.tensor_exposed, p.release < TENSOR_OVERLAPS ? 1 : c->tensor_exposed);
    fill(&p.expert_exposed, fmin(1, c->expert_exposed * routing));
    fill(&p.routed_stall_s, c->routed_stall_s * routing);
    fill(&p.hidden_share, c->hidden_share);
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
