/* How many units to commit when the price falls with the volume. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/money.h"
#include "savings/savings_table.h"

enum { TIERS_MOST = 64, BILLION = 1000000000 };

typedef gpucost__int128 wide;

typedef struct {
    int64_t threshold[TIERS_MOST], discount[TIERS_MOST]; /* nanos; billionths */
    uint64_t count;
    int64_t on_demand, list;
    const char *currency;
} problem;

static int ascending(const void *a, const void *b)
{
    const int32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Billionths of a nano: a list value of `units`, each part less the discount of its tier. */
static wide fee(const problem *p, wide units)
{
    wide value = units * p->list, sum = value * BILLION;
    for (uint64_t i = 0; i < p->count; i++) {
        wide top = i + 1 < p->count && p->threshold[i + 1] < value ? p->threshold[i + 1] : value;
        if (top > p->threshold[i]) sum -= (top - p->threshold[i]) * p->discount[i];
    }
    return sum;
}

static gpucost_status take_tiers(const gpucost_volume_tier *tiers, uint64_t count, problem *p, gpucost_error *err)
{
    if (count > TIERS_MOST)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "count", NULL, "%llu tiers; at most %d",
                                   (unsigned long long)count, TIERS_MOST);
    if (count > 0 && !tiers) return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "tiers", NULL, "no tiers were given");
    for (uint64_t i = 0; i < count; i++) {
        gpucost_volume_tier row;
        gpucost_status status = gpucost__struct_in(&gpucost__volume_tier_table,
                                                   (const char *)tiers + i * tiers->size, &row, err);
        if (status == GPUCOST_OK && i > 0 && row.threshold_nanos <= p->threshold[i - 1])
            status = gpucost__fail_field(err, GPUCOST_E_RANGE, "threshold_price", NULL, "thresholds must rise");
        if (status == GPUCOST_OK && i > 0 && llround(row.discount * BILLION) < p->discount[i - 1])
            status = gpucost__fail_field(err, GPUCOST_E_RANGE, "discount", NULL, "a larger volume has no smaller discount");
        if (status != GPUCOST_OK) {
            char prefix[48];
            snprintf(prefix, sizeof prefix, "/tiers/%llu/", (unsigned long long)i);
            gpucost__error_under(err, prefix);
            return status;
        }
        p->threshold[i] = row.threshold_nanos;
        p->discount[i] = llround(row.discount * BILLION);
    }
    p->count = count;
    return GPUCOST_OK;
}

static gpucost_status take(const int32_t *demand, uint64_t hours, const problem *p, gpucost_error *err)
{
    if (!demand) return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "demand", NULL, "no demand was given");
    if (hours < 1 || hours > 1000000)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "hours", NULL, "%llu hours; expected 1..1000000",
                                   (unsigned long long)hours);
    for (uint64_t t = 0; t < hours; t++)
        if (demand[t] < 0)
            return gpucost__fail_field(err, GPUCOST_E_RANGE, "demand", NULL, "%d units in hour %llu are negative",
                                       demand[t], (unsigned long long)t);
    if (p->on_demand <= 0 || p->list <= 0)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, p->list <= 0 ? "unit_list_nanos" : "on_demand_nanos", NULL,
                                   "a missing price is not free");
    if (p->currency && gpucost__currency_is_valid(p->currency)) return GPUCOST_OK;
    return gpucost__fail_field(err, GPUCOST_E_RANGE, "currency", p->currency,
                               "expected a currency code of three capital letters");
}

/* Half-even; amounts are not negative. */
static bool money(const problem *p, wide billionths, gpucost_money *amount)
{
    wide nanos = billionths / BILLION, rest = billionths % BILLION * 2;
    nanos += rest > BILLION || (rest == BILLION && nanos % 2 != 0);
    return gpucost__money_from_nanos(nanos, p->currency, amount);
}

static gpucost_status choose(const problem *p, const int32_t *sorted, uint64_t hours, gpucost_volume_choice *made,
                             gpucost_error *err)
{
    wide above = 0, none, least;
    for (uint64_t t = 0; t < hours; t++) above += sorted[t];
    none = least = above * p->on_demand * BILLION;
    int32_t units = 0, level = 0;
    for (uint64_t t = 0; t < hours; t++) {
        if (sorted[t] == level) continue;
        above -= (wide)(sorted[t] - level) * (wide)(hours - t); /* unit-hours above the new level */
        level = sorted[t];
        wide cost = fee(p, level) + above * p->on_demand * BILLION;
        if (cost >= least) continue;
        least = cost;
        units = level;
    }
    *made = (gpucost_volume_choice){.size = sizeof *made, .units = (uint64_t)units};
    if (money(p, least, &made->cost) && money(p, fee(p, units), &made->committed) &&
        money(p, (wide)units * p->list * BILLION, &made->list_value) && money(p, none, &made->all_on_demand))
        return GPUCOST_OK;
    return gpucost__fail(err, GPUCOST_E_OVERFLOW, "the bill exceeds 64 bits of %s", p->currency);
}

gpucost_status gpucost_savings_volume(const int32_t *demand, uint64_t hours, int64_t on_demand_nanos,
                                      int64_t unit_list_nanos, const gpucost_volume_tier *tiers, uint64_t count,
                                      const char *currency, gpucost_volume_choice *choice, gpucost_error *err)
{
    gpucost__clear(err);
    problem p = {.on_demand = on_demand_nanos, .list = unit_list_nanos, .currency = currency};
    gpucost_volume_choice made;
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__volume_choice_table, choice, err));
    GPUCOST__TRY(take(demand, hours, &p, err));
    GPUCOST__TRY(take_tiers(tiers, count, &p, err));
    /* above 2^31 units x 1e6 hours x prices of 63 bits the billionths would not fit */
    wide most = ((wide)1 << 126) / BILLION / ((wide)1 << 31);
    if (p.list > most || (wide)p.on_demand * hours > most)
        return gpucost__fail_field(err, GPUCOST_E_OVERFLOW, "on_demand_nanos", NULL, "the prices are too large");
    int32_t *sorted = malloc((size_t)hours * sizeof *sorted);
    if (!sorted) return gpucost__fail_memory(err);
    memcpy(sorted, demand, (size_t)hours * sizeof *sorted);
    qsort(sorted, (size_t)hours, sizeof *sorted, ascending);
    gpucost_status status = choose(&p, sorted, hours, &made, err);
    free(sorted);
    if (status == GPUCOST_OK) gpucost__struct_out(&gpucost__volume_choice_table, &made, choice);
    return status;
}
