/* The metadata of a GGUF file as an architecture. */
#include <stdio.h>
#include <string.h>

#include "model/model_make.h"
#include "model/model_tensors.h"
#include "model/model_traits.h"

/* Names of llama.cpp and of Hugging Face, where they differ. @source{gguf2024, gguf-py MODEL_ARCH_NAMES} */
static const char *const types[][2] = {
    {"chatglm", "glm"},           {"command-r", "cohere"},         {"deepseek2", "deepseek_v3"},
    {"dots1", "dots1"},           {"ernie4_5-moe", "ernie4_5_moe"}, {"gemma3", "gemma3_text"},
    {"glm4moe", "glm4_moe"},      {"gpt-oss", "gpt_oss"},          {"gptneox", "gpt_neox"},
    {"granitemoe", "granitemoe"}, {"hunyuan-moe", "hunyuan_v1_moe"}, {"llama4", "llama4_text"},
    {"phi2", "phi"},              {"qwen2moe", "qwen2_moe"},       {"qwen2vl", "qwen2_vl_text"},
    {"qwen3moe", "qwen3_moe"},    {"starcoder", "gpt_bigcode"},
};

static const char *type_of(const gpucost_tensors *t)
{
    const char *name = t->totals.architecture;
    if (strcmp(name, "llama") == 0 && t->gguf.experts) return "mixtral";
    if (strcmp(name, "deepseek2") == 0 && t->gguf.gating != 2) return "deepseek_v2"; /* softmax; V3 gates by sigmoid */
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i][0], name) == 0) return types[i][1];
    return name;
}

static void fill_latent(const gpucost__gguf_sizes *s, gpucost_architecture *a)
{
    uint64_t key = s->key_length_mla ? s->key_length_mla : s->key_length;
    a->q_lora_rank = s->q_lora;
    a->kv_lora_rank = s->kv_lora;
    a->qk_rope_dim = s->rope;
    a->qk_nope_dim = key > s->rope ? key - s->rope : 0;
    a->v_head_dim = s->value_length_mla ? s->value_length_mla : s->value_length;
    a->kv_heads = a->heads; /* newer files state 1, the head that is cached */
    a->head_dim = key;
}

static void fill_experts(const gpucost__gguf_sizes *s, gpucost_architecture *a)
{
    a->experts = s->experts;
    a->experts_per_token = s->experts_per_token;
    a->expert_ffn = s->expert_ffn;
    a->shared_experts = s->shared_experts;
    a->shared_ffn = s->shared_ffn;
    if (s->shared_ffn && !s->shared_experts) a->shared_experts = 1;
    a->dense_layers = s->dense_layers;
    a->expert_interval = s->expert_interval;
}

/* Layers with a window, where the type says which. */
static uint64_t windowed(const gpucost_architecture *a)
{
    if (strcmp(a->model_type, "gemma2") == 0 || strcmp(a->model_type, "gpt_oss") == 0) return (a->layers + 1) / 2;
    if (strcmp(a->model_type, "gemma3_text") == 0) return a->layers - a->layers / 6;
    return a->layers;
}

static gpucost_status need(uint64_t value, const char *architecture, const char *key, uint64_t most, gpucost_error *err)
{
    char text[96], number[24];
    if (value > 0 && value <= most) return GPUCOST_OK;
    snprintf(text, sizeof text, "%s.%s", architecture, key);
    snprintf(number, sizeof number, "%llu", (unsigned long long)value);
    return value ? gpucost__fail_field(err, GPUCOST_E_RANGE, text, number, "%s is not in 1..%llu", number,
                                       (unsigned long long)most)
                 : gpucost__fail_field(err, GPUCOST_E_MISSING, text, NULL, "the metadata do not state it");
}

static gpucost_status fill(const gpucost_tensors *t, gpucost_architecture *a, gpucost_error *err)
{
    const gpucost__gguf_sizes *s = &t->gguf;
    const char *name = t->totals.architecture;
    const gpucost__tensor_row *table = gpucost__tensors_find(t, "token_embd.weight");
    GPUCOST__TRY(need(s->layers, name, "block_count", 10000, err));
    GPUCOST__TRY(need(s->hidden, name, "embedding_length", 1000000, err));
    GPUCOST__TRY(need(s->heads, name, "attention.head_count", 1000000, err));
    if (!s->experts || s->dense_layers || s->ffn)
        GPUCOST__TRY(need(s->ffn, name, "feed_forward_length", 10000000, err));
    a->layers = s->layers;
    a->hidden = s->hidden;
    a->heads = s->heads;
    a->kv_heads = s->kv_heads;
    a->head_dim = s->key_length;
    a->ffn = s->ffn;
    a->context_length = s->context;
    a->vocabulary = table && table->columns ? table->elements / table->columns : 0;
    if (s->kv_lora) fill_latent(s, a);
    fill_experts(s, a);
    int known;
    const gpucost__traits *traits = gpucost__traits_of(a->model_type, &known);
    gpucost__traits_apply(traits, a);
    a->generic = !known;
    a->tied_embeddings = a->output_head && !gpucost__tensors_find(t, "output.weight");
    a->qkv_bias = gpucost__tensors_find(t, "blk.0.attn_q.bias") || gpucost__tensors_find(t, "blk.0.attn_qkv.bias");
    if (s->window) {
        a->sliding_window = s->window;
        a->sliding_layers = windowed(a);
    }
    return GPUCOST_OK;
}

gpucost_status gpucost_model_from_tensors(const gpucost_tensors *t, gpucost_model **model, gpucost_error *err)
{
    gpucost__clear(err);
    if (strcmp(t->totals.format, "gguf") != 0 || !t->totals.architecture[0])
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "tensors", t->totals.format,
                                   "only a GGUF file states an architecture; read the config.json of others");
    gpucost_architecture a = GPUCOST_INIT(gpucost_architecture);
    const char *slash = strrchr(t->source, '/');
    snprintf(a.name, sizeof a.name, "%.63s", slash ? slash + 1 : t->source);
    snprintf(a.model_type, sizeof a.model_type, "%.31s", type_of(t));
    gpucost__notes notes = {0};
    gpucost_status status = fill(t, &a, err);
    gpucost_model *made = NULL;
    if (status == GPUCOST_OK) status = gpucost__model_make(&a, &notes, &made, err);
    if (status != GPUCOST_OK) {
        gpucost__error_at(err, t->source, 0, 0);
        return status;
    }
    uint64_t counted = made->parameters.total, found = t->totals.elements;
    gpucost_model_free(made);
    memset(&notes, 0, sizeof notes);
    if (a.generic)
        gpucost__note(&notes, "the architecture \"%s\" is not known; it is read as a Llama", t->totals.architecture);
    if (found > counted) {
        a.extra_parameters = found - counted;
        gpucost__note(&notes, "%llu of %llu parameters are in no part that the metadata describe",
                      (unsigned long long)a.extra_parameters, (unsigned long long)found);
    } else if (found < counted) {
        gpucost__note(&notes, "the tensors hold %llu parameters, %llu fewer than the metadata make",
                      (unsigned long long)found, (unsigned long long)(counted - found));
    }
    return gpucost__model_make(&a, &notes, model, err);
}
