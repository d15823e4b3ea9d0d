/* Value structs from JSON objects and to them. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "base/field.h"
#include "base/field_rule.h"
#include "gpucost/units.h"

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
            if (index < 0 || index >= gpucost__choice_count(field)) return false;
            gpucost__choice_name(field, (int32_t)index, text, capacity);
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
            status = gpucost__field_unknown(type, name, err);
        } else if (json_is_null(json)) {
            continue;
        } else if (json_text(field, json, text, sizeof text)) {
            status = gpucost__field_set(field, value, text, err);
        } else {
            char what[160];
            gpucost__field_allowed(field, what, sizeof what);
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
            gpucost__field_text(field, value, text, sizeof text);
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
