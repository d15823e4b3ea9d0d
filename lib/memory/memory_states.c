#include "memory/memory_states.h"

#include "model/model_handle.h"

static double bias(double width, int32_t has)
{
    return has ? width : 0;
}

/* One dense feed-forward layer. */
static double dense_mlp(const gpucost_architecture *m)
{
    double h = (double)m->hidden, f = (double)m->ffn;
    return (m->gated_mlp ? 3 : 2) * h * f + bias(h + (m->gated_mlp ? 2 : 1) * f, m->mlp_bias);
}

/* Feed-forward parameters of a layer without routed experts, and what a layer with them has beside them. */
static void mlp_per_layer(const gpucost__memory_setting *s, double *dense, double *shared)
{
    double all = gpucost__memory_expert_layers(s->model);
    if (all == 0) {
        *dense = (double)s->count->mlp / s->layers;
        *shared = 0;
        return;
    }
    double without = (double)s->model->ffn_free_layers, fed = s->layers - all > without ? s->layers - all - without : 0;
    *dense = fed > 0 ? gpucost__least(dense_mlp(s->model) * fed, (double)s->count->mlp) / (s->layers - all) : 0;
    *shared = ((double)s->count->mlp - *dense * (s->layers - all)) / all;
}

/* Key and value heads are repeated when there are more devices than heads; latent projections are on every device. */
static double attention_per_layer(const gpucost__memory_setting *s)
{
    const gpucost_architecture *m = s->model;
    double all = (double)s->count->attention / s->layers, h = (double)m->hidden;
    if (m->kv_lora_rank) {
        double latent = gpucost__least(all, h * (double)(m->q_lora_rank + m->kv_lora_rank + m->qk_rope_dim));
        return latent + (all - latent) / s->tensor;
    }
    double kv = gpucost__least(all, gpucost__attending_share(m) * 2 * h * (double)m->kv_heads * (double)m->head_dim);
    return (all - kv) / s->tensor + kv / gpucost__least(s->tensor, (double)m->kv_heads);
}

static double head_parameters(const gpucost__memory_setting *s)
{
    const gpucost_architecture *m = s->model;
    /* A tied head on a stage of its own is a copy of the embedding table. */
    double copy = 0;
    if (m->output_head && m->tied_embeddings && s->pipeline > 1)
        copy = (double)m->vocabulary * (double)(m->embedding_dim ? m->embedding_dim : m->hidden);
    return (double)s->count->head + copy;
}

gpucost__memory_shard gpucost__memory_shard_of(const gpucost__memory_setting *s, const gpucost__memory_stage *stage)
{
    const gpucost_parameters *count = s->count;
    double dense, shared, share = stage->layers / s->layers, all = gpucost__memory_expert_layers(s->model);
    mlp_per_layer(s, &dense, &shared);
    double dense_layers = stage->layers - stage->expert_layers;
    gpucost__memory_shard shard = {
        .linear = stage->layers * attention_per_layer(s) +
                  (dense_layers * dense + stage->expert_layers * shared +
                   share * ((double)count->extra + (double)count->recurrent)) / s->tensor,
        .rest = share * (double)count->norms,
    };
    if (all > 0) {
        shard.experts = stage->expert_layers * (double)count->experts / all / s->expert_split;
        shard.rest += stage->expert_layers * (double)count->router / all;
    }
    if (stage->embedding) shard.tables += ((double)count->embedding + (double)count->tower) / s->tensor;
    if (stage->head) shard.tables += head_parameters(s) / s->tensor;
    return shard;
}

double gpucost__memory_layer_parameters(const gpucost__memory_setting *s, const gpucost__memory_stage *stage)
{
    double dense, shared, all = gpucost__memory_expert_layers(s->model);
    mlp_per_layer(s, &dense, &shared);
    double mlp = stage->expert_layers < stage->layers ? dense / s->tensor : 0;
    if (stage->expert_layers > 0)
        mlp = gpucost__most(mlp, shared / s->tensor + (double)s->count->experts / all / s->expert_split);
    double recurrent = (double)s->count->recurrent / s->layers / s->tensor;
    return attention_per_layer(s) + mlp + recurrent + (double)s->count->norms / s->layers;
}

double gpucost__memory_weight_bytes(const gpucost__memory_setting *s, const gpucost__memory_shard *shard)
{
    bool sharded = s->zero_stage >= 3;
    double dense = (shard->linear * s->linear_bits + (shard->tables + shard->rest) * s->table_bits) / 8;
    double experts = shard->experts * s->linear_bits / 8;
    return dense / (sharded ? s->shards : 1) + experts / (sharded ? s->expert_shards : 1);
}

/* Adafactor keeps a row and a column of fp32 factors per matrix, so per layer (rows + columns) of each matrix.
   Source: shazeer2018 section 4. */
static double adafactor_share(const gpucost__memory_setting *s)
{
    const gpucost_architecture *m = s->model;
    double h = (double)m->hidden, q = (double)(m->heads * m->head_dim), kv = (double)(m->kv_heads * m->head_dim);
    double matrices = m->gated_mlp ? 3 : 2, experts = gpucost__memory_expert_layers(m);
    double attention = s->layers * (2 * (h + q) + 2 * (h + kv));
    double mlp = (s->layers - experts) * matrices * (h + (double)m->ffn);
    double routed = experts * (double)m->experts * matrices * (h + (double)m->expert_ffn);
    double tables = (m->tied_embeddings ? 1 : 2) * (h + (double)m->vocabulary);
    return (attention + mlp + routed + tables) / (double)s->count->total;
}

/* What is trained has no fp32 copy. */
static bool in_place(const gpucost__memory_setting *s)
{
    return s->work->master_weights == GPUCOST_MASTER_NONE && s->work->framework != GPUCOST_FRAMEWORK_AUTO;
}

/* Bytes of states per parameter; `table_bytes` for embedding and head when they differ. */
static double state_bytes(const gpucost__memory_setting *s, double format_bytes, double *table_bytes)
{
    double bytes = 0;
    *table_bytes = -1;
    switch (s->work->optimizer) {
    case GPUCOST_OPTIMIZER_ADAMW: /* torch.optim makes states in the format of what it updates */
        bytes = in_place(s) ? 2 * format_bytes : 8;
        break;
    case GPUCOST_OPTIMIZER_ADAMW_8BIT: /* two bytes and an fp32 scale per 1024: dettmers2022 section 2 */
        bytes = 2 * (1 + 4.0 / 1024);
        break;
    case GPUCOST_OPTIMIZER_ADAMW_BF16: bytes = 2 * format_bytes; break;
    case GPUCOST_OPTIMIZER_ADAFACTOR: bytes = 4 * adafactor_share(s); break;
    case GPUCOST_OPTIMIZER_LION:
    case GPUCOST_OPTIMIZER_MOMENTUM: bytes = 4; break;
    case GPUCOST_OPTIMIZER_MUON: /* one momentum per matrix; AdamW for embedding and head */
        bytes = 4;
        *table_bytes = 8;
        break;
    default: break; /* SGD keeps nothing */
    }
    if (*table_bytes < 0) *table_bytes = bytes;
    return bytes;
}

static bool has_master(const gpucost__memory_setting *s, double format_bytes)
{
    if (format_bytes > 2 || s->work->master_weights == GPUCOST_MASTER_NONE) return false;
    if (s->work->master_weights == GPUCOST_MASTER_FP32) return true;
    return s->work->kind == GPUCOST_WORKLOAD_TRAINING && s->work->optimizer != GPUCOST_OPTIMIZER_ADAMW_BF16;
}

/* ZeRO stage 1 shards states and master weights, 2 the gradients too (rajbhandari2020, section 5). Mixed-precision Adam
   in 16 bits is 2 + 2 + 4 + 8 bytes per parameter. */
void gpucost__memory_states(const gpucost__memory_setting *s, double dense, double experts, double tables,
                            double format_bytes, gpucost__memory_parts *parts)
{
    double table_bytes, each = state_bytes(s, format_bytes, &table_bytes);
    double d = s->zero_stage >= 1 ? s->shards : 1, expert_d = s->zero_stage >= 1 ? s->expert_shards : 1;
    bool all = s->zero_stage >= 2;
    double gradient = format_bytes;
    if (s->work->gradients == GPUCOST_GRADIENTS_FP32) gradient = 4;
    if (s->work->gradients == GPUCOST_GRADIENTS_AUTO && s->profile->gradient_bytes > 0)
        gradient = s->profile->gradient_bytes;
    parts->gradients += gradient * ((dense + tables) / (all ? d : 1) + experts / (all ? expert_d : 1));
    if (s->work->offload != GPUCOST_OFFLOAD_NONE) return; /* states and master weights are in host memory */
    parts->optimizer += (each * dense + table_bytes * tables) / d + each * experts / expert_d;
    if (has_master(s, format_bytes)) parts->master += 4 * ((dense + tables) / d + experts / expert_d);
}

void gpucost__memory_leave(const gpucost__memory_setting *s, const gpucost__memory_stage *stage,
                           const gpucost__memory_shard *shard, gpucost__memory_parts *parts)
{
    bool away = s->work->offload == GPUCOST_OFFLOAD_WEIGHTS;
    double all = shard->linear + shard->experts + shard->tables + shard->rest;
    if (away) parts->weights = 0;
    if (!away && !s->work->optimizer_in_backward) return;
    double unit = gpucost__most(gpucost__memory_layer_parameters(s, stage), shard->tables);
    parts->gradients *= gpucost__least(1, unit / all);
}
