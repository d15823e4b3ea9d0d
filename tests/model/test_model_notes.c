#include "support/table.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "gpucost/model.h"

static void config__notes_say_what_was_assumed(void **state)
{
    (void)state;
    gpucost_model *model;
    gpucost_error err;
    assert_int_equal(gpucost_model_from_file(test_path("model/configs/gemma3/config.json"), &model, &err), GPUCOST_OK);
    assert_non_null(strstr(gpucost_model_note_at(model, 0), "/text_config/num_attention_heads is absent; 8 taken"));
    const char *last = gpucost_model_note_at(model, gpucost_model_note_count(model) - 1);
    assert_non_null(strstr(last, "of the language model at /text_config; its towers count as parameters"));
    assert_null(gpucost_model_note_at(model, gpucost_model_note_count(model)));
    gpucost_model_free(model);
    assert_int_equal(gpucost_model_from_file(test_path("model/configs/deepseek_v3"), &model, &err), GPUCOST_OK);
    assert_non_null(strstr(gpucost_model_note_at(model, 0), "multi-token prediction"));
    gpucost_model_free(model);
}

static void config__a_tower_that_is_not_known_is_left_out_and_said(void **state)
{
    (void)state;
    gpucost_model *model;
    gpucost_error err;
    const char *json = "{\"model_type\": \"llava\", \"vision_config\": {\"model_type\": \"seer\"}, \"text_config\":"
                       " {\"model_type\": \"llama\", \"max_position_embeddings\": 4096}}";
    assert_int_equal(gpucost_model_from_config(json, NULL, &model, &err), GPUCOST_OK);
    gpucost_parameters parameters = GPUCOST_INIT(gpucost_parameters);
    assert_int_equal(gpucost_model_parameters(model, &parameters, &err), GPUCOST_OK);
    assert_int_equal(parameters.tower, 0);
    bool said = false;
    for (uint64_t i = 0; i < gpucost_model_note_count(model); i++)
        said = said || strstr(gpucost_model_note_at(model, i), "vision_config is of a kind that is not known");
    assert_true(said);
    gpucost_model_free(model);
}

static void config__hybrids_tell_their_kinds_of_layers(void **state)
{
    (void)state;
    gpucost_model *model;
    gpucost_error err;
    gpucost_architecture a = GPUCOST_INIT(gpucost_architecture);
    const char *json = "{\"model_type\": \"jamba\", \"hidden_size\": 4096, \"intermediate_size\": 14336,"
                       " \"num_attention_heads\": 32, \"num_hidden_layers\": 32, \"num_key_value_heads\": 8,"
                       " \"vocab_size\": 65536, \"max_position_embeddings\": 262144}";
    assert_int_equal(gpucost_model_from_config(json, NULL, &model, &err), GPUCOST_OK);
    assert_int_equal(gpucost_model_note_count(model), 0);
    assert_int_equal(gpucost_model_architecture(model, &a, &err), GPUCOST_OK);
    gpucost_model_free(model);
    assert_int_equal(a.attention_free_layers, 28); /* lieber2024 section 3.1: one attention layer in eight */
    assert_int_equal(a.recurrent_layers, 28);
}

static void config__an_unknown_type_with_layer_norms_is_read_as_gpt_like(void **state)
{
    (void)state;
    gpucost_model *model;
    gpucost_error err;
    const char *json = "{\"model_type\": \"new_gpt\", \"n_embd\": 64, \"n_head\": 4, \"n_layer\": 2, \"n_ctx\": 128,"
                       " \"vocab_size\": 1000, \"layer_norm_epsilon\": 1e-5}";
    assert_int_equal(gpucost_model_from_config(json, "x", &model, &err), GPUCOST_OK);
    gpucost_parameters p = GPUCOST_INIT(gpucost_parameters);
    gpucost_model_parameters(model, &p, NULL);
    /* two tables, 12 h^2 + 13 h a layer, a last norm */
    assert_int_equal(p.total, 2 * 1000 * 64 + 2 * (12 * 64 * 64 + 13 * 64) + 2 * 64);
    assert_int_equal(gpucost_model_note_count(model), 3);
    gpucost_model_free(model);
}

static void config__files_and_folders_that_cannot_be_read(void **state)
{
    (void)state;
    gpucost_model *model;
    gpucost_error err;
    assert_int_equal(gpucost_model_from_file("/no/such/config.json", &model, &err), GPUCOST_E_IO);
    assert_string_equal(err.source, "/no/such/config.json");
    assert_int_equal(gpucost_model_from_file(test_path("model/configs"), &model, &err), GPUCOST_E_IO);
    assert_non_null(strstr(err.source, "configs/config.json"));
    char longest[5000];
    memset(longest, 'd', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_int_equal(gpucost_model_from_file(longest, &model, &err), GPUCOST_E_IO);
}

/* Deep nesting, long lists and long names end in a status, not in a crash. */
static void config__bombs_are_refused(void **state)
{
    (void)state;
    enum { DEPTH = 200000 };
    static const char *const opening[] = {"[", "{\"a\":", "{\"text_config\":"};
    char *text = malloc(DEPTH * 16);
    gpucost_model *model;
    gpucost_error err;
    assert_non_null(text);
    for (size_t k = 0; k < 3; k++) {
        char *p = text;
        for (int i = 0; i < DEPTH; i++) p = stpcpy(p, opening[k]);
        assert_int_equal(gpucost_model_from_config(text, "bomb", &model, &err), GPUCOST_E_SYNTAX);
    }
    char *p = text;
    for (int i = 0; i < 1000; i++) p = stpcpy(p, "{\"language_config\":");
    p = stpcpy(p, "{}");
    for (int i = 0; i < 1000; i++) p = stpcpy(p, "}");
    assert_int_equal(gpucost_model_from_config(text, "bomb", &model, &err), GPUCOST_E_MISSING);

    p = stpcpy(text, "{\"model_type\": \"");
    memset(p, 'm', 100000);
    strcpy(p + 100000, "\", \"hidden_size\": 64}");
    assert_int_equal(gpucost_model_from_config(text, "bomb", &model, &err), GPUCOST_E_MISSING);

    p = stpcpy(text, "{\"model_type\": \"llama\", \"hidden_size\": 64, \"num_attention_heads\": 4, \"vocab_size\": 10,"
                     " \"num_hidden_layers\": 2, \"intermediate_size\": 64, \"max_position_embeddings\": 4096,"
                     " \"sliding_window\": 8, \"layer_types\": [\"x\"");
    for (int i = 0; i < 100000; i++) p = stpcpy(p, ",\"sliding_attention\"");
    strcpy(p, "]}");
    assert_int_equal(gpucost_model_from_config(text, "bomb", &model, &err), GPUCOST_OK);
    gpucost_architecture a = GPUCOST_INIT(gpucost_architecture);
    gpucost_model_architecture(model, &a, NULL);
    assert_int_equal(a.sliding_layers, 2);
    gpucost_model_free(model);
    free(text);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(config__notes_say_what_was_assumed),
        cmocka_unit_test(config__a_tower_that_is_not_known_is_left_out_and_said),
        cmocka_unit_test(config__hybrids_tell_their_kinds_of_layers),
        cmocka_unit_test(config__an_unknown_type_with_layer_norms_is_read_as_gpt_like),
        cmocka_unit_test(config__files_and_folders_that_cannot_be_read),
        cmocka_unit_test(config__bombs_are_refused),
    };
    return RUN_TESTS("config", tests);
}
