#include "memory/memory_overhead.h"

static const double mib = 1048576, gib = 1073741824;

/* Bytes per token and vocabulary entry. Plain: logits, log-probabilities and three gradients in fp32, measured as
   20.00 B for every vocabulary of the cross-entropy benchmark of linkedin/Liger-Kernel (benchmark/data). Compiled or in
   16 bits: two fp32 copies and a 16-bit one (pytorch/torchtune memory ladder). Fused: chunks only. */
static double loss_bytes(int32_t loss)
{
    switch (loss) {
    case GPUCOST_LOSS_COMPILED: return 10;
    case GPUCOST_LOSS_FUSED: return 1;
    default: return 20;
    }
}

double gpucost__memory_logits(const gpucost__memory_setting *s, const gpucost__memory_stage *stage)
{
    if (!stage->head || !s->model->output_head) return 0;
    double vocabulary = (double)s->model->vocabulary / s->tensor;
    return loss_bytes(s->work->loss) * s->sequence * s->batch * vocabulary;
}

/* DeepSpeed reduces gradients in buckets of 5e8 elements (deepspeed.ai, reduce_bucket_size). FSDP and ZeRO-3 hold the layer
   that runs and the one that is fetched (zhao2023 section 3.4), the unsharded gradient of one layer, and the unit of
   embedding and head, which is no layer. */
double gpucost__memory_communication(const gpucost__memory_setting *s, const gpucost__memory_stage *stage,
                                     const gpucost__memory_shard *shard, bool trained)
{
    if (s->shards <= 1 || s->zero_stage < 2) return 0;
    if (s->zero_stage == 2) return trained ? 2 * gpucost__least(5e8, shard->linear + shard->experts + shard->tables) : 0;
    double layer = gpucost__memory_layer_parameters(s, stage);
    double gathered = gpucost__least(2, stage->layers) + (trained ? 1 : 0);
    double bits = gpucost__least(s->linear_bits, 8 * s->element), table_bits = gpucost__least(s->table_bits, 8 * s->element);
    return (gathered * layer * bits + shard->tables * table_bits) / 8;
}

double gpucost__memory_workspace(const gpucost__memory_setting *s)
{
    /* First cuBLAS call on an A10G, pytorch issue 95668. */
    double bytes = 8.125 * mib;
    const gpucost_architecture *m = s->model;
    /* bitsandbytes, GPTQ and AWQ expand one matrix at a time to 16 bits for large products. */
    if (s->linear_bits < s->table_bits) bytes += s->element * (double)m->hidden * (double)m->ffn / s->tensor;
    return bytes;
}

/* Context and kernels: 1.0 GiB between 0.3 (lazy loading, pytorch issue 107667) and 1.3 (eager loading, HF model_memory_anatomy).
   A communicator adds 0.42 GiB per device: vLLM non-torch memory, 0.13 GiB alone and 0.55 GiB in a pair (llm-d planner). */
double gpucost__memory_context(const gpucost__memory_setting *s)
{
    return 1.0 * gib + (s->devices > 1 ? 0.42 * gib : 0);
}

/* The pool keeps blocks that no tensor of the right size fills; weights and states are placed once and leave no holes.
   Reserved over allocated was 1.03 to 1.26 in runs logged both ways (torchtune, fsdp_qlora, Megatron-Bridge, DeepSpeed). */
void gpucost__memory_overhead(const gpucost__memory_setting *s, gpucost__memory_parts *parts)
{
    bool inference = s->work->kind == GPUCOST_WORKLOAD_INFERENCE;
    double moving = parts->activations + parts->logits + parts->communication + parts->workspace;
    if (!inference) moving += parts->gradients;
    parts->fragmentation = (inference ? 0.05 : 0.15) * moving;
    parts->context = gpucost__memory_context(s);
}
