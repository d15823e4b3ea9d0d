/* Plans that are best for some weight of the worst cases. */
#include <stdlib.h>
#include <string.h>

#include "base/money.h"
#include "risk/risk_table.h"

typedef struct {
    const gpucost_portfolio_case *asked;
    gpucost_risk_options options;
    gpucost_risk_point *points;
    uint64_t count, room;
} frontier;

static double amount(const gpucost_money *money)
{
    return (double)gpucost__money_nanos(money);
}

static gpucost_status solve(const frontier *f, double tail_weight, gpucost_risk_point *point, gpucost_error *err)
{
    gpucost_risk_options options = f->options;
    gpucost_risk_summary all = {.size = sizeof all};
    gpucost_risk *risk;
    options.tail_weight = tail_weight;
    GPUCOST__TRY(gpucost_risk_new(f->asked, &options, &risk, err));
    gpucost_status status = gpucost_risk_summarise(risk, &all, err);
    gpucost_risk_free(risk);
    *point = (gpucost_risk_point){.size = sizeof *point,
                                  .optimal = all.optimal,
                                  .mean = all.mean,
                                  .cvar = all.cvar,
                                  .worst = all.worst,
                                  .committed_cost = all.committed_cost};
    return status;
}

static double value_at(const gpucost_risk_point *point, double tail_weight)
{
    return (1 - tail_weight) * amount(&point->mean) + tail_weight * amount(&point->cvar);
}

/* Weight at which two plans are equally good. */
static double tie(const gpucost_risk_point *a, const gpucost_risk_point *b)
{
    double dearer = amount(&b->mean) - amount(&a->mean), safer = amount(&a->cvar) - amount(&b->cvar);
    return dearer + safer > 0 ? dearer / (dearer + safer) : 0;
}

static bool is_new(const gpucost_risk_point *found, const gpucost_risk_point *a, const gpucost_risk_point *b, double at)
{
    double old = value_at(a, at) < value_at(b, at) ? value_at(a, at) : value_at(b, at);
    return value_at(found, at) < old * (1 - 1e-9) - 0.5;
}

/* Split the gap after `i` while a plan between is better. */
static gpucost_status split(frontier *f, uint64_t i, gpucost_error *err)
{
    while (i + 1 < f->count) {
        gpucost_risk_point found = {0}, *a = &f->points[i], *b = a + 1;
        double at = tie(a, b);
        bool more = at > 0 && at < 1 && f->count < f->room;
        if (more) GPUCOST__TRY(solve(f, at, &found, err));
        if (!more || !is_new(&found, a, b, at)) {
            b->tail_weight = at;
            i++;
            continue;
        }
        memmove(b + 1, b, (size_t)(f->count - i - 1) * sizeof *b);
        *b = found;
        f->count++;
    }
    return GPUCOST_OK;
}

static gpucost_status find(frontier *f, gpucost_error *err)
{
    GPUCOST__TRY(solve(f, 0, &f->points[0], err));
    GPUCOST__TRY(solve(f, 1, &f->points[1], err));
    f->count = amount(&f->points[1].cvar) < amount(&f->points[0].cvar) ? 2 : 1;
    return split(f, 0, err);
}

gpucost_status gpucost_risk_frontier(const gpucost_portfolio_case *portfolio_case, const gpucost_risk_options *options,
                                     uint64_t stride, uint64_t room, gpucost_risk_point *points, uint64_t *count,
                                     gpucost_error *err)
{
    gpucost__clear(err);
    frontier f = {.asked = portfolio_case, .room = room};
    GPUCOST__TRY(gpucost__struct_in(&gpucost__risk_options_table, options, &f.options, err));
    f.options.size = sizeof f.options;
    if (room < 2)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "room", NULL, "a frontier has at least two points");
    for (uint64_t i = 0; i < room; i++) {
        const void *at = (const char *)points + i * stride;
        GPUCOST__TRY(gpucost__struct_can_out(&gpucost__risk_point_table, at, err));
    }
    f.points = malloc((size_t)room * sizeof *f.points);
    gpucost_status status = f.points ? find(&f, err) : gpucost__fail_memory(err);
    if (status == GPUCOST_OK) {
        for (uint64_t i = 0; i < f.count; i++)
            gpucost__struct_out(&gpucost__risk_point_table, &f.points[i], (char *)points + i * stride);
        *count = f.count;
    }
    free(f.points);
    return status;
}
