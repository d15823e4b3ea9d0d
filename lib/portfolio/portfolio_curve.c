#include "portfolio/portfolio_curve.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
    int32_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

static int32_t *sorted_copy(const int32_t *series, uint64_t hours)
{
    int32_t *copy = malloc((size_t)hours * sizeof *copy);
    if (!copy) return NULL;
    memcpy(copy, series, (size_t)hours * sizeof *copy);
    qsort(copy, (size_t)hours, sizeof *copy, ascending);
    return copy;
}

/* Walk both sorted series upwards: between two distinct values nothing changes, however far apart they are. */
static uint64_t cut(const int32_t *demand, const int32_t *must_run, uint64_t hours, gpucost__step *steps)
{
    uint64_t count = 0, below = 0, must_below = 0;
    int32_t level = 0;
    for (;;) {
        while (below < hours && demand[below] <= level) below++;
        while (must_below < hours && must_run[must_below] <= level) must_below++;
        if (below == hours) return count;
        int32_t top = demand[below];
        if (must_below < hours && must_run[must_below] < top) top = must_run[must_below];
        steps[count++] = (gpucost__step){
            .units = (uint64_t)(top - level), .hours = hours - below, .must_hours = hours - must_below};
        level = top;
    }
}

gpucost_status gpucost__curve_new(const int32_t *demand, const int32_t *must_run, uint64_t hours,
                                  gpucost__curve *curve, gpucost_error *err)
{
    bool split = must_run != demand;
    int32_t *by_demand = sorted_copy(demand, hours);
    int32_t *by_must = split ? sorted_copy(must_run, hours) : by_demand;
    gpucost__step *steps = malloc((size_t)hours * (split ? 2 : 1) * sizeof *steps);
    bool ok = by_demand && by_must && steps;
    if (ok) *curve = (gpucost__curve){.steps = steps, .count = cut(by_demand, by_must, hours, steps)};
    free(by_demand);
    if (split) free(by_must);
    if (ok) return GPUCOST_OK;
    free(steps);
    return gpucost__fail_memory(err);
}

void gpucost__curve_free(gpucost__curve *curve)
{
    free(curve->steps);
    *curve = (gpucost__curve){0};
}
