#include "support/table.h"

#include <math.h>

#include "gpucost/spot.h"

static gpucost_spot_result hours(double work_h, uint64_t instances, double share, double checkpoint_s, double restart_s)
{
    gpucost_spot_case work = GPUCOST_INIT(gpucost_spot_case);
    work.work_h = work_h;
    work.instances = instances;
    work.monthly_interruption = share;
    work.checkpoint_s = checkpoint_s;
    work.restart_s = restart_s;
    gpucost_spot_result result = GPUCOST_INIT(gpucost_spot_result);
    gpucost_error err;
    if (gpucost_spot_useful_hours(&work, &result, &err)) fail_msg("%s: %s", err.field, err.text);
    return result;
}

static void spot__costs_more_with_every_burden(void **state)
{
    (void)state;
    static const double shares[] = {1e-6, 0.01, 0.05, 0.1, 0.2, 0.5, 0.9, 0.999};
    double before = 1;
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        double overhead = hours(200, 8, shares[i], 60, 600).overhead;
        assert_true(overhead > before);
        before = overhead;
    }
    before = 1;
    for (uint64_t n = 1; n <= 4096; n *= 2) {
        double overhead = hours(200, n, 0.1, 60, 600).overhead;
        assert_true(overhead > before);
        before = overhead;
    }
    before = 1;
    for (double seconds = 1; seconds < 20000; seconds *= 3) {
        double by_restart = hours(200, 8, 0.1, 60, seconds).overhead;
        assert_true(by_restart > before);
        before = by_restart;
    }
    before = 1;
    for (double seconds = 1; seconds < 20000; seconds *= 3) {
        double by_checkpoint = hours(200, 8, 0.1, seconds, 600).overhead;
        assert_true(by_checkpoint > before);
        before = by_checkpoint;
    }
}

static void spot__without_interruptions_only_the_checkpoint_is_left(void **state)
{
    (void)state;
    for (double share = 1e-3; share >= 1e-9; share /= 10) {
        double overhead = hours(10, 1, share, 36, 600).overhead;
        assert_true(overhead >= 1.001); /* 36 s in 10 h */
        assert_true(overhead <= 1.001 + share);
    }
}

/* n instances at share f are one instance at the share of sets that stop: 1 - (1 - f)^n. */
static void spot__a_set_is_one_instance_that_is_interrupted_more_often(void **state)
{
    (void)state;
    for (uint64_t n = 1; n <= 20; n++) {
        gpucost_spot_result set = hours(300, n, 0.1, 60, 600);
        gpucost_spot_result one = hours(300, 1, 1 - pow(0.9, (double)n), 60, 600);
        assert_close(set.wall_h, one.wall_h, 1e-12);
        assert_close(set.mean_h, one.mean_h, 1e-12);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(spot__costs_more_with_every_burden),
        cmocka_unit_test(spot__without_interruptions_only_the_checkpoint_is_left),
        cmocka_unit_test(spot__a_set_is_one_instance_that_is_interrupted_more_often),
    };
    return RUN_TESTS("spot", tests);
}
