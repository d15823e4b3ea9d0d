/* Nonlinear least squares of few parameters, without allocating: GSL's own solver leaves blocks behind when memory runs
   out inside its allocation. */
#ifndef GPUCOST_NUM_LEAST_SQUARES_H
#define GPUCOST_NUM_LEAST_SQUARES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum { GPUCOST__PARAMETERS_MOST = 4 };

typedef struct gpucost__least_squares {
    size_t points, parameters;
    /* Residuals at x; false where there are none. */
    bool (*residuals)(const double *x, const void *data, double *residuals);
    /* [points x parameters] their derivatives. */
    void (*jacobian)(const double *x, const void *data, double *jacobian);
    const void *data;
} gpucost__least_squares;

/*
 * From x to a minimum near it, by steps of marquardt1963. `scratch` holds points x (parameters + 2) numbers; `covariance`
 * is that of the parameters [parameters x parameters] for residuals of unit variance.
 */
gpucost_status gpucost__least_squares_solve(const gpucost__least_squares *problem, double *x, double *covariance,
                                            double *sum_squares, double *scratch, const char *what, gpucost_error *err);

#endif
