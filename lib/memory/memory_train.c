#include "memory/memory_train.h"

#include "memory/memory_activation.h"
#include "memory/memory_overhead.h"

/* Gradients of a single pass appear as the activations go, so the two are never whole at once: the peak is the larger.
   With accumulation over passes, or with buckets that ZeRO-1, -2 and plain data parallelism keep, they stay. */
static bool gradients_stay(const gpucost__memory_setting *s)
{
    if (s->work->optimizer_in_backward || s->work->offload == GPUCOST_OFFLOAD_WEIGHTS) return true; /* one layer's */
    return s->micro_batches != 1 || (s->shards > 1 && s->zero_stage < 3);
}

/* PyTorch's multi-tensor AdamW makes temporaries of the size of the parameters (torch.optim.AdamW, `foreach`, its
   default). Whoever keeps master weights runs a fused update, without them; but DeepSpeed's ZeRO-2 and -3 cast their
   share of 16-bit gradients to fp32 for it: 20 bytes per parameter. (FSDP keeps fp32 shards alone.) */
static double update_bytes(const gpucost__memory_setting *s, const gpucost__memory_parts *parts)
{
    if (parts->master > 0) return s->zero_stage >= 2 ? parts->master : 0;
    if (s->profile->fused_update || s->work->optimizer_in_backward) return 0;
    bool adam = s->work->optimizer == GPUCOST_OPTIMIZER_ADAMW || s->work->optimizer == GPUCOST_OPTIMIZER_ADAMW_BF16;
    return adam && s->work->offload == GPUCOST_OFFLOAD_NONE ? parts->optimizer / 2 : 0;
}

void gpucost__memory_step(const gpucost__memory_setting *s, const gpucost__memory_stage *stage, int32_t inputs,
                          gpucost__memory_parts *parts)
{
    double update = update_bytes(s, parts);
    parts->activations = gpucost__memory_stage_activation(s, stage, inputs);
    parts->logits = gpucost__memory_logits(s, stage);
    /* A checkpointed layer is computed again when the loss is done: its tensors take the place of the logits. */
    if (s->work->recompute == GPUCOST_RECOMPUTE_FULL) {
        double layer = gpucost__memory_layer_activation(s, stage->expert_layers > 0, GPUCOST_RECOMPUTE_NONE, inputs);
        double share = s->profile->layer_share > 0 ? s->profile->layer_share : 1;
        parts->activations += gpucost__most(0, share * layer - parts->logits);
    }
    double pass = parts->activations + parts->logits; /* gone when the optimiser runs, as are gathered layers */
    if (s->zero_stage >= 3) pass += parts->communication;
    if (!gradients_stay(s)) {
        double beyond = gpucost__most(0, parts->gradients - pass);
        pass += beyond - parts->gradients;
        parts->gradients = beyond;
    }
    parts->workspace += gpucost__most(0, update - pass);
}

gpucost__memory_parts gpucost__memory_train(const gpucost__memory_setting *s, const gpucost__memory_stage *stage)
{
    gpucost__memory_parts parts = {0};
    gpucost__memory_shard shard = gpucost__memory_shard_of(s, stage);
    parts.weights = gpucost__memory_weight_bytes(s, &shard);
    gpucost__memory_states(s, shard.linear + shard.rest, shard.experts, shard.tables,
                           gpucost__most(2, s->linear_bits / 8), &parts);
    gpucost__memory_leave(s, stage, &shard, &parts);
    parts.communication = gpucost__memory_communication(s, stage, &shard, shard.linear + shard.experts + shard.tables);
    parts.workspace = gpucost__memory_workspace(s) + gpucost__memory_autocast(s, &shard);
    gpucost__memory_step(s, stage, GPUCOST__INPUTS_ALL, &parts);
    gpucost__memory_overhead(s, &parts);
    return parts;
}
