/* The numbers that every part of an estimate shares, and the pipeline stages they are counted on.
   Bytes are doubles until the end: whole numbers below 2^53 are exact, and nothing wraps around. */
#ifndef GPUCOST_MEMORY_SETTING_H
#define GPUCOST_MEMORY_SETTING_H

#include <stdbool.h>

#include "memory/memory_estimate.h"
#include "memory/memory_profile.h"

typedef struct gpucost__memory_setting {
    const gpucost_architecture *model;
    const gpucost_parameters *count;
    const gpucost_workload *work;
    const gpucost__memory_profile *profile;
    int32_t zero_stage, pipeline_schedule;
    double tensor, pipeline, context, data; /* degrees */
    double virtual_stages;
    double norm_split;                      /* t when norms and dropout are split by sequence, else 1 */
    double shards, expert_shards;           /* devices that share the states of dense weights, of experts */
    double expert_split;                    /* devices that share the experts themselves */
    double communicators;                   /* one for each degree above 1 */
    double layers;                          /* of both stacks */
    double sequence;                        /* tokens of a sequence on this device */
    double whole_sequence;                  /* tokens of a sequence */
    double batch;                           /* sequences in a pass, or served at once */
    double micro_batches;                   /* passes per optimiser step; 0 when it is not known */
    double element, residual;               /* of an activation; of what layers pass on [bytes] */
    double linear_bits, table_bits;         /* of a weight of a matrix in a layer; of everything else */
    double kv_bits;
} gpucost__memory_setting;

typedef struct gpucost__memory_stage {
    double layers, expert_layers; /* layers, and those of them that have experts */
    double sliding_layers;
    double attending_layers, recurrent_layers; /* with a cache, and with a state */
    double in_flight;             /* micro-batches whose activations are held */
    bool embedding, head;
} gpucost__memory_stage;

/* One device's memory. */
typedef struct gpucost__memory_parts {
    double weights, gradients, optimizer, master, activations, logits, communication, kv_cache, workspace,
        fragmentation, context;
} gpucost__memory_parts;

gpucost__memory_setting gpucost__memory_setting_make(const gpucost__memory_case *input);

gpucost__memory_stage gpucost__memory_stage_at(const gpucost__memory_setting *setting, uint64_t index);

/* The next stage after `index` that can be the fullest, or the pipeline degree when there is none. */
uint64_t gpucost__memory_stage_next(const gpucost__memory_setting *setting, uint64_t index);

/* Layers with experts of a whole model. */
double gpucost__memory_expert_layers(const gpucost_architecture *model);

static inline double gpucost__least(double a, double b)
{
    return a < b ? a : b;
}

static inline double gpucost__most(double a, double b)
{
    return a > b ? a : b;
}

#endif
