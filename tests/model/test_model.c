#include "support/table.h"

#include <string.h>

#include "model/model_handle.h"

static gpucost_architecture llama_2_7b(void)
{
    gpucost_architecture a = GPUCOST_INIT(gpucost_architecture);
    a.layers = a.heads = 32;
    a.hidden = 4096;
    a.ffn = 11008;
    a.vocabulary = 32000;
    a.context_length = 4096;
    a.outer_norms = 1;
    a.gated_mlp = a.output_head = 1;
    return a;
}

static void architecture__zeros_are_filled(void **state)
{
    (void)state;
    gpucost_architecture a = llama_2_7b(), full = GPUCOST_INIT(gpucost_architecture);
    gpucost_parameters p = GPUCOST_INIT(gpucost_parameters);
    gpucost_model *model;
    gpucost_error err;
    assert_int_equal(gpucost_model_from_architecture(&a, &model, &err), GPUCOST_OK);
    gpucost_model_architecture(model, &full, &err);
    gpucost_model_parameters(model, &p, &err);
    gpucost_model_free(model);
    assert_int_equal(p.total, 6738415616); /* as published */
    assert_int_equal(p.head, 32000 * 4096);
    assert_int_equal(p.layer_largest, 4 * 4096 * 4096 + 3 * 4096 * 11008 + 2 * 4096);
    assert_int_equal(full.kv_heads, 32);
    assert_int_equal(full.head_dim, 128);
    assert_int_equal(full.layer_norms, 2);
    assert_int_equal(full.embedding_dim, 4096);
    assert_int_equal(full.expert_interval, 1);
    assert_string_equal(full.model_type, "custom");
    assert_string_equal(full.name, "custom");
}

static void architecture__rules_between_fields_name_the_field(void **state)
{
    (void)state;
    static const struct {
        const char *field, *value, *at, *text;
    } rows[] = {
        {"layers", "0", "layers", "0 is not allowed; expected 1..10000"},
        {"hidden", "0", "hidden", "0 is not allowed"},
        {"heads", "0", "heads", "0 is not allowed"},
        {"heads", "31", "heads", "31 is not allowed; expected a divisor of the hidden size, 4096"},
        {"kv_heads", "3", "kv_heads", "3 is not allowed; expected a divisor of the heads, 32"},
        {"ffn", "0", "ffn", "0 is not allowed; expected 1..10000000"},
        {"vocabulary", "0", "vocabulary", "0 is not allowed"},
        {"kv_lora_rank", "512", "qk_nope_dim", "0 is not allowed"},
        {"experts", "8", "experts_per_token", "0 is not allowed; expected 1..experts"},
        {"kind", "encoder_decoder", "encoder_layers", "0 is not allowed"},
        {"sliding_layers", "33", "sliding_layers", "33 is not allowed; expected at most the layers"},
    };
    const gpucost_struct *table = &gpucost__architecture_table;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gpucost_architecture a = llama_2_7b();
        gpucost_model *model = (gpucost_model *)&a;
        gpucost_error err;
        if (strcmp(rows[i].value, "0") == 0) {
            for (uint64_t k = 0; k < table->count; k++)
                if (strcmp(table->fields[k].name, rows[i].field) == 0)
                    memset((char *)&a + table->fields[k].offset, 0, (size_t)table->fields[k].bytes);
        } else {
            assert_int_equal(gpucost_struct_set(table, &a, rows[i].field, rows[i].value, &err), GPUCOST_OK);
        }
        if (strcmp(rows[i].field, "sliding_layers") == 0) a.sliding_window = 128;
        assert_int_equal(gpucost_model_from_architecture(&a, &model, &err), GPUCOST_E_RANGE);
        assert_ptr_equal(model, &a);
        assert_string_equal(err.field, rows[i].at);
        assert_non_null(strstr(err.text, rows[i].text));
    }
}

static void architecture__callers_of_any_age_are_served(void **state)
{
    (void)state;
    gpucost_model *model;
    gpucost_error err;
    struct { gpucost_architecture a; uint64_t future; } newer = {llama_2_7b(), 0};
    newer.a.size = sizeof newer;
    assert_int_equal(gpucost_model_from_architecture(&newer.a, &model, &err), GPUCOST_OK);
    struct { gpucost_parameters p; uint64_t future; } out = {{.size = sizeof out}, 7};
    assert_int_equal(gpucost_model_parameters(model, &out.p, &err), GPUCOST_OK);
    assert_int_equal(out.future, 0);
    gpucost_parameters old = {.size = offsetof(gpucost_parameters, attention), .attention = 99};
    assert_int_equal(gpucost_model_parameters(model, &old, &err), GPUCOST_OK);
    assert_int_equal(old.embedding, 32000 * 4096);
    assert_int_equal(old.attention, 99);
    gpucost_parameters none = {0};
    assert_int_equal(gpucost_model_parameters(model, &none, &err), GPUCOST_E_ARGUMENT);
    gpucost_architecture nothing = {0};
    assert_int_equal(gpucost_model_architecture(model, &nothing, &err), GPUCOST_E_ARGUMENT);
    gpucost_model_free(model);
    newer.future = 1;
    assert_int_equal(gpucost_model_from_architecture(&newer.a, &model, &err), GPUCOST_E_STRUCT_NEWER);
    gpucost_model_free(NULL);
}

static void architecture__blocks_follow_the_shape(void **state)
{
    (void)state;
    gpucost_architecture a = llama_2_7b();
    gpucost_parameters p = GPUCOST_INIT(gpucost_parameters);
    gpucost_model *model;
    a.experts = 4;
    a.experts_per_token = 2;
    a.expert_ffn = 64;
    a.shared_experts = 2;
    a.dense_layers = 1;
    a.expert_interval = 2; /* layers 1, 3, ... 31 of 0..31 */
    a.shared_gate = a.router_bias = a.expert_bias = 1;
    assert_int_equal(gpucost_model_from_architecture(&a, &model, NULL), GPUCOST_OK);
    gpucost_model_parameters(model, &p, NULL);
    gpucost_model_free(model);
    uint64_t expert = 3 * 4096 * 64 + 2 * 64 + 4096;
    assert_int_equal(p.experts, 16 * 4 * expert);
    assert_int_equal(p.router, 16 * (4096 * 4 + 4 + 4096));
    assert_int_equal(p.mlp, 16 * 3ull * 4096 * 11008 + 16 * (3 * 4096 * 128 + 2 * 128 + 4096));
    assert_int_equal(p.total - p.active, 16 * 2 * expert);
}

static void preset__names_and_aliases_are_found_in_any_spelling(void **state)
{
    (void)state;
    static const char *const names[] = {"llama-2-7b", "Llama 2 7B", "meta-llama/Llama-2-7b-hf",
                                        "META_LLAMA/LLAMA_2_7B_HF"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        gpucost_model *model;
        gpucost_architecture a = GPUCOST_INIT(gpucost_architecture);
        assert_int_equal(gpucost_model_from_preset(names[i], &model, NULL), GPUCOST_OK);
        gpucost_model_architecture(model, &a, NULL);
        assert_string_equal(a.name, "llama-2-7b");
        gpucost_model_free(model);
    }
    gpucost_model *model = NULL;
    gpucost_error err;
    assert_int_equal(gpucost_model_from_preset("lama-2-7b", &model, &err), GPUCOST_E_UNKNOWN_NAME);
    assert_non_null(strstr(err.text, "llama-2-7b"));
    assert_null(model);
    assert_true(gpucost_model_preset_count() >= 120);
    assert_null(gpucost_model_preset_at(gpucost_model_preset_count()));
}

/* The total is the count asked for, the rest that no shape explains is small, and width grows with the count. */
static void parameters__give_a_shape_that_counts_exactly(void **state)
{
    (void)state;
    static const uint64_t counts[] = {1000000,    10000000,    49999999,     124000000,     999999999,      1000000000,
                                      7000000000, 70000000000, 405000000000, 1000000000000, 100000000000000};
    uint64_t before = 0;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        gpucost_model *model;
        gpucost_architecture a = GPUCOST_INIT(gpucost_architecture);
        gpucost_parameters p = GPUCOST_INIT(gpucost_parameters);
        assert_int_equal(gpucost_model_from_parameters(counts[i], &model, NULL), GPUCOST_OK);
        gpucost_model_architecture(model, &a, NULL);
        gpucost_model_parameters(model, &p, NULL);
        assert_int_equal(p.total, counts[i]);
        assert_true(a.layers * 128 >= a.hidden && a.extra_parameters < p.layer_largest);
        assert_true(a.hidden >= before);
        assert_int_equal(gpucost_model_note_count(model), 1);
        before = a.hidden;
        gpucost_model_free(model);
    }
    gpucost_model *model = NULL;
    gpucost_error err;
    assert_int_equal(gpucost_model_from_parameters(999999, &model, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_model_from_parameters(100000000000001, &model, &err), GPUCOST_E_RANGE);
    assert_non_null(strstr(err.text, "expected 1e6..1e14"));
    assert_null(model);
}

/* Llama's own sizes: 7B is 32 layers of 4096, 70B near 80 of 8192. */
static void parameters__of_known_sizes_are_near_their_shapes(void **state)
{
    (void)state;
    gpucost_model *model;
    gpucost_architecture a = GPUCOST_INIT(gpucost_architecture);
    assert_int_equal(gpucost_model_from_parameters(6738415616, &model, NULL), GPUCOST_OK);
    gpucost_model_architecture(model, &a, NULL);
    assert_int_equal(a.hidden, 4096);
    assert_int_equal(a.layers, 32);
    assert_int_equal(a.ffn, 11008);
    assert_int_equal(a.extra_parameters, 0);
    gpucost_model_free(model);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(architecture__zeros_are_filled),
        cmocka_unit_test(architecture__rules_between_fields_name_the_field),
        cmocka_unit_test(architecture__callers_of_any_age_are_served),
        cmocka_unit_test(architecture__blocks_follow_the_shape),
        cmocka_unit_test(preset__names_and_aliases_are_found_in_any_spelling),
        cmocka_unit_test(parameters__give_a_shape_that_counts_exactly),
        cmocka_unit_test(parameters__of_known_sizes_are_near_their_shapes),
    };
    return RUN_TESTS("model", tests);
}
