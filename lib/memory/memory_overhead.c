#include "memory/memory_overhead.h"

static const double mib = 1048576, gib = 1073741824;

/* Bytes per token and vocabulary entry at the start of the backward pass. Plain: 16-bit logits 2, fp32
   log-probabilities 4, their gradient 4, that of the fp32 logits 4, and its 16-bit copy 2. (A benchmark that keeps
   fp32 logits measured 20.00: linkedin/Liger-Kernel benchmark/data.) Compiled, or in 16 bits throughout: two fp32 and
   one 16-bit tensor, 9.3 measured on the memory ladder of pytorch/torchtune. Fused: the plain loss on one of eight
   chunks (its default). */
static double loss_bytes(int32_t loss)
{
    switch (loss) {
    case GPUCOST_LOSS_COMPILED: return 10;
    case GPUCOST_LOSS_FUSED: return 2;
    default: return 16;
    }
}

double gpucost__memory_logits(const gpucost__memory_setting *s, const gpucost__memory_stage *stage)
{
    if (!stage->head || !s->model->output_head) return 0;
    double vocabulary = (double)s->model->vocabulary / s->tensor;
    return loss_bytes(s->work->loss) * s->sequence * s->batch * vocabulary;
}

/* DeepSpeed reduces gradients in buckets of 5e8 elements (deepspeed.ai, reduce_bucket_size). FSDP and ZeRO-3 hold the
   layer that runs and the one that is fetched (zhao2023 section 3.4), the unsharded gradient of one layer, and the unit
   of embedding and head, which is no layer. */
double gpucost__memory_communication(const gpucost__memory_setting *s, const gpucost__memory_stage *stage,
                                     const gpucost__memory_shard *shard, double trained)
{
    if (s->zero_stage == 2 && s->work->offload != GPUCOST_OFFLOAD_WEIGHTS) return 2 * gpucost__least(5e8, trained);
    double live = s->profile->live_parameters;
    bool visiting = s->work->offload == GPUCOST_OFFLOAD_WEIGHTS;
    if (s->zero_stage < 3 && !visiting) return 0;
    if (s->shards <= 1 && live == 0 && !visiting) return 0;
    double layer = gpucost__memory_layer_parameters(s, stage), all = stage->layers * layer;
    double bits = gpucost__least(s->linear_bits, 8 * s->element);
    double table_bits = gpucost__least(s->table_bits, 8 * s->element);
    double tables = shard->tables;
    if (s->profile->split_tables && stage->embedding && stage->head && !s->model->tied_embeddings) tables /= 2;
    double gathered = gpucost__least(2, stage->layers), gradient = gpucost__least(1, trained / all);
    if (s->profile->stage_gathered && s->pipeline > 1) return (all + tables) * (bits / 8 + 4 * gradient);
    if (live > 0) { /* what its coordinator may keep of layers and tables together, and a layer's gradient */
        double kept = gpucost__least(all + tables, gpucost__most(live, gathered * layer + tables));
        return (kept + gradient * layer) * bits / 8;
    }
    return ((gathered + gradient) * layer * bits + tables * table_bits) / 8;
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

double gpucost__memory_autocast(const gpucost__memory_setting *s, const gpucost__memory_shard *shard)
{
    if (s->linear_bits <= 8 * s->element || s->zero_stage >= 3) return 0;
    return s->element * (shard->linear + shard->experts + shard->tables);
}

/* Driver, CUDA context and communication library [bytes]. Context and kernels in training: 1343 MiB
   (huggingface/transformers model_memory_anatomy; 1.4 GB in Unsloth's estimator, 1 to 2 GB in accelerate's guide).
   Serving loads fewer, 0.3 to 0.6 GiB (pytorch issue 107667, PR 86509), and holds up to 1 GiB of captured graphs. A
   communicator adds 0.42 GiB: vLLM's non-torch memory, 0.13 GiB alone and 0.55 GiB in a pair (llm-d planner). Each
   degree has groups, so buffers, of its own. */
static double context_of(const gpucost__memory_setting *s)
{
    double context = s->work->kind == GPUCOST_WORKLOAD_INFERENCE ? 1024 * mib : 1343 * mib;
    return context + 0.42 * gib * s->communicators;
}

/* The pool keeps blocks that no tensor of the right size fills; weights and states are placed once and leave no holes.
   Runs logged both ways reserved 1.03 to 1.14 of what was allocated (Megatron, DeepSpeed ZeRO-2, torchtune), and 1.12
   to 1.35 where layers are gathered and freed (FSDP, ZeRO-3). */
void gpucost__memory_overhead(const gpucost__memory_setting *s, gpucost__memory_parts *parts)
{
    bool inference = s->work->kind == GPUCOST_WORKLOAD_INFERENCE;
    double moving = parts->activations + parts->logits + parts->communication + parts->workspace;
    if (!inference) moving += parts->gradients;
    bool gathers = s->zero_stage >= 3 && (s->shards > 1 || s->profile->live_parameters > 0);
    double holes = inference ? 0.05 : gathers && !s->profile->expandable ? 0.25 : 0.10;
    parts->fragmentation = holes * moving;
    parts->context = context_of(s);
}
