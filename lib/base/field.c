#include "base/field.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "gpucost/units.h"

static bool same_name(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if ((*a == '-' ? '_' : *a) != (*b == '-' ? '_' : *b)) return false;
    return *a == *b;
}

const gpucost_field *gpucost__field_find(const gpucost_struct *type, const char *name)
{
    for (uint64_t i = 0; i < type->count; i++) {
        const gpucost_field *field = &type->fields[i];
        if (field->type != GPUCOST_FIELD_SIZE && field->type != GPUCOST_FIELD_RESERVED && same_name(field->name, name))
            return field;
    }
    return NULL;
}

/* What a field allows, in words: "1..1024", "one of none|full". */
static void allowed(const gpucost_field *field, char *text, size_t capacity)
{
    const char *unit = field->unit ? field->unit : "", *space = field->unit ? " " : "";
    if (field->type == GPUCOST_FIELD_CHOICE)
        snprintf(text, capacity, "one of %s", field->choices);
    else if (field->type == GPUCOST_FIELD_FLAG)
        snprintf(text, capacity, "true or false");
    else if (field->type == GPUCOST_FIELD_TEXT)
        snprintf(text, capacity, "at most %llu bytes", (unsigned long long)(field->bytes - 1));
    else if (field->least && field->most)
        snprintf(text, capacity, "%s..%s%s%s", field->least, field->most, space, unit);
    else if (field->least)
        snprintf(text, capacity, "at least %s%s%s", field->least, space, unit);
    else if (field->most)
        snprintf(text, capacity, "at most %s%s%s", field->most, space, unit);
    else if (field->type == GPUCOST_FIELD_U64)
        snprintf(text, capacity, "a whole number from 0%s%s", space, unit);
    else if (field->type == GPUCOST_FIELD_I64)
        snprintf(text, capacity, "a whole number%s%s", space, unit);
    else if (field->type == GPUCOST_FIELD_INSTANT)
        snprintf(text, capacity, "a date such as 2026-01-31 or 2026-01-31T12:00:00Z");
    else
        snprintf(text, capacity, "a number%s%s", space, unit);
}

static gpucost_status out_of_range(const gpucost_field *field, const char *value, gpucost_error *err)
{
    char what[160];
    allowed(field, what, sizeof what);
    return gpucost__fail_field(err, GPUCOST_E_RANGE, field->name, value, "%s is not allowed; expected %s", value, what);
}

static gpucost_status wrong_type(const gpucost_field *field, const char *value, gpucost_error *err)
{
    char what[160];
    allowed(field, what, sizeof what);
    return gpucost__fail_field(err, GPUCOST_E_FIELD, field->name, value, "\"%s\" cannot be read; expected %s", value,
                               what);
}

/* Limits are decimal text, so that one row serves every type and the docs. */
static int compare_limit(const gpucost_field *field, const void *at, const char *limit)
{
    if (field->type == GPUCOST_FIELD_F64) {
        double value, bound = 0;
        memcpy(&value, at, sizeof value);
        gpucost__decimal_double(limit, &bound);
        return value < bound ? -1 : value > bound;
    }
    if (field->type == GPUCOST_FIELD_U64) {
        uint64_t value, bound = 0;
        memcpy(&value, at, sizeof value);
        gpucost__decimal_u64(limit, &bound);
        return value < bound ? -1 : value > bound;
    }
    int64_t value, bound = 0;
    memcpy(&value, at, sizeof value);
    gpucost__decimal_i64(limit, field->type == GPUCOST_FIELD_PRICE ? 9 : 0, &bound);
    return value < bound ? -1 : value > bound;
}

static bool has_limits(const gpucost_field *field)
{
    return field->type == GPUCOST_FIELD_F64 || field->type == GPUCOST_FIELD_U64 || field->type == GPUCOST_FIELD_I64 ||
           field->type == GPUCOST_FIELD_PRICE;
}

static bool inside_limits(const gpucost_field *field, const void *at)
{
    return !has_limits(field) || ((!field->least || compare_limit(field, at, field->least) >= 0) &&
                                  (!field->most || compare_limit(field, at, field->most) <= 0));
}

static int32_t choice_count(const gpucost_field *field)
{
    int32_t count = 1;
    for (const char *p = field->choices; *p; p++) count += *p == '|';
    return count;
}

static int32_t choice_find(const gpucost_field *field, const char *name)
{
    int32_t index = 0;
    for (const char *p = field->choices; p; index++) {
        const char *end = strchr(p, '|');
        size_t n = end ? (size_t)(end - p) : strlen(p);
        char choice[64];
        snprintf(choice, sizeof choice, "%.*s", (int)n, p);
        if (same_name(choice, name)) return index;
        p = end ? end + 1 : NULL;
    }
    return -1;
}

static void choice_name(const gpucost_field *field, int32_t index, char *text, size_t capacity)
{
    const char *p = field->choices;
    for (; index > 0 && p; index--) {
        p = strchr(p, '|');
        if (p) p++;
    }
    if (!p) p = "";
    snprintf(text, capacity, "%.*s", (int)strcspn(p, "|"), p);
}

static bool is_zero(const void *at, uint64_t bytes)
{
    const unsigned char *p = at;
    for (uint64_t i = 0; i < bytes; i++)
        if (p[i]) return false;
    return true;
}

/* A field that a C caller set; zero is the default and passes. */
static gpucost_status check_field(const gpucost_field *field, const void *value, gpucost_error *err)
{
    const void *at = (const char *)value + field->offset;
    int32_t number = 0;
    char text[GPUCOST__DOUBLE_TEXT] = "";
    double real;
    switch (field->type) {
    case GPUCOST_FIELD_SIZE: return GPUCOST_OK;
    case GPUCOST_FIELD_RESERVED:
        if (is_zero(at, field->bytes)) return GPUCOST_OK;
        return gpucost__fail_field(err, GPUCOST_E_STRUCT_NEWER, field->name, NULL, "a reserved field must be zero");
    case GPUCOST_FIELD_TEXT:
        if (memchr(at, '\0', (size_t)field->bytes)) return GPUCOST_OK;
        return gpucost__fail_field(err, GPUCOST_E_RANGE, field->name, NULL, "the text is not ended by NUL");
    case GPUCOST_FIELD_CHOICE:
    case GPUCOST_FIELD_FLAG:
        memcpy(&number, at, sizeof number);
        if (number >= 0 && number < (field->type == GPUCOST_FIELD_FLAG ? 2 : choice_count(field))) return GPUCOST_OK;
        snprintf(text, sizeof text, "%d", number);
        return out_of_range(field, text, err);
    default: break;
    }
    if (is_zero(at, field->bytes)) return GPUCOST_OK;
    if (field->type == GPUCOST_FIELD_F64) {
        memcpy(&real, at, sizeof real);
        if (!isfinite(real))
            return gpucost__fail_field(err, GPUCOST_E_RANGE, field->name, NULL, "the number is not finite");
        gpucost__double_text(real, text);
    } else if (field->type == GPUCOST_FIELD_U64) {
        uint64_t n;
        memcpy(&n, at, sizeof n);
        snprintf(text, sizeof text, "%llu", (unsigned long long)n);
    } else if (has_limits(field)) {
        int64_t n;
        memcpy(&n, at, sizeof n);
        snprintf(text, sizeof text, "%lld", (long long)n);
    }
    return inside_limits(field, at) ? GPUCOST_OK : out_of_range(field, text, err);
}

gpucost_status gpucost__struct_in(const gpucost_struct *type, const void *caller, void *ours, gpucost_error *err)
{
    memset(ours, 0, (size_t)type->size);
    memcpy(ours, &type->size, sizeof type->size);
    if (!caller) return GPUCOST_OK;
    uint64_t size;
    memcpy(&size, caller, sizeof size);
    if (size < sizeof size)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "size", NULL, "%s has no size; start it with GPUCOST_INIT",
                                   type->name);
    if (size > type->size && !is_zero((const char *)caller + type->size, size - type->size))
        return gpucost__fail_field(err, GPUCOST_E_STRUCT_NEWER, "size", NULL,
                                   "%s sets fields that version " GPUCOST__VERSION " does not know", type->name);
    memcpy(ours, caller, (size_t)(size < type->size ? size : type->size));
    memcpy(ours, &type->size, sizeof type->size);
    for (uint64_t i = 0; i < type->count; i++) GPUCOST__TRY(check_field(&type->fields[i], ours, err));
    return GPUCOST_OK;
}

gpucost_status gpucost__struct_can_out(const gpucost_struct *type, const void *caller, gpucost_error *err)
{
    uint64_t size;
    memcpy(&size, caller, sizeof size);
    if (size >= sizeof size) return GPUCOST_OK;
    return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "size", NULL, "%s has no size; start it with GPUCOST_INIT",
                               type->name);
}

void gpucost__struct_out(const gpucost_struct *type, const void *ours, void *caller)
{
    uint64_t size;
    memcpy(&size, caller, sizeof size);
    uint64_t known = size < type->size ? size : type->size;
    memcpy(caller, ours, (size_t)known);
    memset((char *)caller + known, 0, (size_t)(size - known));
    memcpy(caller, &size, sizeof size);
}

static gpucost_status set_number(const gpucost_field *field, void *at, const char *text, gpucost_error *err)
{
    uint64_t u = 0;
    int64_t i = 0;
    double f = 0;
    const void *from = &i;
    gpucost__decimal_status status;
    if (field->type == GPUCOST_FIELD_U64) {
        status = gpucost__decimal_u64(text, &u);
        from = &u;
    } else if (field->type == GPUCOST_FIELD_F64) {
        status = gpucost__decimal_double(text, &f);
        from = &f;
    } else {
        status = gpucost__decimal_i64(text, field->type == GPUCOST_FIELD_PRICE ? 9 : 0, &i);
    }
    if (status == GPUCOST__DECIMAL_OVERFLOW) return out_of_range(field, text, err);
    if (status != GPUCOST__DECIMAL_OK) return wrong_type(field, text, err);
    if (!inside_limits(field, from)) return out_of_range(field, text, err);
    memcpy(at, from, 8);
    return GPUCOST_OK;
}

static gpucost_status set_money(const gpucost_field *field, void *at, const char *text, gpucost_error *err)
{
    char amount[64];
    const char *space = strchr(text, ' ');
    gpucost_money money;
    if (!space || (size_t)(space - text) >= sizeof amount)
        return gpucost__fail_field(err, GPUCOST_E_FIELD, field->name, text,
                                   "\"%s\" is not an amount such as \"12.5 USD\"", text);
    snprintf(amount, sizeof amount, "%.*s", (int)(space - text), text);
    gpucost_status status = gpucost_money_parse(amount, space + 1, &money, err);
    if (status == GPUCOST_OK)
        memcpy(at, &money, sizeof money);
    else if (err)
        snprintf(err->field, sizeof err->field, "%s", field->name);
    return status;
}

gpucost_status gpucost__field_set(const gpucost_field *field, void *value, const char *text, gpucost_error *err)
{
    char *at = (char *)value + field->offset;
    int32_t number;
    int64_t instant;
    switch (field->type) {
    case GPUCOST_FIELD_TEXT:
        if (strlen(text) >= field->bytes) return out_of_range(field, text, err);
        memset(at, 0, (size_t)field->bytes);
        memcpy(at, text, strlen(text));
        return GPUCOST_OK;
    case GPUCOST_FIELD_CHOICE:
        number = choice_find(field, text);
        if (number < 0) return out_of_range(field, text, err);
        memcpy(at, &number, sizeof number);
        return GPUCOST_OK;
    case GPUCOST_FIELD_FLAG:
        if (strcmp(text, "true") == 0 || strcmp(text, "1") == 0 || strcmp(text, "yes") == 0)
            number = 1;
        else if (strcmp(text, "false") == 0 || strcmp(text, "0") == 0 || strcmp(text, "no") == 0)
            number = 0;
        else
            return wrong_type(field, text, err);
        memcpy(at, &number, sizeof number);
        return GPUCOST_OK;
    case GPUCOST_FIELD_INSTANT:
        if (gpucost_instant_parse(text, &instant, NULL) != GPUCOST_OK) return wrong_type(field, text, err);
        memcpy(at, &instant, sizeof instant);
        return GPUCOST_OK;
    case GPUCOST_FIELD_MONEY: return set_money(field, at, text, err);
    default: return set_number(field, at, text, err);
    }
}

static gpucost_status unknown_field(const gpucost_struct *type, const char *name, gpucost_error *err)
{
    return gpucost__fail_field(err, GPUCOST_E_FIELD, name, NULL, "%s has no field \"%s\"",
                               strncmp(type->name, "gpucost_", 8) == 0 ? type->name + 8 : type->name, name);
}

gpucost_status gpucost_struct_set(const gpucost_struct *type, void *value, const char *name, const char *text,
                                  gpucost_error *err)
{
    gpucost__clear(err);
    const gpucost_field *field = gpucost__field_find(type, name);
    return field ? gpucost__field_set(field, value, text, err) : unknown_field(type, name, err);
}

static void field_text(const gpucost_field *field, const void *value, char *text, size_t capacity)
{
    const char *at = (const char *)value + field->offset;
    char number[64] = "";
    int32_t small;
    int64_t i;
    uint64_t u;
    double f;
    gpucost_money money;
    switch (field->type) {
    case GPUCOST_FIELD_TEXT: snprintf(text, capacity, "%.*s", (int)field->bytes, at); return;
    case GPUCOST_FIELD_CHOICE:
        memcpy(&small, at, sizeof small);
        choice_name(field, small, text, capacity);
        return;
    case GPUCOST_FIELD_FLAG:
        memcpy(&small, at, sizeof small);
        snprintf(text, capacity, "%s", small ? "true" : "false");
        return;
    case GPUCOST_FIELD_F64:
        memcpy(&f, at, sizeof f);
        gpucost__double_text(f, number);
        break;
    case GPUCOST_FIELD_U64:
        memcpy(&u, at, sizeof u);
        snprintf(number, sizeof number, "%llu", (unsigned long long)u);
        break;
    case GPUCOST_FIELD_INSTANT:
        memcpy(&i, at, sizeof i);
        gpucost_instant_format(i, number, sizeof number);
        break;
    case GPUCOST_FIELD_MONEY:
        memcpy(&money, at, sizeof money);
        gpucost_money_format(&money, 0, number, sizeof number);
        snprintf(text, capacity, "%s%s%s", number, money.currency[0] ? " " : "", money.currency);
        return;
    case GPUCOST_FIELD_PRICE:
        memcpy(&i, at, sizeof i);
        money = (gpucost_money){.units = i / 1000000000, .nanos = (int32_t)(i % 1000000000)};
        gpucost_money_format(&money, 0, number, sizeof number);
        break;
    default:
        memcpy(&i, at, sizeof i);
        snprintf(number, sizeof number, "%lld", (long long)i);
        break;
    }
    snprintf(text, capacity, "%s", number);
}

gpucost_status gpucost_struct_get(const gpucost_struct *type, const void *value, const char *name, char *text,
                                  uint64_t capacity, gpucost_error *err)
{
    gpucost__clear(err);
    const gpucost_field *field = gpucost__field_find(type, name);
    if (!field) return unknown_field(type, name, err);
    char whole[1024];
    field_text(field, value, whole, sizeof whole);
    if (strlen(whole) >= capacity)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, name, NULL, "the text needs %llu bytes",
                                   (unsigned long long)strlen(whole) + 1);
    memcpy(text, whole, strlen(whole) + 1);
    return GPUCOST_OK;
}

/* A JSON scalar as the text that gpucost__field_set() reads; false when the JSON type does not suit the field. */
static bool json_text(const gpucost_field *field, json_t *json, char *text, size_t capacity)
{
    bool number = json_is_integer(json) || json_is_real(json);
    switch (field->type) {
    case GPUCOST_FIELD_TEXT:
    case GPUCOST_FIELD_INSTANT:
    case GPUCOST_FIELD_CHOICE:
        if (field->type == GPUCOST_FIELD_CHOICE && json_is_integer(json)) {
            json_int_t index = json_integer_value(json);
            if (index < 0 || index >= choice_count(field)) return false;
            choice_name(field, (int32_t)index, text, capacity);
            return true;
        }
        if (!json_is_string(json) || strlen(json_string_value(json)) >= capacity) return false;
        memcpy(text, json_string_value(json), strlen(json_string_value(json)) + 1);
        return true;
    case GPUCOST_FIELD_FLAG:
        if (!json_is_boolean(json)) return false;
        snprintf(text, capacity, "%s", json_is_true(json) ? "true" : "false");
        return true;
    case GPUCOST_FIELD_MONEY: {
        const char *amount = json_string_value(json_object_get(json, "amount"));
        const char *currency = json_string_value(json_object_get(json, "currency"));
        if (!amount || !currency) return false;
        snprintf(text, capacity, "%s %s", amount, currency);
        return true;
    }
    default:
        if (field->type == GPUCOST_FIELD_PRICE && json_is_string(json)) {
            snprintf(text, capacity, "%s", json_string_value(json));
            return true;
        }
        if (!number) return false;
        if (json_is_integer(json))
            snprintf(text, capacity, "%lld", (long long)json_integer_value(json));
        else
            gpucost__double_text(json_real_value(json), text);
        return true;
    }
}

gpucost_status gpucost__struct_from_json(const gpucost_struct *type, json_t *object, void *value, gpucost_error *err)
{
    if (!json_is_object(object)) return gpucost__fail(err, GPUCOST_E_FIELD, "expected a JSON object");
    const char *name;
    json_t *json;
    json_object_foreach(object, name, json) {
        char text[1024];
        const gpucost_field *field = gpucost__field_find(type, name);
        gpucost_status status;
        if (!field) {
            status = unknown_field(type, name, err);
        } else if (json_is_null(json)) {
            continue;
        } else if (json_text(field, json, text, sizeof text)) {
            status = gpucost__field_set(field, value, text, err);
        } else {
            char what[160];
            allowed(field, what, sizeof what);
            status = gpucost__fail_field(err, GPUCOST_E_FIELD, name, NULL, "wrong JSON type; expected %s", what);
        }
        if (status != GPUCOST_OK) {
            gpucost__error_under(err, "/");
            return status;
        }
    }
    return GPUCOST_OK;
}

json_t *gpucost__struct_to_json(const gpucost_struct *type, const void *value)
{
    json_t *object = json_object();
    if (!object) return NULL;
    for (uint64_t i = 0; i < type->count; i++) {
        const gpucost_field *field = &type->fields[i];
        if (field->type == GPUCOST_FIELD_SIZE || field->type == GPUCOST_FIELD_RESERVED) continue;
        const char *at = (const char *)value + field->offset;
        char text[1024];
        json_t *json;
        uint64_t u;
        double f;
        gpucost_money money;
        switch (field->type) {
        case GPUCOST_FIELD_U64:
        case GPUCOST_FIELD_I64:
            memcpy(&u, at, sizeof u);
            json = json_integer((json_int_t)u);
            break;
        case GPUCOST_FIELD_F64:
            memcpy(&f, at, sizeof f);
            json = json_real(f);
            break;
        case GPUCOST_FIELD_FLAG: json = json_boolean(*(const int32_t *)(const void *)at); break;
        case GPUCOST_FIELD_MONEY:
            memcpy(&money, at, sizeof money);
            gpucost_money_format(&money, 0, text, sizeof text);
            json = json_pack("{s:s, s:s}", "amount", text, "currency", money.currency);
            break;
        default:
            field_text(field, value, text, sizeof text);
            json = json_string(text);
            break;
        }
        if (!json || json_object_set_new(object, field->name, json) != 0) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}
