#include "support/table.h"

#include <string.h>

#include "gpucost/estimate.h"

static gpucost_requirement *require(const char *preset, const char *accelerator, uint64_t devices,
                                    const gpucost_workload *workload)
{
    gpucost_model *model = NULL;
    gpucost_requirement *requirement = NULL;
    gpucost_cluster cluster = GPUCOST_INIT(gpucost_cluster);
    gpucost_error err;
    strcpy(cluster.accelerator, accelerator);
    cluster.devices = devices;
    assert_int_equal(gpucost_model_from_preset(preset, &model, &err), GPUCOST_OK);
    if (gpucost_requirement_new(model, NULL, &cluster, workload, NULL, &requirement, &err) != GPUCOST_OK)
        fail_msg("%s: %s", err.field, err.text);
    gpucost_model_free(model);
    return requirement;
}

/* Nothing in an independent list of layouts that fits is faster than what the search returned. */
static void estimate__no_layout_that_fits_is_faster(void **state)
{
    (void)state;
    gpucost_model *model = NULL;
    gpucost_error err;
    gpucost_workload workload = GPUCOST_INIT(gpucost_workload);
    workload.sequence = 2048;
    workload.global_batch = 256;
    gpucost_requirement *requirement = require("llama-2-13b", "a100-sxm-80gb", 16, &workload);
    gpucost_training best = GPUCOST_INIT(gpucost_training);
    gpucost_cluster cluster = GPUCOST_INIT(gpucost_cluster);
    gpucost_memory chosen = GPUCOST_INIT(gpucost_memory);
    assert_int_equal(gpucost_requirement_fits(requirement), 1);
    gpucost_requirement_parts(requirement, &cluster, NULL, NULL, &chosen, &best, NULL, &err);
    gpucost_accelerator accelerator = GPUCOST_INIT(gpucost_accelerator);
    gpucost_accelerator_find(NULL, "a100-sxm-80gb", &accelerator, &err);
    assert_true(chosen.high_bytes <= accelerator.memory_usable_bytes);
    assert_int_equal(gpucost_requirement_tight(requirement), 0);
    assert_int_equal(gpucost_model_from_preset("llama-2-13b", &model, &err), GPUCOST_OK);
    int fitting = 0;
    for (uint64_t t = 1; t <= 8; t *= 2)
        for (uint64_t p = 1; p <= 4; p *= 2)
            for (int32_t zero = 1; zero <= (p > 1 ? 1 : 3); zero++)
                for (uint64_t b = 1; b <= 4; b *= 2)
                    for (int32_t r = GPUCOST_RECOMPUTE_NONE; r <= GPUCOST_RECOMPUTE_FULL; r += 2) {
                        gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism);
                        layout.tensor_degree = t;
                        layout.pipeline_degree = p;
                        layout.data_degree = 16 / t / p;
                        if (t * p > 16) continue;
                        layout.zero_stage = layout.data_degree > 1 ? zero : 0;
                        layout.sequence_parallel = t > 1;
                        gpucost_workload tried = workload;
                        tried.micro_batch = b;
                        tried.recompute = r;
                        gpucost_memory memory = GPUCOST_INIT(gpucost_memory);
                        gpucost_training training = GPUCOST_INIT(gpucost_training);
                        assert_int_equal(gpucost_memory_estimate(model, &tried, &layout, &memory, &err), GPUCOST_OK);
                        if (memory.high_bytes > accelerator.memory_usable_bytes) continue;
                        assert_int_equal(
                            gpucost_training_estimate(model, NULL, &cluster, &tried, &layout, &training, &err),
                            GPUCOST_OK);
                        fitting++;
                        assert_true(training.step_s >= best.step_s * (1 - 1e-12));
                    }
    assert_true(fitting > 20);
    gpucost_model_free(model);
    gpucost_requirement_free(requirement);
}

static void estimate__a_fixed_layout_choice_of_the_user_is_kept(void **state)
{
    (void)state;
    gpucost_workload workload = GPUCOST_INIT(gpucost_workload), chosen = GPUCOST_INIT(gpucost_workload);
    workload.kind = GPUCOST_WORKLOAD_LORA;
    workload.sequence = 1024;
    workload.micro_batch = 2;
    workload.global_batch = 32;
    workload.recompute = GPUCOST_RECOMPUTE_FULL;
    gpucost_requirement *requirement = require("llama-2-7b", "h100-sxm-80gb", 4, &workload);
    gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism);
    gpucost_requirement_parts(requirement, NULL, &chosen, &layout, NULL, NULL, NULL, NULL);
    assert_int_equal(chosen.micro_batch, 2);
    assert_int_equal(chosen.global_batch, 32);
    assert_int_equal(chosen.recompute, GPUCOST_RECOMPUTE_FULL);
    uint64_t devices = 0;
    gpucost_parallelism_devices(&layout, &devices, NULL);
    assert_int_equal(devices, 4);
    gpucost_requirement_free(requirement);
}

static void estimate__says_what_would_make_it_fit(void **state)
{
    (void)state;
    gpucost_workload workload = GPUCOST_INIT(gpucost_workload);
    workload.sequence = 512;
    gpucost_requirement *requirement = require("llama-2-7b", "rtx-4090", 1, &workload);
    assert_int_equal(gpucost_requirement_fits(requirement), 0);
    const char *reason = gpucost_requirement_reason(requirement);
    assert_non_null(strstr(reason, "GiB per device at least"));
    assert_non_null(strstr(reason, "would fit with"));
    gpucost_requirement_free(requirement);
}

static void estimate__serves_what_was_asked(void **state)
{
    (void)state;
    gpucost_workload workload = GPUCOST_INIT(gpucost_workload), chosen = GPUCOST_INIT(gpucost_workload);
    workload.kind = GPUCOST_WORKLOAD_INFERENCE;
    workload.requests_per_s = 20;
    workload.prompt_tokens = 512;
    workload.output_tokens = 128;
    gpucost_requirement *requirement = require("llama-3-8b", "l40s", 1, &workload);
    gpucost_serving serving = GPUCOST_INIT(gpucost_serving);
    gpucost_memory memory = GPUCOST_INIT(gpucost_memory);
    gpucost_requirement_parts(requirement, NULL, &chosen, NULL, &memory, NULL, &serving, NULL);
    assert_int_equal(gpucost_requirement_fits(requirement), 1);
    assert_true(chosen.concurrent_sequences >= 1 && chosen.concurrent_sequences <= 256);
    assert_int_equal(memory.micro_batch, chosen.concurrent_sequences);
    assert_true((double)serving.replicas * serving.requests_per_s >= 20);
    gpucost_requirement_free(requirement);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(estimate__no_layout_that_fits_is_faster),
        cmocka_unit_test(estimate__a_fixed_layout_choice_of_the_user_is_kept),
        cmocka_unit_test(estimate__says_what_would_make_it_fit),
        cmocka_unit_test(estimate__serves_what_was_asked),
    };
    return RUN_TESTS("estimate", tests);
}
