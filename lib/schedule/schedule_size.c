#include "schedule/schedule_size.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "schedule/schedule_face.h"

enum { SCALE_MOST = 1 << 16 };

/* The circulation adds potentials of at most a few times the price of a unit over the horizon. */
static const int64_t sum_most = (int64_t)1 << 58;

static int by_falling_size(const void *a, const void *b)
{
    const gpucost__size *x = a, *y = b;
    return (x->size < y->size) - (x->size > y->size);
}

static void list_sizes(const gpucost_portfolio_case *asked, gpucost__sizes *sizes)
{
    for (uint64_t k = 0; k < asked->count; k++) {
        int64_t size = (int64_t)asked->dated[k].row.unit_size;
        uint64_t i = 0;
        while (i < sizes->count && sizes->sizes[i].size != size) i++;
        if (i == sizes->count) sizes->sizes[sizes->count++] = (gpucost__size){.size = size};
    }
    qsort(sizes->sizes, (size_t)sizes->count, sizeof *sizes->sizes, by_falling_size);
}

static gpucost_status fill_size(const gpucost_portfolio_case *asked, const gpucost__sizes *sizes, gpucost__size *of,
                                gpucost_error *err)
{
    const gpucost__model *model = sizes->model;
    size_t arcs = (size_t)model->network.arc_count + 1, segments = (size_t)model->network.segments.count + 1;
    of->network.arcs = malloc(arcs * sizeof *of->network.arcs);
    of->arc = malloc(arcs * sizeof *of->arc);
    of->rent = calloc(segments, sizeof *of->rent);
    of->running = calloc(segments, sizeof *of->running);
    if (!of->network.arcs || !of->arc || !of->rent || !of->running) return gpucost__fail_memory(err);
    for (uint64_t a = 0; a < model->network.arc_count; a++) {
        if ((int64_t)asked->dated[model->commitment[a]].row.unit_size != of->size) continue;
        of->network.arcs[of->network.arc_count] = model->network.arcs[a];
        of->network.arcs[of->network.arc_count].cost *= (gpucost__int128)of->size * sizes->scale;
        of->arc[of->network.arc_count++] = (uint32_t)a;
    }
    return GPUCOST_OK;
}

gpucost_status gpucost__sizes_new(const gpucost_portfolio_case *asked, const gpucost__model *model,
                                  gpucost__sizes *sizes, gpucost_error *err)
{
    const gpucost__segments *segments = &model->network.segments;
    *sizes = (gpucost__sizes){.model = model};
    list_sizes(asked, sizes);
    gpucost__int128 sum = 1; /* what a unit over the horizon costs, with the weights of the scenarios */
    for (uint64_t j = 0; j < segments->count; j++)
        if (segments->first[j + 1] > segments->first[j]) sum += segments->weight[segments->first[j]];
    sizes->scale = (int64_t)(sum_most / (sum * sizes->sizes[0].size));
    if (sizes->scale > SCALE_MOST) sizes->scale = SCALE_MOST;
    if (sizes->scale == 0) {
        sizes->count = 0;
        return GPUCOST_OK;
    }
    size_t room = (size_t)model->network.most + 2;
    sizes->level_most = calloc((size_t)segments->count + 1, sizeof *sizes->level_most);
    sizes->cost = malloc(room * sizeof *sizes->cost);
    sizes->place = malloc(room * sizeof *sizes->place);
    sizes->slope = malloc(room * sizeof *sizes->slope);
    if (!sizes->level_most || !sizes->cost || !sizes->place || !sizes->slope) return gpucost__fail_memory(err);
    for (uint64_t j = 0; j < segments->count; j++) {
        if (segments->first[j + 1] > segments->first[j])
            sizes->level_most[j] = segments->level[segments->first[j + 1] - 1];
        sizes->levels += sizes->level_most[j];
    }
    for (uint64_t i = 0; i < sizes->count; i++) GPUCOST__TRY(fill_size(asked, sizes, &sizes->sizes[i], err));
    return GPUCOST_OK;
}

void gpucost__sizes_free(gpucost__sizes *sizes)
{
    for (uint64_t i = 0; i < sizes->count; i++) {
        free(sizes->sizes[i].network.arcs);
        free(sizes->sizes[i].arc);
        free(sizes->sizes[i].rent);
        free(sizes->sizes[i].running);
    }
    free(sizes->level_most);
    free(sizes->cost);
    free(sizes->place);
    free(sizes->slope);
    *sizes = (gpucost__sizes){0};
}

void gpucost__sizes_rent(gpucost__sizes *sizes, const gpucost__circulation *found)
{
    uint64_t segments = sizes->model->network.segments.count;
    for (uint64_t i = 0; i < sizes->count; i++) {
        gpucost__size *of = &sizes->sizes[i];
        gpucost__int128 cost = 0, value = 0; /* of the arc whose values recover most of its cost */
        for (uint64_t a = 0; a < of->network.arc_count; a++) {
            const gpucost__arc *arc = &of->network.arcs[a];
            gpucost__int128 sum = found->potential[arc->to] - found->potential[arc->from];
            if (sum <= 0 || (value > 0 && arc->cost * value >= sum * cost)) continue;
            cost = arc->cost;
            value = sum;
        }
        for (uint64_t j = 0; j < segments; j++) {
            gpucost__int128 own = found->potential[j + 1] - found->potential[j];
            of->rent[j] = value > 0 ? (int64_t)(own * cost / value) : 0;
        }
    }
}

/* cost[N] of serving what N units leave in segment j, with all sizes but `but` at their rents. */
static void price_levels(gpucost__sizes *sizes, uint64_t j, uint64_t but)
{
    const gpucost__segments *segments = &sizes->model->network.segments;
    gpucost__int128 *cost = sizes->cost, weight = 0;
    int64_t most = sizes->level_most[j];
    uint64_t hinge = segments->first[j + 1];
    cost[most] = 0;
    for (int64_t n = most; n-- > 0;) {
        while (hinge > segments->first[j] && segments->level[hinge - 1] > n) hinge--;
        weight = (gpucost__int128)segments->weight[hinge] * sizes->scale;
        cost[n] = cost[n + 1] + weight;
    }
    for (uint64_t i = 0; i < sizes->count; i++) {
        const gpucost__size *of = &sizes->sizes[i];
        if (i == but || of->network.arc_count == 0) continue;
        for (int64_t n = most; n-- > 0;) {
            int64_t then = n + of->size < most ? n + of->size : most;
            if (cost[then] + of->rent[j] < cost[n]) cost[n] = cost[then] + of->rent[j];
        }
    }
}

typedef struct {
    gpucost__hinge *rows;
    uint64_t count, room;
} hinges;

static bool add_hinge(hinges *all, int64_t price, int64_t level, uint64_t segment)
{
    if (price <= 0) return true;
    if (all->count == all->room) {
        uint64_t room = all->room * 2;
        gpucost__hinge *grown = realloc(all->rows, (size_t)room * sizeof *grown);
        if (!grown) return false;
        all->rows = grown;
        all->room = room;
    }
    all->rows[all->count++] = (gpucost__hinge){.price = price, .level = (int32_t)level, .segment = (uint32_t)segment};
    return true;
}

static bool hinges_new(hinges *all)
{
    *all = (hinges){.room = 1024, .rows = malloc(1024 * sizeof *all->rows)};
    return all->rows != NULL;
}

/* The largest convex function below the cost at whole numbers of purchases, with slopes rounded down to whole money. */
static bool add_hull(gpucost__sizes *sizes, uint64_t j, int64_t size, hinges *all)
{
    int64_t most = sizes->level_most[j], top = (most + size - 1) / size, *place = sizes->place, *slope = sizes->slope;
    int64_t count = 1;
    place[0] = top;
    for (int64_t n = top; n-- > 0;) { /* slopes rise towards fewer purchases */
        for (;;) {
            int64_t right = place[count - 1] * size < most ? place[count - 1] * size : most;
            gpucost__int128 rise = sizes->cost[n * size] - sizes->cost[right];
            slope[count] = (int64_t)(rise / (place[count - 1] - n));
            if (count == 1 || slope[count] > slope[count - 1]) break;
            count--;
        }
        place[count++] = n;
    }
    for (int64_t i = 1; i < count; i++)
        if (!add_hinge(all, slope[i] - (i > 1 ? slope[i - 1] : 0), place[i - 1], j)) return false;
    return true;
}

/* Solve the network of a size over these hinges, which it takes; for the value, with potentials in the middle. */
static gpucost_status solve(gpucost__sizes *sizes, gpucost__size *of, hinges *all, gpucost__int128 *value,
                            gpucost__circulation *flow, gpucost_error *err)
{
    gpucost__network *network = &of->network;
    uint64_t segments = sizes->model->network.segments.count;
    GPUCOST__TRY(gpucost__segments_new(all->rows, all->count, segments, &network->segments, err));
    gpucost__segments_weigh(&network->segments, NULL);
    network->most = 0;
    for (uint64_t i = 0; i < all->count; i++)
        if (network->segments.level[i] > network->most) network->most = network->segments.level[i];
    gpucost_status status = gpucost__circulate(network, flow, err);
    if (status == GPUCOST_OK && value) status = gpucost__face_middle(network, flow, err);
    if (status == GPUCOST_OK && value) *value = gpucost__circulation_cost(network, flow);
    gpucost__segments_free(&network->segments);
    if (status != GPUCOST_OK) gpucost__circulation_free(flow);
    return status;
}

/* Put what one size buys into the plan. */
static void take(const gpucost__size *of, const gpucost__circulation *flow,
                 gpucost__circulation *plan)
{
    for (uint64_t a = 0; a < of->network.arc_count; a++) {
        int64_t more = flow->bought[a] * of->size - plan->bought[of->arc[a]];
        plan->bought[of->arc[a]] += more;
        for (uint32_t j = of->network.arcs[a].from; more != 0 && j < of->network.arcs[a].to; j++)
            plan->committed[j] += more;
    }
}

gpucost_status gpucost__sizes_bound(gpucost__sizes *sizes, uint64_t size, gpucost__int128 *bound,
                                    gpucost__circulation *plan, gpucost_error *err)
{
    gpucost__size *of = &sizes->sizes[size];
    uint64_t segments = sizes->model->network.segments.count;
    hinges all;
    gpucost__circulation flow;
    if (!hinges_new(&all)) return gpucost__fail_memory(err);
    for (uint64_t j = 0; j < segments; j++) {
        price_levels(sizes, j, size);
        if (add_hull(sizes, j, of->size, &all)) continue;
        free(all.rows);
        return gpucost__fail_memory(err);
    }
    GPUCOST__TRY(solve(sizes, of, &all, bound, &flow, err));
    for (uint64_t j = 0; j < segments; j++)
        of->rent[j] = (int64_t)(flow.potential[j + 1] - flow.potential[j]); /* below sum_most */
    take(of, &flow, plan);
    gpucost__circulation_free(&flow);
    return GPUCOST_OK;
}

/* Cost of segment j by purchases of a size beside `base` units of the others: convex, with breakpoints only next to a
 * level. */
static bool add_steps(const gpucost__segments *segments, uint64_t j, int64_t size, int64_t base, int64_t scale,
                      hinges *all)
{
    int64_t last = 0;
    for (uint64_t i = segments->first[j]; i < segments->first[j + 1]; i++) {
        if (segments->level[i] <= base) continue;
        int64_t floor = (segments->level[i] - base) / size;
        for (int64_t n = floor; n <= floor + 1; n++) {
            if (n <= last) continue;
            last = n;
            gpucost__int128 bend = gpucost__segment_cost(segments, j, base + (n - 1) * size) +
                                   gpucost__segment_cost(segments, j, base + (n + 1) * size) -
                                   2 * gpucost__segment_cost(segments, j, base + n * size);
            if (!add_hinge(all, (int64_t)bend * scale, n, j)) return false;
        }
    }
    return true;
}

gpucost_status gpucost__sizes_improve(gpucost__sizes *sizes, uint64_t size, gpucost__circulation *plan,
                                      gpucost_error *err)
{
    gpucost__size *of = &sizes->sizes[size];
    const gpucost__segments *segments = &sizes->model->network.segments;
    hinges all;
    gpucost__circulation flow;
    if (!hinges_new(&all)) return gpucost__fail_memory(err);
    memset(of->running, 0, ((size_t)segments->count + 1) * sizeof *of->running);
    for (uint64_t a = 0; a < of->network.arc_count; a++)
        for (uint32_t j = of->network.arcs[a].from; plan->bought[of->arc[a]] > 0 && j < of->network.arcs[a].to; j++)
            of->running[j] += plan->bought[of->arc[a]];
    for (uint64_t j = 0; j < segments->count; j++) {
        if (add_steps(segments, j, of->size, plan->committed[j] - of->running[j], sizes->scale, &all)) continue;
        free(all.rows);
        return gpucost__fail_memory(err);
    }
    GPUCOST__TRY(solve(sizes, of, &all, NULL, &flow, err));
    take(of, &flow, plan);
    gpucost__circulation_free(&flow);
    return GPUCOST_OK;
}

gpucost_status gpucost__sizes_cover(gpucost__sizes *sizes, uint64_t size, const double *mean,
                                    gpucost__circulation *plan, gpucost_error *err)
{
    gpucost__size *of = &sizes->sizes[size];
    hinges all;
    gpucost__circulation flow;
    int64_t price = 0; /* of a segment without: more than any purchase */
    for (uint64_t a = 0; a < of->network.arc_count; a++)
        if (of->network.arcs[a].cost >= price) price = (int64_t)of->network.arcs[a].cost + 1; /* below sum_most */
    if (!hinges_new(&all)) return gpucost__fail_memory(err);
    for (uint64_t j = 0; j < sizes->model->network.segments.count; j++) {
        int64_t level = llround(mean[j]);
        if (level == 0 || add_hinge(&all, price, level, j)) continue;
        free(all.rows);
        return gpucost__fail_memory(err);
    }
    GPUCOST__TRY(solve(sizes, of, &all, NULL, &flow, err));
    take(of, &flow, plan);
    gpucost__circulation_free(&flow);
    return GPUCOST_OK;
}
