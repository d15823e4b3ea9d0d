#include "support/draw.h"
#include "support/table.h"

#include <math.h>

#include "checkpoint/checkpoint_interval.h"

static gpucost_checkpoint_plan best(gpucost_checkpoint_case work)
{
    gpucost_checkpoint_plan plan = GPUCOST_INIT(gpucost_checkpoint_plan);
    gpucost_error err;
    work.size = sizeof work;
    if (gpucost_checkpoint_best(&work, &plan, &err)) fail_msg("%s: %s", err.field, err.text);
    return plan;
}

static void checkpoint__no_number_of_segments_is_better(void **state)
{
    (void)state;
    static const double means[] = {50, 900, 2e4, 3e5, 1e8}, saves[] = {0.01, 5, 70, 400}, works[] = {10, 3000, 2e5};
    for (size_t m = 0; m < sizeof means / sizeof *means; m++)
        for (size_t d = 0; d < sizeof saves / sizeof *saves; d++)
            for (size_t w = 0; w < sizeof works / sizeof *works; w++) {
                gpucost_checkpoint_case work = {
                    .work_s = works[w], .mean_s = means[m], .checkpoint_s = saves[d], .restart_s = 30};
                double least = HUGE_VAL;
                for (int n = 1; n <= 250000; n = n < 20000 ? n + 1 : n + n / 1000)
                    least = fmin(least, gpucost__checkpoint_expected_s(&work, n));
                double expected = best(work).expected_s;
                if (expected > least * (1 + 1e-14))
                    fail_msg("M %g delta %g W %g: %.17g is above %.17g", means[m], saves[d], works[w], expected, least);
            }
}

/* A simulation that shares no formula: draw failures, count the time. */
static double simulate(const gpucost_checkpoint_case *work, double interval_s)
{
    double clock = 0, done = 0;
    while (done < work->work_s) {
        double segment = fmin(interval_s, work->work_s - done) + work->checkpoint_s, need = segment;
        for (;;) {
            double fails_after = -work->mean_s * log(draw_share());
            clock += fmin(fails_after, need);
            if (fails_after >= need) {
                if (need == segment) break;
                need = segment; /* back at work: the segment from its start */
                continue;
            }
            need = work->restart_s;
        }
        done += segment - work->checkpoint_s;
    }
    return clock;
}

static void checkpoint__agrees_with_a_simulation(void **state)
{
    (void)state;
    gpucost_checkpoint_case work = {.work_s = 36000, .mean_s = 5000, .checkpoint_s = 60, .restart_s = 601};
    gpucost_checkpoint_plan plan = best(work);
    draw_from(1);
    double sum = 0, squares = 0;
    enum { RUNS = 20000 };
    for (int i = 0; i < RUNS; i++) {
        double time = simulate(&work, plan.interval_s * (1 + 1e-12));
        sum += time;
        squares += time * time;
    }
    double mean = sum / RUNS, error = sqrt((squares / RUNS - mean * mean) / RUNS);
    if (fabs(mean - plan.expected_s) > 4 * error)
        fail_msg("%.9g is not %.9g within 4 x %.3g", mean, plan.expected_s, error);
}

static void checkpoint__grows_with_what_it_should(void **state)
{
    (void)state;
    gpucost_checkpoint_case base = {.work_s = 1e6, .mean_s = 1e5, .checkpoint_s = 100, .restart_s = 200};
    double expected = best(base).expected_s;
    gpucost_checkpoint_case other = base;
    other.mean_s *= 0.9;
    assert_true(best(other).expected_s > expected);
    other = base;
    other.checkpoint_s *= 1.1;
    assert_true(best(other).expected_s > expected);
    other = base;
    other.restart_s *= 1.1;
    assert_true(best(other).expected_s > expected);
    assert_true(best(other).interval_s == best(base).interval_s); /* the restart does not move the interval */
    other = base; /* a change of the unit of time changes nothing else */
    other.work_s *= 1024;
    other.mean_s *= 1024;
    other.checkpoint_s *= 1024;
    other.restart_s *= 1024;
    assert_true(best(other).expected_s == 1024 * expected && best(other).overhead == best(base).overhead);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(checkpoint__no_number_of_segments_is_better),
        cmocka_unit_test(checkpoint__agrees_with_a_simulation),
        cmocka_unit_test(checkpoint__grows_with_what_it_should),
    };
    return RUN_TESTS("checkpoint", tests);
}
