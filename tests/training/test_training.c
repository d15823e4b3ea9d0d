#include "support/table.h"

#include <math.h>
#include <string.h>

#include "gpucost/training.h"

static gpucost_model *model_named(const char *name)
{
    gpucost_model *model = NULL;
    gpucost_error err;
    if (gpucost_model_from_preset(name, &model, &err)) fail_msg("%s", err.text);
    return model;
}

/* A cluster, a layout and a workload that each test bends. */
typedef struct job {
    gpucost_cluster cluster;
    gpucost_workload work;
    gpucost_parallelism layout;
} job;

static job job_of(const char *accelerator, uint64_t devices)
{
    job j = {GPUCOST_INIT(gpucost_cluster), GPUCOST_INIT(gpucost_workload), GPUCOST_INIT(gpucost_parallelism)};
    strcpy(j.cluster.accelerator, accelerator);
    j.cluster.devices = devices;
    j.layout.data_degree = devices;
    return j;
}

static gpucost_training run(const char *name, const job *j)
{
    gpucost_model *model = model_named(name);
    gpucost_training t = GPUCOST_INIT(gpucost_training);
    gpucost_error err;
    gpucost_status status = gpucost_training_estimate(model, NULL, &j->cluster, &j->work, &j->layout, &t, &err);
    gpucost_model_free(model);
    if (status != GPUCOST_OK) fail_msg("%s", err.text);
    return t;
}

static double parts(const gpucost_training *t)
{
    return t->matrix_s + t->attention_s + t->recompute_s + t->memory_s + t->communication_s + t->bubble_s +
           t->optimizer_s + t->overhead_s;
}

static void training__parts_sum_to_the_step(void **state)
{
    (void)state;
    static const struct {
        uint64_t t, p, v, c, d;
        int32_t zero, kind, recompute;
    } cases[] = {{1, 1, 1, 1, 64, 3, 0, GPUCOST_RECOMPUTE_FULL},
                 {8, 4, 2, 1, 2, 1, 0, GPUCOST_RECOMPUTE_SELECTIVE},
                 {4, 2, 1, 2, 4, 0, 0, GPUCOST_RECOMPUTE_NONE},
                 {2, 1, 1, 1, 32, 2, GPUCOST_WORKLOAD_LORA, 0},
                 {1, 1, 1, 1, 64, 0, GPUCOST_WORKLOAD_QLORA, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        job j = job_of("h100-sxm-80gb", 64);
        j.layout.tensor_degree = cases[i].t;
        j.layout.pipeline_degree = cases[i].p;
        j.layout.virtual_stages = cases[i].v;
        j.layout.context_degree = cases[i].c;
        j.layout.data_degree = cases[i].d;
        j.layout.zero_stage = cases[i].zero;
        j.work.kind = cases[i].kind;
        j.work.recompute = cases[i].recompute;
        j.work.global_batch = 128;
        gpucost_training t = run("llama-2-13b", &j);
        assert_true(parts(&t) == t.step_s);
        assert_true(t.mfu > 0 && t.mfu < 1 && t.hfu >= t.mfu && t.hfu < 1);
        assert_close(t.tokens_per_s * t.step_s, t.tokens_per_step, 1e-12);
        assert_close(t.mfu * 64 * 989.5e12 * t.step_s, t.tokens_per_step * t.model_flop_per_token, 1e-3);
        assert_true(t.low_step_s < t.step_s && t.step_s < t.high_step_s);
    }
}

static void training__faster_parts_are_never_slower(void **state)
{
    (void)state;
    double last = INFINITY;
    for (double network = 5e9; network < 1e12; network *= 2) {
        job j = job_of("a100-sxm-80gb", 64);
        j.cluster.network_bytes_per_s = network;
        j.layout.zero_stage = 3;
        gpucost_training t = run("llama-2-7b", &j);
        assert_true(t.step_s <= last);
        last = t.step_s;
    }
    last = INFINITY;
    for (double up = 10e9; up < 1e12; up *= 2) {
        job j = job_of("a100-sxm-80gb", 8);
        j.cluster.scale_up_bytes_per_s = up;
        j.layout = (gpucost_parallelism){.size = sizeof j.layout, .tensor_degree = 8};
        gpucost_training t = run("llama-2-7b", &j);
        assert_true(t.step_s <= last);
        last = t.step_s;
    }
    job j = job_of("a100-sxm-80gb", 8), newer = job_of("h100-sxm-80gb", 8);
    assert_true(run("llama-2-7b", &newer).step_s < run("llama-2-7b", &j).step_s);
}

static void training__recomputation_costs_a_forward_pass(void **state)
{
    (void)state;
    job j = job_of("a100-sxm-80gb", 8);
    gpucost_training none = run("llama-2-7b", &j);
    j.work.recompute = GPUCOST_RECOMPUTE_FULL;
    gpucost_training full = run("llama-2-7b", &j);
    assert_true(none.recompute_s == 0);
    assert_true(full.step_s > 1.2 * none.step_s && full.step_s < 1.4 * none.step_s);
    assert_true(full.hfu > full.mfu);
}

/* narayanan2021, section 2.2.1: of the ideal time of m micro-batches, (p - 1)/m is idle. */
static void training__bubble_follows_the_schedule(void **state)
{
    (void)state;
    job j = job_of("a100-sxm-80gb", 8);
    j.layout = (gpucost_parallelism){.size = sizeof j.layout, .pipeline_degree = 8};
    j.work.global_batch = 32;
    gpucost_training t = run("llama-2-7b", &j);
    /* seven passes of the other stages, which have no head, however many micro-batches follow */
    double passes = t.step_s - t.bubble_s - t.optimizer_s;
    assert_true(t.bubble_s > 0.85 * 7 / 32 * passes && t.bubble_s < 7.0 / 32 * passes);
    j.work.global_batch = 64;
    assert_close(run("llama-2-7b", &j).bubble_s, t.bubble_s, 1e-12);
    j.layout.virtual_stages = 4;
    assert_true(run("llama-2-7b", &j).bubble_s < t.bubble_s / 3.5);
}

static void training__a_users_mfu_decides_the_time(void **state)
{
    (void)state;
    job j = job_of("a100-sxm-80gb", 64);
    j.work.tokens = 2000000000000;
    j.work.mfu = 0.5;
    gpucost_training t = run("llama-2-7b", &j);
    assert_close(t.mfu, 0.5, 1e-12);
    assert_true(parts(&t) == t.step_s);
    assert_close(t.tokens_per_s, 64 * 312e12 * 0.5 / t.model_flop_per_token, 1e-12);
    j.work.scaling_efficiency = 0.82;
    gpucost_training scaled = run("llama-2-7b", &j);
    assert_close(scaled.step_s, t.step_s / 0.82, 1e-12);
    assert_close(scaled.total_s, scaled.steps * scaled.step_s, 1e-12);
    assert_close(scaled.device_hours, 64 * scaled.total_s / 3600, 1e-12);
    assert_true(scaled.energy_j > 0);
}

static void training__defaults_are_filled(void **state)
{
    (void)state;
    job j = job_of("h100-sxm-80gb", 48);
    j.layout = (gpucost_parallelism){0};
    gpucost_model *model = model_named("llama-2-7b");
    gpucost_training t = GPUCOST_INIT(gpucost_training);
    gpucost_error err;
    assert_int_equal(gpucost_training_estimate(model, NULL, &j.cluster, NULL, NULL, &t, &err), GPUCOST_OK);
    gpucost_model_free(model);
    assert_int_equal(t.micro_batch, 1);
    assert_true(t.tokens_per_step == 1056 * 4096.0); /* 4 Mi tokens are 1024 sequences; 48 replicas take 1056 */
    assert_int_equal(t.micro_batches, 22);
    assert_true(t.steps == 0 && t.total_s == 0 && t.energy_j == 0);
}

static void training__errors_name_the_cause(void **state)
{
    (void)state;
    gpucost_model *model = model_named("llama-2-7b");
    gpucost_training t = GPUCOST_INIT(gpucost_training), before = t;
    gpucost_error err;
    job j = job_of("h100-sxm-80gb", 8);
    j.layout.data_degree = 4;
    assert_int_equal(gpucost_training_estimate(model, NULL, &j.cluster, &j.work, &j.layout, &t, &err),
                     GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "layout");
    j.layout.data_degree = 8;
    j.work.global_batch = 12;
    assert_int_equal(gpucost_training_estimate(model, NULL, &j.cluster, &j.work, &j.layout, &t, &err),
                     GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "global_batch");
    j = job_of("v100-sxm-32gb", 8); /* Volta has no bf16 unit, and bf16 is the default */
    assert_int_equal(gpucost_training_estimate(model, NULL, &j.cluster, &j.work, &j.layout, &t, &err),
                     GPUCOST_E_UNKNOWN_FACT);
    j.work.kind = GPUCOST_WORKLOAD_INFERENCE;
    assert_int_equal(gpucost_training_estimate(model, NULL, &j.cluster, &j.work, &j.layout, &t, &err),
                     GPUCOST_E_ARGUMENT);
    gpucost_model_free(model);
    assert_memory_equal(&t, &before, sizeof t);
}

/* touvron2023, table 2: GPU-hours of whole projects on A100-80GB, so an upper bound; well below 40 % of it is no run.
 */
static void training__llama2_hours_are_within_what_meta_reports(void **state)
{
    (void)state;
    static const struct {
        const char *model;
        uint64_t tensor;
        double hours;
    } rows[] = {{"llama-2-7b", 1, 184320}, {"llama-2-13b", 1, 368640}, {"llama-2-70b", 8, 1720320}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        job j = job_of("a100-sxm-80gb", 1024);
        j.cluster.network_bytes_per_s = 200e9;
        j.layout.tensor_degree = rows[i].tensor;
        j.layout.data_degree = 1024 / rows[i].tensor;
        j.layout.zero_stage = 1;
        j.work.tokens = 2000000000000;
        gpucost_training t = run(rows[i].model, &j);
        assert_true(t.device_hours > 0.4 * rows[i].hours && t.device_hours < 1.1 * rows[i].hours);
    }
}

static void training__adapters_cost_less_than_all_weights(void **state)
{
    (void)state;
    job j = job_of("a100-sxm-80gb", 8);
    j.work.global_batch = 64;
    gpucost_training all = run("llama-2-7b", &j);
    j.work.kind = GPUCOST_WORKLOAD_LORA;
    gpucost_training lora = run("llama-2-7b", &j);
    j.work.kind = GPUCOST_WORKLOAD_QLORA;
    gpucost_training qlora = run("llama-2-7b", &j);
    assert_true(lora.step_s < all.step_s && lora.step_s > all.step_s / 1.7);
    assert_true(qlora.step_s > lora.step_s); /* expanding the weights costs time */
    assert_true(lora.model_flop_per_token < all.model_flop_per_token);
}

static void training__a_batch_is_many_estimates(void **state)
{
    (void)state;
    enum { LAYOUTS = 6 };
    gpucost_model *model = model_named("llama-2-70b");
    job j = job_of("h100-sxm-80gb", 64);
    j.work.global_batch = 128;
    gpucost_parallelism layouts[LAYOUTS];
    double steps[LAYOUTS];
    gpucost_error err;
    for (uint64_t i = 0; i < LAYOUTS; i++) {
        layouts[i] = GPUCOST_INIT(gpucost_parallelism);
        layouts[i].tensor_degree = 1u << i;
        layouts[i].data_degree = 64 >> i;
        layouts[i].zero_stage = 1;
    }
    layouts[1].data_degree = 64; /* too many devices */
    layouts[2].tensor_degree = 3;
    assert_int_equal(gpucost_training_estimate_batch(model, NULL, &j.cluster, &j.work, NULL, layouts, 0, steps, LAYOUTS,
                                                     &err),
                     GPUCOST_OK);
    for (int i = 0; i < LAYOUTS; i++) {
        j.layout = layouts[i];
        assert_true(i == 1 || i == 2 ? steps[i] == 0 : steps[i] == run("llama-2-70b", &j).step_s);
    }
    assert_int_equal(
        gpucost_training_estimate_batch(model, NULL, &j.cluster, &j.work, NULL, layouts, 12, steps, 1, &err),
        GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "layout_stride");
    gpucost_model_free(model);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(training__parts_sum_to_the_step),
        cmocka_unit_test(training__faster_parts_are_never_slower),
        cmocka_unit_test(training__recomputation_costs_a_forward_pass),
        cmocka_unit_test(training__a_batch_is_many_estimates),
        cmocka_unit_test(training__bubble_follows_the_schedule),
        cmocka_unit_test(training__a_users_mfu_decides_the_time),
        cmocka_unit_test(training__defaults_are_filled),
        cmocka_unit_test(training__errors_name_the_cause),
        cmocka_unit_test(training__llama2_hours_are_within_what_meta_reports),
        cmocka_unit_test(training__adapters_cost_less_than_all_weights),
    };
    return RUN_TESTS("training", tests);
}
