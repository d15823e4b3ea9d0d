#include "support/table.h"

#include <math.h>
#include <string.h>

#include "workload/workload_table.h"

static void workload__nothing_given_is_a_training_run(void **state)
{
    (void)state;
    gpucost_workload resolved = GPUCOST_INIT(gpucost_workload);
    gpucost_error err;
    assert_int_equal(gpucost_workload_resolve(NULL, &resolved, &err), GPUCOST_OK);
    assert_int_equal(resolved.kind, GPUCOST_WORKLOAD_TRAINING);
    assert_string_equal(resolved.weights, "bf16");
    assert_int_equal(resolved.lora_rank, 16);
    assert_int_equal(resolved.prompt_tokens, 1024);
    assert_int_equal(resolved.output_tokens, 256);
    assert_int_equal(resolved.master_weights, GPUCOST_MASTER_FP32);
}

static void workload__what_the_layout_decides_stays_open(void **state)
{
    (void)state;
    gpucost_workload resolved = GPUCOST_INIT(gpucost_workload);
    gpucost_error err;
    assert_int_equal(gpucost_workload_resolve(NULL, &resolved, &err), GPUCOST_OK);
    assert_int_equal(resolved.sequence, 0);
    assert_int_equal(resolved.micro_batch, 0);
    assert_int_equal(resolved.global_batch, 0);
    assert_int_equal(resolved.recompute, GPUCOST_RECOMPUTE_AUTO);
    assert_int_equal(resolved.concurrent_sequences, 0);
}

static void workload__what_is_given_stays(void **state)
{
    (void)state;
    gpucost_workload given = GPUCOST_INIT(gpucost_workload), resolved = given;
    gpucost_error err;
    given.kind = GPUCOST_WORKLOAD_LORA;
    given.sequence = 2048, given.micro_batch = 4, given.global_batch = 128, given.tokens = 1000000;
    given.lora_rank = 64, given.prompt_tokens = 7, given.output_tokens = 9, given.mfu = 0.4;
    assert_int_equal(gpucost_workload_resolve(&given, &resolved, &err), GPUCOST_OK);
    assert_int_equal(resolved.sequence, 2048);
    assert_int_equal(resolved.micro_batch, 4);
    assert_int_equal(resolved.global_batch, 128);
    assert_int_equal(resolved.tokens, 1000000);
    assert_int_equal(resolved.lora_rank, 64);
    assert_int_equal(resolved.prompt_tokens, 7);
    assert_int_equal(resolved.output_tokens, 9);
    assert_true(resolved.mfu == 0.4);
}

static void workload__choices_follow_the_enums(void **state)
{
    (void)state;
    static const struct { const char *field, *choice; int32_t value; } rows[] = {
        {"kind", "training", GPUCOST_WORKLOAD_TRAINING}, {"kind", "lora", GPUCOST_WORKLOAD_LORA},
        {"kind", "qlora", GPUCOST_WORKLOAD_QLORA}, {"kind", "inference", GPUCOST_WORKLOAD_INFERENCE},
        {"optimizer", "adamw", GPUCOST_OPTIMIZER_ADAMW}, {"optimizer", "adamw_8bit", GPUCOST_OPTIMIZER_ADAMW_8BIT},
        {"optimizer", "adamw-bf16", GPUCOST_OPTIMIZER_ADAMW_BF16},
        {"optimizer", "adafactor", GPUCOST_OPTIMIZER_ADAFACTOR}, {"optimizer", "lion", GPUCOST_OPTIMIZER_LION},
        {"optimizer", "sgd", GPUCOST_OPTIMIZER_SGD}, {"optimizer", "momentum", GPUCOST_OPTIMIZER_MOMENTUM},
        {"optimizer", "muon", GPUCOST_OPTIMIZER_MUON}, {"recompute", "auto", GPUCOST_RECOMPUTE_AUTO},
        {"recompute", "none", GPUCOST_RECOMPUTE_NONE}, {"recompute", "selective", GPUCOST_RECOMPUTE_SELECTIVE},
        {"recompute", "full", GPUCOST_RECOMPUTE_FULL}, {"attention", "flash", GPUCOST_ATTENTION_FLASH},
        {"attention", "materialised", GPUCOST_ATTENTION_MATERIALISED}, {"loss", "plain", GPUCOST_LOSS_PLAIN},
        {"loss", "compiled", GPUCOST_LOSS_COMPILED}, {"loss", "fused", GPUCOST_LOSS_FUSED},
        {"offload", "none", GPUCOST_OFFLOAD_NONE}, {"offload", "optimizer", GPUCOST_OFFLOAD_OPTIMIZER},
        {"master_weights", "auto", GPUCOST_MASTER_AUTO}, {"master_weights", "fp32", GPUCOST_MASTER_FP32},
        {"master_weights", "none", GPUCOST_MASTER_NONE}, {"lora_targets", "all_linear", 0},
        {"lora_targets", "attention", 1}, {"lora_targets", "query_value", 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gpucost_workload workload = GPUCOST_INIT(gpucost_workload);
        gpucost_error err;
        const gpucost_field *field = gpucost__field_find(&gpucost__workload_table, rows[i].field);
        assert_non_null(field);
        assert_int_equal(gpucost__field_set(field, &workload, rows[i].choice, &err), GPUCOST_OK);
        int32_t value;
        memcpy(&value, (const char *)&workload + field->offset, sizeof value);
        assert_int_equal(value, rows[i].value);
    }
}

/* Each number field refuses what lies just outside its limits, by name. */
static void workload__range_errors_name_the_field(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < gpucost__workload_table.count; i++) {
        const gpucost_field *field = &gpucost__workload_table.fields[i];
        if (field->type != GPUCOST_FIELD_U64 && field->type != GPUCOST_FIELD_F64) continue;
        gpucost_workload workload = GPUCOST_INIT(gpucost_workload), resolved = workload, untouched = workload;
        gpucost_error err;
        assert_non_null(field->least);
        assert_non_null(field->most);
        assert_int_equal(gpucost__field_set(field, &workload, "0", &err), GPUCOST_E_RANGE);
        char *at = (char *)&workload + field->offset;
        if (field->type == GPUCOST_FIELD_U64)
            memcpy(at, &(uint64_t){UINT64_MAX}, 8);
        else
            memcpy(at, &(double){1e300}, 8);
        assert_int_equal(gpucost_workload_resolve(&workload, &resolved, &err), GPUCOST_E_RANGE);
        assert_string_equal(err.field, field->name);
        assert_memory_equal(&resolved, &untouched, sizeof resolved);
    }
    gpucost_workload workload = GPUCOST_INIT(gpucost_workload), resolved = workload;
    gpucost_error err;
    workload.mfu = NAN;
    assert_int_equal(gpucost_workload_resolve(&workload, &resolved, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "mfu");
    workload.mfu = 1.01;
    assert_int_equal(gpucost_workload_resolve(&workload, &resolved, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.text, "1.01 is not allowed; expected 0.0001..1");
    workload.mfu = 0;
    workload.kind = 4;
    assert_int_equal(gpucost_workload_resolve(&workload, &resolved, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "kind");
}

static void workload__errors_say_what_would_do(void **state)
{
    (void)state;
    gpucost_workload workload = GPUCOST_INIT(gpucost_workload), resolved = workload;
    gpucost_error err;
    workload.kind = GPUCOST_WORKLOAD_QLORA;
    strcpy(workload.weights, "q8_0");
    assert_int_equal(gpucost_workload_resolve(&workload, &resolved, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.text, "q8_0 holds 8.5 bits a weight; QLoRA freezes weights of less than 8.5, such as nf4");
    strcpy(workload.weights, "nf5");
    assert_int_equal(gpucost_workload_resolve(&workload, &resolved, &err), GPUCOST_E_UNKNOWN_NAME);
    assert_string_equal(err.field, "weights");
    assert_non_null(strstr(err.text, "nearest: nf4"));
    memset(workload.weights, 'x', sizeof workload.weights);
    assert_int_equal(gpucost_workload_resolve(&workload, &resolved, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_workload_resolve(NULL, &(gpucost_workload){0}, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_workload_resolve(&(gpucost_workload){0}, &resolved, &err), GPUCOST_E_ARGUMENT);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(workload__nothing_given_is_a_training_run),
        cmocka_unit_test(workload__what_the_layout_decides_stays_open),
        cmocka_unit_test(workload__what_is_given_stays),
        cmocka_unit_test(workload__choices_follow_the_enums),
        cmocka_unit_test(workload__range_errors_name_the_field),
        cmocka_unit_test(workload__errors_say_what_would_do),
    };
    return RUN_TESTS("workload", tests);
}
