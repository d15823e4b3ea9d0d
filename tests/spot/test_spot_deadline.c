/* Jobs with a deadline: the stored instances choice by choice, brute force, and chains. */
#include "support/table.h"

#include <jansson.h>
#include <stdio.h>

#include "gpucost/spot.h"

enum { TICKS_MOST = 400 };

static gpucost_spot_deadline_result run(const int32_t *available, uint64_t ticks, gpucost_spot_deadline_case *job,
                                        int32_t policy, int32_t *choices)
{
    gpucost_spot_deadline_result found = GPUCOST_INIT(gpucost_spot_deadline_result);
    gpucost_error err;
    job->policy = policy;
    if (gpucost_spot_deadline(available, NULL, ticks, job, choices, &found, &err))
        fail_msg("%s: %s", err.field, err.text);
    return found;
}

static void assert_choices(const json_t *expected, const int32_t *choices, uint64_t ticks)
{
    for (uint64_t t = 0; t < ticks; t++) {
        const json_t *choice = json_array_get(expected, (size_t)t); /* the list ends with the work */
        assert_int_equal(choices[t], choice ? json_integer_value(choice) : 0);
    }
}

static void assert_oracle(const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "oracle/%s.json", name);
    json_t *root = json_load_file(test_path(path), 0, NULL);
    assert_non_null(root);
    const json_t *trace = json_object_get(root, "spot_available"), *answer = json_object_get(root, "answer");
    int32_t available[TICKS_MOST], choices[TICKS_MOST];
    uint64_t ticks = json_array_size(trace);
    assert_true(ticks <= TICKS_MOST &&
                ticks == (uint64_t)json_integer_value(json_object_get(root, "ticks_to_deadline")));
    for (uint64_t t = 0; t < ticks; t++) available[t] = (int32_t)json_integer_value(json_array_get(trace, (size_t)t));
    gpucost_spot_deadline_case job = GPUCOST_INIT(gpucost_spot_deadline_case);
    job.work_ticks = (uint64_t)json_integer_value(json_object_get(root, "work_ticks"));
    job.restart_ticks = (uint64_t)json_integer_value(json_object_get(root, "restart_overhead_ticks"));
    job.spot_nanos = (int64_t)json_number_value(json_object_get(root, "spot_price_per_tick"));
    job.on_demand_nanos = (int64_t)json_number_value(json_object_get(root, "on_demand_price_per_tick"));
    gpucost_spot_deadline_result best = run(available, ticks, &job, GPUCOST_SPOT_OPTIMUM, choices);
    assert_true((double)best.cost_nanos == json_number_value(json_object_get(answer, "offline_optimum_cost")) &&
                best.finished);
    gpucost_spot_deadline_result found = run(available, ticks, &job, GPUCOST_SPOT_UNIFORM, choices);
    assert_true((double)found.cost_nanos == json_number_value(json_object_get(answer, "uniform_progress_cost")) &&
                found.finished);
    assert_choices(json_object_get(answer, "uniform_progress_choices"), choices, ticks);
    found = run(available, ticks, &job, GPUCOST_SPOT_GREEDY, choices);
    assert_true((double)found.cost_nanos == json_number_value(json_object_get(answer, "greedy_cost")) &&
                found.finished);
    assert_choices(json_object_get(answer, "greedy_choices"), choices, ticks);
    found = run(available, ticks, &job, GPUCOST_SPOT_ON_DEMAND, choices);
    assert_true((double)found.cost_nanos == json_number_value(json_object_get(answer, "on_demand_only_cost")));
    assert_true(found.end_tick == job.work_ticks + job.restart_ticks && found.starts == 1);
    found = run(available, ticks, &job, GPUCOST_SPOT_CHAIN, choices);
    assert_true(found.finished && found.cost_nanos >= best.cost_nanos);
    assert_true(found.spot_ticks + found.on_demand_ticks + found.idle_ticks == found.end_tick);
    json_decref(root);
}

static void deadline__equals_the_stored_instances(void **state)
{
    (void)state;
    assert_oracle("d01_deadline_loose");
    assert_oracle("d02_deadline_tight");
    assert_oracle("d03_deadline_scarce");
}

static uint32_t seed = 20240611;

static uint32_t draw(uint32_t most)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % (most + 1);
}

/* All 3^ticks ways, by the rules alone. */
static int64_t brute(const int32_t *available, const int64_t *spot, int ticks, const gpucost_spot_deadline_case *job)
{
    int64_t best = INT64_MAX;
    long ways = 1;
    for (int t = 0; t < ticks; t++) ways *= 3;
    for (long way = 0; way < ways; way++) {
        long rest = way;
        int64_t cost = 0;
        int left = (int)job->work_ticks, machine = 0, start = 0;
        for (int t = 0; t < ticks && left > 0 && cost >= 0; t++, rest /= 3) {
            int want = (int)(rest % 3);
            if (machine == 1 && !available[t]) machine = 0;
            if (want == 1 && !available[t]) cost = -1;
            if (want != machine) start = (int)job->restart_ticks;
            machine = want;
            if (want == 0 || cost < 0) continue;
            cost += want == 1 ? spot[t] : job->on_demand_nanos;
            if (start > 0)
                start--;
            else
                left--;
        }
        if (left == 0 && cost >= 0 && cost < best) best = cost;
    }
    return best;
}

static void deadline__optimum_equals_all_ways(void **state)
{
    (void)state;
    enum { TICKS = 8 };
    for (int n = 0; n < 150; n++) {
        int32_t available[TICKS];
        int64_t spot[TICKS];
        gpucost_spot_deadline_case job = GPUCOST_INIT(gpucost_spot_deadline_case);
        gpucost_spot_deadline_result found = GPUCOST_INIT(gpucost_spot_deadline_result);
        for (int t = 0; t < TICKS; t++) {
            available[t] = (int32_t)draw(1);
            spot[t] = draw(6);
        }
        job.work_ticks = 1 + draw(5);
        job.restart_ticks = draw(2);
        job.on_demand_nanos = 1 + draw(9);
        int64_t best = brute(available, spot, TICKS, &job);
        assert_int_equal(gpucost_spot_deadline(available, spot, TICKS, &job, NULL, &found, NULL), GPUCOST_OK);
        assert_int_equal(found.finished, best != INT64_MAX);
        if (found.finished) assert_int_equal(found.cost_nanos, best);
    }
}

/* On traces of the chain itself no rule that sees as much may be cheaper on average, and none may miss the deadline. */
static void deadline__chain_is_cheapest_on_average_and_in_time(void **state)
{
    (void)state;
    enum { TICKS = 120, TRACES = 150 };
    gpucost_spot_deadline_case job = GPUCOST_INIT(gpucost_spot_deadline_case);
    double chain = 0, uniform = 0, greedy = 0, best = 0;
    job.work_ticks = 80;
    job.restart_ticks = 1;
    job.spot_nanos = 1;
    job.on_demand_nanos = 3;
    job.appear = 0.1;
    job.vanish = 0.05;
    for (int n = 0; n < TRACES; n++) {
        int32_t available[TICKS] = {1};
        for (int t = 1; t < TICKS; t++)
            available[t] = available[t - 1] ? draw(999) >= 50 : draw(999) < 100;
        gpucost_spot_deadline_result found = run(available, TICKS, &job, GPUCOST_SPOT_CHAIN, NULL);
        assert_int_equal(found.finished, 1);
        chain += (double)found.cost_nanos;
        uniform += (double)run(available, TICKS, &job, GPUCOST_SPOT_UNIFORM, NULL).cost_nanos;
        greedy += (double)run(available, TICKS, &job, GPUCOST_SPOT_GREEDY, NULL).cost_nanos;
        best += (double)run(available, TICKS, &job, GPUCOST_SPOT_OPTIMUM, NULL).cost_nanos;
    }
    assert_true(best <= chain && chain < uniform && chain < greedy);
}

static void deadline__refuses_what_is_no_job(void **state)
{
    (void)state;
    static const int32_t available[] = {1, 1};
    static const int64_t bad[] = {1, -1};
    gpucost_error err;
    gpucost_spot_deadline_case job = GPUCOST_INIT(gpucost_spot_deadline_case);
    gpucost_spot_deadline_result found = GPUCOST_INIT(gpucost_spot_deadline_result);
    job.on_demand_nanos = 3;
    assert_int_equal(gpucost_spot_deadline(available, NULL, 2, &job, NULL, &found, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "work_ticks");
    job.work_ticks = 5;
    assert_int_equal(gpucost_spot_deadline(available, NULL, 2, &job, NULL, &found, &err), GPUCOST_OK);
    assert_true(!found.finished && found.end_tick == 0);
    assert_int_equal(gpucost_spot_deadline(available, bad, 2, &job, NULL, &found, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "spot_prices");
    assert_int_equal(gpucost_spot_deadline(NULL, NULL, 2, &job, NULL, &found, &err), GPUCOST_E_ARGUMENT);
    job.work_ticks = 1000000;
    job.restart_ticks = 10000;
    assert_int_equal(gpucost_spot_deadline(available, NULL, 2, &job, NULL, &found, &err), GPUCOST_E_RANGE);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(deadline__equals_the_stored_instances),
        cmocka_unit_test(deadline__optimum_equals_all_ways),
        cmocka_unit_test(deadline__chain_is_cheapest_on_average_and_in_time),
        cmocka_unit_test(deadline__refuses_what_is_no_job),
    };
    return RUN_TESTS("spot deadline", tests);
}
