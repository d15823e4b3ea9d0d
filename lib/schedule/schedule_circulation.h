/* Minimum convex-cost circulation on a line of dates by capacity scaling [ahuja1993]. */
#ifndef GPUCOST_SCHEDULE_CIRCULATION_H
#define GPUCOST_SCHEDULE_CIRCULATION_H

#include "schedule/schedule_segment.h"

/* Any number of units bought at node `from` that expire at node `to` > from. */
typedef struct {
    uint32_t from, to;
    gpucost__int128 cost; /* of a unit, positive */
} gpucost__arc;

typedef struct {
    gpucost__segments segments; /* segment j lies between nodes j and j + 1 */
    gpucost__arc *arcs;         /* [arc_count] ordered by `from` */
    uint64_t arc_count;
    int32_t most; /* no segment has a level above */
    bool wide;    /* four times the sum of all weights, or the cost of an arc, exceeds 63 bits; never 125 */
} gpucost__network;

typedef struct {
    int64_t *bought;            /* [arc_count] */
    int64_t *committed;         /* [segments] units bought and running */
    gpucost__int128 *potential; /* [segments + 1] */
    uint64_t pushes, settled;   /* work done: augmentations, and nodes that their searches settled */
} gpucost__circulation;

/* The optimum in whole units: committed = purchases that cross a segment, least sum of cost_j(committed_j) and purchases.
   Potentials prove it: with q_j = potential[j + 1] - potential[j], the sum of q over an arc is at most its cost, equal
   where it is bought, and q_j is between what the next and the last committed unit save in segment j (no upper limit
   where none is committed). */
gpucost_status gpucost__circulate(const gpucost__network *network, gpucost__circulation *found, gpucost_error *err);

/* The same from any purchases with their segments, and any potentials: the nearer both are to an optimum, the
   sooner. */
gpucost_status gpucost__circulation_new(const gpucost__network *network, gpucost__circulation *found,
                                        gpucost_error *err);
gpucost_status gpucost__circulate_from(const gpucost__network *network, gpucost__circulation *found,
                                       gpucost_error *err);
void gpucost__circulation_free(gpucost__circulation *found);

/* What the segments and the purchases come to, in the network's unit of money. */
gpucost__int128 gpucost__circulation_cost(const gpucost__network *network, const gpucost__circulation *found);

/* The search itself; false when memory is out. */
bool gpucost__search_narrow(const gpucost__network *network, gpucost__circulation *found);
bool gpucost__search_wide(const gpucost__network *network, gpucost__circulation *found);

#endif
