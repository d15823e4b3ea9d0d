/* Each architecture of the reference tables as the config.json that the hub carries, against its published count. */
#include "support/table.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "gpucost/model.h"

static const gpucost__csv *rows;

static const char *cell(const char *column)
{
    return gpucost__csv_cell(rows, gpucost__csv_column(rows, column));
}

static json_int_t number(const char *column)
{
    return (json_int_t)strtoll(cell(column), NULL, 10);
}

static void set(json_t *config, const char *key, json_int_t value)
{
    if (value) json_object_set_new(config, key, json_integer(value));
}

static void set_flag(json_t *config, const char *key, int value)
{
    json_object_set_new(config, key, json_boolean(value));
}

static void set_names(json_t *config, const char *hidden, const char *layers, const char *heads, const char *ffn,
                      const char *context)
{
    set(config, hidden, number("hidden"));
    set(config, layers, number("layers"));
    set(config, heads, number("heads"));
    if (number("ffn") != 4 * number("hidden") || strcmp(ffn, "n_inner") != 0) set(config, ffn, number("ffn"));
    set(config, context, number("max_ctx"));
}

static void set_experts(json_t *config, const char *type)
{
    const char *width = strstr(cell("shared_experts"), "width ");
    set(config, strncmp(type, "qwen", 4) == 0         ? "num_experts"
                : strncmp(type, "mixtral", 7) == 0 || strcmp(type, "gpt_oss") == 0 ? "num_local_experts"
                                                                                   : "n_routed_experts",
        number("experts"));
    set(config, "num_experts_per_tok", number("topk"));
    if (strcmp(type, "mixtral") != 0 && strcmp(type, "gpt_oss") != 0)
        set(config, "moe_intermediate_size", number("moe_ffn"));
    if (width)
        set(config, "shared_expert_intermediate_size", (json_int_t)strtoll(width + 6, NULL, 10));
    else
        set(config, "n_shared_experts", number("shared_experts"));
    set(config, "first_k_dense_replace", number("first_dense"));
    set(config, "q_lora_rank", number("q_lora_rank"));
    set(config, "kv_lora_rank", number("kv_lora_rank"));
    set(config, "qk_rope_head_dim", number("qk_rope_dim"));
    set(config, "qk_nope_head_dim", number("qk_nope_dim"));
    set(config, "v_head_dim", number("v_head_dim"));
}

static json_t *config_of(const char *type)
{
    json_t *config = json_object();
    json_object_set_new(config, "model_type", json_string(type));
    set(config, "vocab_size", number("vocab"));
    if (strcmp(type, "gpt2") == 0 || strcmp(type, "gptj") == 0) {
        set_names(config, "n_embd", "n_layer", "n_head", "n_inner", "n_positions");
        return config; /* tied and untied by class */
    }
    set_flag(config, "tie_word_embeddings", number("tied") != 0);
    if (strcmp(type, "bloom") == 0) {
        set_names(config, "n_embed", "n_layer", "num_attention_heads", "n_inner", "seq_length");
    } else if (strcmp(type, "mpt") == 0) {
        set_names(config, "d_model", "n_layers", "n_heads", "n_inner", "max_seq_len");
        set_flag(config, "no_bias", 0);
        json_object_set_new(config, "attn_config", json_pack("{s:b}", "alibi", 0));
    } else if (strcmp(type, "opt") == 0) {
        set_names(config, "hidden_size", "num_hidden_layers", "num_attention_heads", "ffn_dim",
                  "max_position_embeddings");
        set(config, "word_embed_proj_dim", number("hidden"));
    } else if (strcmp(type, "falcon") == 0) {
        set_names(config, "hidden_size", "num_hidden_layers", "num_attention_heads", "n_inner",
                  "max_position_embeddings");
        set_flag(config, "new_decoder_architecture", number("kv_heads") > 1);
        set(config, "num_kv_heads", number("kv_heads"));
    } else {
        set_names(config, "hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size",
                  "max_position_embeddings");
        set(config, "num_key_value_heads", number("kv_heads"));
        set(config, "head_dim", number("head_dim"));
        if (strcmp(type, "qwen") == 0) set(config, "intermediate_size", 2 * number("ffn"));
        if (number("experts")) set_experts(config, type);
    }
    return config;
}

/* Documented exceptions: the checkpoint of Falcon-7B stores its tied head; three published counts lack a few rows. */
static double tolerance(const char *name)
{
    if (strcmp(name, "falcon-7b") == 0) return 0.05;
    return strncmp(name, "opt-", 4) == 0 || strcmp(name, "SmolLM3-3B") == 0 ? 0.001 : 0;
}

static void reference__published_counts_are_met(void **state)
{
    (void)state;
    char path[1024];
    gpucost__input *input;
    gpucost__csv *csv;
    bool row;
    int held = 0, failed = 0;
    snprintf(path, sizeof path, "%s/reference/models.csv", getenv("GPUCOST_SHARED"));
    assert_int_equal(gpucost__input_open(path, &input, NULL), GPUCOST_OK);
    assert_int_equal(gpucost__csv_open(input, ',', &csv, NULL), GPUCOST_OK);
    rows = csv;
    while (gpucost__csv_next(csv, &row, NULL) == GPUCOST_OK && row) {
        gpucost_model *model;
        gpucost_error err;
        gpucost_parameters p = GPUCOST_INIT(gpucost_parameters);
        json_t *config = config_of(cell("arch"));
        char *text = json_dumps(config, 0);
        double published = (double)number("params_published"), bound = tolerance(cell("model"));
        if (gpucost_model_from_config(text, cell("model"), &model, &err) != GPUCOST_OK) {
            print_message("# %s: %s %s\n", cell("model"), err.field, err.text);
            failed++;
        } else {
            gpucost_model_parameters(model, &p, NULL);
            double off = published > 0 ? (double)p.total / published - 1 : 0;
            if (off > bound || off < -bound) {
                print_message("# %s: %.0f of %.0f, %s\n", cell("model"), (double)p.total, published, text);
                failed++;
            }
            held += published > 0;
            gpucost_model_free(model);
        }
        free(text);
        json_decref(config);
    }
    gpucost__csv_close(csv);
    gpucost__input_close(input);
    assert_true(held >= 50);
    assert_int_equal(failed, 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(reference__published_counts_are_met)};
    if (skip_without_shared()) return 0;
    return RUN_TESTS("reference", tests);
}
