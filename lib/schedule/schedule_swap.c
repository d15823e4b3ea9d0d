#include "schedule/schedule_swap.h"

#include <stdlib.h>
#include <string.h>

enum {
    CHANGES_MOST = 2 * GPUCOST__COMMITMENTS_MOST * (GPUCOST__COMMITMENTS_MOST + 1),
    PASSES_MOST = 20000,
    MOVES_MOST = 1 << 16,
    SWAPS_MOST = 20000
};

static const uint32_t NO_ARC = UINT32_MAX;

/* Leave one purchase of `out` and make one of `in`; either may be none. */
typedef struct {
    gpucost__int128 gain;
    uint32_t out, in;
} move;

typedef struct {
    const gpucost__model *model;
    gpucost__circulation *found;
    int64_t *size;        /* [arcs] units of a purchase */
    int64_t *change;      /* [changes] units by which a segment may change */
    uint64_t changes;
    gpucost__int128 **sum; /* [changes][segments + 1] what that change saves in the segments before */
    gpucost__int128 *sums; /* the room of them */
    move *moves;
    uint64_t move_count;
    uint32_t *touched;    /* [segments] pass in which the segment changed */
} rounding;

static void start(rounding *r, uint64_t commitments)
{
    gpucost__circulation *found = r->found;
    uint64_t segments = r->model->network.segments.count;
    int64_t carry[GPUCOST__COMMITMENTS_MOST]; /* -1: not begun */
    for (uint64_t k = 0; k < commitments; k++) carry[k] = -1;
    memset(found->committed, 0, ((size_t)segments + 1) * sizeof *found->committed);
    for (uint64_t a = 0; a < r->model->network.arc_count; a++) {
        const gpucost__arc *arc = &r->model->network.arcs[a];
        int64_t *left = &carry[r->model->commitment[a]], size = r->size[a];
        if (*left < 0) *left = size / 2;
        int64_t units = *left + found->bought[a], whole = units / size * size;
        *left = units - whole;
        found->bought[a] = whole;
        found->committed[arc->from] += whole;
        found->committed[arc->to] -= whole;
    }
    for (uint64_t j = 1; j < segments; j++) found->committed[j] += found->committed[j - 1];
}

static uint64_t place_of(const rounding *r, int64_t change)
{
    uint64_t i = 0;
    while (i < r->changes && r->change[i] != change) i++;
    return i;
}

static void add_change(rounding *r, int64_t change)
{
    if (change != 0 && place_of(r, change) == r->changes) r->change[r->changes++] = change;
}

static void sum_savings(rounding *r)
{
    const gpucost__segments *segments = &r->model->network.segments;
    for (uint64_t i = 0; i < r->changes; i++) {
        gpucost__int128 *sum = r->sum[i];
        sum[0] = 0;
        for (uint64_t j = 0; j < segments->count; j++) {
            int64_t now = r->found->committed[j], then = now + r->change[i];
            sum[j + 1] = sum[j];
            if (then >= 0)
                sum[j + 1] += gpucost__segment_cost(segments, j, now) - gpucost__segment_cost(segments, j, then);
        }
    }
}

static gpucost__int128 saving(const rounding *r, int64_t change, uint32_t from, uint32_t to)
{
    if (from >= to || change == 0) return 0;
    const gpucost__int128 *sum = r->sum[place_of(r, change)];
    return sum[to] - sum[from];
}

static gpucost__int128 price_of(const rounding *r, uint32_t arc)
{
    return arc == NO_ARC ? 0 : (gpucost__int128)r->model->network.arcs[arc].cost * r->size[arc];
}

static void offer(rounding *r, uint32_t out, uint32_t in, gpucost__int128 saved)
{
    gpucost__int128 gain = saved + price_of(r, out) - price_of(r, in);
    if (gain > 0 && r->move_count < MOVES_MOST) r->moves[r->move_count++] = (move){gain, out, in};
}

/* What is saved when one purchase takes the place of another: where both run, the difference of their sizes. */
static gpucost__int128 swap_saving(const rounding *r, uint32_t out, uint32_t in)
{
    const gpucost__arc *left = &r->model->network.arcs[out], *made = &r->model->network.arcs[in];
    int64_t less = -r->size[out], more = r->size[in];
    uint32_t from = left->from > made->from ? left->from : made->from, to = left->to < made->to ? left->to : made->to;
    if (from >= to) return saving(r, less, left->from, left->to) + saving(r, more, made->from, made->to);
    return saving(r, less, left->from, from) + saving(r, less, to, left->to) + saving(r, more, made->from, from) +
           saving(r, more, to, made->to) + saving(r, more + less, from, to);
}

/* One purchase more, one less, and swaps: with all others where these are few, else with those of dates near by. */
static void list_moves(rounding *r)
{
    const gpucost__network *network = &r->model->network;
    uint64_t bought = 1, arcs = network->arc_count;
    r->move_count = 0;
    for (uint64_t a = 0; a < arcs; a++) bought += r->found->bought[a] > 0;
    uint64_t window = SWAPS_MOST / bought;
    for (uint32_t a = 0; a < arcs; a++) {
        uint32_t from = network->arcs[a].from, to = network->arcs[a].to;
        offer(r, NO_ARC, a, saving(r, r->size[a], from, to));
        if (r->found->bought[a] == 0) continue;
        offer(r, a, NO_ARC, saving(r, -r->size[a], from, to));
        uint64_t first = a > window ? a - window : 0, end = a + window < arcs ? a + window : arcs;
        for (uint32_t b = (uint32_t)first; b < end; b++)
            if (b != a) offer(r, a, b, swap_saving(r, a, b));
    }
}

static int by_falling_gain(const void *a, const void *b)
{
    const move *x = a, *y = b;
    if (x->gain != y->gain) return x->gain < y->gain ? 1 : -1;
    if (x->out != y->out) return x->out < y->out ? -1 : 1;
    return (x->in > y->in) - (x->in < y->in);
}

static bool is_free(const rounding *r, uint32_t arc, uint32_t pass)
{
    if (arc == NO_ARC) return true;
    for (uint32_t j = r->model->network.arcs[arc].from; j < r->model->network.arcs[arc].to; j++)
        if (r->touched[j] == pass) return false;
    return true;
}

static void change(rounding *r, uint32_t arc, int64_t units, uint32_t pass)
{
    if (arc == NO_ARC) return;
    r->found->bought[arc] += units;
    for (uint32_t j = r->model->network.arcs[arc].from; j < r->model->network.arcs[arc].to; j++) {
        r->found->committed[j] += units;
        r->touched[j] = pass;
    }
}

/* The best moves first, those that touch the same segments left for the next pass: every move made gains what it said.
 */
static void search(rounding *r)
{
    for (uint32_t pass = 1; pass <= PASSES_MOST; pass++) {
        sum_savings(r);
        list_moves(r);
        if (r->move_count == 0) return;
        qsort(r->moves, (size_t)r->move_count, sizeof *r->moves, by_falling_gain);
        for (uint64_t i = 0; i < r->move_count; i++) {
            const move *m = &r->moves[i];
            if (!is_free(r, m->out, pass) || !is_free(r, m->in, pass)) continue;
            change(r, m->out, m->out == NO_ARC ? 0 : -r->size[m->out], pass);
            change(r, m->in, m->in == NO_ARC ? 0 : r->size[m->in], pass);
        }
    }
}

static void list_changes(rounding *r, const gpucost_portfolio_case *asked)
{
    r->changes = 0;
    for (uint64_t k = 0; k < asked->count; k++) {
        int64_t size = (int64_t)asked->dated[k].row.unit_size;
        add_change(r, size);
        add_change(r, -size);
        for (uint64_t i = 0; i < asked->count; i++) add_change(r, (int64_t)asked->dated[i].row.unit_size - size);
    }
}

static void free_all(rounding *r)
{
    free(r->size);
    free(r->change);
    free(r->moves);
    free(r->touched);
    free(r->sum);
    free(r->sums);
}

static gpucost_status begin(const gpucost_portfolio_case *asked, const gpucost__model *model,
                            gpucost__circulation *plan, rounding *r, gpucost_error *err)
{
    size_t arcs = (size_t)model->network.arc_count + 1, segments = (size_t)model->network.segments.count + 1;
    *r = (rounding){.model = model, .found = plan};
    r->size = malloc(arcs * sizeof *r->size);
    r->change = malloc(CHANGES_MOST * sizeof *r->change);
    r->moves = malloc(MOVES_MOST * sizeof *r->moves);
    r->touched = calloc(segments, sizeof *r->touched);
    bool ok = r->size && r->change && r->moves && r->touched;
    if (ok) {
        for (uint64_t a = 0; a < model->network.arc_count; a++)
            r->size[a] = (int64_t)asked->dated[model->commitment[a]].row.unit_size;
        list_changes(r, asked);
        r->sum = malloc((size_t)(r->changes + 1) * sizeof *r->sum);
        r->sums = malloc((size_t)(r->changes + 1) * segments * sizeof *r->sums);
        ok = r->sum && r->sums;
    }
    for (uint64_t i = 0; ok && i < r->changes; i++) r->sum[i] = r->sums + i * segments;
    return ok ? GPUCOST_OK : gpucost__fail_memory(err);
}

gpucost_status gpucost__swap_start(const gpucost_portfolio_case *asked, const gpucost__model *model,
                                   gpucost__circulation *plan, gpucost_error *err)
{
    rounding r;
    gpucost_status status = begin(asked, model, plan, &r, err);
    if (status == GPUCOST_OK) start(&r, asked->count);
    free_all(&r);
    return status;
}

gpucost_status gpucost__swap_search(const gpucost_portfolio_case *asked, const gpucost__model *model,
                                    gpucost__circulation *plan, gpucost_error *err)
{
    rounding r;
    gpucost_status status = begin(asked, model, plan, &r, err);
    if (status == GPUCOST_OK) search(&r);
    free_all(&r);
    return status;
}
