#include <gsl/gsl_fit.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

#include "forecast/forecast_model.h"
#include "forecast/forecast_table.h"
#include "num/gsl_guard.h"

static const double BASE = 0.05;

/* Share of the variance that the means of each phase explain. */
static double season_share(const double *demand, uint64_t hours, uint64_t season, double mean, double squares)
{
    double sum[GPUCOST__WEEK] = {0}, known[GPUCOST__WEEK] = {0}, explained = 0;
    for (uint64_t t = 0; t < hours; t++) {
        if (isnan(demand[t])) continue;
        sum[t % season] += demand[t];
        known[t % season]++;
    }
    for (uint64_t i = 0; i < season; i++)
        if (known[i] > 0) explained += known[i] * pow(sum[i] / known[i] - mean, 2);
    return squares > 0 ? explained / squares : 0;
}

static void describe(const double *demand, uint64_t hours, double *values, double *times,
                     gpucost_forecast_profile *profile)
{
    size_t known = 0;
    for (uint64_t t = 0; t < hours; t++) {
        if (isnan(demand[t])) {
            profile->gaps += t == 0 || !isnan(demand[t - 1]);
            continue;
        }
        values[known] = demand[t];
        times[known++] = (double)t;
    }
    profile->missing_hours = hours - known;
    profile->mean = gsl_stats_mean(values, 1, known);
    double squares = gsl_stats_tss_m(values, 1, known, profile->mean);
    double start, slope, c00, c01, c11, left = squares;
    if (known > 2 && squares > 0) gsl_fit_linear(times, 1, values, 1, known, &start, &slope, &c00, &c01, &c11, &left);
    profile->trend_share = squares > 0 ? 1 - left / squares : 0;
    profile->day_share = season_share(demand, hours, GPUCOST__DAY, profile->mean, squares);
    if (hours / 2 >= GPUCOST__WEEK)
        profile->week_share = season_share(demand, hours, GPUCOST__WEEK, profile->mean, squares);
    gsl_sort(values, 1, known);
    profile->peak = values[known - 1];
    profile->median = gsl_stats_median_from_sorted_data(values, 1, known);
    profile->base = values[(size_t)floor(BASE * (double)known)];
    if (profile->peak > 0) profile->load_factor = profile->mean / profile->peak;
}

gpucost_status gpucost_forecast_profile_of(const double *demand, uint64_t hours, gpucost_forecast_profile *profile,
                                           double *duration, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__forecast_profile_table, profile, err));
    uint64_t known;
    GPUCOST__TRY(gpucost__forecast_check(demand, hours, &known, err));
    if (known == 0) return gpucost__fail_field(err, GPUCOST_E_RANGE, "demand", NULL, "no hour has a value");
    gpucost__gsl_guard();
    double *values = malloc(2 * (size_t)hours * sizeof *values);
    if (!values) return gpucost__fail_memory(err);
    gpucost_forecast_profile found = {.size = sizeof found, .hours = hours};
    describe(demand, hours, values, values + hours, &found);
    for (uint64_t i = 0; duration && i < hours; i++) duration[i] = i < known ? values[known - 1 - i] : NAN;
    free(values);
    gpucost__struct_out(&gpucost__forecast_profile_table, &found, profile);
    return GPUCOST_OK;
}
