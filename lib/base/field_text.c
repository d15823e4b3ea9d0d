/* Fields from text and to text. */
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "base/field.h"
#include "base/field_rule.h"
#include "base/utf8.h"
#include "gpucost/units.h"

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
    if (status == GPUCOST__DECIMAL_OVERFLOW) return gpucost__field_out_of_range(field, text, err);
    if (status != GPUCOST__DECIMAL_OK) return gpucost__field_wrong_type(field, text, err);
    if (!gpucost__field_inside(field, from)) return gpucost__field_out_of_range(field, text, err);
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
        if (strlen(text) >= field->bytes) return gpucost__field_out_of_range(field, text, err);
        if (!gpucost__utf8_is_valid(text, strlen(text)))
            return gpucost__fail_field(err, GPUCOST_E_RANGE, field->name, text, "the text is not UTF-8");
        memset(at, 0, (size_t)field->bytes);
        memcpy(at, text, strlen(text));
        return GPUCOST_OK;
    case GPUCOST_FIELD_CHOICE:
        number = gpucost__choice_find(field, text);
        if (number < 0) return gpucost__field_out_of_range(field, text, err);
        memcpy(at, &number, sizeof number);
        return GPUCOST_OK;
    case GPUCOST_FIELD_FLAG:
        if (strcmp(text, "true") == 0 || strcmp(text, "1") == 0 || strcmp(text, "yes") == 0)
            number = 1;
        else if (strcmp(text, "false") == 0 || strcmp(text, "0") == 0 || strcmp(text, "no") == 0)
            number = 0;
        else
            return gpucost__field_wrong_type(field, text, err);
        memcpy(at, &number, sizeof number);
        return GPUCOST_OK;
    case GPUCOST_FIELD_INSTANT:
        if (gpucost_instant_parse(text, &instant, NULL) != GPUCOST_OK)
            return gpucost__field_wrong_type(field, text, err);
        if (instant == 0 && field->fallback) /* zero marks the default, so it cannot be asked for */
            return gpucost__fail_field(err, GPUCOST_E_RANGE, field->name, text,
                                       "%s is not allowed; expected an instant other than 1970-01-01", text);
        memcpy(at, &instant, sizeof instant);
        return GPUCOST_OK;
    case GPUCOST_FIELD_MONEY: return set_money(field, at, text, err);
    default: return set_number(field, at, text, err);
    }
}

gpucost_status gpucost__field_unknown(const gpucost_struct *type, const char *name, gpucost_error *err)
{
    return gpucost__fail_field(err, GPUCOST_E_FIELD, name, NULL, "%s has no field \"%s\"",
                               strncmp(type->name, "gpucost_", 8) == 0 ? type->name + 8 : type->name, name);
}

gpucost_status gpucost_struct_set(const gpucost_struct *type, void *value, const char *name, const char *text,
                                  gpucost_error *err)
{
    gpucost__clear(err);
    const gpucost_field *field = gpucost__field_find(type, name);
    return field ? gpucost__field_set(field, value, text, err) : gpucost__field_unknown(type, name, err);
}

void gpucost__field_text(const gpucost_field *field, const void *value, char *text, size_t capacity)
{
    const char *at = (const char *)value + field->offset;
    char number[64] = "";
    int32_t small;
    int64_t i;
    uint64_t u;
    double f;
    gpucost_money money;
    switch (field->type) {
    case GPUCOST_FIELD_TEXT: gpucost__utf8_copy(text, capacity, at, field->bytes); return;
    case GPUCOST_FIELD_CHOICE:
        memcpy(&small, at, sizeof small);
        gpucost__choice_name(field, small, text, capacity);
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
    if (!field) return gpucost__field_unknown(type, name, err);
    char whole[1024];
    gpucost__field_text(field, value, whole, sizeof whole);
    if (strlen(whole) >= capacity)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, name, NULL, "the text needs %llu bytes",
                                   (unsigned long long)strlen(whole) + 1);
    memcpy(text, whole, strlen(whole) + 1);
    return GPUCOST_OK;
}
