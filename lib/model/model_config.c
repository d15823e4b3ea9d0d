/*
 * Hugging Face config.json to an architecture. Keys are tried in the spellings that published files use. What an absent
 * key means follows transformers; where that would be a guess of a size, the size is missing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/json.h"
#include "model/model_reader.h"

enum { NESTED_MOST = 4 };

static const uint64_t most_layers = 10000, most_width = 1000000, most_ffn = 10000000, most_rows = 1000000000,
                      most_tokens = 1000000000000;

/* Other names of a type, and the text model inside a multimodal one that does not name it. */
static const char *const synonyms[][2] = {
    {"RefinedWeb", "falcon"},           {"RefinedWebModel", "falcon"},
    {"Yi", "llama"},                    {"clip", "clip_text_model"},
    {"deberta", "deberta-v2"},          {"deepseek_moe", "deepseek"},
    {"gemma3", "gemma3_text"},          {"llama4", "llama4_text"},
    {"idefics2", "mistral"},            {"idefics3", "llama"},
    {"internvl", "qwen2"},              {"llava_onevision", "qwen2"},
    {"phi3_v", "phi3"},                 {"qwen2_audio", "qwen2"},
    {"smolvlm", "llama"},
    {"minimax_m1", "minimax"},          {"minimax_text_01", "minimax"},
    {"qwen3_5", "qwen3_5_text"},        {"qwen3_5_moe", "qwen3_5_moe_text"},
    {"llava", "llama"},                 {"llava_next", "llama"},
    {"mistral3", "mistral"},            {"mllama", "mllama_text_model"},
    {"paligemma", "gemma"},             {"qwen2_5_vl", "qwen2_5_vl_text"},
    {"qwen2_vl", "qwen2_vl_text"},      {"qwen3_vl", "qwen3_vl_text"},
    {"qwen3_vl_moe", "qwen3_vl_moe_text"}, {"siglip", "siglip_text_model"},
};

/* A nested text_config may hold only what differs from the class of its type in transformers; these are the classes. */
static const struct {
    const char *model_type;
    uint64_t layers, hidden, heads, kv_heads, head_dim, ffn, vocabulary, context_length;
} class_sizes[] = {
    {"clip_text_model", 12, 512, 8, 0, 0, 2048, 49408, 77},
    {"gemma", 28, 3072, 16, 16, 256, 24576, 256000, 8192},
    {"gemma2", 26, 2304, 8, 4, 256, 9216, 256000, 8192},
    {"gemma3_text", 26, 2304, 8, 4, 256, 9216, 262208, 131072},
    {"llama", 32, 4096, 32, 32, 0, 11008, 32000, 2048},
    {"llama4_text", 48, 5120, 40, 8, 128, 8192, 202048, 131072},
    {"mistral", 32, 4096, 32, 8, 0, 14336, 32000, 131072},
    {"mllama_text_model", 40, 4096, 32, 8, 0, 14336, 128256, 131072},
    {"qwen2", 32, 4096, 32, 32, 0, 22016, 151936, 32768},
    {"siglip_text_model", 12, 768, 12, 0, 0, 3072, 32000, 64},
};

static void class_defaults(const gpucost__reader *r, gpucost_architecture *a)
{
    for (size_t i = 0; r->nested && i < sizeof class_sizes / sizeof *class_sizes; i++) {
        if (strcmp(class_sizes[i].model_type, a->model_type) != 0) continue;
        a->layers = class_sizes[i].layers;
        a->hidden = class_sizes[i].hidden;
        a->heads = class_sizes[i].heads;
        a->kv_heads = class_sizes[i].kv_heads;
        a->head_dim = class_sizes[i].head_dim;
        a->ffn = class_sizes[i].ffn;
        a->vocabulary = class_sizes[i].vocabulary;
        a->context_length = class_sizes[i].context_length;
    }
}

/* A size that must be there, or be known from the class of a nested config. */
static uint64_t size_of(gpucost__reader *r, const char *field, const char *keys, uint64_t most, uint64_t by_class)
{
    if (!by_class || gpucost__config_has(r, keys)) return gpucost__config_need(r, field, keys, most);
    gpucost__note(r->notes, "%s/%.*s is absent; %llu taken, which transformers assumes for this type", r->prefix,
                  (int)strcspn(keys, ";"), keys, (unsigned long long)by_class);
    return by_class;
}

static bool is_among(const char *type, const char *const types[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(types[i], type) == 0) return true;
    return false;
}

static bool is_vision(const char *type)
{
    static const char *const types[] = {"clip_vision_model", "deit", "dinov2", "vit", "vit_mae"};
    return is_among(type, types, sizeof types / sizeof *types);
}

/* Types whose feed-forward layer is 4 h wide when nothing is said, as in their classes. */
static bool four_times_hidden(const char *type)
{
    static const char *const types[] = {"bloom",   "codegen", "deit", "dinov2",     "falcon", "gpt2", "gpt_bigcode",
                                        "gpt_neo", "gptj",    "mpt",  "openai-gpt", "rwkv",   "vit", "vit_mae"};
    return is_among(type, types, sizeof types / sizeof *types);
}

/* Types whose layers have no heads, and those that have no feed-forward layer either. */
static bool has_no_heads(const char *type)
{
    static const char *const types[] = {"falcon_mamba", "mamba", "mamba2", "rwkv"};
    return is_among(type, types, sizeof types / sizeof *types);
}

static bool has_no_ffn(const char *type)
{
    return has_no_heads(type) && strcmp(type, "rwkv") != 0;
}

static void read_widths(gpucost__reader *r, const gpucost__traits *traits, gpucost_architecture *a)
{
    bool both = traits->kind == GPUCOST_MODEL_ENCODER_DECODER;
    a->layers = size_of(r, "layers",
                        both ? "num_decoder_layers;decoder_layers;num_layers;num_hidden_layers"
                             : "num_hidden_layers;n_layer;n_layers;num_layers;decoder_layers",
                        most_layers, a->layers);
    if (both)
        a->encoder_layers =
            size_of(r, "encoder_layers", "encoder_layers;num_layers;num_hidden_layers", most_layers, 0);
    a->hidden = size_of(r, "hidden", "hidden_size;n_embd;n_embed;d_model;dim;model_dim", most_width, a->hidden);
    a->heads = has_no_heads(a->model_type)
                   ? 1
                   : size_of(r, "heads",
                             "num_attention_heads;n_head;n_heads;num_heads;decoder_attention_heads;attention_heads",
                             most_width, a->heads);
    a->kv_heads = gpucost__config_count(r, "kv_heads",
                                        "num_key_value_heads;n_head_kv;num_kv_heads;num_query_groups;"
                                        "attn_config/kv_n_heads",
                                        1, most_width, a->kv_heads);
    a->head_dim = gpucost__config_count(r, "head_dim", "head_dim;kv_channels;d_kv;attention_head_dim", 1, most_width,
                                        a->head_dim);
    if (has_no_ffn(a->model_type)) return;
    const char *ffn_keys = "intermediate_size;n_inner;ffn_hidden_size;inner_hidden_size;ffn_dim;d_ff;dff;"
                           "decoder_ffn_dim;hidden_dim;ffn_config/ffn_hidden_size;block_ff_dim";
    if (!a->ffn && !gpucost__config_has(r, ffn_keys) && gpucost__config_has(r, "moe_intermediate_size"))
        return; /* experts in every layer; a dense layer would miss its width later */
    bool assumed = !gpucost__config_has(r, ffn_keys) && (a->generic || four_times_hidden(a->model_type));
    a->ffn = assumed ? 4 * a->hidden : size_of(r, "ffn", ffn_keys, most_ffn, a->ffn);
    if (assumed && a->generic)
        gpucost__note(r->notes, "no feed-forward width is stated; 4 x the hidden size, %llu, is assumed",
                      (unsigned long long)a->ffn);
}

static void read_latent_attention(gpucost__reader *r, gpucost_architecture *a)
{
    a->kv_lora_rank = gpucost__config_count(r, "kv_lora_rank", "kv_lora_rank", 0, most_width, 0);
    if (!a->kv_lora_rank) return;
    a->q_lora_rank = gpucost__config_count(r, "q_lora_rank", "q_lora_rank", 0, most_width, 0);
    a->qk_rope_dim = gpucost__config_need(r, "qk_rope_dim", "qk_rope_head_dim", most_width);
    a->qk_nope_dim = gpucost__config_need(r, "qk_nope_dim", "qk_nope_head_dim", most_width);
    a->v_head_dim = gpucost__config_need(r, "v_head_dim", "v_head_dim", most_width);
    a->head_dim = a->qk_nope_dim + a->qk_rope_dim;
    a->kv_heads = a->heads; /* every head has its own key; the cache holds the latent instead */
}

static void read_sizes(gpucost__reader *r, const gpucost__traits *traits, gpucost_architecture *a)
{
    class_defaults(r, a);
    read_widths(r, traits, a);
    read_latent_attention(r, a);
    if (!is_vision(a->model_type))
        a->vocabulary = size_of(r, "vocabulary", "vocab_size;padded_vocab_size;n_vocab", most_rows, a->vocabulary);
    a->context_length = gpucost__config_count(r, "context_length",
                                              "max_position_embeddings;n_positions;n_ctx;max_seq_len;seq_length;"
                                              "max_sequence_length;model_max_length;max_target_positions;"
                                              "context_length",
                                              1, most_tokens, a->context_length);
    a->embedding_dim =
        gpucost__config_count(r, "embedding_dim", "word_embed_proj_dim;embedding_size", 1, most_width, 0);
}

/* Flags that the config may set over what the type says. */
static void read_flags(gpucost__reader *r, gpucost_architecture *a)
{
    static const char *const no_output_bias[] = {"glm", "glm4", "glm4_moe", "helium", "seed_oss"};
    static const char *const no_bias[] = {"mistral", "mixtral", "phi3"}; /* the key is there, and not looked at */
    bool found;
    if (gpucost__config_has(r, "attention_bias") && !is_among(a->model_type, no_bias, 3)) {
        a->qkv_bias = gpucost__config_flag(r, "attention_bias", false);
        if (!is_among(a->model_type, no_output_bias, 5)) a->attention_bias = a->qkv_bias;
    }
    if (gpucost__config_has(r, "use_bias"))
        a->qkv_bias = a->attention_bias = a->mlp_bias = gpucost__config_flag(r, "use_bias", false);
    a->qkv_bias = gpucost__config_flag(r, "use_qkv_bias;qkv_bias;add_qkv_bias", a->qkv_bias);
    a->attention_bias = gpucost__config_flag(r, "attention_out_bias", a->attention_bias);
    a->mlp_bias = gpucost__config_flag(r, "mlp_bias", a->mlp_bias);
    a->head_bias = gpucost__config_flag(r, "lm_head_bias", a->head_bias);

    json_t *language = r->object;
    a->tied_embeddings =
        gpucost__config_flag(r, "tie_word_embeddings;tie_embeddings;tie_embedding", a->tied_embeddings);
    r->object = r->root; /* transformers ties by the outermost config */
    a->tied_embeddings = gpucost__config_flag(r, "tie_word_embeddings", a->tied_embeddings);
    r->object = language;
    a->tied_embeddings = a->tied_embeddings && a->output_head;

    if (a->kind == GPUCOST_MODEL_ENCODER && a->token_types)
        a->token_types = gpucost__config_count(r, "token_types", "type_vocab_size", 0, most_width, a->token_types);
    bool dropout = gpucost__config_any_positive(r,
                                                "resid_pdrop;attn_pdrop;hidden_dropout_prob;"
                                                "attention_probs_dropout_prob;hidden_dropout;attention_dropout;"
                                                "dropout;dropout_rate;residual_dropout;attn_dropout_prob",
                                                &found);
    if (found) a->dropout = dropout;
}

/* An unknown type: a Llama-like decoder when it has RMS norms, a GPT-like one when it has layer norms. */
static void read_generic(gpucost__reader *r, gpucost_architecture *a)
{
    const char *type = gpucost__config_text(r, "model_type", "");
    bool layer_norm = !gpucost__config_has(r, "rms_norm_eps;rms_norm_epsilon;norm_eps") &&
                      gpucost__config_has(r, "layer_norm_eps;layer_norm_epsilon;layernorm_epsilon");
    gpucost__note(r->notes, "the model_type \"%.60s\" is not known; it was read as a %s decoder", type,
                  layer_norm ? "GPT-like (layer norms, biases, two matrices in a feed-forward layer)"
                             : "Llama-like (RMS norms, no biases, three matrices in a feed-forward layer)");
    if (layer_norm) {
        a->norm = GPUCOST_NORM_LAYER;
        a->gated_mlp = 0;
        a->qkv_bias = a->attention_bias = a->mlp_bias = 1;
    }
    if (!gpucost__config_has(r, "tie_word_embeddings"))
        gpucost__note(r->notes, "tie_word_embeddings is absent; an output head of its own is assumed");
}

/* The language model in the document: the root, or what it nests. */
static void find_language_model(gpucost__reader *r)
{
    static const char *const keys[] = {"text_config", "llm_config", "language_config", "thinker_config"};
    r->object = r->root;
    for (int depth = 0; depth < NESTED_MOST; depth++) {
        json_t *inner = NULL;
        for (size_t i = 0; i < sizeof keys / sizeof *keys && !inner; i++) {
            inner = json_object_get(r->object, keys[i]);
            if (!json_is_object(inner)) {
                inner = NULL;
                continue;
            }
            size_t used = strlen(r->prefix);
            snprintf(r->prefix + used, sizeof r->prefix - used, "/%s", keys[i]);
        }
        if (!inner) break;
        r->object = inner;
        r->nested = true;
    }
}

/* "Llama-2-7B" for ".../Llama-2-7B/config.json", else the last part of the name. */
static void name_from(const char *source, char name[64])
{
    size_t n = strlen(source);
    static const char config[] = "/config.json";
    if (n > sizeof config - 1 && strcmp(source + n - (sizeof config - 1), config) == 0) n -= sizeof config - 1;
    size_t start = n;
    while (start > 0 && source[start - 1] != '/') start--;
    if (n - start > 63) start = n - 63;
    while (((unsigned char)source[start] & 0xC0) == 0x80) start++; /* not inside a UTF-8 sequence */
    memcpy(name, source + start, n - start);
    name[n - start] = '\0';
}

static void read_type(gpucost__reader *r, gpucost_architecture *a)
{
    const char *type = gpucost__config_text(r, "model_type", NULL);
    if (!type) type = json_string_value(json_object_get(r->root, "model_type"));
    if (!type) type = "";
    for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++)
        if (strcmp(synonyms[i][0], type) == 0) type = synonyms[i][1];
    snprintf(a->model_type, sizeof a->model_type, "%.31s", type);
}

static void read_all(gpucost__reader *r, gpucost_architecture *a)
{
    int known;
    find_language_model(r);
    read_type(r, a);
    const gpucost__traits *traits = gpucost__traits_of(a->model_type, &known);
    a->generic = !known;
    read_sizes(r, traits, a);
    gpucost__config_experts(r, a);
    if (r->status != GPUCOST_OK) return;
    if (!a->kv_heads) a->kv_heads = a->heads;
    if (!a->head_dim && a->hidden % a->heads == 0) a->head_dim = a->hidden / a->heads;
    gpucost__traits_apply(traits, a);
    if (!known) read_generic(r, a);
    read_flags(r, a);
    gpucost__config_particulars(r, a);
    gpucost__config_mixers(r, a);
    gpucost__config_window(r, a);
    gpucost__config_towers(r, a);
    if (r->nested)
        gpucost__note(r->notes, "layers and widths are of the language model at %s%s", r->prefix,
                      a->tower_parameters ? "; its towers count as parameters" : "");
    if (gpucost__config_count(r, NULL, "num_nextn_predict_layers", 0, most_layers, 0))
        gpucost__note(r->notes, "the multi-token prediction layers are left out");
}

static gpucost_status from_json(json_t *root, const char *source, gpucost_model **model, gpucost_error *err)
{
    gpucost__notes notes = {0};
    gpucost__reader r = {.root = root, .notes = &notes, .err = err};
    gpucost_architecture a = GPUCOST_INIT(gpucost_architecture);
    name_from(source, a.name);
    if (!json_is_object(root)) r.status = gpucost__fail(err, GPUCOST_E_FIELD, "expected a JSON object");
    if (r.status == GPUCOST_OK) read_all(&r, &a);
    if (r.status == GPUCOST_OK) {
        r.status = gpucost__model_make(&a, &notes, model, err);
        if (r.status != GPUCOST_OK) gpucost__config_explain(&r);
    } else {
        free(notes.text);
    }
    if (r.status != GPUCOST_OK) gpucost__error_at(err, source, 0, 0);
    return r.status;
}

gpucost_status gpucost_model_from_config(const char *json, const char *source, gpucost_model **model,
                                         gpucost_error *err)
{
    gpucost__clear(err);
    json_t *root;
    if (!source) source = "config.json";
    GPUCOST__TRY(gpucost__json_text(json, strlen(json), source, &root, err));
    gpucost_status status = from_json(root, source, model, err);
    json_decref(root);
    return status;
}

gpucost_status gpucost_model_from_file(const char *path, gpucost_model **model, gpucost_error *err)
{
    gpucost__clear(err);
    struct stat about;
    char inside[4096];
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode)) {
        int n = snprintf(inside, sizeof inside, "%s/config.json", path);
        if (n < 0 || (size_t)n >= sizeof inside)
            return gpucost__fail(err, GPUCOST_E_IO, "the path is longer than %d bytes", (int)sizeof inside - 1);
        path = inside;
    }
    json_t *root;
    GPUCOST__TRY(gpucost__json_file(path, &root, err));
    gpucost_status status = from_json(root, path, model, err);
    json_decref(root);
    return status;
}
