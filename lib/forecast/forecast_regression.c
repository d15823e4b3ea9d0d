#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "forecast/forecast_fit.h"
#include "forecast/forecast_model.h"
#include "num/gsl_guard.h"

/* The trend flattens with this half-life after the last hour: commitments are bought on levels, and few trends of GPU
   demand last. Four weeks is our choice, not fitted. */
static const double TREND_HALF_LIFE = 4 * GPUCOST__WEEK;

static const double YEAR = 8766, PI = 3.14159265358979323846;

enum {
    DAY_PAIRS = 4,
    WEEK_PAIRS = 3,
    YEAR_PAIRS = 2,
    COLUMNS_MOST = 3 + 2 * (DAY_PAIRS + WEEK_PAIRS + YEAR_PAIRS),
    BEND_WEEKS = 6
};
_Static_assert((int)COLUMNS_MOST <= (int)GPUCOST__COLUMNS_MOST, "columns of the fit");

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

static double predict(design *d, double t, const double *c)
{
    double row[COLUMNS_MOST], sum = 0;
    fill_row(d, t, row);
    for (uint64_t i = 0; i < d->columns; i++) sum += row[i] * c[i];
    return sum;
}

gpucost_status gpucost__forecast_regression(const double *values, uint64_t hours, uint64_t season, uint64_t horizon,
                                            double *residuals, double *ahead, gpucost_error *err)
{
    design d = {.hours = (double)hours, .season = season, .bends = hours / GPUCOST__WEEK >= BEND_WEEKS,
                .years = (double)hours >= 2 * YEAR};
    double row[COLUMNS_MOST];
    size_t known = 0;
    fill_row(&d, 0, row);
    for (uint64_t t = 0; t < hours; t++) if (!isnan(values[t])) known++;
    if (known <= d.columns)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "demand", NULL,
                                   "%llu known hours are too few to forecast from", (unsigned long long)known);
    double *x = malloc(known * d.columns * sizeof *x), *y = malloc(4 * known * sizeof *y), c[COLUMNS_MOST];
    if (!x || !y) {
        free(x);
        free(y);
        return gpucost__fail_memory(err);
    }
    size_t i = 0;
    for (uint64_t t = 0; t < hours; t++) {
        if (isnan(values[t])) continue;
        fill_row(&d, (double)t, row);
        memcpy(x + i * d.columns, row, d.columns * sizeof *x);
        y[i++] = values[t];
    }
    int code = gpucost__robust_fit(x, y, known, d.columns, y + known, c);
    free(x);
    free(y);
    GPUCOST__TRY(gpucost__gsl_status(code, "the regression of the forecast", err));
    for (uint64_t t = 0; residuals && t < hours; t++) residuals[t] = values[t] - predict(&d, (double)t, c);
    for (uint64_t h = 0; h < horizon; h++) ahead[h] = predict(&d, (double)(hours + h), c);
    return GPUCOST_OK;
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
