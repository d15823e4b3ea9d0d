#include "schedule/schedule_branch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "schedule/schedule_mix.h"

/* About half a second of a core of 2020. */
static const uint64_t WORK_MOST = 2000000000, WORK_OF_PLAN = 4000000; /* a plan takes about a millisecond */

static const double WHOLE = 1e-6; /* a mean this near to a whole number is one */

enum { ROWS_MOST = 900, NODES_MOST = 20000 };

/* A set of ranges still to be looked at. */
typedef struct {
    gpucost__int128 bound; /* of its parent */
    gpucost__range *ranges;
} node;

typedef struct {
    gpucost__sizes *sizes;
    gpucost__mix mix;
    gpucost__int128 cost;
    double near_enough;
    gpucost__plan_near plan;
    void *context;
    uint64_t spots, work_most;
    node *open; /* heap, least bound first */
    uint64_t count, room;
    gpucost__int128 closed; /* least bound of what was given up */
} branching;

static bool push(branching *b, gpucost__int128 bound, gpucost__range *ranges)
{
    if (b->count == b->room) {
        uint64_t room = b->room ? b->room * 2 : 64;
        node *grown = realloc(b->open, (size_t)room * sizeof *grown);
        if (!grown) {
            free(ranges);
            return false;
        }
        b->open = grown;
        b->room = room;
    }
    uint64_t i = b->count++;
    for (; i > 0 && b->open[(i - 1) / 2].bound > bound; i = (i - 1) / 2) b->open[i] = b->open[(i - 1) / 2];
    b->open[i] = (node){bound, ranges};
    return true;
}

static node pop(branching *b)
{
    node top = b->open[0], last = b->open[--b->count];
    uint64_t i = 0;
    for (uint64_t child = 1; child < b->count; child = 2 * i + 1) {
        if (child + 1 < b->count && b->open[child + 1].bound < b->open[child].bound) child++;
        if (b->open[child].bound >= last.bound) break;
        b->open[i] = b->open[child];
        i = child;
    }
    b->open[i] = last;
    return top;
}

/* Good enough: no plan of this bound is worth looking for. */
static gpucost__int128 enough(const branching *b)
{
    gpucost__int128 scaled = b->cost * b->sizes->scale;
    return scaled - (gpucost__int128)((double)scaled * b->near_enough);
}

/* The size and segment whose mean is furthest from whole, by units and what the segment's hours are worth. */
static uint64_t furthest(const branching *b)
{
    const gpucost__segments *segments = &b->sizes->model->network.segments;
    uint64_t best = b->spots;
    double most = 0;
    for (uint64_t i = 0; i < b->spots; i++) {
        double mean = b->mix.mean[i], away = fabs(mean - round(mean));
        uint64_t j = i % b->mix.segments;
        if (away < WHOLE || segments->first[j] == segments->first[j + 1]) continue;
        double score =
            away * (double)b->sizes->sizes[i / b->mix.segments].size * (double)segments->weight[segments->first[j]];
        if (score <= most) continue;
        most = score;
        best = i;
    }
    return best;
}

static gpucost_status split(branching *b, const gpucost__range *ranges, uint64_t at, gpucost__int128 bound,
                            gpucost_error *err)
{
    for (int up = 0; up < 2; up++) {
        gpucost__range *own = malloc((size_t)b->spots * sizeof *own);
        if (!own) return gpucost__fail_memory(err);
        memcpy(own, ranges, (size_t)b->spots * sizeof *own);
        int32_t floor_mean = (int32_t)floor(b->mix.mean[at]);
        if (up)
            own[at].least = floor_mean + 1;
        else
            own[at].most = floor_mean;
        if (!push(b, bound, own)) return gpucost__fail_memory(err);
    }
    return GPUCOST_OK;
}

static gpucost_status look_at(branching *b, const node *top, gpucost_error *err)
{
    gpucost__int128 bound;
    GPUCOST__TRY(gpucost__mix_solve(&b->mix, top->ranges, enough(b), b->work_most, &bound, err));
    if (bound < top->bound) bound = top->bound;
    if (bound >= enough(b)) {
        if (bound < b->closed) b->closed = bound;
        return GPUCOST_OK;
    }
    GPUCOST__TRY(b->plan(b->context, b->mix.mean, &b->cost, err));
    b->mix.work += WORK_OF_PLAN;
    uint64_t at = furthest(b);
    if (at < b->spots && b->mix.work <= b->work_most && b->count < NODES_MOST)
        return split(b, top->ranges, at, bound, err);
    if (bound < b->closed) b->closed = bound;
    return GPUCOST_OK;
}

static gpucost_status run(branching *b, gpucost__int128 *bound, gpucost_error *err)
{
    gpucost__range *root = malloc((size_t)b->spots * sizeof *root);
    if (!root) return gpucost__fail_memory(err);
    for (uint64_t i = 0; i < b->spots; i++) {
        uint64_t j = i % b->mix.segments;
        int64_t size = b->sizes->sizes[i / b->mix.segments].size;
        root[i] = (gpucost__range){0, (int32_t)((b->sizes->level_most[j] + size - 1) / size)};
    }
    if (!push(b, *bound, root)) return gpucost__fail_memory(err);
    while (b->count > 0 && b->mix.work <= b->work_most && b->open[0].bound < enough(b)) {
        node top = pop(b);
        gpucost_status status = look_at(b, &top, err);
        free(top.ranges);
        GPUCOST__TRY(status);
    }
    gpucost__int128 least = b->cost * b->sizes->scale;
    if (b->closed < least) least = b->closed;
    if (b->count > 0 && b->open[0].bound < least) least = b->open[0].bound;
    if (least > *bound) *bound = least;
    return GPUCOST_OK;
}

gpucost_status gpucost__branch(gpucost__sizes *sizes, gpucost__int128 cost, double near_enough, double effort,
                               gpucost__plan_near plan, void *context, gpucost__int128 *bound, gpucost_error *err)
{
    uint64_t segments = sizes->model->network.segments.count;
    if (cost == 0 || (sizes->count + 1) * segments > ROWS_MOST) return GPUCOST_OK;
    branching b = {.sizes = sizes, .cost = cost, .near_enough = near_enough, .plan = plan, .context = context,
                   .work_most = (uint64_t)(effort * (double)WORK_MOST),
                   .spots = sizes->count * segments, .closed = cost * sizes->scale};
    gpucost_status status = gpucost__mix_new(sizes, cost, &b.mix, err);
    if (status == GPUCOST_OK) status = run(&b, bound, err);
    for (uint64_t i = 0; i < b.count; i++) free(b.open[i].ranges);
    free(b.open);
    gpucost__mix_free(&b.mix);
    return status;
}
