/* How many units to commit when the price falls with the volume. */
#include <stdlib.h>
#include <string.h>

#include "base/money.h"
#include "savings/savings_table.h"
#include "savings/savings_tier.h"

typedef gpucost__int128 wide;

typedef struct {
    gpucost__tiers tiers;
    int64_t on_demand, list;
    const char *currency;
} problem;

static int ascending(const void *a, const void *b)
{
    const int32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Billionths of a nano: the list value of `units`, less its discounts. */
static wide fee(const problem *p, wide units)
{
    wide value = units * p->list;
    return value * GPUCOST__BILLION - gpucost__tiers_off(&p->tiers, value);
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

static bool money(const problem *p, wide billionths, gpucost_money *amount)
{
    return gpucost__money_from_nanos(gpucost__tiers_nanos(billionths), p->currency, amount);
}

static gpucost_status choose(const problem *p, const int32_t *sorted, uint64_t hours, gpucost_volume_choice *made,
                             gpucost_error *err)
{
    wide above = 0, none, least;
    for (uint64_t t = 0; t < hours; t++) above += sorted[t];
    none = least = above * p->on_demand * GPUCOST__BILLION;
    int32_t units = 0, level = 0;
    for (uint64_t t = 0; t < hours; t++) {
        if (sorted[t] == level) continue;
        above -= (wide)(sorted[t] - level) * (wide)(hours - t); /* unit-hours above the new level */
        level = sorted[t];
        wide cost = fee(p, level) + above * p->on_demand * GPUCOST__BILLION;
        if (cost >= least) continue;
        least = cost;
        units = level;
    }
    *made = (gpucost_volume_choice){.size = sizeof *made, .units = (uint64_t)units};
    if (money(p, least, &made->cost) && money(p, fee(p, units), &made->committed) &&
        money(p, (wide)units * p->list * GPUCOST__BILLION, &made->list_value) && money(p, none, &made->all_on_demand))
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
    GPUCOST__TRY(gpucost__tiers_take(tiers, count, &p.tiers, err));
    /* above 2^31 units x 1e6 hours x prices of 63 bits the billionths would not fit */
    wide most = ((wide)1 << 126) / GPUCOST__BILLION / ((wide)1 << 31);
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
