#include <stdlib.h>

#include "base/money.h"
#include "savings/savings_best.h"
#include "savings/savings_table.h"

/* Sums over all hours. */
typedef struct {
    gpucost__attos all, eligible, on_demand, unused;
} sums;

static void price(const gpucost__usage *usage, const gpucost_savings_plan *plan, sums *sum)
{
    gpucost__attos values[GPUCOST__KINDS_MOST];
    *sum = (sums){0};
    for (uint64_t hour = 0; hour < usage->hours; hour++) {
        gpucost__hour_values(usage, hour, values);
        for (uint64_t k = 0; k < usage->count; k++) {
            sum->all += values[k];
            if (usage->kinds[k].instance_nanos || usage->kinds[k].compute_nanos) sum->eligible += values[k];
        }
        sum->unused += gpucost__hour_spend(usage, false, (gpucost__attos)plan->instance_nanos * GPUCOST__ATTOS, values);
        sum->unused += gpucost__hour_spend(usage, true, (gpucost__attos)plan->compute_nanos * GPUCOST__ATTOS, values);
        for (uint64_t k = 0; k < usage->count; k++) sum->on_demand += values[k];
    }
}

static gpucost__int128 committed_nanos(const gpucost__usage *usage, const gpucost_savings_plan *plan)
{
    return ((gpucost__int128)plan->instance_nanos + plan->compute_nanos) * usage->hours;
}

/* Half-even. */
static gpucost__int128 to_nanos(gpucost__attos amount)
{
    gpucost__int128 nanos = amount / GPUCOST__ATTOS, rest = amount % GPUCOST__ATTOS * 2;
    return nanos + (rest > GPUCOST__ATTOS || (rest == GPUCOST__ATTOS && nanos % 2 != 0));
}

gpucost_status gpucost__bill_write(const gpucost__usage *usage, const gpucost_savings_plan *plan,
                                 gpucost_savings_bill *bill, gpucost_error *err)
{
    sums sum;
    price(usage, plan, &sum);
    gpucost__int128 committed = committed_nanos(usage, plan), on_demand = to_nanos(sum.on_demand);
    gpucost__int128 cost = committed + on_demand, all = to_nanos(sum.all);
    double served = (double)(sum.all - sum.on_demand) / GPUCOST__ATTOS, paid = (double)committed;
    *bill = (gpucost_savings_bill){.size = sizeof *bill,
                                   .coverage_defined = sum.eligible > 0,
                                   .utilisation_defined = committed > 0,
                                   .savings_defined = all > 0,
                                   .return_defined = committed > 0};
    if (committed > 0) {
        bill->utilisation = 1 - (double)sum.unused / GPUCOST__ATTOS / paid;
        bill->return_on_commitment = served / paid - 1;
    }
    if (sum.eligible > 0) bill->coverage = (double)(sum.all - sum.on_demand) / (double)sum.eligible;
    if (all > 0) bill->effective_savings = (double)(all - cost) / (double)all;
    if (gpucost__money_from_nanos(cost, plan->currency, &bill->cost) &&
        gpucost__money_from_nanos(committed, plan->currency, &bill->committed) &&
        gpucost__money_from_nanos(to_nanos(sum.unused), plan->currency, &bill->unused) &&
        gpucost__money_from_nanos(on_demand, plan->currency, &bill->on_demand) &&
        gpucost__money_from_nanos(all, plan->currency, &bill->all_on_demand))
        return GPUCOST_OK;
    return gpucost__fail(err, GPUCOST_E_OVERFLOW, "the bill exceeds 64 bits of %s", plan->currency);
}

gpucost_status gpucost__plan_take(const gpucost_savings_plan *plan, gpucost_savings_plan *ours, gpucost_error *err)
{
    GPUCOST__TRY(gpucost__struct_in(&gpucost__savings_plan_table, plan, ours, err));
    if (gpucost__currency_is_valid(ours->currency)) return GPUCOST_OK;
    return gpucost__fail_field(err, GPUCOST_E_RANGE, "currency", ours->currency,
                               "\"%s\" is not a currency code of three capital letters", ours->currency);
}

gpucost_status gpucost_savings_price(const gpucost_usage_kind *kinds, uint64_t count, const int64_t *units,
                                     uint64_t hours, const gpucost_savings_plan *plan, gpucost_savings_bill *bill,
                                     gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_savings_plan ours;
    gpucost_savings_bill made;
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__savings_bill_table, bill, err));
    GPUCOST__TRY(gpucost__plan_take(plan, &ours, err));
    gpucost__usage *usage = calloc(1, sizeof *usage);
    if (!usage) return gpucost__fail_memory(err);
    gpucost_status status = gpucost__usage_take(kinds, count, units, hours, usage, err);
    if (status == GPUCOST_OK) status = gpucost__bill_write(usage, &ours, &made, err);
    free(usage);
    if (status == GPUCOST_OK) gpucost__struct_out(&gpucost__savings_bill_table, &made, bill);
    return status;
}

/* ---- the best commitment ---- */

int gpucost__breakpoints_rise(const void *a, const void *b)
{
    const gpucost__breakpoint *x = a, *y = b;
    return (x->at > y->at) - (x->at < y->at);
}

/* Every change of slope of every hour; the slope at 0 of all hours together is returned. */
double gpucost__breakpoints_list(const gpucost__usage *usage, bool compute, const gpucost_savings_plan *plan,
                               gpucost__breakpoint *points, uint64_t *count)
{
    gpucost__attos values[GPUCOST__KINDS_MOST];
    uint64_t kinds = compute ? usage->compute_count : usage->instance_count;
    const uint32_t *order = compute ? usage->by_compute : usage->by_instance;
    double start = 0;
    *count = 0;
    for (uint64_t hour = 0; hour < usage->hours; hour++) {
        gpucost__hour_values(usage, hour, values);
        if (compute)
            gpucost__hour_spend(usage, false, (gpucost__attos)plan->instance_nanos * GPUCOST__ATTOS, values);
        double at = 0, last = 0;
        for (uint64_t i = 0; i < kinds; i++) {
            const gpucost_usage_kind *kind = &usage->kinds[order[i]];
            double price_of = (double)kind->on_demand_nanos;
            double rate = (double)(compute ? kind->compute_nanos : kind->instance_nanos);
            if (values[order[i]] == 0) continue;
            double saving = price_of / rate; /* a unit of money serves so much */
            if (last > 0) points[(*count)++] = (gpucost__breakpoint){at, last - saving};
            if (last <= 0) start += saving;
            last = saving;
            at += (double)values[order[i]] * rate / price_of;
        }
        if (last > 0) points[(*count)++] = (gpucost__breakpoint){at, last};
    }
    return start;
}

static gpucost__int128 cost_at(const gpucost__usage *usage, bool compute, double attos, gpucost_savings_plan *plan)
{
    sums sum;
    double nanos = attos / GPUCOST__ATTOS + 0.5;
    int64_t commitment = nanos < 9e18 ? (int64_t)nanos : INT64_MAX;
    *(compute ? &plan->compute_nanos : &plan->instance_nanos) = commitment;
    price(usage, plan, &sum);
    return committed_nanos(usage, plan) * GPUCOST__ATTOS + sum.on_demand;
}

/* A unit of money committed in every hour costs `hours` and saves the sum of the slopes, which only falls: the best
   point is the first where it saves no more than it costs. Slopes are doubles, so the neighbours are priced exactly
   too. */
gpucost__attos gpucost__plan_choose(const gpucost__usage *usage, bool compute, gpucost__breakpoint *points,
                                    gpucost_savings_plan *plan)
{
    uint64_t count, at = 0;
    double slope = gpucost__breakpoints_list(usage, compute, plan, points, &count), hours = (double)usage->hours;
    qsort(points, (size_t)count, sizeof *points, gpucost__breakpoints_rise);
    while (at < count && slope > hours * (1 + 1e-12)) slope -= points[at++].saving;
    gpucost_savings_plan best = *plan;
    gpucost__int128 least = cost_at(usage, compute, 0, &best);
    uint64_t from = at > 2 ? at - 3 : 0;
    for (uint64_t i = from; i < at + 2 && i < count; i++) {
        gpucost_savings_plan trial = *plan;
        gpucost__int128 cost = cost_at(usage, compute, points[i].at, &trial);
        if (cost >= least) continue;
        least = cost;
        best = trial;
    }
    *plan = best;
    return least;
}

gpucost_status gpucost_savings_best(const gpucost_usage_kind *kinds, uint64_t count, const int64_t *units,
                                    uint64_t hours, int32_t compute, gpucost_savings_plan *plan,
                                    gpucost_savings_bill *bill, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_savings_plan ours;
    gpucost_savings_bill made;
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__savings_bill_table, bill, err));
    GPUCOST__TRY(gpucost__plan_take(plan, &ours, err));
    if (!compute && ours.compute_nanos != 0)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "compute_price", NULL,
                                   "under a plan for everything the best plan of one family is no convex problem");
    gpucost__usage *usage = calloc(1, sizeof *usage);
    gpucost__breakpoint *points = NULL;
    gpucost_status status =
        usage ? gpucost__usage_take(kinds, count, units, hours, usage, err) : gpucost__fail_memory(err);
    if (status == GPUCOST_OK) {
        points = malloc((size_t)(hours * count) * sizeof *points);
        if (!points) status = gpucost__fail_memory(err);
    }
    if (status == GPUCOST_OK) {
        gpucost__plan_choose(usage, compute != 0, points, &ours);
        status = gpucost__bill_write(usage, &ours, &made, err);
    }
    free(points);
    free(usage);
    if (status != GPUCOST_OK) return status;
    gpucost__struct_out(&gpucost__savings_plan_table, &ours, plan);
    gpucost__struct_out(&gpucost__savings_bill_table, &made, bill);
    return GPUCOST_OK;
}
