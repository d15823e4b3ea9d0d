#include "forecast/forecast_trial.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { MIX = GPUCOST__PARTS, LAST = GPUCOST__PARTS + 1, QUANTILES = 9 };

/* Where to try: as far back as the span allows, each with three seasons before it. */
static void place(uint64_t hours, uint64_t season, uint64_t horizon, uint64_t origins, gpucost__trial *trial)
{
    uint64_t least = 3 * season, room = hours > least ? hours - least : 0;
    trial->span = horizon < room / 2 ? horizon : room / 2;
    uint64_t apart = trial->span / 2 / GPUCOST__DAY * GPUCOST__DAY;
    if (apart < GPUCOST__DAY) apart = GPUCOST__DAY;
    trial->origins = trial->span == 0 ? 0 : 1 + (room - trial->span) / apart;
    if (trial->origins > origins) trial->origins = origins;
    trial->buckets = 0;
    for (uint64_t end = GPUCOST__DAY; trial->buckets < GPUCOST__BUCKETS_MOST - 1 && end < trial->span; end *= 4)
        trial->bucket_end[trial->buckets++] = end;
    trial->bucket_end[trial->buckets++] = trial->span;
}

static uint64_t origin_hour(uint64_t hours, const gpucost__trial *trial, uint64_t origin)
{
    uint64_t apart = trial->span / 2 / GPUCOST__DAY * GPUCOST__DAY;
    return hours - trial->span - origin * (apart < GPUCOST__DAY ? GPUCOST__DAY : apart);
}

static double seasonal_scale(const double *values, uint64_t hours, uint64_t season)
{
    double sum = 0, known = 0;
    for (uint64_t t = season; t < hours; t++) {
        if (isnan(values[t]) || isnan(values[t - season])) continue;
        sum += fabs(exp(values[t]) - exp(values[t - season]));
        known++;
    }
    return known > 0 ? sum / known : 0;
}

static gpucost_status try_from(const double *values, uint64_t hours, uint64_t season, gpucost__trial *trial,
                               uint64_t origin, gpucost_error *err)
{
    uint64_t at = origin_hour(hours, trial, origin), offset = origin * trial->span;
    for (uint64_t h = 0; h < trial->span; h++) trial->truth[offset + h] = values[at + h];
    GPUCOST__TRY(gpucost__forecast_regression(values, at, season, trial->span, NULL,
                                              trial->part[GPUCOST__REGRESSION] + offset, err));
    GPUCOST__TRY(
        gpucost__forecast_smoothing(values, at, season, trial->span, trial->part[GPUCOST__SMOOTHING] + offset, err));
    gpucost__forecast_seasonal(values, at, season, trial->span, trial->part[GPUCOST__SEASONAL] + offset);
    trial->last[origin] = gpucost__forecast_last(values, at);
    trial->scale[origin] = seasonal_scale(values, at, season);
    return GPUCOST_OK;
}

/* Inverse mean squares; a part that is exact takes all. */
static void weigh(gpucost__trial *trial)
{
    double sum = 0;
    for (int part = 0; part < GPUCOST__PARTS; part++) {
        double squares = 0, known = 0;
        for (uint64_t i = 0; i < trial->origins * trial->span; i++) {
            if (isnan(trial->truth[i])) continue;
            double error = trial->truth[i] - trial->part[part][i];
            squares += error * error;
            known++;
        }
        trial->weight[part] = 1 / (squares / (known > 0 ? known : 1) + 1e-12);
        sum += trial->weight[part];
    }
    for (int part = 0; part < GPUCOST__PARTS; part++) trial->weight[part] /= sum;
}

gpucost_status gpucost__trial_new(const double *values, uint64_t hours, uint64_t season, uint64_t horizon,
                                  uint64_t origins, gpucost__trial *trial, gpucost_error *err)
{
    *trial = (gpucost__trial){0};
    place(hours, season, horizon, origins, trial);
    size_t room = (size_t)(trial->origins * trial->span) + 1;
    bool ok = true;
    trial->truth = malloc(room * sizeof *trial->truth);
    for (int part = 0; part < GPUCOST__PARTS; part++) {
        trial->part[part] = malloc(room * sizeof *trial->part[part]);
        ok = ok && trial->part[part];
    }
    trial->last = malloc(((size_t)trial->origins + 1) * sizeof *trial->last);
    trial->scale = malloc(((size_t)trial->origins + 1) * sizeof *trial->scale);
    if (!ok || !trial->truth || !trial->last || !trial->scale) return gpucost__fail_memory(err);
    for (uint64_t i = 0; i < trial->origins; i++) GPUCOST__TRY(try_from(values, hours, season, trial, i, err));
    weigh(trial);
    return GPUCOST_OK;
}

void gpucost__trial_free(gpucost__trial *trial)
{
    free(trial->truth);
    for (int part = 0; part < GPUCOST__PARTS; part++) free(trial->part[part]);
    free(trial->last);
    free(trial->scale);
    *trial = (gpucost__trial){0};
}

double gpucost__trial_mix(const gpucost__trial *trial, uint64_t origin, uint64_t hour)
{
    double sum = 0;
    for (int part = 0; part < GPUCOST__PARTS; part++)
        sum += trial->weight[part] * trial->part[part][origin * trial->span + hour];
    return sum;
}

static double forecast_of(const gpucost__trial *trial, uint64_t origin, uint64_t hour, int part)
{
    if (part == MIX) return gpucost__trial_mix(trial, origin, hour);
    return part == LAST ? trial->last[origin] : trial->part[part][origin * trial->span + hour];
}

uint64_t gpucost__trial_bucket(const gpucost__trial *trial, uint64_t hour)
{
    uint64_t bucket = 0;
    while (bucket + 1 < trial->buckets && hour >= trial->bucket_end[bucket]) bucket++;
    return bucket;
}

uint64_t gpucost__trial_errors(const gpucost__trial *trial, uint64_t bucket, uint64_t but, int part, double *errors,
                               double *wider)
{
    uint64_t count = 0, from = bucket > 0 ? trial->bucket_end[bucket - 1] : 0;
    double squares = 0, between = 0, k = 0;
    for (uint64_t i = 0; i < trial->origins; i++) {
        double sum = 0;
        uint64_t first = count;
        for (uint64_t h = from; i != but && h < trial->bucket_end[bucket]; h++) {
            if (isnan(trial->truth[i * trial->span + h])) continue;
            double error = trial->truth[i * trial->span + h] - forecast_of(trial, i, h, part);
            errors[count++] = error;
            sum += error;
            squares += error * error;
        }
        if (count == first) continue;
        between += sum * sum / (double)(count - first);
        k++;
    }
    if (k < 2) k = 1.5;
    if (wider) *wider = squares > 0 ? sqrt(1 + between / squares * ((k + 1) / (k - 1) - 1)) : 1;
    gsl_sort(errors, 1, (size_t)count);
    return count;
}

double gpucost__trial_quantile(const double *sorted, uint64_t count, double p)
{
    if (count == 0) return 0;
    double rank = p >= 0.5 ? ceil(p * (double)(count + 1)) : floor(p * (double)(count + 1));
    return sorted[rank < 1 ? 0 : rank > (double)count ? count - 1 : (uint64_t)rank - 1];
}

static double devices(double logarithm)
{
    double units = expm1(logarithm);
    return units > 0 ? units : 0;
}

typedef struct {
    double pinball[3], error, scale, inside;
    uint64_t count;
} scores;

/* One origin and bucket against quantiles of the other origins. */
static void score(const gpucost__trial *trial, uint64_t origin, uint64_t bucket, double confidence, double *errors,
                  scores *sum)
{
    static const int parts[] = {MIX, GPUCOST__SEASONAL, LAST};
    uint64_t from = bucket > 0 ? trial->bucket_end[bucket - 1] : 0;
    for (int i = 0; i < 3; i++) {
        double wider;
        uint64_t count = gpucost__trial_errors(trial, bucket, origin, parts[i], errors, &wider);
        double low = wider * gpucost__trial_quantile(errors, count, (1 - confidence) / 2);
        double high = wider * gpucost__trial_quantile(errors, count, (1 + confidence) / 2);
        for (uint64_t h = from; h < trial->bucket_end[bucket]; h++) {
            double truth = trial->truth[origin * trial->span + h], forecast = forecast_of(trial, origin, h, parts[i]);
            if (isnan(truth)) continue;
            for (int k = 1; k <= QUANTILES; k++) {
                double q = k / (QUANTILES + 1.0);
                double off = devices(truth) - devices(forecast + gpucost__trial_quantile(errors, count, q));
                sum->pinball[i] += (off > 0 ? q * off : (q - 1) * off) / QUANTILES;
            }
            if (i > 0) continue;
            sum->inside += truth >= forecast + low && truth <= forecast + high;
            sum->error += fabs(devices(truth) - devices(forecast));
            sum->scale += trial->scale[origin];
            sum->count++;
        }
    }
}

gpucost_status gpucost__trial_score(const gpucost__trial *trial, double confidence, gpucost_forecast_summary *summary,
                                    gpucost_error *err)
{
    scores sum = {{0}, 0, 0, 0, 0};
    double *errors = malloc(((size_t)(trial->origins * trial->span) + 1) * sizeof *errors);
    if (!errors) return gpucost__fail_memory(err);
    for (uint64_t i = 0; i < trial->origins; i++)
        for (uint64_t bucket = 0; bucket < trial->buckets; bucket++) score(trial, i, bucket, confidence, errors, &sum);
    free(errors);
    if (sum.count == 0) return GPUCOST_OK;
    double count = (double)sum.count;
    summary->tested_hours = sum.count;
    summary->pinball = sum.pinball[0] / count;
    summary->pinball_seasonal = sum.pinball[1] / count;
    summary->pinball_last = sum.pinball[2] / count;
    summary->coverage = sum.inside / count;
    summary->mase = sum.scale > 0 ? sum.error / sum.scale : 0;
    return GPUCOST_OK;
}
