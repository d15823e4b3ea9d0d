#include "memory/memory_train.h"

#include "memory/memory_activation.h"
#include "memory/memory_overhead.h"

/* Gradients of a single pass appear as the activations go, so the two are never whole at once: the peak is
   the larger. With accumulation over passes, or with buckets that ZeRO-1, -2 and plain data parallelism keep, they stay. */
static bool gradients_stay(const gpucost__memory_setting *s)
{
    return s->micro_batches != 1 || (s->shards > 1 && s->zero_stage < 3);
}

void gpucost__memory_step(const gpucost__memory_setting *s, const gpucost__memory_stage *stage, int32_t inputs,
                          gpucost__memory_parts *parts)
{
    parts->activations = gpucost__memory_stage_activation(s, stage, inputs);
    parts->logits = gpucost__memory_logits(s, stage);
    /* A checkpointed layer is computed again when the loss is done: its tensors take the place of the logits. */
    if (s->work->recompute == GPUCOST_RECOMPUTE_FULL) {
        double layer = gpucost__memory_layer_activation(s, stage->expert_layers > 0, GPUCOST_RECOMPUTE_NONE, inputs);
        parts->activations += gpucost__most(0, layer - parts->logits);
    }
    parts->workspace = gpucost__memory_workspace(s);
    if (!gradients_stay(s))
        parts->gradients = gpucost__most(0, parts->gradients - parts->activations - parts->logits);
}

gpucost__memory_parts gpucost__memory_train(const gpucost__memory_setting *s, const gpucost__memory_stage *stage)
{
    gpucost__memory_parts parts = {0};
    gpucost__memory_shard shard = gpucost__memory_shard_of(s, stage);
    parts.weights = gpucost__memory_weight_bytes(s, &shard);
    gpucost__memory_states(s, shard.linear + shard.rest, shard.experts, shard.tables,
                           gpucost__most(2, s->linear_bits / 8), &parts);
    parts.communication = gpucost__memory_communication(s, stage, &shard, true);
    gpucost__memory_step(s, stage, GPUCOST__INPUTS_ALL, &parts);
    gpucost__memory_overhead(s, &parts);
    return parts;
}
