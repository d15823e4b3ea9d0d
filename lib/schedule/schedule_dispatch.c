/* From a solution to what people read: hours, purchases, shares, totals. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/money.h"
#include "portfolio/portfolio_term.h"
#include "schedule/schedule_handle.h"

/* Sums in nanos. */
typedef struct {
    gpucost__int128 purchases, spot, on_demand, all_on_demand, without_purchases, bound;
    gpucost__int128 demand_hours, held_hours, need_hours, left_hours, spot_hours;
    uint64_t spot_most, on_demand_most, committed_most;
    gpucost__int128 used_hours; /* by purchases */
    double paid_hours;          /* by purchases */
} totals;

/* What the hours before each save: [hours + 1] sums of the prices, and of the values of the last and next units. */
typedef struct {
    gpucost__int128 *price, *last, *next;
} prefixes;

static gpucost_status money(gpucost__int128 nanos, const char *currency, gpucost_money *amount, gpucost_error *err)
{
    if (gpucost__money_from_nanos(nanos, currency, amount)) return GPUCOST_OK;
    return gpucost__fail(err, GPUCOST_E_OVERFLOW, "the bill exceeds 64 bits of %s", currency);
}

static void serve_hours(const gpucost_portfolio_case *asked, const gpucost__model *model,
                        const gpucost__circulation *found, gpucost_schedule *schedule)
{
    for (uint64_t j = 0; j < model->network.segments.count; j++)
        for (uint64_t t = model->hour[j]; t < model->hour[j + 1]; t++) {
            gpucost__hour hour = gpucost__hour_of(asked, 0, t);
            schedule->served[t] = (gpucost__served){.hour = hour,
                                                    .demand = asked->paths[0].demand[t],
                                                    .held_used = asked->paths[0].demand[t] - hour.need,
                                                    .committed = found->committed[j]};
        }
}

static uint64_t most_of(uint64_t a, int64_t b)
{
    return b > 0 && (uint64_t)b > a ? (uint64_t)b : a;
}

static void add_hours(const gpucost_schedule *schedule, uint64_t hours, prefixes *before, totals *sum)
{
    before->price[0] = before->last[0] = before->next[0] = 0;
    for (uint64_t t = 0; t < hours; t++) {
        const gpucost__served *served = &schedule->served[t];
        const gpucost__hour *hour = &served->hour;
        int64_t left = gpucost__served_left(served), spot = gpucost__served_spot(served), u = schedule->values[t];
        int64_t rent = u > hour->spot ? u - hour->spot : 0;
        gpucost__int128 price = hour->on_demand;
        sum->spot += (gpucost__int128)spot * hour->spot;
        sum->on_demand += (left - spot) * price;
        sum->all_on_demand += hour->need * price;
        sum->without_purchases += (hour->need - hour->cheap) * price + (gpucost__int128)hour->cheap * hour->spot;
        sum->bound += (gpucost__int128)u * hour->need - (gpucost__int128)rent * hour->cheap;
        sum->demand_hours += served->demand;
        sum->held_hours += served->held_used;
        sum->need_hours += hour->need;
        sum->left_hours += left;
        sum->spot_hours += spot;
        sum->spot_most = most_of(sum->spot_most, spot);
        sum->on_demand_most = most_of(sum->on_demand_most, left - spot);
        sum->committed_most = most_of(sum->committed_most, served->committed);
        before->price[t + 1] = before->price[t] + price;
        before->last[t + 1] = before->last[t] + gpucost__hour_value(hour, served->committed);
        before->next[t + 1] = before->next[t] + gpucost__hour_value(hour, served->committed + 1);
    }
}

/* What the bill would fall by with `units` more between two nodes [nanos]. */
static gpucost__int128 fall(const gpucost__model *model, const gpucost__circulation *found, const gpucost__arc *arc,
                            int64_t units)
{
    gpucost__int128 saved = 0;
    for (uint32_t j = arc->from; j < arc->to; j++) {
        int64_t now = found->committed[j];
        saved += gpucost__segment_cost(&model->network.segments, j, now) -
                 gpucost__segment_cost(&model->network.segments, j, now + units);
    }
    return saved / model->parts * model->unit;
}

static gpucost_status add_purchases(const gpucost_portfolio_case *asked, const gpucost__model *model,
                                    const gpucost__circulation *found, const prefixes *before, totals *sum,
                                    gpucost_schedule *schedule, gpucost_error *err)
{
    const char *currency = asked->options.currency;
    uint64_t count = 0;
    for (uint64_t a = 0; a < model->network.arc_count; a++) count += found->bought[a] > 0;
    schedule->purchases = calloc((size_t)count + 1, sizeof *schedule->purchases);
    if (!schedule->purchases) return gpucost__fail_memory(err);
    schedule->summary.purchases = count;
    gpucost_purchase *row = schedule->purchases;
    for (uint64_t a = 0; a < model->network.arc_count; a++) {
        if (found->bought[a] == 0) continue;
        const gpucost__arc *arc = &model->network.arcs[a];
        uint64_t start = model->hour[arc->from], end = model->hour[arc->to];
        int64_t size = (int64_t)asked->dated[model->commitment[a]].row.unit_size;
        gpucost__int128 unit_cost = arc->cost * size / model->parts * model->unit;
        gpucost__int128 cost = unit_cost * (found->bought[a] / size);
        gpucost__int128 last = before->last[end] - before->last[start], next = before->next[end] - before->next[start];
        if (size > 1) {
            last = -fall(model, found, arc, -size);
            next = fall(model, found, arc, size);
        }
        *row = (gpucost_purchase){
            .size = sizeof *row,
            .commitment = model->commitment[a],
            .start_hour = start,
            .end_hour = end,
            .units = (uint64_t)found->bought[a],
            .break_even = (double)unit_cost / (double)size / (double)(before->price[end] - before->price[start]),
        };
        memcpy(row->name, asked->dated[model->commitment[a]].row.name, sizeof row->name);
        GPUCOST__TRY(money(unit_cost, currency, &row->unit_cost, err));
        GPUCOST__TRY(money(cost, currency, &row->cost, err));
        GPUCOST__TRY(money(last - unit_cost, currency, &row->last_unit_saves, err));
        GPUCOST__TRY(money(next - unit_cost, currency, &row->next_unit_saves, err));
        sum->purchases += cost;
        row++;
    }
    return GPUCOST_OK;
}

/* What of the used units falls to one commitment: those before it in the list serve first. `running` and `used` are
   [hours]: its own units, and what is still to be given out. */
static gpucost_status add_share(const gpucost_portfolio_case *asked, uint64_t commitment, int64_t *running,
                                int64_t *used, const prefixes *before, totals *sum, gpucost_schedule *schedule,
                                gpucost_error *err)
{
    const gpucost_commitment *row = &asked->dated[commitment].row;
    gpucost_portfolio_share share = {.size = sizeof share};
    gpucost__int128 cost = 0, alternative = 0, used_hours = 0;
    memset(running, 0, ((size_t)asked->hours + 1) * sizeof *running);
    for (uint64_t i = 0; i < schedule->summary.purchases; i++) {
        const gpucost_purchase *bought = &schedule->purchases[i];
        if (bought->commitment != commitment) continue;
        uint64_t start = bought->start_hour, end = bought->end_hour;
        bool inside = asked->options.horizon_rule == GPUCOST__HORIZON_INSIDE;
        running[start] += (int64_t)bought->units;
        running[end] -= (int64_t)bought->units;
        cost += gpucost__money_nanos(&bought->cost);
        alternative += (before->price[end] - before->price[start]) * bought->units;
        share.purchases += bought->units;
        share.paid_hours += (double)bought->units * (double)(inside ? end - start : row->term_hours);
    }
    int64_t now = 0;
    for (uint64_t t = 0; t < asked->hours && share.purchases > 0; t++) {
        now += running[t];
        int64_t mine = now < used[t] ? now : used[t];
        used[t] -= mine;
        used_hours += mine;
        share.units = most_of(share.units, now);
    }
    share.used_hours = (double)used_hours;
    if (share.paid_hours > 0) share.utilisation = share.used_hours / share.paid_hours;
    if (alternative > 0) share.break_even = (double)cost / (double)alternative;
    memcpy(share.name, row->name, sizeof share.name);
    sum->used_hours += used_hours;
    sum->paid_hours += share.paid_hours;
    GPUCOST__TRY(money(cost, asked->options.currency, &share.cost, err));
    schedule->shares[schedule->share_count++] = share;
    return GPUCOST_OK;
}

static gpucost_status add_alternative(const char *name, uint64_t units, gpucost__int128 hours, gpucost__int128 nanos,
                                      const char *currency, gpucost_schedule *schedule, gpucost_error *err)
{
    gpucost_portfolio_share share = {.size = sizeof share,
                                     .units = units,
                                     .used_hours = (double)hours,
                                     .paid_hours = (double)hours,
                                     .utilisation = hours > 0 ? 1 : 0};
    snprintf(share.name, sizeof share.name, "%s", name);
    GPUCOST__TRY(money(nanos, currency, &share.cost, err));
    schedule->shares[schedule->share_count++] = share;
    return GPUCOST_OK;
}

static gpucost_status add_shares(const gpucost_portfolio_case *asked, const prefixes *before, totals *sum,
                                 gpucost_schedule *schedule, gpucost_error *err)
{
    const char *currency = asked->options.currency;
    int64_t *running = malloc(((size_t)asked->hours + 1) * sizeof *running);
    int64_t *used = malloc(((size_t)asked->hours + 1) * sizeof *used);
    gpucost_status status = running && used ? GPUCOST_OK : gpucost__fail_memory(err);
    for (uint64_t t = 0; t < asked->hours && status == GPUCOST_OK; t++)
        used[t] = schedule->served[t].hour.need - gpucost__served_left(&schedule->served[t]);
    for (uint64_t k = 0; k < asked->count && status == GPUCOST_OK; k++)
        status = add_share(asked, k, running, used, before, sum, schedule, err);
    free(running);
    free(used);
    GPUCOST__TRY(status);
    if (gpucost__case_has_spot(asked))
        GPUCOST__TRY(add_alternative("spot", sum->spot_most, sum->spot_hours, sum->spot, currency, schedule, err));
    return add_alternative("on_demand", sum->on_demand_most, sum->left_hours - sum->spot_hours, sum->on_demand,
                           currency, schedule, err);
}

static gpucost_status add_segments(const gpucost_portfolio_case *asked, const gpucost__model *model,
                                   const gpucost__circulation *found, gpucost_schedule *schedule, gpucost_error *err)
{
    uint64_t count = model->network.segments.count;
    schedule->segments = calloc((size_t)count + 1, sizeof *schedule->segments);
    if (!schedule->segments) return gpucost__fail_memory(err);
    schedule->segment_count = count;
    for (uint64_t j = 0; j < count; j++) {
        gpucost_schedule_segment *row = &schedule->segments[j];
        gpucost__int128 value = 0;
        *row = (gpucost_schedule_segment){.size = sizeof *row,
                                          .start_hour = model->hour[j],
                                          .end_hour = model->hour[j + 1],
                                          .committed = (uint64_t)found->committed[j]};
        for (uint64_t t = row->start_hour; t < row->end_hour; t++) value += schedule->values[t];
        GPUCOST__TRY(money(value, asked->options.currency, &row->value, err));
    }
    return GPUCOST_OK;
}

static gpucost_status summarise(const gpucost_portfolio_case *asked, const gpucost__model *model, const totals *sum,
                                gpucost_schedule *schedule, gpucost_error *err)
{
    gpucost_schedule_summary *all = &schedule->summary;
    gpucost__int128 cost = sum->purchases + sum->spot + sum->on_demand;
    gpucost__int128 saved = sum->without_purchases - sum->spot - sum->on_demand;
    const char *currency = asked->options.currency;
    all->size = sizeof *all;
    all->hours = asked->hours;
    for (uint64_t t = 0; t < asked->hours; t++) all->peak_units = most_of(all->peak_units, asked->paths[0].demand[t]);
    all->peak_committed = sum->committed_most;
    all->choices = model->choices;
    all->optimal = cost == sum->bound;
    all->demand_hours = (double)sum->demand_hours;
    all->coverage_defined = sum->demand_hours > 0;
    all->utilisation_defined = sum->paid_hours > 0;
    all->savings_defined = sum->all_on_demand > 0;
    all->return_defined = sum->purchases > 0;
    if (sum->demand_hours > 0)
        all->coverage = (double)(sum->held_hours + sum->used_hours) / (double)sum->demand_hours;
    if (sum->paid_hours > 0) all->utilisation = (double)sum->used_hours / sum->paid_hours;
    if (sum->all_on_demand > 0)
        all->effective_savings = (double)(sum->all_on_demand - cost) / (double)sum->all_on_demand;
    if (sum->purchases > 0) all->return_on_commitment = (double)(saved - sum->purchases) / (double)sum->purchases;
    GPUCOST__TRY(money(cost, currency, &all->cost, err));
    GPUCOST__TRY(money(sum->bound, currency, &all->bound, err));
    GPUCOST__TRY(money(sum->all_on_demand, currency, &all->all_on_demand, err));
    return money(sum->purchases, currency, &all->committed_cost, err);
}

gpucost_status gpucost__schedule_fill(const gpucost_portfolio_case *asked, const gpucost__model *model,
                                      const gpucost__circulation *found, gpucost_schedule *schedule, gpucost_error *err)
{
    totals sum = {0};
    size_t room = (size_t)asked->hours + 1;
    gpucost__int128 *sums = malloc(3 * room * sizeof *sums);
    if (!sums) return gpucost__fail_memory(err);
    prefixes before = {.price = sums, .last = sums + room, .next = sums + 2 * room};
    serve_hours(asked, model, found, schedule);
    add_hours(schedule, asked->hours, &before, &sum);
    gpucost_status status = add_purchases(asked, model, found, &before, &sum, schedule, err);
    if (status == GPUCOST_OK) status = add_shares(asked, &before, &sum, schedule, err);
    if (status == GPUCOST_OK) status = add_segments(asked, model, found, schedule, err);
    if (status == GPUCOST_OK) status = summarise(asked, model, &sum, schedule, err);
    free(sums);
    return status;
}
