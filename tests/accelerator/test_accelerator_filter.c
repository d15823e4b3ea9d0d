#include "support/table.h"

#include <stdio.h>
#include <string.h>

#include "gpucost/accelerator.h"

static uint64_t matching(const gpucost_accelerator_filter *filter, const char *one)
{
    uint64_t count = 0;
    int found = 0;
    for (uint64_t i = 0; i < gpucost_accelerator_count(NULL); i++) {
        gpucost_accelerator row = GPUCOST_INIT(gpucost_accelerator);
        int32_t matches = -1;
        gpucost_error err;
        assert_int_equal(gpucost_accelerator_at(NULL, i, &row, &err), GPUCOST_OK);
        assert_int_equal(gpucost_accelerator_matches(&row, filter, &matches, &err), GPUCOST_OK);
        assert_int_equal(err.status, GPUCOST_OK);
        assert_true(matches == 0 || matches == 1);
        count += (uint64_t)matches;
        found |= matches && strcmp(row.id, one) == 0;
    }
    assert_true(found || !*one);
    return count;
}

static void filter__asks_for_nothing(void **state)
{
    (void)state;
    gpucost_accelerator_filter none = GPUCOST_INIT(gpucost_accelerator_filter);
    assert_int_equal(matching(NULL, "t4"), gpucost_accelerator_count(NULL));
    assert_int_equal(matching(&none, "t4"), gpucost_accelerator_count(NULL));
}

static void filter__combines(void **state)
{
    (void)state;
    gpucost_accelerator_filter f = GPUCOST_INIT(gpucost_accelerator_filter);
    f.memory_bytes = UINT64_C(80) << 30;
    uint64_t large = matching(&f, "a100-pcie-80gb");
    snprintf(f.vendor, sizeof f.vendor, "nvidia");
    uint64_t nvidia = matching(&f, "a100-sxm-80gb");
    snprintf(f.compute_capability, sizeof f.compute_capability, "9.0");
    uint64_t hopper = matching(&f, "b200-sxm-180gb");
    snprintf(f.form_factor, sizeof f.form_factor, "sxm");
    uint64_t sxm = matching(&f, "h100-sxm-80gb");
    snprintf(f.rate, sizeof f.rate, "fp4");
    uint64_t fp4 = matching(&f, "b200-sxm-180gb");
    assert_true(large > nvidia && nvidia > hopper && hopper > sxm && sxm > fp4 && fp4 > 0);
    f.power_w = 1;
    assert_int_equal(matching(&f, ""), 0);
}

/* "10.0" is above "9.0": capabilities are no text. */
static void filter__orders_capabilities(void **state)
{
    (void)state;
    gpucost_accelerator_filter f = GPUCOST_INIT(gpucost_accelerator_filter);
    snprintf(f.compute_capability, sizeof f.compute_capability, "10.0");
    uint64_t blackwell = matching(&f, "rtx-5090");
    snprintf(f.compute_capability, sizeof f.compute_capability, "9.0");
    assert_true(matching(&f, "h100-sxm-80gb") > blackwell);
}

static void filter__refuses_what_it_does_not_know(void **state)
{
    (void)state;
    gpucost_accelerator row = GPUCOST_INIT(gpucost_accelerator);
    gpucost_accelerator_filter f = GPUCOST_INIT(gpucost_accelerator_filter);
    gpucost_error err;
    int32_t matches = -1;
    assert_int_equal(gpucost_accelerator_find(NULL, "t4", &row, &err), GPUCOST_OK);
    snprintf(f.rate, sizeof f.rate, "fp5");
    assert_int_equal(gpucost_accelerator_matches(&row, &f, &matches, &err), GPUCOST_E_UNKNOWN_NAME);
    f.rate[0] = '\0';
    snprintf(f.compute_capability, sizeof f.compute_capability, "high");
    assert_int_equal(gpucost_accelerator_matches(&row, &f, &matches, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "compute_capability");
    f.compute_capability[0] = '\0';
    f.power_w = -1;
    assert_int_equal(gpucost_accelerator_matches(&row, &f, &matches, &err), GPUCOST_E_RANGE);
    assert_int_equal(matches, -1);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(filter__asks_for_nothing),
        cmocka_unit_test(filter__combines),
        cmocka_unit_test(filter__orders_capabilities),
        cmocka_unit_test(filter__refuses_what_it_does_not_know),
    };
    return RUN_TESTS("accelerator filter", tests);
}
