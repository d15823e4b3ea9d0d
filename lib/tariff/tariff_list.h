/* Tariffs in memory, and the one that a place's storage or traffic is under. */
#ifndef GPUCOST_TARIFF_LIST_H
#define GPUCOST_TARIFF_LIST_H

#include <stdbool.h>

#include "base/checked.h"
#include "base/error.h"
#include "gpucost/tariff.h"

struct gpucost_tariffs {
    gpucost_tariff *rows; /* by provider, region, kind, item, target, term, currency, unit and volume */
    uint64_t count, room;
};

/* The volumes of one tariff; borrowed from a list. */
typedef struct {
    const gpucost_tariff *rows;
    uint64_t count;
} gpucost__tariff;

bool gpucost__tariff_same_item(const gpucost_tariff *a, const gpucost_tariff *b);

/* What is asked for. Storage has no target, traffic no item. */
typedef struct {
    const char *provider, *region;
    int32_t kind;
    const char *item;   /* "": any */
    const char *target; /* "internet", or a region, which a target such as us-* or * covers too */
    const char *currency; /* preferred */
} gpucost__tariff_place;

/* On demand, of the region, else of "global"; by bytes. None, or *several that fit equally well: count is 0. */
void gpucost__tariff_find(const gpucost_tariffs *tariffs, const gpucost__tariff_place *place, gpucost__tariff *found,
                          bool *several);

/* Bytes of a unit such as GB, GiB or GiB-month; false when it is of something else. */
bool gpucost__tariff_unit_bytes(const char *unit, bool *monthly, double *bytes);

/* Nanos of so many units, volume by volume; false when they do not fit. */
bool gpucost__tariff_nanos(const gpucost__tariff *tariff, double quantity, gpucost__int128 *nanos);

#endif
