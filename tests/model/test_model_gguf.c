#include "support/table.h"

#include <stdio.h>
#include <stdlib.h>

#include "gpucost/model.h"
#include "model/gguf_file.h"

enum { LAYERS = 2, TENSORS = 3 + LAYERS * 9, Q4_K = 12, Q6_K = 14, F32 = 0 };
enum { H = 256, FFN = 512, V = 1000, KV = 128 };

/* A llama of two layers: h 256, 4 heads, 2 kv heads, ffn 512, 1000 tokens. */
static void put_llama(gguf_file *f, int version)
{
    put_header(f, version, TENSORS, 9);
    put_string(f, "general.architecture", "llama");
    put_u32(f, "llama.block_count", LAYERS);
    put_u32(f, "llama.embedding_length", H);
    put_u32(f, "llama.feed_forward_length", FFN);
    put_u32(f, "llama.attention.head_count", 4);
    put_u32(f, "llama.attention.head_count_kv", 2);
    put_u32(f, "llama.context_length", 4096);
    put_text(f, "tokenizer.ggml.tokens"); /* an array of strings */
    put_number(f, 9, 4);
    put_number(f, 8, 4);
    put_length(f, 3);
    for (int i = 0; i < 3; i++) put_text(f, "token");
    put_text(f, "tokenizer.ggml.scores"); /* and one of floats */
    put_number(f, 9, 4);
    put_number(f, 6, 4);
    put_length(f, 5);
    for (int i = 0; i < 5; i++) put_number(f, 0x3F800000, 4);
    put_tensor(f, "token_embd.weight", H, V, 0, Q4_K);
    put_tensor(f, "output.weight", H, V, 0, Q6_K);
    put_tensor(f, "output_norm.weight", H, 0, 0, F32);
    for (int i = 0; i < LAYERS; i++) {
        static const struct {
            const char *name;
            uint64_t columns, rows;
            uint32_t type;
        } parts[] = {{"attn_q.weight", H, H, Q4_K},     {"attn_k.weight", H, KV, Q4_K}, {"attn_v.weight", H, KV, Q6_K},
                     {"attn_output.weight", H, H, Q4_K}, {"ffn_gate.weight", H, FFN, Q4_K},
                     {"ffn_up.weight", H, FFN, Q4_K},   {"ffn_down.weight", FFN, H, Q6_K},
                     {"attn_norm.weight", H, 0, F32},   {"ffn_norm.weight", H, 0, F32}};
        for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
            char name[64];
            snprintf(name, sizeof name, "blk.%d.%s", i, parts[p].name);
            put_tensor(f, name, parts[p].columns, parts[p].rows, 0, parts[p].type);
        }
    }
}

static uint64_t expected_elements(void)
{
    return 2 * V * H + H + LAYERS * (uint64_t)(2 * H * H + 2 * H * KV + 3 * H * FFN + 2 * H);
}

static gpucost_status read(const void *data, uint64_t bytes, gpucost_tensors **tensors, gpucost_error *err)
{
    /* exactly as long as the data, so that a sanitizer sees reads past it */
    char *copy = malloc(bytes ? bytes : 1);
    assert_non_null(copy);
    memcpy(copy, data, bytes);
    *tensors = NULL;
    gpucost_status status = gpucost_tensors_from_memory(copy, bytes, "tiny.gguf", tensors, err);
    free(copy);
    assert_true((status == GPUCOST_OK) == (*tensors != NULL));
    return status;
}

static void file__gives_its_tensors(void **state)
{
    (void)state;
    for (int version = 1; version <= 3; version++) {
        static gguf_file f;
        gpucost_tensors *tensors;
        gpucost_tensor_totals totals = GPUCOST_INIT(gpucost_tensor_totals);
        gpucost_tensor tensor = GPUCOST_INIT(gpucost_tensor);
        gpucost_error err;
        put_llama(&f, version);
        if (read(f.bytes, f.count, &tensors, &err)) fail_msg("%s: %s", err.field, err.text);
        assert_int_equal(gpucost_tensors_total(tensors, &totals, &err), GPUCOST_OK);
        assert_string_equal(totals.format, "gguf");
        assert_string_equal(totals.architecture, "llama");
        assert_string_equal(totals.type, "q4_k");
        assert_int_equal(totals.files, 1);
        assert_int_equal(totals.tensors, TENSORS);
        assert_int_equal(totals.elements, expected_elements());
        assert_int_equal(totals.header_bytes, f.count);
        uint64_t q6 = V * H + LAYERS * (uint64_t)(H * KV + H * FFN), f32 = H + LAYERS * 2 * H;
        assert_int_equal(totals.bytes, (expected_elements() - q6 - f32) / 256 * 144 + q6 / 256 * 210 + f32 * 4);
        assert_int_equal(gpucost_tensors_count(tensors), TENSORS);
        assert_int_equal(gpucost_tensors_at(tensors, 1, &tensor, &err), GPUCOST_OK);
        assert_string_equal(tensor.name, "output.weight");
        assert_string_equal(tensor.type, "q6_k");
        assert_int_equal(tensor.rows, V);
        assert_int_equal(tensor.columns, H);
        assert_int_equal(tensor.bytes, V * 210);
        assert_int_equal(gpucost_tensors_at(tensors, TENSORS, &tensor, &err), GPUCOST_E_ARGUMENT);
        gpucost_tensors_free(tensors);
    }
}

static void model__counts_as_its_tensors(void **state)
{
    (void)state;
    static gguf_file f;
    gpucost_tensors *tensors;
    gpucost_model *model = NULL;
    gpucost_parameters parameters = GPUCOST_INIT(gpucost_parameters);
    gpucost_architecture a = GPUCOST_INIT(gpucost_architecture);
    gpucost_error err;
    put_llama(&f, 3);
    assert_int_equal(read(f.bytes, f.count, &tensors, &err), GPUCOST_OK);
    if (gpucost_model_from_tensors(tensors, &model, &err)) fail_msg("%s: %s", err.field, err.text);
    assert_int_equal(gpucost_model_parameters(model, &parameters, &err), GPUCOST_OK);
    assert_int_equal(gpucost_model_architecture(model, &a, &err), GPUCOST_OK);
    assert_int_equal(parameters.total, expected_elements());
    assert_int_equal(parameters.extra, 0);
    assert_int_equal(gpucost_model_note_count(model), 0);
    assert_int_equal(a.kv_heads, 2);
    assert_int_equal(a.head_dim, 64);
    assert_int_equal(a.vocabulary, V);
    assert_int_equal(a.tied_embeddings, 0);
    assert_string_equal(a.model_type, "llama");
    assert_string_equal(a.name, "tiny.gguf");
    gpucost_model_free(model);
    gpucost_tensors_free(tensors);
}

static void model__tells_what_it_cannot_place(void **state)
{
    (void)state;
    static gguf_file f;
    gpucost_tensors *tensors;
    gpucost_model *model = NULL;
    gpucost_parameters parameters = GPUCOST_INIT(gpucost_parameters);
    gpucost_error err;
    put_llama(&f, 3);
    f.bytes[8]++; /* one tensor more */
    put_tensor(&f, "rope_freqs.weight", 32, 0, 0, F32);
    assert_int_equal(read(f.bytes, f.count, &tensors, &err), GPUCOST_OK);
    assert_int_equal(gpucost_model_from_tensors(tensors, &model, &err), GPUCOST_OK);
    assert_int_equal(gpucost_model_parameters(model, &parameters, &err), GPUCOST_OK);
    assert_int_equal(parameters.total, expected_elements() + 32);
    assert_int_equal(parameters.extra, 32);
    assert_int_equal(gpucost_model_note_count(model), 1);
    gpucost_model_free(model);
    gpucost_tensors_free(tensors);
}

/* Cut anywhere: an error until the header is whole. Any byte changed: an answer or an error, never a crash. */
static void header__survives_cuts_and_changes(void **state)
{
    (void)state;
    static gguf_file f;
    gpucost_tensors *tensors;
    gpucost_model *model;
    gpucost_error err;
    put_llama(&f, 3);
    for (uint64_t length = 0; length < f.count; length++) {
        gpucost_status status = read(f.bytes, length, &tensors, &err);
        assert_int_equal(status, length ? GPUCOST_E_SYNTAX : GPUCOST_E_EMPTY);
        assert_string_equal(err.source, "tiny.gguf");
    }
    static const unsigned char values[] = {0, 1, 0x7F, 0x80, 0xFF};
    for (uint64_t at = 0; at < f.count; at++)
        for (size_t v = 0; v < sizeof values; v++) {
            unsigned char before = f.bytes[at];
            f.bytes[at] = values[v];
            if (read(f.bytes, f.count, &tensors, &err) == GPUCOST_OK) {
                if (gpucost_model_from_tensors(tensors, &model, &err) == GPUCOST_OK) gpucost_model_free(model);
                gpucost_tensors_free(tensors);
            } else {
                assert_true(err.status != GPUCOST_OK && *err.text);
            }
            f.bytes[at] = before;
        }
}

typedef void builder(gguf_file *f);

static void absurd_count(gguf_file *f)
{
    put_header(f, 3, UINT64_MAX, 0);
}
static void absurd_pairs(gguf_file *f)
{
    put_header(f, 3, 0, UINT64_MAX);
}
static void absurd_text(gguf_file *f)
{
    put_header(f, 3, 0, 1);
    put_text(f, "general.name");
    put_number(f, 8, 4);
    put_number(f, UINT64_MAX / 2, 8);
}
static void absurd_array(gguf_file *f)
{
    put_header(f, 3, 0, 1);
    put_text(f, "x.y");
    put_number(f, 9, 4);
    put_number(f, 10, 4);
    put_number(f, UINT64_MAX / 4, 8);
}
static void nested_arrays(gguf_file *f)
{
    put_header(f, 3, 0, 1);
    put_text(f, "x.y");
    put_number(f, 9, 4);
    for (int i = 0; i < 100; i++) {
        put_number(f, 9, 4);
        put_number(f, 1, 8);
    }
}
static void absurd_dimensions(gguf_file *f)
{
    put_header(f, 3, 1, 0);
    put_tensor(f, "w", UINT64_C(1) << 40, UINT64_C(1) << 40, 0, F32);
}
static void many_dimensions(gguf_file *f)
{
    put_header(f, 3, 1, 0);
    put_text(f, "w");
    put_number(f, 4000000000, 4);
}
static void broken_block(gguf_file *f)
{
    put_header(f, 3, 1, 0);
    put_tensor(f, "w", 100, 4, 0, Q4_K);
}
static void unknown_type(gguf_file *f)
{
    put_header(f, 3, 1, 0);
    put_tensor(f, "w", 256, 4, 0, 137);
}
static void removed_type(gguf_file *f)
{
    put_header(f, 3, 1, 0);
    put_tensor(f, "w", 256, 4, 0, 5);
}
static void there_twice(gguf_file *f)
{
    put_header(f, 3, 2, 0);
    put_tensor(f, "w", 256, 4, 0, F32);
    put_tensor(f, "w", 256, 4, 0, F32);
}
static void long_name(gguf_file *f)
{
    put_header(f, 3, 1, 0);
    put_number(f, 100000, 8);
}
static void not_text(gguf_file *f)
{
    put_header(f, 3, 1, 0);
    put_tensor(f, "w\xFFw", 256, 4, 0, F32);
}
static void other_end(gguf_file *f)
{
    put_header(f, 3, 1, 0);
    f->bytes[4] = 0;
    f->bytes[7] = 3;
}
static void newer(gguf_file *f)
{
    put_header(f, 9, 1, 0);
}

static void sizes__that_are_absurd_are_errors(void **state)
{
    (void)state;
    static const struct {
        builder *build;
        gpucost_status status;
        const char *text;
    } cases[] = {
        {absurd_count, GPUCOST_E_SYNTAX, "cut"},        {absurd_pairs, GPUCOST_E_SYNTAX, "cut"},
        {absurd_text, GPUCOST_E_SYNTAX, "cut"},         {absurd_array, GPUCOST_E_RANGE, "64 bits"},
        {nested_arrays, GPUCOST_E_RANGE, "nested"},     {absurd_dimensions, GPUCOST_E_RANGE, "64 bits"},
        {many_dimensions, GPUCOST_E_RANGE, "at most 8"}, {broken_block, GPUCOST_E_FIELD, "100"},
        {unknown_type, GPUCOST_E_UNKNOWN_FACT, "137"},  {removed_type, GPUCOST_E_UNKNOWN_FACT, "5"},
        {there_twice, GPUCOST_E_FIELD, "twice"},        {long_name, GPUCOST_E_RANGE, "1..255"},
        {not_text, GPUCOST_E_SYNTAX, "UTF-8"},          {other_end, GPUCOST_E_SYNTAX, "little end"},
        {newer, GPUCOST_E_SYNTAX, "version 9"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static gguf_file f;
        gpucost_tensors *tensors;
        gpucost_error err;
        cases[i].build(&f);
        gpucost_status status = read(f.bytes, f.count, &tensors, &err);
        if (status != cases[i].status || !strstr(err.text, cases[i].text))
            fail_msg("case %d: status %d, %s: %s", (int)i, (int)status, err.field, err.text);
        assert_string_equal(err.source, "tiny.gguf");
    }
}

static void metadata__that_lack_a_size_are_named(void **state)
{
    (void)state;
    static gguf_file f;
    gpucost_tensors *tensors;
    gpucost_model *model = NULL;
    gpucost_error err;
    put_header(&f, 3, 1, 3);
    put_string(&f, "general.architecture", "llama");
    put_u32(&f, "llama.block_count", 4000000000u);
    put_u32(&f, "llama.embedding_length", H);
    put_tensor(&f, "token_embd.weight", H, V, 0, F32);
    assert_int_equal(read(f.bytes, f.count, &tensors, &err), GPUCOST_OK);
    assert_int_equal(gpucost_model_from_tensors(tensors, &model, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "llama.block_count");
    assert_string_equal(err.value, "4000000000");
    gpucost_tensors_free(tensors);
    put_header(&f, 3, 0, 0);
    assert_int_equal(read(f.bytes, f.count, &tensors, &err), GPUCOST_OK);
    assert_int_equal(gpucost_model_from_tensors(tensors, &model, &err), GPUCOST_E_ARGUMENT);
    gpucost_tensors_free(tensors);
    assert_null(model);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(file__gives_its_tensors),
        cmocka_unit_test(model__counts_as_its_tensors),
        cmocka_unit_test(model__tells_what_it_cannot_place),
        cmocka_unit_test(header__survives_cuts_and_changes),
        cmocka_unit_test(sizes__that_are_absurd_are_errors),
        cmocka_unit_test(metadata__that_lack_a_size_are_named),
    };
    return RUN_TESTS("GGUF", tests);
}
