/* What plans made without an optimiser cost. */
#include <stdlib.h>

#include "base/money.h"
#include "gpucost/schedule.h"
#include "schedule/schedule_provider.h"
#include "schedule/schedule_round.h"

static const gpucost__int128 never = (gpucost__int128)1 << 120;

/* The bill of spot and on demand with `units` committed all the time. */
static gpucost__int128 left_cost(const gpucost_portfolio_case *asked, int64_t units)
{
    gpucost__int128 cost = 0;
    for (uint64_t t = 0; t < asked->hours; t++) {
        gpucost__hour hour = gpucost__hour_of(asked, 0, t);
        int64_t left = hour.need > units ? hour.need - units : 0, spot = left < hour.cheap ? left : hour.cheap;
        cost += (gpucost__int128)spot * hour.spot + (gpucost__int128)(left - spot) * hour.on_demand;
    }
    return cost;
}

/* The cheapest purchases that hold so many units all the time; `never` when the dates leave gaps. From the end
   backwards: whatever is held until t, the next purchase is best made on the last date of its commitment up to t. */
static gpucost_status chain_cost(const gpucost_portfolio_case *asked, int64_t units, gpucost__int128 *cost,
                                 gpucost_error *err)
{
    gpucost__int128 *from = malloc(((size_t)asked->hours + 1) * sizeof *from);
    uint64_t *dates = calloc((size_t)asked->count + 1, sizeof *dates);
    if (!from || !dates) {
        free(from);
        free(dates);
        return gpucost__fail_memory(err);
    }
    for (uint64_t k = 0; k < asked->count; k++) dates[k] = asked->dated[k].count;
    from[asked->hours] = 0;
    for (uint64_t t = asked->hours; t-- > 0;) {
        from[t] = never;
        for (uint64_t k = 0; k < asked->count; k++) {
            const gpucost__dated *dated = &asked->dated[k];
            while (dates[k] > 0 && gpucost__date_at(dated, dates[k] - 1) > t) dates[k]--;
            if (dates[k] == 0) continue;
            uint64_t date = gpucost__date_at(dated, dates[k] - 1), end = date + dated->row.term_hours;
            if (end <= t) continue;
            gpucost__int128 after = end < asked->hours ? from[end] : 0;
            int64_t size = (int64_t)dated->row.unit_size, purchases = (units + size - 1) / size;
            gpucost__int128 here =
                after >= never ? never : after + gpucost__dated_cost(asked, dated, dates[k] - 1) * purchases;
            if (here < from[t]) from[t] = here;
        }
    }
    *cost = from[0];
    free(from);
    free(dates);
    return GPUCOST_OK;
}

/* The cheapest cover of the level above `below` on its own, from the end backwards. */
static gpucost__int128 level_cost(const gpucost__network *network, int64_t below, gpucost__int128 *from)
{
    uint64_t nodes = network->segments.count + 1, a = network->arc_count;
    from[nodes - 1] = 0;
    for (uint64_t v = nodes - 1; v-- > 0;) {
        from[v] = from[v + 1] + gpucost__segment_saving(&network->segments, v, below, 0);
        for (; a > 0 && network->arcs[a - 1].from == v; a--) {
            gpucost__int128 bought = network->arcs[a - 1].cost + from[network->arcs[a - 1].to];
            if (bought < from[v]) from[v] = bought;
        }
    }
    return from[0];
}

static int ascending(const void *a, const void *b)
{
    const int32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Levels between two breakpoints cost the same. */
static gpucost_status levels_cost(const gpucost_portfolio_case *asked, gpucost__int128 *cost, gpucost_error *err)
{
    gpucost__model model;
    GPUCOST__TRY(gpucost__model_of(asked, false, &model, err));
    const gpucost__segments *segments = &model.network.segments;
    uint64_t hinges = segments->first[segments->count];
    int32_t *level = malloc(((size_t)hinges + 1) * sizeof *level);
    gpucost__int128 *from = malloc(((size_t)segments->count + 1) * sizeof *from);
    gpucost_status status = level && from ? GPUCOST_OK : gpucost__fail_memory(err);
    *cost = 0;
    if (status == GPUCOST_OK) {
        for (uint64_t i = 0; i < hinges; i++) level[i] = segments->level[i];
        qsort(level, (size_t)hinges, sizeof *level, ascending);
        int32_t below = 0;
        for (uint64_t i = 0; i < hinges; i++) {
            if (level[i] == below) continue;
            *cost += level_cost(&model.network, below, from) * (level[i] - below) *
                     model.unit; /* one unit a purchase: no parts */
            below = level[i];
        }
    }
    free(level);
    free(from);
    gpucost__model_free(&model);
    return status;
}

static gpucost_status constant_cost(const gpucost_portfolio_case *asked, int32_t baseline, gpucost__int128 *cost,
                                    gpucost_error *err)
{
    int64_t units = 0, sum = 0;
    for (uint64_t t = 0; t < asked->hours; t++) {
        int64_t need = gpucost__hour_of(asked, 0, t).need;
        sum += need;
        if (need > units) units = need;
    }
    int64_t hours = (int64_t)asked->hours;
    if (baseline == GPUCOST_BASELINE_MEAN) units = (sum + hours - 1) / hours;
    GPUCOST__TRY(chain_cost(asked, units, cost, err));
    if (*cost < never) *cost += left_cost(asked, units);
    return GPUCOST_OK;
}

gpucost_status gpucost_schedule_baseline(const gpucost_portfolio_case *portfolio_case, int32_t baseline,
                                         int32_t *possible, gpucost_money *cost, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost__int128 nanos = 0;
    switch (baseline) {
    case GPUCOST_BASELINE_ON_DEMAND: nanos = left_cost(portfolio_case, 0); break;
    case GPUCOST_BASELINE_PEAK:
    case GPUCOST_BASELINE_MEAN: GPUCOST__TRY(constant_cost(portfolio_case, baseline, &nanos, err)); break;
    case GPUCOST_BASELINE_PROVIDER: GPUCOST__TRY(gpucost__provider_cost(portfolio_case, &nanos, err)); break;
    case GPUCOST_BASELINE_LEVELS:
        nanos = never; /* purchases of several units have no single levels */
        if (!gpucost__case_has_sizes(portfolio_case)) GPUCOST__TRY(levels_cost(portfolio_case, &nanos, err));
        break;
    default:
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "baseline", NULL, "%d is not a baseline; expected 0..4",
                                   baseline);
    }
    bool can = nanos < never;
    gpucost_money amount;
    if (!gpucost__money_from_nanos(can ? nanos : 0, portfolio_case->options.currency, &amount))
        return gpucost__fail(err, GPUCOST_E_OVERFLOW, "the bill exceeds 64 bits of %s",
                             portfolio_case->options.currency);
    *possible = can;
    *cost = amount;
    return GPUCOST_OK;
}
