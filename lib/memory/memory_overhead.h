/* What is not a tensor of the model: contexts, buffers, gathered weights, workspaces, fragmentation. */
#ifndef GPUCOST_MEMORY_OVERHEAD_H
#define GPUCOST_MEMORY_OVERHEAD_H

#include "memory/memory_states.h"

/* Loss over the vocabulary of one micro-batch on one device [bytes]. */
double gpucost__memory_logits(const gpucost__memory_setting *setting, const gpucost__memory_stage *stage);

/* Gathered weights of ZeRO-3 and collective buffers; `trained` parameters have gradients [bytes]. */
double gpucost__memory_communication(const gpucost__memory_setting *setting, const gpucost__memory_stage *stage,
                                     const gpucost__memory_shard *shard, double trained);

/* 16-bit copies of fp32 weights that autocast makes, and the backward pass or the cache keeps: measured on
   Lightning-AI/litgpt "bf16-mixed". Sharded weights are gathered in 16 bits instead [bytes]. */
double gpucost__memory_autocast(const gpucost__memory_setting *setting, const gpucost__memory_shard *shard);

/* A quantised matrix as it is expanded, and the library's own buffers [bytes]. */
double gpucost__memory_workspace(const gpucost__memory_setting *setting);

/* Add context and what the pool reserves beyond its tensors. */
void gpucost__memory_overhead(const gpucost__memory_setting *setting, gpucost__memory_parts *parts);

#endif
