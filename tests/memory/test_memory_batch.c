#include "gpucost/memory.h"
#include "job.h"
#include "workload/workload_table.h"

static uint64_t total(const gpucost_model *model, gpucost_workload work, const gpucost_parallelism *layout, uint64_t n)
{
    gpucost_memory memory = GPUCOST_INIT(gpucost_memory);
    gpucost_error err;
    work.micro_batch = work.concurrent_sequences = n;
    if (gpucost_memory_estimate(model, &work, layout, &memory, &err) != GPUCOST_OK) fail_msg("%s", err.text);
    assert_int_equal(memory.micro_batch, n);
    return memory.total_bytes;
}

/* n fits, and nothing larger does, whatever the job and the device. */
static void batch__largest__fits_and_one_more_does_not(void **state)
{
    (void)state;
    static const char *const models[] = {"llama-3.2-1b", "llama-2-7b", "mixtral-8x7b", "deepseek-v3", "gemma-3-27b"};
    static const char *const jobs[] = {"kind=training;sequence=1000;recompute=full",
                                       "kind=training;sequence=512;global_batch=64",
                                       "kind=training;optimizer=adamw_bf16;global_batch=7;recompute=none",
                                       "kind=lora;loss=fused",
                                       "kind=qlora",
                                       "kind=inference;prompt_tokens=333;output_tokens=50",
                                       "kind=inference;weights=q4_k_m",
                                       "kind=inference;attention=materialised;kv_cache=fp8"};
    static const uint64_t gib[] = {1, 24, 80, 96, 192, 2000, 20000};
    gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism);
    int found = 0;
    for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
        gpucost_model *model = job_model(models[m]);
        for (size_t j = 0; j < sizeof jobs / sizeof *jobs; j++)
            for (size_t g = 0; g < sizeof gib / sizeof *gib; g++) {
                gpucost_workload work = GPUCOST_INIT(gpucost_workload);
                job_set(&gpucost__workload_table, &work, jobs[j]);
                uint64_t capacity = gib[g] << 30, n = 99;
                gpucost_error err;
                assert_int_equal(gpucost_memory_largest_batch(model, &work, &layout, capacity, &n, &err), GPUCOST_OK);
                if (n > 0) assert_true(total(model, work, &layout, n) <= capacity);
                if (n < 1048576) assert_true(total(model, work, &layout, n + 1) > capacity);
                found += n > 0;
            }
        gpucost_model_free(model);
    }
    assert_true(found > 60);
}

static void batch__errors__leave_the_answer_alone(void **state)
{
    (void)state;
    gpucost_error err;
    gpucost_model *model = job_model("llama-2-7b");
    gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism);
    gpucost_workload work = GPUCOST_INIT(gpucost_workload);
    uint64_t n = 99;
    layout.tensor_degree = 7;
    assert_int_equal(gpucost_memory_largest_batch(model, &work, &layout, 1, &n, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "tensor_degree");
    layout.tensor_degree = 1;
    strcpy(work.weights, "float7");
    assert_int_equal(gpucost_memory_largest_batch(model, &work, &layout, 1, &n, &err), GPUCOST_E_UNKNOWN_NAME);
    assert_int_equal(gpucost_memory_largest_batch(NULL, NULL, NULL, 1, &n, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_memory_largest_batch(model, NULL, NULL, 1, NULL, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(n, 99);
    assert_int_equal(gpucost_memory_largest_batch(model, NULL, NULL, 1, &n, NULL), GPUCOST_OK);
    assert_int_equal(n, 0); /* nothing fits a byte: an answer, not an error */
    gpucost_model_free(model);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(batch__largest__fits_and_one_more_does_not),
        cmocka_unit_test(batch__errors__leave_the_answer_alone),
    };
    return RUN_TESTS("memory_batch", tests);
}
