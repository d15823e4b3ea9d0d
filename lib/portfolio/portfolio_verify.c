/* Is this plan allowed, what does it cost, and is the proof right that none costs less? Reads a case and nothing of the
   solver: costs, dispatch and bound are worked out here again, hour by hour. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/money.h"
#include "portfolio/portfolio_case.h"
#include "portfolio/portfolio_table.h"
#include "portfolio/portfolio_term.h"

typedef gpucost__int128 wide;

typedef struct {
    const gpucost_portfolio_case *asked;
    gpucost_verdict verdict;
    wide cost, bound;
    wide *sum;  /* [hours + 1] */
    wide *fees; /* [hours + longest term + 1] hourly fees of a unit of the commitment at hand, before each hour */
} check;

/* Notes the first thing that is wrong; false, to be returned. */
static bool no(check *c, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!c->verdict.reason[0]) vsnprintf(c->verdict.reason, sizeof c->verdict.reason, format, arguments);
    va_end(arguments);
    return false;
}

static bool is_date(const gpucost__dated *dated, uint64_t hour)
{
    if (!dated->dates) {
        uint64_t first = dated->row.first_hour, last = dated->row.last_hour;
        return hour >= first && hour <= last && (hour - first) % dated->row.every_hours == 0;
    }
    uint64_t low = 0, high = dated->count; /* dates rise */
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (dated->dates[middle] < hour)
            low = middle + 1;
        else
            high = middle;
    }
    return low < dated->count && dated->dates[low] == hour;
}

/* Fees hour by hour, each at what it is worth at hour 0. */
static void sum_fees(check *c, const gpucost_commitment *row)
{
    const gpucost__discount *discount = &c->asked->discount;
    wide fee = 0;
    c->fees[0] = 0;
    for (uint64_t t = 0; t < c->asked->hours + row->term_hours; t++) {
        if (t % discount->billing_hours == 0)
            fee = gpucost__discounted(row->hourly_nanos, gpucost__discount_billed(discount, t));
        c->fees[t + 1] = c->fees[t] + fee;
    }
}

/* Price of a unit bought in `hour`, after sum_fees(). */
static wide price_of(const check *c, const gpucost_commitment *row, uint64_t hour)
{
    const gpucost__discount *discount = &c->asked->discount;
    uint64_t end = hour + row->term_hours, horizon = c->asked->hours;
    bool cut = end > horizon && c->asked->options.horizon_rule == GPUCOST__HORIZON_INSIDE;
    wide price = gpucost__discounted(row->upfront_nanos, gpucost__discount_at(discount, hour)) +
                 c->fees[cut ? horizon : end] - c->fees[hour];
    if (end > horizon)
        price -=
            (wide)(end - horizon) * gpucost__discounted(row->salvage_nanos, gpucost__discount_at(discount, horizon));
    if (cut) return price;
    int64_t factor = gpucost__discount_at(discount, end);
    return price + gpucost__discounted(row->closing_nanos, factor) - gpucost__discounted(row->refund_nanos, factor);
}

static void add_prices(check *c, const gpucost_purchase *purchases, uint64_t count)
{
    for (uint64_t k = 0; k < c->asked->count; k++) {
        const gpucost_commitment *row = &c->asked->dated[k].row;
        sum_fees(c, row);
        for (uint64_t i = 0; i < count; i++) {
            gpucost_purchase bought = gpucost__purchase_at(purchases, i);
            if (bought.commitment == k)
                c->cost += price_of(c, row, bought.start_hour) * (wide)(bought.units / row->unit_size);
        }
    }
}

/* The units that run in each hour are summed from their starts and ends. */
static bool add_plan(check *c, const gpucost_purchase *purchases, uint64_t count)
{
    const gpucost_portfolio_case *asked = c->asked;
    for (uint64_t i = 0; i < count; i++) {
        gpucost_purchase row = gpucost__purchase_at(purchases, i);
        if (row.commitment >= asked->count)
            return no(c, "purchase %llu is of commitment %llu of %llu", (unsigned long long)i,
                      (unsigned long long)row.commitment, (unsigned long long)asked->count);
        const gpucost__dated *dated = &asked->dated[row.commitment];
        if (row.start_hour >= asked->hours || !is_date(dated, row.start_hour))
            return no(c, "\"%.64s\" cannot be bought in hour %llu", dated->row.name,
                      (unsigned long long)row.start_hour);
        uint64_t size = dated->row.unit_size;
        if (row.units % size != 0)
            return no(c, "\"%.64s\" comes in purchases of %llu units, not %llu", dated->row.name,
                      (unsigned long long)size, (unsigned long long)row.units);
        if (row.units > INT32_MAX) return no(c, "purchase %llu is of too many units", (unsigned long long)i);
        uint64_t end = row.start_hour + dated->row.term_hours;
        c->sum[row.start_hour] += (wide)row.units;
        c->sum[end < asked->hours ? end : asked->hours] -= (wide)row.units;
    }
    return true;
}

/* Dispatch of one hour from the definition: what is held and bought serves work that must run first, spot what is left
   of the rest up to its limit where it is cheaper, on demand everything else. */
static wide hour_cost(const gpucost_portfolio_case *asked, uint64_t t, wide committed)
{
    wide free_units = committed + asked->held[t];
    wide must = asked->paths[0].demand[t] - asked->paths[0].interruptible[t], rest = asked->paths[0].interruptible[t];
    wide on_must = free_units < must ? free_units : must;
    wide on_rest = free_units - on_must < rest ? free_units - on_must : rest;
    must -= on_must;
    rest -= on_rest;
    wide spot = 0;
    if (asked->spot[t] > 0 && asked->spot[t] < asked->on_demand[t])
        spot = rest < asked->spot_units[t] ? rest : asked->spot_units[t];
    return spot * asked->spot[t] + (must + rest - spot) * asked->on_demand[t];
}

static bool cost_plan(check *c, const gpucost_purchase *purchases, uint64_t count)
{
    uint64_t hours = c->asked->hours;
    for (uint64_t t = 0; t <= hours; t++) c->sum[t] = 0;
    if (!add_plan(c, purchases, count)) return false;
    add_prices(c, purchases, count);
    wide committed = 0;
    for (uint64_t t = 0; t < hours; t++) {
        committed += c->sum[t];
        c->cost += hour_cost(c->asked, t, committed);
    }
    return true;
}

/* No plan costs less than the values: each purchase costs at least the values of its hours, and each hour at least its
   value times its demand, less what spot can undercut. */
static bool bound_all_plans(check *c, const int64_t *values)
{
    const gpucost_portfolio_case *asked = c->asked;
    c->sum[0] = 0;
    for (uint64_t t = 0; t < asked->hours; t++) {
        wide value = values[t], demand = asked->paths[0].demand[t], held = asked->held[t], price = asked->on_demand[t];
        if (value < 0 || value > price)
            return no(c, "the value of hour %llu is not between 0 and the on-demand price", (unsigned long long)t);
        c->sum[t + 1] = c->sum[t] + value;
        wide need = demand > held ? demand - held : 0, spot = asked->spot_units[t];
        if (asked->paths[0].interruptible[t] < spot) spot = asked->paths[0].interruptible[t];
        if (need < spot) spot = need;
        c->bound += value * need;
        if (asked->spot[t] > 0 && asked->spot[t] < value) c->bound -= (value - asked->spot[t]) * spot;
    }
    for (uint64_t k = 0; k < asked->count; k++) {
        const gpucost_commitment *row = &asked->dated[k].row;
        sum_fees(c, row);
        for (uint64_t i = 0; i < asked->dated[k].count; i++) {
            uint64_t start = gpucost__date_at(&asked->dated[k], i), end = start + row->term_hours;
            wide worth = c->sum[end < asked->hours ? end : asked->hours] - c->sum[start];
            if (worth * (wide)row->unit_size > price_of(c, row, start))
                return no(c, "\"%.64s\" bought in hour %llu costs less than the values of its hours", row->name,
                          (unsigned long long)start);
        }
    }
    return true;
}

static gpucost_status conclude(check *c, gpucost_error *err)
{
    gpucost_verdict *verdict = &c->verdict;
    const char *currency = c->asked->options.currency;
    wide cost = verdict->plan_valid ? c->cost : 0, bound = verdict->proof_valid ? c->bound : 0;
    bool both = verdict->plan_valid && verdict->proof_valid;
    verdict->optimal = both && cost == bound;
    if (both && !verdict->optimal) no(c, "the plan costs more than the bound");
    if (gpucost__money_from_nanos(cost, currency, &verdict->cost) &&
        gpucost__money_from_nanos(bound, currency, &verdict->bound) &&
        gpucost__money_from_nanos(both ? cost - bound : 0, currency, &verdict->gap))
        return GPUCOST_OK;
    return gpucost__fail(err, GPUCOST_E_OVERFLOW, "the bill exceeds 64 bits of %s", currency);
}

gpucost_status gpucost_portfolio_verify(const gpucost_portfolio_case *portfolio_case, const gpucost_purchase *purchases,
                                        uint64_t count, const int64_t *values, gpucost_verdict *verdict,
                                        gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__verdict_table, verdict, err));
    GPUCOST__TRY(gpucost__purchases_check(purchases, count, err));
    check c = {.asked = portfolio_case, .verdict = {.size = sizeof c.verdict}};
    uint64_t longest = 0;
    for (uint64_t k = 0; k < portfolio_case->count; k++)
        if (portfolio_case->dated[k].row.term_hours > longest) longest = portfolio_case->dated[k].row.term_hours;
    c.sum = malloc(((size_t)portfolio_case->hours + 1) * sizeof *c.sum);
    c.fees = malloc((size_t)(portfolio_case->hours + longest + 1) * sizeof *c.fees);
    if (!c.sum || !c.fees) {
        free(c.sum);
        free(c.fees);
        return gpucost__fail_memory(err);
    }
    c.verdict.plan_valid = cost_plan(&c, purchases, count);
    c.verdict.proof_valid = values ? bound_all_plans(&c, values) : no(&c, "no proof was given");
    gpucost_status status = conclude(&c, err);
    free(c.sum);
    free(c.fees);
    if (status == GPUCOST_OK) gpucost__struct_out(&gpucost__verdict_table, &c.verdict, verdict);
    return status;
}
