#include "schedule/schedule_round.h"

#include <stdlib.h>
#include <string.h>

#include "base/money.h"
#include "schedule/schedule_branch.h"
#include "schedule/schedule_coarse.h"
#include "schedule/schedule_size.h"
#include "schedule/schedule_swap.h"

/* Bounds work on every level of every segment; above these the bound of single units is tight enough by itself. */
static const double NEAR_ENOUGH = 1e-4; /* of the cost: what HiGHS and others call optimal */

enum { LEVELS_MOST = 1 << 21, BOUND_ROUNDS = 4, PLAN_ROUNDS = 2, IMPROVE_ROUNDS = 8, FINE_SEGMENTS = 96 };

typedef struct {
    const gpucost_portfolio_case *asked;
    const gpucost__model *model;
    gpucost__sizes sizes;
    gpucost__circulation *best, trial;
    gpucost__int128 cost, bound; /* of the best plan; both in the model's money, the bound times the scale */
} rounding;

bool gpucost__case_has_sizes(const gpucost_portfolio_case *asked)
{
    for (uint64_t k = 0; k < asked->count; k++)
        if (asked->dated[k].row.unit_size > 1) return true;
    return false;
}

static void copy(const rounding *r, const gpucost__circulation *from, gpucost__circulation *to)
{
    memcpy(to->bought, from->bought, (size_t)r->model->network.arc_count * sizeof *to->bought);
    memcpy(to->committed, from->committed, (size_t)r->model->network.segments.count * sizeof *to->committed);
}

static void clear(const rounding *r)
{
    memset(r->trial.bought, 0, ((size_t)r->model->network.arc_count + 1) * sizeof *r->trial.bought);
    memset(r->trial.committed, 0, ((size_t)r->model->network.segments.count + 1) * sizeof *r->trial.committed);
}

/* All purchases of a size at once, size after size, and single steps in between, while that helps. */
static gpucost_status improve(rounding *r, bool largest_first, gpucost_error *err)
{
    uint64_t count = r->sizes.count;
    gpucost__int128 before = gpucost__circulation_cost(&r->model->network, &r->trial);
    for (int round = 0; round < IMPROVE_ROUNDS; round++) {
        for (uint64_t i = 0; i < count; i++)
            GPUCOST__TRY(gpucost__sizes_improve(&r->sizes, largest_first ? i : count - 1 - i, &r->trial, err));
        GPUCOST__TRY(gpucost__swap_search(r->asked, r->model, &r->trial, err));
        gpucost__int128 after = gpucost__circulation_cost(&r->model->network, &r->trial);
        if (after == before) break;
        before = after;
    }
    if (before < r->cost) {
        copy(r, &r->trial, r->best);
        r->cost = before;
    }
    return GPUCOST_OK;
}

static bool is_proven(const rounding *r)
{
    return r->bound > (r->cost - r->model->parts) * (r->sizes.scale ? r->sizes.scale : 1);
}

static gpucost_status raise_bound(rounding *r, gpucost_error *err)
{
    for (int round = 0; round < BOUND_ROUNDS; round++)
        for (uint64_t i = 0; i < r->sizes.count && !is_proven(r); i++) {
            if (r->sizes.sizes[i].network.arc_count == 0) continue;
            gpucost__int128 bound;
            clear(r);
            GPUCOST__TRY(gpucost__sizes_bound(&r->sizes, i, &bound, &r->trial, err));
            if (bound > r->bound) r->bound = bound;
            if (round < PLAN_ROUNDS) GPUCOST__TRY(improve(r, true, err));
        }
    return GPUCOST_OK;
}

/* Plans near what a linear programme runs on average. */
static gpucost_status plan_near(void *context, const double *mean, gpucost__int128 *cost, gpucost_error *err)
{
    rounding *r = context;
    clear(r);
    for (uint64_t i = 0; i < r->sizes.count; i++)
        GPUCOST__TRY(gpucost__sizes_cover(&r->sizes, i, mean + i * r->model->network.segments.count, &r->trial, err));
    GPUCOST__TRY(improve(r, true, err));
    *cost = r->cost;
    return GPUCOST_OK;
}

static gpucost_status run(rounding *r, double effort, gpucost_error *err)
{
    int64_t scale = r->sizes.scale ? r->sizes.scale : 1;
    r->bound = gpucost__circulation_cost(&r->model->network, r->best) * scale;
    GPUCOST__TRY(gpucost__swap_start(r->asked, r->model, r->best, err));
    r->cost = gpucost__circulation_cost(&r->model->network, r->best);
    copy(r, r->best, &r->trial);
    GPUCOST__TRY(improve(r, true, err));
    if (r->sizes.count == 0 || r->sizes.levels > LEVELS_MOST) return GPUCOST_OK;
    for (int first = 0; first < 2 && !is_proven(r); first++) {
        clear(r);
        GPUCOST__TRY(improve(r, first == 0, err));
    }
    if (effort > 0 && !is_proven(r) && r->asked->path_count == 1 && r->model->network.segments.count > FINE_SEGMENTS) {
        clear(r);
        GPUCOST__TRY(gpucost__coarse_plan(r->asked, r->model, &r->trial, err));
        GPUCOST__TRY(improve(r, true, err));
    }
    gpucost__sizes_rent(&r->sizes, r->best);
    GPUCOST__TRY(raise_bound(r, err));
    if (effort <= 0) return GPUCOST_OK;
    return gpucost__branch(&r->sizes, r->cost, NEAR_ENOUGH, effort, plan_near, r, &r->bound, err);
}

gpucost_status gpucost__round_purchases(const gpucost_portfolio_case *asked, const gpucost__model *model,
                                        gpucost__circulation *found, double effort, gpucost__int128 *bound,
                                        gpucost_error *err)
{
    rounding r = {.asked = asked, .model = model, .best = found};
    r.trial.bought = calloc((size_t)model->network.arc_count + 1, sizeof *r.trial.bought);
    r.trial.committed = calloc((size_t)model->network.segments.count + 1, sizeof *r.trial.committed);
    gpucost_status status = r.trial.bought && r.trial.committed ? GPUCOST_OK : gpucost__fail_memory(err);
    if (status == GPUCOST_OK) status = gpucost__sizes_new(asked, model, &r.sizes, err);
    if (status == GPUCOST_OK) status = run(&r, effort, err);
    if (status == GPUCOST_OK) {
        /* every cost is a whole number of units of money */
        gpucost__int128 parts = (gpucost__int128)model->parts * (r.sizes.scale ? r.sizes.scale : 1);
        *bound = (r.bound + parts - 1) / parts * model->unit;
    }
    gpucost__sizes_free(&r.sizes);
    gpucost__circulation_free(&r.trial);
    return status;
}

void gpucost__round_bound(gpucost__int128 bound, const char *currency, gpucost_schedule_summary *summary)
{
    if (bound <= gpucost__money_nanos(&summary->bound)) return;
    gpucost__money_from_nanos(bound, currency, &summary->bound);
    summary->optimal = bound == gpucost__money_nanos(&summary->cost);
}
