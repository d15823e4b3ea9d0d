/* The linear programme over mixes: in every segment a mixture of whole numbers of purchases of each size, covered by
   fractions of purchases. Its columns are found as they are needed; a dense simplex method [ahuja1993, section 17.5]. */
#ifndef GPUCOST_SCHEDULE_MIX_H
#define GPUCOST_SCHEDULE_MIX_H

#include "schedule/schedule_size.h"

/* How many purchases of a size may run in a segment. */
typedef struct {
    int32_t least, most;
} gpucost__range;

typedef struct {
    gpucost__sizes *sizes;
    uint64_t segments, rows;    /* rows: size x segments + segment, then one a segment */
    double money;               /* costs in the programme are of order 1 */
    double *inverse;            /* [rows][rows] */
    double *level, *price;      /* [rows] */
    double *column;             /* [rows] scratch */
    uint64_t *basic;            /* [rows] column that is basic in the row: schedule_mix.c */
    int32_t *point;             /* [points][sizes] numbers of purchases of a mix */
    uint32_t *point_segment;    /* [points] */
    double *point_cost;         /* [points] */
    uint64_t points, room;
    int32_t *choice;            /* [sizes][levels of a segment + 1] scratch */
    int64_t *rent;              /* [sizes x segments] whole rents of the last bound */
    double *mean;               /* [sizes x segments] purchases that run on average */
    uint64_t work;              /* multiplications so far */
} gpucost__mix;

/* End with gpucost__mix_free(), also after a failure. `cost` is about that of a plan. */
gpucost_status gpucost__mix_new(gpucost__sizes *sizes, gpucost__int128 cost, gpucost__mix *mix, gpucost_error *err);
void gpucost__mix_free(gpucost__mix *mix);

/* Solve with these ranges [sizes x segments]: a bound, times the scale, on all plans inside them, and the mean. Stops early
   when the bound reaches `enough` or work runs over `work_most`; the bound holds all the same. */
gpucost_status gpucost__mix_solve(gpucost__mix *mix, const gpucost__range *ranges, gpucost__int128 enough,
                                  uint64_t work_most, gpucost__int128 *bound, gpucost_error *err);

#endif
