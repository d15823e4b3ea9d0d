/* The parts that are mixed: each continues the logarithms of a series. */
#ifndef GPUCOST_FORECAST_MODEL_H
#define GPUCOST_FORECAST_MODEL_H

#include "base/error.h"
#include "gpucost/forecast.h"

enum { GPUCOST__DAY = 24, GPUCOST__WEEK = 168 };

/* Robust regression on a bent trend and Fourier terms. `values` [hours] may hold NaN. `residuals` [hours], NaN where
   values are, unless NULL; `ahead` [horizon]. Without scatter it is least squares. */
gpucost_status gpucost__forecast_regression(const double *values, uint64_t hours, uint64_t season, uint64_t horizon,
                                            double *residuals, double *ahead, gpucost_error *err);

/* Damped additive Holt-Winters smoothing [gardner1985], parameters by the least squares of one hour ahead. */
gpucost_status gpucost__forecast_smoothing(const double *values, uint64_t hours, uint64_t season, uint64_t horizon,
                                           double *ahead, gpucost_error *err);

/* The last known value of the same hour of the season. */
void gpucost__forecast_seasonal(const double *values, uint64_t hours, uint64_t season, uint64_t horizon, double *ahead);

/* The last known value. */
double gpucost__forecast_last(const double *values, uint64_t hours);

/* Values are not negative, or NaN; *known of them are numbers. */
gpucost_status gpucost__forecast_check(const double *demand, uint64_t hours, uint64_t *known, gpucost_error *err);

#endif
