#include <stdlib.h>
#include <string.h>

#include "base/money.h"
#include "portfolio/portfolio_table.h"
#include "risk/risk_replan.h"
#include "risk/risk_search.h"
#include "risk/risk_table.h"

enum { ROUNDS = 400 };

static const double CONFIDENCE = 0.95;

struct gpucost_risk {
    gpucost_risk_summary summary;
    gpucost_purchase *purchases;
    gpucost_risk_scenario *scenarios;
};

typedef struct {
    const gpucost_portfolio_case *asked;
    gpucost_risk_options options;
    gpucost__model model;
    gpucost__measure measure, tail; /* what is minimised; CVaR alone */
    gpucost__pricing pricing;
    gpucost__found found;
    gpucost__plan trial;
    gpucost_risk *made;
} work;

/* numerator / denominator units of the model as money, rounded half-even to a nano, or down. */
static gpucost_status money(const work *w, gpucost__int128 numerator, gpucost__int128 denominator, bool down,
                            gpucost_money *amount, gpucost_error *err)
{
    denominator *= w->model.parts;
    gpucost__int128 whole = numerator / denominator, rest = numerator % denominator;
    if (rest < 0) whole--, rest += denominator;
    gpucost__int128 part = rest * w->model.unit, nanos = part / denominator, left = 2 * (part % denominator);
    if (!down && (left > denominator || (left == denominator && nanos % 2 != 0))) nanos++;
    if (gpucost__money_from_nanos(whole * w->model.unit + nanos, w->asked->options.currency, amount)) return GPUCOST_OK;
    return gpucost__fail(err, GPUCOST_E_OVERFLOW, "the bill exceeds 64 bits of %s", w->asked->options.currency);
}

/* sum / weights [nanos], rounded half-even. */
static gpucost_status mean_nanos(const work *w, gpucost__int128 sum, int64_t weights, gpucost_money *amount,
                                 gpucost_error *err)
{
    gpucost__int128 nanos = sum / weights, left = 2 * (sum % weights);
    if (left > weights || (left == weights && nanos % 2 != 0)) nanos++;
    if (gpucost__money_from_nanos(nanos, w->asked->options.currency, amount)) return GPUCOST_OK;
    return gpucost__fail(err, GPUCOST_E_OVERFLOW, "the bill exceeds 64 bits of %s", w->asked->options.currency);
}

static gpucost_status add_scenarios(work *w, gpucost_error *err)
{
    const gpucost_portfolio_case *asked = w->asked;
    const char *currency = asked->options.currency;
    uint64_t count = asked->path_count;
    int64_t *theta = malloc((size_t)count * sizeof *theta), weights = 0;
    w->made->scenarios = calloc((size_t)count, sizeof *w->made->scenarios);
    if (!theta || !w->made->scenarios) {
        free(theta);
        return gpucost__fail_memory(err);
    }
    gpucost__measure_of(&w->measure, w->found.best.cost, w->pricing.order, theta);
    gpucost__int128 sum = 0;
    gpucost_status status = GPUCOST_OK;
    for (uint64_t s = 0; s < count; s++) weights += (int64_t)asked->paths[s].weight;
    for (uint64_t s = 0; s < count && status == GPUCOST_OK; s++) {
        gpucost_risk_scenario *row = &w->made->scenarios[s];
        gpucost__int128 foresight = 0, planned;
        *row = (gpucost_risk_scenario){.size = sizeof *row,
                                       .probability = (double)asked->paths[s].weight / (double)weights,
                                       .worst_weight = (double)theta[s] / (double)w->measure.sum};
        status = money(w, w->found.best.cost[s], 1, false, &row->cost, err);
        if (status == GPUCOST_OK) status = gpucost__risk_recourse(asked, s, NULL, 0, &foresight, &planned, err);
        if (status == GPUCOST_OK && !gpucost__money_from_nanos(foresight, currency, &row->foresight))
            status = gpucost__fail(err, GPUCOST_E_OVERFLOW, "the bill exceeds 64 bits of %s", currency);
        sum += foresight * (int64_t)asked->paths[s].weight;
    }
    free(theta);
    GPUCOST__TRY(status);
    return mean_nanos(w, sum, weights, &w->made->summary.foresight, err);
}

/* Purchases before the hour in which the demand shows itself stay; later ones are chosen for it. That is one way to
   react, so the best costs no more. */
static gpucost_status replan(work *w, gpucost_error *err)
{
    const gpucost_portfolio_case *asked = w->asked;
    const gpucost__network *network = &w->model.network;
    uint64_t reveal = w->options.reveal_hour;
    w->made->summary.replanned = w->made->summary.mean;
    if (reveal == 0) return GPUCOST_OK;
    int64_t *bought = calloc((size_t)asked->hours + 1, sizeof *bought), weights = 0;
    if (!bought) return gpucost__fail_memory(err);
    gpucost__int128 paid = 0, sum = 0;
    for (uint64_t a = 0; a < network->arc_count; a++) {
        int64_t units = w->found.best.bought[a];
        if (w->model.hour[network->arcs[a].from] >= reveal || units == 0) continue;
        bought[w->model.hour[network->arcs[a].from]] += units;
        bought[w->model.hour[network->arcs[a].to]] -= units;
        paid += (gpucost__int128)units * w->model.cost[a];
    }
    paid = paid * w->model.unit / w->model.parts;
    for (uint64_t t = 1; t < asked->hours; t++) bought[t] += bought[t - 1];
    gpucost_status status = GPUCOST_OK;
    for (uint64_t s = 0; s < asked->path_count && status == GPUCOST_OK; s++) {
        gpucost__int128 least, planned = 0;
        status = gpucost__risk_recourse(asked, s, bought, reveal, &least, &planned, err);
        weights += (int64_t)asked->paths[s].weight;
        sum += (paid + planned) * (int64_t)asked->paths[s].weight;
    }
    free(bought);
    GPUCOST__TRY(status);
    return mean_nanos(w, sum, weights, &w->made->summary.replanned, err);
}

/* What the objective would rise by with `units` more of an arc. */
static gpucost__int128 rise(work *w, uint64_t arc, int64_t units)
{
    gpucost__plan_copy(&w->pricing, &w->found.best, &w->trial);
    w->trial.bought[arc] += units;
    gpucost__plan_price(&w->pricing, &w->trial);
    return w->trial.value - w->found.best.value;
}

static gpucost_status add_purchase(work *w, uint64_t arc, gpucost_purchase *row, gpucost_error *err)
{
    const gpucost__arc *at = &w->model.network.arcs[arc];
    int64_t units = w->found.best.bought[arc];
    int64_t size = (int64_t)w->asked->dated[w->model.commitment[arc]].row.unit_size;
    gpucost__int128 cost = w->model.cost[arc] * size;
    uint64_t start = w->model.hour[at->from], end = w->model.hour[at->to];
    double price = 0;
    for (uint64_t t = start; t < end; t++) price += (double)w->asked->on_demand[t];
    *row = (gpucost_purchase){.size = sizeof *row,
                              .commitment = w->model.commitment[arc],
                              .start_hour = start,
                              .end_hour = end,
                              .units = (uint64_t)units,
                              .break_even =
                                  (double)w->model.cost[arc] * (double)w->model.unit / (double)w->model.parts / price};
    memcpy(row->name, w->asked->dated[row->commitment].row.name, sizeof row->name);
    GPUCOST__TRY(money(w, cost, 1, false, &row->unit_cost, err));
    GPUCOST__TRY(money(w, cost / size * units, 1, false, &row->cost, err));
    GPUCOST__TRY(money(w, rise(w, arc, -size), w->measure.sum, false, &row->last_unit_saves, err));
    return money(w, -rise(w, arc, size), w->measure.sum, false, &row->next_unit_saves, err);
}

static gpucost_status add_purchases(work *w, gpucost_error *err)
{
    uint64_t count = 0, arcs = w->model.network.arc_count;
    gpucost__int128 cost = 0;
    for (uint64_t a = 0; a < arcs; a++) count += w->found.best.bought[a] > 0;
    w->made->purchases = calloc((size_t)count + 1, sizeof *w->made->purchases);
    if (!w->made->purchases) return gpucost__fail_memory(err);
    for (uint64_t a = 0; a < arcs; a++) {
        if (w->found.best.bought[a] == 0) continue;
        cost += (gpucost__int128)w->found.best.bought[a] * w->model.cost[a];
        GPUCOST__TRY(add_purchase(w, a, &w->made->purchases[w->made->summary.purchases++], err));
    }
    return money(w, cost, 1, false, &w->made->summary.committed_cost, err);
}

/* The least cost that scenarios of weight confidence do not exceed. */
static gpucost__int128 quantile(const work *w)
{
    const gpucost__int128 *costs = w->found.best.cost;
    int64_t weights = 0, below = 0;
    for (uint64_t s = 0; s < w->measure.count; s++) weights += (int64_t)w->asked->paths[s].weight;
    gpucost__measure_of(&w->measure, costs, w->pricing.order, NULL);
    uint64_t at = w->measure.count; /* the order is by falling cost */
    do below += (int64_t)w->asked->paths[w->pricing.order[--at]].weight;
    while (at > 0 && (double)below < w->options.confidence * (double)weights * (1 - 1e-12));
    return costs[w->pricing.order[at]];
}

static gpucost_status summarise(work *w, gpucost_error *err)
{
    gpucost_risk_summary *all = &w->made->summary;
    const gpucost__int128 *costs = w->found.best.cost;
    gpucost__int128 mean = 0, worst = 0;
    int64_t weights = 0;
    for (uint64_t s = 0; s < w->measure.count; s++) {
        mean += costs[s] * (int64_t)w->asked->paths[s].weight;
        weights += (int64_t)w->asked->paths[s].weight;
        if (costs[s] > worst) worst = costs[s];
    }
    all->size = sizeof *all;
    all->scenarios = w->measure.count;
    all->rounds = w->found.rounds;
    all->optimal = w->found.optimal;
    gpucost__int128 tail = gpucost__measure_of(&w->tail, costs, w->pricing.order, NULL);
    GPUCOST__TRY(money(w, w->found.best.value, w->measure.sum, false, &all->objective, err));
    GPUCOST__TRY(money(w, w->found.bound, w->found.bound_sum, true, &all->bound, err));
    if (all->optimal) all->bound = all->objective;
    gpucost__int128 gap = gpucost__money_nanos(&all->objective) - gpucost__money_nanos(&all->bound);
    gpucost__money_from_nanos(gap > 0 ? gap : 0, w->asked->options.currency, &all->gap);
    GPUCOST__TRY(money(w, mean, weights, false, &all->mean, err));
    GPUCOST__TRY(money(w, tail, w->tail.sum, false, &all->cvar, err));
    GPUCOST__TRY(money(w, quantile(w), 1, false, &all->quantile, err));
    return money(w, worst, 1, false, &all->worst, err);
}

/* Products of costs and weights run in 128 bits. Every scenario's cost of buying nothing is taken as the size of costs.
 */
static gpucost_status check_size(work *w, gpucost_error *err)
{
    gpucost__plan_price(&w->pricing, &w->trial);
    int64_t sum = w->measure.sum > w->tail.sum ? w->measure.sum : w->tail.sum;
    for (uint64_t s = 0; s < w->measure.count; s++)
        if (w->trial.cost[s] > ((gpucost__int128)1 << 112) / sum)
            return gpucost__fail_field(
                err, GPUCOST_E_OVERFLOW, "tail_weight", NULL,
                "costs times the weights of the scenarios exceed 128 bits: take rounder weights");
    return GPUCOST_OK;
}

static gpucost_status solve(work *w, gpucost_error *err)
{
    double tail_weight = w->options.tail_weight, confidence = w->options.confidence;
    GPUCOST__TRY(gpucost__model_new(w->asked, 0, w->asked->path_count, &w->model, err));
    GPUCOST__TRY(gpucost__measure_new(w->asked, tail_weight, confidence, &w->measure, err));
    GPUCOST__TRY(gpucost__measure_new(w->asked, 1, confidence, &w->tail, err));
    GPUCOST__TRY(gpucost__pricing_new(&w->model, &w->measure, &w->pricing, err));
    GPUCOST__TRY(gpucost__plan_new(&w->pricing, &w->trial, err));
    GPUCOST__TRY(check_size(w, err));
    GPUCOST__TRY(gpucost__risk_search(w->asked, &w->model, &w->pricing, w->options.rounds, &w->found, err));
    GPUCOST__TRY(add_purchases(w, err));
    GPUCOST__TRY(add_scenarios(w, err));
    GPUCOST__TRY(summarise(w, err));
    return replan(w, err);
}

gpucost_status gpucost_risk_new(const gpucost_portfolio_case *portfolio_case, const gpucost_risk_options *options,
                                gpucost_risk **risk, gpucost_error *err)
{
    gpucost__clear(err);
    work w = {.asked = portfolio_case};
    GPUCOST__TRY(gpucost__struct_in(&gpucost__risk_options_table, options, &w.options, err));
    if (w.options.confidence <= 0) w.options.confidence = CONFIDENCE;
    if (w.options.rounds == 0) w.options.rounds = ROUNDS;
    w.made = calloc(1, sizeof *w.made);
    gpucost_status status = w.made ? solve(&w, err) : gpucost__fail_memory(err);
    gpucost__plan_free(&w.found.best);
    gpucost__plan_free(&w.trial);
    gpucost__pricing_free(&w.pricing);
    gpucost__measure_free(&w.measure);
    gpucost__measure_free(&w.tail);
    gpucost__model_free(&w.model);
    if (status == GPUCOST_OK)
        *risk = w.made;
    else
        gpucost_risk_free(w.made);
    return status;
}

void gpucost_risk_free(gpucost_risk *risk)
{
    if (!risk) return;
    free(risk->purchases);
    free(risk->scenarios);
    free(risk);
}

gpucost_status gpucost_risk_summarise(const gpucost_risk *risk, gpucost_risk_summary *summary, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__risk_summary_table, summary, err));
    gpucost__struct_out(&gpucost__risk_summary_table, &risk->summary, summary);
    return GPUCOST_OK;
}

static gpucost_status row_at(const gpucost_struct *type, const char *what, const void *rows, uint64_t count,
                             uint64_t index, void *row, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(type, row, err));
    if (index >= count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "index", NULL, "%s %llu is past the last of %llu", what,
                                   (unsigned long long)index, (unsigned long long)count);
    gpucost__struct_out(type, (const char *)rows + index * type->size, row);
    return GPUCOST_OK;
}

gpucost_status gpucost_risk_purchase_at(const gpucost_risk *risk, uint64_t index, gpucost_purchase *purchase,
                                        gpucost_error *err)
{
    return row_at(&gpucost__purchase_table, "purchase", risk->purchases, risk->summary.purchases, index, purchase, err);
}

gpucost_status gpucost_risk_scenario_at(const gpucost_risk *risk, uint64_t index, gpucost_risk_scenario *scenario,
                                        gpucost_error *err)
{
    return row_at(&gpucost__risk_scenario_table, "scenario", risk->scenarios, risk->summary.scenarios, index, scenario,
                  err);
}
