#include "support/table.h"

#include <string.h>

#include "base/field.h"
#include "gpucost/units.h"

typedef struct sample {
    uint64_t size;
    uint64_t count;
    double share;
    int64_t price;
    int32_t mode;
    int32_t on;
    char name[16];
    gpucost_money money;
    uint64_t later;
} sample;

static const gpucost_field sample_fields[] = {
    FIELD_SIZE(sample),
    FIELD(sample, count, GPUCOST_FIELD_U64, .least = "1", .most = "1024", .doc = "a count"),
    FIELD(sample, share, GPUCOST_FIELD_F64, .least = "0", .most = "1", .doc = "a share"),
    FIELD(sample, price, GPUCOST_FIELD_PRICE, .least = "0", .doc = "a price"),
    FIELD(sample, mode, GPUCOST_FIELD_CHOICE, .choices = "none|selective|full", .doc = "a choice"),
    FIELD(sample, on, GPUCOST_FIELD_FLAG, .doc = "a flag"),
    FIELD(sample, name, GPUCOST_FIELD_TEXT, .doc = "a text"),
    FIELD(sample, money, GPUCOST_FIELD_MONEY, .doc = "an amount"),
    FIELD(sample, later, GPUCOST_FIELD_U64, .doc = "added in a later release"),
};
static const gpucost_struct sample_table = STRUCT_TABLE(sample, sample_fields, "for the test");

static void field__reads_flags_and_json(void **state)
{
    (void)state;
    sample s = {.size = sizeof s};
    gpucost_error err;
    assert_int_equal(gpucost_struct_set(&sample_table, &s, "count", "1e3", &err), GPUCOST_OK);
    assert_int_equal(s.count, 1000);
    const char *json = "{\"share\": 0.25, \"price\": \"1.5\", \"mode\": \"full\", \"on\": true, \"name\": \"x\","
                       " \"money\": {\"amount\": \"2.5\", \"currency\": \"CNY\"}}";
    assert_int_equal(gpucost_struct_from_json(&sample_table, json, "job", &s, &err), GPUCOST_OK);
    assert_true(s.share == 0.25);
    assert_int_equal(s.price, 1500000000);
    assert_int_equal(s.mode, 2);
    assert_int_equal(s.on, 1);
    assert_string_equal(s.money.currency, "CNY");
    char *text;
    sample back = {.size = sizeof back};
    assert_int_equal(gpucost_struct_to_json(&sample_table, &s, &text, &err), GPUCOST_OK);
    assert_int_equal(gpucost_struct_from_json(&sample_table, text, "back", &back, &err), GPUCOST_OK);
    gpucost_text_free(text);
    assert_memory_equal(&s, &back, sizeof s);
}

static void field__errors_name_field_value_and_limits(void **state)
{
    (void)state;
    static const struct { const char *json; gpucost_status status; const char *field, *text; } rows[] = {
        {"{\"count\": 0}", GPUCOST_E_RANGE, "/count", "0 is not allowed; expected 1..1024"},
        {"{\"count\": -1}", GPUCOST_E_RANGE, "/count", "-1 is not allowed; expected 1..1024"},
        {"{\"count\": 1.5}", GPUCOST_E_FIELD, "/count", "\"1.5\" cannot be read; expected 1..1024"},
        {"{\"count\": \"many\"}", GPUCOST_E_FIELD, "/count", "wrong JSON type; expected 1..1024"},
        {"{\"mode\": \"half\"}", GPUCOST_E_RANGE, "/mode", "half is not allowed; expected one of none|selective|full"},
        {"{\"colour\": 1}", GPUCOST_E_FIELD, "/colour", "sample has no field \"colour\""},
        {"{\"share\": 2}", GPUCOST_E_RANGE, "/share", "2 is not allowed; expected 0..1"},
        {"{\"name\": \"a name that is far too long\"}", GPUCOST_E_RANGE, "/name",
         "a name that is far too long is not allowed; expected at most 15 bytes"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        sample s = {.size = sizeof s}, before = s;
        gpucost_error err;
        assert_int_equal(gpucost_struct_from_json(&sample_table, rows[i].json, "job", &s, &err), rows[i].status);
        assert_string_equal(err.field, rows[i].field);
        assert_string_equal(err.text, rows[i].text);
        assert_string_equal(err.source, "job");
        assert_memory_equal(&s, &before, sizeof s);
    }
    sample s = {.size = sizeof s};
    gpucost_error err;
    assert_int_equal(gpucost_struct_from_json(&sample_table, "{\n \"count\": ", "job", &s, &err), GPUCOST_E_SYNTAX);
    assert_int_equal(err.line, 2);
}

static void field__callers_of_any_age_are_served(void **state)
{
    (void)state;
    sample ours;
    struct { sample s; uint64_t future; } newer;
    memset(&newer, 0, sizeof newer);
    gpucost_error err;
    sample old = {.size = offsetof(sample, later), .count = 3, .later = 99};
    assert_int_equal(gpucost__struct_in(&sample_table, &old, &ours, &err), GPUCOST_OK);
    assert_int_equal(ours.count, 3);
    assert_int_equal(ours.later, 0);
    newer.s.size = sizeof newer;
    assert_int_equal(gpucost__struct_in(&sample_table, &newer, &ours, &err), GPUCOST_OK);
    newer.future = 1;
    assert_int_equal(gpucost__struct_in(&sample_table, &newer, &ours, &err), GPUCOST_E_STRUCT_NEWER);
    sample none = {0};
    assert_int_equal(gpucost__struct_in(&sample_table, &none, &ours, &err), GPUCOST_E_ARGUMENT);
    ours = (sample){.size = sizeof ours, .count = 5, .later = 6};
    gpucost__struct_out(&sample_table, &ours, &old);
    assert_int_equal(old.count, 5);
    assert_int_equal(old.later, 99); /* past the caller's size: not ours to touch */
    gpucost__struct_out(&sample_table, &ours, &newer);
    assert_int_equal(newer.s.later, 6);
    assert_int_equal(newer.future, 0);
    assert_int_equal(newer.s.size, sizeof newer);
}

static void error__is_utf8_whatever_it_names(void **state)
{
    (void)state;
    gpucost_error err;
    gpucost__fail_field(&err, GPUCOST_E_RANGE, "regions", "a\xff\xc3", "caf\xc3\xa9 \xed\xa0\x80");
    assert_string_equal(err.value, "a??");
    assert_string_equal(err.text, "caf\xc3\xa9 ???"); /* a surrogate is no character */
    sample s = {.size = sizeof s}, ours;
    assert_int_equal(gpucost_struct_set(&sample_table, &s, "name", "a\xff", &err), GPUCOST_E_RANGE);
    memcpy(s.name, "a\xff", 3);
    assert_int_equal(gpucost__struct_in(&sample_table, &s, &ours, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "name");
}

static void error__keeps_the_tail_of_a_long_source(void **state)
{
    (void)state;
    gpucost_error err;
    char path[300], text[600];
    memset(path, 'd', sizeof path);
    memcpy(path + sizeof path - 12, "/prices.csv", 12);
    gpucost__fail_field(&err, GPUCOST_E_RANGE, "price", "0", "a price of 0 is not free");
    gpucost__error_at(&err, path, 7, 0);
    gpucost_error_format(&err, text, sizeof text);
    assert_non_null(strstr(text, "/prices.csv:7: price: a price of 0 is not free"));
    assert_string_equal(gpucost_status_name(GPUCOST_E_RANGE), "E_RANGE");
    assert_null(gpucost_status_name(999));
    gpucost_status status;
    for (uint64_t i = 0; gpucost_status_at(i, &status); i++) assert_true(*gpucost_status_text(status) != '\0');
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(field__reads_flags_and_json),
        cmocka_unit_test(field__errors_name_field_value_and_limits),
        cmocka_unit_test(field__callers_of_any_age_are_served),
        cmocka_unit_test(error__is_utf8_whatever_it_names),
        cmocka_unit_test(error__keeps_the_tail_of_a_long_source),
    };
    return RUN_TESTS("field", tests);
}
