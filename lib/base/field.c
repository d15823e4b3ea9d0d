#include "base/field.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "base/field_rule.h"
#include "base/utf8.h"

const gpucost_field *gpucost__field_find(const gpucost_struct *type, const char *name)
{
    for (uint64_t i = 0; i < type->count; i++) {
        const gpucost_field *field = &type->fields[i];
        if (field->type != GPUCOST_FIELD_SIZE && field->type != GPUCOST_FIELD_RESERVED &&
            gpucost__field_same_name(field->name, name))
            return field;
    }
    return NULL;
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
    switch (field->type) {
    case GPUCOST_FIELD_SIZE: return GPUCOST_OK;
    case GPUCOST_FIELD_RESERVED:
        if (is_zero(at, field->bytes)) return GPUCOST_OK;
        return gpucost__fail_field(err, GPUCOST_E_STRUCT_NEWER, field->name, NULL, "a reserved field must be zero");
    case GPUCOST_FIELD_TEXT:
        if (!memchr(at, '\0', (size_t)field->bytes))
            return gpucost__fail_field(err, GPUCOST_E_RANGE, field->name, NULL, "the text is not ended by NUL");
        if (gpucost__utf8_is_valid(at, strlen(at))) return GPUCOST_OK;
        return gpucost__fail_field(err, GPUCOST_E_RANGE, field->name, at, "the text is not UTF-8");
    case GPUCOST_FIELD_CHOICE:
    case GPUCOST_FIELD_FLAG:
        memcpy(&number, at, sizeof number);
        if (number >= 0 && number < (field->type == GPUCOST_FIELD_FLAG ? 2 : gpucost__choice_count(field)))
            return GPUCOST_OK;
        snprintf(text, sizeof text, "%d", number);
        return gpucost__field_out_of_range(field, text, err);
    default: break;
    }
    if (is_zero(at, field->bytes)) return GPUCOST_OK;
    if (field->type == GPUCOST_FIELD_F64) {
        double real;
        memcpy(&real, at, sizeof real);
        if (!isfinite(real))
            return gpucost__fail_field(err, GPUCOST_E_RANGE, field->name, NULL, "the number is not finite");
    }
    if (gpucost__field_inside(field, at)) return GPUCOST_OK;
    gpucost__field_text(field, value, text, sizeof text);
    return gpucost__field_out_of_range(field, text, err);
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
