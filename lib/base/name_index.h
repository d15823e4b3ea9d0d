/* Names to rows in constant time: a hash table of what counts in each name. scripts/embed.py makes it of bundled data,
   the builder of rows that are read at run time. */
#ifndef GPUCOST_BASE_NAME_INDEX_H
#define GPUCOST_BASE_NAME_INDEX_H

#include "base/name.h"

enum { GPUCOST__NAME_KEY_MOST = 128 };

/* What counts in a name, NUL after it; no characters when nothing counts or when it is longer than any name that is
   listed. */
typedef struct {
    char text[GPUCOST__NAME_KEY_MOST];
    uint32_t hash;
} gpucost__name_key;

typedef struct {
    uint32_t hash;
    uint32_t key; /* offset in the keys; 0 for an empty slot */
    uint32_t row;
} gpucost__name_slot;

/* Slots are 2^n; a name stands at its hash or after it, and rows of one name in the order in which they came. */
typedef struct {
    const gpucost__name_slot *slots;
    const char *keys;
    uint32_t mask; /* slots - 1 */
} gpucost__name_index;

void gpucost__name_key_of(const char *name, size_t bytes, gpucost__name_key *key);

/* The first slot of a name, and the next one of the same name; NULL when there is none. */
const gpucost__name_slot *gpucost__name_first(const gpucost__name_index *index, const gpucost__name_key *key);
const gpucost__name_slot *gpucost__name_next(const gpucost__name_index *index, const gpucost__name_key *key,
                                             const gpucost__name_slot *slot);

typedef struct {
    gpucost__name_slot *slots;
    char *keys;
    uint32_t mask, used;
} gpucost__name_builder;

/* Room for so many names of so many bytes together. */
gpucost_status gpucost__name_builder_open(uint64_t names, uint64_t bytes, gpucost__name_builder *builder,
                                          gpucost_error *err);

/* Each of the names joined by ';', with `prefix` before it. A name that another row has stays with that row. */
void gpucost__name_builder_add(gpucost__name_builder *builder, const char *prefix, const char *names, uint32_t row);

/* The index of what was added, borrowed from the builder. */
gpucost__name_index gpucost__name_builder_index(const gpucost__name_builder *builder);

void gpucost__name_builder_close(gpucost__name_builder *builder);

#endif
