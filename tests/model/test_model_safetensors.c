#include "support/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "gpucost/model.h"

static const char good[] = "{\"__metadata__\":{\"format\":\"pt\"},"
                           "\"embed.weight\":{\"dtype\":\"BF16\",\"shape\":[1000,64],\"data_offsets\":[0,128000]},"
                           "\"norm.weight\":{\"dtype\":\"F32\",\"shape\":[64],\"data_offsets\":[128000,128256]},"
                           "\"scale\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[128256,128260]}}  ";

/* Eight bytes of length, the header, a few bytes of data. */
static char *file_of(const char *header, uint64_t length, uint64_t *bytes)
{
    uint64_t text = strlen(header);
    char *file = malloc(text + 12);
    assert_non_null(file);
    for (int i = 0; i < 8; i++) file[i] = (char)(length >> (8 * i));
    memcpy(file + 8, header, text);
    memcpy(file + 8 + text, "data", 4);
    *bytes = text + 12;
    return file;
}

static gpucost_status read(const char *header, gpucost_tensors **tensors, gpucost_error *err)
{
    uint64_t bytes;
    char *file = file_of(header, strlen(header), &bytes);
    *tensors = NULL;
    gpucost_status status = gpucost_tensors_from_memory(file, bytes, "model.safetensors", tensors, err);
    free(file);
    return status;
}

static void header__gives_its_tensors(void **state)
{
    (void)state;
    gpucost_tensors *tensors;
    gpucost_tensor_totals totals = GPUCOST_INIT(gpucost_tensor_totals);
    gpucost_tensor tensor = GPUCOST_INIT(gpucost_tensor);
    gpucost_model *model = NULL;
    gpucost_error err;
    if (read(good, &tensors, &err)) fail_msg("%s: %s", err.field, err.text);
    assert_int_equal(gpucost_tensors_total(tensors, &totals, &err), GPUCOST_OK);
    assert_string_equal(totals.format, "safetensors");
    assert_string_equal(totals.type, "BF16");
    assert_int_equal(totals.tensors, 3);
    assert_int_equal(totals.elements, 64065);
    assert_int_equal(totals.bytes, 128260);
    assert_int_equal(totals.header_bytes, sizeof good - 1 + 8);
    assert_int_equal(gpucost_tensors_at(tensors, 0, &tensor, &err), GPUCOST_OK);
    assert_string_equal(tensor.name, "embed.weight");
    assert_int_equal(tensor.rows, 1000);
    assert_int_equal(tensor.columns, 64);
    assert_int_equal(gpucost_tensors_at(tensors, 2, &tensor, &err), GPUCOST_OK);
    assert_int_equal(tensor.elements, 1);
    assert_int_equal(gpucost_model_from_tensors(tensors, &model, &err), GPUCOST_E_ARGUMENT);
    gpucost_tensors_free(tensors);
}

static void header__survives_cuts_and_changes(void **state)
{
    (void)state;
    uint64_t bytes;
    char *file = file_of(good, sizeof good - 1, &bytes);
    gpucost_error err;
    for (uint64_t length = 0; length < bytes - 4; length++) {
        gpucost_tensors *tensors = NULL;
        char *cut = malloc(length ? length : 1);
        assert_non_null(cut);
        memcpy(cut, file, length);
        gpucost_status status = gpucost_tensors_from_memory(cut, length, "cut", &tensors, &err);
        free(cut);
        assert_int_equal(status, length ? GPUCOST_E_SYNTAX : GPUCOST_E_EMPTY);
        assert_null(tensors);
    }
    static const char values[] = {0, '0', '9', '"', '{', '}', '[', ']', ',', '\\', (char)0x80, (char)0xFF};
    for (uint64_t at = 0; at < bytes; at++)
        for (size_t v = 0; v < sizeof values; v++) {
            gpucost_tensors *tensors = NULL;
            char before = file[at];
            file[at] = values[v];
            if (gpucost_tensors_from_memory(file, bytes, "changed", &tensors, &err) == GPUCOST_OK)
                gpucost_tensors_free(tensors);
            else
                assert_true(*err.text != '\0');
            file[at] = before;
        }
    free(file);
}

#define ENTRY(rest) "{\"w\":{" rest "}}"

static void headers__that_are_wrong_say_why(void **state)
{
    (void)state;
    static const struct {
        const char *header;
        gpucost_status status;
        const char *text;
    } cases[] = {
        {ENTRY("\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,7]"), GPUCOST_E_FIELD, "do not make"},
        {ENTRY("\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8,0]"), GPUCOST_E_FIELD, "start and an end"},
        {ENTRY("\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0]"), GPUCOST_E_FIELD, "two numbers"},
        {ENTRY("\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8,9]"), GPUCOST_E_FIELD, "start and an end"},
        {ENTRY("\"dtype\":\"F31\",\"shape\":[2],\"data_offsets\":[0,8]"), GPUCOST_E_UNKNOWN_FACT, "dtype"},
        {ENTRY("\"shape\":[2],\"data_offsets\":[0,8]"), GPUCOST_E_SYNTAX, "each once"},
        {ENTRY("\"dtype\":\"F32\",\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]"), GPUCOST_E_SYNTAX,
         "each once"},
        {ENTRY("\"dtype\":\"F32\",\"shape\":[4294967296,4294967296],\"data_offsets\":[0,8]"), GPUCOST_E_RANGE,
         "64 bits"},
        {ENTRY("\"dtype\":\"F32\",\"shape\":[99999999999999999999],\"data_offsets\":[0,8]"), GPUCOST_E_SYNTAX,
         "64 bits"},
        {ENTRY("\"dtype\":\"F32\",\"shape\":[\"2\"],\"data_offsets\":[0,8]"), GPUCOST_E_SYNTAX, "whole number"},
        {ENTRY("\"dtype\":\"F32\",\"shape\":[2.5],\"data_offsets\":[0,8]"), GPUCOST_E_SYNTAX, "whole number"},
        {ENTRY("\"dtype\":\"F32\",\"shape\":[-2],\"data_offsets\":[0,8]"), GPUCOST_E_SYNTAX, "whole number"},
        {ENTRY("\"dtype\":32,\"shape\":[2],\"data_offsets\":[0,8]"), GPUCOST_E_SYNTAX, "string"},
        {"{\"w\":{\"dtype\":\"I8\",\"shape\":[2],\"data_offsets\":[0,2]},\"w\":{\"dtype\":\"I8\",\"shape\":[2],\"data_"
         "offsets\":[2,4]}}",
         GPUCOST_E_FIELD, "twice"},
        {"{\"a\":{\"dtype\":\"U64\",\"shape\":[2305843009213693951],\"data_offsets\":[0,18446744073709551608]},"
         "\"b\":{\"dtype\":\"U64\",\"shape\":[2305843009213693951],\"data_offsets\":[0,18446744073709551608]}}",
         GPUCOST_E_RANGE, "64 bits"},
        {"{\"w\xFF\":{}}", GPUCOST_E_SYNTAX, "UTF-8"},
        {"{\"w\":[]}", GPUCOST_E_SYNTAX, "object"},
        {"{\"w\":{}} x", GPUCOST_E_SYNTAX, "each once"},
        {"{} x", GPUCOST_E_SYNTAX, "more follows"},
        {"[]", GPUCOST_E_SYNTAX, "object"},
        {"{\"__metadata__\":{\"a\":\"b\",}}", GPUCOST_E_SYNTAX, "string"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gpucost_tensors *tensors;
        gpucost_error err;
        gpucost_status status = read(cases[i].header, &tensors, &err);
        if (status != cases[i].status || !strstr(err.text, cases[i].text))
            fail_msg("%s: status %d, %s", cases[i].header, (int)status, err.text);
        assert_null(tensors);
    }
}

static void nesting__has_an_end(void **state)
{
    (void)state;
    enum { DEEP = 100000 };
    static char header[2 * DEEP + 64];
    gpucost_tensors *tensors;
    gpucost_error err;
    int used = sprintf(header, "{\"__metadata__\":");
    memset(header + used, '[', DEEP);
    memset(header + used + DEEP, ']', DEEP);
    strcpy(header + used + 2 * DEEP, "}");
    assert_int_equal(read(header, &tensors, &err), GPUCOST_E_SYNTAX);
    assert_true(strstr(err.text, "64") != NULL);
}

static void lengths__that_are_absurd_are_errors(void **state)
{
    (void)state;
    static const uint64_t lengths[] = {0, 1, 100000001, UINT64_C(1) << 40, UINT64_MAX >> 8};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        gpucost_tensors *tensors = NULL;
        gpucost_error err;
        uint64_t bytes;
        char *file = file_of("xx", lengths[i], &bytes);
        assert_int_equal(gpucost_tensors_from_memory(file, bytes, "absurd", &tensors, &err), GPUCOST_E_SYNTAX);
        free(file);
        assert_null(tensors);
    }
}

static void write_file(const char *folder, const char *name, const void *data, size_t bytes)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, bytes, file), bytes);
    fclose(file);
}

static const char map[] =
    "{\"metadata\":{\"total_size\":128262},\"weight_map\":{"
    "\"embed.weight\":\"a.safetensors\",\"norm.weight\":\"a.safetensors\",\"scale\":\"a.safetensors\","
    "\"last\":\"b.safetensors\"}}";
static const char second[] = "{\"last\":{\"dtype\":\"I8\",\"shape\":[2],\"data_offsets\":[0,2]}}";

static void index__reads_the_files_beside_it(void **state)
{
    (void)state;
    char folder[512], path[1024];
    const char *build = getenv("GPUCOST_BUILD");
    gpucost_tensors *tensors = NULL;
    gpucost_tensor_totals totals = GPUCOST_INIT(gpucost_tensor_totals);
    gpucost_error err;
    uint64_t bytes;
    snprintf(folder, sizeof folder, "%s/safetensors-test", build ? build : ".");
    mkdir(folder, 0755);
    snprintf(path, sizeof path, "%s/a.safetensors", folder);
    remove(path);
    snprintf(path, sizeof path, "%s/b.safetensors", folder);
    remove(path);
    write_file(folder, "model.safetensors.index.json", map, sizeof map - 1);

    assert_int_equal(gpucost_tensors_from_file(folder, &tensors, &err), GPUCOST_OK); /* alone */
    assert_int_equal(gpucost_tensors_total(tensors, &totals, &err), GPUCOST_OK);
    assert_string_equal(totals.format, "index");
    assert_int_equal(totals.files, 2);
    assert_int_equal(totals.tensors, 4);
    assert_int_equal(totals.bytes, 128262);
    assert_int_equal(totals.elements, 0);
    assert_int_equal(gpucost_tensors_count(tensors), 0);
    gpucost_tensors_free(tensors);
    tensors = NULL;

    char *file = file_of(good, sizeof good - 1, &bytes);
    write_file(folder, "a.safetensors", file, bytes);
    free(file);
    assert_int_equal(gpucost_tensors_from_file(folder, &tensors, &err), GPUCOST_E_IO); /* one is missing */
    assert_true(strstr(err.source, "b.safetensors") != NULL);
    assert_null(tensors);

    file = file_of(second, sizeof second - 1, &bytes);
    write_file(folder, "b.safetensors", file, bytes);
    free(file);
    if (gpucost_tensors_from_file(folder, &tensors, &err)) fail_msg("%s: %s", err.source, err.text);
    assert_int_equal(gpucost_tensors_total(tensors, &totals, &err), GPUCOST_OK);
    assert_string_equal(totals.format, "safetensors");
    assert_int_equal(totals.files, 2);
    assert_int_equal(totals.tensors, 4);
    assert_int_equal(totals.elements, 64067);
    assert_int_equal(totals.bytes, 128262);
    gpucost_tensors_free(tensors);
}

static void index__survives_cuts(void **state)
{
    (void)state;
    gpucost_error err;
    for (uint64_t length = 1; length < sizeof map - 1; length++) {
        gpucost_tensors *tensors = NULL;
        char *cut = malloc(length);
        assert_non_null(cut);
        memcpy(cut, map, length);
        assert_int_equal(gpucost_tensors_from_memory(cut, length, "index.json", &tensors, &err), GPUCOST_E_SYNTAX);
        free(cut);
        assert_null(tensors);
    }
    static const struct {
        const char *text;
        gpucost_status status;
    } cases[] = {
        {"{\"weight_map\":{\"w\":\"../secret\"}}", GPUCOST_E_FIELD},
        {"{\"weight_map\":{\"w\":\"a\",\"w\":\"b\"}}", GPUCOST_E_FIELD},
        {"{\"weight_map\":{\"w\":1}}", GPUCOST_E_SYNTAX},
        {"{\"weight_map\":{}}", GPUCOST_E_MISSING},
        {"{\"weights\":{}}", GPUCOST_E_MISSING},
        {"{\"metadata\":{\"total_size\":1.5e10},\"weight_map\":{\"w\":\"a\"}}", GPUCOST_OK},
        {"{\"metadata\":7,\"weight_map\":{\"w\":\"a\"}}", GPUCOST_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gpucost_tensors *tensors = NULL;
        gpucost_status status =
            gpucost_tensors_from_memory(cases[i].text, strlen(cases[i].text), "index.json", &tensors, &err);
        if (status != cases[i].status) fail_msg("%s: %s", cases[i].text, err.text);
        gpucost_tensors_free(tensors);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(header__gives_its_tensors),
        cmocka_unit_test(header__survives_cuts_and_changes),
        cmocka_unit_test(headers__that_are_wrong_say_why),
        cmocka_unit_test(nesting__has_an_end),
        cmocka_unit_test(lengths__that_are_absurd_are_errors),
        cmocka_unit_test(index__reads_the_files_beside_it),
        cmocka_unit_test(index__survives_cuts),
    };
    return RUN_TESTS("safetensors", tests);
}
