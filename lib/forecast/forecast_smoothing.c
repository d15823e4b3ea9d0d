#include <gsl/gsl_multimin.h>
#include <math.h>
#include <stdlib.h>

#include "forecast/forecast_model.h"
#include "num/gsl_guard.h"

enum { PARAMETERS = 4, STEPS_MOST = 120 };

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
        double again = i + s->season < s->hours && !isnan(s->values[i + s->season]) ? s->values[i + s->season] - second : NAN;
        s->seasonal[i] = !isnan(up) && !isnan(again) ? (up + again) / 2 : !isnan(up) ? up : !isnan(again) ? again : 0;
    }
}

static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

/* Run over the series; the mean square of one hour ahead. Level and trend move slowly: their parameters are shares of the
   season's, or the season would be learned as level. */
static double run(smoothing *s, const gsl_vector *x)
{
    double alpha = logistic(gsl_vector_get(x, 0)), beta = 0.2 * alpha * logistic(gsl_vector_get(x, 1));
    double gamma = logistic(gsl_vector_get(x, 2)) * (1 - alpha), squares = 0, known = 0;
    s->damping = 0.8 + 0.199 * logistic(gsl_vector_get(x, 3));
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

static double loss(const gsl_vector *x, void *context)
{
    double value = run(context, x);
    return isfinite(value) ? value : 1e300;
}

static int minimise(smoothing *s, gsl_vector *x, gsl_vector *step)
{
    gsl_multimin_function function = {.f = loss, .n = PARAMETERS, .params = s};
    gsl_multimin_fminimizer *work = gsl_multimin_fminimizer_alloc(gsl_multimin_fminimizer_nmsimplex2, PARAMETERS);
    if (!work) return GSL_ENOMEM;
    int code = gsl_multimin_fminimizer_set(work, &function, x, step);
    for (int i = 0; i < STEPS_MOST && code == GSL_SUCCESS; i++) {
        /* no progress: the simplex sits in a flat place, which is an answer */
        if (gsl_multimin_fminimizer_iterate(work) != GSL_SUCCESS) break;
        if (gsl_multimin_test_size(gsl_multimin_fminimizer_size(work), 1e-3) == GSL_SUCCESS) break;
    }
    if (code == GSL_SUCCESS) gsl_vector_memcpy(x, gsl_multimin_fminimizer_x(work));
    gsl_multimin_fminimizer_free(work);
    return code;
}

gpucost_status gpucost__forecast_smoothing(const double *values, uint64_t hours, uint64_t season, uint64_t horizon,
                                           double *ahead, gpucost_error *err)
{
    static const double from[PARAMETERS] = {-1.5, -2, -1.5, 0};
    smoothing s = {.values = values, .hours = hours, .season = season, .seasonal = malloc((size_t)season * sizeof(double))};
    gsl_vector *x = gsl_vector_alloc(PARAMETERS), *step = gsl_vector_alloc(PARAMETERS);
    int code = s.seasonal && x && step ? GSL_SUCCESS : GSL_ENOMEM;
    if (code == GSL_SUCCESS) {
        for (size_t i = 0; i < PARAMETERS; i++) gsl_vector_set(x, i, from[i]);
        gsl_vector_set_all(step, 1);
        code = minimise(&s, x, step);
    }
    if (code == GSL_SUCCESS) {
        run(&s, x);
        double grown = 0, weight = s.damping;
        for (uint64_t h = 0; h < horizon; h++, weight *= s.damping) {
            grown += weight * s.trend;
            ahead[h] = s.level + grown + s.seasonal[(hours + h) % season];
        }
    }
    free(s.seasonal);
    if (x) gsl_vector_free(x);
    if (step) gsl_vector_free(step);
    return gpucost__gsl_status(code, "the smoothing of the forecast", err);
}
