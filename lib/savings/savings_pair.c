/* Both kinds of plan at once: the best within a gap that is proven. */
#include <math.h>
#include <stdlib.h>

#include "base/money.h"
#include "savings/savings_best.h"
#include "savings/savings_table.h"

/* Let x be the commitment to the plan of one family, F(x) the least cost with the best plan for everything beside it,
   and P(x) what the former serves by itself, concave. What is left on demand never rises with x, and falls by no more
   than what the plan of one family newly serves. So for a < x < b, with T hours:

       F(x) >= F(b) - T (b - x)      and      F(x) >= F(a) + T (x - a) - (P(x) - P(a)).

   They meet where P(x) = P(a) + F(a) - F(b) + T (b - a); before that the second, which is convex, is the larger. */

enum { EVALUATIONS_LEAST = 40, EVALUATIONS_MOST = 600 };

static const double WORK_MOST = 4e7, CLOSE = 1e-7; /* hours x kinds x evaluations; relative gap that is good enough */

typedef struct {
    double from, to, cost_from, cost_to; /* [nanos] */
    double bound, at;                    /* the least that may lie between, and where */
} interval;

typedef struct {
    const gpucost__usage *usage;
    gpucost__breakpoint *points, *family; /* [hours x kinds] scratch; those of the plan of one family, by commitment */
    double *served;                       /* [family_count + 1] P at each of them [nanos] */
    uint64_t family_count;
    double slope;                         /* of P at 0 */
    interval *open;
    uint64_t open_count;
    gpucost_savings_plan best;
    gpucost__attos least;
    bool found;
} search;

static double evaluate(search *s, double nanos)
{
    gpucost_savings_plan plan = s->best;
    plan.instance_nanos = (int64_t)nanos;
    gpucost__attos cost = gpucost__plan_choose(s->usage, true, s->points, &plan);
    if (!s->found || cost < s->least) {
        s->least = cost;
        s->best = plan;
        s->found = true;
    }
    return (double)cost / GPUCOST__ATTOS;
}

/* P, and its slope above x. */
static double served_at(const search *s, double x, double *slope)
{
    uint64_t low = 0, high = s->family_count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (s->family[middle].at / GPUCOST__ATTOS <= x)
            low = middle + 1;
        else
            high = middle;
    }
    double from = low > 0 ? s->family[low - 1].at / GPUCOST__ATTOS : 0;
    *slope = s->family[low].saving; /* after price_family(): slopes in place of their drops */
    return s->served[low] + *slope * (x - from);
}

/* From drops to slopes: family[i].saving is that before breakpoint i, and served[i] is P at breakpoint i - 1. */
static void price_family(search *s)
{
    double slope = s->slope, at = 0;
    s->served[0] = 0;
    for (uint64_t i = 0; i < s->family_count; i++) {
        double drop = s->family[i].saving, here = s->family[i].at / GPUCOST__ATTOS;
        s->family[i].saving = slope;
        s->served[i + 1] = s->served[i] + slope * (here - at);
        at = here;
        slope -= drop;
    }
    s->family[s->family_count].saving = 0;
}

static double second_bound(const search *s, const interval *i, double x)
{
    double slope;
    return i->cost_from + (double)s->usage->hours * (x - i->from) -
           (served_at(s, x, &slope) - served_at(s, i->from, &slope));
}

/* The least of the larger of both bounds, by halving: up to where they meet the convex one falls, then rises. */
static void set_bound(const search *s, interval *i)
{
    double hours = (double)s->usage->hours, low = i->from, high = i->to, slope;
    double meet = served_at(s, i->from, &slope) + i->cost_from - i->cost_to + hours * (i->to - i->from);
    for (int n = 0; n < 200 && high - low > 0.5; n++) {
        double middle = low + (high - low) / 2, served = served_at(s, middle, &slope);
        if (served < meet && slope > hours)
            low = middle;
        else
            high = middle;
    }
    i->at = high;
    /* neither bound is above the other's end; a nano to each side and the rounding of sums are given away */
    i->bound =
        fmin(second_bound(s, i, low), second_bound(s, i, high)) - fmax(hours, s->slope) - 1e-10 * fabs(i->cost_from);
    double end = fmin(i->cost_from, i->cost_to);
    if (i->bound > end) i->bound = end;
}

static uint64_t lowest(const search *s)
{
    uint64_t best = 0;
    for (uint64_t i = 1; i < s->open_count; i++)
        if (s->open[i].bound < s->open[best].bound) best = i;
    return best;
}

static void add_interval(search *s, double from, double to, double cost_from, double cost_to)
{
    if (to - from <= 1) return; /* whole nanos */
    interval made = {.from = from, .to = to, .cost_from = cost_from, .cost_to = cost_to};
    set_bound(s, &made);
    s->open[s->open_count++] = made;
}

/* The lowest bound that is left. */
static double run(search *s, uint64_t evaluations)
{
    double top = s->family_count > 0 ? ceil(s->family[s->family_count - 1].at / GPUCOST__ATTOS) : 0;
    double none = evaluate(s, 0), all = top > 0 ? evaluate(s, top) : none;
    add_interval(s, 0, top, none, all);
    for (uint64_t n = 2; n < evaluations && s->open_count > 0; n++) {
        uint64_t at = lowest(s);
        interval i = s->open[at];
        if (i.bound >= (double)s->least / GPUCOST__ATTOS * (1 - CLOSE)) break;
        s->open[at] = s->open[--s->open_count];
        double x = floor(i.at), span = i.to - i.from;
        if (x < i.from + span * 0.02 || x > i.to - span * 0.02) x = floor(i.from + span / 2);
        if (x <= i.from) x = i.from + 1;
        double cost = evaluate(s, x);
        add_interval(s, i.from, x, i.cost_from, cost);
        add_interval(s, x, i.to, cost, i.cost_to);
    }
    double bound = (double)s->least / GPUCOST__ATTOS;
    return s->open_count > 0 ? fmin(bound, s->open[lowest(s)].bound) : bound;
}

static gpucost_status begin(search *s, uint64_t evaluations, gpucost_error *err)
{
    size_t room = (size_t)(s->usage->hours * s->usage->count) + 1;
    s->points = malloc(room * sizeof *s->points);
    s->family = malloc(room * sizeof *s->family);
    s->served = malloc(room * sizeof *s->served);
    s->open = malloc((size_t)(evaluations + 2) * sizeof *s->open);
    if (!s->points || !s->family || !s->served || !s->open) return gpucost__fail_memory(err);
    s->slope = gpucost__breakpoints_list(s->usage, false, &s->best, s->family, &s->family_count);
    qsort(s->family, (size_t)s->family_count, sizeof *s->family, gpucost__breakpoints_rise);
    price_family(s);
    return GPUCOST_OK;
}

static gpucost_status solve(const gpucost__usage *usage, gpucost_savings_plan *plan, gpucost_savings_bill *bill,
                            gpucost_money *bound, gpucost_error *err)
{
    search s = {.usage = usage, .best = *plan};
    double many = WORK_MOST / ((double)usage->hours * (double)usage->count);
    uint64_t evaluations = many > EVALUATIONS_MOST    ? EVALUATIONS_MOST
                           : many < EVALUATIONS_LEAST ? EVALUATIONS_LEAST
                                                      : (uint64_t)many;
    gpucost_status status = begin(&s, evaluations, err);
    if (status == GPUCOST_OK) {
        double least = floor(run(&s, evaluations));
        status = gpucost__bill_write(usage, &s.best, bill, err);
        if (status == GPUCOST_OK) {
            gpucost__int128 cost = gpucost__money_nanos(&bill->cost), below = least > 0 ? (gpucost__int128)least : 0;
            if (s.open_count == 0 || below > cost) below = cost; /* nothing between whole nanos is left */
            if (!gpucost__money_from_nanos(below, plan->currency, bound))
                status = gpucost__fail(err, GPUCOST_E_OVERFLOW, "the bill exceeds 64 bits of %s", plan->currency);
        }
        *plan = s.best;
    }
    free(s.points);
    free(s.family);
    free(s.served);
    free(s.open);
    return status;
}

gpucost_status gpucost_savings_best_pair(const gpucost_usage_kind *kinds, uint64_t count, const int64_t *units,
                                         uint64_t hours, gpucost_savings_plan *plan, gpucost_savings_bill *bill,
                                         gpucost_money *bound, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_savings_plan ours;
    gpucost_savings_bill made;
    gpucost_money least;
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__savings_bill_table, bill, err));
    GPUCOST__TRY(gpucost__plan_take(plan, &ours, err));
    gpucost__usage *usage = calloc(1, sizeof *usage);
    if (!usage) return gpucost__fail_memory(err);
    gpucost_status status = gpucost__usage_take(kinds, count, units, hours, usage, err);
    if (status == GPUCOST_OK) status = solve(usage, &ours, &made, &least, err);
    free(usage);
    if (status != GPUCOST_OK) return status;
    gpucost__struct_out(&gpucost__savings_plan_table, &ours, plan);
    gpucost__struct_out(&gpucost__savings_bill_table, &made, bill);
    *bound = least;
    return GPUCOST_OK;
}
