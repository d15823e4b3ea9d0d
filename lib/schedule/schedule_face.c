#include "schedule/schedule_face.h"

#include <stdlib.h>
#include <string.h>

/* Potentials that prove a circulation are those of a system of differences: shortest paths from the first node give the
   greatest with potential[0] = 0, paths to it the least. The middle of two solutions, rounded down, is one too. */

enum { SWEEPS_MOST = 64 };

static const gpucost__int128 far = (gpucost__int128)1 << 120; /* no potential yet */

typedef struct {
    const gpucost__network *network;
    const gpucost__circulation *found;
    gpucost__int128 *least, *most; /* [segments] of the value of a segment */
    gpucost__int128 *bound;        /* [segments + 1] the potentials looked for */
} face;

static void limit_segments(face *f)
{
    const gpucost__segments *segments = &f->network->segments;
    for (uint64_t j = 0; j < segments->count; j++) {
        int64_t units = f->found->committed[j];
        gpucost__int128 now = f->found->potential[j + 1] - f->found->potential[j];
        f->least[j] = gpucost__segment_saving(segments, j, units, 0);
        /* where nothing runs a value above all that a first unit saves proves no more */
        f->most[j] = gpucost__segment_saving(segments, j, units > 0 ? units - 1 : 0, 0);
        if (f->most[j] < now) f->most[j] = now;
    }
}

/* bound[v] no more than bound[u] + w; or with `up`, for least potentials, bound[u] no less than bound[v] - w. */
static bool tighten(face *f, bool up, uint64_t u, uint64_t v, gpucost__int128 w)
{
    gpucost__int128 *bound = f->bound;
    if (!up) {
        if (bound[u] == far || bound[u] + w >= bound[v]) return false;
        bound[v] = bound[u] + w;
        return true;
    }
    if (bound[v] == -far || bound[v] - w <= bound[u]) return false;
    bound[u] = bound[v] - w;
    return true;
}

static bool sweep(face *f, bool up)
{
    const gpucost__network *network = f->network;
    bool changed = false;
    uint64_t a = 0;
    for (uint64_t j = 0; j < network->segments.count; j++) {
        changed |= tighten(f, up, j, j + 1, f->most[j]);
        changed |= tighten(f, up, j + 1, j, -f->least[j]);
        for (; a < network->arc_count && network->arcs[a].from == j; a++) {
            const gpucost__arc *arc = &network->arcs[a];
            changed |= tighten(f, up, arc->from, arc->to, arc->cost);
            if (f->found->bought[a] > 0) changed |= tighten(f, up, arc->to, arc->from, -arc->cost);
        }
    }
    for (uint64_t j = network->segments.count; j-- > 0;) {
        for (; a > 0 && network->arcs[a - 1].from == j; a--) {
            const gpucost__arc *arc = &network->arcs[a - 1];
            changed |= tighten(f, up, arc->from, arc->to, arc->cost);
            if (f->found->bought[a - 1] > 0) changed |= tighten(f, up, arc->to, arc->from, -arc->cost);
        }
        changed |= tighten(f, up, j, j + 1, f->most[j]);
        changed |= tighten(f, up, j + 1, j, -f->least[j]);
    }
    return changed;
}

static bool find(face *f, bool up)
{
    uint64_t nodes = f->network->segments.count + 1;
    for (uint64_t v = 1; v < nodes; v++) f->bound[v] = up ? -far : far;
    f->bound[0] = 0;
    for (int i = 0; i < SWEEPS_MOST; i++)
        if (!sweep(f, up)) return true;
    return false;
}

gpucost_status gpucost__face_middle(const gpucost__network *network, gpucost__circulation *found, gpucost_error *err)
{
    size_t nodes = (size_t)network->segments.count + 1;
    gpucost__int128 *room = malloc(4 * nodes * sizeof *room);
    if (!room) return gpucost__fail_memory(err);
    face f = {.network = network, .found = found, .least = room, .most = room + nodes, .bound = room + 2 * nodes};
    gpucost__int128 *least = room + 3 * nodes;
    limit_segments(&f);
    if (find(&f, true)) {
        memcpy(least, f.bound, nodes * sizeof *least);
        if (find(&f, false))
            for (size_t v = 0; v < nodes; v++) {
                gpucost__int128 sum = least[v] + f.bound[v];
                found->potential[v] = (sum - (sum < 0 && sum % 2 != 0)) / 2;
            }
    }
    free(room);
    return GPUCOST_OK;
}
