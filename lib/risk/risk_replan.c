#include "risk/risk_replan.h"

#include <stdlib.h>

#include "schedule/schedule_round.h"

static gpucost_status solve(const gpucost_portfolio_case *asked, uint64_t first, uint64_t count, gpucost__int128 *least,
                            gpucost__int128 *plan, gpucost_error *err)
{
    gpucost__model model;
    gpucost__circulation flow;
    GPUCOST__TRY(gpucost__model_new(asked, first, count, &model, err));
    gpucost_status status = gpucost__circulate(&model.network, &flow, err);
    if (status == GPUCOST_OK) {
        *least = gpucost__circulation_cost(&model.network, &flow) * model.unit / model.parts;
        gpucost__int128 bound = 0;
        if (gpucost__case_has_sizes(asked)) status = gpucost__round_purchases(asked, &model, &flow, 0, &bound, err);
        if (bound > *least) *least = bound;
        *plan = gpucost__circulation_cost(&model.network, &flow) * model.unit / model.parts;
        gpucost__circulation_free(&flow);
    }
    gpucost__model_free(&model);
    return status;
}

gpucost_status gpucost__risk_recourse(const gpucost_portfolio_case *asked, uint64_t path, const int64_t *bought,
                                      uint64_t from_hour, gpucost__int128 *least, gpucost__int128 *plan,
                                      gpucost_error *err)
{
    if (!bought) return solve(asked, path, 1, least, plan, err);
    gpucost_portfolio_case left = *asked; /* with its own holdings and dates; the rest is borrowed */
    uint64_t dates = 1;
    for (uint64_t k = 0; k < asked->count; k++) dates += asked->dated[k].count;
    left.held = malloc((size_t)asked->hours * sizeof *left.held);
    left.dated = malloc(((size_t)asked->count + 1) * sizeof *left.dated);
    uint64_t *room = malloc((size_t)dates * sizeof *room), used = 0;
    gpucost_status status = left.held && left.dated && room ? GPUCOST_OK : gpucost__fail_memory(err);
    for (uint64_t t = 0; status == GPUCOST_OK && t < asked->hours; t++) {
        int64_t units = bought[t] + asked->held[t];
        left.held[t] = units > INT32_MAX ? INT32_MAX : (int32_t)units;
    }
    for (uint64_t k = 0; status == GPUCOST_OK && k < asked->count; k++) {
        left.dated[k] = asked->dated[k];
        left.dated[k].dates = room + used;
        left.dated[k].count = 0;
        for (uint64_t i = 0; i < asked->dated[k].count; i++)
            if (gpucost__date_at(&asked->dated[k], i) >= from_hour)
                left.dated[k].dates[left.dated[k].count++] = gpucost__date_at(&asked->dated[k], i);
        used += left.dated[k].count;
    }
    if (status == GPUCOST_OK) status = solve(&left, path, 1, least, plan, err);
    free(left.held);
    free(left.dated);
    free(room);
    return status;
}

gpucost_status gpucost__risk_least(const gpucost_portfolio_case *asked, uint64_t first, uint64_t count,
                                   gpucost__int128 *least, gpucost_error *err)
{
    gpucost__int128 plan;
    return solve(asked, first, count, least, &plan, err);
}
