#include "memory/memory_kv.h"
#include "memory/memory_overhead.h"
#include "memory/memory_train.h"

/* Engines prefill at most this many tokens at once, or one whole prompt: default of max_num_batched_tokens in vLLM. */
static const double prefill_tokens = 8192;

static double prefill(const gpucost__memory_setting *s)
{
    double prompt = (double)s->work->prompt_tokens / s->context;
    return gpucost__most(prompt, gpucost__least(prompt * s->batch, prefill_tokens));
}

/* Alive at once in the widest place of a layer: the residual and its norm, then the wider of attention (query, key,
   value, output) and feed-forward layer (gate, up, product). */
static double live_per_token(const gpucost__memory_setting *s, const gpucost__memory_stage *stage)
{
    const gpucost_architecture *m = s->model;
    double e = s->element, h = (double)m->hidden, tensors = m->gated_mlp ? 3 : 2;
    double heads = (double)m->heads / s->tensor, kv = gpucost__most(1, (double)m->kv_heads / s->tensor);
    double attention = 2 * (heads + kv) * (double)m->head_dim;
    if (m->kv_lora_rank)
        attention = 2 * heads * (double)(m->qk_nope_dim + m->qk_rope_dim + m->v_head_dim);
    double mlp = stage->expert_layers < stage->layers ? tensors * (double)m->ffn / s->tensor : 0;
    if (stage->expert_layers > 0) {
        double routed = (double)m->experts_per_token;
        mlp = gpucost__most(mlp, routed * (2 * h + tensors * (double)m->expert_ffn / s->tensor));
    }
    return e * (2 * h + gpucost__most(attention, mlp));
}

gpucost__memory_parts gpucost__memory_infer(const gpucost__memory_setting *s, const gpucost__memory_stage *stage)
{
    const gpucost_architecture *m = s->model;
    gpucost__memory_parts parts = {0};
    gpucost__memory_shard shard = gpucost__memory_shard_of(s, stage);
    double tokens = prefill(s);
    parts.weights = gpucost__memory_weight_bytes(s, &shard);
    parts.kv_cache = gpucost__memory_kv_stage(s, stage);
    parts.activations = tokens * live_per_token(s, stage);
    if (s->work->attention == GPUCOST_ATTENTION_MATERIALISED) /* scores and their softmax of one prompt */
        parts.activations += 2 * s->element * (double)m->heads / s->tensor * tokens * (double)s->work->prompt_tokens;
    /* Only the last token of a sequence meets the head: 16-bit logits and their fp32 copy. */
    if (stage->head && m->output_head) parts.logits = 6 * s->batch * (double)m->vocabulary / s->tensor;
    parts.communication = gpucost__memory_communication(s, stage, &shard, 0);
    parts.workspace = gpucost__memory_workspace(s) + gpucost__memory_autocast(s, &shard);
    gpucost__memory_overhead(s, &parts);
    return parts;
}
