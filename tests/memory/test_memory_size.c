#include "gpucost/memory.h"
#include "job.h"
#include "parallelism/parallelism_table.h"
#include "workload/workload_table.h"

static const uint64_t gib = 1073741824;

/* Of a model of so many parameters; of one that the layout does not split more than any device has. */
static uint64_t total(uint64_t parameters, const gpucost_workload *work, const gpucost_parallelism *layout)
{
    gpucost_error err;
    gpucost_model *model;
    gpucost_memory memory = GPUCOST_INIT(gpucost_memory);
    assert_int_equal(gpucost_model_from_parameters(parameters, &model, &err), GPUCOST_OK);
    gpucost_status status = gpucost_memory_estimate(model, work, layout, &memory, &err);
    gpucost_model_free(model);
    return status == GPUCOST_OK ? memory.total_bytes : UINT64_MAX;
}

static bool fits(uint64_t parameters, const gpucost_workload *work, const gpucost_parallelism *layout,
                 uint64_t capacity)
{
    return total(parameters, work, layout) <= capacity;
}

/* The answer fits; of every count a little above, and of counts 0.1 % apart up to the largest, none does. */
static void size__model__is_the_largest_that_fits(void **state)
{
    (void)state;
    static const struct {
        const char *job, *split;
        uint64_t capacity;
    } cases[] = {{"kind=inference", "", 80 * gib},
                 {"kind=inference;weights=awq-4bit-g128;framework=vllm", "tensor_degree=2", 24 * gib},
                 {"kind=training;sequence=65536;recompute=full", "data_degree=8;zero_stage=3", 80 * gib},
                 {"kind=training;sequence=2048", "tensor_degree=4;pipeline_degree=3", 80 * gib},
                 {"kind=training;framework=megatron;sequence=8192", "", 2 * gib},
                 {"kind=qlora;recompute=full;sequence=4096", "", 24 * gib},
                 {"kind=training;offload=weights;recompute=full;sequence=32768", "", 24 * gib}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gpucost_error err;
        uint64_t found;
        gpucost_workload work = GPUCOST_INIT(gpucost_workload);
        gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism);
        job_set(&gpucost__workload_table, &work, cases[i].job);
        job_set(&gpucost__parallelism_table, &layout, cases[i].split);
        uint64_t capacity = cases[i].capacity;
        assert_int_equal(gpucost_memory_largest_model(&work, &layout, capacity, &found, &err), GPUCOST_OK);
        assert_true(found > 1000000 && found < 100000000000000);
        assert_true(fits(found, &work, &layout, capacity));
        for (uint64_t above = 1; above <= 5000; above++) assert_false(fits(found + above, &work, &layout, capacity));
        for (uint64_t n = found + 1; n <= 100000000000000; n += n / 1000)
            if (fits(n, &work, &layout, capacity)) fail_msg("%s: %llu fits", cases[i].job, (unsigned long long)n);
    }
}

/* All of 100 000 counts, on a device that holds those up to about the middle. */
static void size__model__is_what_trying_each_finds(void **state)
{
    (void)state;
    gpucost_error err;
    uint64_t found, largest = 0;
    gpucost_workload work = GPUCOST_INIT(gpucost_workload);
    job_set(&gpucost__workload_table, &work, "kind=training;sequence=64");
    uint64_t capacity = total(1050000, &work, NULL);
    for (uint64_t n = 1000000; n < 1100000; n++)
        if (fits(n, &work, NULL, capacity)) largest = n;
    assert_int_equal(gpucost_memory_largest_model(&work, NULL, capacity, &found, &err), GPUCOST_OK);
    assert_int_equal(found, largest);
}

static void size__model__has_its_ends(void **state)
{
    (void)state;
    gpucost_error err;
    uint64_t found = 7;
    assert_int_equal(gpucost_memory_largest_model(NULL, NULL, gib / 2, &found, &err), GPUCOST_OK);
    assert_int_equal(found, 0);
    assert_int_equal(gpucost_memory_largest_model(NULL, NULL, UINT64_MAX, &found, &err), GPUCOST_OK);
    assert_true(found == 100000000000000);
    gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism);
    layout.expert_degree = 2; /* such models have no experts */
    layout.data_degree = 2;
    found = 7;
    assert_int_equal(gpucost_memory_largest_model(NULL, &layout, gib, &found, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "expert_degree");
    layout.size = 0;
    assert_int_equal(gpucost_memory_largest_model(NULL, &layout, gib, &found, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_memory_largest_model(NULL, NULL, gib, NULL, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "parameters");
    assert_int_equal(found, 7);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(size__model__is_the_largest_that_fits),
                                              cmocka_unit_test(size__model__is_what_trying_each_finds),
                                              cmocka_unit_test(size__model__has_its_ends)};
    return RUN_TESTS("memory_size", tests);
}
