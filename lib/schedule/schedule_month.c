#include "schedule/schedule_month.h"

#include <stdlib.h>

#include "base/money.h"
#include "portfolio/portfolio_term.h"

/* Payments of one month [nanos]. */
typedef struct {
    gpucost__int128 upfront, fees, settled, usage, value;
} payments;

typedef struct {
    const gpucost_portfolio_case *asked;
    const gpucost_schedule *schedule;
    payments *months;
    uint64_t count;
} ledger;

/* Where the fees of a purchase stop, and whether what is settled at its end is part of the bill. */
static uint64_t paid_until(const ledger *l, const gpucost_commitment *row, uint64_t start, bool *ends)
{
    uint64_t end = start + row->term_hours, horizon = l->asked->hours;
    bool inside = l->asked->options.horizon_rule == GPUCOST__HORIZON_INSIDE;
    *ends = end <= horizon || !inside;
    return *ends ? end : horizon;
}

static uint64_t last_hour(const ledger *l)
{
    uint64_t last = l->asked->hours - 1;
    for (uint64_t i = 0; i < l->schedule->summary.purchases; i++) {
        const gpucost_purchase *bought = &l->schedule->purchases[i];
        bool ends;
        uint64_t until = paid_until(l, &l->asked->dated[bought->commitment].row, bought->start_hour, &ends);
        if (until - 1 > last) last = until - 1;
    }
    return last;
}

static void add_fees(ledger *l, int64_t hourly, uint64_t start, uint64_t until, gpucost__int128 times)
{
    const gpucost__discount *discount = &l->asked->discount;
    uint64_t billing = discount->billing_hours;
    for (uint64_t t = start; t < until;) {
        uint64_t next = (t / billing + 1) * billing;
        if (next > until) next = until;
        payments *month = &l->months[t / billing];
        gpucost__int128 hours = times * (int64_t)(next - t);
        month->fees += hours * hourly;
        month->value += hours * gpucost__discounted(hourly, gpucost__discount_billed(discount, t));
        t = next;
    }
}

/* Paid, or given back when it is negative, at an hour that belongs to the month before it. */
static void settle(ledger *l, int64_t nanos, uint64_t hour, gpucost__int128 times)
{
    const gpucost__discount *discount = &l->asked->discount;
    payments *month = &l->months[(hour - 1) / discount->billing_hours];
    month->settled += times * nanos;
    month->value += times * gpucost__discounted(nanos, gpucost__discount_at(discount, hour));
}

static void add_purchase(ledger *l, const gpucost_purchase *bought)
{
    const gpucost_portfolio_case *asked = l->asked;
    const gpucost_commitment *row = &asked->dated[bought->commitment].row;
    uint64_t start = bought->start_hour, end = start + row->term_hours;
    gpucost__int128 times = (gpucost__int128)(bought->units / row->unit_size);
    payments *month = &l->months[start / asked->discount.billing_hours];
    bool ends;
    uint64_t until = paid_until(l, row, start, &ends);
    month->upfront += times * row->upfront_nanos;
    month->value += times * gpucost__discounted(row->upfront_nanos, gpucost__discount_at(&asked->discount, start));
    add_fees(l, row->hourly_nanos, start, until, times);
    if (end > asked->hours) settle(l, row->salvage_nanos, asked->hours, -times * (int64_t)(end - asked->hours));
    if (!ends) return;
    settle(l, row->closing_nanos, end, times);
    settle(l, row->refund_nanos, end, -times);
}

static void add_hours(ledger *l)
{
    const gpucost_portfolio_case *asked = l->asked;
    uint64_t billing = asked->discount.billing_hours;
    for (uint64_t start = 0; start < asked->hours; start += billing) {
        payments *month = &l->months[start / billing];
        for (uint64_t t = start; t < asked->hours && t < start + billing; t++) {
            const gpucost__served *served = &l->schedule->served[t];
            int64_t left = gpucost__served_left(served), spot = gpucost__served_spot(served), on_demand = left - spot;
            month->usage +=
                (gpucost__int128)on_demand * asked->cash_on_demand[t] + (gpucost__int128)spot * asked->cash_spot[t];
            month->value += (gpucost__int128)on_demand * asked->on_demand[t] + (gpucost__int128)spot * asked->spot[t];
        }
    }
}

static gpucost_status write_months(const ledger *l, gpucost_schedule *schedule, gpucost_error *err)
{
    uint64_t billing = l->asked->discount.billing_hours;
    const char *currency = l->asked->options.currency;
    schedule->months = calloc((size_t)l->count, sizeof *schedule->months);
    if (!schedule->months) return gpucost__fail_memory(err);
    schedule->month_count = l->count;
    for (uint64_t m = 0; m < l->count; m++) {
        const payments *paid = &l->months[m];
        gpucost_schedule_month *row = &schedule->months[m];
        *row = (gpucost_schedule_month){.size = sizeof *row, .start_hour = m * billing, .end_hour = (m + 1) * billing};
        gpucost__int128 cash = paid->upfront + paid->fees + paid->settled + paid->usage;
        if (!gpucost__money_from_nanos(paid->upfront, currency, &row->upfront) ||
            !gpucost__money_from_nanos(paid->fees, currency, &row->fees) ||
            !gpucost__money_from_nanos(paid->settled, currency, &row->settled) ||
            !gpucost__money_from_nanos(paid->usage, currency, &row->usage) ||
            !gpucost__money_from_nanos(cash, currency, &row->cash) ||
            !gpucost__money_from_nanos(paid->value, currency, &row->present_value))
            return gpucost__fail(err, GPUCOST_E_OVERFLOW, "the bill exceeds 64 bits of %s", currency);
    }
    return GPUCOST_OK;
}

gpucost_status gpucost__schedule_pay(const gpucost_portfolio_case *asked, gpucost_schedule *schedule,
                                     gpucost_error *err)
{
    ledger l = {.asked = asked, .schedule = schedule};
    l.count = last_hour(&l) / asked->discount.billing_hours + 1;
    l.months = calloc((size_t)l.count, sizeof *l.months);
    if (!l.months) return gpucost__fail_memory(err);
    for (uint64_t i = 0; i < schedule->summary.purchases; i++) add_purchase(&l, &schedule->purchases[i]);
    add_hours(&l);
    gpucost_status status = write_months(&l, schedule, err);
    free(l.months);
    return status;
}
