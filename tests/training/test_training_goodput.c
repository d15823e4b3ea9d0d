#include "support/table.h"

#include "gpucost/checkpoint.h"
#include "gpucost/training.h"

static gpucost_training_goodput_result answer(const gpucost_training_goodput_case *run)
{
    gpucost_training_goodput_result result = GPUCOST_INIT(gpucost_training_goodput_result);
    gpucost_error err;
    if (gpucost_training_goodput(run, &result, &err)) fail_msg("%s: %s", err.field, err.text);
    return result;
}

static gpucost_training_goodput_case month_on_1024(void)
{
    gpucost_training_goodput_case run = GPUCOST_INIT(gpucost_training_goodput_case);
    run.work_s = 30 * 86400;
    run.devices = 1024;
    run.checkpoint_s = 120;
    return run;
}

static void goodput__the_best_interval_is_that_of_checkpoints(void **state)
{
    (void)state;
    gpucost_training_goodput_case run = month_on_1024();
    gpucost_training_goodput_result r = answer(&run);
    gpucost_checkpoint_case work = GPUCOST_INIT(gpucost_checkpoint_case);
    gpucost_checkpoint_plan plan = GPUCOST_INIT(gpucost_checkpoint_plan);
    gpucost_error err;
    work.work_s = run.work_s;
    work.mean_s = 3600 / (1024 * 2e-5);
    work.checkpoint_s = 120;
    work.restart_s = 600;
    assert_int_equal(gpucost_checkpoint_best(&work, &plan, &err), GPUCOST_OK);
    assert_close(r.expected_s, plan.expected_s, 1e-12);
    assert_close(r.interval_s, plan.interval_s, 1e-12);
    assert_close(r.interruptions, plan.interruptions, 1e-12);
    for (double factor = 0.25; factor < 5; factor *= 1.5) {
        run.interval_s = plan.interval_s * factor;
        assert_true(answer(&run).expected_s >= plan.expected_s * (1 - 1e-12));
    }
}

/* Many failures make the wall time nearly normal, so that its median is its mean. */
static void goodput__simulated_runs_agree_with_the_expected_time(void **state)
{
    (void)state;
    static const double rates[] = {2e-5, 1e-4, 5e-4}, restarts[] = {60, 600, 3600};
    for (int i = 0; i < 3; i++) {
        gpucost_training_goodput_case run = month_on_1024();
        run.failures_per_device_hour = rates[i];
        run.restart_s = restarts[i];
        run.samples = 4000;
        run.seed = 7;
        gpucost_training_goodput_result r = answer(&run);
        assert_close(r.median_s, r.expected_s, 0.004);
        assert_true(r.low_s < r.expected_s && r.expected_s < r.high_s);
    }
}

/* One segment: T is a geometric sum, of which the chance to pass at once is exp(-(W + delta)/M). */
static void goodput__a_run_without_failures_takes_its_time(void **state)
{
    (void)state;
    gpucost_training_goodput_case run = month_on_1024();
    run.devices = 1;
    run.failures_per_device_hour = 1e-12;
    run.interval_s = run.work_s;
    gpucost_training_goodput_result r = answer(&run);
    assert_close(r.expected_s, run.work_s + 120, 1e-8);
    assert_true(r.low_s == run.work_s + 120 && r.high_s == run.work_s + 120);
    run.failures_per_device_hour = 0.05 / 720; /* 5 % fail, so P90 is the undisturbed time and the mean is above */
    r = answer(&run);
    assert_close(r.high_s, run.work_s + 120, 1e-12);
    assert_true(r.expected_s > r.high_s);
}

/* kokolis2025: E[ETTR] = (1 - N r (u0 + dt/2)) / (1 + w/dt) while N r (u0 + dt/2) << 1. */
static void goodput__rare_failures_follow_the_published_ratio(void **state)
{
    (void)state;
    for (double dt = 1800; dt < 8000; dt *= 1.5) {
        gpucost_training_goodput_case run = month_on_1024();
        run.failures_per_device_hour = 2e-6;
        run.restart_s = 300;
        run.interval_s = dt;
        run.checkpoint_s = 20;
        gpucost_training_goodput_result r = answer(&run);
        double ratio = (1 - (300 + r.interval_s / 2) / r.mean_s) / (1 + 20 / r.interval_s);
        assert_close(r.goodput, ratio, 2e-4);
    }
}

static void goodput__seeds_decide_the_draws(void **state)
{
    (void)state;
    gpucost_training_goodput_case run = month_on_1024();
    gpucost_training_goodput_result one = answer(&run), same = answer(&run);
    assert_memory_equal(&one, &same, sizeof one);
    run.seed = 1;
    gpucost_training_goodput_result other = answer(&run);
    assert_true(other.low_s != one.low_s && other.expected_s == one.expected_s);
}

static void goodput__errors_name_the_cause(void **state)
{
    (void)state;
    static const struct {
        double work, checkpoint, bytes, storage, failures;
        gpucost_status status;
        const char *field;
    } bad[] = {
        {0, 60, 0, 0, 0, GPUCOST_E_MISSING, "work_s"},
        {1e6, 0, 0, 0, 0, GPUCOST_E_MISSING, "checkpoint_s"},
        {1e6, 0, 1e12, 0, 0, GPUCOST_E_MISSING, "storage_bytes_per_s"},
        {1e6, 0, 0, 1e9, 0, GPUCOST_E_MISSING, "checkpoint_bytes"},
        {1e6, -1, 0, 0, 0, GPUCOST_E_RANGE, "checkpoint_s"},
        {1e6, 60, 0, 0, 1000, GPUCOST_E_NUMERIC, "failures_per_device_hour"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        gpucost_training_goodput_case run = GPUCOST_INIT(gpucost_training_goodput_case);
        gpucost_training_goodput_result result = GPUCOST_INIT(gpucost_training_goodput_result), before = result;
        gpucost_error err;
        run.devices = 1000;
        run.work_s = bad[i].work;
        run.checkpoint_s = bad[i].checkpoint;
        run.checkpoint_bytes = bad[i].bytes;
        run.storage_bytes_per_s = bad[i].storage;
        run.failures_per_device_hour = bad[i].failures;
        assert_int_equal(gpucost_training_goodput(&run, &result, &err), bad[i].status);
        if (bad[i].status != GPUCOST_E_NUMERIC) assert_string_equal(err.field, bad[i].field);
        assert_memory_equal(&result, &before, sizeof result);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goodput__the_best_interval_is_that_of_checkpoints),
        cmocka_unit_test(goodput__simulated_runs_agree_with_the_expected_time),
        cmocka_unit_test(goodput__a_run_without_failures_takes_its_time),
        cmocka_unit_test(goodput__rare_failures_follow_the_published_ratio),
        cmocka_unit_test(goodput__seeds_decide_the_draws),
        cmocka_unit_test(goodput__errors_name_the_cause),
    };
    return RUN_TESTS("goodput", tests);
}
