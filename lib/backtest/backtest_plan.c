#include "backtest/backtest_plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "backtest/backtest_window.h"
#include "gpucost/forecast.h"
#include "gpucost/risk.h"

typedef struct {
    const gpucost_portfolio_case *whole;
    const gpucost_backtest_options *options;
    uint64_t hours, now;            /* paid; of these, gone by */
    double *history;                /* [whole hours] */
    int32_t *demand, *interruptible; /* [hours] one scenario: nothing is needed in hours that are gone */
    double share;                   /* of the history that may be interrupted */
    gpucost__planned *planned;
} planner;

/* A path of the forecast, or its expected values. */
static void set_scenario(planner *p, const gpucost_forecast *forecast, uint64_t path)
{
    const int32_t *ahead = gpucost_forecast_path(forecast, path);
    for (uint64_t t = p->now; t < p->hours; t++) {
        gpucost_forecast_hour hour = {.size = sizeof hour};
        if (p->options->plan_for == GPUCOST_PLAN_FOR_EXPECTED) {
            gpucost_forecast_hour_at(forecast, t - p->now, &hour, NULL);
            p->demand[t] = (int32_t)floor(hour.expected + 0.5);
        } else {
            p->demand[t] = ahead[t - p->now];
        }
        p->interruptible[t] = (int32_t)floor(p->share * p->demand[t]);
    }
}

static gpucost_status pose(planner *p, const gpucost_forecast *forecast, gpucost__window *window, gpucost_error *err)
{
    set_scenario(p, forecast, 0);
    GPUCOST__TRY(
        gpucost__window_new(p->whole, p->options->split_hour, p->now, p->demand, p->interruptible, window, err));
    for (uint64_t i = 0; i < p->planned->count; i++) {
        const gpucost_purchase *bought = &p->planned->purchases[i];
        gpucost_held held = {.size = sizeof held, .start_hour = bought->start_hour, .end_hour = bought->end_hour,
                             .units = bought->units};
        GPUCOST__TRY(gpucost_portfolio_case_add_held(window->asked, &held, err));
    }
    if (p->options->plan_for == GPUCOST_PLAN_FOR_EXPECTED) return GPUCOST_OK;
    for (uint64_t i = 1; i < gpucost_forecast_path_count(forecast); i++) {
        set_scenario(p, forecast, i);
        GPUCOST__TRY(gpucost_portfolio_case_add_scenario(window->asked, p->demand, p->interruptible, err));
    }
    return GPUCOST_OK;
}

/* What the plan buys before it is made again. */
static gpucost_status keep(planner *p, const gpucost__window *window, const gpucost_risk *risk, gpucost_error *err)
{
    gpucost_risk_summary all = {.size = sizeof all};
    GPUCOST__TRY(gpucost_risk_summarise(risk, &all, err));
    gpucost_purchase *grown =
        realloc(p->planned->purchases, (size_t)(p->planned->count + all.purchases + 1) * sizeof *grown);
    if (!grown) return gpucost__fail_memory(err);
    p->planned->purchases = grown;
    for (uint64_t i = 0; i < all.purchases; i++) {
        gpucost_purchase row = {.size = sizeof row};
        GPUCOST__TRY(gpucost_risk_purchase_at(risk, i, &row, err));
        if (row.start_hour - p->now >= p->options->step_hours) break; /* by date */
        row.commitment = window->which[row.commitment];
        grown[p->planned->count++] = row;
    }
    return GPUCOST_OK;
}

static gpucost_status plan_for(planner *p, const gpucost_forecast *forecast, gpucost_error *err)
{
    gpucost__window window = {0};
    gpucost_risk *risk = NULL;
    gpucost_risk_options options = {.size = sizeof options, .tail_weight = p->options->tail_weight};
    gpucost_status status = pose(p, forecast, &window, err);
    if (status == GPUCOST_OK && window.asked->count > 0) status = gpucost_risk_new(window.asked, &options, &risk, err);
    if (status == GPUCOST_OK && risk) status = keep(p, &window, risk, err);
    gpucost_risk_free(risk);
    gpucost_portfolio_case_free(window.asked);
    return status;
}

static gpucost_status plan_all(planner *p, gpucost_error *err)
{
    const gpucost__path *known = &p->whole->paths[0];
    uint64_t split = p->options->split_hour, step = p->options->step_hours;
    double interruptible = 0, all = 0;
    for (uint64_t t = 0; t < p->whole->hours; t++) p->history[t] = known->demand[t];
    for (uint64_t t = 0; p->now < p->hours; p->now = step < p->hours - p->now ? p->now + step : p->hours) {
        gpucost_forecast *forecast;
        gpucost_forecast_options options = {.size = sizeof options,
                                            .horizon_hours = p->hours - p->now,
                                            .paths = p->options->paths,
                                            .seed = p->options->seed};
        for (; t < split + p->now; t++) {
            all += known->demand[t];
            interruptible += known->interruptible[t];
        }
        p->share = all > 0 ? interruptible / all : 0;
        memset(p->demand, 0, (size_t)p->hours * sizeof *p->demand);
        memset(p->interruptible, 0, (size_t)p->hours * sizeof *p->interruptible);
        GPUCOST__TRY(gpucost_forecast_new(p->history, split + p->now, &options, &forecast, err));
        gpucost_status status = plan_for(p, forecast, err);
        gpucost_forecast_free(forecast);
        GPUCOST__TRY(status);
        p->planned->plans++;
    }
    return GPUCOST_OK;
}

gpucost_status gpucost__backtest_plan(const gpucost_portfolio_case *whole, const gpucost_backtest_options *options,
                                      gpucost__planned *planned, gpucost_error *err)
{
    planner p = {.whole = whole, .options = options, .hours = whole->hours - options->split_hour, .planned = planned};
    p.history = malloc((size_t)whole->hours * sizeof *p.history);
    p.demand = malloc((size_t)p.hours * sizeof *p.demand);
    p.interruptible = malloc((size_t)p.hours * sizeof *p.interruptible);
    gpucost_status status = p.history && p.demand && p.interruptible ? plan_all(&p, err) : gpucost__fail_memory(err);
    free(p.history);
    free(p.demand);
    free(p.interruptible);
    return status;
}
