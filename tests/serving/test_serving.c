#include "support/table.h"

#include <string.h>

#include "gpucost/serving.h"

typedef struct job {
    gpucost_cluster cluster;
    gpucost_workload work;
    gpucost_parallelism layout;
} job;

static job job_of(const char *accelerator, uint64_t tensor)
{
    job j = {GPUCOST_INIT(gpucost_cluster), GPUCOST_INIT(gpucost_workload), GPUCOST_INIT(gpucost_parallelism)};
    strcpy(j.cluster.accelerator, accelerator);
    j.cluster.devices = tensor;
    j.layout.tensor_degree = tensor;
    j.work.kind = GPUCOST_WORKLOAD_INFERENCE;
    return j;
}

static gpucost_serving run(const char *name, const job *j)
{
    gpucost_model *model = NULL;
    gpucost_error err;
    if (gpucost_model_from_preset(name, &model, &err)) fail_msg("%s", err.text);
    gpucost_serving s = GPUCOST_INIT(gpucost_serving);
    gpucost_status status = gpucost_serving_estimate(model, NULL, &j->cluster, &j->work, &j->layout, &s, &err);
    gpucost_model_free(model);
    if (status != GPUCOST_OK) fail_msg("%s", err.text);
    return s;
}

/* pope2022, section 2: a step reads every weight, so no token comes faster than weights over bandwidth. */
static void serving__no_token_is_faster_than_the_weights_are_read(void **state)
{
    (void)state;
    job j = job_of("a100-sxm-80gb", 1);
    gpucost_serving s = run("llama-2-7b", &j);
    assert_true(s.output_token_s > 6.6e9 * 2 / 2039e9);
    assert_true(s.output_token_s < 3 * 6.6e9 * 2 / 2039e9);
    strcpy(j.work.weights, "awq-4bit-g128");
    assert_true(run("llama-2-7b", &j).output_token_s < s.output_token_s);
    assert_true(s.low_output_token_s < s.output_token_s && s.output_token_s < s.high_output_token_s);
}

/* Little: sequences in the replica are throughput times the time of one. */
static void serving__throughput_follows_littles_law(void **state)
{
    (void)state;
    double last_tokens = 0, last_token_s = 0;
    for (uint64_t seats = 1; seats <= 256; seats *= 2) {
        job j = job_of("h100-sxm-80gb", 2);
        j.work.concurrent_sequences = seats;
        gpucost_serving s = run("llama-2-13b", &j);
        assert_close(s.requests_per_s * s.request_s, (double)seats, 1e-9);
        assert_close(s.output_tokens_per_s, s.requests_per_s * 256, 1e-12);
        assert_close(s.request_s, s.first_token_s + 256 * s.output_token_s, 1e-12);
        assert_true(s.output_tokens_per_s > last_tokens && s.output_token_s > last_token_s);
        last_tokens = s.output_tokens_per_s;
        last_token_s = s.output_token_s;
    }
}

static void serving__replicas_cover_the_rate(void **state)
{
    (void)state;
    uint64_t last = 0;
    for (double rate = 0.1; rate < 2000; rate *= 1.7) {
        job j = job_of("h100-sxm-80gb", 1);
        j.work.concurrent_sequences = 64;
        j.work.requests_per_s = rate;
        gpucost_serving s = run("llama-3-8b", &j);
        assert_true((double)s.replicas * s.requests_per_s > rate);
        assert_true(s.utilisation > 0 && s.utilisation <= 0.8 + 1e-9);
        assert_close(s.utilisation, rate / ((double)s.replicas * s.requests_per_s), 1e-12);
        assert_true(s.replicas >= last && s.meets_latency);
        if (s.replicas > 1) assert_true(rate / ((double)(s.replicas - 1) * s.requests_per_s) > 0.8 - 1e-9);
        last = s.replicas;
    }
}

static void serving__waiting_grows_with_load_and_latency_buys_replicas(void **state)
{
    (void)state;
    job j = job_of("h100-sxm-80gb", 1);
    j.work.concurrent_sequences = 64;
    gpucost_serving idle = run("llama-3-8b", &j);
    double last = 0;
    for (double load = 0.1; load < 0.8; load += 0.1) {
        j.work.requests_per_s = load * idle.requests_per_s;
        gpucost_serving s = run("llama-3-8b", &j);
        assert_int_equal(s.replicas, 1);
        assert_true(s.first_token_s > last);
        last = s.first_token_s;
    }
    gpucost_serving free = run("llama-3-8b", &j);
    j.work.latency_s = free.prefill_s + (free.first_token_s - free.prefill_s) / 4;
    gpucost_serving tight = run("llama-3-8b", &j);
    assert_true(tight.meets_latency && tight.replicas > free.replicas);
    assert_true(tight.first_token_s <= j.work.latency_s);
    j.work.latency_s = free.prefill_s / 2; /* not even an idle replica reads the prompt in time: an answer, no error */
    gpucost_serving never = run("llama-3-8b", &j);
    assert_false(never.meets_latency);
}

static void serving__requests_take_a_time(void **state)
{
    (void)state;
    job j = job_of("h100-sxm-80gb", 1);
    j.work.concurrent_sequences = 64;
    j.work.requests = 100000;
    gpucost_serving s = run("llama-3-8b", &j);
    assert_close(s.total_s, 100000 / s.requests_per_s, 1e-12);
    j.work.requests_per_s = s.requests_per_s / 4;
    assert_close(run("llama-3-8b", &j).total_s, 400000 / s.requests_per_s, 1e-12);
}

static void serving__more_bandwidth_and_more_devices_are_faster(void **state)
{
    (void)state;
    job old = job_of("h100-sxm-80gb", 4), newer = job_of("h200-sxm-141gb", 4);
    assert_true(run("llama-3-70b", &newer).output_token_s < run("llama-3-70b", &old).output_token_s);
    job more = job_of("h100-sxm-80gb", 8);
    assert_true(run("llama-3-70b", &more).output_token_s < run("llama-3-70b", &old).output_token_s);
    /* without NVLink, more devices gain little */
    job pcie4 = job_of("l40s", 4), pcie8 = job_of("l40s", 8);
    pcie4.work.concurrent_sequences = pcie8.work.concurrent_sequences = 256;
    assert_true(run("llama-3-70b", &pcie8).output_tokens_per_s < 1.6 * run("llama-3-70b", &pcie4).output_tokens_per_s);
}

/* Few sequences touch few experts. */
static void serving__experts_are_read_as_they_are_visited(void **state)
{
    (void)state;
    job j = job_of("h100-sxm-80gb", 2);
    double one = run("mixtral-8x7b", &j).output_token_s;
    assert_true(one < 0.5 * 46.7e9 * 2 / (2 * 3350e9) + 10e-3);
    j.work.concurrent_sequences = 32;
    assert_true(run("mixtral-8x7b", &j).output_token_s > 1.5 * one);
}

static void serving__encoders_answer_in_one_pass(void **state)
{
    (void)state;
    job j = job_of("t4", 1);
    strcpy(j.work.weights, "fp16");
    j.work.prompt_tokens = 128;
    j.work.concurrent_sequences = 8;
    gpucost_serving s = run("bert-large", &j);
    assert_true(s.output_token_s == 0 && s.output_tokens_per_s == 0);
    assert_close(s.requests_per_s * s.request_s, 8, 1e-12);
}

static void serving__errors_name_the_cause(void **state)
{
    (void)state;
    gpucost_model *model = NULL;
    gpucost_error err;
    assert_int_equal(gpucost_model_from_preset("llama-3-8b", &model, &err), GPUCOST_OK);
    gpucost_serving s = GPUCOST_INIT(gpucost_serving), before = s;
    job j = job_of("h100-sxm-80gb", 2);
    j.layout.tensor_degree = 1;
    assert_int_equal(gpucost_serving_estimate(model, NULL, &j.cluster, &j.work, &j.layout, &s, &err),
                     GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "layout");
    strcpy(j.cluster.accelerator, "h1000");
    assert_int_equal(gpucost_serving_estimate(model, NULL, &j.cluster, &j.work, &j.layout, &s, &err),
                     GPUCOST_E_UNKNOWN_NAME);
    gpucost_model_free(model);
    assert_memory_equal(&s, &before, sizeof s);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(serving__no_token_is_faster_than_the_weights_are_read),
        cmocka_unit_test(serving__throughput_follows_littles_law),
        cmocka_unit_test(serving__replicas_cover_the_rate),
        cmocka_unit_test(serving__waiting_grows_with_load_and_latency_buys_replicas),
        cmocka_unit_test(serving__requests_take_a_time),
        cmocka_unit_test(serving__more_bandwidth_and_more_devices_are_faster),
        cmocka_unit_test(serving__experts_are_read_as_they_are_visited),
        cmocka_unit_test(serving__encoders_answer_in_one_pass),
        cmocka_unit_test(serving__errors_name_the_cause),
    };
    return RUN_TESTS("serving", tests);
}
