/* Which layers attend to a window, in the many ways that configs say it. */
#include <string.h>

#include "model/model_reader.h"

static const uint64_t most_tokens = 1000000000000;

/* Entries of a list of layer kinds that attend locally. */
static uint64_t count_local(gpucost__reader *r, json_t *list, const char *pointer)
{
    uint64_t count = 0;
    size_t index;
    json_t *item;
    json_array_foreach(list, index, item)
    {
        const char *kind = json_string_value(item);
        if (!kind) {
            if (r->status == GPUCOST_OK)
                r->status = gpucost__fail_field(r->err, GPUCOST_E_FIELD, pointer, NULL, "expected a list of texts");
            return 0;
        }
        count += strcmp(kind, "sliding_attention") == 0 || strcmp(kind, "chunked_attention") == 0 ||
                 strcmp(kind, "local") == 0;
    }
    return count;
}

/* GPT-Neo: [[["global", "local"], 6]] means six times global, local. */
static uint64_t count_repeated(json_t *groups)
{
    uint64_t count = 0;
    size_t index, inner;
    json_t *group, *kind;
    json_array_foreach(groups, index, group)
    {
        json_int_t times = json_integer_value(json_array_get(group, 1));
        json_array_foreach(json_array_get(group, 0), inner, kind)
        {
            const char *text = json_string_value(kind);
            if (text && strcmp(text, "local") == 0 && times > 0 && times <= 10000) count += (uint64_t)times;
        }
    }
    return count;
}

/* Every `interval`-th layer is global: the last of each group, or the first when `first`. */
static uint64_t all_but_every(uint64_t layers, uint64_t interval, bool first)
{
    if (interval == 0) return layers;
    return layers - (first ? (layers + interval - 1) / interval : layers / interval);
}

static uint64_t local_by_type(gpucost__reader *r, const gpucost_architecture *a)
{
    const char *type = a->model_type;
    if (strcmp(type, "gemma2") == 0) return (a->layers + 1) / 2; /* even layers */
    if (strcmp(type, "gpt_oss") == 0) return (a->layers + 1) / 2;
    if (strcmp(type, "modernbert") == 0)
        return all_but_every(a->layers, gpucost__config_count(r, NULL, "global_attn_every_n_layers", 1, 10000, 3),
                             true);
    if (strcmp(type, "llama4_text") == 0)
        return all_but_every(a->layers, gpucost__config_count(r, NULL, "no_rope_layer_interval", 1, 10000, 4), false);
    uint64_t pattern = strcmp(type, "gemma3_text") == 0 ? 6 : strcmp(type, "cohere2") == 0 ? 4 : 0;
    if (strcmp(type, "olmo3") == 0 || strcmp(type, "exaone4") == 0) pattern = 4;
    char pointer[GPUCOST__POINTER_BYTES];
    if (json_is_string(gpucost__config_find(r, "sliding_window_pattern", pointer))) { /* "LLLG" */
        const char *text = gpucost__config_text(r, "sliding_window_pattern", "");
        pattern = strlen(text);
    } else {
        pattern = gpucost__config_count(r, NULL, "sliding_window_pattern;_sliding_window_pattern", 1, 10000, pattern);
    }
    if (pattern) return all_but_every(a->layers, pattern, false);
    if (strncmp(type, "qwen", 4) == 0) { /* the layers from max_window_layers on use the window */
        uint64_t full = gpucost__config_count(r, NULL, "max_window_layers", 0, 10000, 0);
        return full < a->layers ? a->layers - full : 0;
    }
    return a->layers;
}

void gpucost__config_window(gpucost__reader *r, gpucost_architecture *a)
{
    bool by_default = strncmp(a->model_type, "qwen", 4) != 0 && strcmp(a->model_type, "smollm3") != 0;
    if (!gpucost__config_flag(r, "use_sliding_window", by_default)) return;
    const char *keys = "sliding_window;attention_chunk_size";
    if (strcmp(a->model_type, "gpt_neo") == 0) keys = "window_size";
    if (strcmp(a->model_type, "modernbert") == 0) keys = "local_attention";
    if (strcmp(a->model_type, "recurrent_gemma") == 0) keys = "attention_window_size";
    uint64_t window = gpucost__config_count(r, "sliding_window", keys, 0, most_tokens, 0);
    if (!window || window >= a->context_length) return;

    char pointer[GPUCOST__POINTER_BYTES];
    json_t *kinds = gpucost__config_list(r, "layer_types;attention_layers", pointer);
    json_t *groups = kinds ? NULL : gpucost__config_list(r, "attention_types", pointer);
    uint64_t local = kinds ? count_local(r, kinds, pointer) : groups ? count_repeated(groups) : local_by_type(r, a);
    uint64_t attending = a->layers - a->attention_free_layers;
    if (local > attending) local = attending;
    if (!local) return;
    a->sliding_window = window;
    a->sliding_layers = local;
}
