/* What one field allows, and the errors that say so. */
#ifndef GPUCOST_BASE_FIELD_RULE_H
#define GPUCOST_BASE_FIELD_RULE_H

#include <stdbool.h>

#include "base/error.h"
#include "gpucost/field.h"

/* Dashes and underscores are the same, so that a flag names a field. */
bool gpucost__field_same_name(const char *a, const char *b);

/* In words: "1..1024 tokens", "one of none|full". */
void gpucost__field_allowed(const gpucost_field *field, char *text, size_t capacity);
gpucost_status gpucost__field_out_of_range(const gpucost_field *field, const char *value, gpucost_error *err);
gpucost_status gpucost__field_wrong_type(const gpucost_field *field, const char *value, gpucost_error *err);

/* Within the limits that numbers and dates have; `at` points to the value itself. */
bool gpucost__field_inside(const gpucost_field *field, const void *at);

int32_t gpucost__choice_count(const gpucost_field *field);
int32_t gpucost__choice_find(const gpucost_field *field, const char *name); /* -1 when there is none */
void gpucost__choice_name(const gpucost_field *field, int32_t index, char *text, size_t capacity);

/* A field as text, in the form that gpucost__field_set() reads. */
void gpucost__field_text(const gpucost_field *field, const void *value, char *text, size_t capacity);
gpucost_status gpucost__field_unknown(const gpucost_struct *type, const char *name, gpucost_error *err);

#endif
