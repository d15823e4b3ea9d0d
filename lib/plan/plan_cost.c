/* Hours and money of one candidate: on demand, commitments and spot through the exact optimiser. */
#include "plan/plan_inner.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/money.h"
#include "plan/plan_terms.h"

/* A job's demand is flat, so its hours are cut into this many equal steps: spot serves whole steps. */
enum { STEPS = 100 };

/* When nothing is sold on demand, a price that no mix takes if it can avoid it. */
enum { UNAVAILABLE_FACTOR = 100000 };

/* Bytes of a checkpoint: trained weights and their optimiser states, 2 + 12 per parameter [rajbhandari2020]. */
static double checkpoint_bytes(const gpucost_requirement *requirement)
{
    gpucost_memory memory = GPUCOST_INIT(gpucost_memory);
    gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism);
    gpucost_workload workload = GPUCOST_INIT(gpucost_workload);
    gpucost_requirement_parts(requirement, NULL, &workload, &layout, &memory, NULL, NULL, NULL);
    if (workload.kind == GPUCOST_WORKLOAD_INFERENCE) return 0;
    double ranks = (double)(layout.tensor_degree * layout.pipeline_degree), replicas = (double)layout.data_degree;
    double states = (double)memory.optimizer_bytes + (double)memory.master_bytes;
    double weights = workload.kind == GPUCOST_WORKLOAD_TRAINING ? (double)memory.weights_bytes : 0;
    if (layout.zero_stage >= 1) states *= replicas; /* ZeRO cuts the states from stage 1 on, the weights at stage 3 */
    if (layout.zero_stage >= 3) weights *= replicas;
    return (states + weights) * ranks;
}

/* What a checkpoint stops the work for; a save is never free. */
static double checkpoint_s(const gpucost_plan *plan, const gpucost_requirement *requirement, uint64_t instances)
{
    return fmax(1, checkpoint_bytes(requirement) / plan->options.checkpoint_bytes_per_s / (double)instances);
}

/* Expected time over work where that many events an hour stop all of it. */
static gpucost_status overhead_at(const gpucost_plan *plan, const gpucost_requirement *requirement,
                                  const gpucost_plan_option *option, double per_hour, double *overhead,
                                  gpucost_error *err)
{
    gpucost_checkpoint_case run = GPUCOST_INIT(gpucost_checkpoint_case);
    gpucost_checkpoint_plan kept = GPUCOST_INIT(gpucost_checkpoint_plan);
    run.work_s = fmax(option->work_h * 3600, 1);
    run.mean_s = 3600 / per_hour;
    run.checkpoint_s = checkpoint_s(plan, requirement, option->instances);
    run.restart_s = plan->options.restart_s;
    GPUCOST__TRY(gpucost_checkpoint_best(&run, &kept, err));
    *overhead = kept.overhead;
    return GPUCOST_OK;
}

/* Failures an hour that stop a training run, each of them all of it; a replica of a service that fails is made good by
   the others. */
static double failures_per_hour(const gpucost_plan *plan, const gpucost_plan_option *option)
{
    bool training = plan->job->workload.kind != GPUCOST_WORKLOAD_INFERENCE;
    return training ? plan->options.failures_per_device_hour * (double)option->devices : 0;
}

static gpucost_status failure_overhead(const gpucost_plan *plan, const gpucost_requirement *requirement,
                                       const gpucost_plan_option *option, double *overhead, gpucost_error *err)
{
    double per_hour = failures_per_hour(plan, option);
    *overhead = 1;
    return per_hour > 0 ? overhead_at(plan, requirement, option, per_hour, overhead, err) : GPUCOST_OK;
}

/* Expected time on spot over that on capacity which only fails. */
static gpucost_status spot_overhead(const gpucost_plan *plan, const gpucost__offer *offer,
                                    const gpucost_requirement *requirement, const gpucost_plan_option *option,
                                    double failures, double *overhead, bool *possible, gpucost_error *err)
{
    const gpucost_plan_options *options = &plan->options;
    bool training = plan->job->workload.kind != GPUCOST_WORKLOAD_INFERENCE;
    double monthly = options->monthly_interruption > 0 ? options->monthly_interruption
                     : offer->monthly_interruption > 0 ? offer->monthly_interruption
                                                       : gpucost__terms_assumed_interruption(offer->accelerator->id);
    *possible = monthly < 1;
    if (!*possible) return GPUCOST_OK;
    /* The share is of 720 h [aws_spot_advisor]. Rates are added, failures to interruptions: as a share of a month,
       frequent failures would round to all of it. A replica of a service is lost alone. */
    double per_hour = -log1p(-monthly) / 720 * (training ? (double)option->instances : 1);
    gpucost_status status =
        overhead_at(plan, requirement, option, per_hour + failures_per_hour(plan, option), overhead, err);
    *possible = status == GPUCOST_OK;
    if (status == GPUCOST_E_NUMERIC) {
        gpucost__clear(err);
        return GPUCOST_OK;
    }
    *overhead /= failures;
    return status;
}

/* Steps that spot may serve so that the expected time stays within the deadline. */
static int spot_steps(double deadline_h, double share, double work_h, double overhead)
{
    double most = share * STEPS;
    if (deadline_h > 0 && overhead > 1) {
        double slack = (deadline_h - work_h) / (work_h * (overhead - 1));
        if (slack * STEPS < most) most = slack * STEPS;
    }
    return most > 0 ? (int)floor(most + 1e-9) : 0;
}

/* The mix in words: shares of the unit-hours, largest words first come as the optimiser lists them. */
static void describe_mix(const gpucost_portfolio *portfolio, double demand_hours, char *text, size_t capacity)
{
    text[0] = '\0';
    for (uint64_t i = 0; i < gpucost_portfolio_share_count(portfolio); i++) {
        gpucost_portfolio_share share = GPUCOST_INIT(gpucost_portfolio_share);
        gpucost_portfolio_share_at(portfolio, i, &share, NULL);
        if (share.used_hours <= 0 || demand_hours <= 0) continue;
        size_t used = strlen(text);
        long percent = lround(100 * share.used_hours / demand_hours);
        snprintf(text + used, capacity - used, "%s%s %ld %%", used ? " + " : "",
                 strcmp(share.name, "on_demand") == 0 ? "on demand" : share.name, percent);
    }
}

static double used_hours(const gpucost_portfolio *portfolio, const char *name)
{
    for (uint64_t i = 0; i < gpucost_portfolio_share_count(portfolio); i++) {
        gpucost_portfolio_share share = GPUCOST_INIT(gpucost_portfolio_share);
        gpucost_portfolio_share_at(portfolio, i, &share, NULL);
        if (strcmp(share.name, name) == 0) return share.used_hours;
    }
    return 0;
}

static int64_t unavailable(const gpucost__offer *offer)
{
    int64_t dearest = offer->spot_nanos;
    for (uint64_t i = 0; i < offer->commitment_count; i++) {
        const gpucost_commitment *c = &offer->commitments[i];
        int64_t hourly = c->hourly_nanos + c->upfront_nanos / (int64_t)c->term_hours;
        if (hourly > dearest) dearest = hourly;
    }
    return dearest < INT64_MAX / UNAVAILABLE_FACTOR ? dearest * UNAVAILABLE_FACTOR : INT64_MAX;
}

static void cheapest_commitment(const gpucost__offer *offer, gpucost_plan_option *option)
{
    for (uint64_t i = 0; i < offer->commitment_count; i++) {
        const gpucost_commitment *c = &offer->commitments[i];
        int64_t hours = (int64_t)c->term_hours;
        int64_t effective = c->hourly_nanos + c->upfront_nanos / hours + (c->upfront_nanos % hours != 0);
        if (!option->reserved_nanos || effective < option->reserved_nanos) option->reserved_nanos = effective;
    }
}

/* Oldest of the prices that the mix uses. */
static int64_t oldest(const gpucost_plan *plan, const gpucost__offer *offer, const gpucost_portfolio *portfolio)
{
    int64_t age = 0, now = plan->options.now_utc_s;
    if (used_hours(portfolio, "on_demand") > 0) age = now - offer->on_demand_utc_s;
    if (used_hours(portfolio, "spot") > 0 && now - offer->spot_utc_s > age) age = now - offer->spot_utc_s;
    for (uint64_t i = 0; i < offer->commitment_count; i++)
        if (used_hours(portfolio, offer->commitments[i].name) > 0 && now - offer->commitment_utc_s[i] > age)
            age = now - offer->commitment_utc_s[i];
    return age;
}

/* Mean price of an hour on demand of instances that run for so long. */
static int64_t on_demand_price(const gpucost__offer *offer, double hours)
{
    static const double steps_h[] = {96, 360};
    int64_t price = offer->on_demand_nanos;
    double sum = 0, from_h = 0;
    for (int i = 0; i <= 2; i++) {
        double until_h = i < 2 ? fmin(hours, steps_h[i]) : hours;
        if (until_h > from_h) sum += (until_h - from_h) * (double)price;
        from_h = fmax(from_h, until_h);
        if (i < 2 && offer->step_nanos[i] > 0) price = offer->step_nanos[i];
    }
    return offer->step_nanos[0] || offer->step_nanos[1] ? (int64_t)nearbyint(sum / hours) : offer->on_demand_nanos;
}

gpucost_status gpucost__plan_cost(const gpucost_plan *plan, const gpucost__offer *offer,
                                  const gpucost_requirement *requirement, gpucost__candidate *candidate, bool *runs,
                                  char *reason, size_t capacity, gpucost_error *err)
{
    const gpucost_plan_options *options = &plan->options;
    gpucost_plan_option *option = &candidate->option;
    bool spot = offer->spot_nanos > 0;
    double overhead = 1, failures;
    GPUCOST__TRY(failure_overhead(plan, requirement, option, &failures, err));
    double billed_h = fmax(option->work_h * failures, 1.0 / 3600); /* nobody bills less than a second */
    *runs = false;
    if (spot)
        GPUCOST__TRY(spot_overhead(plan, offer, requirement, option, failures, &overhead, &spot, err));
    int interruptible = spot ? spot_steps(candidate->deadline_h, options->interruptible, billed_h, overhead) : 0;

    gpucost_portfolio_options problem = GPUCOST_INIT(gpucost_portfolio_options);
    memcpy(problem.currency, options->currency, sizeof problem.currency);
    problem.on_demand_nanos = offer->on_demand_nanos ? on_demand_price(offer, billed_h) : unavailable(offer);
    problem.step_h = billed_h / STEPS;
    gpucost__int128 useful = 0;
    if (spot && gpucost__price_times(offer->spot_nanos, overhead, &useful) && useful < INT64_MAX)
        problem.spot_nanos = (int64_t)useful;
    int32_t demand[STEPS], may_stop[STEPS];
    for (int i = 0; i < STEPS; i++) {
        demand[i] = (int32_t)option->instances;
        may_stop[i] = i < interruptible ? demand[i] : 0;
    }
    gpucost_portfolio *portfolio;
    GPUCOST__TRY(gpucost_portfolio_new(demand, may_stop, STEPS, offer->commitments, offer->commitment_count, &problem,
                                       &portfolio, err));
    gpucost_portfolio_summary summary = GPUCOST_INIT(gpucost_portfolio_summary);
    gpucost_portfolio_summarise(portfolio, &summary, NULL);
    if (!offer->on_demand_nanos && used_hours(portfolio, "on_demand") > 0) {
        snprintf(reason, capacity, "offered on spot only, and a part of the work must not be interrupted");
        gpucost_portfolio_free(portfolio);
        return GPUCOST_OK;
    }
    double spot_share = summary.demand_hours > 0 ? used_hours(portfolio, "spot") / summary.demand_hours : 0;
    option->wall_h = option->work_h * failures * (1 + spot_share * (overhead - 1));
    option->device_hours = option->wall_h * (double)option->devices;
    option->cost = summary.cost;
    double lost = option->wall_h > option->work_h ? 1 - option->work_h / option->wall_h : 0;
    gpucost__money_from_nanos((gpucost__int128)((double)gpucost__money_nanos(&summary.cost) * lost), options->currency,
                              &option->lost_cost);
    option->on_demand_nanos = offer->on_demand_nanos ? problem.on_demand_nanos : 0;
    option->spot_nanos = offer->spot_nanos;
    option->spot_useful_nanos = problem.spot_nanos;
    cheapest_commitment(offer, option);
    memcpy(option->on_demand_cost.currency, options->currency, sizeof option->on_demand_cost.currency);
    if (offer->on_demand_nanos) {
        option->on_demand_cost = summary.all_on_demand;
        option->savings = summary.effective_savings;
    }
    option->meets_deadline = candidate->deadline_h <= 0 || option->wall_h <= candidate->deadline_h;
    option->price_age_s = oldest(plan, offer, portfolio);
    option->offer_id = offer->on_demand_nanos ? offer->on_demand_id : offer->spot_id;
    describe_mix(portfolio, summary.demand_hours, option->mix, sizeof option->mix);
    gpucost_status status = gpucost__plan_data(plan, offer, checkpoint_bytes(requirement), option, err);
    if (status != GPUCOST_OK) {
        gpucost_portfolio_free(portfolio);
        return status;
    }
    candidate->requirement = requirement;
    candidate->portfolio = portfolio;
    *runs = true;
    return GPUCOST_OK;
}
