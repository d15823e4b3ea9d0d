/* The cheapest way to serve each level of a demand: screening curves, exact in 128 bits [portfolio_screening]. */
#ifndef GPUCOST_PORTFOLIO_SCREENING_H
#define GPUCOST_PORTFOLIO_SCREENING_H

#include "portfolio/portfolio_curve.h"
#include "portfolio/portfolio_term.h"

/* What one commitment serves. */
typedef struct {
    uint64_t units;
    gpucost__int128 used_hours; /* unit-hours */
} gpucost__bought;

/* What serves the rest. */
typedef struct {
    uint64_t committed;              /* units of all commitments: levels 1 to this */
    gpucost__int128 spot_hours;      /* unit-hours */
    gpucost__int128 on_demand_hours; /* unit-hours */
} gpucost__left;

/* Per level the least of fixed + usage x hours over the terms, and of what on demand takes in the must-run hours and
   spot in the others. A tie goes to the earlier term, then to spot and on demand. Exact when no usage price exceeds
   that of spot or on demand: docs/portfolio.md has the proof. */
void gpucost__screen(const gpucost__curve *curve, const gpucost__term *terms, uint64_t count, int64_t on_demand,
                     int64_t spot, gpucost__bought *bought, gpucost__left *left);

#endif
