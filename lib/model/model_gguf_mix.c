/*
 * The mixes that llama.cpp writes, tensor by tensor. Matrices get the base type of the mix but for the places below;
 * norms, biases and routers stay in 32 bits; a row that a block of 256 does not divide gets a type of blocks of 32.
 *
 * "Favoured" layers are the first and last eighth and every third one between. Mixes below four bits, and q4_0 and
 * q5_0, are taken as made with an importance matrix, as published files are.
 *
 * @source{gguf2024, src/llama-quant.cpp at 007dbbf}, compared with published file sizes: 22 mixes of Llama-3.1-8B to
 * all five digits that are published.
 */
#include "model/model_gguf_mix.h"

#include <string.h>

#include "base/name.h"
#include "model/model_gguf_type.h"

#define SAME(type_name, type) {.name = (type_name), .base = (type), .head = GGUF_Q6_K}
#define LEAST(type_name, type, embedding_type, ...) \
    {.name = (type_name), .base = (type), .head = GGUF_Q5_K, .embedding = (embedding_type), .least = true, \
     .value_shared = GGUF_Q4_K, .output_of_8 = GGUF_Q5_K, __VA_ARGS__}

static const gpucost__gguf_mix mixes[] = {
    {.name = "q8_0", .base = GGUF_Q8_0, .head = GGUF_Q8_0},
    SAME("q6_k", GGUF_Q6_K),
    SAME("q4_1", GGUF_Q4_1),
    SAME("q5_1", GGUF_Q5_1),
    SAME("q3_k_s", GGUF_Q3_K),
    SAME("q5_k_s", GGUF_Q5_K),
    {.name = "q4_0", .base = GGUF_Q4_0, .head = GGUF_Q6_K, .down_early = GGUF_Q4_1},
    {.name = "q5_0", .base = GGUF_Q5_0, .head = GGUF_Q6_K, .down_early = GGUF_Q5_1},
    {.name = "q5_k_m", .base = GGUF_Q5_K, .head = GGUF_Q6_K, .value_more = GGUF_Q6_K, .down_more = GGUF_Q6_K,
     .fused = GGUF_Q6_K},
    {.name = "q4_k_m", .base = GGUF_Q4_K, .head = GGUF_Q6_K, .value_more = GGUF_Q6_K, .down_more = GGUF_Q6_K,
     .fused = GGUF_Q5_K, .output_of_8 = GGUF_Q5_K},
    {.name = "q4_k_s", .base = GGUF_Q4_K, .head = GGUF_Q6_K, .value_first = GGUF_Q5_K, .value_first_layers = 4,
     .down_early = GGUF_Q5_K, .output_of_8 = GGUF_Q5_K},
    {.name = "q3_k_l", .base = GGUF_Q3_K, .head = GGUF_Q6_K, .value = GGUF_Q5_K, .fused = GGUF_Q4_K, .down = GGUF_Q5_K,
     .output = GGUF_Q5_K, .output_of_8 = GGUF_Q3_K},
    {.name = "q3_k_m", .base = GGUF_Q3_K, .head = GGUF_Q6_K, .value = GGUF_Q4_K, .value_first = GGUF_Q5_K,
     .value_first_layers = 2, .fused = GGUF_Q4_K, .down = GGUF_Q4_K, .output = GGUF_Q4_K, .output_of_8 = GGUF_Q5_K},
    {.name = "q2_k", .base = GGUF_Q2_K, .head = GGUF_Q6_K, .value = GGUF_Q3_K, .value_shared = GGUF_Q4_K,
     .down = GGUF_Q3_K, .output = GGUF_Q3_K, .output_of_8 = GGUF_Q5_K},
    {.name = "q2_k_s", .base = GGUF_Q2_K, .head = GGUF_Q6_K, .value_shared = GGUF_Q4_K, .down_early = GGUF_Q4_K},
    {.name = "iq4_nl", .base = GGUF_IQ4_NL, .head = GGUF_Q6_K, .value_shared = GGUF_Q5_K, .output_of_8 = GGUF_Q5_K},
    {.name = "iq4_xs", .base = GGUF_IQ4_XS, .head = GGUF_Q6_K, .value_shared = GGUF_Q5_K, .output_of_8 = GGUF_Q5_K},
    {.name = "iq3_m", .base = GGUF_IQ3_S, .head = GGUF_Q6_K, .value = GGUF_Q4_K, .fused = GGUF_Q4_K,
     .down_early = GGUF_Q4_K, .down_more_of_8 = GGUF_Q4_K, .output = GGUF_Q4_K, .output_of_8 = GGUF_Q5_K},
    {.name = "iq3_s", .base = GGUF_IQ3_S, .head = GGUF_Q6_K, .value_shared = GGUF_Q4_K, .output_of_8 = GGUF_Q5_K},
    {.name = "iq3_xs", .base = GGUF_IQ3_S, .head = GGUF_Q6_K, .query = GGUF_IQ3_XXS, .key = GGUF_IQ3_XXS,
     .value_shared = GGUF_Q4_K, .up_middle = GGUF_IQ3_XXS, .output_of_8 = GGUF_Q5_K},
    {.name = "iq3_xxs", .base = GGUF_IQ3_XXS, .head = GGUF_Q5_K, .embedding = GGUF_IQ3_S, .query = GGUF_IQ2_S,
     .key = GGUF_IQ2_S, .value_shared = GGUF_Q4_K, .output = GGUF_IQ3_S, .output_of_8 = GGUF_Q5_K},
    LEAST("iq2_m", GGUF_IQ2_S, GGUF_IQ3_S, .value = GGUF_IQ3_S, .down_early = GGUF_IQ3_S, .output = GGUF_IQ3_S),
    LEAST("iq2_s", GGUF_IQ2_XS, GGUF_IQ3_S, .value = GGUF_IQ3_S, .down_early = GGUF_IQ3_S, .output = GGUF_IQ3_S),
    LEAST("iq2_xs", GGUF_IQ2_XS, GGUF_Q2_K, .value = GGUF_Q2_K, .down_early = GGUF_Q2_K),
    LEAST("iq2_xxs", GGUF_IQ2_XXS, GGUF_Q2_K, .value = GGUF_Q2_K, .down_early = GGUF_Q2_K),
    LEAST("iq1_m", GGUF_IQ1_M, GGUF_Q2_K, .value = GGUF_Q2_K, .down_early = GGUF_Q2_K, .output = GGUF_IQ2_XXS),
    LEAST("iq1_s", GGUF_IQ1_S, GGUF_Q2_K, .value = GGUF_Q2_K, .down_early = GGUF_Q2_K, .output = GGUF_IQ2_XXS),
};

const gpucost__gguf_mix *gpucost__gguf_mix_named(const char *name)
{
    for (size_t i = 0; i < sizeof mixes / sizeof *mixes; i++)
        if (strcmp(mixes[i].name, name) == 0) return &mixes[i];
    return NULL;
}

/* Architectures whose converted files hold query, key and value as one tensor. */
static bool is_fused(const gpucost_architecture *a)
{
    return gpucost__name_listed("gpt2;gpt_neox;falcon;bloom;mpt;phi;phi3;qwen;chatglm;gpt_bigcode;dbrx", ';',
                                a->model_type);
}

static bool is_favoured(uint64_t layer, uint64_t layers)
{
    return layer < layers / 8 || layer >= 7 * layers / 8 || (layer - layers / 8) % 3 == 2;
}

/* llama.cpp tells the 70B models of Llama and Qwen by their 80 layers. */
static bool is_70b(const gpucost_architecture *a)
{
    return a->layers == 80 && a->kv_heads < a->heads && gpucost__name_listed("llama;qwen2", ';', a->model_type);
}

static uint8_t or_base(const gpucost__gguf_mix *mix, uint8_t type)
{
    return type ? type : mix->base;
}

static uint8_t head_type(const gpucost__gguf_mix *mix, const gpucost_architecture *a)
{
    bool whole = a->hidden % gpucost__gguf_type_at(mix->base)->block_weights == 0;
    return whole && strcmp(a->model_type, "falcon") != 0 ? mix->head : GGUF_Q8_0;
}

static uint8_t key_type(const gpucost__gguf_mix *mix, const gpucost_architecture *a)
{
    if (a->experts == 8) return mix->least ? GGUF_Q4_K : GGUF_Q8_0;
    return or_base(mix, mix->key);
}

static uint8_t value_type(const gpucost__gguf_mix *mix, const gpucost_architecture *a, uint64_t layer)
{
    bool shared = a->heads / a->kv_heads >= 4;
    if (mix->least) return shared || a->experts >= 4 ? mix->value_shared : mix->value;
    if (a->experts == 8) return GGUF_Q8_0;
    uint8_t type = or_base(mix, mix->value);
    if (mix->value_shared && shared) type = mix->value_shared;
    if (layer < mix->value_first_layers) type = mix->value_first;
    if (mix->value_more && is_favoured(layer, a->layers)) type = mix->value_more;
    return is_70b(a) && (type == GGUF_Q3_K || type == GGUF_Q4_K) ? GGUF_Q5_K : type;
}

static uint8_t output_type(const gpucost__gguf_mix *mix, const gpucost_architecture *a)
{
    if (strcmp(a->model_type, "falcon") == 0) return strcmp(mix->name, "q3_k_l") == 0 ? GGUF_Q4_K : mix->base;
    if (a->experts == 8) return or_base(mix, mix->output_of_8);
    return or_base(mix, mix->output);
}

static uint8_t down_type(const gpucost__gguf_mix *mix, const gpucost_architecture *a, uint64_t layer)
{
    bool favoured = is_favoured(layer, a->layers), early = layer < a->layers / 8;
    if (strcmp(a->model_type, "falcon") == 0) { /* which has its own rule for the mixes of most use */
        if (strcmp(mix->name, "q4_k_m") == 0)
            return layer < a->layers / 16 ? GGUF_Q6_K : favoured ? GGUF_Q5_K : GGUF_Q4_K;
        if (strcmp(mix->name, "q3_k_m") == 0)
            return layer < a->layers / 16 ? GGUF_Q5_K : favoured ? GGUF_Q4_K : GGUF_Q3_K;
        if (strcmp(mix->name, "q3_k_l") == 0) return GGUF_Q4_K;
        if (strcmp(mix->name, "q4_k_s") == 0) return GGUF_Q4_K;
    } else if (strcmp(mix->name, "q3_k_m") == 0 && layer < a->layers / 16) {
        return GGUF_Q5_K;
    }
    if (mix->down_early && early) return mix->down_early;
    if (mix->down_more && favoured) return mix->down_more;
    if (mix->down_more_of_8 && favoured && a->experts == 8) return mix->down_more_of_8;
    return or_base(mix, mix->down);
}

typedef struct {
    gpucost__int128 bytes, weights; /* of matrices so far */
} sum;

static void add(sum *s, uint8_t type, uint64_t columns, uint64_t rows, uint64_t times)
{
    gpucost__int128 weights = (gpucost__int128)columns * (gpucost__int128)rows;
    s->bytes += (gpucost__int128)gpucost__gguf_matrix_bytes(type, columns, columns * rows) * (gpucost__int128)times;
    s->weights += weights * (gpucost__int128)times;
}

static void add_attention(sum *s, const gpucost__gguf_mix *mix, const gpucost_architecture *a, uint64_t layer)
{
    uint64_t h = a->hidden, q = a->heads * a->head_dim, kv = a->kv_heads * a->head_dim;
    if (a->kv_lora_rank) { /* @source{deepseek2024, section 2.1 eq. 9-19}: latents down and up */
        uint64_t queries = a->heads * (a->qk_nope_dim + a->qk_rope_dim);
        if (a->q_lora_rank) {
            add(s, mix->base, h, a->q_lora_rank, 1);
            add(s, mix->base, a->q_lora_rank, queries, 1);
        } else {
            add(s, or_base(mix, mix->query), h, queries, 1);
        }
        add(s, mix->base, h, a->kv_lora_rank + a->qk_rope_dim, 1);
        add(s, mix->base, a->kv_lora_rank, a->heads * (a->qk_nope_dim + a->v_head_dim), 1);
        q = a->heads * a->v_head_dim;
    } else if (is_fused(a)) {
        add(s, or_base(mix, mix->fused), h, q + 2 * kv, 1);
    } else {
        add(s, or_base(mix, mix->query), h, q, 1);
        add(s, key_type(mix, a), h, kv, 1);
        add(s, value_type(mix, a, layer), h, kv, 1);
    }
    add(s, output_type(mix, a), q, h, 1);
}

static void add_feed_forward(sum *s, const gpucost__gguf_mix *mix, const gpucost_architecture *a, uint64_t layer,
                             uint64_t width, uint64_t times)
{
    bool middle = layer >= a->layers / 8 && layer < 7 * a->layers / 8;
    add(s, or_base(mix, middle ? mix->up_middle : 0), a->hidden, width, (a->gated_mlp ? 2 : 1) * times);
    add(s, down_type(mix, a, layer), width, a->hidden, times);
}

/* Is layer i one of `some` that are spread evenly over all? */
static bool is_among(uint64_t i, uint64_t some, uint64_t all)
{
    return (i + 1) * some / all > i * some / all;
}

/* Towers are in a file of their own, in 16 bits; what is no matrix is in 32. */
gpucost__int128 gpucost__gguf_mix_bytes(const gpucost__gguf_mix *mix, const gpucost_model *model)
{
    const gpucost_architecture *a = &model->architecture;
    sum s = {0, 0};
    if (a->vocabulary) {
        bool tied = a->tied_embeddings || !a->output_head;
        add(&s, tied && a->output_head ? head_type(mix, a) : or_base(mix, mix->embedding), a->embedding_dim,
            a->vocabulary, 1);
        if (!tied) add(&s, head_type(mix, a), a->embedding_dim, a->vocabulary, 1);
    }
    for (uint64_t i = 0; i < a->layers + a->encoder_layers; i++) {
        uint64_t layer = i < a->layers ? i : i - a->layers;
        uint64_t attending = a->layers - a->attention_free_layers - a->attention_reused;
        if (is_among(layer, attending, a->layers)) add_attention(&s, mix, a, layer);
        if (is_among(layer, a->recurrent_layers, a->layers))
            add(&s, mix->base, a->hidden, a->recurrent_parameters / a->hidden, 1);
        if (i < a->layers && a->kind == GPUCOST_MODEL_ENCODER_DECODER) add_attention(&s, mix, a, layer);
        if (i < a->layers && gpucost__layer_has_experts(a, i)) {
            add_feed_forward(&s, mix, a, layer, a->expert_ffn, a->experts);
            if (a->shared_ffn) add_feed_forward(&s, mix, a, layer, a->shared_ffn, 1);
        } else if (is_among(layer, a->layers - a->ffn_free_layers, a->layers)) {
            add_feed_forward(&s, mix, a, layer, a->ffn, 1);
        }
    }
    if (a->recurrent_layers) add(&s, mix->base, a->hidden, a->extra_parameters / a->hidden, 1); /* blocks they share */
    gpucost__int128 tower = (gpucost__int128)a->tower_parameters;
    gpucost__int128 rest = (gpucost__int128)model->parameters.total - tower - s.weights;
    return s.bytes + tower * 2 + (rest > 0 ? rest : 0) * 4;
}
