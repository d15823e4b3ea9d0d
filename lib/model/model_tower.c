/*
 * Towers of a multimodal config: what turns images or sound into tokens, and what joins it to the decoder. With h the
 * width of a tower, f of its feed-forward layers, t of the decoder, m = h x the square of the merged side:
 *
 *   layer      4 h^2 + 2 h f (3 h f gated), biases and norms as its type has them
 *   patches    channels x side^2 x frames x h, a table of positions or none, a class token or none
 *   joint      by type: one to three matrices between h or m and t
 *
 * Sources: the modelling code of each type in transformers; for internvl_chat and phi3_v the code beside the weights.
 * Every type is held to counts of those classes, or to published ones, by tests/data/model/configs.csv.
 */
#include <stdio.h>
#include <string.h>

#include "base/checked.h"
#include "model/model_reader.h"

typedef gpucost__int128 wide;

static const uint64_t most_width = 1000000, most_layers = 10000, most_side = 100000;

/* The reader at the nested config of the tower. */
typedef struct tower {
    gpucost__reader *r;
    uint64_t width, ffn, layers, text; /* h, f, layers; width of the decoder */
    wide joined;                       /* width of what the joint takes in */
    const gpucost_architecture *decoder;
} tower;

/* A count, or the first of a list of them: [448, 448]. */
static uint64_t size(const tower *t, const char *keys, uint64_t most, uint64_t fallback)
{
    char pointer[GPUCOST__POINTER_BYTES];
    json_t *first = json_array_get(gpucost__config_find(t->r, keys, pointer), 0);
    json_int_t number = json_integer_value(first);
    if (number > 0 && (uint64_t)number <= most) return (uint64_t)number;
    return gpucost__config_count(t->r, NULL, keys, 1, most, fallback);
}

static bool flag(const tower *t, const char *key, bool fallback)
{
    return gpucost__config_flag(t->r, key, fallback);
}

static void sizes(tower *t, uint64_t width, uint64_t ffn, uint64_t layers)
{
    t->width = size(t, "embed_dim;hidden_size;d_model", most_width, width);
    t->ffn = size(t, "intermediate_size;encoder_ffn_dim", 10000000, ffn);
    t->layers = size(t, "depth;num_hidden_layers;encoder_layers", most_layers, layers);
    t->joined = t->width;
}

enum { GATED = 1, QKV = 2, OUT = 4, MLP = 8, LAYER_NORM = 16, BIASES = QKV | OUT | MLP };

static wide layer(const tower *t, unsigned flags)
{
    wide h = t->width, f = t->ffn, up = flags & GATED ? 2 : 1, count = 4 * h * h + (up + 1) * h * f + 2 * h;
    if (flags & QKV) count += 3 * h;
    if (flags & OUT) count += h;
    if (flags & MLP) count += up * f + h;
    if (flags & LAYER_NORM) count += 2 * h;
    return count;
}

static wide side_of(const tower *t, uint64_t image, uint64_t patch)
{
    return size(t, "image_size", most_side, image) / size(t, "patch_size", most_side, patch);
}

static wide patches(const tower *t, uint64_t patch, uint64_t frames)
{
    wide side = size(t, "patch_size", most_side, patch);
    return side * side * size(t, "num_channels;in_channels;in_chans", 1000, 3) *
           size(t, "temporal_patch_size", 1000, frames) * t->width;
}

static wide clip(tower *t)
{
    sizes(t, 768, 3072, 12);
    wide h = t->width, side = side_of(t, 224, 32);
    return h + patches(t, 32, 1) + (side * side + 1) * h + 4 * h + t->layers * layer(t, BIASES | LAYER_NORM);
}

/* The head is an attention of one learned query over the patches, with a norm and a feed-forward layer. */
static wide siglip(tower *t, bool head, uint64_t patch)
{
    sizes(t, 768, 3072, 12);
    wide h = t->width, side = side_of(t, 224, patch), one = layer(t, BIASES | LAYER_NORM);
    return patches(t, patch, 1) + h + side * side * h + 2 * h + t->layers * one + (head ? one - 2 * h + h : 0);
}

static wide siglip_vision(tower *t)
{
    return siglip(t, flag(t, "vision_use_head", true), 16);
}

static wide idefics_vision(tower *t)
{
    return siglip(t, false, 32);
}

static wide pixtral(tower *t)
{
    sizes(t, 1024, 4096, 24);
    return patches(t, 16, 1) + t->width + t->layers * layer(t, GATED);
}

/* Patches of two frames; four neighbours are merged by two matrices. The first kind calls the output hidden_size. */
static wide qwen2_vl(tower *t)
{
    sizes(t, 1280, 0, 32);
    t->ffn = t->width * size(t, "mlp_ratio", 1000, 4);
    wide h = t->width, m = h * 4, out = size(t, "hidden_size", most_width, t->text);
    return patches(t, 14, 2) + t->layers * layer(t, BIASES | LAYER_NORM) + 2 * h + m * m + m + m * out + out;
}

static wide qwen2_5_vl(tower *t)
{
    sizes(t, 3584, 3420, 32);
    wide h = t->width, m = h * 4, out = size(t, "out_hidden_size", most_width, t->text);
    return patches(t, 14, 2) + t->layers * layer(t, GATED | BIASES) + h + m * m + m + m * out + out;
}

static wide qwen3_vl(tower *t)
{
    sizes(t, 1152, 4304, 27);
    char pointer[GPUCOST__POINTER_BYTES];
    bool third = strcmp(t->decoder->model_type, "qwen3_vl_text") == 0 ||
                 strcmp(t->decoder->model_type, "qwen3_vl_moe_text") == 0;
    json_t *list = gpucost__config_list(t->r, "deepstack_visual_indexes", pointer);
    wide deep = list ? (wide)json_array_size(list) : third ? 3 : 0; /* mergers for middle layers, in Qwen3-VL only */
    wide h = t->width, m = h * 4, out = size(t, "out_hidden_size", most_width, t->text);
    wide merger = m * m + m + m * out + out;
    return patches(t, 16, 2) + h + (wide)size(t, "num_position_embeddings", most_width, 2304) * h +
           t->layers * layer(t, BIASES | LAYER_NORM) + 2 * h + merger + deep * (2 * m + merger);
}

/* Images come in tiles of nine arrangements, each with tables of its own; gates are single numbers. */
static wide mllama(tower *t)
{
    sizes(t, 1280, 5120, 32);
    char pointer[GPUCOST__POINTER_BYTES];
    json_t *arrangements = gpucost__config_list(t->r, "supported_aspect_ratios", pointer);
    json_t *middle = gpucost__config_list(t->r, "intermediate_layers_indices", pointer);
    wide tables = arrangements ? (wide)json_array_size(arrangements) + 1 : 9, tiles = size(t, "max_num_tiles", 1000, 4);
    wide h = t->width, side = side_of(t, 448, 14), rows = side * side + 1, one = layer(t, MLP | LAYER_NORM);
    wide global = size(t, "num_global_layers", most_layers, 8);
    t->joined = h * (middle ? (wide)json_array_size(middle) + 1 : 6);
    return h + patches(t, 14, 1) + 1 + rows * h + tables * tiles * rows * h + 2 * (1 + tables * tiles * h) + 4 * h +
           t->layers * one + global * (one + 2);
}

/* A quarter of the patches is left, four times as wide, which is the width of the feed-forward layers. */
static wide llama4(tower *t)
{
    sizes(t, 768, 5632, 34);
    wide h = t->width, side = side_of(t, 448, 14), in = size(t, "projector_input_dim", most_width, 4096);
    wide out = size(t, "projector_output_dim", most_width, 4096);
    t->joined = size(t, "vision_output_dim", most_width, 7680);
    return h + (side * side + 1) * h + patches(t, 14, 1) + 4 * h + t->layers * layer(t, BIASES | LAYER_NORM) +
           t->ffn * in + in * out;
}

static wide internvl(tower *t)
{
    sizes(t, 1024, 4096, 24);
    bool own = strcmp(gpucost__config_text(t->r, "model_type", ""), "intern_vit_6b") == 0; /* code beside the weights */
    bool rms = strcmp(gpucost__config_text(t->r, "norm_type", "layer_norm"), "rms_norm") == 0;
    bool bias = own ? flag(t, "qkv_bias", true) : flag(t, "attention_bias", false);
    bool norms = own ? flag(t, "qk_normalization", false) : flag(t, "use_qk_norm", false);
    wide h = t->width, side = side_of(t, 448, 14);
    wide one = layer(t, OUT | MLP | (bias ? QKV : 0) | (rms ? 0 : LAYER_NORM)) + 2 * h + (norms ? 2 * h : 0);
    t->joined = 4 * h; /* four patches side by side */
    return h + patches(t, 14, 1) + h + (side * side + 1) * h + t->layers * one;
}

/* The encoder of Whisper: two convolutions of width 3 over the spectrum; the key has no bias. */
static wide whisper(tower *t)
{
    sizes(t, 1280, 5120, 32);
    wide h = t->width, mels = size(t, "num_mel_bins", most_width, 128);
    wide positions = size(t, "max_source_positions", 1000000000, 1500);
    return 3 * mels * h + h + 3 * h * h + h + positions * h + t->layers * (layer(t, BIASES | LAYER_NORM) - h) + 2 * h;
}

/* Phi-3 vision names its tower instead: CLIP ViT-L/14 at 336 pixels. */
static wide clip_large(tower *t)
{
    *t = (tower){.r = t->r, .width = 1024, .ffn = 4096, .layers = 24, .text = t->text, .decoder = t->decoder};
    wide h = t->width;
    t->joined = 4 * h;
    return h + (wide)3 * 14 * 14 * h + (wide)(24 * 24 + 1) * h + 4 * h + t->layers * layer(t, BIASES | LAYER_NORM);
}

/* What joins the tower to the decoder; the reader is at the whole document. */
static wide two_matrices(const tower *t)
{
    char pointer[GPUCOST__POINTER_BYTES];
    wide in = t->joined, text = t->text;
    json_t *layers = gpucost__config_find(t->r, "vision_feature_layer", pointer);
    if (json_is_array(layers)) in *= (wide)json_array_size(layers);
    return in * text + text * text + (flag(t, "multimodal_projector_bias", true) ? 2 * text : 0);
}

static wide with_newline(const tower *t)
{
    return two_matrices(t) + t->text;
}

static wide mistral3(const tower *t)
{
    wide h = t->width, text = t->text, merged = size(t, "spatial_merge_size", 1000, 2);
    wide bias = flag(t, "multimodal_projector_bias", false) ? 2 * text : 0;
    return h + h * h * merged * merged + h * text + text * text + bias;
}

static wide with_norm(const tower *t)
{
    return t->joined * t->text + t->joined;
}

static wide one_matrix(const tower *t)
{
    return t->joined * t->text;
}

static wide one_matrix_and_bias(const tower *t)
{
    return t->joined * t->text + t->text;
}

static wide shuffled(const tower *t)
{
    wide scale = size(t, "scale_factor", 1000, 2);
    return t->joined * scale * scale * t->text;
}

/* A gated projection to the decoder's width, then learned latents that attend to it. */
static wide perceiver(const tower *t)
{
    wide text = t->text, f = t->decoder->ffn, latents = size(t, "perceiver_config/resampler_n_latents", most_width, 64);
    wide depth = size(t, "perceiver_config/resampler_depth", most_layers, 3);
    wide dim = size(t, "perceiver_config/resampler_head_dim", most_width, 96);
    wide heads = size(t, "perceiver_config/resampler_n_heads", most_width, 16);
    wide kv = size(t, "perceiver_config/num_key_value_heads", most_width, 4);
    wide one = 2 * text * heads * dim + 2 * text * kv * dim + 12 * text * text + 3 * text;
    return 2 * t->joined * f + f * text + latents * text + depth * one + text;
}

static wide norm_and_two_matrices(const tower *t)
{
    wide text = t->text;
    return 2 * t->joined + t->joined * text + text + text * text + text;
}

/* Two matrices, and two separators as wide as four patches. */
static wide separators_and_two_matrices(const tower *t)
{
    wide text = t->text;
    return t->joined * text + text + text * text + text + 2 * t->joined;
}

/* Image and text meet in a space of their own. */
static wide shared_space(const tower *t)
{
    wide shared = size(t, "projection_dim", most_width, 512);
    return (t->joined + t->text) * shared + 1;
}

static wide two_scalars(const tower *t)
{
    (void)t;
    return 2;
}

static wide nothing(const tower *t)
{
    (void)t;
    return 0;
}

typedef struct encoder {
    const char *model_type;
    wide (*count)(tower *t);
} encoder;

static const encoder encoders[] = {
    {"clip_vision_model", clip},     {"idefics2", idefics_vision},   {"idefics2_vision", idefics_vision},
    {"idefics3", idefics_vision},    {"idefics3_vision", idefics_vision}, {"intern_vit_6b", internvl},
    {"internvl_vision", internvl},   {"llama4_vision_model", llama4}, {"mllama_vision_model", mllama},
    {"pixtral", pixtral},            {"qwen2_5_vl", qwen2_5_vl},     {"qwen2_5_vl_vision", qwen2_5_vl},
    {"qwen2_audio_encoder", whisper}, {"qwen2_vl", qwen2_vl},        {"qwen2_vl_vision", qwen2_vl},
    {"qwen3_5", qwen3_vl},           {"qwen3_5_moe", qwen3_vl},      {"qwen3_5_moe_vision", qwen3_vl},
    {"qwen3_5_vision", qwen3_vl},    {"qwen3_vl", qwen3_vl},         {"qwen3_vl_moe", qwen3_vl},
    {"qwen3_vl_moe_vision", qwen3_vl}, {"qwen3_vl_vision", qwen3_vl}, {"siglip_vision_model", siglip_vision},
    {"smolvlm_vision", idefics_vision}, {"whisper", whisper},
};

/* The type of a whole document: where its tower is, the tower's type when it does not say, what joins it. */
static const struct {
    const char *model_type, *key, *encoder;
    wide (*joint)(const tower *t);
} documents[] = {
    {"clip", "vision_config", "clip_vision_model", shared_space},
    {"gemma3", "vision_config", "siglip_vision_model", with_norm},
    {"idefics2", "vision_config", "idefics2", perceiver},
    {"idefics3", "vision_config", "idefics3", shuffled},
    {"internvl", "vision_config", "internvl_vision", norm_and_two_matrices},
    {"internvl_chat", "vision_config", "intern_vit_6b", norm_and_two_matrices},
    {"llama4", "vision_config", "llama4_vision_model", one_matrix},
    {"llava", "vision_config", "clip_vision_model", two_matrices},
    {"llava_next", "vision_config", "clip_vision_model", with_newline},
    {"llava_onevision", "vision_config", "siglip_vision_model", with_newline},
    {"mistral3", "vision_config", "pixtral", mistral3},
    {"mllama", "vision_config", "mllama_vision_model", one_matrix_and_bias},
    {"paligemma", "vision_config", "siglip_vision_model", one_matrix_and_bias},
    {"qwen2_5_vl", "vision_config", "qwen2_5_vl", nothing},
    {"qwen2_audio", "audio_config", "qwen2_audio_encoder", one_matrix_and_bias},
    {"qwen2_vl", "vision_config", "qwen2_vl", nothing},
    {"qwen3_5", "vision_config", "qwen3_5", nothing},
    {"qwen3_5_moe", "vision_config", "qwen3_5_moe", nothing},
    {"qwen3_vl", "vision_config", "qwen3_vl", nothing},
    {"qwen3_vl_moe", "vision_config", "qwen3_vl_moe", nothing},
    {"siglip", "vision_config", "siglip_vision_model", two_scalars},
    {"smolvlm", "vision_config", "smolvlm_vision", shuffled},
};

static const encoder *encoder_of(const char *model_type)
{
    for (size_t i = 0; i < sizeof encoders / sizeof *encoders; i++)
        if (strcmp(encoders[i].model_type, model_type) == 0) return &encoders[i];
    return NULL;
}

static void add(gpucost__reader *r, gpucost_architecture *a, wide count)
{
    wide sum = (wide)a->tower_parameters + count; /* more than the limit of the field is refused there */
    if (r->status == GPUCOST_OK) a->tower_parameters = sum < UINT64_MAX ? (uint64_t)sum : UINT64_MAX;
}

/* Read at `key` of the document with the same reader, so that a failure is its own. */
static void add_tower(gpucost__reader *r, gpucost_architecture *a, const char *key, const encoder *of,
                      wide (*joint)(const tower *t))
{
    json_t *language = r->object, *nested = json_object_get(r->root, key);
    char prefix[GPUCOST__PREFIX_BYTES];
    memcpy(prefix, r->prefix, sizeof prefix);
    tower t = {.r = r, .text = a->hidden, .decoder = a};
    r->object = nested;
    snprintf(r->prefix, sizeof r->prefix, "/%s", key);
    add(r, a, of->count(&t));
    r->object = r->root;
    r->prefix[0] = '\0';
    add(r, a, joint(&t));
    r->object = language;
    memcpy(r->prefix, prefix, sizeof prefix);
}

void gpucost__config_towers(gpucost__reader *r, gpucost_architecture *a)
{
    static const encoder named = {"", clip_large};
    static const char *const others[] = {"vision_config", "audio_config", "vision_tower", "mm_vision_tower"};
    const char *type = json_string_value(json_object_get(r->root, "model_type"));
    if (!type) type = "";
    bool phi = strcmp(type, "phi3_v") == 0, counted = false;
    if (phi) add_tower(r, a, "img_processor", &named, separators_and_two_matrices);
    for (size_t i = 0; i < sizeof documents / sizeof *documents && !counted; i++) {
        json_t *nested = json_object_get(r->root, documents[i].key);
        if (strcmp(documents[i].model_type, type) != 0 || !json_is_object(nested)) continue;
        const char *own = json_string_value(json_object_get(nested, "model_type"));
        const encoder *of = encoder_of(own ? own : documents[i].encoder);
        if (!of) continue;
        add_tower(r, a, documents[i].key, of, documents[i].joint);
        counted = true;
    }
    for (size_t i = 0; i < sizeof others / sizeof *others && !counted && !phi; i++)
        if (json_object_get(r->root, others[i]))
            gpucost__note(r->notes, "%s is of a kind that is not known: it is left out", others[i]);
}
