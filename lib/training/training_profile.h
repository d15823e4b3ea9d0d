/* The efficiencies that a framework attains on a generation of chips, and the constants behind their defaults. */
#ifndef GPUCOST_TRAINING_PROFILE_H
#define GPUCOST_TRAINING_PROFILE_H

#include <stdbool.h>

#include "base/error.h"
#include "gpucost/training.h"

enum { GPUCOST__GENERATIONS = 15 };

/* Megatron-LM of 2022 hides the all-reduce of the backward pass behind the gradients of weights [korthikanti2022]. */
#define GPUCOST__BACKWARD_OVERLAPS 2022.0

/* Shares of the peaks that a generation attains. */
typedef struct gpucost__generation {
    const char *architecture;
    double wide, half, eight, four; /* large products in 32, 16, 8 and 4 bits, of their peaks */
    double attention;               /* fused attention, of the 16-bit peak */
    double early_attention;         /* the first fused kernels, relative */
} gpucost__generation;

/* What was fitted: docs/training.md says on which rows. */
typedef struct gpucost__training_constants {
    gpucost__generation generation[GPUCOST__GENERATIONS]; /* the last stands for all others */
    double experts;          /* grouped products of routed experts, relative to large ones */
    double stacked, graphic; /* share of the printed bandwidth: stacked and graphics memory */
    double traffic;          /* memory traffic of a layer's operators, of what is counted when each runs alone */
    double early_traffic;    /* the same of decoders that store scores, with dropout and biases */
    double unfused_traffic;  /* the same where nothing is fused: encoders, adapters in eager frameworks */
    double sharded_traffic;  /* of frameworks that shard gradients or weights, relative */
    double routed_traffic;   /* passes over what is sent to experts: permuting, casting, weighing */
    double logit_traffic;    /* of what is counted for the loss */
    double stored_scores;    /* products of attention whose scores are stored, of the rate of large ones */
    double wave_share;       /* share of what tiles do not fill that is lost */
    double operand_share;    /* share of the operands' traffic that a product does not hide */
    double ramp_s;         /* around a product: gaps between its kernel and small ones that are not counted */
    double scale_up, network; /* shares of link rates */
    double scale_up_latency_s, network_latency_s;
    double tensor_exposed; /* share of tensor-parallel communication that nothing hides */
    double expert_exposed; /* share of the exchange between experts that nothing hides */
    double hidden_share;   /* what communication of a layer still costs while computation hides it */
    double hidden_data;    /* the same of gradients and weights that replicas exchange */
    double routed_stall_s; /* a layer with experts waits for their counts */
    double launch_s;       /* host time of one layer, forward and backward */
    double eager_launch;   /* launches of a layer with adapters in an eager framework, relative */
    double step_overhead_s;
    double ageing;        /* of products, in each year before DENSE_MATURE */
    double expert_ageing; /* of what routing takes: years/(1 + years) before EXPERTS_MATURE */
    double deepspeed;     /* products under DeepSpeed's pipelines, relative to Megatron-LM's */
} gpucost__training_constants;

extern const gpucost__training_constants gpucost__training_fitted;

/* Every zero of `profile` filled for a chip, and for workloads that store attention scores or not. */
void gpucost__training_profile_of(const gpucost_accelerator *accelerator, bool stores_scores,
                                  const gpucost_training_profile *profile, gpucost_training_profile *resolved);

/* Chips that fused attention was not written for. */
bool gpucost__stores_scores(const gpucost_accelerator *accelerator);

const gpucost__generation *gpucost__generation_of(const gpucost_accelerator *accelerator);

#endif
