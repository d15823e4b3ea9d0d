#include "support/table.h"

#include <math.h>
#include <string.h>

#include "gpucost/field.h"
#include "gpucost/training.h"
#include "training/training_roofline.h"

static gpucost_training_profile resolved(const char *accelerator, int32_t software, double release)
{
    gpucost_training_profile asked = GPUCOST_INIT(gpucost_training_profile), made = asked;
    gpucost_error err;
    asked.software = software;
    asked.release = release;
    if (gpucost_training_profile_resolve(NULL, accelerator, &asked, &made, &err)) fail_msg("%s", err.text);
    return made;
}

static double step_s(const gpucost_training_profile *profile, int32_t zero_stage)
{
    gpucost_model *model = NULL;
    gpucost_error err;
    if (gpucost_model_from_preset("llama-2-7b", &model, &err)) fail_msg("%s", err.text);
    gpucost_cluster cluster = GPUCOST_INIT(gpucost_cluster);
    strcpy(cluster.accelerator, "h100-sxm-80gb");
    cluster.devices = 8;
    gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism);
    layout.data_degree = 8;
    layout.zero_stage = zero_stage;
    gpucost_training t = GPUCOST_INIT(gpucost_training);
    gpucost_status status = gpucost_training_estimate_with(model, NULL, &cluster, NULL, &layout, profile, &t, &err);
    gpucost_model_free(model);
    if (status != GPUCOST_OK) fail_msg("%s", err.text);
    return t.step_s;
}

static void profile__zeros_are_filled_once(void **state)
{
    (void)state;
    static const char *const chips[] = {"V100", "A100", "H100", "GB200", "rtx-4090", "mi300x", "T4"};
    for (size_t i = 0; i < sizeof chips / sizeof *chips; i++) {
        gpucost_training_profile once = resolved(chips[i], GPUCOST_SOFTWARE_MEGATRON, 0), twice = once;
        gpucost_error err;
        assert_int_equal(gpucost_training_profile_resolve(NULL, chips[i], &once, &twice, &err), GPUCOST_OK);
        assert_memory_equal(&once, &twice, sizeof once);
        const double *value = &once.release, *end = &once.input_sequences_per_s;
        for (; value < end; value++) assert_true(*value > 0);
    }
}

static void profile__what_is_given_stays(void **state)
{
    (void)state;
    gpucost_training_profile mine = GPUCOST_INIT(gpucost_training_profile), made = mine;
    gpucost_error err;
    mine.matrix_16 = 0.5;
    mine.step_overhead_s = 0.25;
    assert_int_equal(gpucost_training_profile_resolve(NULL, "H100", &mine, &made, &err), GPUCOST_OK);
    assert_true(made.matrix_16 == 0.5 && made.step_overhead_s == 0.25);
}

static void profile__defaults_and_no_profile_are_one(void **state)
{
    (void)state;
    for (int32_t zero = 0; zero <= 3; zero++) {
        gpucost_training_profile empty = GPUCOST_INIT(gpucost_training_profile), full = resolved("H100", 0, 0);
        double plain = step_s(NULL, zero);
        assert_true(step_s(&empty, zero) == plain);
        assert_true(step_s(&full, zero) == plain);
    }
}

static void profile__sharding_frameworks_are_those_of_the_layout(void **state)
{
    (void)state;
    gpucost_training_profile sharded = resolved("H100", GPUCOST_SOFTWARE_SHARDED, 0);
    assert_close(step_s(&sharded, 3), step_s(NULL, 3), 1e-12);
    assert_true(step_s(&sharded, 1) > step_s(NULL, 1));
}

static void profile__better_parts_are_never_slower(void **state)
{
    (void)state;
    double last = INFINITY;
    for (double share = 0.3; share < 1; share += 0.1) {
        gpucost_training_profile mine = GPUCOST_INIT(gpucost_training_profile);
        mine.matrix_16 = mine.attention = mine.memory = mine.network = mine.scale_up = share;
        double now = step_s(&mine, 3);
        assert_true(now < last);
        last = now;
    }
}

static void profile__old_releases_are_never_faster(void **state)
{
    (void)state;
    double last = INFINITY;
    for (double year = 2019; year < 2028; year += 0.5) {
        gpucost_training_profile old = GPUCOST_INIT(gpucost_training_profile);
        old.release = year;
        double now = step_s(&old, 0);
        assert_true(now <= last);
        last = now;
    }
}

static void profile__json_keeps_every_digit(void **state)
{
    (void)state;
    gpucost_training_profile made = resolved("A100", GPUCOST_SOFTWARE_DEEPSPEED, 2021.7);
    gpucost_training_profile read = GPUCOST_INIT(gpucost_training_profile);
    const gpucost_struct *table = gpucost_struct_find("gpucost_training_profile");
    gpucost_error err;
    char *text = NULL;
    made.matrix_16 = 0.1 + 0.2;
    assert_int_equal(gpucost_struct_to_json(table, &made, &text, &err), GPUCOST_OK);
    assert_int_equal(gpucost_struct_from_json(table, text, "profile", &read, &err), GPUCOST_OK);
    gpucost_text_free(text);
    assert_memory_equal(&made, &read, sizeof made);
}

static void profile__errors_name_the_field(void **state)
{
    (void)state;
    gpucost_training_profile bad = GPUCOST_INIT(gpucost_training_profile), made = bad;
    gpucost_error err;
    bad.memory = 1.5;
    assert_int_equal(gpucost_training_profile_resolve(NULL, "H100", &bad, &made, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "memory");
    bad.memory = 0;
    assert_int_equal(gpucost_training_profile_resolve(NULL, "H1000", &bad, &made, &err), GPUCOST_E_UNKNOWN_NAME);
}

/* 8 x 48 tiles of 256 x 128 on 108 multiprocessors are 3.56 waves and take 4; 16 x 100 are 14.8 and take 15. */
static void profile__tiles_fill_waves(void **state)
{
    (void)state;
    gpucost__training_rates rates;
    memset(&rates, 0, sizeof rates);
    rates.memory_bytes_per_s = INFINITY;
    double plain = gpucost__product_s(&rates, 1e12, 2048, 4096, 6144, 1);
    assert_close(plain, 2.0 * 2048 * 4096 * 6144 / 1e12, 1e-12);
    rates.multiprocessors = 108;
    rates.wave_share = 1;
    assert_close(gpucost__product_s(&rates, 1e12, 2048, 4096, 6144, 1), plain * 4 * 108 / 384, 1e-12);
    assert_close(gpucost__product_s(&rates, 1e12, 4096, 4096, 12800, 1),
                 2.0 * 4096 * 4096 * 12800 / 1e12 * 15 * 108 / 1600, 1e-12);
    rates.wave_share = 0.5;
    assert_close(gpucost__product_s(&rates, 1e12, 2048, 4096, 6144, 1), plain * (1 + 0.5 * (432.0 / 384 - 1)), 1e-12);
}

/* Overlap is the longer of the two, without it their sum; a straggler holds all but communication. */
static void profile__input_and_stragglers_are_waited_for(void **state)
{
    (void)state;
    gpucost_training_profile mine = GPUCOST_INIT(gpucost_training_profile);
    double plain = step_s(NULL, 0), sequences = 1024; /* 4 Mi tokens of 4096 */
    mine.input_sequences_per_s = sequences / (0.5 * plain);
    assert_close(step_s(&mine, 0), plain, 1e-12);
    mine.input_sequences_per_s = sequences / (1.5 * plain);
    assert_close(step_s(&mine, 0), 1.5 * plain, 1e-12);
    mine.unprefetched = 1;
    assert_close(step_s(&mine, 0), 2.5 * plain, 1e-12);
    gpucost_training_profile slow = GPUCOST_INIT(gpucost_training_profile);
    slow.straggler = 1.06;
    double late = step_s(&slow, 0);
    assert_true(late > plain && late <= 1.06 * plain * (1 + 1e-12));
    slow.straggler = 0.9;
    gpucost_error err;
    assert_int_equal(gpucost_training_profile_resolve(NULL, "H100", &slow, &mine, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "straggler");
}

static gpucost_training on_nodes(const char *preset, const char *accelerator, uint64_t nodes, double network,
                                 const gpucost_workload *work, const gpucost_training_profile *profile)
{
    gpucost_model *model = NULL;
    gpucost_error err;
    if (gpucost_model_from_preset(preset, &model, &err)) fail_msg("%s", err.text);
    gpucost_cluster cluster = GPUCOST_INIT(gpucost_cluster);
    strcpy(cluster.accelerator, accelerator);
    cluster.devices = 8 * nodes;
    cluster.devices_per_node = 8;
    cluster.network_bytes_per_s = network;
    gpucost_training t = GPUCOST_INIT(gpucost_training);
    gpucost_status status = gpucost_training_estimate_with(model, NULL, &cluster, work, NULL, profile, &t, &err);
    gpucost_model_free(model);
    if (status != GPUCOST_OK) fail_msg("%s", err.text);
    return t;
}

/* 8 nodes of A100 on 256 Gb/s: what crosses the network costs less where a DPU carries it, down to what nothing can hide. */
static void profile__dpus_carry_what_replicas_exchange(void **state)
{
    (void)state;
    gpucost_workload work = GPUCOST_INIT(gpucost_workload);
    work.sequence = 2048;
    work.micro_batch = 4;
    work.global_batch = 256;
    gpucost_training_profile mine = GPUCOST_INIT(gpucost_training_profile);
    double last = 0, network = 256e9 / 8;
    for (double share = 0.05; share <= 1; share += 0.05) {
        mine.hidden_data = share;
        double waits = on_nodes("gpt2-xl", "A100", 8, network, &work, &mine).communication_s;
        assert_true(waits > last);
        last = waits;
    }
    work.scaling_efficiency = 0.82; /* as measured there: communication is what it leaves */
    gpucost_training t = on_nodes("gpt2-xl", "A100", 8, network, &work, NULL);
    assert_close((t.step_s - t.communication_s - t.bubble_s) / t.step_s, 0.82, 1e-9);
}

/* A published pre-training of BERT fell from 72 hours on V100 to 28 on A100; the band of encoders is 0.82 to 1.25. */
static void profile__bert_goes_from_three_days_to_one(void **state)
{
    (void)state;
    gpucost_workload work = GPUCOST_INIT(gpucost_workload);
    strcpy(work.weights, "fp16");
    work.sequence = 128;
    work.micro_batch = 64;
    work.global_batch = 64 * 8 * 8;
    double volta = on_nodes("bert-large", "v100-sxm-32gb", 1, 0, &work, NULL).step_s;
    double ampere = on_nodes("bert-large", "a100-sxm-80gb", 1, 0, &work, NULL).step_s;
    assert_close(volta / ampere, 72.0 / 28, 0.2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(profile__zeros_are_filled_once),
        cmocka_unit_test(profile__what_is_given_stays),
        cmocka_unit_test(profile__defaults_and_no_profile_are_one),
        cmocka_unit_test(profile__sharding_frameworks_are_those_of_the_layout),
        cmocka_unit_test(profile__better_parts_are_never_slower),
        cmocka_unit_test(profile__old_releases_are_never_faster),
        cmocka_unit_test(profile__json_keeps_every_digit),
        cmocka_unit_test(profile__errors_name_the_field),
        cmocka_unit_test(profile__tiles_fill_waves),
        cmocka_unit_test(profile__input_and_stragglers_are_waited_for),
        cmocka_unit_test(profile__dpus_carry_what_replicas_exchange),
        cmocka_unit_test(profile__bert_goes_from_three_days_to_one),
    };
    return RUN_TESTS("profile", tests);
}
