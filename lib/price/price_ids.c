#include "price/price_ids.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 1024 }; /* a power of two */

typedef struct {
    char *key; /* NULL: the slot is free */
    size_t bytes;
    uint64_t hash;
    int64_t id;
} slot;

struct gpucost__ids {
    slot *slots;
    size_t count, room;
};

/* Eight bytes at a time; multiply and fold. The order of the table is never seen, so no seed is needed. */
static uint64_t hash_of(const char *key, size_t bytes)
{
    uint64_t hash = bytes + 0x9E3779B97F4A7C15u, word;
    for (; bytes >= sizeof word; key += sizeof word, bytes -= sizeof word) {
        memcpy(&word, key, sizeof word);
        hash = (hash ^ word) * 0xD6E8FEB86659FD93u;
        hash ^= hash >> 32;
    }
    word = 0;
    memcpy(&word, key, bytes);
    hash = (hash ^ word) * 0xD6E8FEB86659FD93u;
    return hash ^ hash >> 32;
}

gpucost__ids *gpucost__ids_new(void)
{
    gpucost__ids *ids = calloc(1, sizeof *ids);
    if (!ids) return NULL;
    ids->slots = calloc(FIRST_SLOTS, sizeof *ids->slots);
    ids->room = FIRST_SLOTS;
    if (ids->slots) return ids;
    free(ids);
    return NULL;
}

/* The key's slot, or the free one where it belongs. */
static slot *slot_of(slot *slots, size_t room, const char *key, size_t bytes, uint64_t hash)
{
    size_t at = hash & (room - 1);
    while (slots[at].key &&
           (slots[at].hash != hash || slots[at].bytes != bytes || memcmp(slots[at].key, key, bytes) != 0))
        at = (at + 1) & (room - 1);
    return &slots[at];
}

bool gpucost__ids_find(gpucost__ids *ids, const char *key, size_t bytes, int64_t *id)
{
    const slot *found = slot_of(ids->slots, ids->room, key, bytes, hash_of(key, bytes));
    if (!found->key) return false;
    *id = found->id;
    return true;
}

static bool grow(gpucost__ids *ids)
{
    size_t room = ids->room * 2;
    slot *slots = calloc(room, sizeof *slots);
    if (!slots) return false;
    for (size_t i = 0; i < ids->room; i++)
        if (ids->slots[i].key)
            *slot_of(slots, room, ids->slots[i].key, ids->slots[i].bytes, ids->slots[i].hash) = ids->slots[i];
    free(ids->slots);
    ids->slots = slots;
    ids->room = room;
    return true;
}

bool gpucost__ids_add(gpucost__ids *ids, const char *key, size_t bytes, int64_t id)
{
    if (ids->count * 2 >= ids->room && !grow(ids)) return false;
    uint64_t hash = hash_of(key, bytes);
    slot *place = slot_of(ids->slots, ids->room, key, bytes, hash);
    if (!place->key) {
        place->key = malloc(bytes + 1);
        if (!place->key) return false;
        memcpy(place->key, key, bytes);
        ids->count++;
    }
    place->bytes = bytes;
    place->hash = hash;
    place->id = id;
    return true;
}

void gpucost__ids_free(gpucost__ids *ids)
{
    if (!ids) return;
    for (size_t i = 0; i < ids->room; i++) free(ids->slots[i].key);
    free(ids->slots);
    free(ids);
}
