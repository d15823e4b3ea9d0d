#include "support/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "accelerator/accelerator_row.h"

static void accelerator__every_row_is_valid(void **state)
{
    (void)state;
    assert_true(gpucost_accelerator_count(NULL) >= 80);
    for (uint64_t i = 0; i < gpucost_accelerator_count(NULL); i++) {
        gpucost_accelerator row = GPUCOST_INIT(gpucost_accelerator), read;
        gpucost_error err;
        assert_int_equal(gpucost_accelerator_at(NULL, i, &row, &err), GPUCOST_OK);
        assert_int_equal(gpucost__struct_in(&gpucost__accelerator_table, &row, &read, &err), GPUCOST_OK);
        assert_true(row.id[0] && row.name[0] && row.vendor[0] && row.source[0] && row.year > 2010);
        assert_true(row.memory_usable_bytes > 0 && row.memory_usable_bytes <= row.memory_bytes);
        assert_true(row.memory_usable_bytes > row.memory_bytes / 10 * 9);
        assert_true(row.memory_bandwidth_bytes_per_s > 0);
        assert_true((row.pcie_generation == 0) == (row.pcie_lanes == 0));
        assert_true(fmax(fmax(row.fp32_flop_per_s, row.bf16_flop_per_s), row.fp16_flop_per_s) > 1e12);
        /* narrower formats are never slower */
        assert_true(row.fp8_flop_per_s == 0 || row.fp8_flop_per_s >= row.bf16_flop_per_s);
        assert_true(row.fp4_flop_per_s == 0 || row.fp4_flop_per_s >= row.fp8_flop_per_s);
    }
}

/* Every spelling of a row finds that row and no other. */
static void accelerator__names_are_unique(void **state)
{
    (void)state;
    uint64_t count;
    const gpucost_accelerator *rows = gpucost__catalogue_rows(NULL, &count);
    for (uint64_t i = 0; i < count; i++) {
        char names[512];
        snprintf(names, sizeof names, "%s;%s;%s", rows[i].id, rows[i].name, rows[i].aliases);
        for (char *name = strtok(names, ";"); name; name = strtok(NULL, ";")) {
            assert_null(strchr(name, '*'));
            assert_ptr_equal(gpucost__accelerator_row(NULL, name), &rows[i]);
            char full[400];
            snprintf(full, sizeof full, "%s %s %lluGB", rows[i].vendor, name,
                     (unsigned long long)(rows[i].memory_bytes >> 30));
            assert_ptr_equal(gpucost__accelerator_row(NULL, full), &rows[i]);
            for (uint64_t k = 0; k < count; k++)
                if (k != i && gpucost__accelerator_answers(&rows[k], name))
                    fail_msg("%s names %s and %s", name, rows[i].id, rows[k].id);
        }
    }
}

static void accelerator__articles_and_price_lists_find_their_chips(void **state)
{
    (void)state;
    static const char *const ids[] = {"t4", "a10", "a100-sxm-40gb", "a100-sxm-80gb", "h100-sxm-80gb", "v100-sxm-16gb",
                                      "v100s-pcie-32gb", "rtx-3090", "rtx-a6000", "jetson-agx-orin-64gb"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) assert_non_null(gpucost__accelerator_row(NULL, ids[i]));
}

static void accelerator__rate_knows_every_format(void **state)
{
    (void)state;
    static const struct { const char *rate; double expected; } rows[] = {
        {"fp64", 1e12}, {"fp64_tensor", 2e12}, {"fp32", 3e12}, {"tf32", 4e12}, {"fp16", 5e12},
        {"bf16", 6e12}, {"fp8", 7e12}, {"int8", 8e12}, {"int4", 9e12}, {"fp4", 10e12}, {"BF16", 6e12},
    };
    gpucost_accelerator row = GPUCOST_INIT(gpucost_accelerator);
    row.fp64_flop_per_s = 1e12, row.fp64_tensor_flop_per_s = 2e12, row.fp32_flop_per_s = 3e12;
    row.tf32_flop_per_s = 4e12, row.fp16_flop_per_s = 5e12, row.bf16_flop_per_s = 6e12, row.fp8_flop_per_s = 7e12;
    row.int8_op_per_s = 8e12, row.int4_op_per_s = 9e12, row.fp4_flop_per_s = 10e12;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double rate = 0;
        gpucost_error err;
        assert_int_equal(gpucost_accelerator_rate(&row, rows[i].rate, &rate, &err), GPUCOST_OK);
        assert_true(rate == rows[i].expected);
    }
}

static void accelerator__an_unknown_rate_is_an_error_and_never_zero(void **state)
{
    (void)state;
    gpucost_accelerator t4 = GPUCOST_INIT(gpucost_accelerator);
    double rate = 42;
    gpucost_error err;
    assert_int_equal(gpucost_accelerator_find(NULL, "T4", &t4, &err), GPUCOST_OK);
    assert_int_equal(gpucost_accelerator_rate(&t4, "bf16", &rate, &err), GPUCOST_E_UNKNOWN_FACT);
    assert_true(rate == 42);
    assert_non_null(strstr(err.text, "T4 has no bf16 rate"));
    assert_string_equal(err.field, "bf16_flop_per_s");
    assert_int_equal(gpucost_accelerator_rate(&t4, "fp12", &rate, &err), GPUCOST_E_UNKNOWN_NAME);
    assert_string_equal(err.text, "no rate \"fp12\"; rates are fp64, fp64_tensor, fp32, tf32, fp16, bf16, fp8, int8, "
                                  "int4, fp4");
    assert_true(rate == 42);
    t4.bf16_flop_per_s = NAN;
    assert_int_equal(gpucost_accelerator_rate(&t4, "bf16", &rate, &err), GPUCOST_E_RANGE);
    t4.bf16_flop_per_s = -1;
    assert_int_equal(gpucost_accelerator_rate(&t4, "bf16", &rate, &err), GPUCOST_E_RANGE);
}

static void accelerator__arguments_are_checked(void **state)
{
    (void)state;
    gpucost_accelerator row = {0};
    gpucost_error err;
    assert_int_equal(gpucost_accelerator_at(NULL, 0, &row, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_accelerator_find(NULL, "t4", &row, &err), GPUCOST_E_ARGUMENT);
    row.size = sizeof row;
    assert_int_equal(gpucost_accelerator_at(NULL, gpucost_accelerator_count(NULL), &row, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "index");
    assert_int_equal(gpucost_accelerator_find(NULL, "no such chip", &row, NULL), GPUCOST_E_UNKNOWN_NAME);
}

static void accelerator__an_older_caller_gets_the_fields_it_knows(void **state)
{
    (void)state;
    gpucost_accelerator row;
    memset(&row, 0x5a, sizeof row);
    row.size = offsetof(gpucost_accelerator, fp64_flop_per_s);
    gpucost_error err;
    assert_int_equal(gpucost_accelerator_find(NULL, "t4", &row, &err), GPUCOST_OK);
    assert_string_equal(row.id, "t4");
    assert_int_equal(row.size, offsetof(gpucost_accelerator, fp64_flop_per_s));
    for (const char *p = (const char *)&row + row.size; p < (const char *)(&row + 1); p++) assert_int_equal(*p, 0x5a);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(accelerator__every_row_is_valid),
        cmocka_unit_test(accelerator__names_are_unique),
        cmocka_unit_test(accelerator__articles_and_price_lists_find_their_chips),
        cmocka_unit_test(accelerator__rate_knows_every_format),
        cmocka_unit_test(accelerator__an_unknown_rate_is_an_error_and_never_zero),
        cmocka_unit_test(accelerator__arguments_are_checked),
        cmocka_unit_test(accelerator__an_older_caller_gets_the_fields_it_knows),
    };
    return RUN_TESTS("accelerator", tests);
}
