/* A commitment and its dates: what can be bought when, and what it costs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/money.h"
#include "portfolio/portfolio_case.h"
#include "portfolio/portfolio_table.h"
#include "portfolio/portfolio_term.h"

/* ---- what one costs ---- */

/* Present value of the hourly fee of one unit, of the months that are over before each: only where money is discounted.
 */
static gpucost_status sum_fees(const gpucost_portfolio_case *asked, gpucost__dated *dated, gpucost_error *err)
{
    if (asked->discount.rate <= 0 || dated->row.hourly_nanos == 0) return GPUCOST_OK;
    uint64_t billing = asked->discount.billing_hours, months = (asked->hours + dated->row.term_hours) / billing + 1;
    dated->fees = malloc(((size_t)months + 1) * sizeof *dated->fees);
    if (!dated->fees) return gpucost__fail_memory(err);
    dated->fees[0] = 0;
    for (uint64_t m = 0; m < months; m++) {
        int64_t factor = gpucost__discount_billed(&asked->discount, m * billing);
        dated->fees[m + 1] = dated->fees[m] + gpucost__discounted(dated->row.hourly_nanos, factor) * (int64_t)billing;
    }
    return GPUCOST_OK;
}

/* The fee of all hours before one. */
static gpucost__int128 fees_before(const gpucost_portfolio_case *asked, const gpucost__dated *dated, uint64_t hour)
{
    if (!dated->fees) return (gpucost__int128)dated->row.hourly_nanos * hour;
    uint64_t billing = asked->discount.billing_hours, month = hour / billing, rest = hour % billing;
    gpucost__int128 all = dated->fees[month];
    if (rest > 0) all += (dated->fees[month + 1] - all) / (int64_t)billing * rest;
    return all;
}

gpucost__int128 gpucost__dated_cost(const gpucost_portfolio_case *asked, const gpucost__dated *dated, uint64_t index)
{
    const gpucost__discount *discount = &asked->discount;
    const gpucost_commitment *row = &dated->row;
    uint64_t date = gpucost__date_at(dated, index), end = date + row->term_hours;
    uint64_t left = end > asked->hours ? end - asked->hours : 0;
    bool inside = asked->options.horizon_rule == GPUCOST__HORIZON_INSIDE;
    gpucost__int128 cost = (dated->shift ? dated->shift[index] : 0) +
                           gpucost__discounted(row->upfront_nanos, gpucost__discount_at(discount, date)) +
                           fees_before(asked, dated, inside ? end - left : end) - fees_before(asked, dated, date);
    if (left > 0 && row->salvage_nanos > 0)
        cost -= gpucost__discounted(row->salvage_nanos, gpucost__discount_at(discount, asked->hours)) * (int64_t)left;
    if (left > 0 && inside) return cost;
    int64_t at_end = row->closing_nanos || row->refund_nanos ? gpucost__discount_at(discount, end) : 0;
    return cost + gpucost__discounted(row->closing_nanos, at_end) - gpucost__discounted(row->refund_nanos, at_end);
}

void gpucost__dated_free(gpucost__dated *dated)
{
    free(dated->dates);
    free(dated->fees);
}

/* ---- what can be bought ---- */

static gpucost_status check_cost(const gpucost_portfolio_case *asked, const gpucost__dated *dated, gpucost_error *err)
{
    for (uint64_t i = 0; i < dated->count; i++) {
        uint64_t date = gpucost__date_at(dated, i);
        if (gpucost__dated_cost(asked, dated, i) > 0) continue;
        return gpucost__fail_field(err, GPUCOST_E_RANGE, dated->row.refund_nanos ? "refund_price" : "salvage_price",
                                   NULL, "bought in hour %llu, \"%.64s\" gives back more than it costs",
                                   (unsigned long long)date, dated->row.name);
    }
    return GPUCOST_OK;
}

static gpucost_status take_grid(const gpucost_portfolio_case *asked, gpucost__dated *dated, gpucost_error *err)
{
    gpucost_commitment *row = &dated->row;
    if (row->every_hours == 0) row->every_hours = 1;
    if (row->last_hour == 0 || row->last_hour >= asked->hours) row->last_hour = asked->hours - 1;
    if (row->first_hour > row->last_hour)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "first_hour", NULL,
                                   "the first date, hour %llu, is after the last, hour %llu",
                                   (unsigned long long)row->first_hour, (unsigned long long)row->last_hour);
    dated->count = (row->last_hour - row->first_hour) / row->every_hours + 1;
    return GPUCOST_OK;
}

static gpucost_status take_dates(const gpucost_portfolio_case *asked, const uint64_t *dates, uint64_t count,
                                 gpucost__dated *dated, gpucost_error *err)
{
    const gpucost_commitment *row = &dated->row;
    if (row->first_hour || row->last_hour || row->every_hours)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "every_hours", NULL,
                                   "give either dates or a grid of first_hour, last_hour and every_hours");
    GPUCOST__TRY(gpucost__count_check("count", count, 1, asked->hours, err));
    for (uint64_t i = 0; i < count; i++) {
        if (dates[i] < asked->hours && (i == 0 || dates[i] > dates[i - 1])) continue;
        char field[48];
        snprintf(field, sizeof field, "dates/%llu", (unsigned long long)i);
        return gpucost__fail_field(err, GPUCOST_E_RANGE, field, NULL,
                                   "hour %llu is not after the date before it and inside the %llu hours",
                                   (unsigned long long)dates[i], (unsigned long long)asked->hours);
    }
    dated->dates = malloc((size_t)count * sizeof *dated->dates);
    if (!dated->dates) return gpucost__fail_memory(err);
    memcpy(dated->dates, dates, (size_t)count * sizeof *dated->dates);
    dated->count = count;
    return GPUCOST_OK;
}

static gpucost_status take_commitment(const gpucost_portfolio_case *asked, const gpucost_commitment *commitment,
                                      const uint64_t *dates, uint64_t count, gpucost__dated *dated, gpucost_error *err)
{
    gpucost_commitment *row = &dated->row;
    GPUCOST__TRY(gpucost__commitment_take(commitment, row, err));
    if (row->unit_size == 0) row->unit_size = 1;
    if (row->usage_nanos != 0)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "usage_price", NULL,
                                   "a commitment with a usage price cannot be dated; gpucost_portfolio_new() takes it");
    GPUCOST__TRY(dates ? take_dates(asked, dates, count, dated, err) : take_grid(asked, dated, err));
    GPUCOST__TRY(sum_fees(asked, dated, err));
    return check_cost(asked, dated, err);
}

gpucost_status gpucost_portfolio_case_add_commitment(gpucost_portfolio_case *portfolio_case,
                                                     const gpucost_commitment *commitment, const uint64_t *dates,
                                                     uint64_t count, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__count_check("commitments", portfolio_case->count + 1, 1, GPUCOST__COMMITMENTS_MOST, err));
    gpucost__dated dated = {0};
    gpucost_status status = take_commitment(portfolio_case, commitment, dates, count, &dated, err);
    gpucost__dated *grown = NULL;
    if (status == GPUCOST_OK) {
        grown = realloc(portfolio_case->dated, ((size_t)portfolio_case->count + 1) * sizeof *grown);
        if (!grown) status = gpucost__fail_memory(err);
    }
    if (status != GPUCOST_OK) {
        gpucost__dated_free(&dated);
        return status;
    }
    portfolio_case->dated = grown;
    portfolio_case->dated[portfolio_case->count++] = dated;
    return GPUCOST_OK;
}

/* ---- early exit ---- */

static gpucost_status check_exit(const gpucost_commitment *row, gpucost_exit *ours, gpucost_error *err)
{
    if (ours->every_hours == 0) ours->every_hours = 730;
    if (ours->first_hours == 0) ours->first_hours = ours->every_hours;
    if (ours->keep_hours == 0) ours->keep_hours = 1;
    uint64_t ends = row->term_hours >= ours->keep_hours + ours->first_hours
                        ? (row->term_hours - ours->keep_hours - ours->first_hours) / ours->every_hours + 1
                        : 0;
    return gpucost__count_check("exits", ends, 1, GPUCOST__COMMITMENTS_MOST, err);
}

/* A share of a price, rounded half-even to a nano. Shares are at most 1, so it fits. */
static int64_t part_of(int64_t nanos, double share)
{
    gpucost__int128 part = 0;
    gpucost__price_times(nanos, share, &part);
    return (int64_t)part;
}

/* The commitment left after some hours, as a shorter one. What is left of its term counts in whole steps. */
static gpucost_status left_after(const gpucost_commitment *row, const gpucost_exit *how, uint64_t hours,
                                 gpucost_commitment *shorter, gpucost_error *err)
{
    uint64_t left = row->term_hours - hours, whole = left / how->every_hours * how->every_hours;
    double share = (double)whole / (double)row->term_hours;
    gpucost__int128 owed = part_of(row->upfront_nanos, share) + (gpucost__int128)row->hourly_nanos * left;
    gpucost__int128 penalty = how->penalty_nanos;
    if (owed > INT64_MAX || penalty + owed > INT64_MAX)
        return gpucost__fail_field(err, GPUCOST_E_OVERFLOW, "penalty_share", NULL,
                                   "what is left to pay exceeds 64 bits of nanos");
    *shorter = *row;
    shorter->term_hours = hours;
    shorter->refund_nanos = part_of(part_of(part_of(row->upfront_nanos, share), how->resale_share), 1 - how->fee_share);
    shorter->closing_nanos = how->penalty_nanos + part_of((int64_t)owed, how->penalty_share);
    snprintf(shorter->name, sizeof shorter->name, "%.40s left after %llu h", row->name, (unsigned long long)hours);
    return GPUCOST_OK;
}

gpucost_status gpucost_portfolio_case_add_exits(gpucost_portfolio_case *portfolio_case, uint64_t commitment,
                                                const gpucost_exit *how, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_exit ours;
    if (commitment >= portfolio_case->count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "commitment", NULL,
                                   "commitment %llu is past the last of %llu", (unsigned long long)commitment,
                                   (unsigned long long)portfolio_case->count);
    GPUCOST__TRY(gpucost__struct_in(&gpucost__exit_table, how, &ours, err));
    gpucost_commitment row = portfolio_case->dated[commitment].row;
    GPUCOST__TRY(check_exit(&row, &ours, err));
    uint64_t before = portfolio_case->count;
    gpucost_status status = GPUCOST_OK;
    for (uint64_t hours = ours.first_hours; status == GPUCOST_OK && hours + ours.keep_hours <= row.term_hours;
         hours += ours.every_hours) {
        const gpucost__dated *whole = &portfolio_case->dated[commitment];
        gpucost_commitment shorter;
        status = left_after(&row, &ours, hours, &shorter, err);
        if (whole->dates) shorter.first_hour = shorter.last_hour = shorter.every_hours = 0;
        if (status == GPUCOST_OK)
            status = gpucost_portfolio_case_add_commitment(portfolio_case, &shorter, whole->dates,
                                                           whole->dates ? whole->count : 0, err);
    }
    while (status != GPUCOST_OK && portfolio_case->count > before)
        gpucost__dated_free(&portfolio_case->dated[--portfolio_case->count]);
    return status;
}
