#include "risk/risk_plan.h"

#include <stdlib.h>
#include <string.h>

gpucost_status gpucost__pricing_new(const gpucost__model *model, const gpucost__measure *measure,
                                    gpucost__pricing *pricing, gpucost_error *err)
{
    const gpucost__segments *all = &model->network.segments;
    uint64_t hinges = all->first[all->count];
    *pricing = (gpucost__pricing){.model = model, .measure = measure};
    pricing->order = malloc((size_t)measure->count * sizeof *pricing->order);
    gpucost__hinge *own = malloc(((size_t)hinges + 1) * sizeof *own);
    if (!own || !pricing->order) {
        free(own);
        return gpucost__fail_memory(err);
    }
    for (uint64_t i = 0; i < hinges; i++) {
        own[i] = all->hinges[i];
        own[i].segment += own[i].path * (uint32_t)all->count;
    }
    gpucost_status status = gpucost__segments_new(own, hinges, all->count * measure->count, &pricing->alone, err);
    if (status == GPUCOST_OK) gpucost__segments_weigh(&pricing->alone, NULL);
    return status;
}

void gpucost__pricing_free(gpucost__pricing *pricing)
{
    gpucost__segments_free(&pricing->alone);
    free(pricing->order);
    *pricing = (gpucost__pricing){0};
}

gpucost_status gpucost__plan_new(const gpucost__pricing *pricing, gpucost__plan *plan, gpucost_error *err)
{
    const gpucost__network *network = &pricing->model->network;
    plan->bought = calloc((size_t)network->arc_count + 1, sizeof *plan->bought);
    plan->committed = calloc((size_t)network->segments.count + 1, sizeof *plan->committed);
    plan->cost = calloc((size_t)pricing->measure->count, sizeof *plan->cost);
    if (plan->bought && plan->committed && plan->cost) return GPUCOST_OK;
    gpucost__plan_free(plan);
    return gpucost__fail_memory(err);
}

void gpucost__plan_free(gpucost__plan *plan)
{
    free(plan->bought);
    free(plan->committed);
    free(plan->cost);
    *plan = (gpucost__plan){0};
}

void gpucost__plan_copy(const gpucost__pricing *pricing, const gpucost__plan *from, gpucost__plan *to)
{
    const gpucost__network *network = &pricing->model->network;
    memcpy(to->bought, from->bought, (size_t)network->arc_count * sizeof *to->bought);
    memcpy(to->committed, from->committed, (size_t)network->segments.count * sizeof *to->committed);
    memcpy(to->cost, from->cost, (size_t)pricing->measure->count * sizeof *to->cost);
    to->value = from->value;
}

void gpucost__plan_price(const gpucost__pricing *pricing, gpucost__plan *plan)
{
    const gpucost__network *network = &pricing->model->network;
    uint64_t segments = network->segments.count;
    gpucost__int128 purchases = 0;
    memset(plan->committed, 0, ((size_t)segments + 1) * sizeof *plan->committed);
    for (uint64_t a = 0; a < network->arc_count; a++) {
        purchases += (gpucost__int128)plan->bought[a] * pricing->model->cost[a];
        plan->committed[network->arcs[a].from] += plan->bought[a];
        plan->committed[network->arcs[a].to] -= plan->bought[a];
    }
    for (uint64_t j = 1; j < segments; j++) plan->committed[j] += plan->committed[j - 1];
    for (uint64_t s = 0; s < pricing->measure->count; s++) {
        plan->cost[s] = purchases;
        for (uint64_t j = 0; j < segments; j++)
            plan->cost[s] += gpucost__segment_cost(&pricing->alone, s * segments + j, plan->committed[j]);
    }
    plan->value = gpucost__measure_of(pricing->measure, plan->cost, pricing->order, NULL);
}
