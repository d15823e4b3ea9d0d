#include "schedule/schedule_circulation.h"

#include <stdlib.h>
#include <string.h>

/* Successive shortest paths in units of 2^shift, for falling shifts. In each phase a segment is its own chord on the grid
   of 2^shift units, with slopes rounded down to whole money: still convex, and exact when shift is 0. So no cost is scaled,
   and an optimum of the last phase is one of the problem. */

enum { NONE = -1 };

/* How a search came to a node. */
typedef enum { BY_RAISING, BY_LOWERING, BY_BUYING, BY_SELLING } step;

typedef struct {
    int64_t potential;
    int64_t distance;
    int64_t raised;  /* of the segment that starts here: what the next 2^shift units save apiece */
    int64_t lowered; /* what the last ones save; INT64_MAX when there are none to take away */
    uint32_t seen;   /* search that reached it; `round` when only reached, `round` + 1 when settled */
    int32_t arc;     /* arc by which it was reached, when by one */
    int32_t came;    /* step */
    int32_t sellable; /* arcs that end here with at least 2^shift units */
} node;

typedef struct {
    int64_t distance;
    uint32_t node;
} entry;

typedef struct {
    const gpucost__network *network;
    gpucost__circulation *found;
    uint32_t nodes;
    node *node;
    int64_t *excess;     /* [nodes] */
    uint32_t *out, *in;  /* [nodes + 1] ranges of arcs by start, and of `ending` by end */
    uint32_t *ending;    /* [arcs] arcs by end */
    uint32_t *settled;   /* [nodes] nodes of this search in order */
    uint64_t settled_count;
    entry *heap;
    uint64_t heap_count, heap_room;
    uint32_t round;
    int shift;
} search;

/* ---- heap: four children a node, entries outdated by a shorter way stay until they come up ---- */

static bool heap_push(search *s, int64_t distance, uint32_t at)
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
    s->node[j].raised = gpucost__segment_saving(&s->network->segments, j, units, s->shift);
    s->node[j].lowered = units >= step_units
                             ? gpucost__segment_saving(&s->network->segments, j, units - step_units, s->shift)
                             : INT64_MAX;
}

/* 2^shift units more or less in segment j: a flow from its end to its start, or back. */
static void commit(search *s, uint32_t j, int64_t units)
{
    s->found->committed[j] += units;
    price_segment(s, j);
}

static void buy(search *s, uint32_t arc, int64_t units)
{
    int64_t step_units = (int64_t)1 << s->shift, before = s->found->bought[arc];
    int64_t after = before + units;
    s->found->bought[arc] = after;
    s->node[s->network->arcs[arc].to].sellable += (after >= step_units) - (before >= step_units);
}

static bool reach(search *s, uint32_t at, int64_t distance, int32_t arc, step came)
{
    node *n = &s->node[at];
    if (n->seen == s->round + 1 || (n->seen == s->round && n->distance <= distance)) return true;
    n->distance = distance;
    n->seen = s->round;
    n->arc = arc;
    n->came = (int32_t)came;
    return heap_push(s, distance, at);
}

static bool relax(search *s, uint32_t at)
{
    const node *n = &s->node[at];
    int64_t base = n->distance + n->potential;
    if (at > 0 && !reach(s, at - 1, base - n[-1].raised - n[-1].potential, NONE, BY_RAISING)) return false;
    if (at + 1 < s->nodes && n->lowered != INT64_MAX &&
        !reach(s, at + 1, base + n->lowered - n[1].potential, NONE, BY_LOWERING))
        return false;
    for (uint32_t a = s->out[at]; a < s->out[at + 1]; a++) {
        const gpucost__arc *arc = &s->network->arcs[a];
        if (!reach(s, arc->to, base + arc->cost - s->node[arc->to].potential, (int32_t)a, BY_BUYING)) return false;
    }
    if (n->sellable == 0) return true;
    int64_t step_units = (int64_t)1 << s->shift;
    for (uint32_t i = s->in[at]; i < s->in[at + 1]; i++) {
        uint32_t a = s->ending[i];
        if (s->found->bought[a] < step_units) continue;
        const gpucost__arc *arc = &s->network->arcs[a];
        if (!reach(s, arc->from, base - arc->cost - s->node[arc->from].potential, (int32_t)a, BY_SELLING)) return false;
    }
    return true;
}

/* Settle nodes from `source` until one with a deficit; false only when memory is out. There always is one: what a phase
   pushed too much can be taken back the same way. */
static bool find_deficit(search *s, uint32_t source, uint32_t *target)
{
    s->round += 2;
    s->settled_count = s->heap_count = 0;
    if (!reach(s, source, 0, NONE, BY_RAISING)) return false;
    while (s->heap_count > 0) {
        entry top = heap_pop(s);
        node *n = &s->node[top.node];
        if (n->seen == s->round + 1) continue;
        n->seen = s->round + 1;
        s->settled[s->settled_count++] = top.node;
        *target = top.node;
        if (s->excess[top.node] < 0) break;
        if (!relax(s, top.node)) return false;
    }
    return true;
}

static void push_along(search *s, uint32_t source, uint32_t target)
{
    int64_t step_units = (int64_t)1 << s->shift;
    int64_t far = s->node[target].distance;
    for (uint64_t i = 0; i < s->settled_count; i++) {
        node *n = &s->node[s->settled[i]];
        n->potential += n->distance - far;
    }
    for (uint32_t at = target; at != source;) {
        const node *n = &s->node[at];
        switch ((step)n->came) {
        case BY_RAISING: commit(s, at, step_units), at++; break;
        case BY_LOWERING: commit(s, --at, -step_units); break;
        case BY_BUYING:
            at = s->network->arcs[n->arc].from;
            buy(s, (uint32_t)n->arc, step_units);
            break;
        case BY_SELLING:
            at = s->network->arcs[n->arc].to;
            buy(s, (uint32_t)n->arc, -step_units);
            break;
        }
    }
    s->excess[source] -= step_units;
    s->excess[target] += step_units;
    s->found->pushes++;
    s->found->settled += s->settled_count;
}

/* Push along everything whose reduced cost fell below zero with the finer steps: segments whose chords changed, and
   purchases that can be taken back in smaller lots. No purchase becomes worth more, so none is made here. */
static void start_phase(search *s)
{
    int64_t step_units = (int64_t)1 << s->shift;
    const gpucost__arc *arcs = s->network->arcs;
    for (uint32_t v = 0; v < s->nodes; v++) s->node[v].sellable = 0;
    for (uint32_t a = 0; a < s->network->arc_count; a++) {
        if (s->found->bought[a] < step_units) continue;
        s->node[arcs[a].to].sellable++;
        while (s->found->bought[a] >= step_units &&
               s->node[arcs[a].from].potential + arcs[a].cost > s->node[arcs[a].to].potential) {
            buy(s, a, -step_units);
            s->excess[arcs[a].from] += step_units;
            s->excess[arcs[a].to] -= step_units;
        }
    }
    for (uint32_t j = 0; j + 1 < s->nodes; j++) {
        price_segment(s, j);
        int64_t value = s->node[j + 1].potential - s->node[j].potential;
        while (s->node[j].raised > value) {
            commit(s, j, step_units);
            s->excess[j] += step_units;
            s->excess[j + 1] -= step_units;
        }
        while (s->node[j].lowered < value) {
            commit(s, j, -step_units);
            s->excess[j] -= step_units;
            s->excess[j + 1] += step_units;
        }
    }
}

static bool run_phases(search *s)
{
    s->shift = 0;
    while (((int64_t)1 << s->shift) < s->network->most) s->shift++;
    for (; s->shift >= 0; s->shift--) {
        start_phase(s);
        for (uint32_t v = 0; v < s->nodes; v++)
            while (s->excess[v] > 0) {
                uint32_t target = v;
                if (!find_deficit(s, v, &target)) return false;
                push_along(s, v, target);
            }
    }
    return true;
}

static void index_arcs(search *s)
{
    const gpucost__network *network = s->network;
    memset(s->out, 0, ((size_t)s->nodes + 1) * sizeof *s->out);
    memset(s->in, 0, ((size_t)s->nodes + 1) * sizeof *s->in);
    for (uint64_t a = 0; a < network->arc_count; a++) {
        s->out[network->arcs[a].from + 1]++;
        s->in[network->arcs[a].to + 1]++;
    }
    for (uint32_t v = 0; v < s->nodes; v++) {
        s->out[v + 1] += s->out[v];
        s->in[v + 1] += s->in[v];
    }
    for (uint64_t a = 0; a < network->arc_count; a++) s->ending[s->in[network->arcs[a].to]++] = (uint32_t)a;
    for (uint32_t v = s->nodes; v > 0; v--) s->in[v] = s->in[v - 1];
    s->in[0] = 0;
}

gpucost_status gpucost__circulate(const gpucost__network *network, gpucost__circulation *found, gpucost_error *err)
{
    size_t nodes = (size_t)network->segments.count + 1, arcs = (size_t)network->arc_count + 1;
    *found = (gpucost__circulation){.bought = calloc(arcs, sizeof *found->bought),
                                    .committed = calloc(nodes, sizeof *found->committed),
                                    .potential = calloc(nodes, sizeof *found->potential)};
    search s = {.network = network,
                .found = found,
                .nodes = (uint32_t)nodes,
                .node = calloc(nodes, sizeof *s.node),
                .excess = calloc(nodes, sizeof *s.excess),
                .out = malloc((nodes + 1) * sizeof *s.out),
                .in = malloc((nodes + 1) * sizeof *s.in),
                .ending = malloc(arcs * sizeof *s.ending),
                .settled = malloc(nodes * sizeof *s.settled),
                .heap = malloc(64 * sizeof *s.heap),
                .heap_room = 64};
    bool ok = found->bought && found->committed && found->potential && s.node && s.excess && s.out && s.in && s.ending &&
              s.settled && s.heap;
    if (ok) {
        index_arcs(&s);
        ok = run_phases(&s);
        for (size_t v = 0; v < nodes; v++) found->potential[v] = s.node[v].potential;
    }
    free(s.node);
    free(s.excess);
    free(s.out);
    free(s.in);
    free(s.ending);
    free(s.settled);
    free(s.heap);
    if (ok) return GPUCOST_OK;
    gpucost__circulation_free(found);
    return gpucost__fail_memory(err);
}

void gpucost__circulation_free(gpucost__circulation *found)
{
    free(found->bought);
    free(found->committed);
    free(found->potential);
    *found = (gpucost__circulation){0};
}
