#include "support/table.h"

#include <string.h>

#include "gpucost/layerwise.h"

static gpucost_layerwise_time timed(const char *name, const char *accelerator, uint64_t devices,
                                    const gpucost_workload *work, const gpucost_layerwise_profile *profile)
{
    gpucost_network *network;
    gpucost_cluster cluster = GPUCOST_INIT(gpucost_cluster);
    gpucost_layerwise_time t = GPUCOST_INIT(gpucost_layerwise_time);
    gpucost_error err;
    strcpy(cluster.accelerator, accelerator);
    cluster.devices = devices;
    if (gpucost_network_from_preset(name, NULL, &network, &err)) fail_msg("%s", err.text);
    if (gpucost_layerwise_time_of(network, NULL, &cluster, work, profile, &t, &err))
        fail_msg("%s: %s", err.field, err.text);
    gpucost_network_free(network);
    assert_close(t.products_s + t.attention_s + t.memory_s + t.recompute_s + t.communication_s + t.optimizer_s +
                     t.host_s,
                 t.step_s, 1e-12);
    assert_close(t.samples_per_step / t.step_s, t.samples_per_s, 1e-12);
    assert_true(t.low_step_s < t.step_s && t.step_s < t.high_step_s && t.mfu > 0 && t.mfu <= 1);
    return t;
}

static gpucost_workload training(uint64_t batch)
{
    gpucost_workload w = GPUCOST_INIT(gpucost_workload);
    strcpy(w.weights, "fp32");
    strcpy(w.compute, "fp16");
    w.micro_batch = batch;
    return w;
}

static void time__every_preset_has_parts_that_sum(void **state)
{
    (void)state;
    gpucost_workload w = training(2), serve = GPUCOST_INIT(gpucost_workload);
    serve.kind = GPUCOST_WORKLOAD_INFERENCE;
    for (uint64_t i = 0; i < gpucost_network_preset_count(); i++) {
        gpucost_layerwise_time train = timed(gpucost_network_preset_at(i), "a100", 8, &w, NULL);
        gpucost_layerwise_time infer = timed(gpucost_network_preset_at(i), "l40s", 1, &serve, NULL);
        assert_close(train.flop_per_sample, 3 * infer.flop_per_sample, 1e-12);
    }
}

static void time__larger_batches_are_never_slower_a_sample(void **state)
{
    (void)state;
    static const char *const names[] = {"resnet-50", "vit-base-16", "efficientnet-b0", "sdxl"};
    for (size_t i = 0; i < 4; i++) {
        double before = 0;
        for (uint64_t batch = 1; batch <= 256; batch *= 2) {
            gpucost_workload w = training(batch);
            gpucost_layerwise_time t = timed(names[i], "h100", 1, &w, NULL);
            assert_true(t.samples_per_s >= before * 0.999);
            before = t.samples_per_s;
        }
    }
}

static void time__recomputation_adds_a_forward_pass(void **state)
{
    (void)state;
    gpucost_workload w = training(32);
    gpucost_layerwise_time plain = timed("dit-xl-2", "h100", 1, &w, NULL);
    w.recompute = GPUCOST_RECOMPUTE_FULL;
    gpucost_layerwise_time again = timed("dit-xl-2", "h100", 1, &w, NULL);
    assert_true(plain.recompute_s == 0 && again.recompute_s > 0.25 * plain.products_s);
    assert_close(again.step_s - again.recompute_s, plain.step_s, 0.02);
}

static void time__input_bounds_throughput(void **state)
{
    (void)state;
    gpucost_workload w = training(256);
    gpucost_layerwise_profile p = GPUCOST_INIT(gpucost_layerwise_profile);
    p.input_samples_per_s = 1000;
    gpucost_layerwise_time t = timed("resnet-50", "a100", 8, &w, &p);
    assert_close(t.samples_per_s, 1000, 1e-9);
    assert_int_equal(t.bound, GPUCOST_LAYERWISE_BOUND_HOST);
    double fast = timed("resnet-50", "a100", 8, &w, NULL).step_s;
    p.unprefetched = 1;
    assert_close(timed("resnet-50", "a100", 8, &w, &p).step_s, fast + 2048 / 1000.0, 1e-9);
}

static void time__micro_batches_repeat_the_passes(void **state)
{
    (void)state;
    gpucost_workload w = training(64);
    gpucost_layerwise_time one = timed("resnet-50", "a100", 1, &w, NULL);
    w.global_batch = 256;
    gpucost_layerwise_time four = timed("resnet-50", "a100", 1, &w, NULL);
    assert_int_equal(four.micro_batches, 4);
    assert_close(four.products_s, 4 * one.products_s, 1e-12);
    w.tokens = 2560;
    assert_close(timed("resnet-50", "a100", 1, &w, NULL).total_s, 10 * four.step_s, 1e-12);
}

static void time__assumed_utilisation_is_met(void **state)
{
    (void)state;
    gpucost_workload w = training(64);
    w.mfu = 0.3;
    assert_close(timed("resnet-50", "a100", 4, &w, NULL).mfu, 0.3, 1e-9);
}

static void time__fused_operators_are_faster(void **state)
{
    (void)state;
    gpucost_workload w = training(128);
    gpucost_layerwise_profile p = GPUCOST_INIT(gpucost_layerwise_profile);
    p.fusion = GPUCOST_FUSION_EAGER;
    double eager = timed("resnet-50", "a100", 1, &w, &p).step_s;
    p.images = GPUCOST_IMAGES_CHANNELS_LAST;
    double last = timed("resnet-50", "a100", 1, &w, &p).step_s;
    p.fusion = GPUCOST_FUSION_NORMS;
    double fused = timed("resnet-50", "a100", 1, &w, &p).step_s;
    assert_true(eager > last && last > fused);
    w.kind = GPUCOST_WORKLOAD_INFERENCE;
    double served = timed("resnet-50", "a100", 1, &w, &p).step_s;
    p.fusion = GPUCOST_FUSION_ENGINE;
    assert_true(timed("resnet-50", "a100", 1, &w, &p).step_s < served);
}

static void time__split_samples_take_their_share_of_the_time(void **state)
{
    (void)state;
    gpucost_workload w = training(1);
    gpucost_layerwise_profile p = GPUCOST_INIT(gpucost_layerwise_profile);
    gpucost_layerwise_time whole = timed("wan2.1-1.3b", "h100", 8, &w, &p);
    p.split = 4;
    gpucost_layerwise_time split = timed("wan2.1-1.3b", "h100", 8, &w, &p);
    assert_close(split.samples_per_step, 2, 1e-12);
    assert_close(split.attention_s, whole.attention_s / 4, 0.05);
    assert_true(split.communication_s > whole.communication_s && split.step_s < whole.step_s / 2);
    assert_true(split.samples_per_s < whole.samples_per_s * 1.001);
}

static void time__sharded_weights_are_gathered(void **state)
{
    (void)state;
    gpucost_workload w = training(1);
    gpucost_layerwise_profile p = GPUCOST_INIT(gpucost_layerwise_profile);
    gpucost_layerwise_time whole = timed("flux.1-dev", "h100", 64, &w, &p);
    p.zero_stage = 1;
    gpucost_layerwise_time states = timed("flux.1-dev", "h100", 64, &w, &p);
    assert_true(states.optimizer_s < whole.optimizer_s);
    assert_close(states.communication_s, whole.communication_s, 1e-12);
    p.zero_stage = 3;
    assert_true(timed("flux.1-dev", "h100", 64, &w, &p).communication_s >= states.communication_s);
}

static void time__evaluations_repeat_inference(void **state)
{
    (void)state;
    gpucost_workload w = GPUCOST_INIT(gpucost_workload);
    gpucost_layerwise_profile p = GPUCOST_INIT(gpucost_layerwise_profile);
    w.kind = GPUCOST_WORKLOAD_INFERENCE;
    gpucost_layerwise_time once = timed("sdxl", "h100", 1, &w, &p);
    p.evaluations = 60; /* 30 steps, each with and without the text */
    gpucost_layerwise_time image = timed("sdxl", "h100", 1, &w, &p);
    assert_close(image.step_s, 60 * once.step_s, 1e-9);
    assert_close(image.mfu, once.mfu, 1e-9);
}

static void errors__say_the_field(void **state)
{
    (void)state;
    gpucost_network *network;
    gpucost_error err;
    assert_int_equal(gpucost_network_from_preset("resnet-50", NULL, &network, &err), GPUCOST_OK);
    gpucost_cluster cluster = GPUCOST_INIT(gpucost_cluster);
    gpucost_workload w = training(32);
    gpucost_layerwise_time t = GPUCOST_INIT(gpucost_layerwise_time), before = t;
    strcpy(cluster.accelerator, "a100");
    cluster.devices = 3;
    w.global_batch = 100;
    assert_int_equal(gpucost_layerwise_time_of(network, NULL, &cluster, &w, NULL, &t, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "global_batch");
    w.global_batch = 0;
    gpucost_layerwise_profile p = GPUCOST_INIT(gpucost_layerwise_profile);
    p.split = 2;
    assert_int_equal(gpucost_layerwise_time_of(network, NULL, &cluster, &w, &p, &t, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "split");
    w.kind = GPUCOST_WORKLOAD_LORA;
    assert_int_equal(gpucost_layerwise_time_of(network, NULL, &cluster, &w, NULL, &t, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "kind");
    w = training(32);
    strcpy(w.compute, "fp8");
    assert_int_equal(gpucost_layerwise_time_of(network, NULL, &cluster, &w, NULL, &t, &err), GPUCOST_E_UNKNOWN_FACT);
    strcpy(cluster.accelerator, "a1oo");
    assert_int_equal(gpucost_layerwise_time_of(network, NULL, &cluster, NULL, NULL, &t, &err), GPUCOST_E_UNKNOWN_NAME);
    assert_memory_equal(&t, &before, sizeof t);
    gpucost_network_free(network);
    gpucost_network_options size = GPUCOST_INIT(gpucost_network_options);
    size.height = 225;
    assert_int_equal(gpucost_network_from_preset("vit-base-16", &size, &network, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "height");
    size.height = 0;
    size.frames = 16;
    assert_int_equal(gpucost_network_from_preset("resnet-50", &size, &network, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_network_from_preset("resnet-51", NULL, &network, &err), GPUCOST_E_UNKNOWN_NAME);
    assert_non_null(strstr(err.text, "resnet-50"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time__every_preset_has_parts_that_sum),
        cmocka_unit_test(time__larger_batches_are_never_slower_a_sample),
        cmocka_unit_test(time__recomputation_adds_a_forward_pass),
        cmocka_unit_test(time__input_bounds_throughput),
        cmocka_unit_test(time__micro_batches_repeat_the_passes),
        cmocka_unit_test(time__assumed_utilisation_is_met),
        cmocka_unit_test(time__fused_operators_are_faster),
        cmocka_unit_test(time__split_samples_take_their_share_of_the_time),
        cmocka_unit_test(time__sharded_weights_are_gathered),
        cmocka_unit_test(time__evaluations_repeat_inference),
        cmocka_unit_test(errors__say_the_field),
    };
    return RUN_TESTS("layerwise", tests);
}
