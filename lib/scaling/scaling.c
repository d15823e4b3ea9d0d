#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "num/gsl_guard.h"
#include "num/least_squares.h"
#include "scaling/scaling_table.h"

enum { PARAMETERS_MOST = 3, POINTS_MOST = 10000 };

struct gpucost_scaling {
    gpucost_scaling_summary summary;
    double covariance[PARAMETERS_MOST][PARAMETERS_MOST]; /* of log rate, serial, crosstalk; zero where held at zero */
    double quantile; /* of Student's t, two-sided */
};

/* Points, and the parameters that are held at zero. */
typedef struct {
    const double *devices, *throughput;
    size_t points;
    int free[PARAMETERS_MOST], count;
} problem;

/* gunther2008: the load is 1 + sigma (N - 1) + kappa N (N - 1). */
static double load_of(double n, double serial, double crosstalk)
{
    return 1 + serial * (n - 1) + crosstalk * n * (n - 1);
}

static void spread(const problem *p, const double *x, double parameters[PARAMETERS_MOST])
{
    memset(parameters, 0, PARAMETERS_MOST * sizeof *parameters);
    for (int i = 0; i < p->count; i++) parameters[p->free[i]] = x[i];
}

static bool residuals(const double *x, const void *data, double *f)
{
    const problem *p = data;
    double q[PARAMETERS_MOST];
    spread(p, x, q);
    for (size_t i = 0; i < p->points; i++) {
        double load = load_of(p->devices[i], q[1], q[2]);
        if (!(load > 0)) return false; /* the step is shortened */
        f[i] = q[0] + log(p->devices[i]) - log(load) - log(p->throughput[i]);
    }
    return true;
}

/* d log X / d (log rate, serial, crosstalk) */
static void gradient(double n, double serial, double crosstalk, double g[PARAMETERS_MOST])
{
    double load = load_of(n, serial, crosstalk);
    g[0] = 1;
    g[1] = -(n - 1) / load;
    g[2] = -n * (n - 1) / load;
}

static void jacobian(const double *x, const void *data, double *j)
{
    const problem *p = data;
    double q[PARAMETERS_MOST], g[PARAMETERS_MOST];
    spread(p, x, q);
    for (size_t i = 0; i < p->points; i++) {
        gradient(p->devices[i], q[1], q[2], g);
        for (int k = 0; k < p->count; k++) *j++ = g[p->free[k]];
    }
}

/* Ideal scaling at the median rate: the load is 1, and every step from there is downhill. */
static double first_rate(const problem *p)
{
    double rate = 0;
    for (size_t i = 0; i < p->points; i++) rate = fmax(rate, p->throughput[i] / p->devices[i]);
    return log(rate);
}

typedef struct {
    double parameters[PARAMETERS_MOST], covariance[PARAMETERS_MOST][PARAMETERS_MOST], sum_squares;
} solution;

static gpucost_status solve(const problem *p, solution *s, gpucost_error *err)
{
    size_t parameters = (size_t)p->count;
    double *scratch = calloc(p->points * (parameters + 2), sizeof *scratch);
    if (!scratch) return gpucost__fail_memory(err);
    gpucost__least_squares system = {
        .points = p->points, .parameters = parameters, .residuals = residuals, .jacobian = jacobian, .data = p};
    double x[PARAMETERS_MOST] = {first_rate(p), 1e-3, 0}, covariance[PARAMETERS_MOST * PARAMETERS_MOST];
    memset(s, 0, sizeof *s);
    gpucost_status status =
        gpucost__least_squares_solve(&system, x, covariance, &s->sum_squares, scratch, "the law of scaling", err);
    free(scratch);
    GPUCOST__TRY(status);
    spread(p, x, s->parameters);
    double variance = s->sum_squares / ((double)p->points - (double)parameters);
    for (int i = 0; i < p->count; i++)
        for (int j = 0; j < p->count; j++)
            s->covariance[p->free[i]][p->free[j]] = covariance[i * p->count + j] * variance;
    return GPUCOST_OK;
}

/* Numbers of devices that differ. */
static size_t distinct(const double *devices, size_t count)
{
    size_t seen = 0;
    for (size_t i = 0; i < count; i++) {
        size_t j = 0;
        while (j < i && devices[j] != devices[i]) j++;
        seen += j == i;
    }
    return seen;
}

static gpucost_status check_points(const double *devices, const double *throughput, uint64_t count, int32_t law,
                                   double confidence, gpucost_error *err)
{
    if (count > POINTS_MOST)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "count", NULL, "at most %d points are fitted", POINTS_MOST);
    for (uint64_t i = 0; i < count; i++) {
        if (!(devices[i] >= 1 && devices[i] <= 1e9))
            return gpucost__fail_field(err, GPUCOST_E_RANGE, "devices", NULL, "point %llu: expected 1 to 1000000000",
                                       (unsigned long long)i);
        if (!(throughput[i] > 0 && throughput[i] <= 1e300))
            return gpucost__fail_field(err, GPUCOST_E_RANGE, "throughput", NULL, "point %llu: expected more than 0",
                                       (unsigned long long)i);
    }
    if (law < GPUCOST_SCALING_AUTO || law > GPUCOST_SCALING_USL)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "law", NULL, "expected auto, amdahl or usl");
    if (confidence != 0 && !(confidence >= 0.5 && confidence <= 0.9999))
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "confidence", NULL, "expected 0.5 to 0.9999");
    size_t needed = law == GPUCOST_SCALING_USL ? 4 : 3;
    if (distinct(devices, (size_t)count) < needed)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "devices", NULL,
                                   "throughputs at %llu numbers of devices at least are needed, and intervals come from "
                                   "what they leave over",
                                   (unsigned long long)needed);
    return GPUCOST_OK;
}

static void interval(const solution *s, int k, double t, double *low, double *high)
{
    double half = t * sqrt(fmax(0, s->covariance[k][k]));
    *low = fmax(0, s->parameters[k] - half);
    *high = fmax(0, s->parameters[k] + half);
}

/* What is below zero is held there, the least likely first, and the rest fitted again. */
static gpucost_status solve_bounded(problem *p, double confidence, solution *s, double *t, double upper[2],
                                    gpucost_error *err)
{
    for (;;) {
        GPUCOST__TRY(solve(p, s, err));
        *t = gsl_cdf_tdist_Pinv(0.5 + confidence / 2, (double)p->points - p->count);
        int worst = 0;
        for (int i = 1; i < p->count; i++)
            if (s->parameters[p->free[i]] < 0 &&
                (worst == 0 || s->parameters[p->free[i]] < s->parameters[p->free[worst]]))
                worst = i;
        if (worst == 0) return GPUCOST_OK;
        double low;
        interval(s, p->free[worst], *t, &low, &upper[p->free[worst] - 1]);
        for (int i = worst; i + 1 < p->count; i++) p->free[i] = p->free[i + 1];
        p->count--;
    }
}

static void summarise(const problem *p, const solution *s, double t, double confidence, const double upper[2],
                      gpucost_scaling_summary *out)
{
    *out = (gpucost_scaling_summary){.size = sizeof *out, .points = p->points, .confidence = confidence};
    double half = t * sqrt(fmax(0, s->covariance[0][0]));
    out->rate = exp(s->parameters[0]);
    out->rate_low = exp(s->parameters[0] - half);
    out->rate_high = exp(s->parameters[0] + half);
    out->serial = s->parameters[1];
    out->crosstalk = s->parameters[2];
    out->serial_high = upper[0];
    out->crosstalk_high = upper[1];
    for (int i = 1; i < p->count; i++) {
        if (p->free[i] == 1) interval(s, 1, t, &out->serial_low, &out->serial_high);
        if (p->free[i] == 2) interval(s, 2, t, &out->crosstalk_low, &out->crosstalk_high);
    }
    out->law = out->crosstalk > 0 ? GPUCOST_SCALING_USL : GPUCOST_SCALING_AMDAHL;
    out->residual = sqrt(s->sum_squares / (double)p->points);
    /* gunther2008: throughput is highest at sqrt((1 - sigma)/kappa) */
    if (out->crosstalk > 0) out->peak_devices = fmax(1, sqrt(fmax(0, 1 - out->serial) / out->crosstalk));
    out->devices_least = INFINITY;
    for (size_t i = 0; i < p->points; i++) {
        out->devices_least = fmin(out->devices_least, p->devices[i]);
        out->devices_most = fmax(out->devices_most, p->devices[i]);
    }
}

gpucost_status gpucost_scaling_fit(const double *devices, const double *throughput, uint64_t count,
                                            int32_t law, double confidence, gpucost_scaling **scaling,
                                            gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(check_points(devices, throughput, count, law, confidence, err));
    gpucost__gsl_guard();
    if (confidence == 0) confidence = 0.95;
    problem p = {.devices = devices, .throughput = throughput, .points = (size_t)count, .free = {0, 1, 2}, .count = 3};
    bool usl = law == GPUCOST_SCALING_USL || (law == GPUCOST_SCALING_AUTO && distinct(devices, p.points) >= 4);
    if (!usl) p.count = 2;
    solution s;
    double t, upper[2] = {0, 0}, low = 0, high;
    GPUCOST__TRY(solve_bounded(&p, confidence, &s, &t, upper, err));
    bool fitted = p.count > 1 && p.free[p.count - 1] == 2;
    if (fitted) interval(&s, 2, t, &low, &high);
    /* Is crosstalk told from zero, and from the last digits of points that follow Amdahl's law exactly? */
    double most = 0;
    for (uint64_t i = 0; i < count; i++) most = fmax(most, devices[i]);
    if (fitted && law == GPUCOST_SCALING_AUTO && (low == 0 || s.parameters[2] * most * most < 1e-9)) {
        p = (problem){.devices = devices, .throughput = throughput, .points = (size_t)count, .free = {0, 1}, .count = 2};
        upper[1] = high;
        GPUCOST__TRY(solve_bounded(&p, confidence, &s, &t, upper, err));
    }
    gpucost_scaling *made = calloc(1, sizeof *made);
    if (!made) return gpucost__fail_memory(err);
    summarise(&p, &s, t, confidence, upper, &made->summary);
    memcpy(made->covariance, s.covariance, sizeof made->covariance);
    made->quantile = t;
    *scaling = made;
    return GPUCOST_OK;
}

void gpucost_scaling_free(gpucost_scaling *scaling)
{
    free(scaling);
}

gpucost_status gpucost_scaling_summarise(const gpucost_scaling *scaling,
                                                  gpucost_scaling_summary *summary, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__scaling_summary_table, summary, err));
    gpucost__struct_out(&gpucost__scaling_summary_table, &scaling->summary, summary);
    return GPUCOST_OK;
}

gpucost_status gpucost_scaling_predict(const gpucost_scaling *scaling, double devices,
                                                gpucost_scaling_prediction *prediction, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__scaling_prediction_table, prediction, err));
    if (!(devices >= 1 && devices <= 1e9))
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "devices", NULL, "expected 1 to 1000000000");
    const gpucost_scaling_summary *s = &scaling->summary;
    double g[PARAMETERS_MOST], variance = 0;
    gradient(devices, s->serial, s->crosstalk, g);
    for (int i = 0; i < PARAMETERS_MOST; i++)
        for (int j = 0; j < PARAMETERS_MOST; j++) variance += g[i] * scaling->covariance[i][j] * g[j];
    double half = scaling->quantile * sqrt(fmax(0, variance)), speedup = devices / load_of(devices, s->serial, s->crosstalk);
    gpucost_scaling_prediction p = {.size = sizeof p,
                                             .devices = devices,
                                             .throughput = s->rate * speedup,
                                             .low = s->rate * speedup * exp(-half),
                                             .high = s->rate * speedup * exp(half),
                                             .speedup = speedup,
                                             .efficiency = speedup / devices,
                                             .beyond = devices < s->devices_least || devices > s->devices_most};
    gpucost__struct_out(&gpucost__scaling_prediction_table, &p, prediction);
    return GPUCOST_OK;
}
