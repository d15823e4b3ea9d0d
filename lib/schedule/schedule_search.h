/* The search of the circulation, for money of one width: schedule_search_narrow.c and schedule_search_wide.c define COST, COST_MOST
   and RUN, and include this. */
#include <stdlib.h>
#include <string.h>

#include "schedule/schedule_circulation.h"

/* Successive shortest paths in units of 2^shift, for falling shifts. In each phase a segment is its own chord on the grid
   of 2^shift units, with slopes rounded down to whole money: still convex, and exact when shift is 0. So no cost is scaled,
   and an optimum of the last phase is one of the problem. */

/* How a search came to a node: by an arc, twice its index and 1 when it is sold, or through a segment. */
static const uint32_t BY_RAISING = UINT32_MAX, BY_LOWERING = UINT32_MAX - 1, NOWHERE = UINT32_MAX;

enum { SWEEP_FIRST = 64, SWEEP_FACTOR = 16, PASSES_MOST = 50 }; /* fitted to three years of hours with any date */

/* What a search reads of every node it looks at: half a cache line. */
typedef struct {
    COST potential;
    COST distance;
    uint32_t seen;     /* search that reached it: `round` when only reached, `round` + 1 when settled */
    uint32_t came;
    int32_t sellable;  /* arcs that end here with at least 2^shift units */
    int32_t short_of;  /* 1 when units are missing here */
} node;

/* What a unit of the segment that starts at a node saves. */
typedef struct {
    COST raised;  /* the next 2^shift units, apiece */
    COST lowered; /* the last ones; COST_MOST when there are none to take away */
} slope;

typedef struct {
    uint32_t from, to;
    COST cost;
} arc;

typedef struct {
    COST distance;
    uint32_t node;
} entry;

typedef struct {
    const gpucost__network *network;
    gpucost__circulation *found;
    uint32_t nodes, arc_count;
    arc *arcs;           /* [arcs] of the network */
    node *node;
    slope *slope;        /* [nodes] */
    int64_t *excess;     /* [nodes] */
    uint32_t *out, *in;  /* [nodes + 1] ranges of arcs by start, and of `ending` by end */
    uint32_t *ending;    /* [arcs] arcs by end */
    uint32_t *settled;   /* [nodes] nodes of this search in order */
    uint64_t settled_count;
    entry *heap;
    uint64_t heap_count, heap_room;
    uint32_t *level; /* [nodes] nodes reached at the distance of the node last settled: they are next, in any order */
    uint64_t level_count;
    COST distance;       /* of the node last settled */
    COST nearest;        /* distance of the nearest deficit reached: what is not nearer need not be looked at */
    uint32_t round;
    int shift;
} search;

/* ---- heap: four children a node, entries outdated by a shorter way stay until they come up ---- */

static bool heap_push(search *s, COST distance, uint32_t at)
{
    if (s->heap_count == s->heap_room) {
        uint64_t room = s->heap_room * 2;
        entry *grown = realloc(s->heap, (size_t)room * sizeof *grown);
        if (!grown) return false;
        s->heap = grown;
        s->heap_room = room;
    }
    uint64_t i = s->heap_count++;
    for (; i > 0; i = (i - 1) / 4) {
        uint64_t parent = (i - 1) / 4;
        if (s->heap[parent].distance <= distance) break;
        s->heap[i] = s->heap[parent];
    }
    s->heap[i] = (entry){distance, at};
    return true;
}

static entry heap_pop(search *s)
{
    entry top = s->heap[0], last = s->heap[--s->heap_count];
    uint64_t i = 0;
    for (;;) {
        uint64_t child = 4 * i + 1, end = child + 4, least = child;
        if (child >= s->heap_count) break;
        if (end > s->heap_count) end = s->heap_count;
        for (uint64_t c = child + 1; c < end; c++)
            if (s->heap[c].distance < s->heap[least].distance) least = c;
        if (s->heap[least].distance >= last.distance) break;
        s->heap[i] = s->heap[least];
        i = least;
    }
    s->heap[i] = last;
    return top;
}

/* ---- residual network ---- */

static void price_segment(search *s, uint32_t j)
{
    int64_t units = s->found->committed[j], step_units = (int64_t)1 << s->shift;
    s->slope[j].raised = (COST)gpucost__segment_saving(&s->network->segments, j, units, s->shift);
    s->slope[j].lowered = units >= step_units
                              ? (COST)gpucost__segment_saving(&s->network->segments, j, units - step_units, s->shift)
                              : COST_MOST;
}

/* Units more or less in segment j: a flow from its end to its start, or back. */
static void commit(search *s, uint32_t j, int64_t units)
{
    s->found->committed[j] += units;
    price_segment(s, j);
}

static void buy(search *s, uint32_t at, int64_t units)
{
    int64_t step_units = (int64_t)1 << s->shift, before = s->found->bought[at];
    int64_t after = before + units;
    s->found->bought[at] = after;
    s->node[s->arcs[at].to].sellable += (after >= step_units) - (before >= step_units);
}

static void move_excess(search *s, uint32_t from, uint32_t to, int64_t units)
{
    s->excess[from] -= units;
    s->excess[to] += units;
    s->node[from].short_of = s->excess[from] < 0;
    s->node[to].short_of = s->excess[to] < 0;
}

static bool reach(search *s, uint32_t at, COST length, uint32_t came)
{
    node *n = &s->node[at];
    COST distance = length - n->potential;
    if (distance >= s->nearest) return true;
    if (n->seen == s->round + 1 || (n->seen == s->round && n->distance <= distance)) return true;
    if (n->short_of) s->nearest = distance;
    n->distance = distance;
    n->seen = s->round;
    n->came = came;
    if (distance > s->distance) return heap_push(s, distance, at);
    s->level[s->level_count++] = at;
    return true;
}

static bool relax(search *s, uint32_t at)
{
    const node *n = &s->node[at];
    COST length = n->distance + n->potential;
    if (at > 0 && !reach(s, at - 1, length - s->slope[at - 1].raised, BY_RAISING)) return false;
    if (at + 1 < s->nodes && s->slope[at].lowered != COST_MOST &&
        !reach(s, at + 1, length + s->slope[at].lowered, BY_LOWERING))
        return false;
    const arc *arcs = s->arcs;
    for (uint32_t a = s->out[at]; a < s->out[at + 1]; a++)
        if (!reach(s, arcs[a].to, length + arcs[a].cost, 2 * a)) return false;
    if (n->sellable == 0) return true;
    int64_t step_units = (int64_t)1 << s->shift;
    for (uint32_t i = s->in[at]; i < s->in[at + 1]; i++) {
        uint32_t a = s->ending[i];
        if (s->found->bought[a] >= step_units && !reach(s, arcs[a].from, length - arcs[a].cost, 2 * a + 1))
            return false;
    }
    return true;
}

/* Settle nodes from `source` until one with a deficit, which is left in *target; NOWHERE when `limit` nodes were settled
   before. False only when memory is out. There always is a deficit: what a phase pushed too much can be taken back the
   same way. */
static bool find_deficit(search *s, uint32_t source, uint64_t limit, uint32_t *target)
{
    *target = NOWHERE;
    s->round += 2;
    s->settled_count = s->heap_count = s->level_count = 0;
    s->nearest = COST_MOST;
    s->distance = 0;
    if (!reach(s, source, s->node[source].potential, BY_RAISING)) return false;
    while (s->level_count > 0 || s->heap_count > 0) {
        uint32_t at = s->level_count > 0 ? s->level[--s->level_count] : heap_pop(s).node;
        node *n = &s->node[at];
        if (n->seen == s->round + 1) continue;
        n->seen = s->round + 1;
        s->settled[s->settled_count++] = at;
        s->distance = n->distance;
        if (n->short_of) {
            *target = at;
            return true;
        }
        if (s->settled_count >= limit) return true;
        if (!relax(s, at)) return false;
    }
    return true;
}

static void push_along(search *s, uint32_t source, uint32_t target)
{
    int64_t step_units = (int64_t)1 << s->shift;
    COST far = s->node[target].distance;
    for (uint64_t i = 0; i < s->settled_count; i++) {
        node *n = &s->node[s->settled[i]];
        n->potential += n->distance - far;
    }
    for (uint32_t at = target; at != source;) {
        uint32_t came = s->node[at].came;
        if (came == BY_RAISING) {
            commit(s, at++, step_units);
        } else if (came == BY_LOWERING) {
            commit(s, --at, -step_units);
        } else {
            const arc *by = &s->arcs[came / 2];
            buy(s, came / 2, came % 2 ? -step_units : step_units);
            at = came % 2 ? by->to : by->from;
        }
    }
    move_excess(s, source, target, step_units);
    s->found->pushes++;
    s->found->settled += s->settled_count;
}

/* Push along everything whose reduced cost fell below zero with the finer steps: segments whose chords changed, and
   purchases that can be taken back in smaller lots. No purchase becomes worth more, so none is made here. */
static void start_phase(search *s)
{
    int64_t step_units = (int64_t)1 << s->shift;
    const arc *arcs = s->arcs;
    for (uint32_t v = 0; v < s->nodes; v++) s->node[v].sellable = 0;
    for (uint32_t a = 0; a < s->arc_count; a++) {
        if (s->found->bought[a] < step_units) continue;
        s->node[arcs[a].to].sellable++;
        while (s->found->bought[a] >= step_units &&
               s->node[arcs[a].from].potential + arcs[a].cost > s->node[arcs[a].to].potential) {
            buy(s, a, -step_units);
            move_excess(s, arcs[a].to, arcs[a].from, step_units);
        }
    }
    for (uint32_t j = 0; j + 1 < s->nodes; j++) {
        price_segment(s, j);
        COST value = s->node[j + 1].potential - s->node[j].potential;
        while (s->slope[j].raised > value) {
            commit(s, j, step_units);
            move_excess(s, j + 1, j, step_units);
        }
        while (s->slope[j].lowered < value) {
            commit(s, j, -step_units);
            move_excess(s, j, j + 1, step_units);
        }
    }
}

/* Serve every excess whose deficit is found within `limit` nodes. */
static bool sweep(search *s, uint64_t limit)
{
    for (uint32_t v = 0; v < s->nodes; v++)
        while (s->excess[v] > 0) {
            uint32_t target;
            if (!find_deficit(s, v, limit, &target)) return false;
            if (target == NOWHERE) break;
            push_along(s, v, target);
        }
    return true;
}

/* Near pairs first: an excess that is served across half the horizon before its neighbour's turn takes away what was next
   to someone else, and every one after it searches as far. Sweeping by distance made a year of hourly dates five times
   faster than serving in order. */
static bool run_phases(search *s)
{
    s->shift = 0;
    while (((int64_t)1 << s->shift) < s->network->most) s->shift++;
    for (; s->shift >= 0; s->shift--) {
        start_phase(s);
        for (uint64_t limit = SWEEP_FIRST; limit < s->nodes; limit *= SWEEP_FACTOR)
            if (!sweep(s, limit)) return false;
        if (!sweep(s, UINT64_MAX)) return false;
    }
    return true;
}

static void index_arcs(search *s)
{
    memset(s->out, 0, ((size_t)s->nodes + 1) * sizeof *s->out);
    memset(s->in, 0, ((size_t)s->nodes + 1) * sizeof *s->in);
    for (uint32_t a = 0; a < s->arc_count; a++) {
        const gpucost__arc *given = &s->network->arcs[a];
        s->arcs[a] = (arc){given->from, given->to, (COST)given->cost};
        s->out[given->from + 1]++;
        s->in[given->to + 1]++;
    }
    for (uint32_t v = 0; v < s->nodes; v++) {
        s->out[v + 1] += s->out[v];
        s->in[v + 1] += s->in[v];
    }
    for (uint32_t a = 0; a < s->arc_count; a++) s->ending[s->in[s->arcs[a].to]++] = a;
    for (uint32_t v = s->nodes; v > 0; v--) s->in[v] = s->in[v - 1];
    s->in[0] = 0;
}

/* One pass forwards and one back, down to where no purchase is worth more than it costs and no segment less than nothing;
   true when nothing changed. */
static bool lower_potentials(search *s)
{
    bool fits = true;
    for (uint32_t a = 0; a < s->arc_count; a++) {
        COST most = s->node[s->arcs[a].from].potential + s->arcs[a].cost;
        if (most >= s->node[s->arcs[a].to].potential) continue;
        s->node[s->arcs[a].to].potential = most;
        fits = false;
    }
    for (uint32_t v = s->nodes - 1; v-- > 0;) {
        if (s->node[v].potential <= s->node[v + 1].potential) continue;
        s->node[v].potential = s->node[v + 1].potential;
        fits = false;
    }
    return fits;
}

/* Potentials that are there serve when a few passes make them fit; else the search starts from nothing. */
static void take_start(search *s)
{
    for (uint32_t v = 0; v < s->nodes; v++) s->node[v].potential = (COST)s->found->potential[v];
    for (int pass = 0; pass < PASSES_MOST; pass++)
        if (lower_potentials(s)) return;
    for (uint32_t v = 0; v < s->nodes; v++) {
        s->node[v].potential = 0;
        s->found->committed[v] = 0;
    }
    for (uint32_t a = 0; a < s->arc_count; a++) s->found->bought[a] = 0;
}

bool RUN(const gpucost__network *network, gpucost__circulation *found)
{
    size_t nodes = (size_t)network->segments.count + 1, arcs = (size_t)network->arc_count + 1;
    search s = {.network = network,
                .found = found,
                .nodes = (uint32_t)nodes,
                .arc_count = (uint32_t)network->arc_count,
                .arcs = malloc(arcs * sizeof *s.arcs),
                .node = calloc(nodes, sizeof *s.node),
                .slope = calloc(nodes, sizeof *s.slope),
                .excess = calloc(nodes, sizeof *s.excess),
                .out = malloc((nodes + 1) * sizeof *s.out),
                .in = malloc((nodes + 1) * sizeof *s.in),
                .ending = malloc(arcs * sizeof *s.ending),
                .settled = malloc(nodes * sizeof *s.settled),
                .level = malloc(nodes * sizeof *s.level),
                .heap = malloc(64 * sizeof *s.heap),
                .heap_room = 64};
    bool ok = s.arcs && s.node && s.slope && s.excess && s.out && s.in && s.ending && s.settled && s.level && s.heap;
    if (ok) {
        index_arcs(&s);
        take_start(&s);
        ok = run_phases(&s);
        for (size_t v = 0; v < nodes; v++) found->potential[v] = s.node[v].potential;
    }
    free(s.arcs);
    free(s.node);
    free(s.slope);
    free(s.excess);
    free(s.out);
    free(s.in);
    free(s.ending);
    free(s.settled);
    free(s.level);
    free(s.heap);
    return ok;
}
