/* What the hours of each segment cost when N units are committed: convex, piecewise linear, with whole breakpoints. */
#ifndef GPUCOST_SCHEDULE_SEGMENT_H
#define GPUCOST_SCHEDULE_SEGMENT_H

#include "base/checked.h"
#include "base/error.h"

/* price x max(0, level - N), a part of the cost of one segment in one scenario. */
typedef struct {
    int64_t price;
    int32_t level; /* at least 1 */
    uint32_t segment;
    uint32_t path; /* scenario */
    uint32_t unused;
} gpucost__hinge;

/* cost_j(N) = sum over the hinges h of segment j of weight of its scenario x price_h x max(0, level_h - N). */
typedef struct {
    uint64_t count;
    gpucost__hinge *hinges;  /* by segment and level */
    uint64_t *first;         /* [count + 1] hinges of segment j: first[j] .. first[j + 1] - 1, levels rising */
    int32_t *level;          /* [hinges] */
    gpucost__int128 *weight; /* [hinges] sum of weight x price from here to the end of the segment */
    gpucost__int128 *moment; /* [hinges] the same of weight x level */
} gpucost__segments;

/* Linear time: radix sort by level, then by segment. Takes the hinges, also when it fails. Weigh it before use. */
gpucost_status gpucost__segments_new(gpucost__hinge *hinges, uint64_t hinge_count, uint64_t count,
                                     gpucost__segments *segments, gpucost_error *err);

/* weights by scenario; NULL: 1 each. The sum of all weights times prices must fit 90 bits. */
void gpucost__segments_weigh(gpucost__segments *segments, const int64_t *weights);
void gpucost__segments_free(gpucost__segments *segments);

gpucost__int128 gpucost__segment_cost(const gpucost__segments *segments, uint64_t segment, int64_t units);

/* What the next 2^shift units save apiece, rounded down: (cost(units) - cost(units + 2^shift)) / 2^shift. Never negative,
   and never rising with units. */
gpucost__int128 gpucost__segment_saving(const gpucost__segments *segments, uint64_t segment, int64_t units, int shift);

#endif
