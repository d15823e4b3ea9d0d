#include "gpucost/backtest.h"

#include <math.h>
#include <stdlib.h>

#include "backtest/backtest_plan.h"
#include "backtest/backtest_table.h"
#include "backtest/backtest_window.h"
#include "base/money.h"
#include "gpucost/schedule.h"
#include "schedule/schedule_model.h"

enum { THRESHOLDS = 100, PATHS = 50 };

typedef struct {
    const gpucost_portfolio_case *whole;
    gpucost_backtest_options options;
    gpucost__window window; /* what came */
    uint64_t rule;          /* the rule's commitment in the window */
    gpucost__planned planned;
    gpucost_backtest_row rows[GPUCOST_POLICIES];
} work;

static gpucost_status check(work *w, gpucost_error *err)
{
    gpucost_backtest_options *options = &w->options;
    if (options->split_hour == 0 || options->split_hour >= w->whole->hours)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "split_hour", NULL, "hour %llu is not inside the %llu hours",
                                   (unsigned long long)options->split_hour, (unsigned long long)w->whole->hours);
    if (options->rule_commitment >= w->whole->count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "rule_commitment", NULL,
                                   "commitment %llu is past the last of %llu",
                                   (unsigned long long)options->rule_commitment, (unsigned long long)w->whole->count);
    if (options->step_hours == 0) options->step_hours = w->whole->hours;
    if (options->thresholds == 0) options->thresholds = THRESHOLDS;
    if (options->paths == 0) options->paths = PATHS;
    return GPUCOST_OK;
}

/* Does the proof of the rules hold: one way to save, at one price, always on sale? */
static bool is_proven(const gpucost_portfolio_case *asked)
{
    if (asked->count != 1 || asked->dated[0].row.unit_size > 1 || asked->dated[0].count != asked->hours) return false;
    for (uint64_t t = 0; t < asked->hours; t++) {
        if (asked->on_demand[t] != asked->on_demand[0] || gpucost__hour_of(asked, 0, t).cheap > 0) return false;
        if (gpucost__dated_cost(asked, &asked->dated[0], t) != gpucost__dated_cost(asked, &asked->dated[0], 0))
            return false;
    }
    return true;
}

static gpucost_status total_of(const gpucost_schedule *schedule, gpucost_backtest_row *row, gpucost_error *err)
{
    gpucost_schedule_summary all = {.size = sizeof all};
    GPUCOST__TRY(gpucost_schedule_summarise(schedule, &all, err));
    row->cost = all.cost;
    row->optimal = all.optimal;
    for (uint64_t i = 0; i < gpucost_schedule_purchase_count(schedule); i++) {
        gpucost_purchase bought = {.size = sizeof bought};
        GPUCOST__TRY(gpucost_schedule_purchase_at(schedule, i, &bought, err));
        row->purchases += bought.units;
    }
    return GPUCOST_OK;
}

static gpucost_status with_hindsight(work *w, gpucost_backtest_row *row, gpucost_error *err)
{
    gpucost_schedule *schedule;
    GPUCOST__TRY(gpucost_schedule_new(w->window.asked, &schedule, err));
    gpucost_status status = total_of(schedule, row, err);
    gpucost_schedule_free(schedule);
    return status;
}

static gpucost_status with_forecast(work *w, gpucost_backtest_row *row, gpucost_error *err)
{
    gpucost_schedule *schedule;
    GPUCOST__TRY(gpucost__backtest_plan(w->whole, &w->options, &w->planned, err));
    for (uint64_t i = 0; i < w->planned.count; i++) {
        gpucost_purchase *bought = &w->planned.purchases[i];
        bought->commitment = gpucost__window_place(&w->window, bought->commitment);
    }
    GPUCOST__TRY(gpucost_schedule_price(w->window.asked, w->planned.purchases, w->planned.count, &schedule, err));
    gpucost_status status = total_of(schedule, row, err);
    gpucost_schedule_free(schedule);
    row->plans = w->planned.plans;
    return status;
}

static gpucost_status compare(work *w, gpucost_error *err)
{
    gpucost__int128 least = gpucost__money_nanos(&w->rows[GPUCOST_POLICY_HINDSIGHT].cost);
    for (int32_t i = 0; i < GPUCOST_POLICIES; i++) {
        gpucost_backtest_row *row = &w->rows[i];
        gpucost__int128 cost = gpucost__money_nanos(&row->cost);
        row->size = sizeof *row;
        row->policy = i;
        row->ratio = least > 0 ? (double)cost / (double)least : 0;
        if (w->rows[GPUCOST_POLICY_HINDSIGHT].optimal) row->optimal = cost == least;
        if (!gpucost__money_from_nanos(cost - least, w->whole->options.currency, &row->regret))
            return gpucost__fail(err, GPUCOST_E_OVERFLOW, "the bill exceeds 64 bits of %s", w->whole->options.currency);
    }
    w->rows[GPUCOST_POLICY_HINDSIGHT].bound = w->rows[GPUCOST_POLICY_HINDSIGHT].optimal;
    if (!is_proven(w->window.asked)) return GPUCOST_OK;
    w->rows[GPUCOST_POLICY_ONLINE].bound = 2;
    w->rows[GPUCOST_POLICY_RANDOMISED].bound = exp(1) / expm1(1);
    return GPUCOST_OK;
}

static gpucost_status run(work *w, gpucost_error *err)
{
    const gpucost__path *known = &w->whole->paths[0];
    uint64_t split = w->options.split_hour;
    gpucost_backtest_row *online = &w->rows[GPUCOST_POLICY_ONLINE];
    int32_t possible;
    GPUCOST__TRY(
        gpucost__window_new(w->whole, split, 0, known->demand + split, known->interruptible + split, &w->window, err));
    w->rule = gpucost__window_place(&w->window, w->options.rule_commitment);
    if (w->rule == w->window.asked->count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "rule_commitment", NULL,
                                   "\"%.64s\" cannot be bought from hour %llu on",
                                   w->whole->dated[w->options.rule_commitment].row.name, (unsigned long long)split);
    GPUCOST__TRY(gpucost_schedule_online(w->window.asked, w->rule, 1, &online->purchases, &online->cost, err));
    GPUCOST__TRY(gpucost_schedule_online_mean(w->window.asked, w->rule, w->options.thresholds,
                                              &w->rows[GPUCOST_POLICY_RANDOMISED].cost, err));
    GPUCOST__TRY(gpucost_schedule_baseline(w->window.asked, GPUCOST_BASELINE_ON_DEMAND, &possible,
                                           &w->rows[GPUCOST_POLICY_ON_DEMAND].cost, err));
    GPUCOST__TRY(with_hindsight(w, &w->rows[GPUCOST_POLICY_HINDSIGHT], err));
    GPUCOST__TRY(with_forecast(w, &w->rows[GPUCOST_POLICY_FORECAST], err));
    return compare(w, err);
}

gpucost_status gpucost_backtest_run(const gpucost_portfolio_case *portfolio_case,
                                    const gpucost_backtest_options *options, uint64_t stride, uint64_t room,
                                    gpucost_backtest_row *rows, gpucost_error *err)
{
    gpucost__clear(err);
    work w = {.whole = portfolio_case};
    GPUCOST__TRY(gpucost__struct_in(&gpucost__backtest_options_table, options, &w.options, err));
    if (room < GPUCOST_POLICIES || !rows)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "room", NULL, "a back-test has %d rows", GPUCOST_POLICIES);
    for (uint64_t i = 0; i < GPUCOST_POLICIES; i++)
        GPUCOST__TRY(gpucost__struct_can_out(&gpucost__backtest_row_table, (const char *)rows + i * stride, err));
    GPUCOST__TRY(check(&w, err));
    gpucost_status status = run(&w, err);
    gpucost_portfolio_case_free(w.window.asked);
    free(w.planned.purchases);
    for (uint64_t i = 0; i < GPUCOST_POLICIES && status == GPUCOST_OK; i++)
        gpucost__struct_out(&gpucost__backtest_row_table, &w.rows[i], (char *)rows + i * stride);
    return status;
}
