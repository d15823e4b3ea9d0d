#include "support/table.h"

#include <string.h>

#include "gpucost/layerwise.h"

static gpucost_network *network_of(const char *name)
{
    gpucost_network *network;
    gpucost_error err;
    if (gpucost_network_from_preset(name, NULL, &network, &err)) fail_msg("%s", err.text);
    return network;
}

static uint64_t total(const gpucost_network *network, const gpucost_workload *w)
{
    gpucost_layerwise_memory m = GPUCOST_INIT(gpucost_layerwise_memory);
    gpucost_error err;
    if (gpucost_layerwise_memory_of(network, w, NULL, &m, &err)) fail_msg("%s", err.text);
    assert_int_equal(m.total_bytes, m.weights_bytes + m.gradients_bytes + m.optimizer_bytes + m.activations_bytes +
                                        m.input_bytes + m.workspace_bytes + m.context_bytes);
    return m.total_bytes;
}

static void memory__largest_batch_is_the_last_that_fits(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < gpucost_network_preset_count(); i++)
        for (int32_t kind = 0; kind <= GPUCOST_WORKLOAD_INFERENCE; kind += GPUCOST_WORKLOAD_INFERENCE) {
            gpucost_network *network = network_of(gpucost_network_preset_at(i));
            gpucost_workload w = GPUCOST_INIT(gpucost_workload);
            gpucost_error err;
            uint64_t samples, capacity = UINT64_C(640) << 30;
            w.kind = kind;
            assert_int_equal(gpucost_layerwise_largest_batch(network, &w, NULL, capacity, &samples, &err), GPUCOST_OK);
            if (samples > 0) {
                w.micro_batch = samples;
                assert_true(total(network, &w) <= capacity + 64); /* parts are rounded up to bytes */
            }
            w.micro_batch = samples + 1;
            assert_true(total(network, &w) > capacity - 64);
            assert_int_equal(gpucost_layerwise_largest_batch(network, &w, NULL, 0, &samples, &err), GPUCOST_OK);
            assert_int_equal(samples, 0);
            gpucost_network_free(network);
        }
}

static void memory__less_is_kept_when_more_is_computed(void **state)
{
    (void)state;
    gpucost_network *network = network_of("dit-xl-2");
    gpucost_workload w = GPUCOST_INIT(gpucost_workload);
    w.micro_batch = 16;
    uint64_t plain = total(network, &w);
    w.attention = GPUCOST_ATTENTION_MATERIALISED;
    assert_true(total(network, &w) > plain);
    w.attention = GPUCOST_ATTENTION_FLASH;
    w.recompute = GPUCOST_RECOMPUTE_FULL;
    uint64_t again = total(network, &w);
    assert_true(again < plain);
    w.kind = GPUCOST_WORKLOAD_INFERENCE;
    assert_true(total(network, &w) < again);
    gpucost_network_free(network);
}

static void memory__states_follow_the_optimiser(void **state)
{
    (void)state;
    gpucost_network *network = network_of("resnet-50");
    gpucost_workload w = GPUCOST_INIT(gpucost_workload);
    gpucost_layerwise_memory m = GPUCOST_INIT(gpucost_layerwise_memory);
    gpucost_error err;
    strcpy(w.weights, "fp32");
    assert_int_equal(gpucost_layerwise_memory_of(network, &w, NULL, &m, &err), GPUCOST_OK);
    assert_int_equal(m.optimizer_bytes, 8 * UINT64_C(25557032));
    assert_int_equal(m.weights_bytes, 4 * UINT64_C(25557032));
    assert_int_equal(m.gradients_bytes, 4 * UINT64_C(25557032));
    w.optimizer = GPUCOST_OPTIMIZER_SGD;
    assert_int_equal(gpucost_layerwise_memory_of(network, &w, NULL, &m, &err), GPUCOST_OK);
    assert_int_equal(m.optimizer_bytes, 0);
    gpucost_network_free(network);
}

/* rajbhandari2020, section 5: 16 bytes a parameter; 4 + 12/n, 2 + 14/n and 16/n in stages 1 to 3. */
static void memory__stages_shard_states(void **state)
{
    (void)state;
    static const double expected[] = {16, 4 + 12 / 64.0, 2 + 14 / 64.0, 16 / 64.0};
    gpucost_network *network = network_of("wan2.1-14b");
    gpucost_workload w = GPUCOST_INIT(gpucost_workload);
    gpucost_layerwise_profile p = GPUCOST_INIT(gpucost_layerwise_profile);
    gpucost_layerwise_memory m = GPUCOST_INIT(gpucost_layerwise_memory), half = m;
    gpucost_error err;
    p.shards = 64;
    for (int32_t stage = 0; stage <= 3; stage++) {
        p.zero_stage = stage;
        assert_int_equal(gpucost_layerwise_memory_of(network, &w, &p, &m, &err), GPUCOST_OK);
        double bytes = (double)(m.weights_bytes + m.gradients_bytes + m.optimizer_bytes) / 14288491584.0;
        assert_close(bytes, expected[stage], stage == 3 ? 0.2 : 1e-9); /* stage 3 gathers two matrices */
    }
    p.split = 2;
    assert_int_equal(gpucost_layerwise_memory_of(network, &w, &p, &half, &err), GPUCOST_OK);
    assert_close((double)half.activations_bytes, (double)m.activations_bytes / 2, 1e-9);
    gpucost_network_free(network);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory__largest_batch_is_the_last_that_fits),
        cmocka_unit_test(memory__less_is_kept_when_more_is_computed),
        cmocka_unit_test(memory__states_follow_the_optimiser),
        cmocka_unit_test(memory__stages_shard_states),
    };
    return RUN_TESTS("layerwise_memory", tests);
}
