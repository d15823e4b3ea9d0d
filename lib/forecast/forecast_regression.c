#include <gsl/gsl_multifit.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "forecast/forecast_model.h"
#include "num/gsl_guard.h"

/* The trend flattens with this half-life after the last hour: commitments are bought on levels, and few trends of GPU demand
   last. Four weeks is our choice, not fitted. */
static const double TREND_HALF_LIFE = 4 * GPUCOST__WEEK;

static const double YEAR = 8766, PI = 3.14159265358979323846;

enum { DAY_PAIRS = 4, WEEK_PAIRS = 3, YEAR_PAIRS = 2, COLUMNS_MOST = 3 + 2 * (DAY_PAIRS + WEEK_PAIRS + YEAR_PAIRS),
       ROUNDS_MOST = 30, BEND_WEEKS = 6 };

typedef struct {
    double hours;
    uint64_t season, columns;
    bool bends, years;
} design;

static void add_pairs(double *row, uint64_t *column, double turn, int pairs)
{
    for (int k = 1; k <= pairs; k++) {
        row[(*column)++] = cos(2 * PI * k * turn);
        row[(*column)++] = sin(2 * PI * k * turn);
    }
}

static void fill_row(design *d, double t, double row[COLUMNS_MOST])
{
    uint64_t column = 0;
    double damping = pow(0.5, 1 / TREND_HALF_LIFE), past = t < d->hours ? t : d->hours - 1;
    if (t >= d->hours) past += damping * (1 - pow(damping, t - d->hours + 1)) / (1 - damping);
    row[column++] = 1;
    row[column++] = past / d->hours - 0.5;
    if (d->bends) row[column++] = past > d->hours / 2 ? past / d->hours - 0.5 : 0;
    add_pairs(row, &column, t / GPUCOST__DAY, DAY_PAIRS);
    if (d->season == GPUCOST__WEEK) add_pairs(row, &column, t / GPUCOST__WEEK, WEEK_PAIRS);
    if (d->years) add_pairs(row, &column, t / YEAR, YEAR_PAIRS);
    d->columns = column;
}

/* Bisquare; without scatter its scale is 0, and then least squares is exact. */
static int fit(const gsl_matrix *x, const gsl_vector *y, gsl_vector *c, gsl_matrix *cov)
{
    gsl_multifit_linear_workspace *plain = gsl_multifit_linear_alloc(x->size1, x->size2);
    gsl_multifit_robust_workspace *robust = gsl_multifit_robust_alloc(gsl_multifit_robust_bisquare, x->size1, x->size2);
    double squares = 0, known = 0;
    int code = plain && robust ? gsl_multifit_linear(x, y, c, cov, &squares, plain) : GSL_ENOMEM;
    for (size_t i = 0; i < y->size; i++) known += gsl_vector_get(y, i) * gsl_vector_get(y, i);
    if (code == GSL_SUCCESS && squares > 1e-12 * (known + 1)) {
        gsl_vector *start = gsl_vector_alloc(c->size);
        if (start) gsl_vector_memcpy(start, c);
        gsl_multifit_robust_maxiter(ROUNDS_MOST, robust);
        code = start ? gsl_multifit_robust(x, y, c, cov, robust) : GSL_ENOMEM;
        /* not settled in so many rounds: what it has is still a weighted fit; anything else falls back on least squares */
        if (code == GSL_EMAXITER) code = GSL_SUCCESS;
        bool finite = code == GSL_SUCCESS;
        for (size_t i = 0; finite && i < c->size; i++) finite = isfinite(gsl_vector_get(c, i));
        if (start && !finite && code != GSL_ENOMEM) {
            gsl_vector_memcpy(c, start);
            code = GSL_SUCCESS;
        }
        if (start) gsl_vector_free(start);
    }
    if (robust) gsl_multifit_robust_free(robust);
    if (plain) gsl_multifit_linear_free(plain);
    return code;
}

static double predict(design *d, double t, const gsl_vector *c)
{
    double row[COLUMNS_MOST], sum = 0;
    fill_row(d, t, row);
    for (size_t i = 0; i < c->size; i++) sum += row[i] * gsl_vector_get(c, i);
    return sum;
}

gpucost_status gpucost__forecast_regression(const double *values, uint64_t hours, uint64_t season, uint64_t horizon,
                                            double *residuals, double *ahead, gpucost_error *err)
{
    design d = {.hours = (double)hours, .season = season, .bends = hours >= BEND_WEEKS * GPUCOST__WEEK,
                .years = (double)hours >= 2 * YEAR};
    double row[COLUMNS_MOST];
    size_t known = 0;
    fill_row(&d, 0, row);
    for (uint64_t t = 0; t < hours; t++) if (!isnan(values[t])) known++;
    if (known <= d.columns)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "demand", NULL, "%llu known hours are too few to forecast from",
                                   (unsigned long long)known);
    gsl_matrix *x = gsl_matrix_alloc(known, d.columns), *cov = gsl_matrix_alloc(d.columns, d.columns);
    gsl_vector *y = gsl_vector_alloc(known), *c = gsl_vector_alloc(d.columns);
    int code = x && cov && y && c ? GSL_SUCCESS : GSL_ENOMEM;
    if (code == GSL_SUCCESS) {
        size_t i = 0;
        for (uint64_t t = 0; t < hours; t++) {
            if (isnan(values[t])) continue;
            fill_row(&d, (double)t, row);
            for (size_t k = 0; k < d.columns; k++) gsl_matrix_set(x, i, k, row[k]);
            gsl_vector_set(y, i++, values[t]);
        }
        code = fit(x, y, c, cov);
    }
    if (code == GSL_SUCCESS) {
        for (uint64_t t = 0; residuals && t < hours; t++) residuals[t] = values[t] - predict(&d, (double)t, c);
        for (uint64_t h = 0; h < horizon; h++) ahead[h] = predict(&d, (double)(hours + h), c);
    }
    if (x) gsl_matrix_free(x);
    if (cov) gsl_matrix_free(cov);
    if (y) gsl_vector_free(y);
    if (c) gsl_vector_free(c);
    return gpucost__gsl_status(code, "the regression of the forecast", err);
}

void gpucost__forecast_seasonal(const double *values, uint64_t hours, uint64_t season, uint64_t horizon, double *ahead)
{
    double last = gpucost__forecast_last(values, hours);
    for (uint64_t h = 0; h < horizon; h++) {
        ahead[h] = last;
        for (uint64_t back = season - h % season; back <= hours; back += season) {
            if (isnan(values[hours - back])) continue;
            ahead[h] = values[hours - back];
            break;
        }
    }
}

double gpucost__forecast_last(const double *values, uint64_t hours)
{
    while (hours-- > 0)
        if (!isnan(values[hours])) return values[hours];
    return 0;
}
