#include "model/model_preset.h"

#include <stdio.h>
#include <string.h>

#include "base/name.h"
#include "model/model_make.h"
#include "model/model_traits.h"

uint64_t gpucost_model_preset_count(void)
{
    return gpucost__presets_count + gpucost__config_presets_count;
}

const char *gpucost_model_preset_at(uint64_t index)
{
    if (index < gpucost__presets_count) return gpucost__presets[index].name;
    index -= gpucost__presets_count;
    return index < gpucost__config_presets_count ? gpucost__config_presets[index].name : NULL;
}

static const char *name_at(const void *context, uint64_t index)
{
    (void)context;
    return gpucost_model_preset_at(index);
}

static void fill(const gpucost__preset *row, gpucost_architecture *a)
{
    snprintf(a->name, sizeof a->name, "%s", row->name);
    snprintf(a->model_type, sizeof a->model_type, "%s", row->model_type);
    a->layers = row->layers;
    a->hidden = row->hidden;
    a->heads = row->heads;
    a->kv_heads = row->kv_heads;
    a->head_dim = row->head_dim;
    a->ffn = row->ffn;
    a->vocabulary = row->vocabulary;
    a->context_length = row->context_length;
    a->experts = row->experts;
    a->experts_per_token = row->experts_per_token;
    a->shared_experts = row->shared_experts;
    a->expert_ffn = row->expert_ffn;
    a->dense_layers = row->dense_layers;
    a->q_lora_rank = row->q_lora_rank;
    a->kv_lora_rank = row->kv_lora_rank;
    a->qk_rope_dim = row->qk_rope_dim;
    a->qk_nope_dim = row->qk_nope_dim;
    a->v_head_dim = row->v_head_dim;
    a->sliding_window = row->sliding_window;
    a->sliding_layers = row->sliding_layers;
    a->expert_interval = row->expert_interval;
}

gpucost_status gpucost_model_from_preset(const char *name, gpucost_model **model, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost__name_key key;
    gpucost__name_key_of(name, strlen(name), &key);
    const gpucost__name_slot *slot = gpucost__name_first(&gpucost__preset_names, &key);
    if (!slot) {
        slot = gpucost__name_first(&gpucost__config_preset_names, &key);
        if (!slot) return gpucost__name_unknown("model", name, name_at, NULL, gpucost_model_preset_count(), err);
        const gpucost__config_preset *whole = &gpucost__config_presets[slot->row];
        return gpucost_model_from_config(whole->config, whole->name, model, err);
    }

    const gpucost__preset *row = &gpucost__presets[slot->row];
    int known;
    const gpucost__traits *traits = gpucost__traits_of(row->model_type, &known);
    gpucost_architecture a = GPUCOST_INIT(gpucost_architecture);
    gpucost__notes notes = {0};
    fill(row, &a);
    gpucost__traits_apply(traits, &a);
    a.generic = !known;
    a.tied_embeddings = a.output_head && row->tied_embeddings;
    a.qkv_bias = row->qkv_bias != 0;
    if (row->query_key_norm) a.query_key_norm = row->query_key_norm;
    if (strcmp(row->model_type, "falcon") == 0 && row->kv_heads == 1) a.layer_norms = 1;
    return gpucost__model_make(&a, &notes, model, err);
}
