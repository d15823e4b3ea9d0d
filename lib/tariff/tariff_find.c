#include <string.h>

#include "base/money.h"
#include "base/name.h"
#include "tariff/tariff_list.h"

bool gpucost__tariff_same_item(const gpucost_tariff *a, const gpucost_tariff *b)
{
    return strcmp(a->provider, b->provider) == 0 && strcmp(a->region, b->region) == 0 && a->kind == b->kind &&
           strcmp(a->item, b->item) == 0 && strcmp(a->target, b->target) == 0 && a->term == b->term &&
           a->term_hours == b->term_hours && strcmp(a->currency, b->currency) == 0 && strcmp(a->unit, b->unit) == 0;
}

bool gpucost__tariff_unit_bytes(const char *unit, bool *monthly, double *bytes)
{
    static const struct {
        const char *name;
        double bytes;
    } units[] = {{"GB", 1e9},   {"GBy", 1e9},           {"TB", 1e12},           {"TBy", 1e12},
                 {"GiB", 0x1p30}, {"GiBy", 0x1p30}, {"TiB", 0x1p40}, {"TiBy", 0x1p40}};
    size_t length = strcspn(unit, "-.");
    const char *per = unit + length;
    *monthly =
        strcmp(per, "-month") == 0 || strcmp(per, "-mo") == 0 || strcmp(per, ".mo") == 0; /* Google writes GiBy.mo */
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strlen(units[i].name) == length && memcmp(units[i].name, unit, length) == 0) {
            *bytes = units[i].bytes;
            return *monthly || !*per;
        }
    return false;
}

/* How well a tariff fits: 0 not at all. A target that names the region beats a pattern, a longer pattern a shorter one.
 */
static size_t fit(const gpucost_tariff *tariff, const gpucost__tariff_place *place)
{
    bool monthly, storage = place->kind == GPUCOST_TARIFF_STORAGE;
    double bytes;
    size_t target = 1, length = strlen(tariff->target);
    if (tariff->kind != place->kind || tariff->term != GPUCOST_TERM_ON_DEMAND || tariff->from_quantity > 0 ||
        !gpucost__tariff_unit_bytes(tariff->unit, &monthly, &bytes) || monthly != storage)
        return 0;
    if (*place->item && !gpucost__name_equal(place->item, tariff->item)) return 0;
    if (!storage && strcmp(tariff->target, place->target) == 0)
        target = sizeof tariff->target + 1;
    else if (!storage && (length == 0 || tariff->target[length - 1] != '*' || strcmp(place->target, "internet") == 0 ||
                          strncmp(tariff->target, place->target, length - 1) != 0))
        return 0;
    else if (!storage)
        target = length;
    return 2 * target + (strcmp(tariff->currency, place->currency) == 0);
}

static int compare_place(const gpucost_tariff *tariff, const char *provider, const char *region)
{
    int order = strcmp(tariff->provider, provider);
    return order ? order : strcmp(tariff->region, region);
}

static void find_in(const gpucost_tariffs *tariffs, const gpucost__tariff_place *place, const char *region,
                    gpucost__tariff *found, bool *several)
{
    uint64_t low = 0, high = tariffs->count;
    while (low < high) { /* the first row of the region */
        uint64_t middle = low + (high - low) / 2;
        if (compare_place(&tariffs->rows[middle], place->provider, region) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    size_t best = 0;
    *several = false;
    for (uint64_t i = low, n; i < tariffs->count && compare_place(&tariffs->rows[i], place->provider, region) == 0;
         i += n) {
        const gpucost_tariff *first = &tariffs->rows[i];
        for (n = 1; i + n < tariffs->count && gpucost__tariff_same_item(first, first + n);) n++;
        size_t how_well = fit(first, place);
        if (how_well > 0 && how_well == best) *several = true;
        if (how_well <= best) continue;
        best = how_well;
        *several = false;
        *found = (gpucost__tariff){first, n};
    }
    if (*several) found->count = 0;
}

void gpucost__tariff_find(const gpucost_tariffs *tariffs, const gpucost__tariff_place *place, gpucost__tariff *found,
                          bool *several)
{
    *found = (gpucost__tariff){NULL, 0};
    find_in(tariffs, place, place->region, found, several);
    if (found->count == 0 && !*several) find_in(tariffs, place, "global", found, several);
}

bool gpucost__tariff_nanos(const gpucost__tariff *tariff, double quantity, gpucost__int128 *nanos)
{
    *nanos = 0;
    for (uint64_t i = 0; i < tariff->count; i++) {
        const gpucost_tariff *row = &tariff->rows[i];
        gpucost__int128 part;
        double until = i + 1 < tariff->count && row[1].from_quantity < quantity ? row[1].from_quantity : quantity;
        if (until <= row->from_quantity) continue;
        if (!gpucost__price_times(row->unit_nanos, until - row->from_quantity, &part) ||
            gpucost__add_i128(*nanos, part, nanos))
            return false;
    }
    return true;
}
