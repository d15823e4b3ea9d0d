/* A row of data/models.csv; the columns are these fields. Empty cells are zero. */
#ifndef GPUCOST_MODEL_PRESET_H
#define GPUCOST_MODEL_PRESET_H

#include "base/name_index.h"

typedef struct gpucost__preset {
    uint64_t size;
    char name[64];
    char aliases[320]; /* joined by ';' */
    char model_type[32];
    uint64_t layers;
    uint64_t hidden;
    uint64_t heads;
    uint64_t kv_heads;
    uint64_t head_dim;
    uint64_t ffn;
    uint64_t vocabulary;
    uint64_t context_length;
    uint64_t tied_embeddings;
    uint64_t qkv_bias;
    uint64_t experts;
    uint64_t experts_per_token;
    uint64_t shared_experts;
    uint64_t expert_ffn;
    uint64_t dense_layers;
    uint64_t q_lora_rank;
    uint64_t kv_lora_rank;
    uint64_t qk_rope_dim;
    uint64_t qk_nope_dim;
    uint64_t v_head_dim;
    uint64_t sliding_window;
    uint64_t sliding_layers;
    uint64_t expert_interval;
    uint64_t query_key_norm; /* where the type leaves it open: parameters in a layer */
    uint64_t parameters_published;
    uint64_t active_parameters_published;
    char source[320];
} gpucost__preset;

/* A row of data/model_configs.csv: what a shape alone does not say. */
typedef struct gpucost__config_preset {
    uint64_t size;
    char name[64];
    char aliases[192]; /* joined by ';' */
    char config[1536]; /* as in config.json */
    uint64_t parameters;
    char source[128];
} gpucost__config_preset;

extern const gpucost__config_preset gpucost__config_presets[];
extern const uint64_t gpucost__config_presets_count;
extern const gpucost__name_index gpucost__config_preset_names;

extern const gpucost__preset gpucost__presets[];
extern const uint64_t gpucost__presets_count;
extern const gpucost__name_index gpucost__preset_names;

#endif
