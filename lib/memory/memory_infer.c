#include "memory/memory_kv.h"
#include "memory/memory_overhead.h"
#include "memory/memory_train.h"

/* Tokens in one pass: as many of the prompts as the engine takes at once, but a prompt is cut only where it was asked
   for or the engine's buffers are fixed. */
static double prefill(const gpucost__memory_setting *s)
{
    double prompt = (double)s->work->prompt_tokens / s->context, most = s->profile->prefill_tokens;
    if (s->work->prefill_chunk) return gpucost__least(prompt * s->batch, (double)s->work->prefill_chunk);
    if (s->profile->static_graph) return gpucost__least(prompt * s->batch, most);
    return most > 0 ? gpucost__most(prompt, gpucost__least(prompt * s->batch, most)) : prompt * s->batch;
}

/* Alive at once in the widest place of a layer: the residual and its norm, then the wider of attention (query, key,
   value, output) and feed-forward layer (gate, up, product). */
static double live_per_token(const gpucost__memory_setting *s, const gpucost__memory_stage *stage)
{
    const gpucost_architecture *m = s->model;
    double e = s->element, h = (double)m->hidden, tensors = m->gated_mlp ? 3 : 2;
    double heads = (double)m->heads / s->tensor, kv = gpucost__most(1, (double)m->kv_heads / s->tensor);
    double attention = 2 * (heads + kv) * (double)m->head_dim;
    if (m->kv_lora_rank) attention = 2 * heads * (double)(m->qk_nope_dim + m->qk_rope_dim + m->v_head_dim);
    double mlp = stage->expert_layers < stage->layers ? tensors * (double)m->ffn / s->tensor : 0;
    if (stage->expert_layers > 0) {
        double routed = (double)m->experts_per_token;
        mlp = gpucost__most(mlp, routed * (2 * h + tensors * (double)m->expert_ffn / s->tensor));
    }
    /* a recurrent mixer has a channel for every row of its matrices */
    double mixer = m->recurrent_layers ? (double)m->recurrent_parameters / h / s->tensor : 0;
    if (stage->attending_layers > 0) mixer = gpucost__most(mixer, attention);
    return e * (2 * h + gpucost__most(mixer, mlp));
}

/* Scores and their softmax of the prompts that run. */
static double scores(const gpucost__memory_setting *s, double tokens)
{
    if (s->work->attention != GPUCOST_ATTENTION_MATERIALISED) return 0;
    return 2 * s->element * (double)s->model->heads / s->tensor * tokens * (double)s->work->prompt_tokens;
}

static bool all_logits(const gpucost__memory_setting *s)
{
    int32_t asked = s->work->prefill_logits;
    return asked == GPUCOST_PREFILL_LOGITS_ALL || (asked == GPUCOST_PREFILL_LOGITS_AUTO && s->profile->whole_prompt);
}

/* Tensors alive while a prompt runs: the widest layer, or the logits once the layers are done. */
static void prompt(const gpucost__memory_setting *s, const gpucost__memory_stage *stage, gpucost__memory_parts *parts)
{
    double tokens = prefill(s), rows = s->batch;
    parts->activations = tokens * live_per_token(s, stage) + scores(s, tokens);
    if (!stage->head || !s->model->output_head) return;
    double vocabulary = (double)s->model->vocabulary / s->tensor;
    if (all_logits(s)) { /* the head comes after the layers; of a layer only its output is left */
        parts->logits = 6 * tokens * vocabulary;
        parts->activations = gpucost__most(0, parts->activations - parts->logits);
    } else if (s->profile->sampler_bytes > 0) { /* gathered on every device, after the prompt */
        parts->logits = s->profile->sampler_bytes * rows * (double)s->model->vocabulary;
        parts->activations = gpucost__most(0, parts->activations - parts->logits);
    } else { /* 16-bit logits and their fp32 copy of the last token of each sequence */
        parts->logits = 6 * rows * vocabulary;
    }
}

/* Before 4.45 transformers copied the cache at every token, and kept the logits of the prompt, in fp32, over the
   first. The peak is the largest of three moments: the prompt's logits, its first token, its last. */
static void growing(const gpucost__memory_setting *s, const gpucost__memory_stage *stage, gpucost__memory_parts *parts)
{
    const gpucost_architecture *m = s->model;
    double prompt = (double)s->work->prompt_tokens / s->context;
    double start = gpucost__memory_kv_stage(s, stage, prompt), end = parts->kv_cache;
    double first = stage->head && all_logits(s) ? parts->logits * 4 / 6 : 0;
    double at_prompt = start + parts->activations + parts->logits;
    if (2 * end >= gpucost__most(at_prompt, 2 * start + first)) {
        parts->activations = parts->logits = 0;
        parts->workspace += end;
    } else {
        parts->kv_cache = start;
        if (2 * start + first > at_prompt) {
            parts->activations = 0;
            parts->logits = first;
            parts->workspace += start;
        }
    }
    double rotary = m->learned_positions ? 0 : 2 * s->element * (double)m->head_dim;
    parts->workspace += stage->layers * rotary * (double)m->context_length;
}

/* Attention over latents. Flash kernels read the heads' own keys and values: the latents of the whole context are
   expanded into 16 bits, by fp32 products of at most 512 MiB (attn_max_batch of ik_llama.cpp in most of its logs), and
   the keys of one such piece are copied beside their rotary part. Without, the scores are taken on the latents
   themselves. */
static double latent_attention(const gpucost__memory_setting *s, double u, double length)
{
    const gpucost_architecture *m = s->model;
    double a = (double)m->heads / s->tensor, v = (double)m->v_head_dim, expanded = (double)m->qk_nope_dim + v;
    double key = (double)(m->qk_nope_dim + m->qk_rope_dim);
    if (s->work->attention == GPUCOST_ATTENTION_MATERIALISED)
        return 4 * a * u * length + 8 * a * u * (double)m->kv_lora_rank;
    double product = 4 * a * expanded * length, piece = gpucost__least(product, 512.0 * 1048576);
    double copied = product > piece ? piece * key / (2 * expanded) : 0;
    return 2 * a * (key + v) * length + piece + copied + 4 * a * u * (key + v);
}

/* llama.cpp reserves one buffer for the widest moment of its graph, in fp32 and for a whole micro-batch of u tokens:
   output 4 u V or attention, with two residuals of 4 u h. Exact on logs of Qwen3 30B and 235B, within 10 % on most of
   DeepSeek on one card (ik_llama.cpp, 8k to 150k tokens). */
static void compute_buffer(const gpucost__memory_setting *s, gpucost__memory_parts *parts)
{
    const gpucost_architecture *m = s->model;
    double u = prefill(s), a = (double)m->heads / s->tensor, length = s->sequence * s->batch, inner = 0;
    if (m->kv_lora_rank && !s->work->kv_expanded)
        inner = latent_attention(s, u, length);
    else if (s->work->attention == GPUCOST_ATTENTION_MATERIALISED)
        inner = 4 * a * u * length;
    parts->logits = m->output_head ? 4 * u * (double)m->vocabulary : 0;
    parts->activations = 8 * u * (double)m->hidden + gpucost__most(0, inner - parts->logits);
}

gpucost__memory_parts gpucost__memory_infer(const gpucost__memory_setting *s, const gpucost__memory_stage *stage)
{
    gpucost__memory_parts parts = {0};
    gpucost__memory_shard shard = gpucost__memory_shard_of(s, stage);
    parts.weights = gpucost__memory_weight_bytes(s, &shard);
    parts.kv_cache = gpucost__memory_kv_stage(s, stage, s->sequence);
    if (s->profile->static_graph)
        compute_buffer(s, &parts);
    else
        prompt(s, stage, &parts);
    parts.communication = gpucost__memory_communication(s, stage, &shard, 0);
    parts.workspace = gpucost__memory_workspace(s) + gpucost__memory_autocast(s, &shard);
    if (s->profile->whole_prompt) growing(s, stage, &parts);
    gpucost__memory_leave(s, stage, &shard, &parts);
    gpucost__memory_overhead(s, &parts);
    return parts;
}
