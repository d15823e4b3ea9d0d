#include "risk/risk_size.h"

#include "schedule/schedule_round.h"

gpucost_status gpucost__risk_size(const gpucost_portfolio_case *asked, const gpucost__pricing *pricing,
                                  gpucost__plan *plan, gpucost__int128 *bound, gpucost_error *err)
{
    const gpucost__model *model = pricing->model;
    gpucost__circulation flow;
    gpucost__int128 nanos = 0;
    GPUCOST__TRY(gpucost__circulate(&model->network, &flow, err));
    gpucost_status status = gpucost__round_purchases(asked, model, &flow, 1, &nanos, err);
    if (status == GPUCOST_OK) {
        *bound = nanos / model->unit * model->parts;
        for (uint64_t a = 0; a < model->network.arc_count; a++) plan->bought[a] = flow.bought[a];
        gpucost__plan_price(pricing, plan);
    }
    gpucost__circulation_free(&flow);
    return status;
}

static int64_t size_of(const gpucost_portfolio_case *asked, const gpucost__model *model, uint64_t arc)
{
    return (int64_t)asked->dated[model->commitment[arc]].row.unit_size;
}

/* The first step that helps. `buy` and `sell` may be none, the arc count. */
static bool step(const gpucost_portfolio_case *asked, const gpucost__pricing *pricing, gpucost__plan *plan,
                 gpucost__plan *trial, uint64_t *trials)
{
    const gpucost__model *model = pricing->model;
    uint64_t none = model->network.arc_count;
    for (uint64_t sell = 0; sell <= none; sell++) {
        if (sell < none && plan->bought[sell] == 0) continue;
        for (uint64_t buy = 0; buy <= none && *trials > 0; buy++) {
            if (buy == sell) continue;
            --*trials;
            gpucost__plan_copy(pricing, plan, trial);
            if (buy < none) trial->bought[buy] += size_of(asked, model, buy);
            if (sell < none) trial->bought[sell] -= size_of(asked, model, sell);
            gpucost__plan_price(pricing, trial);
            if (trial->value >= plan->value) continue;
            gpucost__plan_copy(pricing, trial, plan);
            return true;
        }
    }
    return false;
}

gpucost_status gpucost__risk_size_polish(const gpucost_portfolio_case *asked, const gpucost__pricing *pricing,
                                         gpucost__plan *plan, uint64_t trials, gpucost_error *err)
{
    gpucost__plan trial = {0};
    GPUCOST__TRY(gpucost__plan_new(pricing, &trial, err));
    while (trials > 0 && step(asked, pricing, plan, &trial, &trials)) continue;
    gpucost__plan_free(&trial);
    return GPUCOST_OK;
}
