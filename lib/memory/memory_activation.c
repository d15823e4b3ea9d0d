/* Bytes per tensor follow korthikanti2022 section 4, whose layer (layer norms, a feed-forward layer four times as wide,
   GELU, three dropouts) gives sbh(34 + 5as/h). Every other layer is the same count over the tensors that its operators
   store. */
#include "memory/memory_activation.h"

#include "base/error.h"
#include "memory/memory_table.h"
#include "model/model_handle.h"
#include "parallelism/parallelism_table.h"

/* Per token: what lies whole on each device of a tensor group, and what the group splits. */
typedef struct kept {
    double whole, split;
} kept;

/* RMS norms compute in fp32 and keep the fp32 copy of their input; fused layer norms keep the input itself.
   Source: autograd graph of LlamaRMSNorm in huggingface/transformers, of apex FusedLayerNorm. */
static double norm_input(const gpucost__memory_setting *s)
{
    return s->model->norm == GPUCOST_NORM_RMS && !s->profile->fused_layer ? 4 : s->element;
}

static double norms_per_layer(const gpucost_architecture *m)
{
    return m->layer_norms ? (double)m->layer_norms : 2; /* norms without weights are not counted in the model */
}

/* Query, key, value and the output of the heads, then the scores: softmax output, dropout mask and dropout output when
   they are in memory, 4 bytes of log-sum-exp per head and token when they are not (dao2022). */
static void attention(const gpucost__memory_setting *s, int32_t recompute, kept *k)
{
    const gpucost_architecture *m = s->model;
    double e = s->element, a = (double)m->heads / s->tensor, dropout = m->dropout ? 1 : 0, bytes = 0;
    if (m->kv_lora_rank) {
        double qk = (double)(m->qk_nope_dim + m->qk_rope_dim), v = (double)m->v_head_dim;
        bytes += e * a * (2 * qk + 2 * v);
        k->whole += (double)(m->q_lora_rank + m->kv_lora_rank) * (norm_input(s) + e) + e * (double)m->qk_rope_dim;
    } else {
        double d = (double)m->head_dim, kv = gpucost__most(1, (double)m->kv_heads / s->tensor);
        double heads = 2 * a + 2 * kv;
        if (s->profile->joint_attention) heads = m->kv_heads < m->heads ? 4 * a : 6 * a;
        bytes += e * d * heads;
    }
    if (s->work->attention == GPUCOST_ATTENTION_MATERIALISED) {
        if (recompute != GPUCOST_RECOMPUTE_SELECTIVE) bytes += a * s->whole_sequence * (e + dropout * (1 + e));
    } else {
        bytes += 4 * a;
    }
    if (m->kind == GPUCOST_MODEL_ENCODER_DECODER) /* decoder layers attend twice */
        bytes *= 1 + (double)m->layers / s->layers;
    k->split += bytes;
}

/* Input of the activation function and its output; gated layers keep gate, up, act(gate) and the product, which is the
   input of the last matrix. */
static double mlp_width(const gpucost__memory_setting *s, int32_t inputs)
{
    double tensors = !s->model->gated_mlp ? 2 : s->profile->fused_layer ? 3 : 4;
    return inputs == GPUCOST__INPUTS_ATTENTION ? tensors - 1 : inputs == GPUCOST__INPUTS_ALL ? tensors : tensors + 1;
}

/* What the adapters of a layer keep: masks of their dropout, whose results take the place of their inputs; DoRA, to
   find the gradient of magnitudes, what its matrix gives and, in fp32, what its adapter gives (huggingface/peft
   tuners/lora/dora.py). */
static double adapters(const gpucost__memory_setting *s, bool expert_layer)
{
    const gpucost_architecture *m = s->model;
    const gpucost_workload *w = s->work;
    if (w->kind != GPUCOST_WORKLOAD_LORA && w->kind != GPUCOST_WORKLOAD_QLORA) return 0;
    double h = (double)m->hidden, heads = (double)(m->heads * m->head_dim), kv = (double)(m->kv_heads * m->head_dim);
    double f = expert_layer ? (double)(m->experts_per_token * m->expert_ffn + m->shared_ffn) : (double)m->ffn;
    bool some = w->lora_targets == 2, all = w->lora_targets == 0;
    double in = s->profile->joint_attention ? h : some ? 2 * h : 3 * h, out = some ? heads + kv : heads + 2 * kv + h;
    if (!some) in += heads;
    if (all) {
        in += (m->gated_mlp ? 2 : 1) * h + f;
        out += (m->gated_mlp ? 2 : 1) * f + h;
    }
    return (w->lora_dropout ? in : 0) + (w->dora ? (s->element + 4) * out : 0);
}

/* Selective recomputation of torchtitan: input of the layer, output of attention and of every second matrix product,
   which are query, value, the first of the feed-forward layer and, when that is gated, the last. */
static double every_second(const gpucost__memory_setting *s, bool expert_layer)
{
    const gpucost_architecture *m = s->model;
    double h = (double)m->hidden, heads = (double)(m->heads * m->head_dim), kv = (double)(m->kv_heads * m->head_dim);
    double f = expert_layer ? (double)(m->experts_per_token * m->expert_ffn + m->shared_ffn) : (double)m->ffn;
    double width = h / s->norm_split + (2 * heads + kv + f) / s->tensor + (m->gated_mlp ? h / s->norm_split : 0);
    return s->element * width + 4 * (double)m->heads / s->tensor;
}

static void mlp(const gpucost__memory_setting *s, bool expert_layer, int32_t inputs, kept *k)
{
    const gpucost_architecture *m = s->model;
    double e = s->element, width = mlp_width(s, inputs), h = (double)m->hidden;
    if (!expert_layer) {
        k->split += e * width * (double)m->ffn / s->tensor;
        return;
    }
    double routed = (double)m->experts_per_token;
    /* Tokens are copied to their experts, and the experts' outputs are kept to weigh them. */
    k->whole += e * routed * h * (inputs == GPUCOST__INPUTS_ATTENTION ? 1 : 2) + 4 * (double)m->experts;
    k->split += e * width * (routed * (double)m->expert_ffn + (double)m->shared_ffn) / s->tensor;
}

double gpucost__memory_layer_activation(const gpucost__memory_setting *s, bool expert_layer, int32_t recompute,
                                        int32_t inputs)
{
    const gpucost_architecture *m = s->model;
    double tokens = s->sequence * s->batch, h = (double)m->hidden;
    if (recompute == GPUCOST_RECOMPUTE_FULL) return s->residual * h * tokens / s->norm_split;
    if (recompute == GPUCOST_RECOMPUTE_SELECTIVE && s->profile->every_second)
        return tokens * every_second(s, expert_layer);
    double norms = norms_per_layer(m);
    /* Attention and feed-forward layer read the same input when there is one norm. */
    double branches = norms >= 2 && inputs != GPUCOST__INPUTS_ATTENTION ? 2 : 1;
    kept k = {.whole = h * (norms * norm_input(s) + branches * s->element + (m->dropout ? 2 : 0))};
    if (inputs == GPUCOST__INPUTS_TWICE) k.whole += s->element * (2 * h + (double)(m->heads * m->head_dim));
    attention(s, recompute, &k);
    mlp(s, expert_layer, inputs, &k);
    k.split += adapters(s, expert_layer) / s->tensor;
    return tokens * (k.whole / s->norm_split + k.split);
}

double gpucost__memory_stage_activation(const gpucost__memory_setting *s, const gpucost__memory_stage *stage,
                                        int32_t inputs)
{
    int32_t recompute = s->work->recompute;
    double held =
        (stage->layers - stage->expert_layers) * gpucost__memory_layer_activation(s, false, recompute, inputs);
    if (stage->expert_layers > 0)
        held += stage->expert_layers * gpucost__memory_layer_activation(s, true, recompute, inputs);
    double width = (double)s->model->hidden * s->sequence * s->batch / s->norm_split;
    if (stage->embedding && s->model->dropout) held += width; /* mask of the embedding's dropout */
    double bytes = held * stage->in_flight;
    /* Off the device, a layer on its way out and one on its way back remain. */
    if (s->work->activation_offload) bytes = gpucost__least(bytes, 2 * held / stage->layers);
    /* Last norm and head see one micro-batch at a time: korthikanti2022 section 4.3. */
    if (stage->head) bytes += width * (norm_input(s) + s->element);
    return bytes;
}

gpucost_status gpucost_memory_activation(const gpucost_model *model, const gpucost_parallelism *layout,
                                         const gpucost_memory_activation_options *options, uint64_t *bytes,
                                         gpucost_error *err)
{
    gpucost__clear(err);
    if (!model || !bytes)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, model ? "bytes" : "model", NULL, "must not be NULL");
    gpucost_memory_activation_options ours;
    gpucost_parallelism resolved;
    GPUCOST__TRY(gpucost__struct_in(&gpucost__memory_activation_options_table, options, &ours, err));
    GPUCOST__TRY(gpucost__parallelism_resolve(layout, model, &resolved, err));
    static const gpucost_precision half = {.size = sizeof half, .name = "bf16", .bits_per_weight = 16};
    uint64_t length = model->architecture.context_length;
    gpucost_workload work = {.size = sizeof work,
                             .sequence = ours.sequence ? ours.sequence : length,
                             .micro_batch = ours.micro_batch,
                             .recompute = ours.recompute,
                             .attention = ours.attention};
    gpucost__memory_case input = {
        .model = model, .workload = &work, .layout = &resolved, .weights = &half, .compute = &half, .kv_cache = &half,
        .weight_bits = half.bits_per_weight};
    gpucost__memory_setting setting = gpucost__memory_setting_make(&input);
    bool expert_layer = gpucost__memory_expert_layers(&model->architecture) > 0;
    double count = gpucost__memory_layer_activation(&setting, expert_layer, work.recompute, GPUCOST__INPUTS_ALL);
    if (!(count < 0x1p63)) return gpucost__fail(err, GPUCOST_E_OVERFLOW, "the activations exceed 64 bits");
    *bytes = (uint64_t)count;
    return GPUCOST_OK;
}
