#include "num/least_squares.h"

#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

#include "num/gsl_guard.h"

enum { MOST = GPUCOST__PARAMETERS_MOST, ITERATIONS = 500 };

static double sum_of(const double *f, size_t points)
{
    double sum = 0;
    for (size_t i = 0; i < points; i++) sum += f[i] * f[i];
    return sum;
}

/* J'J and J'f */
static void normal(size_t points, size_t parameters, const double *f, const double *j, double a[MOST * MOST],
                   double g[MOST])
{
    memset(a, 0, (size_t)MOST * MOST * sizeof *a);
    memset(g, 0, MOST * sizeof *g);
    for (size_t i = 0; i < points; i++) {
        const double *row = j + i * parameters;
        for (size_t k = 0; k < parameters; k++) {
            g[k] += row[k] * f[i];
            for (size_t l = 0; l < parameters; l++) a[k * parameters + l] += row[k] * row[l];
        }
    }
}

/* A step with the diagonal longer by the damping; false where the matrix is not positive. */
static bool step_of(size_t parameters, const double a[MOST * MOST], const double g[MOST], double damping,
                    double step[MOST])
{
    double damped[MOST * MOST];
    memcpy(damped, a, sizeof damped);
    for (size_t k = 0; k < parameters; k++) {
        damped[k * parameters + k] *= 1 + damping;
        step[k] = -g[k];
    }
    gsl_matrix_view matrix = gsl_matrix_view_array(damped, parameters, parameters);
    gsl_vector_view vector = gsl_vector_view_array(step, parameters);
    return gsl_linalg_cholesky_decomp1(&matrix.matrix) == GSL_SUCCESS &&
           gsl_linalg_cholesky_svx(&matrix.matrix, &vector.vector) == GSL_SUCCESS;
}

/* One accepted step; false when none is better than x, which is then the minimum. */
static bool advance(const gpucost__least_squares *p, const double a[MOST * MOST], const double g[MOST], double *x,
                    double *damping, double *sum, double *f, double *trial)
{
    static const double DAMPING_LEAST = 1e-12, DAMPING_MOST = 1e12, ENOUGH = 1e-14;
    enum { TRIES_MOST = 25 }; /* from the least damping to the most */
    for (int i = 0; i < TRIES_MOST; i++) {
        double step[MOST], there[MOST];
        if (i > 0) *damping *= 10;
        if (!(*damping < DAMPING_MOST)) return false;
        if (!step_of(p->parameters, a, g, *damping, step)) continue;
        bool moves = false;
        for (size_t k = 0; k < p->parameters; k++) {
            there[k] = x[k] + step[k];
            moves = moves || fabs(step[k]) > ENOUGH * (fabs(x[k]) + ENOUGH);
        }
        if (!moves) return false;
        if (!p->residuals(there, p->data, trial)) continue;
        double shorter = sum_of(trial, p->points);
        if (!(shorter < *sum)) continue;
        *sum = shorter;
        memcpy(x, there, p->parameters * sizeof *x);
        memcpy(f, trial, p->points * sizeof *f);
        *damping = fmax(DAMPING_LEAST, *damping / 10);
        return true;
    }
    return false;
}

gpucost_status gpucost__least_squares_solve(const gpucost__least_squares *p, double *x, double *covariance,
                                            double *sum_squares, double *scratch, const char *what, gpucost_error *err)
{
    double a[MOST * MOST], g[MOST], damping = 1e-3;
    double *f = scratch, *trial = f + p->points, *j = trial + p->points;
    if (!p->residuals(x, p->data, f)) return gpucost__gsl_status(GSL_EDOM, what, err);
    *sum_squares = sum_of(f, p->points);
    int count = 0;
    do {
        p->jacobian(x, p->data, j);
        normal(p->points, p->parameters, f, j, a, g);
    } while (count++ < ITERATIONS && advance(p, a, g, x, &damping, sum_squares, f, trial));
    if (count > ITERATIONS) return gpucost__gsl_status(GSL_EMAXITER, what, err);
    gsl_matrix_view matrix = gsl_matrix_view_array(a, p->parameters, p->parameters);
    int code = gsl_linalg_cholesky_decomp1(&matrix.matrix);
    if (code == GSL_SUCCESS) code = gsl_linalg_cholesky_invert(&matrix.matrix);
    if (code == GSL_SUCCESS) memcpy(covariance, a, p->parameters * p->parameters * sizeof *a);
    return gpucost__gsl_status(code, what, err);
}
