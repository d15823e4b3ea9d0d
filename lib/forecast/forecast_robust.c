#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "forecast/forecast_fit.h"

enum { MOST = GPUCOST__COLUMNS_MOST, ROUNDS = 30 };

/* The tuning of 95 % efficiency under normal errors [holland1977], and the median of a standard normal error's size. */
static const double TUNING = 4.685, NORMAL_MEDIAN = 0.6745;

/* Added to a diagonal of ones, so that columns that say the same share what they explain. */
static const double RIDGE = 1e-12;

typedef struct {
    const double *x, *y;
    uint64_t rows, columns;
    double triangle[MOST * MOST], scale[MOST]; /* Cholesky factor of the scaled normal matrix */
} fit;

static gsl_matrix_view triangle_of(fit *f)
{
    return gsl_matrix_view_array(f->triangle, f->columns, f->columns);
}

/* Weighted least squares; no weights are ones. */
static int solve(fit *f, const double *weights, double *c)
{
    uint64_t n = f->columns;
    memset(f->triangle, 0, sizeof f->triangle);
    memset(c, 0, (size_t)n * sizeof *c);
    for (uint64_t i = 0; i < f->rows; i++) {
        const double *row = f->x + i * n;
        double weight = weights ? weights[i] : 1;
        for (uint64_t k = 0; k < n; k++) {
            c[k] += weight * row[k] * f->y[i];
            for (uint64_t l = 0; l <= k; l++) f->triangle[k * n + l] += weight * row[k] * row[l];
        }
    }
    for (uint64_t k = 0; k < n; k++) f->scale[k] = f->triangle[k * n + k] > 0 ? 1 / sqrt(f->triangle[k * n + k]) : 1;
    for (uint64_t k = 0; k < n; k++) {
        c[k] *= f->scale[k];
        for (uint64_t l = 0; l < k; l++) f->triangle[k * n + l] *= f->scale[k] * f->scale[l];
        f->triangle[k * n + k] = 1 + RIDGE;
    }
    gsl_matrix_view matrix = triangle_of(f);
    gsl_vector_view vector = gsl_vector_view_array(c, n);
    int code = gsl_linalg_cholesky_decomp1(&matrix.matrix);
    if (code == GSL_SUCCESS) code = gsl_linalg_cholesky_svx(&matrix.matrix, &vector.vector);
    for (uint64_t k = 0; k < n; k++) c[k] *= f->scale[k];
    return code;
}

static double residual(const fit *f, const double *c, uint64_t row)
{
    double left = f->y[row];
    for (uint64_t k = 0; k < f->columns; k++) left -= f->x[row * f->columns + k] * c[k];
    return left;
}

/* What a residual is short of its error for the row's pull on the fit: 1 / sqrt(1 - leverage). */
static void pulls(fit *f, double *factor)
{
    gsl_matrix_view matrix = triangle_of(f);
    for (uint64_t i = 0; i < f->rows; i++) {
        double part[MOST], leverage = 0;
        for (uint64_t k = 0; k < f->columns; k++) part[k] = f->scale[k] * f->x[i * f->columns + k];
        gsl_vector_view vector = gsl_vector_view_array(part, f->columns);
        gsl_blas_dtrsv(CblasLower, CblasNoTrans, CblasNonUnit, &matrix.matrix, &vector.vector);
        for (uint64_t k = 0; k < f->columns; k++) leverage += part[k] * part[k];
        factor[i] = 1 / sqrt(1 - fmin(leverage, 0.9999));
    }
}

/* New weights from residuals; as many of the smallest as there are columns say nothing of the scatter. */
static void weigh(const fit *f, const double *c, const double *factor, double least, double *weights, double *sorted)
{
    for (uint64_t i = 0; i < f->rows; i++) {
        weights[i] = residual(f, c, i) * factor[i];
        sorted[i] = fabs(weights[i]);
    }
    gsl_sort(sorted, 1, (size_t)f->rows);
    uint64_t from = f->columns - 1;
    double scatter = gsl_stats_median_from_sorted_data(sorted + from, 1, (size_t)(f->rows - from)) / NORMAL_MEDIAN;
    if (scatter < least) scatter = least;
    for (uint64_t i = 0; i < f->rows; i++) {
        double u = weights[i] / (TUNING * scatter);
        weights[i] = fabs(u) < 1 ? pow(1 - u * u, 2) : 0;
    }
}

static bool has_settled(const double *c, const double *before, uint64_t columns)
{
    for (uint64_t k = 0; k < columns; k++)
        if (!(fabs(c[k] - before[k]) <= 1e-8 * fmax(fabs(c[k]), fabs(before[k])))) return false;
    return true;
}

int gpucost__robust_fit(const double *x, const double *y, uint64_t rows, uint64_t columns, double *scratch, double *c)
{
    fit f = {.x = x, .y = y, .rows = rows, .columns = columns};
    double *factor = scratch, *weights = factor + rows, *sorted = weights + rows, squares = 0, known = 0;
    int code = solve(&f, NULL, c);
    for (uint64_t i = 0; i < rows; i++) {
        squares += pow(residual(&f, c, i), 2);
        known += y[i] * y[i];
    }
    if (code != GSL_SUCCESS || squares <= 1e-12 * (known + 1)) return code;
    pulls(&f, factor);
    double least = 1e-6 * gsl_stats_sd(y, 1, (size_t)rows);
    /* not settled in so many rounds: what it has is still a weighted fit; a failure falls back on the round before */
    for (int round = 0; round < ROUNDS; round++) {
        double next[MOST];
        bool finite = true;
        weigh(&f, c, factor, least, weights, sorted);
        if (solve(&f, weights, next) != GSL_SUCCESS) break;
        for (uint64_t k = 0; k < columns; k++) finite = finite && isfinite(next[k]);
        if (!finite) break;
        bool settled = has_settled(next, c, columns);
        memcpy(c, next, (size_t)columns * sizeof *c);
        if (settled) break;
    }
    return GSL_SUCCESS;
}
