#include "portfolio/portfolio_problem.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/money.h"
#include "portfolio/portfolio_table.h"
#include "portfolio/portfolio_term.h"

enum { PRICE_TEXT = 40 };

static void price_text(int64_t nanos, char text[PRICE_TEXT])
{
    gpucost_money money;
    gpucost__money_from_nanos(nanos, "", &money);
    gpucost_money_format(&money, 0, text, PRICE_TEXT);
}

gpucost_status gpucost__count_check(const char *field, uint64_t value, uint64_t least, uint64_t most,
                                    gpucost_error *err)
{
    if (value >= least && value <= most) return GPUCOST_OK;
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    return gpucost__fail_field(err, GPUCOST_E_RANGE, field, text, "%s is not allowed; expected %llu..%llu", text,
                               (unsigned long long)least, (unsigned long long)most);
}

static gpucost_status check_series(const char *name, uint64_t hour, int32_t value, int32_t most, gpucost_error *err)
{
    if (value >= 0 && value <= most) return GPUCOST_OK;
    char field[64], text[16];
    snprintf(field, sizeof field, "/%s/%llu", name, (unsigned long long)hour);
    snprintf(text, sizeof text, "%d", value);
    return gpucost__fail_field(err, GPUCOST_E_RANGE, field, text, "%s units in hour %llu are not in 0..%d", text,
                               (unsigned long long)hour, most);
}

gpucost_status gpucost__demand_check(const int32_t *demand, const int32_t *interruptible, uint64_t hours,
                                     gpucost_error *err)
{
    if (!demand) return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "demand", NULL, "no demand was given");
    GPUCOST__TRY(gpucost__count_check("hours", hours, 1, GPUCOST__HOURS_MOST, err));
    for (uint64_t t = 0; t < hours; t++) {
        GPUCOST__TRY(check_series("demand", t, demand[t], INT32_MAX, err));
        if (interruptible) GPUCOST__TRY(check_series("interruptible", t, interruptible[t], demand[t], err));
    }
    return GPUCOST_OK;
}

static gpucost_status take_demand(const int32_t *demand, const int32_t *interruptible, uint64_t hours,
                                  gpucost__problem *problem, gpucost_error *err)
{
    GPUCOST__TRY(gpucost__demand_check(demand, interruptible, hours, err));
    problem->demand = problem->must_run = demand;
    problem->hours = hours;
    const gpucost_portfolio_options *options = &problem->options;
    bool spot = options->spot_nanos > 0 && options->spot_nanos < options->on_demand_nanos;
    if (!interruptible || !spot) return GPUCOST_OK;
    problem->own = malloc((size_t)hours * sizeof *problem->own);
    if (!problem->own) return gpucost__fail_memory(err);
    for (uint64_t t = 0; t < hours; t++) {
        int32_t on_spot = interruptible[t];
        if (options->spot_units && options->spot_units < (uint64_t)on_spot) on_spot = (int32_t)options->spot_units;
        problem->own[t] = demand[t] - on_spot;
    }
    problem->must_run = problem->own;
    return GPUCOST_OK;
}

gpucost_status gpucost__portfolio_options_take(const gpucost_portfolio_options *options,
                                               gpucost_portfolio_options *ours, gpucost_error *err)
{
    GPUCOST__TRY(gpucost__struct_in(&gpucost__portfolio_options_table, options, ours, err));
    if (!gpucost__currency_is_valid(ours->currency))
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "currency", ours->currency,
                                   "\"%s\" is not a currency code of three capital letters, such as USD or CNY",
                                   ours->currency);
    if (ours->on_demand_nanos == 0)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "on_demand_price", "0",
                                   "the on-demand price must be positive: a missing price is not free");
    if (ours->step_h == 0) ours->step_h = 1;
    if (ours->billing_hours == 0) ours->billing_hours = 730;
    return GPUCOST_OK;
}

/* Spot takes the top levels of an hour and commitments the bottom ones: that is cheapest while using what is committed
   costs no more than either alternative. */
static gpucost_status check_usage(const gpucost_commitment *commitment, const char *alternative, int64_t price,
                                  gpucost_error *err)
{
    if (commitment->usage_nanos <= price) return GPUCOST_OK;
    char usage_text[PRICE_TEXT], other_text[PRICE_TEXT];
    price_text(commitment->usage_nanos, usage_text);
    price_text(price, other_text);
    return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "usage_price", usage_text,
                               "a usage price of %s an hour exceeds the %s price of %s", usage_text, alternative,
                               other_text);
}

gpucost_status gpucost__commitment_take(const void *caller, gpucost_commitment *ours, gpucost_error *err)
{
    GPUCOST__TRY(gpucost__struct_in(&gpucost__commitment_table, caller, ours, err));
    if (ours->term_hours == 0)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "term_hours", "0", "a term lasts at least 1 h");
    if (ours->upfront_nanos == 0 && ours->hourly_nanos == 0 && ours->usage_nanos == 0)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "hourly_price", "0",
                                   "every price of the commitment is 0: a missing price is not free");
    return GPUCOST_OK;
}

static gpucost_status take_commitment(const void *caller, bool spot, gpucost__problem *problem,
                                      gpucost_commitment *ours, gpucost_error *err)
{
    const gpucost_portfolio_options *options = &problem->options;
    GPUCOST__TRY(gpucost__commitment_take(caller, ours, err));
    if (ours->first_hour || ours->last_hour || ours->every_hours || ours->salvage_nanos || ours->closing_nanos ||
        ours->refund_nanos || ours->unit_size > 1)
        return gpucost__fail_field(
            err, GPUCOST_E_ARGUMENT, ours->salvage_nanos ? "salvage_price" : "every_hours", NULL,
            "dates, salvage, refunds and sizes need a case: every commitment here covers the whole "
            "horizon");
    GPUCOST__TRY(check_usage(ours, "on-demand", options->on_demand_nanos, err));
    return spot ? check_usage(ours, "spot", options->spot_nanos, err) : GPUCOST_OK;
}

static gpucost_status take_commitments(const gpucost_commitment *commitments, uint64_t count, bool spot,
                                       gpucost__problem *problem, gpucost_error *err)
{
    GPUCOST__TRY(gpucost__count_check("count", count, 0, GPUCOST__COMMITMENTS_MOST, err));
    if (count > 0 && !commitments)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "commitments", NULL, "no commitments were given");
    for (uint64_t i = 0; i < count; i++) {
        /* the rows of a caller of another age lie one of its own structs apart */
        const char *row = (const char *)commitments + i * commitments->size;
        gpucost_status status = take_commitment(row, spot, problem, &problem->commitments[i], err);
        uint64_t size;
        memcpy(&size, row, sizeof size);
        if (status == GPUCOST_OK && size != commitments->size)
            status = gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "size", NULL,
                                         "the commitments of an array must all have the same size");
        if (status != GPUCOST_OK) {
            char prefix[48];
            snprintf(prefix, sizeof prefix, "/commitments/%llu/", (unsigned long long)i);
            gpucost__error_under(err, prefix);
            return status;
        }
    }
    problem->count = count;
    return GPUCOST_OK;
}

gpucost_status gpucost__problem_take(const int32_t *demand, const int32_t *interruptible, uint64_t hours,
                                     const gpucost_commitment *commitments, uint64_t count,
                                     const gpucost_portfolio_options *options, gpucost__problem *problem,
                                     gpucost_error *err)
{
    *problem = (gpucost__problem){0};
    GPUCOST__TRY(gpucost__portfolio_options_take(options, &problem->options, err));
    if (problem->options.discount_rate > 0)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "discount_rate", NULL,
                                   "money is discounted in a case only: here no payment has a date");
    problem->on_demand = gpucost__price_per_entry(problem->options.on_demand_nanos, problem->options.step_h);
    problem->spot = gpucost__price_per_entry(problem->options.spot_nanos, problem->options.step_h);
    bool spot = interruptible && problem->options.spot_nanos > 0;
    GPUCOST__TRY(take_commitments(commitments, count, spot, problem, err));
    return take_demand(demand, interruptible, hours, problem, err);
}

void gpucost__problem_free(gpucost__problem *problem)
{
    free(problem->own);
    problem->own = NULL;
}
