/* Names as people type them: only letters, digits and a decimal point count, and case does not. */
#ifndef GPUCOST_BASE_NAME_H
#define GPUCOST_BASE_NAME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

bool gpucost__name_equal(const char *a, const char *b);

/* Is `name` one of a list joined by `separator`? A trailing '*' in a listed name matches any rest. */
bool gpucost__name_listed(const char *list, char separator, const char *name);

/* An index of names: the hash of what counts in a name and the row it belongs to, sorted by hash. scripts/embed.py
   makes it of bundled data. */
typedef struct {
    uint64_t hash;
    uint64_t row;
} gpucost__name_slot;

uint64_t gpucost__name_hash(const char *name);

/* The first slot of this hash, or NULL; others of it follow. */
const gpucost__name_slot *gpucost__name_slots(const gpucost__name_slot *slots, uint64_t count, uint64_t hash);

/* The i-th name to compare with; may give several, joined by ';'. */
typedef const char *(*gpucost__name_at)(const void *context, uint64_t index);

/* GPUCOST_E_UNKNOWN_NAME: `what` ("accelerator") is not known; did you mean the nearest three? */
gpucost_status gpucost__name_unknown(const char *what, const char *name, gpucost__name_at at, const void *context,
                                     uint64_t count, gpucost_error *err);

#endif
