#include "gpucost/memory.h"
#include "job.h"
#include "workload/workload_table.h"

static const uint64_t gib = 1073741824;

static uint64_t total(const gpucost_model *model, const gpucost_workload *work, const gpucost_parallelism *layout)
{
    gpucost_error err;
    gpucost_memory memory = GPUCOST_INIT(gpucost_memory);
    if (gpucost_memory_estimate(model, work, layout, &memory, &err) != GPUCOST_OK) return UINT64_MAX;
    return memory.total_bytes;
}

/* The answer fits, one token more does not. */
static void inverse__context__is_the_longest_that_fits(void **state)
{
    (void)state;
    static const char *const jobs[] = {
        "kind=training;optimizer=adamw_8bit;recompute=full", "kind=lora", "kind=qlora;framework=unsloth;recompute=full",
        "kind=inference;output_tokens=100", "kind=inference;output_tokens=1;framework=vllm;concurrent_sequences=4"};
    gpucost_model *model = job_model("llama-3.1-8b");
    for (size_t j = 0; j < sizeof jobs / sizeof *jobs; j++) {
        gpucost_error err;
        uint64_t tokens;
        gpucost_workload work = GPUCOST_INIT(gpucost_workload);
        job_set(&gpucost__workload_table, &work, jobs[j]);
        assert_int_equal(gpucost_memory_largest_context(model, &work, NULL, 80 * gib, &tokens, &err), GPUCOST_OK);
        assert_true(tokens > 100);
        for (uint64_t more = 0; more < 2; more++) {
            /* pages make a token more free now and then; a page more never is */
            uint64_t length = tokens + more * 16;
            if (work.kind == GPUCOST_WORKLOAD_INFERENCE)
                work.prompt_tokens = length - work.output_tokens;
            else
                work.sequence = length;
            assert_int_equal(total(model, &work, NULL) <= 80 * gib, !more);
        }
        work.sequence = work.prompt_tokens = 0;
        assert_int_equal(gpucost_memory_largest_context(model, &work, NULL, gib, &tokens, &err), GPUCOST_OK);
        assert_int_equal(tokens, 0);
    }
    gpucost_model_free(model);
}

/* Brute force over every layout of fewer devices finds none, and of as many none that leaves more free. */
static void inverse__devices__are_the_fewest(void **state)
{
    (void)state;
    static const char *const jobs[] = {"kind=training;sequence=2048", "kind=qlora;sequence=2048;recompute=full",
                                       "kind=training;sequence=1024;recompute=full;framework=deepspeed",
                                       "kind=inference"};
    gpucost_model *model = job_model("llama-2-13b");
    for (size_t j = 0; j < sizeof jobs / sizeof *jobs; j++) {
        gpucost_error err;
        uint64_t devices, least = UINT64_MAX;
        gpucost_workload work = GPUCOST_INIT(gpucost_workload);
        gpucost_parallelism best = GPUCOST_INIT(gpucost_parallelism);
        job_set(&gpucost__workload_table, &work, jobs[j]);
        assert_int_equal(gpucost_memory_fewest_devices(model, &work, 24 * gib, 4, 64, &devices, &best, &err),
                         GPUCOST_OK);
        assert_true(devices >= 1);
        assert_true(total(model, &work, &best) <= 24 * gib);
        for (uint64_t n = 1; n <= devices; n++)
            for (uint64_t t = 1; t <= 4; t++)
                for (uint64_t p = 1; p <= n; p++)
                    for (int32_t zero = 0; zero <= 3; zero++) {
                        gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism);
                        if (n % (t * p) || (work.kind == GPUCOST_WORKLOAD_INFERENCE && t * p != n)) continue;
                        layout.tensor_degree = t;
                        layout.pipeline_degree = p;
                        layout.data_degree = n / t / p;
                        layout.zero_stage = layout.data_degree > 1 ? zero : 0;
                        layout.sequence_parallel = t > 1;
                        uint64_t bytes = total(model, &work, &layout);
                        if (n < devices) assert_true(bytes > 24 * gib);
                        if (n == devices && bytes < least) least = bytes;
                    }
        assert_true(least == total(model, &work, &best));
        gpucost_parallelism before = best;
        assert_int_equal(gpucost_memory_fewest_devices(model, &work, gib, 4, 4, &devices, &best, &err), GPUCOST_OK);
        assert_int_equal(devices, 0);
        assert_memory_equal(&best, &before, sizeof best);
    }
    gpucost_model_free(model);
}

/* Every point is what one estimate says; points that are not allowed have no total. */
static void inverse__batch__says_what_single_estimates_say(void **state)
{
    (void)state;
    gpucost_error err;
    gpucost_model *model = job_model("llama-3-8b");
    gpucost_workload work = GPUCOST_INIT(gpucost_workload);
    struct wide {
        gpucost_memory_point point;
        uint64_t more;
    } points[64];
    gpucost_memory memories[64];
    job_set(&gpucost__workload_table, &work, "kind=training;optimizer=adamw_bf16;sequence=4096");
    for (uint64_t i = 0; i < 64; i++) {
        points[i].point = GPUCOST_INIT(gpucost_memory_point);
        points[i].point.batch = 1 + i % 3;
        points[i].point.length = i % 2 ? 2048 : 0;
        points[i].point.tensor_degree = i % 7 ? 1 + i % 4 : 0; /* 3 does not divide 32 heads */
        points[i].point.pipeline_degree = 1 + i % 5;
        points[i].point.data_degree = 2;
        points[i].point.recompute = (int32_t)(i % 4);
        points[i].point.zero = (int32_t)(i % 5);
    }
    points[63].point.batch = 2000000;
    assert_int_equal(
        gpucost_memory_estimate_batch(model, &work, NULL, &points[0].point, sizeof *points, memories, 0, 64, &err),
        GPUCOST_OK);
    for (uint64_t i = 0; i < 64; i++) {
        const gpucost_memory_point *p = &points[i].point;
        gpucost_workload one = work;
        gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism);
        gpucost_memory memory = GPUCOST_INIT(gpucost_memory);
        one.micro_batch = p->batch;
        if (p->length) one.sequence = p->length;
        one.recompute = p->recompute;
        layout.tensor_degree = p->tensor_degree;
        layout.pipeline_degree = p->pipeline_degree;
        layout.data_degree = p->data_degree;
        layout.zero_stage = p->zero ? p->zero - 1 : 0;
        if (gpucost_memory_estimate(model, &one, &layout, &memory, NULL) != GPUCOST_OK)
            assert_int_equal(memories[i].total_bytes, 0);
        else
            assert_memory_equal(&memories[i], &memory, sizeof memory);
    }
    assert_int_equal(gpucost_memory_estimate_batch(model, &work, NULL, &points[0].point, 12, memories, 0, 1, &err),
                     GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "point_stride");
    assert_int_equal(gpucost_memory_estimate_batch(model, &work, NULL, NULL, 0, memories, 0, 1, &err),
                     GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_memory_estimate_batch(model, &work, NULL, NULL, 0, NULL, 0, 0, &err), GPUCOST_OK);
    gpucost_model_free(model);
}

/* An older caller's shorter structs are read and written no further than their strides. */
static void inverse__batch__keeps_to_the_strides(void **state)
{
    (void)state;
    gpucost_error err;
    gpucost_model *model = job_model("llama-2-7b");
    uint64_t point[3] = {sizeof point, 2, 512}, memory[4] = {0, 0, 0, 77};
    assert_int_equal(gpucost_memory_estimate_batch(model, NULL, NULL, (const void *)point, sizeof point, (void *)memory,
                                                   24, 1, &err),
                     GPUCOST_OK);
    assert_int_equal(memory[0], 24);
    assert_true(memory[1] > 0);
    assert_int_equal(memory[3], 77);
    gpucost_model_free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(inverse__context__is_the_longest_that_fits),
                                       cmocka_unit_test(inverse__devices__are_the_fewest),
                                       cmocka_unit_test(inverse__batch__says_what_single_estimates_say),
                                       cmocka_unit_test(inverse__batch__keeps_to_the_strides)};
    return RUN_TESTS("memory_inverse", tests);
}
