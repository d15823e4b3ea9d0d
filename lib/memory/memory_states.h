/* Weights, gradients, optimiser states and fp32 master weights of one device. */
#ifndef GPUCOST_MEMORY_STATES_H
#define GPUCOST_MEMORY_STATES_H

#include "memory/memory_setting.h"

/* Parameters of one device, before ZeRO shards them. */
typedef struct gpucost__memory_shard {
    double linear;  /* matrices of the layers, experts aside */
    double experts; /* routed experts; their ZeRO group is smaller */
    double tables;  /* embedding and output head */
    double rest;    /* norms, routers */
} gpucost__memory_shard;

gpucost__memory_shard gpucost__memory_shard_of(const gpucost__memory_setting *setting,
                                               const gpucost__memory_stage *stage);

/* Parameters of the largest layer of a stage on one device. */
double gpucost__memory_layer_parameters(const gpucost__memory_setting *setting, const gpucost__memory_stage *stage);

double gpucost__memory_weight_bytes(const gpucost__memory_setting *setting, const gpucost__memory_shard *shard);

/* What training adds to the weights: of `dense` and `experts` trained parameters in `format_bytes` each. Gradients are
   those that persist over a step; the caller decides how many of them are alive at the peak. */
void gpucost__memory_states(const gpucost__memory_setting *setting, double dense, double experts, double tables,
                            double format_bytes, gpucost__memory_parts *parts);

/* Once states are known: weights, their gradients and, with an optimiser in the backward pass, all gradients but
   those of one layer or table leave the device. */
void gpucost__memory_leave(const gpucost__memory_setting *setting, const gpucost__memory_stage *stage,
                           const gpucost__memory_shard *shard, gpucost__memory_parts *parts);

#endif
