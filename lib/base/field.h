/* Field tables: how a subject describes its value structs, and what the tables do for a call. */
#ifndef GPUCOST_BASE_FIELD_H
#define GPUCOST_BASE_FIELD_H

#include <jansson.h>

#include "base/error.h"
#include "gpucost/field.h"

/* Rows of a table. FIELD(gpucost_parallelism, tensor_degree, GPUCOST_FIELD_U64, .least = "1", .doc = "...") */
#define FIELD(struct_type, member, field_type, ...) \
    FIELD_NAMED(struct_type, member, #member, field_type, __VA_ARGS__)
#define FIELD_NAMED(struct_type, member, text, field_type, ...)                                       \
    {                                                                                                 \
        .name = (text), .offset = offsetof(struct_type, member),                                      \
        .bytes = sizeof(((struct_type *)0)->member), .type = (field_type), __VA_ARGS__                \
    }
/* A price or an instant is text in JSON, flags and Python, so its name there drops the unit of the C member:
   spot_nanos is spot_price, at_utc_s is at_utc. */
#define FIELD_PRICE(struct_type, stem, ...) \
    FIELD_NAMED(struct_type, stem##_nanos, #stem "_price", GPUCOST_FIELD_PRICE, __VA_ARGS__)
#define FIELD_INSTANT(struct_type, stem, ...) \
    FIELD_NAMED(struct_type, stem##_utc_s, #stem "_utc", GPUCOST_FIELD_INSTANT, __VA_ARGS__)
#define FIELD_SIZE(struct_type)                                                                                        \
    FIELD(struct_type, size, GPUCOST_FIELD_SIZE, .unit = "bytes", .doc = "sizeof the struct")
#define STRUCT_TABLE(struct_type, rows, text)                                                          \
    {                                                                                                 \
        .name = #struct_type, .doc = (text), .fields = (rows), .count = sizeof(rows) / sizeof((rows)[0]), \
        .size = sizeof(struct_type)                                                                   \
    }

/* Take a caller's struct of any age into ours: a smaller one is filled with zeros, the unknown tail of a larger
   one must be zero; then every field that is not zero is checked against its limits. NULL gives all defaults. */
gpucost_status gpucost__struct_in(const gpucost_struct *type, const void *caller, void *ours, gpucost_error *err);

/* Can a result be handed to this caller? Its size must hold at least the size field. */
gpucost_status gpucost__struct_can_out(const gpucost_struct *type, const void *caller, gpucost_error *err);

/* Give our result to a caller of any age: at most its size is written, zero past ours. Its size field stays. */
void gpucost__struct_out(const gpucost_struct *type, const void *ours, void *caller);

const gpucost_field *gpucost__field_find(const gpucost_struct *type, const char *name);

/* As gpucost_struct_set(), for a field at hand. */
gpucost_status gpucost__field_set(const gpucost_field *field, void *value, const char *text, gpucost_error *err);

/* As gpucost_struct_from_json(), for a parsed object; err->field is the pointer below the object ("/layers"). */
gpucost_status gpucost__struct_from_json(const gpucost_struct *type, json_t *object, void *value, gpucost_error *err);

/* A new object of every field, or NULL when memory is out. */
json_t *gpucost__struct_to_json(const gpucost_struct *type, const void *value);

#endif
