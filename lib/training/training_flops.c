#include "training/training_flops.h"

#include <string.h>

#include "model/model_handle.h"

static void add_product(gpucost__layer *layer, double k, double n, double visits, double matrices, bool by_rows)
{
    if (k > 0 && n > 0 && visits > 0)
        layer->product[layer->products++] =
            (gpucost__product){.k = k, .n = n, .visits = visits, .matrices = matrices, .by_rows = by_rows};
}

/* Layers that attend and layers with a recurrent mixer are alike in what follows: each is their mean. */
static void add_recurrent(gpucost__layer *layer, const gpucost_architecture *a)
{
    double h = (double)a->hidden, channels = gpucost__recurrent_share(a) * (double)a->recurrent_parameters / h;
    add_product(layer, h, channels, 1, 1, false);
    layer->activation_channels += channels;
}

static void add_attention(gpucost__layer *layer, const gpucost_architecture *a)
{
    double share = gpucost__attending_share(a), h = (double)a->hidden, heads = share * (double)a->heads;
    layer->norm_channels += 5 * h; /* norm: read, write; residual sum: read, read, write */
    add_recurrent(layer, a);
    if (share <= 0) return;
    if (a->kv_lora_rank > 0) { /* deepseek2024: latent attention, expanded to every head in training */
        double rank = (double)a->kv_lora_rank, rope = (double)a->qk_rope_dim, nope = (double)a->qk_nope_dim;
        double value = a->v_head_dim > 0 ? (double)a->v_head_dim : (double)a->head_dim;
        if (a->q_lora_rank > 0) {
            add_product(layer, h, share * (double)a->q_lora_rank, 1, 1, false);
            add_product(layer, (double)a->q_lora_rank, heads * (nope + rope), 1, 1, false);
        } else {
            add_product(layer, h, heads * (nope + rope), 1, 1, false);
        }
        add_product(layer, h, share * (rank + rope), 1, 1, false);
        add_product(layer, rank, heads * (nope + value), 1, 1, false);
        add_product(layer, heads * value, h, 1, 1, true);
        layer->score_dim = nope + rope;
        layer->value_dim = value;
        layer->kv_channels += heads * (nope + rope + value);
    } else {
        double d = (double)a->head_dim, kv = share * (double)a->kv_heads * d;
        add_product(layer, h, (a->attention_gate ? 2 : 1) * heads * d + 2 * kv, 1, 1, false);
        add_product(layer, heads * d, h, 1, 1, true);
        layer->score_dim = layer->value_dim = d;
        layer->kv_channels += 2 * kv;
    }
    layer->heads += heads;
    layer->activation_channels += 2 * heads * layer->score_dim;
}

static void add_feed_forward(gpucost__layer *layer, const gpucost_architecture *a, double width, double visits,
                             double matrices)
{
    double h = (double)a->hidden;
    add_product(layer, h, a->gated_mlp ? 2 * width : width, visits, matrices, false);
    add_product(layer, width, h, visits, matrices, true);
    layer->activation_channels += (a->gated_mlp ? 3 : 2) * width * visits;
}

void gpucost__stack_of(const gpucost_architecture *a, gpucost__stack *stack)
{
    memset(stack, 0, sizeof *stack);
    double h = (double)a->hidden, layers = (double)a->layers, routed = 0;
    if (a->experts > 0) {
        double interval = a->expert_interval > 1 ? (double)a->expert_interval : 1;
        double first = (double)a->dense_layers < layers ? (double)a->dense_layers : layers;
        routed = (layers - first) / interval;
    }
    if (layers - routed > 0) {
        gpucost__layer *dense = &stack->layer[stack->kinds++];
        dense->count = layers - routed;
        dense->causal = a->kind != GPUCOST_MODEL_ENCODER;
        add_attention(dense, a);
        if (a->kind == GPUCOST_MODEL_ENCODER_DECODER) add_attention(dense, a); /* cross attention */
        double fed = layers - routed - (double)a->ffn_free_layers;
        add_feed_forward(dense, a, (double)a->ffn * (fed > 0 ? fed / (layers - routed) : 0), 1, 1);
        dense->norm_channels += 5 * h;
    }
    if (routed > 0) {
        gpucost__layer *sparse = &stack->layer[stack->kinds++];
        double visits = (double)(a->experts_per_token > 0 ? a->experts_per_token : 1);
        sparse->count = routed;
        sparse->routed = true;
        sparse->causal = a->kind != GPUCOST_MODEL_ENCODER;
        add_attention(sparse, a);
        add_product(sparse, h, (double)a->experts, 1, 1, false);
        add_feed_forward(sparse, a, (double)(a->expert_ffn > 0 ? a->expert_ffn : a->ffn), visits, (double)a->experts);
        if (a->shared_ffn > 0) add_feed_forward(sparse, a, (double)a->shared_ffn, 1, 1);
        sparse->norm_channels += 5 * h;
        sparse->routed_channels = visits * h;
    }
    if (a->kind == GPUCOST_MODEL_ENCODER_DECODER && a->encoder_layers > 0) {
        gpucost__layer *encoder = &stack->layer[stack->kinds++];
        encoder->count = (double)a->encoder_layers;
        add_attention(encoder, a);
        add_feed_forward(encoder, a, (double)a->ffn, 1, 1);
        encoder->norm_channels += 5 * h;
    }
    if (a->output_head)
        stack->head = (gpucost__product){.k = a->embedding_dim > 0 ? (double)a->embedding_dim : h,
                                           .n = (double)a->vocabulary,
                                           .visits = 1,
                                           .matrices = 1};
    if (a->sliding_window > 0 && a->sliding_layers > 0) {
        stack->window = (double)a->sliding_window;
        stack->window_share = (double)a->sliding_layers / layers;
    }
}

/* An encoder's head reads masked tokens only [devlin2018, section 3.1]. */
static double head_share(const gpucost__stack *stack)
{
    return stack->layer[0].causal ? 1 : 0.15;
}

double gpucost__stack_active(const gpucost__stack *stack)
{
    double weights = stack->head.k * stack->head.n * head_share(stack);
    for (int i = 0; i < stack->kinds; i++) {
        const gpucost__layer *layer = &stack->layer[i];
        for (int j = 0; j < layer->products; j++)
            weights += layer->count * layer->product[j].k * layer->product[j].n * layer->product[j].visits;
    }
    return weights;
}

double gpucost__stack_keys(const gpucost__stack *stack, double sequence)
{
    double near = stack->window > 0 && stack->window < sequence ? stack->window : sequence;
    return stack->window_share * near + (1 - stack->window_share) * sequence;
}

/*
 * kaplan2020, section 2.1 and narayanan2021, appendix: 2 FLOPs per weight and token forward, twice that backward;
 * 4 x keys x heads x head_dim of attention. hu2021, section 4.2: frozen matrices have no gradient of their own.
 */
void gpucost__flops_of(const gpucost__stack *stack, double sequence, int32_t workload_kind, int32_t recompute,
                       gpucost__flops *flops)
{
    double keys = gpucost__stack_keys(stack, sequence);
    double head = 2 * stack->head.k * stack->head.n * head_share(stack);
    flops->matrix = 2 * gpucost__stack_active(stack);
    flops->attention = 0;
    for (int i = 0; i < stack->kinds; i++) {
        const gpucost__layer *layer = &stack->layer[i];
        flops->attention += layer->count * 2 * keys * layer->heads * (layer->score_dim + layer->value_dim);
    }
    bool frozen = workload_kind == GPUCOST_WORKLOAD_LORA || workload_kind == GPUCOST_WORKLOAD_QLORA;
    flops->passes = workload_kind == GPUCOST_WORKLOAD_INFERENCE ? 1 : frozen ? 2 : 3;
    double attention_passes = workload_kind == GPUCOST_WORKLOAD_INFERENCE ? 1 : 3;
    flops->model = flops->passes * flops->matrix + attention_passes * flops->attention;
    flops->again = recompute == GPUCOST_RECOMPUTE_FULL        ? flops->matrix - head + flops->attention
                   : recompute == GPUCOST_RECOMPUTE_SELECTIVE ? flops->attention
                                                              : 0;
}
