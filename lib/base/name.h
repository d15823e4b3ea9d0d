/* Names as people type them: only letters, digits and a decimal point count, and case does not. */
#ifndef GPUCOST_BASE_NAME_H
#define GPUCOST_BASE_NAME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

bool gpucost__name_equal(const char *a, const char *b);

/* Is `name` one of a list joined by `separator`? A trailing '*' in a listed name matches any rest. */
bool gpucost__name_listed(const char *list, char separator, const char *name);

/* The i-th name to compare with; may give several, joined by ';'. */
typedef const char *(*gpucost__name_at)(const void *context, uint64_t index);

/* GPUCOST_E_UNKNOWN_NAME: `what` ("accelerator") is not known; did you mean the nearest three? */
gpucost_status gpucost__name_unknown(const char *what, const char *name, gpucost__name_at at, const void *context,
                                     uint64_t count, gpucost_error *err);

#endif
