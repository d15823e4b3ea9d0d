#include "base/name_index.h"

#include <stdlib.h>
#include <string.h>

void gpucost__name_key_of(const char *name, size_t bytes, gpucost__name_key *key)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a, folded to 32 bits */
    gpucost__name_cursor at = gpucost__name_range(name, name + bytes);
    size_t used = 0;
    for (char c; (c = gpucost__name_letter(&at)) != '\0';) {
        if (used == sizeof key->text - 1) {
            used = 0;
            break;
        }
        key->text[used++] = c;
        hash = (hash ^ (unsigned char)c) * UINT64_C(0x100000001b3);
    }
    key->text[used] = '\0';
    key->hash = (uint32_t)(hash ^ hash >> 32);
}

/* The slot of this name at `i` or after it. */
static const gpucost__name_slot *from(const gpucost__name_index *index, const gpucost__name_key *key, uint32_t i)
{
    if (!key->text[0]) return NULL;
    for (;; i++) {
        const gpucost__name_slot *slot = &index->slots[i & index->mask];
        if (!slot->key) return NULL;
        if (slot->hash == key->hash && strcmp(index->keys + slot->key, key->text) == 0) return slot;
    }
}

const gpucost__name_slot *gpucost__name_first(const gpucost__name_index *index, const gpucost__name_key *key)
{
    return from(index, key, key->hash);
}

const gpucost__name_slot *gpucost__name_next(const gpucost__name_index *index, const gpucost__name_key *key,
                                             const gpucost__name_slot *slot)
{
    return from(index, key, (uint32_t)(slot - index->slots) + 1);
}

gpucost_status gpucost__name_builder_open(uint64_t names, uint64_t bytes, gpucost__name_builder *builder,
                                          gpucost_error *err)
{
    *builder = (gpucost__name_builder){0};
    if (names > UINT32_MAX / 8 || bytes > UINT32_MAX / 2)
        return gpucost__fail(err, GPUCOST_E_RANGE, "%llu names are too many", (unsigned long long)names);
    uint32_t slots = 2;
    while (slots < 2 * names) slots *= 2; /* at most half full: a search ends at an empty slot */
    builder->slots = calloc(slots, sizeof *builder->slots);
    builder->keys = malloc((size_t)bytes + names + 1);
    if (!builder->slots || !builder->keys) {
        gpucost__name_builder_close(builder);
        return gpucost__fail_memory(err);
    }
    builder->mask = slots - 1;
    builder->used = 1;
    return GPUCOST_OK;
}

static void add(gpucost__name_builder *builder, const gpucost__name_key *key, uint32_t row)
{
    gpucost__name_index index = gpucost__name_builder_index(builder);
    if (!key->text[0] || gpucost__name_first(&index, key)) return;
    uint32_t i = key->hash & builder->mask;
    while (builder->slots[i].key) i = (i + 1) & builder->mask;
    size_t bytes = strlen(key->text) + 1;
    memcpy(builder->keys + builder->used, key->text, bytes);
    builder->slots[i] = (gpucost__name_slot){key->hash, builder->used, row};
    builder->used += (uint32_t)bytes;
}

void gpucost__name_builder_add(gpucost__name_builder *builder, const char *prefix, const char *names, uint32_t row)
{
    const char *end;
    for (const char *p = names; *p; p = *end ? end + 1 : end) {
        end = strchr(p, ';');
        if (!end) end = p + strlen(p);
        char name[2 * GPUCOST__NAME_KEY_MOST];
        size_t before = strlen(prefix), bytes = (size_t)(end - p);
        if (before + bytes > sizeof name) continue;
        memcpy(name, prefix, before);
        memcpy(name + before, p, bytes);
        gpucost__name_key own, key;
        gpucost__name_key_of(p, bytes, &own);
        gpucost__name_key_of(name, before + bytes, &key);
        if (own.text[0]) add(builder, &key, row);
    }
}

gpucost__name_index gpucost__name_builder_index(const gpucost__name_builder *builder)
{
    return (gpucost__name_index){builder->slots, builder->keys, builder->mask};
}

void gpucost__name_builder_close(gpucost__name_builder *builder)
{
    free(builder->slots);
    free(builder->keys);
    *builder = (gpucost__name_builder){0};
}
