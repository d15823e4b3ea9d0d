/* Each table tiles its struct with no gap, and says only what can be read back. */
#include "support/table.h"

#include <stdio.h>
#include <string.h>

#include "gpucost/field.h"
#include "gpucost/units.h"

enum { STRUCT_MOST_BYTES = 4096 };

static uint64_t width(int32_t type)
{
    switch (type) {
    case GPUCOST_FIELD_CHOICE:
    case GPUCOST_FIELD_FLAG: return sizeof(int32_t);
    case GPUCOST_FIELD_MONEY: return sizeof(gpucost_money);
    case GPUCOST_FIELD_TEXT:
    case GPUCOST_FIELD_RESERVED: return 0; /* any */
    default: return sizeof(int64_t);
    }
}

static void tile(const gpucost_struct *type)
{
    uint64_t offset = 0;
    for (uint64_t i = 0; i < type->count; i++) {
        const gpucost_field *field = &type->fields[i];
        if (field->offset != offset)
            fail_msg("%s.%s starts at %d, not %d", type->name, field->name, (int)field->offset, (int)offset);
        if (field->bytes == 0 || (width(field->type) && field->bytes != width(field->type)))
            fail_msg("%s.%s is %d bytes wide", type->name, field->name, (int)field->bytes);
        offset += field->bytes;
        for (uint64_t k = 0; k < i; k++) assert_string_not_equal(field->name, type->fields[k].name);
    }
    if (offset != type->size) fail_msg("%s: the fields end at %d of %d", type->name, (int)offset, (int)type->size);
}

static void tables__tile_their_structs(void **state)
{
    (void)state;
    assert_true(gpucost_struct_count() > 0);
    assert_null(gpucost_struct_at(gpucost_struct_count()));
    assert_null(gpucost_struct_find("gpucost_nothing"));
    for (uint64_t s = 0; s < gpucost_struct_count(); s++) {
        const gpucost_struct *type = gpucost_struct_at(s);
        assert_ptr_equal(gpucost_struct_find(type->name), type); /* so no two have one name */
        assert_int_equal(strncmp(type->name, "gpucost_", 8), 0);
        assert_true(type->size <= STRUCT_MOST_BYTES);
        assert_int_equal(type->fields[0].type, GPUCOST_FIELD_SIZE);
        assert_string_equal(type->fields[0].name, "size");
        tile(type);
    }
}

static int ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n > m && strcmp(name + n - m, end) == 0;
}

/* Outside C a price is decimal text and an instant a date: their names must not promise nanos or seconds. */
static void tables__name_prices_and_instants_by_what_is_written(void **state)
{
    (void)state;
    for (uint64_t s = 0; s < gpucost_struct_count(); s++) {
        const gpucost_struct *type = gpucost_struct_at(s);
        for (uint64_t i = 0; i < type->count; i++) {
            const gpucost_field *field = &type->fields[i];
            if (field->type == GPUCOST_FIELD_PRICE && !ends_with(field->name, "_price"))
                fail_msg("%s.%s: describe it with FIELD_PRICE", type->name, field->name);
            if (field->type == GPUCOST_FIELD_INSTANT && !ends_with(field->name, "_utc"))
                fail_msg("%s.%s: describe it with FIELD_INSTANT", type->name, field->name);
        }
    }
}

static void tables__are_documented(void **state)
{
    (void)state;
    for (uint64_t s = 0; s < gpucost_struct_count(); s++) {
        const gpucost_struct *type = gpucost_struct_at(s);
        if (!type->doc || !*type->doc) fail_msg("%s has no doc", type->name);
        for (uint64_t i = 0; i < type->count; i++) {
            const gpucost_field *field = &type->fields[i];
            if (field->type == GPUCOST_FIELD_RESERVED) continue;
            if (!field->doc || !*field->doc) fail_msg("%s.%s has no doc", type->name, field->name);
            if (strchr(field->doc, '\n') || strlen(field->doc) > 160)
                fail_msg("%s.%s: one line of doc", type->name, field->name);
        }
    }
}

static void set(const gpucost_struct *type, const gpucost_field *field, const char *text)
{
    uint64_t value[STRUCT_MOST_BYTES / 8] = {type->size};
    char back[1100];
    gpucost_error err;
    if (gpucost_struct_set(type, value, field->name, text, &err) != GPUCOST_OK)
        fail_msg("%s.%s = %s: %s", type->name, field->name, text, err.text);
    assert_int_equal(gpucost_struct_get(type, value, field->name, back, sizeof back, &err), GPUCOST_OK);
    uint64_t again[STRUCT_MOST_BYTES / 8] = {type->size};
    assert_int_equal(gpucost_struct_set(type, again, field->name, back, &err), GPUCOST_OK);
    assert_memory_equal(value, again, type->size);
}

static void tables__limits_and_choices_can_be_set(void **state)
{
    (void)state;
    for (uint64_t s = 0; s < gpucost_struct_count(); s++) {
        const gpucost_struct *type = gpucost_struct_at(s);
        for (uint64_t i = 0; i < type->count; i++) {
            const gpucost_field *field = &type->fields[i];
            if (field->least) set(type, field, field->least);
            if (field->most) set(type, field, field->most);
            assert_true((field->type == GPUCOST_FIELD_CHOICE) == (field->choices != NULL));
            for (const char *p = field->choices; p; p = strchr(p, '|') ? strchr(p, '|') + 1 : NULL) {
                char choice[64];
                snprintf(choice, sizeof choice, "%.*s", (int)strcspn(p, "|"), p);
                assert_true(*choice != '\0');
                set(type, field, choice);
            }
        }
    }
}

static void tables__write_json_that_they_read(void **state)
{
    (void)state;
    for (uint64_t s = 0; s < gpucost_struct_count(); s++) {
        const gpucost_struct *type = gpucost_struct_at(s);
        uint64_t value[STRUCT_MOST_BYTES / 8] = {type->size}, back[STRUCT_MOST_BYTES / 8] = {type->size};
        gpucost_error err;
        for (uint64_t i = 0; i < type->count; i++) {
            const gpucost_field *field = &type->fields[i];
            const char *text = field->most ? field->most : field->least ? field->least : "1";
            char choice[64] = "";
            if (field->choices) snprintf(choice, sizeof choice, "%s", strrchr(field->choices, '|') + 1);
            switch (field->type) {
            case GPUCOST_FIELD_SIZE:
            case GPUCOST_FIELD_RESERVED: continue;
            case GPUCOST_FIELD_CHOICE: text = choice; break;
            case GPUCOST_FIELD_INSTANT: text = "2024-02-29T12:00:00Z"; break;
            case GPUCOST_FIELD_MONEY: text = "-12.000000345 CNY"; break;
            default: break;
            }
            assert_int_equal(gpucost_struct_set(type, value, field->name, text, &err), GPUCOST_OK);
        }
        char *json;
        assert_int_equal(gpucost_struct_to_json(type, value, &json, &err), GPUCOST_OK);
        if (gpucost_struct_from_json(type, json, type->name, back, &err) != GPUCOST_OK)
            fail_msg("%s %s: %s\n%s", type->name, err.field, err.text, json);
        gpucost_text_free(json);
        assert_memory_equal(value, back, type->size);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables__tile_their_structs),
        cmocka_unit_test(tables__name_prices_and_instants_by_what_is_written),
        cmocka_unit_test(tables__are_documented),
        cmocka_unit_test(tables__limits_and_choices_can_be_set),
        cmocka_unit_test(tables__write_json_that_they_read),
    };
    return RUN_TESTS("field tables", tests);
}
