#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

#include "base/decimal.h"
#include "forecast/forecast_table.h"
#include "forecast/forecast_trial.h"
#include "num/gsl_guard.h"

enum { HORIZON = 720, ORIGINS = 8, PATHS = 200, SEASONS_LEAST = 3, HOURS_MOST = 1000000, FACTORS = 2 };

static const double CONFIDENCE = 0.8, DEVICES_MOST = 2147483647.0;

struct gpucost_forecast {
    gpucost_forecast_summary summary;
    gpucost_forecast_hour *hours; /* [horizon] */
    int32_t *paths;               /* [path_count][horizon] */
    uint64_t path_count;
};

typedef struct {
    gpucost_forecast_options options;
    uint64_t hours, season;
    double *values;    /* [hours] log(1 + demand) */
    double *residuals; /* [hours] of the regression; those known packed to the front in their order */
    uint64_t residual_count;
    double *ahead;     /* [horizon] the mix */
    double *errors;    /* scratch */
    gpucost__trial trial;
    gpucost_forecast *made;
} work;

gpucost_status gpucost__forecast_check(const double *demand, uint64_t hours, uint64_t *known, gpucost_error *err)
{
    *known = 0;
    if (!demand || hours == 0) return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "demand", NULL, "no series");
    if (hours > HOURS_MOST)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "hours", NULL, "%llu hours; at most %d",
                                   (unsigned long long)hours, HOURS_MOST);
    for (uint64_t t = 0; t < hours; t++) {
        char text[GPUCOST__DOUBLE_TEXT] = "infinite";
        if (!isnan(demand[t])) ++*known;
        if (isnan(demand[t]) || (demand[t] >= 0 && demand[t] <= DEVICES_MOST)) continue;
        if (isfinite(demand[t])) gpucost__double_text(demand[t], text);
        return gpucost__fail_field(
            err, GPUCOST_E_RANGE, "demand", text,
            "hour %llu: %s is no number of devices; expected 0 to 2147483647, or NaN where it is not known",
            (unsigned long long)t, text);
    }
    return GPUCOST_OK;
}

static double devices(double logarithm)
{
    double units = expm1(logarithm);
    return units < 0 ? 0 : units > DEVICES_MOST ? DEVICES_MOST : units;
}

/* Three seasons before the first origin, and a day to try. */
static gpucost_status choose_season(work *w, uint64_t known, gpucost_error *err)
{
    const int week_most = SEASONS_LEAST * GPUCOST__WEEK + 4 * GPUCOST__DAY,
              day_most = (SEASONS_LEAST + 2) * GPUCOST__DAY;
    uint64_t week = (uint64_t)week_most, day = (uint64_t)day_most;
    w->season = w->hours >= week ? GPUCOST__WEEK : GPUCOST__DAY;
    if (w->hours < day)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "hours", NULL, "%llu hours of history; at least %llu",
                                   (unsigned long long)w->hours, (unsigned long long)day);
    if (known * 2 < w->hours)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "demand", NULL, "only %llu of %llu hours have a value",
                                   (unsigned long long)known, (unsigned long long)w->hours);
    return GPUCOST_OK;
}

static gpucost_status mix(work *w, gpucost_error *err)
{
    uint64_t horizon = w->options.horizon_hours;
    double *part = malloc((size_t)horizon * sizeof *part);
    if (!part) return gpucost__fail_memory(err);
    gpucost_status status =
        gpucost__forecast_regression(w->values, w->hours, w->season, horizon, w->residuals, part, err);
    for (uint64_t h = 0; h < horizon; h++) w->ahead[h] = w->trial.weight[GPUCOST__REGRESSION] * part[h];
    if (status == GPUCOST_OK) status = gpucost__forecast_smoothing(w->values, w->hours, w->season, horizon, part, err);
    for (uint64_t h = 0; h < horizon; h++) w->ahead[h] += w->trial.weight[GPUCOST__SMOOTHING] * part[h];
    gpucost__forecast_seasonal(w->values, w->hours, w->season, horizon, part);
    for (uint64_t h = 0; h < horizon; h++) w->ahead[h] += w->trial.weight[GPUCOST__SEASONAL] * part[h];
    free(part);
    GPUCOST__TRY(status);
    for (uint64_t t = 0; t < w->hours; t++)
        if (!isnan(w->residuals[t])) w->residuals[w->residual_count++] = w->residuals[t];
    return GPUCOST_OK;
}

static void fill_hours(work *w)
{
    double low[GPUCOST__BUCKETS_MOST], high[GPUCOST__BUCKETS_MOST], confidence = w->options.confidence;
    for (uint64_t i = 0; i < w->trial.buckets; i++) {
        double wider;
        uint64_t count = gpucost__trial_errors(&w->trial, i, w->trial.origins, GPUCOST__PARTS, w->errors, &wider);
        low[i] = wider * gpucost__trial_quantile(w->errors, count, (1 - confidence) / 2);
        high[i] = wider * gpucost__trial_quantile(w->errors, count, (1 + confidence) / 2);
    }
    for (uint64_t h = 0; h < w->options.horizon_hours; h++) {
        uint64_t bucket = gpucost__trial_bucket(&w->trial, h);
        w->made->hours[h] = (gpucost_forecast_hour){.size = sizeof w->made->hours[h],
                                                    .hour = h,
                                                    .expected = devices(w->ahead[h]),
                                                    .low = devices(w->ahead[h] + low[bucket]),
                                                    .high = devices(w->ahead[h] + high[bucket])};
    }
}

/* How errors at the origins spread: all of an origin together, and the rest by distance as a multiple of the residuals.
 */
static void spread_of(work *w, double *level, double scale[GPUCOST__BUCKETS_MOST])
{
    const gpucost__trial *trial = &w->trial;
    double squares = 0;
    for (uint64_t i = 0; i < trial->origins; i++) {
        double sum = 0, known = 0;
        for (uint64_t h = 0; h < trial->span; h++) {
            if (isnan(trial->truth[i * trial->span + h])) continue;
            sum += trial->truth[i * trial->span + h] - gpucost__trial_mix(trial, i, h);
            known++;
        }
        if (known > 0) squares += pow(sum / known, 2);
    }
    *level = trial->origins > 0 ? sqrt(squares / (double)trial->origins) : 0;
    double own = gsl_stats_tss_m(w->residuals, 1, (size_t)w->residual_count, 0) / (double)w->residual_count;
    for (uint64_t b = 0; b < trial->buckets; b++) {
        uint64_t count = gpucost__trial_errors(trial, b, trial->origins, GPUCOST__PARTS, w->errors, NULL);
        double all = count > 0 ? gsl_stats_tss_m(w->errors, 1, (size_t)count, 0) / (double)count : 0;
        double left = all - *level * *level;
        if (left < all / 4) left = all / 4; /* levels of few origins are uncertain: hours keep a part of their own */
        scale[b] = own > 0 ? sqrt(left / own) : 0;
    }
}

static gpucost_status draw_paths(work *w, gpucost_error *err)
{
    uint64_t horizon = w->options.horizon_hours, block = w->options.block_hours, paths = w->options.paths;
    if (block > w->residual_count) block = w->residual_count;
    uint64_t blocks = (horizon + block - 1) / block, dimensions = FACTORS + blocks;
    double level, scale[GPUCOST__BUCKETS_MOST], *points = malloc((size_t)(paths * dimensions) * sizeof *points);
    if (!points) return gpucost__fail_memory(err);
    gpucost_status status = gpucost_forecast_draws(w->options.draws, w->options.seed, paths, dimensions, points, err);
    if (status == GPUCOST_OK) spread_of(w, &level, scale);
    for (uint64_t p = 0; p < paths && status == GPUCOST_OK; p++) {
        const double *u = points + p * dimensions;
        double first = level * gsl_cdf_ugaussian_Pinv(fmax(u[0], 1e-12)),
               last = level * gsl_cdf_ugaussian_Pinv(fmax(u[1], 1e-12));
        for (uint64_t h = 0; h < horizon; h++) {
            uint64_t start = (uint64_t)(u[FACTORS + h / block] * (double)(w->residual_count - block + 1));
            double far = (double)h / (double)horizon, drift = first * sqrt(1 - far) + last * sqrt(far);
            double error = drift + scale[gpucost__trial_bucket(&w->trial, h)] * w->residuals[start + h % block];
            w->made->paths[p * horizon + h] = (int32_t)floor(devices(w->ahead[h] + error) + 0.5);
        }
    }
    free(points);
    return status;
}

static gpucost_status run(work *w, const double *demand, gpucost_error *err)
{
    gpucost_forecast *made = w->made;
    size_t horizon = (size_t)w->options.horizon_hours, hours = (size_t)w->hours;
    w->values = malloc(hours * sizeof *w->values);
    w->residuals = malloc(hours * sizeof *w->residuals);
    w->ahead = malloc(horizon * sizeof *w->ahead);
    made->hours = malloc(horizon * sizeof *made->hours);
    made->paths = malloc((size_t)w->options.paths * horizon * sizeof *made->paths);
    if (!w->values || !w->residuals || !w->ahead || !made->hours || !made->paths) return gpucost__fail_memory(err);
    for (uint64_t t = 0; t < w->hours; t++) w->values[t] = log1p(demand[t]);
    GPUCOST__TRY(gpucost__trial_new(w->values, w->hours, w->season, horizon, w->options.origins, &w->trial, err));
    w->errors = malloc(((size_t)(w->trial.origins * w->trial.span) + 1) * sizeof *w->errors);
    if (!w->errors) return gpucost__fail_memory(err);
    GPUCOST__TRY(mix(w, err));
    GPUCOST__TRY(gpucost__trial_score(&w->trial, w->options.confidence, &made->summary, err));
    fill_hours(w);
    GPUCOST__TRY(draw_paths(w, err));
    made->path_count = w->options.paths;
    made->summary.size = sizeof made->summary;
    made->summary.hours = w->hours;
    made->summary.horizon_hours = horizon;
    made->summary.season_hours = w->season;
    made->summary.origins = w->trial.origins;
    made->summary.regression_weight = w->trial.weight[GPUCOST__REGRESSION];
    made->summary.smoothing_weight = w->trial.weight[GPUCOST__SMOOTHING];
    made->summary.seasonal_weight = w->trial.weight[GPUCOST__SEASONAL];
    return GPUCOST_OK;
}

static gpucost_status resolve(const gpucost_forecast_options *options, gpucost_forecast_options *ours,
                              gpucost_error *err)
{
    GPUCOST__TRY(gpucost__struct_in(&gpucost__forecast_options_table, options, ours, err));
    if (ours->horizon_hours == 0) ours->horizon_hours = HORIZON;
    if (ours->origins == 0) ours->origins = ORIGINS;
    if (ours->paths == 0) ours->paths = PATHS;
    if (ours->block_hours == 0) ours->block_hours = GPUCOST__WEEK;
    if (ours->confidence <= 0) ours->confidence = CONFIDENCE;
    return GPUCOST_OK;
}

gpucost_status gpucost_forecast_new(const double *demand, uint64_t hours, const gpucost_forecast_options *options,
                                    gpucost_forecast **forecast, gpucost_error *err)
{
    gpucost__clear(err);
    work w = {.hours = hours};
    uint64_t known;
    GPUCOST__TRY(resolve(options, &w.options, err));
    GPUCOST__TRY(gpucost__forecast_check(demand, hours, &known, err));
    GPUCOST__TRY(choose_season(&w, known, err));
    gpucost__gsl_guard();
    w.made = calloc(1, sizeof *w.made);
    gpucost_status status = w.made ? run(&w, demand, err) : gpucost__fail_memory(err);
    gpucost__trial_free(&w.trial);
    free(w.values);
    free(w.residuals);
    free(w.ahead);
    free(w.errors);
    if (status != GPUCOST_OK) {
        gpucost_forecast_free(w.made);
        return status;
    }
    w.made->summary.missing_hours = hours - known;
    *forecast = w.made;
    return GPUCOST_OK;
}

void gpucost_forecast_free(gpucost_forecast *forecast)
{
    if (!forecast) return;
    free(forecast->hours);
    free(forecast->paths);
    free(forecast);
}

gpucost_status gpucost_forecast_summarise(const gpucost_forecast *forecast, gpucost_forecast_summary *summary,
                                          gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__forecast_summary_table, summary, err));
    gpucost__struct_out(&gpucost__forecast_summary_table, &forecast->summary, summary);
    return GPUCOST_OK;
}

gpucost_status gpucost_forecast_hour_at(const gpucost_forecast *forecast, uint64_t index, gpucost_forecast_hour *hour,
                                        gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__forecast_hour_table, hour, err));
    if (index >= forecast->summary.horizon_hours)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "index", NULL, "hour %llu is past the last of %llu",
                                   (unsigned long long)index, (unsigned long long)forecast->summary.horizon_hours);
    gpucost__struct_out(&gpucost__forecast_hour_table, &forecast->hours[index], hour);
    return GPUCOST_OK;
}

uint64_t gpucost_forecast_path_count(const gpucost_forecast *forecast)
{
    return forecast->path_count;
}

const int32_t *gpucost_forecast_path(const gpucost_forecast *forecast, uint64_t index)
{
    return index < forecast->path_count ? forecast->paths + index * forecast->summary.horizon_hours : NULL;
}
