/* The demand cut into levels: how many hours each unit, counted from the bottom, is in use. */
#ifndef GPUCOST_PORTFOLIO_CURVE_H
#define GPUCOST_PORTFOLIO_CURVE_H

#include "base/error.h"

/* Levels next to each other that are in use in the same hours. */
typedef struct {
    uint64_t units;      /* how many levels */
    uint64_t hours;      /* H, hours in which the demand reaches them */
    uint64_t must_hours; /* of these, hours in which the must-run demand alone reaches them */
} gpucost__step;

/* From the lowest level up; hours and must_hours never rise. Levels that are never in use are left out. */
typedef struct {
    gpucost__step *steps;
    uint64_t count;
} gpucost__curve;

/* must_run[t] <= demand[t], none negative; must_run may be demand itself. End with gpucost__curve_free(). */
gpucost_status gpucost__curve_new(const int32_t *demand, const int32_t *must_run, uint64_t hours,
                                  gpucost__curve *curve, gpucost_error *err);
void gpucost__curve_free(gpucost__curve *curve);

#endif
