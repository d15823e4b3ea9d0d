#include "base/field_rule.h"

#include <stdio.h>
#include <string.h>

#include "base/decimal.h"

bool gpucost__field_same_name(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if ((*a == '-' ? '_' : *a) != (*b == '-' ? '_' : *b)) return false;
    return *a == *b;
}

/* What a field allows, in words: "1..1024", "one of none|full". */
void gpucost__field_allowed(const gpucost_field *field, char *text, size_t capacity)
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

gpucost_status gpucost__field_out_of_range(const gpucost_field *field, const char *value, gpucost_error *err)
{
    char what[160];
    gpucost__field_allowed(field, what, sizeof what);
    return gpucost__fail_field(err, GPUCOST_E_RANGE, field->name, value, "%s is not allowed; expected %s", value, what);
}

gpucost_status gpucost__field_wrong_type(const gpucost_field *field, const char *value, gpucost_error *err)
{
    char what[160];
    gpucost__field_allowed(field, what, sizeof what);
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

/* Instants have one limit for all: what can be written as a date. */
static bool is_date(const void *at)
{
    int64_t utc_s;
    memcpy(&utc_s, at, sizeof utc_s);
    return utc_s >= -62135596800 && utc_s <= 253402300799; /* years 0001 to 9999 */
}

bool gpucost__field_inside(const gpucost_field *field, const void *at)
{
    if (field->type == GPUCOST_FIELD_INSTANT) return is_date(at);
    return !has_limits(field) || ((!field->least || compare_limit(field, at, field->least) >= 0) &&
                                  (!field->most || compare_limit(field, at, field->most) <= 0));
}

int32_t gpucost__choice_count(const gpucost_field *field)
{
    int32_t count = 1;
    for (const char *p = field->choices; *p; p++) count += *p == '|';
    return count;
}

int32_t gpucost__choice_find(const gpucost_field *field, const char *name)
{
    int32_t index = 0;
    for (const char *p = field->choices; p; index++) {
        const char *end = strchr(p, '|');
        size_t n = end ? (size_t)(end - p) : strlen(p);
        char choice[64];
        snprintf(choice, sizeof choice, "%.*s", (int)n, p);
        if (gpucost__field_same_name(choice, name)) return index;
        p = end ? end + 1 : NULL;
    }
    return -1;
}

void gpucost__choice_name(const gpucost_field *field, int32_t index, char *text, size_t capacity)
{
    const char *p = field->choices;
    for (; index > 0 && p; index--) {
        p = strchr(p, '|');
        if (p) p++;
    }
    if (!p) p = "";
    snprintf(text, capacity, "%.*s", (int)strcspn(p, "|"), p);
}
