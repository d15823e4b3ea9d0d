/* What single types read beyond the common keys. Sources: as in model_traits.c. */
#include <string.h>

#include "model/model_reader.h"

static const uint64_t most_width = 1000000, most_rows = 1000000000;

static uint64_t count(gpucost__reader *r, const char *key, uint64_t most, uint64_t fallback)
{
    return gpucost__config_count(r, NULL, key, 0, most, fallback);
}

static void all_biases(gpucost_architecture *a, bool on)
{
    a->qkv_bias = a->attention_bias = a->mlp_bias = on;
}

static void query_key_norm(gpucost__reader *r, gpucost_architecture *a, const char *key, bool fallback, int kind)
{
    a->query_key_norm = gpucost__config_flag(r, key, fallback) ? gpucost__query_key_norm(kind, a) : 0;
}

static void apertus(gpucost__reader *r, gpucost_architecture *a)
{
    (void)r;
    a->mlp_bias = 0;
    a->extra_parameters = 2 * a->layers; /* two learned constants of its activation */
}

static void chatglm(gpucost__reader *r, gpucost_architecture *a)
{
    if (gpucost__config_has(r, "inner_hidden_size")) { /* ChatGLM-6B, the first generation */
        a->norm = GPUCOST_NORM_LAYER;
        a->gated_mlp = 0;
        a->tied_embeddings = 1;
        all_biases(a, true);
        return;
    }
    a->kv_heads = gpucost__config_flag(r, "multi_query_attention", false)
                      ? gpucost__config_count(r, "kv_heads", "multi_query_group_num", 1, most_width, 1)
                      : a->heads;
    a->attention_bias = a->mlp_bias = gpucost__config_flag(r, "add_bias_linear", false);
}

static void cohere(gpucost__reader *r, gpucost_architecture *a)
{
    query_key_norm(r, a, "use_qk_norm", false, GPUCOST__NORM_ALL_HEADS);
}

/* "p2c|c2p", or a list of the two */
static uint64_t names_position(gpucost__reader *r, const char *kind)
{
    char pointer[GPUCOST__POINTER_BYTES];
    json_t *value = gpucost__config_find(r, "pos_att_type", pointer), *item;
    size_t index;
    if (json_is_string(value)) return strstr(json_string_value(value), kind) != NULL;
    json_array_foreach(value, index, item)
        if (json_is_string(item) && strcmp(json_string_value(item), kind) == 0) return 1;
    return 0;
}

static void deberta(gpucost__reader *r, gpucost_architecture *a)
{
    uint64_t h = a->hidden;
    if (gpucost__config_flag(r, "position_biased_input", true)) a->learned_positions = a->context_length;
    a->token_types = count(r, "type_vocab_size", most_width, 0);
    if (gpucost__config_flag(r, "relative_attention", false)) {
        uint64_t rows = count(r, "position_buckets", most_rows, 0);
        a->extra_parameters += 2 * (rows ? rows : a->context_length) * h;
        if (strstr(gpucost__config_text(r, "norm_rel_ebd", "none"), "layer_norm")) a->extra_parameters += 2 * h;
        if (!gpucost__config_flag(r, "share_att_key", false)) /* keys (c2p) and queries (p2c) of positions */
            a->extra_parameters += a->layers * (h * h + h) * (names_position(r, "c2p") + names_position(r, "p2c"));
    }
    uint64_t kernel = count(r, "conv_kernel_size", 1000, 0);
    if (kernel) a->extra_parameters += kernel * h * h + h + 2 * h;
}

static void electra(gpucost__reader *r, gpucost_architecture *a)
{
    (void)r;
    uint64_t e = a->embedding_dim ? a->embedding_dim : a->hidden;
    if (e == a->hidden) return;
    a->outer_norms = 0;
    a->extra_parameters = 2 * e + a->hidden; /* the norm is as wide as the table; the projection has a bias */
}

static void falcon(gpucost__reader *r, gpucost_architecture *a)
{
    bool grouped = gpucost__config_flag(r, "new_decoder_architecture", gpucost__config_has(r, "n_head_kv"));
    bool parallel = gpucost__config_flag(r, "parallel_attn", true);
    if (!grouped) a->kv_heads = gpucost__config_flag(r, "multi_query", true) ? 1 : a->heads;
    a->layer_norms = grouped ? gpucost__config_count(r, NULL, "num_ln_in_parallel_attn", 1, 2, 2) : parallel ? 1 : 2;
    all_biases(a, gpucost__config_flag(r, "bias", false));
}

static void gpt_bigcode(gpucost__reader *r, gpucost_architecture *a)
{
    a->kv_heads = gpucost__config_flag(r, "multi_query", true) ? 1 : a->heads;
}

static void internlm(gpucost__reader *r, gpucost_architecture *a)
{
    bool third = strcmp(a->model_type, "internlm3") == 0, on = gpucost__config_flag(r, "bias", !third);
    if (third)
        a->attention_bias = a->mlp_bias = on;
    else
        a->qkv_bias = a->attention_bias = on;
}

static void longformer(gpucost__reader *r, gpucost_architecture *a)
{
    (void)r;
    a->extra_parameters = a->layers * 3 * (a->hidden * a->hidden + a->hidden); /* query, key, value of global tokens */
}

static void mllama(gpucost__reader *r, gpucost_architecture *a)
{
    char pointer[GPUCOST__POINTER_BYTES];
    uint64_t cross = json_array_size(gpucost__config_list(r, "cross_attention_layers", pointer));
    /* eight image tokens have an embedding and no output; a cross-attention layer norms heads and has two gates */
    a->extra_parameters = 8 * a->hidden + cross * (2 * a->head_dim + 2);
}

static void mpnet(gpucost__reader *r, gpucost_architecture *a)
{
    a->extra_parameters = count(r, "relative_attention_num_buckets", most_width, 32) * a->heads;
}

static void mpt(gpucost__reader *r, gpucost_architecture *a)
{
    bool alibi = gpucost__config_flag(r, "attn_config/alibi", true);
    if (alibi || !gpucost__config_flag(r, "learned_pos_emb", true)) a->learned_positions = 0;
    if (gpucost__config_flag(r, "no_bias", true)) {
        all_biases(a, false);
        a->norm = GPUCOST_NORM_RMS; /* a weight alone */
    }
    a->ffn = a->hidden * count(r, "expansion_ratio", 1000, 4);
    if (strcmp(gpucost__config_text(r, "attn_config/attn_type", ""), "multiquery_attention") == 0) a->kv_heads = 1;
}

static void opt(gpucost__reader *r, gpucost_architecture *a)
{
    bool before = gpucost__config_flag(r, "do_layer_norm_before", true);
    if (!before || gpucost__config_flag(r, "_remove_final_layer_norm", false)) a->outer_norms = 0;
    all_biases(a, gpucost__config_flag(r, "enable_bias", true));
    if (!gpucost__config_flag(r, "layer_norm_elementwise_affine", true)) a->norm = GPUCOST_NORM_BARE;
}

static void persimmon(gpucost__reader *r, gpucost_architecture *a)
{
    query_key_norm(r, a, "qk_layernorm", true, GPUCOST__NORM_PER_HEAD);
    a->query_key_norm *= 2; /* weight and bias */
}

static void phi(gpucost__reader *r, gpucost_architecture *a)
{
    query_key_norm(r, a, "qk_layernorm", false, GPUCOST__NORM_PER_HEAD);
    a->query_key_norm *= 2;
}

static void qwen(gpucost__reader *r, gpucost_architecture *a)
{
    (void)r;
    a->ffn /= 2; /* the config counts gate and up together */
}

static void stablelm(gpucost__reader *r, gpucost_architecture *a)
{
    query_key_norm(r, a, "qk_layernorm", false, GPUCOST__NORM_ALL_HEADS);
    if (gpucost__config_flag(r, "use_parallel_residual", false)) a->layer_norms = 1;
}

static void gpt_neox_japanese(gpucost__reader *r, gpucost_architecture *a)
{
    (void)r;
    a->extra_parameters = a->hidden; /* only the last layer has a bias on the attention output */
}

static void modernbert(gpucost__reader *r, gpucost_architecture *a)
{
    if (gpucost__config_flag(r, "norm_bias", false)) a->norm = GPUCOST_NORM_LAYER;
}

/* Positions of Marian and Pegasus are computed once and stored as two tables. */
static void stored_positions(gpucost__reader *r, gpucost_architecture *a)
{
    (void)r;
    a->extra_parameters = 2 * a->context_length * a->hidden;
}

static void t5(gpucost__reader *r, gpucost_architecture *a)
{
    uint64_t buckets = count(r, "relative_attention_num_buckets", most_width, 32);
    bool each_layer = strcmp(a->model_type, "umt5") == 0;
    a->extra_parameters = buckets * a->heads * (each_layer ? a->layers + a->encoder_layers : 2);
    if (!gpucost__config_has(r, "d_kv")) a->head_dim = 64;
    if (gpucost__config_has(r, "feed_forward_proj"))
        a->gated_mlp = strncmp(gpucost__config_text(r, "feed_forward_proj", ""), "gated-", 6) == 0;
    if (!a->context_length) a->context_length = 512; /* the length T5 was trained at; its positions are relative */
}

/* Patches of an image and a first token for it. */
static void vision(gpucost__reader *r, gpucost_architecture *a)
{
    bool clip = strcmp(a->model_type, "clip_vision_model") == 0, dino = strcmp(a->model_type, "dinov2") == 0;
    bool deit = strcmp(a->model_type, "deit") == 0;
    uint64_t image = gpucost__config_count(r, NULL, "image_size", 1, most_width, 224);
    uint64_t patch = gpucost__config_count(r, NULL, "patch_size", 1, most_width, clip ? 32 : 16);
    uint64_t channels = gpucost__config_count(r, NULL, "num_channels", 1, 1000, 3), side = image / patch;
    a->learned_positions = side * side + 1 + deit;
    a->context_length = a->learned_positions;
    a->extra_parameters = channels * patch * patch * a->hidden + (clip ? 0 : a->hidden) + a->hidden * (1 + deit);
    if (!dino) return;
    a->extra_parameters += a->hidden + 2 * a->hidden * a->layers; /* mask token; scales of each layer */
    a->ffn = a->hidden * gpucost__config_count(r, NULL, "mlp_ratio", 1, 1000, 4);
    a->gated_mlp = gpucost__config_flag(r, "use_swiglu_ffn", false);
    if (a->gated_mlp) a->ffn = (a->ffn * 2 / 3 + 7) / 8 * 8;
}

static void whisper(gpucost__reader *r, gpucost_architecture *a)
{
    uint64_t h = a->hidden, mels = count(r, "num_mel_bins", most_width, 80);
    a->context_length = count(r, "max_target_positions", most_rows, 448);
    a->learned_positions = a->context_length;
    /* biases of query and value (key has none), two convolutions of width 3, the encoder's table of positions */
    a->extra_parameters = (a->encoder_layers + 2 * a->layers) * 2 * h + 3 * mels * h + h + 3 * h * h + h +
                          count(r, "max_source_positions", most_rows, 1500) * h;
}

static void with_head_norms(gpucost__reader *r, gpucost_architecture *a)
{
    query_key_norm(r, a, "use_qk_norm", strcmp(a->model_type, "glm4_moe") != 0, GPUCOST__NORM_PER_HEAD);
}

static void minimax_m2(gpucost__reader *r, gpucost_architecture *a)
{
    query_key_norm(r, a, "use_qk_norm", true, GPUCOST__NORM_ALL_HEADS);
}

void gpucost__config_particulars(gpucost__reader *r, gpucost_architecture *a)
{
    static const struct {
        const char *model_type;
        void (*read)(gpucost__reader *r, gpucost_architecture *a);
    } types[] = {
        {"apertus", apertus},                       {"chatglm", chatglm},
        {"clip_vision_model", vision},              {"cohere", cohere},
        {"deberta-v2", deberta},                    {"deit", vision},
        {"dinov2", vision},                         {"electra", electra},
        {"falcon", falcon},                         {"glm4_moe", with_head_norms},
        {"gpt_bigcode", gpt_bigcode},               {"gpt_neox_japanese", gpt_neox_japanese},
        {"hunyuan_v1_dense", with_head_norms},      {"hunyuan_v1_moe", with_head_norms},
        {"internlm", internlm},                     {"internlm2", internlm},
        {"internlm3", internlm},                    {"longformer", longformer},
        {"marian", stored_positions},               {"minimax_m2", minimax_m2},
        {"mllama_text_model", mllama},              {"modernbert", modernbert},
        {"mpnet", mpnet},                           {"mpt", mpt},
        {"mt5", t5},                                {"opt", opt},
        {"pegasus", stored_positions},              {"persimmon", persimmon},
        {"phi", phi},                               {"qwen", qwen},
        {"stablelm", stablelm},                     {"stablelm_epoch", stablelm},
        {"t5", t5},                                 {"umt5", t5},
        {"vit", vision},                            {"vit_mae", vision},
        {"whisper", whisper},
    };
    for (size_t i = 0; r->status == GPUCOST_OK && i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].model_type, a->model_type) == 0) types[i].read(r, a);
}
