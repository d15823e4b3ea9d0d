/* Which candidates are kept, in which order, and which fall out for being dearer or slower. */
#include "plan/plan_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"

/* Order of two candidates under an objective: what meets the deadline, then what fits with room, then money and time
   (or time and money). */
static int compare(const gpucost_plan_option *a, const gpucost_plan_option *b, int32_t objective)
{
    if (a->meets_deadline != b->meets_deadline) return a->meets_deadline ? -1 : 1;
    if (a->tight != b->tight) return a->tight ? 1 : -1;
    int money = gpucost_money_compare(&a->cost, &b->cost);
    double a_h = a->wall_h + a->transfer_h, b_h = b->wall_h + b->transfer_h;
    int time = (a_h > b_h) - (a_h < b_h);
    int order = objective == 0 ? money : time;
    if (!order) order = objective == 0 ? time : money;
    if (!order) order = strcmp(a->provider, b->provider);
    if (!order) order = strcmp(a->instance, b->instance);
    if (!order) order = strcmp(a->region, b->region);
    if (!order) order = (a->devices > b->devices) - (a->devices < b->devices);
    return order;
}

static int cheapest_first(const void *a, const void *b)
{
    return compare(&((const gpucost__candidate *)a)->option, &((const gpucost__candidate *)b)->option, 0);
}

static int fastest_first(const void *a, const void *b)
{
    return compare(&((const gpucost__candidate *)a)->option, &((const gpucost__candidate *)b)->option, 1);
}

/* One row for each accelerator that a provider has: its best instance type, region and count. */
static bool same_choice(const gpucost_plan_option *a, const gpucost_plan_option *b)
{
    return strcmp(a->provider, b->provider) == 0 && strcmp(a->accelerator, b->accelerator) == 0;
}

/* The fastest of all that meet the deadline, for readers who would pay for time. */
static gpucost_status note_fastest(gpucost_plan *plan, gpucost_error *err)
{
    const gpucost_plan_option *best = &plan->candidates[0].option, *fastest = best;
    for (uint64_t i = 1; i < plan->candidate_count; i++)
        if (!plan->candidates[i].option.tight && plan->candidates[i].option.wall_h < fastest->wall_h)
            fastest = &plan->candidates[i].option;
    if (fastest == best || !(fastest->wall_h < 0.8 * best->wall_h)) return GPUCOST_OK;
    char cost[48];
    gpucost_money rounded = fastest->cost;
    rounded.nanos = rounded.nanos / 10000000 * 10000000;
    gpucost_money_format(&rounded, 2, cost, sizeof cost);
    bool hours = fastest->wall_h >= 1;
    char time[GPUCOST__DOUBLE_TEXT];
    gpucost__double_fixed(hours ? fastest->wall_h : fastest->wall_h * 60, 1, time);
    return gpucost__plan_note(plan, err, "Fastest: %llu x %s (%s %s in %s) in %s %s for %s %s.",
                              (unsigned long long)fastest->devices, fastest->accelerator, fastest->provider,
                              fastest->instance, fastest->region, time, hours ? "h" : "min", cost,
                              fastest->cost.currency);
}

gpucost_status gpucost__plan_select(gpucost_plan *plan, gpucost_error *err)
{
    if (plan->candidate_count == 0) return GPUCOST_OK;
    qsort(plan->candidates, plan->candidate_count, sizeof *plan->candidates,
          plan->options.objective == 0 ? cheapest_first : fastest_first);
    if (plan->options.objective == 0) GPUCOST__TRY(note_fastest(plan, err));
    uint64_t kept = 0, same = 0, beyond = 0;
    for (uint64_t i = 0; i < plan->candidate_count; i++) {
        gpucost__candidate candidate = plan->candidates[i];
        bool again = false;
        for (uint64_t k = 0; k < kept && !again; k++)
            again = same_choice(&plan->candidates[k].option, &candidate.option);
        if (again || kept == plan->options.most_options) {
            *(again ? &same : &beyond) += 1;
            gpucost_portfolio_free(candidate.portfolio);
            plan->candidates[i].portfolio = NULL;
            continue;
        }
        plan->candidates[i].portfolio = NULL;
        candidate.option.rank = kept + 1;
        plan->candidates[kept++] = candidate;
    }
    plan->candidate_count = kept;
    const char *worse = plan->options.objective == 0 ? "dearer" : "slower";
    char reason[128];
    if (same) {
        snprintf(reason, sizeof reason, "%s than the same accelerator of that provider in the list", worse);
        GPUCOST__TRY(gpucost__plan_drop(plan, "other regions, counts and instance types", reason, same, err));
    }
    if (beyond) {
        snprintf(reason, sizeof reason, "%s than the %llu options listed", worse, (unsigned long long)kept);
        GPUCOST__TRY(gpucost__plan_drop(plan, "other accelerators", reason, beyond, err));
    }
    return GPUCOST_OK;
}
