/* Points for Monte Carlo: against integrals with a closed form, and the same everywhere. */
#include "support/table.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>

#include "gpucost/forecast.h"

enum { POINTS = 1024, SHIFTS = 16, WIDE = 60 };

/* Newsvendor with normal demand N(100, 20), 4 a unit, 10 on demand, 105 units: 420 + 10 E (D - 105)^+, with E (D - N)^+
   = sigma (phi(z) - z (1 - Phi(z))) at z = 1/4. */
static double true_cost(void)
{
    double z = 0.25;
    return 420 + 10 * 20 * (gsl_ran_ugaussian_pdf(z) - z * gsl_cdf_ugaussian_Q(z));
}

static double mean_cost(int32_t kind, uint64_t seed)
{
    static double points[POINTS];
    double sum = 0;
    assert_int_equal(gpucost_forecast_draws(kind, seed, POINTS, 1, points, NULL), GPUCOST_OK);
    for (int i = 0; i < POINTS; i++) {
        double demand = 100 + 20 * gsl_cdf_ugaussian_Pinv(points[i] > 0 ? points[i] : 1e-12);
        sum += 420 + (demand > 105 ? 10 * (demand - 105) : 0);
    }
    return sum / POINTS;
}

/* Mean and its error bar over shifts. */
static double spread(int32_t kind, double *mean)
{
    double squares = 0;
    *mean = 0;
    for (uint64_t s = 0; s < SHIFTS; s++) *mean += mean_cost(kind, s + 1) / SHIFTS;
    for (uint64_t s = 0; s < SHIFTS; s++) squares += pow(mean_cost(kind, s + 1) - *mean, 2);
    return sqrt(squares / (SHIFTS - 1) / SHIFTS);
}

static void draws__mean_of_a_newsvendor_is_within_its_error_bar(void **state)
{
    (void)state;
    double quasi, plain, quasi_error = spread(GPUCOST_DRAWS_QUASI, &quasi),
                         plain_error = spread(GPUCOST_DRAWS_RANDOM, &plain);
    assert_true(fabs(quasi - true_cost()) <= 4 * quasi_error);
    assert_true(fabs(plain - true_cost()) <= 4 * plain_error);
    assert_true(quasi_error < plain_error / 5);
}

/* Every dimension is uniform, also those past Halton's, and past the 40 at which GSL's Sobol gives zeros. */
static void draws__every_dimension_is_uniform(void **state)
{
    (void)state;
    double *points = malloc(sizeof *points * POINTS * WIDE);
    assert_non_null(points);
    assert_int_equal(gpucost_forecast_draws(GPUCOST_DRAWS_QUASI, 7, POINTS, WIDE, points, NULL), GPUCOST_OK);
    for (int d = 0; d < WIDE; d++) {
        double sum = 0;
        int low = 0;
        for (int i = 0; i < POINTS; i++) {
            double x = points[i * WIDE + d];
            assert_true(x >= 0 && x < 1);
            sum += x;
            low += x < 0.25;
        }
        /* four standard errors of independent draws */
        assert_true(fabs(sum / POINTS - 0.5) < 4 * sqrt(1.0 / 12 / POINTS));
        assert_true(fabs(low / (double)POINTS - 0.25) < 4 * sqrt(0.1875 / POINTS));
    }
    free(points);
}

/* Halton's first point after 64 in base 2 is the reverse of 65 = 1000001b, 65/128; shifts are the Mersenne Twister's
   first numbers for the seed, 1791095845 / 2^32 for 1 (their authors' reference output, init_genrand(1)). */
static void draws__are_the_same_everywhere(void **state)
{
    (void)state;
    double point;
    assert_int_equal(gpucost_forecast_draws(GPUCOST_DRAWS_RANDOM, 1, 1, 1, &point, NULL), GPUCOST_OK);
    assert_close(point, 1791095845.0 / 4294967296.0, 0);
    assert_int_equal(gpucost_forecast_draws(GPUCOST_DRAWS_QUASI, 1, 1, 1, &point, NULL), GPUCOST_OK);
    assert_close(point, 65.0 / 128 + 1791095845.0 / 4294967296.0, 1e-15);
}

static void draws__refuse_what_they_cannot_draw(void **state)
{
    (void)state;
    double point;
    assert_int_equal(gpucost_forecast_draws(2, 1, 1, 1, &point, NULL), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_forecast_draws(0, 1, 1, 0, &point, NULL), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_forecast_draws(0, 1, 1, 1000001, &point, NULL), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_forecast_draws(0, 1, 1, 1, NULL, NULL), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_forecast_draws(0, 1, 0, 1, NULL, NULL), GPUCOST_OK);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws__mean_of_a_newsvendor_is_within_its_error_bar),
        cmocka_unit_test(draws__every_dimension_is_uniform),
        cmocka_unit_test(draws__are_the_same_everywhere),
        cmocka_unit_test(draws__refuse_what_they_cannot_draw),
    };
    return RUN_TESTS("forecast draws", tests);
}
