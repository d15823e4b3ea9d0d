/*
 * Parameters by block. With h hidden, a heads, g kv heads, d head dim, f width of a feed-forward layer, E experts:
 *
 *   attention     h a d + 2 h g d + a d h, biases (a + 2 g) d and h, query and key norms, a sinks, gate h a d
 *   latent        q: h r_q + r_q + r_q a (n + r), or h a (n + r) without a query rank; kv: h (r_kv + r) + r_kv +
 *                 r_kv a (n + v); output a v h. The lone ranks are the norms of the latents.
 *                 @source{deepseek2024, section 2.1 eq. 9-19}
 *   feed-forward  3 h f gated, 2 h f not; biases 2 f + h or f + h
 *   experts       E of them, a router h E (+ E), shared ones as one feed-forward layer, their gate h
 *   recurrent     what one mixer has, see model_mixer.c; layers may do without attention, or without a feed-forward
 * layer norm          h with a weight, 2 h with a bias too embedding     V e tokens + positions + token types, + e h
 * when the table has its own width e head          V e (+ e h back to the table's width) when not tied, bias V; pooler
 * h h + h
 *
 * A decoder that reads an encoder has a second attention, and one norm more than an encoder layer. Position and type
 * tables are as wide as the embedding table in an encoder (ELECTRA) and as h in a decoder (OPT-350M).
 * A token of text visits everything but towers and the routed experts that it was not sent to.
 */
#include "base/checked.h"
#include "model/model_make.h"

typedef gpucost__int128 wide; /* the limits of the fields keep every product below 2^127 */

/* More would overflow 64 bits once multiplied by bytes per parameter. */
static const wide most_parameters = 10000000000000000;

bool gpucost__layer_has_experts(const gpucost_architecture *a, uint64_t index)
{
    uint64_t interval = a->expert_interval ? a->expert_interval : 1;
    return a->experts > 0 && index >= a->dense_layers && (index + 1) % interval == 0;
}

uint64_t gpucost__expert_layers(const gpucost_architecture *a)
{
    uint64_t count = 0;
    if (a->experts == 0) return 0;
    for (uint64_t i = 0; i < a->layers; i++) count += gpucost__layer_has_experts(a, i);
    return count;
}

static wide attention(const gpucost_architecture *a)
{
    wide h = (wide)a->hidden, heads = (wide)a->heads, kv = (wide)a->kv_heads, d = (wide)a->head_dim, count;
    if (a->kv_lora_rank) {
        wide rope = (wide)a->qk_rope_dim, nope = (wide)a->qk_nope_dim, v = (wide)a->v_head_dim;
        wide q_rank = (wide)a->q_lora_rank, kv_rank = (wide)a->kv_lora_rank;
        count = q_rank ? h * q_rank + q_rank + q_rank * heads * (nope + rope) : h * heads * (nope + rope);
        count += h * (kv_rank + rope) + kv_rank + kv_rank * heads * (nope + v) + heads * v * h;
        if (a->qkv_bias) count += q_rank + kv_rank + rope;
    } else {
        count = h * heads * d * 2 + h * kv * d * 2;
        if (a->qkv_bias) count += (heads + 2 * kv) * d;
    }
    if (a->attention_bias) count += h;
    if (a->attention_gate) count += h * heads * d;
    if (a->attention_sinks) count += heads;
    return count + (wide)a->query_key_norm;
}

static wide feed_forward(const gpucost_architecture *a, uint64_t width, bool bias)
{
    wide h = (wide)a->hidden, f = (wide)width, up = a->gated_mlp ? 2 : 1;
    return (up + 1) * h * f + (bias ? up * f + h : 0);
}

static wide embedding(const gpucost_architecture *a)
{
    wide h = (wide)a->hidden, e = a->embedding_dim ? (wide)a->embedding_dim : h;
    wide position_width = a->kind == GPUCOST_MODEL_ENCODER ? e : h;
    return (wide)a->vocabulary * e + (e == h ? 0 : e * h) +
           ((wide)a->learned_positions + (wide)a->token_types) * position_width;
}

static wide head(const gpucost_architecture *a)
{
    wide h = (wide)a->hidden, e = a->embedding_dim ? (wide)a->embedding_dim : h, vocabulary = (wide)a->vocabulary;
    wide count = a->pooler ? h * h + h : 0;
    if (!a->output_head) return count;
    return count + (a->tied_embeddings ? 0 : vocabulary * e) + (e == h ? 0 : e * h) + (a->head_bias ? vocabulary : 0);
}

gpucost_status gpucost__model_count(const gpucost_architecture *a, gpucost_parameters *parameters, gpucost_error *err)
{
    wide h = (wide)a->hidden, layers = (wide)a->layers, encoder = (wide)a->encoder_layers;
    wide cross = a->kind == GPUCOST_MODEL_ENCODER_DECODER;
    wide sparse = (wide)gpucost__expert_layers(a), dense = layers - sparse, recurrent = (wide)a->recurrent_layers;
    wide attending = layers - (wide)a->attention_free_layers, fed = dense - (wide)a->ffn_free_layers;

    wide one_attention = attention(a) * (1 + cross), one_mlp = feed_forward(a, a->ffn, a->mlp_bias);
    wide one_expert = a->experts ? feed_forward(a, a->expert_ffn, a->expert_bias) : 0;
    wide one_shared = a->shared_ffn ? feed_forward(a, a->shared_ffn, a->expert_bias) : 0;
    wide one_router = (h + (a->router_bias ? 1 : 0)) * (wide)a->experts + (a->shared_gate ? h : 0);
    wide one_norm = a->norm == GPUCOST_NORM_RMS ? h : a->norm == GPUCOST_NORM_LAYER ? 2 * h : 0;
    wide one_norms = one_norm * (wide)a->layer_norms;

    wide parts[] = {
        embedding(a),
        (attending - (wide)a->attention_reused) * one_attention + encoder * attention(a),
        (fed + encoder) * one_mlp + sparse * one_shared,
        sparse * (wide)a->experts * one_expert,
        sparse * one_router,
        layers * one_norms + encoder * (one_norms - one_norm) + one_norm * (wide)a->outer_norms,
        head(a),
        (wide)a->extra_parameters,
        recurrent * (wide)a->recurrent_parameters,
        (wide)a->tower_parameters,
    };
    wide total = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) total += parts[i];
    if (total > most_parameters)
        return gpucost__fail(err, GPUCOST_E_RANGE, "the sizes make more than 1e16 parameters");

    wide one_mixer = recurrent ? (wide)a->recurrent_parameters : 0;
    if (attending + recurrent > layers) /* side by side in some layer */
        one_mixer += one_attention;
    else if (attending && one_attention > one_mixer)
        one_mixer = one_attention;
    wide dense_layer = dense || !layers ? one_mixer + (fed ? one_mlp : 0) + one_norms : 0;
    wide sparse_layer = sparse ? one_mixer + one_norms + (wide)a->experts * one_expert + one_shared + one_router : 0;
    wide unvisited = sparse * ((wide)a->experts - (wide)a->experts_per_token) * one_expert;
    *parameters = (gpucost_parameters){
        .size = sizeof *parameters,
        .embedding = (uint64_t)parts[0],
        .attention = (uint64_t)parts[1],
        .mlp = (uint64_t)parts[2],
        .experts = (uint64_t)parts[3],
        .router = (uint64_t)parts[4],
        .norms = (uint64_t)parts[5],
        .head = (uint64_t)parts[6],
        .extra = (uint64_t)parts[7],
        .recurrent = (uint64_t)parts[8],
        .tower = (uint64_t)parts[9],
        .total = (uint64_t)total,
        .active = (uint64_t)(total - unvisited - (wide)a->tower_parameters),
        .layer_largest = (uint64_t)(dense_layer > sparse_layer ? dense_layer : sparse_layer),
    };
    return GPUCOST_OK;
}
