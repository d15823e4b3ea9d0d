#include "support/draw.h"
#include "support/table.h"

#include <math.h>

#include "gpucost/scaling.h"

enum { POINTS = 9 };
static const double devices[POINTS] = {1, 2, 4, 8, 16, 32, 64, 128, 256};

static double law(double n, double rate, double serial, double crosstalk)
{
    return rate * n / (1 + serial * (n - 1) + crosstalk * n * (n - 1));
}

static gpucost_scaling *fitted(const double *n, const double *x, uint64_t count, int32_t which)
{
    gpucost_scaling *scaling = NULL;
    gpucost_error err;
    if (gpucost_scaling_fit(n, x, count, which, 0, &scaling, &err)) fail_msg("%s: %s", err.field, err.text);
    return scaling;
}

static gpucost_scaling_summary summary_of(const double *n, const double *x, uint64_t count, int32_t which)
{
    gpucost_scaling *scaling = fitted(n, x, count, which);
    gpucost_scaling_summary summary = GPUCOST_INIT(gpucost_scaling_summary);
    assert_int_equal(gpucost_scaling_summarise(scaling, &summary, NULL), GPUCOST_OK);
    gpucost_scaling_free(scaling);
    return summary;
}

static void scaling__exact_points_give_their_law_back(void **state)
{
    (void)state;
    static const struct {
        double rate, serial, crosstalk;
    } laws[] = {{1, 0.03, 1e-5}, {5000, 1e-3, 1e-6}, {2e7, 0.2, 1e-4}, {1e-6, 0.01, 0.01}};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        double x[POINTS];
        for (int k = 0; k < POINTS; k++) x[k] = law(devices[k], laws[i].rate, laws[i].serial, laws[i].crosstalk);
        gpucost_scaling_summary s = summary_of(devices, x, POINTS, GPUCOST_SCALING_AUTO);
        assert_int_equal(s.law, GPUCOST_SCALING_USL);
        assert_close(s.rate, laws[i].rate, 1e-7);
        assert_close(s.serial, laws[i].serial, 1e-5);
        assert_close(s.crosstalk, laws[i].crosstalk, 1e-5);
        assert_close(s.peak_devices, sqrt((1 - laws[i].serial) / laws[i].crosstalk), 1e-4);
        assert_true(s.residual < 1e-7);
    }
}

static void scaling__amdahl_points_have_no_crosstalk(void **state)
{
    (void)state;
    double x[POINTS];
    for (int k = 0; k < POINTS; k++) x[k] = law(devices[k], 100, 0.05, 0);
    gpucost_scaling_summary s = summary_of(devices, x, POINTS, GPUCOST_SCALING_AUTO);
    assert_int_equal(s.law, GPUCOST_SCALING_AMDAHL);
    assert_close(s.serial, 0.05, 1e-7);
    assert_true(s.crosstalk == 0 && s.peak_devices == 0);
    gpucost_scaling *scaling = fitted(devices, x, POINTS, GPUCOST_SCALING_AMDAHL);
    gpucost_scaling_prediction p = GPUCOST_INIT(gpucost_scaling_prediction);
    assert_int_equal(gpucost_scaling_predict(scaling, 1e9, &p, NULL), GPUCOST_OK);
    assert_close(p.speedup, 20, 1e-6); /* amdahl1967: 1/sigma at most */
    assert_true(p.beyond == 1);
    gpucost_scaling_free(scaling);
}

/* 8 nodes at 82 %: 1/(1 + 7 sigma) = 0.82. */
static void scaling__the_reference_case_of_eight_nodes(void **state)
{
    (void)state;
    double serial = (1 / 0.82 - 1) / 7, n[] = {1, 2, 4, 8}, x[4];
    for (int k = 0; k < 4; k++) x[k] = law(n[k], 3120, serial, 0);
    gpucost_scaling *scaling = fitted(n, x, 4, GPUCOST_SCALING_AMDAHL);
    gpucost_scaling_prediction p = GPUCOST_INIT(gpucost_scaling_prediction);
    assert_int_equal(gpucost_scaling_predict(scaling, 8, &p, NULL), GPUCOST_OK);
    assert_close(p.efficiency, 0.82, 1e-9);
    assert_true(p.beyond == 0);
    assert_int_equal(gpucost_scaling_predict(scaling, 16, &p, NULL), GPUCOST_OK);
    assert_close(p.efficiency, 1 / (1 + 15 * serial), 1e-9);
    assert_true(p.beyond == 1);
    gpucost_scaling_free(scaling);
}

static void scaling__intervals_hold_the_truth_as_often_as_they_say(void **state)
{
    (void)state;
    enum { RUNS = 600 };
    int serial = 0, crosstalk = 0, curve = 0;
    draw_from(11);
    for (int run = 0; run < RUNS; run++) {
        double x[POINTS];
        for (int k = 0; k < POINTS; k++) x[k] = law(devices[k], 100, 0.02, 2e-4) * exp(0.03 * draw_normal());
        gpucost_scaling *scaling = fitted(devices, x, POINTS, GPUCOST_SCALING_USL);
        gpucost_scaling_summary s = GPUCOST_INIT(gpucost_scaling_summary);
        gpucost_scaling_prediction p = GPUCOST_INIT(gpucost_scaling_prediction);
        assert_int_equal(gpucost_scaling_summarise(scaling, &s, NULL), GPUCOST_OK);
        assert_int_equal(gpucost_scaling_predict(scaling, 48, &p, NULL), GPUCOST_OK);
        serial += s.serial_low <= 0.02 && 0.02 <= s.serial_high;
        crosstalk += s.crosstalk_low <= 2e-4 && 2e-4 <= s.crosstalk_high;
        curve += p.low <= law(48, 100, 0.02, 2e-4) && law(48, 100, 0.02, 2e-4) <= p.high;
        gpucost_scaling_free(scaling);
    }
    assert_true(serial > 0.92 * RUNS && serial < 0.98 * RUNS);
    assert_true(crosstalk > 0.92 * RUNS && crosstalk < 0.98 * RUNS);
    assert_true(curve > 0.92 * RUNS && curve < 0.98 * RUNS);
}

static void scaling__faster_than_ideal_is_ideal(void **state)
{
    (void)state;
    double n[] = {1, 2, 4, 8, 16}, x[] = {100, 202, 409, 830, 1690};
    gpucost_scaling_summary s = summary_of(n, x, 5, GPUCOST_SCALING_AUTO);
    assert_true(s.serial == 0 && s.crosstalk == 0 && s.serial_high >= 0);
    assert_in_range(s.points, 5, 5);
}

static void scaling__units_and_order_do_not_matter(void **state)
{
    (void)state;
    double x[POINTS], n[POINTS], y[POINTS];
    draw_from(5);
    for (int k = 0; k < POINTS; k++) x[k] = law(devices[k], 100, 0.01, 1e-4) * exp(0.02 * draw_normal());
    for (int k = 0; k < POINTS; k++) {
        n[k] = devices[POINTS - 1 - k];
        y[k] = 1000 * x[POINTS - 1 - k];
    }
    gpucost_scaling_summary a = summary_of(devices, x, POINTS, GPUCOST_SCALING_USL);
    gpucost_scaling_summary b = summary_of(n, y, POINTS, GPUCOST_SCALING_USL);
    assert_close(a.serial, b.serial, 1e-5);
    assert_close(a.crosstalk, b.crosstalk, 1e-5);
    assert_close(a.rate * 1000, b.rate, 1e-7);
}

static void scaling__errors_name_the_cause(void **state)
{
    (void)state;
    gpucost_scaling *scaling = NULL;
    gpucost_error err;
    double n[] = {1, 2, 2, 2}, x[] = {100, 190, 191, 192}, zero[] = {100, 0, 1, 1}, half[] = {0.5, 1, 2, 4};
    assert_int_equal(gpucost_scaling_fit(n, x, 4, 0, 0, &scaling, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "devices");
    assert_int_equal(gpucost_scaling_fit(devices, x, 3, 2, 0, &scaling, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_scaling_fit(devices, zero, 4, 0, 0, &scaling, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "throughput");
    assert_int_equal(gpucost_scaling_fit(half, x, 4, 0, 0, &scaling, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_scaling_fit(devices, x, 4, 3, 0, &scaling, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_scaling_fit(devices, x, 4, 0, 2, &scaling, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "confidence");
    assert_null(scaling);
    gpucost_scaling_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scaling__exact_points_give_their_law_back),
        cmocka_unit_test(scaling__amdahl_points_have_no_crosstalk),
        cmocka_unit_test(scaling__the_reference_case_of_eight_nodes),
        cmocka_unit_test(scaling__intervals_hold_the_truth_as_often_as_they_say),
        cmocka_unit_test(scaling__faster_than_ideal_is_ideal),
        cmocka_unit_test(scaling__units_and_order_do_not_matter),
        cmocka_unit_test(scaling__errors_name_the_cause),
    };
    return RUN_TESTS("scaling", tests);
}
