#include "schedule/schedule_coarse.h"

#include <stdlib.h>

#include "schedule/schedule_round.h"

enum { DATES = 12 };

static const double EFFORT = 0.1;

/* The first date in each twelfth of the horizon. */
static uint64_t thin(const gpucost__dated *dated, uint64_t hours, uint64_t *dates)
{
    uint64_t count = 0, next = 0;
    for (uint64_t i = 0; i < dated->count && count < DATES; i++) {
        uint64_t date = gpucost__date_at(dated, i);
        if (date * DATES < next * hours) continue;
        dates[count++] = date;
        next = date * DATES / hours + 1;
    }
    return count;
}

/* The same purchase in the model of all dates; the arc count when it has none. */
static uint64_t same_arc(const gpucost__model *coarse, uint64_t arc, const gpucost__model *model)
{
    uint64_t hour = coarse->hour[coarse->network.arcs[arc].from], a = 0;
    while (a < model->network.arc_count && (model->commitment[a] != coarse->commitment[arc] ||
                                            model->hour[model->network.arcs[a].from] != hour))
        a++;
    return a;
}

static void take(const gpucost__model *coarse, const gpucost__circulation *flow, const gpucost__model *model,
                 gpucost__circulation *plan)
{
    for (uint64_t i = 0; i < coarse->network.arc_count; i++) {
        uint64_t a = flow->bought[i] > 0 ? same_arc(coarse, i, model) : model->network.arc_count;
        if (a == model->network.arc_count) continue;
        plan->bought[a] += flow->bought[i];
        for (uint32_t j = model->network.arcs[a].from; j < model->network.arcs[a].to; j++)
            plan->committed[j] += flow->bought[i];
    }
}

static gpucost_status solve(const gpucost_portfolio_case *few, const gpucost__model *model, gpucost__circulation *plan,
                            gpucost_error *err)
{
    gpucost__model coarse;
    gpucost__circulation flow;
    gpucost__int128 bound;
    GPUCOST__TRY(gpucost__model_new(few, 0, 1, &coarse, err));
    gpucost_status status = gpucost__circulate(&coarse.network, &flow, err);
    if (status == GPUCOST_OK) {
        status = gpucost__round_purchases(few, &coarse, &flow, EFFORT, &bound, err);
        if (status == GPUCOST_OK) take(&coarse, &flow, model, plan);
        gpucost__circulation_free(&flow);
    }
    gpucost__model_free(&coarse);
    return status;
}

gpucost_status gpucost__coarse_plan(const gpucost_portfolio_case *asked, const gpucost__model *model,
                                    gpucost__circulation *plan, gpucost_error *err)
{
    gpucost_portfolio_case few = *asked; /* with its own dates; the rest is borrowed */
    few.dated = malloc(((size_t)asked->count + 1) * sizeof *few.dated);
    uint64_t *room = malloc(((size_t)asked->count + 1) * DATES * sizeof *room);
    gpucost_status status = few.dated && room ? GPUCOST_OK : gpucost__fail_memory(err);
    for (uint64_t k = 0; status == GPUCOST_OK && k < asked->count; k++) {
        few.dated[k] = asked->dated[k];
        few.dated[k].dates = room + k * DATES;
        few.dated[k].count = thin(&asked->dated[k], asked->hours, few.dated[k].dates);
    }
    if (status == GPUCOST_OK) status = solve(&few, model, plan, err);
    free(few.dated);
    free(room);
    return status;
}
