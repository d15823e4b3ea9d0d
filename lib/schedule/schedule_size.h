/* A case one size of purchase at a time: with all other sizes fixed, in number or in price, what is left is a
   circulation. */
#ifndef GPUCOST_SCHEDULE_SIZE_H
#define GPUCOST_SCHEDULE_SIZE_H

#include "schedule/schedule_model.h"

enum { GPUCOST__SIZES_MOST = GPUCOST__COMMITMENTS_MOST };

/* All purchases of one size. */
typedef struct {
    int64_t size;
    gpucost__network
        network; /* its arcs, of a whole purchase, times the scale; segments are filled for each solution */
    uint32_t *arc;            /* [arc_count] place in the model */
    int64_t *rent; /* [segments] lambda: what having one purchase run is charged, times the scale; over no arc more
                                 than its cost */
    int64_t *running;         /* [segments] purchases that run in the plan */
} gpucost__size;

typedef struct {
    const gpucost__model *model;
    int64_t scale;            /* rents and bounds are in parts of the model's unit of money */
    uint64_t count;           /* 0: amounts are too large for a scale */
    gpucost__size sizes[GPUCOST__SIZES_MOST]; /* largest first */
    int32_t *level_most;      /* [segments] largest level */
    int64_t levels;           /* their sum: the work of a bound */
    gpucost__int128 *cost;    /* [levels of a segment + 1] scratch */
    int64_t *place, *slope;   /* [the same] scratch */
} gpucost__sizes;

/* End with gpucost__sizes_free(), also after a failure. */
gpucost_status gpucost__sizes_new(const gpucost_portfolio_case *asked, const gpucost__model *model,
                                  gpucost__sizes *sizes, gpucost_error *err);
void gpucost__sizes_free(gpucost__sizes *sizes);

/* Rents from the values q of the circulation of single units: size x q, raised until a purchase of the size is worth its
   price. */
void gpucost__sizes_rent(gpucost__sizes *sizes, const gpucost__circulation *found);

/* The best rents of one size while those of the others stay: the least sum over segments of the cost of serving what a
   number of purchases of this size leaves from the others at their rents, on demand or on spot. No plan in whole
   purchases costs less than *bound / scale. `plan` gets what this size alone would buy. */
gpucost_status gpucost__sizes_bound(gpucost__sizes *sizes, uint64_t size, gpucost__int128 *bound,
                                    gpucost__circulation *plan, gpucost_error *err);

/* The best purchases of one size while those of the others stay; the plan costs no more than before. */
gpucost_status gpucost__sizes_improve(gpucost__sizes *sizes, uint64_t size, gpucost__circulation *plan,
                                      gpucost_error *err);

/* The cheapest purchases of one size that keep about `mean` [segments] of them running everywhere. */
gpucost_status gpucost__sizes_cover(gpucost__sizes *sizes, uint64_t size, const double *mean,
                                    gpucost__circulation *plan, gpucost_error *err);

#endif
