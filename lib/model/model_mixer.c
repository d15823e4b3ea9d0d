/*
 * Layers whose mixer is not attention: selective state spaces, linear attention, short convolutions, recurrences.
 * Each mixer has parameters, and a state per sequence that does not grow with its length: the last inputs of its
 * convolution (kernel - 1 of them) and the recurrence. Sources: the modelling code of each type in transformers, and
 *
 *   Mamba             @source{gu2023, section 3.4}       Mamba-2  @source{dao2024, section 7}
 *   RG-LRU (Griffin)  @source{de2024, section 2.4}       gated delta rule  @source{yang2024, section 3}
 *
 * Every type here is held to counts of transformers' own classes by tests/data/model/configs.csv.
 */
#include <string.h>

#include "base/checked.h"
#include "model/model_reader.h"

static const uint64_t most_width = 1000000, most_state = 100000, most_kernel = 1000;

typedef struct mixer {
    uint64_t parameters, state;
} mixer;

static uint64_t size(gpucost__reader *r, const char *keys, uint64_t most, uint64_t fallback)
{
    char pointer[GPUCOST__POINTER_BYTES];
    if (json_is_string(gpucost__config_find(r, keys, pointer))) return fallback; /* "auto" */
    return gpucost__config_count(r, NULL, keys, 1, most, fallback);
}

static bool flag(gpucost__reader *r, const char *keys, bool fallback)
{
    return gpucost__config_flag(r, keys, fallback);
}

/* In: x and gate; convolution of x; step, B and C from x; step back to the width; A and D; out. */
static mixer mamba(gpucost__reader *r, uint64_t h, uint64_t inner, uint64_t norms)
{
    uint64_t state = size(r, "state_size;mamba_d_state", most_state, 16);
    uint64_t kernel = size(r, "conv_kernel;mamba_d_conv", most_kernel, 4);
    uint64_t rank = size(r, "time_step_rank;mamba_dt_rank", most_width, (h + 15) / 16);
    uint64_t count = 2 * h * inner + inner * kernel + inner * (rank + 2 * state) + rank * inner + inner +
                     inner * state + inner + inner * h;
    if (flag(r, "use_conv_bias;mamba_conv_bias", true)) count += inner;
    if (flag(r, "use_bias;mamba_proj_bias", false)) count += 2 * inner + h;
    return (mixer){count + norms * (rank + 2 * state), inner * (state + kernel - 1)};
}

typedef struct heads {
    uint64_t count, dim, groups, state;
} heads;

/* In: gate, x, B and C of each group, a step a head; convolution of x, B and C; step, A and D a head; norm; out. */
static mixer mamba2(gpucost__reader *r, uint64_t h, heads of, bool norm, bool in_bias, bool out_bias)
{
    uint64_t inner = of.count * of.dim, mixed = inner + 2 * of.groups * of.state;
    uint64_t kernel = size(r, "conv_kernel;mamba_d_conv", most_kernel, 4);
    uint64_t count = h * (inner + mixed + of.count) + mixed * kernel + 3 * of.count + inner * h;
    if (flag(r, "use_conv_bias;mamba_conv_bias", true)) count += mixed;
    if (norm) count += inner;
    if (in_bias) count += inner + mixed + of.count;
    if (out_bias) count += h;
    return (mixer){count, inner * of.state + mixed * (kernel - 1)};
}

/* Heads of Mamba-2 in the keys of Bamba, Granite and Falcon-H1. */
static heads mamba2_heads(gpucost__reader *r, uint64_t inner, uint64_t groups, uint64_t state)
{
    heads of = {.count = size(r, "mamba_n_heads", most_width, 128)};
    of.dim = size(r, "mamba_d_head", most_width, inner / of.count);
    of.groups = size(r, "mamba_n_groups", most_width, groups);
    of.state = size(r, "mamba_d_state", most_state, state);
    return of;
}

/* Query, key, value and output gate; two numbers a head; convolution of the first three; norm of a head; out. */
static mixer gated_delta(gpucost__reader *r, uint64_t h)
{
    uint64_t key_heads = size(r, "linear_num_key_heads", most_width, 16);
    uint64_t value_heads = size(r, "linear_num_value_heads", most_width, 32);
    uint64_t key_dim = size(r, "linear_key_head_dim", most_width, 128);
    uint64_t value_dim = size(r, "linear_value_head_dim", most_width, 128);
    uint64_t kernel = size(r, "linear_conv_kernel_dim", most_kernel, 4);
    uint64_t keys = key_heads * key_dim, values = value_heads * value_dim, mixed = 2 * keys + values;
    return (mixer){h * (mixed + values + 2 * value_heads) + mixed * kernel + 2 * value_heads + value_dim + values * h,
                   value_heads * key_dim * value_dim + mixed * (kernel - 1)};
}

/* Kimi's: query, key and value with a convolution each; a decay a channel and an output gate of low rank. */
static mixer kimi_delta(gpucost__reader *r, uint64_t h)
{
    uint64_t count = size(r, "linear_attn_config/num_heads;linear_num_heads", most_width, 32);
    uint64_t dim = size(r, "linear_attn_config/head_dim;linear_head_dim", most_width, 128);
    uint64_t kernel = size(r, "linear_attn_config/short_conv_kernel_size;linear_conv_kernel_dim", most_kernel, 4);
    uint64_t inner = count * dim;
    return (mixer){3 * h * inner + 3 * inner * kernel + inner + count + 2 * (h * dim + dim * inner) + h * count + dim +
                       inner * h,
                   count * dim * dim + 3 * inner * (kernel - 1)};
}

/* Two branches in, one convolved and passed through the recurrence, whose two gates are block-diagonal. */
static mixer rg_lru(gpucost__reader *r, const gpucost_architecture *a)
{
    uint64_t w = size(r, "lru_width", most_width, a->hidden), h = a->hidden, blocks = a->heads ? a->heads : 1;
    uint64_t kernel = size(r, "conv1d_width", most_kernel, 4);
    return (mixer){2 * (h * w + w) + w * kernel + w + w + 2 * (w * (w / blocks) + w) + w * h + h, w + w * (kernel - 1)};
}

static mixer short_convolution(gpucost__reader *r, uint64_t h)
{
    uint64_t kernel = size(r, "conv_L_cache", most_kernel, 3);
    uint64_t biases = flag(r, "conv_bias", false) ? 5 * h : 0;
    return (mixer){4 * h * h + h * kernel + biases, h * (kernel - 1)};
}

/* RWKV-4: five vectors and four matrices that mix in time; what its channel mixing has beyond a feed-forward layer. */
static mixer rwkv(gpucost__reader *r, uint64_t h)
{
    uint64_t wide = size(r, "attention_hidden_size", most_width, h);
    return (mixer){2 * wide + 3 * h + 4 * h * wide + 2 * h + h * h, 2 * h + 3 * wide};
}

static mixer lightning(const gpucost_architecture *a)
{
    uint64_t inner = a->heads * a->head_dim;
    return (mixer){inner + 5 * a->hidden * inner, inner * a->head_dim};
}

/* Layers with attention, in the many ways that configs say it. */
static uint64_t attending_layers(gpucost__reader *r, const gpucost_architecture *a)
{
    char pointer[GPUCOST__POINTER_BYTES];
    uint64_t count = 0;
    size_t index;
    json_t *item, *kinds = gpucost__config_list(r, "layer_types;layers_block_type", pointer);
    json_t *at = gpucost__config_list(r, "attn_layer_indices;full_attn_idxs;hybrid_layer_ids;"
                                         "linear_attn_config/full_attn_layers", pointer);
    if (kinds) {
        json_array_foreach(kinds, index, item)
        {
            const char *kind = json_string_value(item);
            count += kind && (strstr(kind, "attention") || strcmp(kind, "hybrid") == 0) && !strstr(kind, "linear");
        }
        return count;
    }
    if (at) return json_array_size(at);
    json_t *list = gpucost__config_list(r, "attn_type_list", pointer); /* MiniMax: 1 is attention */
    json_array_foreach(list, index, item) count += json_integer_value(item) == 1;
    if (list) return count;
    uint64_t period = gpucost__config_count(r, NULL, "attn_layer_period;full_attention_interval", 1, 10000, 0);
    if (!period && strncmp(a->model_type, "qwen3", 5) == 0) period = 4;
    if (!period) return 0;
    uint64_t offset = gpucost__config_count(r, NULL, "attn_layer_offset", 0, 10000, period - 1);
    for (uint64_t i = 0; i < a->layers; i++) count += i % period == offset;
    return count;
}

static void set(gpucost_architecture *a, mixer one, uint64_t attending, uint64_t recurrent)
{
    a->attention_free_layers = attending < a->layers ? a->layers - attending : 0;
    a->recurrent_layers = recurrent;
    a->recurrent_parameters = recurrent ? one.parameters : 0;
    a->recurrent_state = recurrent ? one.state : 0;
}

/* No attention anywhere, and for Mamba no feed-forward layer either. */
static void without_attention(gpucost__reader *r, gpucost_architecture *a)
{
    bool second = strcmp(a->model_type, "mamba2") == 0, goose = strcmp(a->model_type, "rwkv") == 0;
    uint64_t inner = size(r, "intermediate_size;d_inner", most_width,
                          a->hidden * size(r, "expand", most_kernel, 2));
    heads of = {size(r, "num_heads", most_width, 128), size(r, "head_dim", most_width, 64),
                size(r, "n_groups", most_width, 8), size(r, "state_size", most_state, 128)};
    bool bias = flag(r, "use_bias", false);
    mixer one = goose    ? rwkv(r, a->hidden)
                : second ? mamba2(r, a->hidden, of, true, bias, bias)
                         : mamba(r, a->hidden, inner, 0);
    set(a, one, 0, a->layers);
    a->heads = a->kv_heads = second ? of.count : 1;
    a->head_dim = second ? of.dim : a->hidden;
    if (!goose) {
        a->ffn_free_layers = a->layers;
        a->ffn = 0;
    }
    a->qkv_bias = a->attention_bias = a->mlp_bias = 0; /* `use_bias` is of the mixers */
}

static void jamba(gpucost__reader *r, gpucost_architecture *a)
{
    bool stated = gpucost__config_has(r, "layer_types;layers_block_type;attn_layer_period");
    uint64_t attending = stated ? attending_layers(r, a) : (a->layers + 3) / 8; /* the class: every eighth, from 4 */
    uint64_t inner = a->hidden * size(r, "mamba_expand", most_kernel, 2);
    set(a, mamba(r, a->hidden, inner, 1), attending, a->layers - attending);
    if (a->experts)
        a->expert_interval = gpucost__config_count(r, "expert_interval", "expert_layer_period", 1, 10000, 2);
}

static void bamba(gpucost__reader *r, gpucost_architecture *a)
{
    uint64_t inner = a->hidden * size(r, "mamba_expand", most_kernel, 2), attending = attending_layers(r, a);
    bool bias = flag(r, "mamba_proj_bias", false);
    set(a, mamba2(r, a->hidden, mamba2_heads(r, inner, 1, 256), true, bias, bias), attending, a->layers - attending);
    if (strcmp(a->model_type, "granitemoehybrid") == 0 && !a->experts) /* the shared experts are what is left */
        a->ffn = gpucost__config_count(r, "ffn", "shared_intermediate_size", 1, most_width, a->ffn);
}

/* Attention and Mamba-2 side by side in every layer. */
static void falcon_h1(gpucost__reader *r, gpucost_architecture *a)
{
    uint64_t inner = size(r, "mamba_d_ssm", most_width, a->hidden * size(r, "mamba_expand", most_kernel, 2));
    heads of = mamba2_heads(r, inner, 1, 256);
    set(a, mamba2(r, a->hidden, of, flag(r, "mamba_rms_norm", false), flag(r, "mamba_proj_bias", false),
                  flag(r, "projectors_bias", false)),
        a->layers, a->layers);
}

/* One mixer or feed-forward layer a layer: M Mamba-2, * attention, - feed-forward, E experts. */
static void nemotron_h(gpucost__reader *r, gpucost_architecture *a)
{
    char pointer[GPUCOST__POINTER_BYTES];
    uint64_t attending = 0, dense = 0, sparse = 0;
    const char *pattern = gpucost__config_text(r, "hybrid_override_pattern", "");
    json_t *item, *kinds = gpucost__config_list(r, "layers_block_type;layer_types", pointer);
    size_t index;
    for (const char *p = pattern; *p; p++) {
        attending += *p == '*';
        dense += *p == '-';
        sparse += *p == 'E';
    }
    json_array_foreach(kinds, index, item)
    {
        const char *kind = json_string_value(item);
        attending += kind && strstr(kind, "attention") && !strstr(kind, "linear");
        dense += kind && strcmp(kind, "mlp") == 0;
        sparse += kind && strcmp(kind, "moe") == 0;
    }
    uint64_t stated = kinds ? json_array_size(kinds) : strlen(pattern);
    if (stated && stated <= 10000) a->layers = stated;
    if (attending + dense + sparse > a->layers) return; /* both are stated: the check of the layers says so */
    bool bias = flag(r, "use_bias;mamba_proj_bias", false);
    heads of = {size(r, "mamba_num_heads", most_width, 128), size(r, "mamba_head_dim", most_width, 64),
                size(r, "n_groups;mamba_n_groups", most_width, 8), size(r, "ssm_state_size", most_state, 128)};
    set(a, mamba2(r, a->hidden, of, true, bias, bias), attending, a->layers - attending - dense - sparse);
    a->qkv_bias = a->attention_bias = flag(r, "attention_bias", false);
    a->mlp_bias = flag(r, "mlp_bias", false);
    a->ffn_free_layers = a->layers - dense - sparse;
    if (!sparse) a->experts = 0;
    if (!a->experts) return;
    a->dense_layers = a->layers - sparse; /* wherever they stand */
    uint64_t latent = gpucost__config_count(r, NULL, "moe_latent_size", 1, most_width, 0);
    if (!latent) return;
    a->extra_parameters += sparse * 2 * a->hidden * latent; /* down to the width of the experts and back */
    if (a->expert_ffn * latent % a->hidden == 0)
        a->expert_ffn = a->expert_ffn * latent / a->hidden; /* as many weights at full width */
}

static void recurrent_gemma(gpucost__reader *r, gpucost_architecture *a)
{
    char pointer[GPUCOST__POINTER_BYTES];
    json_t *item, *kinds = gpucost__config_list(r, "block_types;_block_types", pointer);
    size_t count = json_array_size(kinds);
    uint64_t attending = 0;
    for (uint64_t i = 0; i < a->layers; i++) { /* the kinds come round; two recurrent and one attention by default */
        item = count ? json_array_get(kinds, i % count) : NULL;
        attending += count ? json_is_string(item) && strcmp(json_string_value(item), "attention") == 0 : i % 3 == 2;
    }
    a->ffn /= 2; /* the config counts gate and up together */
    a->attention_bias = 1;
    set(a, rg_lru(r, a), attending, a->layers - attending);
}

static void delta(gpucost__reader *r, gpucost_architecture *a)
{
    uint64_t attending = attending_layers(r, a);
    a->attention_gate = 1;
    set(a, gated_delta(r, a->hidden), attending, a->layers - attending);
}

static void kimi_linear(gpucost__reader *r, gpucost_architecture *a)
{
    uint64_t attending = attending_layers(r, a);
    set(a, kimi_delta(r, a->hidden), attending, a->layers - attending);
}

static void lfm2(gpucost__reader *r, gpucost_architecture *a)
{
    uint64_t attending = attending_layers(r, a);
    set(a, short_convolution(r, a->hidden), attending ? attending : a->layers, attending ? a->layers - attending : 0);
    if (strcmp(a->model_type, "lfm2") != 0) {
        a->router_bias = a->experts && flag(r, "use_expert_bias", true);
        return;
    }
    a->ffn = gpucost__config_count(r, "ffn", "block_ff_dim", 1, most_width, a->ffn); /* before intermediate_size */
    if (!flag(r, "block_auto_adjust_ff_dim", true)) return;
    char pointer[GPUCOST__POINTER_BYTES];
    json_t *factor = gpucost__config_find(r, "block_ffn_dim_multiplier", pointer);
    double by = json_is_number(factor) ? json_number_value(factor) : 1;
    uint64_t step = size(r, "block_multiple_of", most_width, 256);
    uint64_t width = by > 0 && by < 1000 ? (uint64_t)(by * (double)(2 * a->ffn / 3)) : a->ffn;
    a->ffn = (width + step - 1) / step * step;
}

/* A few attention blocks, twice as wide as the rest, serve several places; each place has a matrix of its own, and in
   the second generation adapters of low rank. */
static void zamba(gpucost__reader *r, gpucost_architecture *a)
{
    bool second = strcmp(a->model_type, "zamba2") == 0;
    uint64_t h = a->hidden, inner = h * size(r, "mamba_expand", most_kernel, 2), places = attending_layers(r, a);
    if (!second && !gpucost__config_has(r, "layer_types;layers_block_type")) { /* the third, then the period */
        uint64_t period = size(r, "attn_layer_period", 10000, 6), offset = size(r, "attn_layer_offset", 10000, 4);
        places = 1;
        for (uint64_t i = 0; i + 3 < a->layers; i++) places += i % period == offset;
    }
    uint64_t blocks = second ? gpucost__config_count(r, NULL, "num_mem_blocks", 1, 100, 1) : 1;
    if (blocks > places) blocks = places;
    heads of = {size(r, "n_mamba_heads", most_width, 8), 0, size(r, "mamba_ngroups", most_width, 1),
                size(r, "mamba_d_state", most_state, 64)};
    of.dim = inner / of.count;
    bool bias = flag(r, "add_bias_linear", false);
    set(a, second ? mamba2(r, h, of, true, bias, bias) : mamba(r, h, inner, 0), places, a->layers);
    a->head_dim = size(r, "attention_head_dim", most_width, 2 * h / (a->heads ? a->heads : 1));
    a->attention_reused = places - blocks;
    a->ffn_free_layers = a->layers;
    uint64_t queries = a->heads * a->head_dim, values = a->kv_heads * a->head_dim;
    uint64_t rank = gpucost__config_count(r, NULL, "adapter_rank", 0, most_width, 128), adapters = 0;
    if (second) adapters = rank * (h + 2 * a->ffn);
    if (second && flag(r, "use_shared_attention_adapter", false)) adapters += rank * (6 * h + queries + 2 * values);
    gpucost__int128 block =
        (gpucost__int128)h * (queries + 2 * values) + (gpucost__int128)3 * h * a->ffn + (gpucost__int128)3 * h;
    if (bias) block += 2 * a->ffn + h;
    gpucost__int128 extra = (gpucost__int128)blocks * block + (gpucost__int128)places * (h * h + adapters);
    a->extra_parameters = extra < UINT64_MAX ? (uint64_t)extra : UINT64_MAX; /* the limits of the field refuse it */
}

static void minimax(gpucost__reader *r, gpucost_architecture *a)
{
    uint64_t attending = attending_layers(r, a);
    if (!gpucost__config_has(r, "layer_types;attn_type_list")) attending = (a->layers + 1) / 2;
    set(a, lightning(a), attending, a->layers - attending);
}

void gpucost__config_mixers(gpucost__reader *r, gpucost_architecture *a)
{
    static const struct {
        const char *model_type;
        void (*read)(gpucost__reader *r, gpucost_architecture *a);
    } types[] = {
        {"bamba", bamba},           {"falcon_h1", falcon_h1},
        {"falcon_mamba", without_attention}, {"granitemoehybrid", bamba},
        {"jamba", jamba},           {"kimi_linear", kimi_linear},
        {"lfm2", lfm2},             {"lfm2_moe", lfm2},
        {"mamba", without_attention}, {"mamba2", without_attention},
        {"minimax", minimax},       {"nemotron_h", nemotron_h},
        {"qwen3_5_moe_text", delta}, {"qwen3_5_text", delta},
        {"qwen3_next", delta},      {"recurrent_gemma", recurrent_gemma},
        {"rwkv", without_attention}, {"zamba", zamba},
        {"zamba2", zamba},
    };
    for (size_t i = 0; r->status == GPUCOST_OK && i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].model_type, a->model_type) == 0) types[i].read(r, a);
}
