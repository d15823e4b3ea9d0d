#include "support/table.h"

#include <stdio.h>
#include <string.h>

#include "accelerator/accelerator_row.h"
#include "base/name.h"
#include "precision/precision_row.h"

static void precision__every_row_is_valid(void **state)
{
    (void)state;
    assert_true(gpucost_precision_count() > 60);
    for (uint64_t i = 0; i < gpucost_precision_count(); i++) {
        gpucost_precision row = GPUCOST_INIT(gpucost_precision), read;
        gpucost_error err;
        assert_int_equal(gpucost_precision_at(i, &row, &err), GPUCOST_OK);
        assert_int_equal(gpucost__struct_in(&gpucost__precision_table, &row, &read, &err), GPUCOST_OK);
        assert_true(row.name[0] && row.source[0]);
        assert_true(row.bits_per_weight > 1 && row.bits_per_weight <= 64);
    }
}

static void precision__every_rate_is_one_of_an_accelerator(void **state)
{
    (void)state;
    gpucost_accelerator all = GPUCOST_INIT(gpucost_accelerator);
    all.fp64_flop_per_s = all.fp32_flop_per_s = all.tf32_flop_per_s = all.fp16_flop_per_s = all.bf16_flop_per_s = 1e12;
    all.fp8_flop_per_s = all.int8_op_per_s = all.int4_op_per_s = all.fp4_flop_per_s = 1e12;
    for (uint64_t i = 0; i < gpucost__precision_rows_count; i++) {
        double rate;
        gpucost_error err;
        assert_int_equal(gpucost_accelerator_rate(&all, gpucost__precision_rows[i].rate, &rate, &err), GPUCOST_OK);
    }
}

/* Every spelling of a row finds that row and no other. */
static void precision__names_are_unique(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < gpucost__precision_rows_count; i++) {
        const gpucost_precision *row = &gpucost__precision_rows[i];
        char names[256];
        snprintf(names, sizeof names, "%s;%s", row->name, row->aliases);
        for (char *name = strtok(names, ";"); name; name = strtok(NULL, ";")) {
            assert_null(strchr(name, '*'));
            assert_ptr_equal(gpucost__precision_row(name), row);
            for (uint64_t k = 0; k < gpucost__precision_rows_count; k++)
                if (k != i && (gpucost__name_equal(gpucost__precision_rows[k].name, name) ||
                               gpucost__name_listed(gpucost__precision_rows[k].aliases, ';', name)))
                    fail_msg("%s names %s and %s", name, row->name, gpucost__precision_rows[k].name);
        }
    }
}

static void precision__a_wrong_name_suggests_the_nearest(void **state)
{
    (void)state;
    static const struct { const char *name, *suggestion; } rows[] = {
        {"bf61", "bf16"}, {"fp12", "fp16"}, {"nf44", "nf4"}, {"bflot16", "bf16"}, {"mxfp", "mxfp4"},
        {"q4k_n", "q4_k_m"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gpucost_precision found = GPUCOST_INIT(gpucost_precision), before = found;
        gpucost_error err;
        assert_int_equal(gpucost_precision_find(rows[i].name, &found, &err), GPUCOST_E_UNKNOWN_NAME);
        assert_memory_equal(&found, &before, sizeof found);
        assert_string_equal(err.value, rows[i].name);
        if (!strstr(err.text, rows[i].suggestion)) fail_msg("%s is not in: %s", rows[i].suggestion, err.text);
    }
    assert_int_equal(gpucost_precision_find("no such", &(gpucost_precision){.size = 8}, NULL), GPUCOST_E_UNKNOWN_NAME);
}

static void precision__arguments_are_checked(void **state)
{
    (void)state;
    gpucost_precision row = {0};
    gpucost_error err;
    assert_int_equal(gpucost_precision_at(0, &row, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_precision_find("bf16", &row, &err), GPUCOST_E_ARGUMENT);
    row.size = sizeof row;
    assert_int_equal(gpucost_precision_at(gpucost_precision_count(), &row, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "index");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(precision__every_row_is_valid),
        cmocka_unit_test(precision__every_rate_is_one_of_an_accelerator),
        cmocka_unit_test(precision__names_are_unique),
        cmocka_unit_test(precision__a_wrong_name_suggests_the_nearest),
        cmocka_unit_test(precision__arguments_are_checked),
    };
    return RUN_TESTS("precision", tests);
}
