/* Search over single units from a plan that is nearly best. */
#include <stdlib.h>

#include "risk/risk_plan.h"

typedef struct {
    const gpucost__pricing *pricing;
    gpucost__plan *plan;
    gpucost__int128 *more,
        *less; /* [scenarios][segments + 1] what one unit more and less in the segments before cost */
    gpucost__int128 *trial;       /* [scenarios] */
    uint64_t trials;
} polish;

/* What one unit more and one less change in each segment of each scenario, summed from the start. */
static void sum_changes(polish *p)
{
    uint64_t segments = p->pricing->model->network.segments.count;
    for (uint64_t s = 0; s < p->pricing->measure->count; s++) {
        gpucost__int128 *more = p->more + s * (segments + 1), *less = p->less + s * (segments + 1);
        more[0] = less[0] = 0;
        for (uint64_t j = 0; j < segments; j++) {
            int64_t units = p->plan->committed[j];
            const gpucost__segments *alone = &p->pricing->alone;
            gpucost__int128 here = gpucost__segment_cost(alone, s * segments + j, units);
            more[j + 1] = more[j] + gpucost__segment_cost(alone, s * segments + j, units + 1) - here;
            less[j + 1] = less[j] + (units > 0 ? gpucost__segment_cost(alone, s * segments + j, units - 1) - here : 0);
        }
    }
}

/* Add to the trial what `units` = 1 or -1 more in segments from..to - 1 cost. */
static void change(polish *p, uint64_t from, uint64_t to, int units)
{
    uint64_t stride = p->pricing->model->network.segments.count + 1;
    const gpucost__int128 *sum = units > 0 ? p->more : p->less;
    if (from >= to) return;
    for (uint64_t s = 0; s < p->pricing->measure->count; s++)
        p->trial[s] += sum[s * stride + to] - sum[s * stride + from];
}

/* Value of the plan with one unit more of `buy` and one less of `sell`, either may be none (the arc count). */
static gpucost__int128 value_with(polish *p, uint64_t buy, uint64_t sell)
{
    const gpucost__model *model = p->pricing->model;
    const gpucost__arc *arcs = model->network.arcs;
    uint64_t none = model->network.arc_count;
    gpucost__int128 cost = (buy < none ? model->cost[buy] : 0) - (sell < none ? model->cost[sell] : 0);
    for (uint64_t s = 0; s < p->pricing->measure->count; s++) p->trial[s] = p->plan->cost[s] + cost;
    if (buy == none) {
        change(p, arcs[sell].from, arcs[sell].to, -1);
    } else if (sell == none) {
        change(p, arcs[buy].from, arcs[buy].to, 1);
    } else { /* where both run nothing changes */
        uint32_t from = arcs[buy].from, to = arcs[buy].to, from_sold = arcs[sell].from, to_sold = arcs[sell].to;
        uint32_t start = from > from_sold ? from : from_sold, end = to < to_sold ? to : to_sold;
        if (start >= end) {
            change(p, from, to, 1);
            change(p, from_sold, to_sold, -1);
        } else {
            change(p, from, start, 1);
            change(p, end, to, 1);
            change(p, from_sold, start, -1);
            change(p, end, to_sold, -1);
        }
    }
    if (p->trials > 0) p->trials--;
    return gpucost__measure_of(p->pricing->measure, p->trial, p->pricing->order, NULL);
}

/* One step that helps; false when there is none or no trial is left. */
static bool improve(polish *p)
{
    uint64_t none = p->pricing->model->network.arc_count;
    for (uint64_t sell = 0; sell <= none; sell++) {
        if (sell < none && p->plan->bought[sell] == 0) continue;
        for (uint64_t buy = 0; buy <= none && p->trials > 0; buy++) {
            if (buy == sell || value_with(p, buy, sell) >= p->plan->value) continue;
            if (buy < none) p->plan->bought[buy]++;
            if (sell < none) p->plan->bought[sell]--;
            return true;
        }
    }
    return false;
}

gpucost_status gpucost__plan_polish(const gpucost__pricing *pricing, gpucost__plan *plan, uint64_t trials,
                                    gpucost_error *err)
{
    size_t scenarios = (size_t)pricing->measure->count, stride = (size_t)pricing->model->network.segments.count + 1;
    gpucost__int128 *room = malloc((2 * scenarios * stride + scenarios) * sizeof *room);
    if (!room) return gpucost__fail_memory(err);
    polish p = {.pricing = pricing, .plan = plan, .more = room, .less = room + scenarios * stride,
                .trial = room + 2 * scenarios * stride, .trials = trials};
    do {
        gpucost__plan_price(pricing, plan);
        sum_changes(&p);
    } while (p.trials > 0 && improve(&p));
    free(room);
    return GPUCOST_OK;
}
