#include <stdio.h>
#include <stdlib.h>

#include "base/money.h"
#include "portfolio/portfolio_problem.h"
#include "portfolio/portfolio_screening.h"
#include "portfolio/portfolio_table.h"

struct gpucost_portfolio {
    gpucost_portfolio_summary summary;
    uint64_t count;
    gpucost_portfolio_share shares[GPUCOST__COMMITMENTS_MOST + 2];
};

/* Everything the shares are made of. */
typedef struct {
    gpucost__problem problem;
    gpucost__curve curve;
    gpucost__term terms[GPUCOST__COMMITMENTS_MOST];
    gpucost__bought bought[GPUCOST__COMMITMENTS_MOST];
    gpucost__left left;
} solution;

/* Most units at once above those committed: on demand up to the must-run demand, spot from there up. */
typedef struct {
    uint64_t peak, on_demand, spot;
} peaks;

static peaks find_peaks(const gpucost__problem *problem, uint64_t committed)
{
    peaks most = {0};
    for (uint64_t t = 0; t < problem->hours; t++) {
        uint64_t demand = (uint64_t)problem->demand[t], must = (uint64_t)problem->must_run[t];
        uint64_t floor = must > committed ? must : committed;
        if (demand > most.peak) most.peak = demand;
        if (floor - committed > most.on_demand) most.on_demand = floor - committed;
        if (demand > floor && demand - floor > most.spot) most.spot = demand - floor;
    }
    return most;
}

/* The amounts have no fractions of a nano, so nothing is rounded and the sum of the shares is exact. */
static gpucost_status add_share(gpucost_portfolio *portfolio, const char *currency, const char *name,
                                gpucost_portfolio_share share, gpucost__int128 nanos, gpucost__int128 *total,
                                gpucost_error *err)
{
    share.size = sizeof share;
    snprintf(share.name, sizeof share.name, "%s", name);
    if (share.paid_hours > 0) share.utilisation = share.used_hours / share.paid_hours;
    if (!gpucost__money_from_nanos(nanos, currency, &share.cost))
        return gpucost__fail(err, GPUCOST_E_OVERFLOW, "the cost of %s exceeds 64 bits of %s", name, currency);
    portfolio->shares[portfolio->count++] = share;
    *total += nanos;
    return GPUCOST_OK;
}

static gpucost_status add_commitments(const solution *found, gpucost_portfolio *portfolio, gpucost__int128 *total,
                                      gpucost_error *err)
{
    const gpucost__problem *problem = &found->problem;
    for (uint64_t i = 0; i < problem->count; i++) {
        const gpucost__term *term = &found->terms[i];
        const gpucost__bought *bought = &found->bought[i];
        gpucost__int128 nanos = bought->units * term->fixed + bought->used_hours * term->usage;
        gpucost_portfolio_share share = {
            .units = bought->units,
            .purchases = bought->units ? term->purchases : 0,
            .used_hours = (double)bought->used_hours * problem->options.step_h,
            .paid_hours = (double)bought->units * term->paid_hours,
            .break_even = gpucost__term_break_even(term, problem->hours, problem->on_demand),
        };
        GPUCOST__TRY(add_share(portfolio, problem->options.currency, problem->commitments[i].name, share, nanos, total,
                               err));
    }
    return GPUCOST_OK;
}

static gpucost_status add_alternatives(const solution *found, peaks most, gpucost_portfolio *portfolio,
                                       gpucost__int128 *total, gpucost_error *err)
{
    const gpucost_portfolio_options *options = &found->problem.options;
    double spot_hours = (double)found->left.spot_hours * options->step_h;
    double on_demand_hours = (double)found->left.on_demand_hours * options->step_h;
    gpucost_portfolio_share spot = {.units = most.spot, .used_hours = spot_hours, .paid_hours = spot_hours};
    gpucost_portfolio_share on_demand = {
        .units = most.on_demand, .used_hours = on_demand_hours, .paid_hours = on_demand_hours};
    if (options->spot_nanos > 0)
        GPUCOST__TRY(add_share(portfolio, options->currency, "spot", spot,
                               found->left.spot_hours * found->problem.spot, total, err));
    return add_share(portfolio, options->currency, "on_demand", on_demand,
                     found->left.on_demand_hours * found->problem.on_demand, total, err);
}

static gpucost_status summarise(const solution *found, peaks most, gpucost__int128 cost,
                                gpucost_portfolio_summary *summary, gpucost_error *err)
{
    const gpucost_portfolio_options *options = &found->problem.options;
    gpucost__int128 demand_hours = 0, committed_hours = 0;
    for (uint64_t s = 0; s < found->curve.count; s++)
        demand_hours += (gpucost__int128)found->curve.steps[s].units * found->curve.steps[s].hours;
    for (uint64_t i = 0; i < found->problem.count; i++) committed_hours += found->bought[i].used_hours;
    gpucost__int128 all = demand_hours * found->problem.on_demand;
    *summary = (gpucost_portfolio_summary){
        .size = sizeof *summary,
        .hours = (double)found->problem.hours * options->step_h,
        .peak_units = most.peak,
        .demand_hours = (double)demand_hours * options->step_h,
        .coverage = demand_hours > 0 ? (double)committed_hours / (double)demand_hours : 0,
        .effective_savings = all > 0 ? (double)(all - cost) / (double)all : 0,
    };
    if (!gpucost__money_from_nanos(cost, options->currency, &summary->cost) ||
        !gpucost__money_from_nanos(all, options->currency, &summary->all_on_demand))
        return gpucost__fail(err, GPUCOST_E_OVERFLOW, "the bill exceeds 64 bits of %s", options->currency);
    return GPUCOST_OK;
}

static gpucost_status fill(const solution *found, gpucost_portfolio *portfolio, gpucost_error *err)
{
    gpucost__int128 total = 0;
    peaks most = find_peaks(&found->problem, found->left.committed);
    GPUCOST__TRY(add_commitments(found, portfolio, &total, err));
    GPUCOST__TRY(add_alternatives(found, most, portfolio, &total, err));
    return summarise(found, most, total, &portfolio->summary, err);
}

/* No product below leaves 128 bits: unit-hours stay under 2^31 x 1e6, prices under 2^63, a term's fixed part under
   3e25, and the units of all shares together under 2^31. */
static gpucost_status solve(solution *found, gpucost_portfolio **portfolio, gpucost_error *err)
{
    const gpucost__problem *problem = &found->problem;
    const gpucost_portfolio_options *options = &problem->options;
    for (uint64_t i = 0; i < problem->count; i++)
        found->terms[i] = gpucost__term_over(&problem->commitments[i], problem->hours, options->step_h,
                                             options->horizon_rule);
    GPUCOST__TRY(gpucost__curve_new(problem->demand, problem->must_run, problem->hours, &found->curve, err));
    gpucost__screen(&found->curve, found->terms, problem->count, problem->on_demand, problem->spot,
                    found->bought, &found->left);
    gpucost_portfolio *made = calloc(1, sizeof *made);
    gpucost_status status = made ? fill(found, made, err) : gpucost__fail_memory(err);
    gpucost__curve_free(&found->curve);
    if (status == GPUCOST_OK)
        *portfolio = made;
    else
        free(made);
    return status;
}

gpucost_status gpucost_portfolio_new(const int32_t *demand, const int32_t *interruptible, uint64_t hours,
                                     const gpucost_commitment *commitments, uint64_t count,
                                     const gpucost_portfolio_options *options, gpucost_portfolio **portfolio,
                                     gpucost_error *err)
{
    gpucost__clear(err);
    solution found = {0};
    gpucost_status status =
        gpucost__problem_take(demand, interruptible, hours, commitments, count, options, &found.problem, err);
    if (status == GPUCOST_OK) status = solve(&found, portfolio, err);
    gpucost__problem_free(&found.problem);
    return status;
}

void gpucost_portfolio_free(gpucost_portfolio *portfolio)
{
    free(portfolio);
}

gpucost_status gpucost_portfolio_summarise(const gpucost_portfolio *portfolio, gpucost_portfolio_summary *summary,
                                           gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__portfolio_summary_table, summary, err));
    gpucost__struct_out(&gpucost__portfolio_summary_table, &portfolio->summary, summary);
    return GPUCOST_OK;
}

uint64_t gpucost_portfolio_share_count(const gpucost_portfolio *portfolio)
{
    return portfolio->count;
}

gpucost_status gpucost_portfolio_share_at(const gpucost_portfolio *portfolio, uint64_t index,
                                          gpucost_portfolio_share *share, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__portfolio_share_table, share, err));
    if (index >= portfolio->count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "index", NULL, "share %llu is past the last of %llu",
                                   (unsigned long long)index, (unsigned long long)portfolio->count);
    gpucost__struct_out(&gpucost__portfolio_share_table, &portfolio->shares[index], share);
    return GPUCOST_OK;
}
