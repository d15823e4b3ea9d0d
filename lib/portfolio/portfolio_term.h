/* What one unit of a commitment costs over a horizon. */
#ifndef GPUCOST_PORTFOLIO_TERM_H
#define GPUCOST_PORTFOLIO_TERM_H

#include "base/checked.h"
#include "gpucost/portfolio.h"

enum { GPUCOST__HORIZON_FULL = 0, GPUCOST__HORIZON_INSIDE = 1 }; /* in the order of the field table */

/* A price per hour as one per entry of the demand, rounded half-even once; the prices that a step of at most 1e4 h
   takes stay far below 128 bits, and those past 64 are cut to the largest. */
int64_t gpucost__price_per_entry(int64_t nanos_per_hour, double step_h);

/* A commitment bought again and again until it covers the horizon: a straight line over the hours in use. */
typedef struct {
    uint64_t purchases;    /* of one unit, one after another */
    double paid_hours;     /* of one unit */
    gpucost__int128 fixed; /* of one unit [1e-9 currency] */
    int64_t usage;         /* [1e-9 currency per entry of the demand] */
} gpucost__term;

/* With at most 1e6 hours and 1e6 hours a term, `fixed` stays below 3e25: units in int32 leave room in 128 bits. */
gpucost__term gpucost__term_over(const gpucost_commitment *commitment, uint64_t entries, double step_h,
                                 int32_t horizon_rule);

/* Share of the horizon in use at which a unit costs the same as on demand; more than 1 when it cannot pay, 0 when no
   use saves anything. */
double gpucost__term_break_even(const gpucost__term *term, uint64_t entries, int64_t on_demand);

#endif
