/* Mixtures of experts, in the spellings of Mixtral, Qwen, DeepSeek, Llama 4, DBRX, ERNIE and Hunyuan. */
#include <string.h>

#include "model/model_reader.h"

static const uint64_t most_experts = 100000, most_width = 10000000, most_layers = 10000;

/* Hunyuan may write a list with one entry a layer; they are equal in published files, and the first stands for all. */
static uint64_t first_or_count(gpucost__reader *r, const char *field, const char *keys, uint64_t least, uint64_t most)
{
    char pointer[GPUCOST__POINTER_BYTES];
    json_t *value = gpucost__config_find(r, keys, pointer);
    if (!json_is_array(value)) return gpucost__config_count(r, field, keys, least, most, 0);
    json_t *first = json_array_get(value, 0);
    json_int_t number = json_integer_value(first);
    if (!json_is_integer(first) || number < 0 || (uint64_t)number > most) {
        if (r->status == GPUCOST_OK)
            r->status = gpucost__fail_field(r->err, GPUCOST_E_FIELD, pointer, NULL, "expected counts of 0..%llu",
                                            (unsigned long long)most);
        return 0;
    }
    return (uint64_t)number;
}

/* Layers named as dense in a list. Where they are not the first ones, they are counted as if they were. */
static void dense_by_list(gpucost__reader *r, gpucost_architecture *a)
{
    char pointer[GPUCOST__POINTER_BYTES];
    json_t *list = gpucost__config_list(r, "mlp_only_layers", pointer);
    size_t index, count = json_array_size(list);
    json_t *item;
    bool first_ones = true;
    if (!count) return;
    json_array_foreach(list, index, item)
    {
        if (!json_is_integer(item) || json_integer_value(item) < 0 ||
            (uint64_t)json_integer_value(item) >= a->layers) {
            if (r->status == GPUCOST_OK)
                r->status = gpucost__fail_field(r->err, GPUCOST_E_RANGE, pointer, NULL,
                                                "expected layer numbers in 0..%llu",
                                                (unsigned long long)a->layers - 1);
            return;
        }
        first_ones = first_ones && (size_t)json_integer_value(item) < count;
    }
    a->dense_layers = count < a->layers ? count : a->layers;
    if (!first_ones)
        gpucost__note(r->notes, "%s: the dense layers are not the first ones; they are counted as if they were",
                      pointer);
}

void gpucost__config_experts(gpucost__reader *r, gpucost_architecture *a)
{
    const char *type = a->model_type;
    a->experts = first_or_count(r, "experts",
                                "n_routed_experts;num_local_experts;num_experts;moe_num_experts;"
                                "ffn_config/moe_num_experts",
                                0, most_experts);
    if (a->experts <= 1 && strcmp(type, "llama4_text") != 0) { /* granitemoeshared and others write 0 or 1 for dense */
        a->experts = 0;
        return;
    }
    a->experts_per_token = first_or_count(r, "experts_per_token",
                                          "num_experts_per_tok;num_experts_per_token;experts_per_token;moe_topk;"
                                          "moe_k;moe_top_k;ffn_config/moe_top_k",
                                          1, most_experts);
    if (!a->experts_per_token) gpucost__config_need(r, "experts_per_token", "num_experts_per_tok", most_experts);
    a->expert_ffn = first_or_count(r, "expert_ffn", "moe_intermediate_size;expert_intermediate_size", 1, most_width);
    if (!a->expert_ffn) a->expert_ffn = a->ffn;
    a->shared_experts = first_or_count(
        r, NULL, "n_shared_experts;num_shared_experts;num_shared_expert;moe_num_shared_experts", 0, most_experts);
    a->shared_ffn = gpucost__config_count(
        r, NULL, "shared_expert_intermediate_size;shared_intermediate_size;moe_shared_expert_intermediate_size", 0,
        most_width, a->shared_experts * a->expert_ffn);
    if (!a->shared_ffn) a->shared_experts = 0;
    if (a->shared_ffn && !a->shared_experts) a->shared_experts = 1;

    a->dense_layers = gpucost__config_count(
        r, "dense_layers", "first_k_dense_replace;moe_layer_start_index;num_dense_layers", 0, most_layers, 0);
    a->expert_interval = gpucost__config_count(r, "expert_interval", "decoder_sparse_step;moe_layer_interval", 1,
                                               most_layers, 1);
    if (strcmp(type, "llama4_text") == 0) { /* its `intermediate_size` is of an expert, and one is shared */
        a->expert_interval =
            gpucost__config_count(r, "expert_interval", "interleave_moe_layer_step", 1, most_layers, 1);
        a->ffn = gpucost__config_count(r, "ffn", "intermediate_size_mlp", 1, most_width, a->ffn);
        a->shared_experts = 1;
        a->shared_ffn = a->expert_ffn;
    }
    dense_by_list(r, a);
}
