/* Fits of forecasts without allocating: GSL's workspaces hold a gsl_matrix, whose allocation leaves its head behind
   when memory runs out in between. */
#ifndef GPUCOST_FORECAST_FIT_H
#define GPUCOST_FORECAST_FIT_H

#include <stdint.h>

enum { GPUCOST__COLUMNS_MOST = 24, GPUCOST__PARAMETERS = 4 };

/* y ~ X c by bisquare weights from least squares on, which is the answer where nothing scatters [beaton1974]. `scratch`
   holds 3 x rows. A GSL code. */
int gpucost__robust_fit(const double *x, const double *y, uint64_t rows, uint64_t columns, double *scratch, double *c);

/* From x downhill to a simplex smaller than `size`, in so many steps at most [nelder1965]. The first simplex has
   edges of 1. */
void gpucost__simplex_descend(double (*loss)(const double *x, void *context), void *context, int steps, double size,
                              double x[GPUCOST__PARAMETERS]);

#endif
