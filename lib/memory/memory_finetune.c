#include "memory/memory_activation.h"
#include "memory/memory_overhead.h"
#include "memory/memory_train.h"

/* Adapters are two matrices of rank r per adapted linear layer (hu2021 section 4.1), kept in fp32 by huggingface/peft
   (autocast_adapter_dtype). A tensor group splits the side that it splits in the frozen matrix. */
static const double adapter_bytes = 4;

enum { TARGETS_ALL, TARGETS_ATTENTION, TARGETS_QUERY_VALUE };

static double column(double rank, double in, double out, double t)
{
    return rank * (in + out / t);
}

static double attention_adapters(const gpucost_architecture *m, double rank, double t, int32_t targets)
{
    double h = (double)m->hidden, a = (double)m->heads, d = (double)m->head_dim, kv = (double)m->kv_heads * d;
    if (m->kv_lora_rank) { /* query and output; keys and values come from the compressed projection */
        double q = a * (double)(m->qk_nope_dim + m->qk_rope_dim), v = a * (double)m->v_head_dim;
        double latent = (double)(m->kv_lora_rank + m->qk_rope_dim);
        double both = column(rank, m->q_lora_rank ? (double)m->q_lora_rank : h, q, t) + rank * (h + latent);
        return targets == TARGETS_QUERY_VALUE ? both : both + column(rank, h, v, t);
    }
    double query_value = column(rank, h, a * d, t) + column(rank, h, kv, t);
    return targets == TARGETS_QUERY_VALUE ? query_value
                                          : query_value + column(rank, h, kv, t) + column(rank, h, a * d, t);
}

static double mlp_adapters(const gpucost_architecture *m, double rank, double t, double width)
{
    return (m->gated_mlp ? 3 : 2) * column(rank, (double)m->hidden, width, t);
}

/* Embedding and head that are trained beside the adapters are full copies in the weights' own format (modules_to_save
   of huggingface/peft), with states in that format. */
static void tables(const gpucost__memory_setting *s, const gpucost__memory_shard *shard, double shards,
                   gpucost__memory_parts *parts)
{
    double bytes = s->table_bits / 8;
    parts->weights += bytes * shard->tables / shards;
    gpucost__memory_states(s, 0, 0, shard->tables, bytes, parts);
}

gpucost__memory_parts gpucost__memory_finetune(const gpucost__memory_setting *s, const gpucost__memory_stage *stage)
{
    const gpucost_architecture *m = s->model;
    int32_t targets = s->work->lora_targets;
    double rank = (double)s->work->lora_rank, t = s->tensor;
    double dense = stage->layers * attention_adapters(m, rank, t, targets), experts = 0;
    if (targets == TARGETS_ALL) {
        dense += (stage->layers - stage->expert_layers) * mlp_adapters(m, rank, t, (double)m->ffn);
        if (m->shared_ffn) dense += stage->expert_layers * mlp_adapters(m, rank, t, (double)m->shared_ffn);
        experts = stage->expert_layers * (double)m->experts / (s->expert_split / t) *
                  mlp_adapters(m, rank, t, (double)m->expert_ffn);
    }
    gpucost__memory_parts parts = {0};
    gpucost__memory_shard shard = gpucost__memory_shard_of(s, stage);
    bool sharded = s->zero_stage >= 3;
    parts.weights = gpucost__memory_weight_bytes(s, &shard) +
                    adapter_bytes * (dense / (sharded ? s->shards : 1) + experts / (sharded ? s->expert_shards : 1));
    gpucost__memory_states(s, dense, experts, 0, adapter_bytes, &parts);
    if (s->work->train_embeddings) tables(s, &shard, sharded ? s->shards : 1, &parts);
    gpucost__memory_leave(s, stage, &shard, &parts);
    parts.communication = gpucost__memory_communication(s, stage, &shard, dense + experts);
    parts.workspace = gpucost__memory_workspace(s) + gpucost__memory_autocast(s, &shard);
    /* A frozen linear layer keeps no input, one under an adapter does, one quantised by bitsandbytes a copy of its
       own. */
    int32_t inputs = targets == TARGETS_ALL ? GPUCOST__INPUTS_ALL : GPUCOST__INPUTS_ATTENTION;
    if (s->work->kind == GPUCOST_WORKLOAD_QLORA)
        inputs = s->profile->adapter_copies ? GPUCOST__INPUTS_TWICE : GPUCOST__INPUTS_ALL;
    gpucost__memory_step(s, stage, inputs, &parts);
    gpucost__memory_overhead(s, &parts);
    return parts;
}
