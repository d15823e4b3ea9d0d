#include "support/table.h"

#include <math.h>

#include "gpucost/forecast.h"

enum { WEEKS = 3, HOURS = WEEKS * 168 };

/* Ten devices by night, thirty from hour 8 to 20 of each day: mean 20, and the hour of the day explains all. */
static void profile__of_a_day_shape_is_explained_by_the_day(void **state)
{
    (void)state;
    double demand[HOURS], duration[HOURS];
    for (int t = 0; t < HOURS; t++) demand[t] = t % 24 >= 8 && t % 24 < 20 ? 30 : 10;
    gpucost_forecast_profile found = GPUCOST_INIT(gpucost_forecast_profile);
    assert_int_equal(gpucost_forecast_profile_of(demand, HOURS, &found, duration, NULL), GPUCOST_OK);
    assert_true(found.hours == HOURS && found.missing_hours == 0 && found.gaps == 0);
    assert_true(found.peak == 30 && found.mean == 20 && found.base == 10 && found.median == 20);
    assert_close(found.load_factor, 2.0 / 3, 1e-15);
    assert_close(found.day_share, 1, 1e-12);
    assert_close(found.week_share, 1, 1e-12);
    for (int i = 0; i < HOURS; i++) assert_true(duration[i] == (i < HOURS / 2 ? 30 : 10));
}

static void profile__marks_gaps(void **state)
{
    (void)state;
    double demand[] = {1, NAN, NAN, 3, 5, NAN}, duration[6];
    gpucost_forecast_profile found = GPUCOST_INIT(gpucost_forecast_profile);
    assert_int_equal(gpucost_forecast_profile_of(demand, 6, &found, duration, NULL), GPUCOST_OK);
    assert_true(found.missing_hours == 3 && found.gaps == 2 && found.mean == 3 && found.median == 3);
    assert_true(duration[0] == 5 && duration[2] == 1 && isnan(duration[3]));
    assert_true(found.week_share == 0);
}

/* 0, 1, ..., 99: a straight line explains all of it. */
static void profile__of_a_ramp_is_a_trend(void **state)
{
    (void)state;
    double demand[100];
    for (int t = 0; t < 100; t++) demand[t] = t;
    gpucost_forecast_profile found = GPUCOST_INIT(gpucost_forecast_profile);
    assert_int_equal(gpucost_forecast_profile_of(demand, 100, &found, NULL, NULL), GPUCOST_OK);
    assert_close(found.trend_share, 1, 1e-12);
    assert_true(found.median == 49.5 && found.base == 5);
}

static void profile__refuses_what_is_no_demand(void **state)
{
    (void)state;
    double bad[] = {1, -1}, unknown[] = {NAN}, endless[] = {INFINITY};
    gpucost_error err;
    gpucost_forecast_profile found = GPUCOST_INIT(gpucost_forecast_profile);
    assert_int_equal(gpucost_forecast_profile_of(bad, 2, &found, NULL, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.value, "-1");
    assert_int_equal(gpucost_forecast_profile_of(endless, 1, &found, NULL, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_forecast_profile_of(unknown, 1, &found, NULL, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_forecast_profile_of(NULL, 1, &found, NULL, &err), GPUCOST_E_ARGUMENT);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(profile__of_a_day_shape_is_explained_by_the_day),
        cmocka_unit_test(profile__marks_gaps),
        cmocka_unit_test(profile__of_a_ramp_is_a_trend),
        cmocka_unit_test(profile__refuses_what_is_no_demand),
    };
    return RUN_TESTS("forecast profile", tests);
}
