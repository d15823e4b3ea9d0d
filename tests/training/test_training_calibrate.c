#include "support/draw.h"
#include "support/table.h"

#include <math.h>
#include <string.h>

#include "gpucost/training.h"

/* Jobs that differ in what bounds them: arithmetic, memory, links, launches. */
static const struct job {
    const char *model;
    uint64_t devices, tensor, sequence, micro_batch, per_replica;
    int32_t zero;
} jobs[] = {
    {"llama-2-7b", 8, 1, 4096, 1, 4, 3},   {"llama-2-7b", 8, 2, 4096, 2, 8, 1},
    {"llama-2-13b", 16, 2, 4096, 1, 8, 1}, {"llama-2-70b", 64, 8, 4096, 1, 4, 1},
    {"llama-2-70b", 64, 1, 4096, 1, 1, 3}, {"gpt2", 8, 1, 512, 1, 1, 0},
    {"gpt2", 8, 1, 1024, 8, 64, 0},        {"gpt2", 1, 1, 256, 1, 1, 0},
    {"llama-2-7b", 256, 1, 4096, 1, 1, 3}, {"llama-2-7b", 256, 8, 4096, 1, 1, 0},
    {"gpt2", 64, 1, 256, 1, 1, 0},         {"llama-2-13b", 128, 1, 2048, 1, 1, 3},
    {"llama-2-13b", 8, 8, 2048, 1, 2, 0},  {"gpt2", 8, 1, 512, 2, 2, 0},
};
enum { JOBS = sizeof jobs / sizeof *jobs };

typedef struct {
    gpucost_model *model;
    gpucost_cluster cluster;
    gpucost_workload work;
    gpucost_parallelism layout;
} setting;

static setting setting_of(const struct job *job, const char *accelerator)
{
    setting s = {NULL, GPUCOST_INIT(gpucost_cluster), GPUCOST_INIT(gpucost_workload),
                 GPUCOST_INIT(gpucost_parallelism)};
    gpucost_error err;
    if (gpucost_model_from_preset(job->model, &s.model, &err)) fail_msg("%s", err.text);
    strcpy(s.cluster.accelerator, accelerator);
    s.cluster.devices = job->devices;
    s.work.sequence = job->sequence;
    s.work.micro_batch = job->micro_batch;
    s.layout.tensor_degree = job->tensor;
    s.layout.data_degree = job->devices / job->tensor;
    s.work.global_batch = job->per_replica * s.layout.data_degree;
    s.layout.zero_stage = job->zero;
    s.layout.sequence_parallel = job->tensor > 1;
    return s;
}

static double step_s(const struct job *job, const gpucost_training_profile *profile)
{
    setting s = setting_of(job, "a100-sxm-80gb");
    gpucost_training t = GPUCOST_INIT(gpucost_training);
    gpucost_error err;
    gpucost_status status =
        gpucost_training_estimate_with(s.model, NULL, &s.cluster, &s.work, &s.layout, profile, &t, &err);
    gpucost_model_free(s.model);
    if (status) fail_msg("%s", err.text);
    return t.step_s;
}

static gpucost_status add(gpucost_training_steps *steps, const struct job *job, const char *accelerator,
                          double measured, gpucost_error *err)
{
    setting s = setting_of(job, accelerator);
    gpucost_status status =
        gpucost_training_steps_add(steps, s.model, NULL, &s.cluster, &s.work, &s.layout, measured, err);
    gpucost_model_free(s.model);
    return status;
}

static gpucost_training_profile of_a100(void)
{
    gpucost_training_profile profile = GPUCOST_INIT(gpucost_training_profile);
    gpucost_error err;
    assert_int_equal(gpucost_training_profile_resolve(NULL, "A100", NULL, &profile, &err), GPUCOST_OK);
    return profile;
}

/* A slower machine than the default in known ways. */
static gpucost_training_profile machine(double products, double memory, double links, double overhead)
{
    gpucost_training_profile p = of_a100();
    p.matrix_16 *= products;
    p.attention *= products;
    p.memory *= memory;
    p.scale_up *= links;
    p.network *= links;
    p.launch_s *= overhead;
    p.step_overhead_s *= overhead;
    return p;
}

/* Every job three times, with noise, and every tenth step spoilt. */
static gpucost_training_steps *measure(const gpucost_training_profile *truth, double noise, double spoilt)
{
    gpucost_training_steps *steps = NULL;
    gpucost_error err;
    draw_from(3);
    assert_int_equal(gpucost_training_steps_new(&steps, &err), GPUCOST_OK);
    for (int i = 0; i < 3 * JOBS; i++) {
        double measured = step_s(&jobs[i % JOBS], truth) * exp(noise * draw_normal());
        if (i % 10 == 5) measured *= spoilt;
        if (add(steps, &jobs[i % JOBS], "a100-sxm-80gb", measured, &err)) fail_msg("%s", err.text);
    }
    return steps;
}

static gpucost_training_calibration calibrate(const gpucost_training_steps *steps, gpucost_training_profile *profile)
{
    gpucost_training_calibration c = GPUCOST_INIT(gpucost_training_calibration);
    gpucost_error err;
    *profile = GPUCOST_INIT(gpucost_training_profile);
    if (gpucost_training_calibrate(steps, NULL, profile, &c, &err)) fail_msg("%s: %s", err.field, err.text);
    return c;
}

static void calibrate__known_machines_are_recovered(void **state)
{
    (void)state;
    static const struct {
        double products, memory, links, overhead, noise, spoilt, within;
    } cases[] = {
        {0.8, 0.9, 0.6, 2, 0.001, 1, 0.04}, {1.1, 0.7, 0.9, 0.5, 0.02, 1, 0.15}, {0.7, 1, 0.5, 1.5, 0.01, 3, 0.15}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gpucost_training_profile truth =
            machine(cases[i].products, cases[i].memory, cases[i].links, cases[i].overhead);
        gpucost_training_steps *steps = measure(&truth, cases[i].noise, cases[i].spoilt);
        gpucost_training_profile found;
        gpucost_training_calibration c = calibrate(steps, &found);
        gpucost_training_steps_free(steps);
        assert_close(c.products, cases[i].products, cases[i].within);
        assert_close(c.links, cases[i].links, cases[i].within);
        assert_true(c.products_told && c.links_told && c.steps == 3 * JOBS);
        assert_true(c.products_low < c.products && c.products < c.products_high);
        assert_true(c.error_after < 0.03 && c.error_after < c.error_before / 3);
        for (int k = 0; k < JOBS; k++) assert_close(step_s(&jobs[k], &found), step_s(&jobs[k], &truth), 0.06);
    }
}

static void calibrate__what_is_not_told_stays(void **state)
{
    (void)state;
    gpucost_training_profile truth = machine(0.8, 1, 1, 1), found;
    gpucost_training_steps *steps = NULL;
    gpucost_error err;
    assert_int_equal(gpucost_training_steps_new(&steps, &err), GPUCOST_OK);
    /* one device: links carry nothing */
    for (int i = 0; i < 6; i++) {
        struct job alone = {"gpt2", 1, 1, 1024, 8, 16 + 8 * (uint64_t)i, 0};
        assert_int_equal(add(steps, &alone, "a100-sxm-80gb", step_s(&alone, &truth), &err), GPUCOST_OK);
    }
    gpucost_training_calibration c = calibrate(steps, &found);
    gpucost_training_steps_free(steps);
    gpucost_training_profile base = of_a100();
    assert_true(!c.links_told && c.links == 1 && found.network == base.network && found.scale_up == base.scale_up);
    assert_true(c.links_low < 0.3 && c.links_high > 3);
    assert_true(c.products_told && c.error_after < c.error_before);
}

static void calibrate__refuses_what_tells_nothing(void **state)
{
    (void)state;
    gpucost_training_steps *steps = NULL;
    gpucost_training_profile found = GPUCOST_INIT(gpucost_training_profile), before = found;
    gpucost_error err;
    static const double wild[] = {0.2, 6, 0.9, 3, 0.4};
    assert_int_equal(gpucost_training_steps_new(&steps, &err), GPUCOST_OK);
    for (int i = 0; i < 2; i++) assert_int_equal(add(steps, &jobs[0], "a100-sxm-80gb", 1, &err), GPUCOST_OK);
    assert_int_equal(gpucost_training_calibrate(steps, NULL, &found, NULL, &err), GPUCOST_E_ARGUMENT);
    assert_non_null(strstr(err.text, "3 are needed"));
    gpucost_training_steps_free(steps);
    assert_int_equal(gpucost_training_steps_new(&steps, &err), GPUCOST_OK);
    for (int i = 0; i < 5; i++)
        assert_int_equal(add(steps, &jobs[i], "a100-sxm-80gb", wild[i] * step_s(&jobs[i], NULL), &err), GPUCOST_OK);
    assert_int_equal(gpucost_training_calibrate(steps, NULL, &found, NULL, &err), GPUCOST_E_ARGUMENT);
    assert_non_null(strstr(err.text, "differ more"));
    assert_memory_equal(&found, &before, sizeof found);
    gpucost_training_steps_free(steps);
}

static void calibrate__steps_are_checked_as_they_come(void **state)
{
    (void)state;
    gpucost_training_steps *steps = NULL;
    gpucost_error err;
    assert_int_equal(gpucost_training_steps_new(&steps, &err), GPUCOST_OK);
    assert_int_equal(add(steps, &jobs[0], "a100-sxm-80gb", 0, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "step_s");
    assert_int_equal(add(steps, &jobs[0], "a100-sxm-80gb", 4, &err), GPUCOST_OK);
    assert_int_equal(add(steps, &jobs[0], "h100-sxm-80gb", 2, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "accelerator");
    gpucost_training_steps_free(steps);
    gpucost_training_steps_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calibrate__known_machines_are_recovered),
        cmocka_unit_test(calibrate__what_is_not_told_stays),
        cmocka_unit_test(calibrate__refuses_what_tells_nothing),
        cmocka_unit_test(calibrate__steps_are_checked_as_they_come),
    };
    return RUN_TESTS("calibrate", tests);
}
