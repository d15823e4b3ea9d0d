#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "num/gsl_guard.h"
#include "num/least_squares.h"
#include "training/training_profile.h"
#include "training/training_steps.h"
#include "training/training_table.h"

enum { FACTORS = 4, STEPS_LEAST = 3, REWEIGHTINGS = 12 };

/* Factors are sought as logarithms. Before any step is seen each is 0 give or take PRIOR; it is told when the steps
   bring that below a half. None leaves a quarter to four times. */
static const double PRIOR = 0.5, LIMIT = 1.3862943611198906, NOISE_LEAST = 0.01, CONFIDENCE = 0.9;

typedef struct {
    const gpucost_training_steps *steps;
    gpucost_training_profile base;
    double *weight; /* [count] root of the robust weight over the noise */
    double noise;
} problem;

static double at_most_one(double share)
{
    return share < 1 ? share : 1;
}

/* The base with factors on products, memory, links and overhead; logarithms beyond the limit bend back to it. */
static gpucost_training_profile scaled(const gpucost_training_profile *base, const double logs[FACTORS])
{
    double factor[FACTORS];
    for (int i = 0; i < FACTORS; i++) factor[i] = exp(LIMIT * tanh(logs[i] / LIMIT));
    gpucost_training_profile p = *base;
    double *products[] = {&p.matrix_32, &p.matrix_16, &p.matrix_8, &p.matrix_4, &p.attention};
    for (size_t i = 0; i < sizeof products / sizeof *products; i++)
        *products[i] = at_most_one(*products[i] * factor[0]);
    p.memory = at_most_one(p.memory * factor[1]);
    p.scale_up = at_most_one(p.scale_up * factor[2]);
    p.network = at_most_one(p.network * factor[2]);
    p.launch_s *= factor[3];
    p.step_overhead_s *= factor[3];
    p.routed_stall_s *= factor[3];
    return p;
}

/* log projected - log measured of one step; it was projected before, so that it cannot fail */
static double miss(const gpucost__measured_step *step, const gpucost_training_profile *profile)
{
    gpucost_training t;
    if (gpucost__training_at(&step->place, profile, &t, NULL) != GPUCOST_OK) return 0;
    return log(t.step_s / step->step_s);
}

static bool residuals(const double *logs, const void *data, double *f)
{
    const problem *p = data;
    gpucost_training_profile profile = scaled(&p->base, logs);
    size_t count = (size_t)p->steps->count;
    for (size_t i = 0; i < count; i++) f[i] = p->weight[i] * miss(&p->steps->step[i], &profile);
    for (size_t i = 0; i < FACTORS; i++) f[count + i] = logs[i] / PRIOR;
    return true;
}

/* Central differences, wide: projections have kinks, where one part of a maximum overtakes the other. */
static void jacobian(const double *logs, const void *data, double *j)
{
    static const double STEP = 1e-4;
    const problem *p = data;
    size_t count = (size_t)p->steps->count;
    memset(j + count * FACTORS, 0, (size_t)FACTORS * FACTORS * sizeof *j);
    for (size_t k = 0; k < FACTORS; k++) {
        double near[FACTORS];
        memcpy(near, logs, sizeof near);
        near[k] = logs[k] + STEP;
        gpucost_training_profile above = scaled(&p->base, near);
        near[k] = logs[k] - STEP;
        gpucost_training_profile below = scaled(&p->base, near);
        for (size_t i = 0; i < count; i++)
            j[i * FACTORS + k] = p->weight[i] * (miss(&p->steps->step[i], &above) - miss(&p->steps->step[i], &below)) /
                                 (2 * STEP);
        j[(count + k) * FACTORS + k] = 1 / PRIOR;
    }
}

/* holland1977: Cauchy weights, 95 % efficient at 2.385 scales; the scale from the median of what is missed. */
static void reweigh(problem *p, const double logs[FACTORS], double *scratch)
{
    size_t count = (size_t)p->steps->count;
    gpucost_training_profile profile = scaled(&p->base, logs);
    for (size_t i = 0; i < count; i++) scratch[i] = fabs(p->weight[i] = miss(&p->steps->step[i], &profile));
    gsl_sort(scratch, 1, count);
    /* each told factor takes a degree of freedom */
    double freedom = count > FACTORS ? sqrt((double)count / (double)(count - FACTORS)) : 2;
    p->noise = fmax(NOISE_LEAST, 1.4826 * gsl_stats_median_from_sorted_data(scratch, 1, count) * freedom);
    for (size_t i = 0; i < count; i++) {
        double far = p->weight[i] / (2.385 * p->noise);
        p->weight[i] = sqrt(1 / (1 + far * far)) / p->noise;
    }
}

static gpucost_status solve(problem *p, double logs[FACTORS], double *scratch, double covariance[FACTORS * FACTORS],
                            gpucost_error *err)
{
    gpucost__least_squares system = {.points = (size_t)p->steps->count + FACTORS,
                                     .parameters = FACTORS,
                                     .residuals = residuals,
                                     .jacobian = jacobian,
                                     .data = p};
    for (int round = 0; round < REWEIGHTINGS; round++) {
        double sum;
        reweigh(p, logs, scratch);
        GPUCOST__TRY(gpucost__least_squares_solve(&system, logs, covariance, &sum, scratch, "the calibration", err));
    }
    return GPUCOST_OK;
}

static double median_error(const gpucost_training_steps *steps, const gpucost_training_profile *profile,
                           double *scratch)
{
    size_t count = (size_t)steps->count;
    for (size_t i = 0; i < count; i++) scratch[i] = fabs(expm1(miss(&steps->step[i], profile)));
    gsl_sort(scratch, 1, count);
    return gsl_stats_median_from_sorted_data(scratch, 1, count);
}

static double factor_of(double log_factor)
{
    return exp(LIMIT * tanh(log_factor / LIMIT));
}

/* Told factors with their intervals; false when there are none. */
static bool told(const double covariance[FACTORS * FACTORS], double logs[FACTORS], double freedom,
                 gpucost_training_calibration *c)
{
    double *factor[] = {&c->products, &c->memory, &c->links, &c->overhead};
    int32_t *flag[] = {&c->products_told, &c->memory_told, &c->links_told, &c->overhead_told};
    double t = gsl_cdf_tdist_Pinv(0.5 + CONFIDENCE / 2, freedom);
    bool any = false;
    for (size_t i = 0; i < FACTORS; i++) {
        double deviation = sqrt(fmax(0, covariance[i * FACTORS + i]));
        *flag[i] = deviation < PRIOR / 2;
        if (!*flag[i]) logs[i] = 0;
        any = any || *flag[i];
        double half = *flag[i] ? t * deviation : LIMIT * 4;
        factor[i][0] = factor_of(logs[i]);
        factor[i][1] = factor_of(logs[i] - half);
        factor[i][2] = factor_of(logs[i] + half);
    }
    return any;
}

static gpucost_status fit(problem *p, double *scratch, double logs[FACTORS], gpucost_training_calibration *c,
                          gpucost_error *err)
{
    double covariance[FACTORS * FACTORS];
    GPUCOST__TRY(solve(p, logs, scratch, covariance, err));
    if (!told(covariance, logs, fmax(1, (double)p->steps->count - FACTORS), c))
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "steps", NULL,
                                   "the steps tell neither products, memory, links nor overhead; measure some that "
                                   "differ more in what bounds them, or repeat them");
    return GPUCOST_OK;
}

gpucost_status gpucost_training_calibrate(const gpucost_training_steps *steps, const gpucost_training_profile *start,
                                          gpucost_training_profile *profile, gpucost_training_calibration *calibration,
                                          gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_training_profile asked;
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__training_profile_table, profile, err));
    if (calibration) GPUCOST__TRY(gpucost__struct_can_out(&gpucost__training_calibration_table, calibration, err));
    GPUCOST__TRY(gpucost__struct_in(&gpucost__training_profile_table, start, &asked, err));
    if (steps->count < STEPS_LEAST)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "steps", NULL, "%llu steps are given and %d are needed",
                                   (unsigned long long)steps->count, STEPS_LEAST);
    gpucost__gsl_guard();
    const gpucost__training_place *first = &steps->step[0].place;
    bool stored = first->workload.attention == GPUCOST_ATTENTION_MATERIALISED ||
                  gpucost__stores_scores(&first->accelerator);
    size_t rows = (size_t)steps->count + FACTORS;
    problem p = {.steps = steps, .weight = calloc(steps->count + rows * (FACTORS + 2), sizeof *p.weight)};
    if (!p.weight) return gpucost__fail_memory(err);
    double *scratch = p.weight + steps->count, logs[FACTORS] = {0};
    gpucost__training_profile_of(&first->accelerator, stored, &asked, &p.base);
    gpucost_training_calibration c = {.size = sizeof c, .steps = steps->count};
    gpucost_status status = fit(&p, scratch, logs, &c, err);
    if (status == GPUCOST_OK) {
        gpucost_training_profile made = scaled(&p.base, logs);
        c.error_before = median_error(steps, &p.base, scratch);
        c.error_after = median_error(steps, &made, scratch);
        gpucost__struct_out(&gpucost__training_profile_table, &made, profile);
        if (calibration) gpucost__struct_out(&gpucost__training_calibration_table, &c, calibration);
    }
    free(p.weight);
    return status;
}
