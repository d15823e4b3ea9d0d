#include "support/table.h"

#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdbool.h>

#include "gpucost/forecast.h"

enum { HOURS = 8 * 168, AHEAD = 336 };

static gpucost_forecast *continued(const double *demand, uint64_t hours, const gpucost_forecast_options *options)
{
    gpucost_forecast *made = NULL;
    gpucost_error err;
    if (gpucost_forecast_new(demand, hours, options, &made, &err)) fail_msg("%s: %s", err.field, err.text);
    return made;
}

static gpucost_forecast_summary totals(const gpucost_forecast *forecast)
{
    gpucost_forecast_summary all = GPUCOST_INIT(gpucost_forecast_summary);
    assert_int_equal(gpucost_forecast_summarise(forecast, &all, NULL), GPUCOST_OK);
    return all;
}

static gpucost_forecast_hour hour_of(const gpucost_forecast *forecast, uint64_t h)
{
    gpucost_forecast_hour row = GPUCOST_INIT(gpucost_forecast_hour);
    assert_int_equal(gpucost_forecast_hour_at(forecast, h, &row, NULL), GPUCOST_OK);
    return row;
}

/* A shape of day and week, without noise. */
static double shape(uint64_t t)
{
    return 50 + 20 * sin(2 * 3.141592653589793 * (double)t / 24) - (t / 24 % 7 >= 5 ? 15 : 0);
}

static void forecast__continues_what_repeats(void **state)
{
    (void)state;
    double demand[HOURS];
    for (uint64_t t = 0; t < HOURS; t++) demand[t] = shape(t);
    gpucost_forecast_options options = GPUCOST_INIT(gpucost_forecast_options);
    options.horizon_hours = AHEAD;
    gpucost_forecast *made = continued(demand, HOURS, &options);
    gpucost_forecast_summary all = totals(made);
    assert_true(all.season_hours == 168 && all.hours == HOURS && all.missing_hours == 0 && all.origins >= 2);
    assert_close(all.regression_weight + all.smoothing_weight + all.seasonal_weight, 1, 1e-12);
    for (uint64_t h = 0; h < AHEAD; h++) {
        gpucost_forecast_hour row = hour_of(made, h);
        assert_close(row.expected, shape(HOURS + h), 0.002);
        assert_true(row.hour == h && row.low <= row.expected + 1e-6 && row.expected <= row.high + 1e-6);
    }
    gpucost_forecast_free(made);
}

static void forecast__of_a_constant_is_the_constant(void **state)
{
    (void)state;
    for (int level = 0; level < 3; level++) {
        double demand[HOURS];
        for (uint64_t t = 0; t < HOURS; t++) demand[t] = level * 8;
        gpucost_forecast *made = continued(demand, HOURS, NULL);
        assert_close(hour_of(made, 719).expected + 1, level * 8 + 1, 1e-9);
        assert_int_equal(gpucost_forecast_path(made, 199)[719], level * 8);
        assert_null(gpucost_forecast_path(made, 200));
        gpucost_forecast_free(made);
    }
}

/* Known multiplicative noise, each hour on its own: the band must hold what the past says, and what comes; it may be
   wider, being made for errors that go together. */
static void forecast__bands_hold_what_comes(void **state)
{
    (void)state;
    enum { TRIALS = 6 };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 20240611);
    gpucost_forecast_options options = GPUCOST_INIT(gpucost_forecast_options);
    options.horizon_hours = AHEAD;
    options.confidence = 0.9;
    double inside = 0, tested = 0, paths_inside = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        double demand[HOURS + AHEAD];
        for (uint64_t t = 0; t < HOURS + AHEAD; t++) demand[t] = (1 + shape(t)) * exp(gsl_ran_gaussian(rng, 0.1)) - 1;
        gpucost_forecast *made = continued(demand, HOURS, &options);
        gpucost_forecast_summary all = totals(made);
        assert_true(all.coverage > 0.85 && all.coverage < 0.98);
        assert_true(all.pinball < all.pinball_seasonal && all.pinball < all.pinball_last && all.mase < 1);
        for (uint64_t h = 0; h < AHEAD; h++) {
            gpucost_forecast_hour row = hour_of(made, h);
            inside += demand[HOURS + h] >= row.low && demand[HOURS + h] <= row.high;
            tested++;
            for (uint64_t p = 0; p < 20; p++) {
                double units = gpucost_forecast_path(made, p)[h];
                paths_inside += (units >= row.low - 0.5 && units <= row.high + 0.5) / 20.0;
            }
        }
        gpucost_forecast_free(made);
    }
    assert_true(inside / tested > 0.86 && inside / tested < 0.98);
    assert_true(paths_inside / tested > 0.84 && paths_inside / tested < 0.99);
    gsl_rng_free(rng);
}

static void forecast__goes_around_gaps(void **state)
{
    (void)state;
    double demand[HOURS];
    for (uint64_t t = 0; t < HOURS; t++) demand[t] = t % 10 == 3 || (t > 400 && t < 500) ? NAN : shape(t);
    gpucost_forecast_options options = GPUCOST_INIT(gpucost_forecast_options);
    options.horizon_hours = AHEAD;
    gpucost_forecast *made = continued(demand, HOURS, &options);
    gpucost_forecast_summary all = totals(made);
    assert_int_equal(all.missing_hours, 10 * 9 + HOURS / 10);
    for (uint64_t h = 0; h < AHEAD; h++) assert_close(hour_of(made, h).expected, shape(HOURS + h), 0.05);
    gpucost_forecast_free(made);
}

static void forecast__paths_are_copies_for_a_seed_and_differ_without(void **state)
{
    (void)state;
    double demand[HOURS];
    for (uint64_t t = 0; t < HOURS; t++) demand[t] = shape(t) + (double)(t * 7919 % 13);
    gpucost_forecast_options options = GPUCOST_INIT(gpucost_forecast_options);
    options.paths = 4;
    options.seed = 5;
    gpucost_forecast *a = continued(demand, HOURS, &options), *b = continued(demand, HOURS, &options);
    options.seed = 6;
    gpucost_forecast *c = continued(demand, HOURS, &options);
    bool differ = false;
    for (uint64_t p = 0; p < 4; p++)
        for (uint64_t h = 0; h < 720; h++) {
            assert_int_equal(gpucost_forecast_path(a, p)[h], gpucost_forecast_path(b, p)[h]);
            differ |= gpucost_forecast_path(a, p)[h] != gpucost_forecast_path(c, p)[h];
        }
    assert_true(differ);
    gpucost_forecast_free(a);
    gpucost_forecast_free(b);
    gpucost_forecast_free(c);
}

static void forecast__refuses_what_it_cannot_continue(void **state)
{
    (void)state;
    double demand[200];
    gpucost_forecast *made = NULL;
    gpucost_error err;
    for (int t = 0; t < 200; t++) demand[t] = t % 3 ? NAN : 1;
    assert_int_equal(gpucost_forecast_new(demand, 200, NULL, &made, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.text, "only 67 of 200 hours have a value");
    for (int t = 0; t < 200; t++) demand[t] = 1;
    assert_int_equal(gpucost_forecast_new(demand, 119, NULL, &made, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "hours");
    assert_int_equal(gpucost_forecast_new(NULL, 200, NULL, &made, &err), GPUCOST_E_ARGUMENT);
    demand[7] = -2;
    assert_int_equal(gpucost_forecast_new(demand, 200, NULL, &made, &err), GPUCOST_E_RANGE);
    assert_null(made);
    demand[7] = 1;
    made = continued(demand, 200, NULL);
    assert_int_equal(totals(made).season_hours, 24);
    gpucost_forecast_hour row = GPUCOST_INIT(gpucost_forecast_hour);
    assert_int_equal(gpucost_forecast_hour_at(made, 720, &row, &err), GPUCOST_E_ARGUMENT);
    gpucost_forecast_free(made);
    gpucost_forecast_free(NULL);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(forecast__continues_what_repeats),
        cmocka_unit_test(forecast__of_a_constant_is_the_constant),
        cmocka_unit_test(forecast__bands_hold_what_comes),
        cmocka_unit_test(forecast__goes_around_gaps),
        cmocka_unit_test(forecast__paths_are_copies_for_a_seed_and_differ_without),
        cmocka_unit_test(forecast__refuses_what_it_cannot_continue),
    };
    return RUN_TESTS("forecast", tests);
}
