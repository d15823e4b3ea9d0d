/* The linear programme over the weights: the largest bound that the plans seen so far leave, by a dense simplex
   method. */
#ifndef GPUCOST_RISK_MASTER_H
#define GPUCOST_RISK_MASTER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/* max over theta of min over plans i of theta . cost_i, least <= theta <= most, sum of theta at most 1. Its dual mixes
   the plans; columns are added as plans come, and the basis is kept. */
typedef struct {
    uint64_t rows;         /* scenarios + 1 */
    uint64_t plans, room;
    double *cost;          /* [room][scenarios] */
    const double *least, *most; /* [scenarios] borrowed */
    double *inverse;       /* [rows][rows] of the basis */
    double *level;         /* [rows] values of the basic variables */
    double *price;         /* [rows] dual values */
    double *column;        /* [rows] scratch */
    uint64_t *basic;       /* [rows] plan i is i; then threshold, excess and slack of each scenario: risk_master.c */
} gpucost__master;

/* End with gpucost__master_free(), also after a failure. */
gpucost_status gpucost__master_new(uint64_t scenarios, const double *least, const double *most, uint64_t plans_most,
                                   gpucost__master *master, gpucost_error *err);
void gpucost__master_free(gpucost__master *master);

/* Another plan by its costs [scenarios]; there must be room. */
void gpucost__master_add(gpucost__master *master, const double *costs);

/* Solve: theta [scenarios], how much of each plan mix [plans] (may be NULL), and the bound. */
double gpucost__master_solve(gpucost__master *master, double *theta, double *mix);

#endif
