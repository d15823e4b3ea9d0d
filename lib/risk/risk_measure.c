#include "risk/risk_measure.h"

#include <math.h>
#include <stdlib.h>

enum { MILLION = 1000000 };

static int64_t divisor_of(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* With w = a/10^6 and 1 - alpha = e/10^6: theta_s is from (10^6 - a) e weight_s up by a 10^6 weight_s, of 10^6 e times
   the sum of the weights. */
static void set_bounds(const gpucost_portfolio_case *asked, int64_t a, int64_t e, gpucost__measure *measure)
{
    int64_t low = (MILLION - a) * e, more = a * MILLION, all = MILLION * e, weights = 0;
    int64_t common = divisor_of(divisor_of(low, more), all);
    int64_t shared = 0;
    for (uint64_t s = 0; s < measure->count; s++) {
        weights += (int64_t)asked->paths[s].weight;
        shared = divisor_of((int64_t)asked->paths[s].weight, shared);
    }
    measure->sum = all / common * (weights / shared);
    for (uint64_t s = 0; s < measure->count; s++) {
        int64_t weight = (int64_t)asked->paths[s].weight / shared;
        measure->least[s] = low / common * weight;
        gpucost__int128 top = (gpucost__int128)measure->least[s] + (gpucost__int128)(more / common) * weight;
        measure->most[s] = top < measure->sum ? (int64_t)top : measure->sum;
    }
}

gpucost_status gpucost__measure_new(const gpucost_portfolio_case *asked, double tail_weight, double confidence,
                                    gpucost__measure *measure, gpucost_error *err)
{
    *measure = (gpucost__measure){.count = asked->path_count};
    int64_t weights = 0;
    for (uint64_t s = 0; s < asked->path_count; s++) weights += (int64_t)asked->paths[s].weight;
    if (weights > MILLION)
        return gpucost__fail_field(err, GPUCOST_E_OVERFLOW, "weight", NULL,
                                   "the weights of the scenarios sum to %lld; at most %d", (long long)weights, MILLION);
    measure->least = malloc((size_t)measure->count * sizeof *measure->least);
    measure->most = malloc((size_t)measure->count * sizeof *measure->most);
    if (!measure->least || !measure->most) {
        gpucost__measure_free(measure);
        return gpucost__fail_memory(err);
    }
    measure->is_mean = llround(tail_weight * MILLION) == 0;
    set_bounds(asked, llround(tail_weight * MILLION), llround((1 - confidence) * MILLION), measure);
    return GPUCOST_OK;
}

void gpucost__measure_free(gpucost__measure *measure)
{
    free(measure->least);
    free(measure->most);
    *measure = (gpucost__measure){0};
}

/* Heap sort by falling cost: few scenarios, and no state in a comparison. */
static void sink(const gpucost__int128 *costs, uint32_t *order, uint64_t at, uint64_t count)
{
    for (;;) {
        uint64_t child = 2 * at + 1;
        if (child >= count) return;
        if (child + 1 < count && costs[order[child + 1]] < costs[order[child]]) child++;
        if (costs[order[at]] <= costs[order[child]]) return;
        uint32_t swap = order[at];
        order[at] = order[child];
        order[child] = swap;
        at = child;
    }
}

static void sort_by_cost(const gpucost__int128 *costs, uint32_t *order, uint64_t count)
{
    for (uint64_t s = 0; s < count; s++) order[s] = (uint32_t)s;
    for (uint64_t at = count / 2; at-- > 0;) sink(costs, order, at, count);
    for (uint64_t end = count; end > 1;) {
        uint32_t swap = order[0];
        order[0] = order[--end];
        order[end] = swap;
        sink(costs, order, 0, end);
    }
}

gpucost__int128 gpucost__measure_of(const gpucost__measure *measure, const gpucost__int128 *costs, uint32_t *order,
                                    int64_t *theta)
{
    int64_t left = measure->sum;
    gpucost__int128 value = 0;
    for (uint64_t s = 0; s < measure->count; s++) left -= measure->least[s];
    sort_by_cost(costs, order, measure->count);
    for (uint64_t i = 0; i < measure->count; i++) {
        uint32_t s = order[i];
        int64_t more = measure->most[s] - measure->least[s];
        if (more > left) more = left;
        left -= more;
        value += costs[s] * (measure->least[s] + more);
        if (theta) theta[s] = measure->least[s] + more;
    }
    return value;
}
