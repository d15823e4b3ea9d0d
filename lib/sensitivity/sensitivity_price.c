/* How far a price may move with the plan still the cheapest. */
#include <stdlib.h>
#include <string.h>

#include "base/money.h"
#include "schedule/schedule_start.h"
#include "sensitivity/sensitivity_table.h"

typedef gpucost__int128 wide;

/* What a plan costs as a function of the change x of the price: at + count x. */
typedef struct {
    wide at, count;
} line;

typedef struct {
    const gpucost_portfolio_case *asked;
    const gpucost_schedule *schedule;
    int64_t price;
    gpucost_portfolio_case moved; /* the case with another price; borrows all else */
    gpucost__dated *dated;        /* [count] */
    wide *shift;                  /* [dates] */
    int64_t *on_demand;           /* [hours] */
    line plan;
    uint64_t solutions;
} search;

static bool begin(search *s)
{
    const gpucost_portfolio_case *asked = s->asked;
    s->moved = *asked;
    s->on_demand = malloc((size_t)asked->hours * sizeof *s->on_demand);
    s->dated = malloc(((size_t)asked->count + 1) * sizeof *s->dated);
    uint64_t dates = s->price >= 0 ? asked->dated[s->price].count : 0;
    s->shift = malloc(((size_t)dates + 1) * sizeof *s->shift);
    if (!s->on_demand || !s->dated || !s->shift) return false;
    memcpy(s->on_demand, asked->on_demand, (size_t)asked->hours * sizeof *s->on_demand);
    if (asked->count > 0) memcpy(s->dated, asked->dated, (size_t)asked->count * sizeof *s->dated);
    if (s->price >= 0) s->dated[s->price].shift = s->shift;
    s->moved.on_demand = s->on_demand;
    s->moved.dated = s->dated;
    return true;
}

static void end(search *s)
{
    free(s->on_demand);
    free(s->dated);
    free(s->shift);
}

static void move_price(search *s, wide change)
{
    if (s->price >= 0)
        for (uint64_t i = 0; i < s->dated[s->price].count; i++) s->shift[i] = change;
    else
        for (uint64_t t = 0; t < s->asked->hours; t++) s->on_demand[t] = s->asked->on_demand[t] + (int64_t)change;
}

/* Purchases of the commitment, or unit-hours on demand. */
static wide count_of(const search *s, const gpucost__model *model, const gpucost__circulation *found)
{
    wide count = 0;
    if (s->price >= 0) {
        for (uint64_t a = 0; a < model->network.arc_count; a++)
            if (model->commitment[a] == (uint64_t)s->price) count += found->bought[a];
        return count;
    }
    for (uint64_t j = 0; j < model->network.segments.count; j++)
        for (uint64_t t = model->hour[j]; t < model->hour[j + 1]; t++) {
            gpucost__hour hour = gpucost__hour_of(s->asked, 0, t);
            int64_t left = hour.need - found->committed[j];
            if (left > hour.cheap) count += left - hour.cheap;
        }
    return count;
}

/* The cheapest plan when the price has changed, as a line. */
static gpucost_status best_at(search *s, wide change, line *best, gpucost_error *err)
{
    gpucost__model model;
    gpucost__circulation found = {0};
    move_price(s, change);
    s->solutions++;
    GPUCOST__TRY(gpucost__model_of(&s->moved, false, &model, err));
    gpucost_status status = gpucost__circulation_new(&model.network, &found, err);
    if (status == GPUCOST_OK) gpucost__start_from(&model, s->schedule, &found);
    if (status == GPUCOST_OK) status = gpucost__circulate_from(&model.network, &found, err);
    if (status == GPUCOST_OK) {
        best->count = count_of(s, &model, &found);
        best->at = gpucost__circulation_cost(&model.network, &found) / model.parts * model.unit - best->count * change;
    }
    gpucost__circulation_free(&found);
    gpucost__model_free(&model);
    return status;
}

/* From `change`, where some plan may be cheaper, back towards 0: where that plan and ours cost the same a better one
   may lie below both; when none does, that is the limit. */
static gpucost_status find_limit(search *s, wide *change, int32_t *limited, gpucost_error *err)
{
    *limited = 0;
    for (;;) {
        line best;
        GPUCOST__TRY(best_at(s, *change, &best, err));
        if (best.at + best.count * *change >= s->plan.at + s->plan.count * *change) return GPUCOST_OK;
        *limited = 1;
        wide slope = best.count - s->plan.count,
             rise = best.at - s->plan.at; /* opposite signs; towards 0 by division */
        *change = -rise / slope;
    }
}

/* How far the price may fall at most, and rise for the question to make sense. On demand stays on its side of spot,
   because what is served by what must not change with the price. */
static void bounds(const search *s, wide *fall, wide *rise)
{
    const gpucost_portfolio_case *asked = s->asked;
    wide all = 1, least = INT64_MAX, below = INT64_MAX, highest = 0;
    for (uint64_t t = 0; t < asked->hours; t++) {
        int64_t price = asked->on_demand[t], spot = asked->spot[t],
                room = spot > 0 && spot < price ? price - spot : price;
        all += price;
        if (price > highest) highest = price;
        if (room - 1 < least) least = room - 1;
        if (spot >= price && spot - price < below) below = spot - price;
    }
    if (s->price < 0) {
        wide dearest = 1;
        for (uint64_t k = 0; k < asked->count; k++)
            for (uint64_t i = 0; i < asked->dated[k].count; i++) {
                wide cost = gpucost__dated_cost(asked, &asked->dated[k], i);
                if (cost > dearest) dearest = cost;
            }
        *fall = least;
        *rise = below < INT64_MAX ? below : dearest < INT64_MAX - highest ? dearest : INT64_MAX - highest;
        return;
    }
    const gpucost__dated *dated = &asked->dated[s->price];
    *fall = gpucost__dated_cost(asked, dated, 0);
    for (uint64_t i = 1; i < dated->count; i++) {
        wide cost = gpucost__dated_cost(asked, dated, i);
        if (cost < *fall) *fall = cost;
    }
    *fall -= 1; /* a purchase stays one that costs something */
    *rise = all;
}

static gpucost_status find_range(search *s, gpucost_price_range *range, gpucost_error *err)
{
    const char *currency = s->asked->options.currency;
    wide fall, rise;
    bounds(s, &fall, &rise);
    GPUCOST__TRY(best_at(s, 0, &s->plan, err));
    if (s->price >= 0) {
        s->plan.count = 0;
        for (uint64_t i = 0; i < s->schedule->summary.purchases; i++)
            if (s->schedule->purchases[i].commitment == (uint64_t)s->price)
                s->plan.count += (wide)s->schedule->purchases[i].units;
    } else {
        s->plan.count = 0;
        for (uint64_t t = 0; t < s->asked->hours; t++)
            s->plan.count +=
                gpucost__served_left(&s->schedule->served[t]) - gpucost__served_spot(&s->schedule->served[t]);
    }
    wide down = -fall;
    GPUCOST__TRY(find_limit(s, &down, &range->fall_limited, err));
    GPUCOST__TRY(find_limit(s, &rise, &range->rise_limited, err));
    range->solutions = s->solutions;
    if (gpucost__money_from_nanos(-down, currency, &range->fall) &&
        gpucost__money_from_nanos(range->rise_limited ? rise : 0, currency, &range->rise))
        return GPUCOST_OK;
    return gpucost__fail(err, GPUCOST_E_OVERFLOW, "a price exceeds 64 bits of %s", currency);
}

gpucost_status gpucost_sensitivity_price(const gpucost_portfolio_case *portfolio_case, const gpucost_schedule *schedule,
                                         int64_t price, gpucost_price_range *range, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__price_range_table, range, err));
    if (price < GPUCOST_RANGE_ON_DEMAND || price >= (int64_t)portfolio_case->count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "price", NULL,
                                   "%lld is no commitment of %llu, and not on demand, -1", (long long)price,
                                   (unsigned long long)portfolio_case->count);
    if (schedule->summary.hours != portfolio_case->hours || !schedule->summary.optimal)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "schedule", NULL,
                                   "the ranges of a plan are those of a proven optimum of the case");
    search s = {.asked = portfolio_case, .schedule = schedule, .price = price};
    gpucost_price_range ours = {.size = sizeof ours};
    memcpy(ours.name, price < 0 ? "on_demand" : portfolio_case->dated[price].row.name,
           price < 0 ? sizeof "on_demand" : sizeof ours.name);
    gpucost_status status = begin(&s) ? find_range(&s, &ours, err) : gpucost__fail_memory(err);
    end(&s);
    if (status == GPUCOST_OK) gpucost__struct_out(&gpucost__price_range_table, &ours, range);
    return status;
}
