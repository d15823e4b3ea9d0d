#include "support/table.h"

#include "gpucost/memory.h"

static gpucost_model *model_of(const char *path)
{
    gpucost_error err;
    gpucost_model *model;
    if (gpucost_model_from_file(test_path(path), &model, &err) != GPUCOST_OK) fail_msg("%s: %s", path, err.text);
    return model;
}

static uint64_t cache_of(const gpucost_model *model, uint64_t prompt, uint64_t sequences)
{
    gpucost_error err;
    gpucost_memory memory = GPUCOST_INIT(gpucost_memory);
    gpucost_workload work = GPUCOST_INIT(gpucost_workload);
    work.kind = GPUCOST_WORKLOAD_INFERENCE;
    work.prompt_tokens = prompt;
    work.output_tokens = 64;
    work.concurrent_sequences = sequences;
    if (gpucost_memory_estimate(model, &work, NULL, &memory, &err) != GPUCOST_OK) fail_msg("%s", err.text);
    return memory.kv_cache_bytes;
}

/* gu2023 section 3.4: channels x states, and the last three inputs of the convolution; nothing that grows. */
static void kv__a_state_does_not_grow_with_the_context(void **state)
{
    (void)state;
    gpucost_model *model = model_of("model/configs/mamba");
    uint64_t one = 24 * 1536 * (16 + 3) * 2;
    assert_int_equal(cache_of(model, 1024, 1), one);
    assert_int_equal(cache_of(model, 65536, 1), one);
    assert_int_equal(cache_of(model, 1024, 7), 7 * one);
    gpucost_model_free(model);
    model = model_of("model/configs/jamba");
    assert_int_equal(cache_of(model, 8192, 1) - cache_of(model, 4096, 1), UINT64_C(4096) * 16384);
    assert_int_equal(cache_of(model, 4096, 1) - UINT64_C(4160) * 16384, 28 * 8192 * (16 + 3) * 2);
    gpucost_model_free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(kv__a_state_does_not_grow_with_the_context)};
    return RUN_TESTS("state", tests);
}
