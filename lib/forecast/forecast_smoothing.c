#include <math.h>
#include <stdlib.h>

#include "forecast/forecast_fit.h"
#include "forecast/forecast_model.h"

enum { STEPS_MOST = 120 };

typedef struct {
    const double *values;
    uint64_t hours, season;
    double *seasonal; /* [season] */
    double level, trend, damping;
} smoothing;

/* Level, trend and season from means of the first two seasons; hours that are not known take the season's mean. */
static void begin(smoothing *s)
{
    double sum[2] = {0, 0}, known[2] = {0, 0};
    for (uint64_t t = 0; t < 2 * s->season && t < s->hours; t++) {
        if (isnan(s->values[t])) continue;
        sum[t / s->season] += s->values[t];
        known[t / s->season]++;
    }
    double first = known[0] > 0 ? sum[0] / known[0] : known[1] > 0 ? sum[1] / known[1] : 0;
    double second = known[1] > 0 ? sum[1] / known[1] : first;
    s->level = first;
    s->trend = (second - first) / (double)s->season;
    for (uint64_t i = 0; i < s->season; i++) {
        double up = i < s->hours && !isnan(s->values[i]) ? s->values[i] - first : NAN;
        double again =
            i + s->season < s->hours && !isnan(s->values[i + s->season]) ? s->values[i + s->season] - second : NAN;
        s->seasonal[i] = !isnan(up) && !isnan(again) ? (up + again) / 2 : !isnan(up) ? up : !isnan(again) ? again : 0;
    }
}

static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

/* Run over the series; the mean square of one hour ahead. Level and trend move slowly: their parameters are shares of
   the season's, or the season would be learned as level. */
static double run(smoothing *s, const double *x)
{
    double alpha = logistic(x[0]), beta = 0.2 * alpha * logistic(x[1]);
    double gamma = logistic(x[2]) * (1 - alpha), squares = 0, known = 0;
    s->damping = 0.8 + 0.199 * logistic(x[3]);
    begin(s);
    for (uint64_t t = 0; t < s->hours; t++) {
        double expected = s->level + s->damping * s->trend, *season = &s->seasonal[t % s->season];
        double error = isnan(s->values[t]) ? 0 : s->values[t] - expected - *season;
        squares += error * error;
        known += !isnan(s->values[t]);
        s->level = expected + alpha * error;
        s->trend = s->damping * s->trend + beta * error;
        *season += gamma * error;
    }
    return known > 0 ? squares / known : 0;
}

static double loss(const double *x, void *context)
{
    double value = run(context, x);
    return isfinite(value) ? value : 1e300;
}

gpucost_status gpucost__forecast_smoothing(const double *values, uint64_t hours, uint64_t season, uint64_t horizon,
                                           double *ahead, gpucost_error *err)
{
    double x[GPUCOST__PARAMETERS] = {-1.5, -2, -1.5, 0};
    smoothing s = {
        .values = values, .hours = hours, .season = season, .seasonal = malloc((size_t)season * sizeof(double))};
    if (!s.seasonal) return gpucost__fail_memory(err);
    gpucost__simplex_descend(loss, &s, STEPS_MOST, 1e-3, x);
    run(&s, x);
    double grown = 0, weight = s.damping;
    for (uint64_t h = 0; h < horizon; h++) {
        grown += weight * s.trend;
        ahead[h] = s.level + grown + s.seasonal[(hours + h) % season];
        weight *= s.damping;
    }
    free(s.seasonal);
    return GPUCOST_OK;
}
