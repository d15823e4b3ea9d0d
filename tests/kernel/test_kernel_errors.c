#include "support/table.h"

#include <string.h>

#include "gpucost/kernel.h"

static void kernel__errors_name_the_cause(void **state)
{
    (void)state;
    gpucost_kernel_case kernel = GPUCOST_INIT(gpucost_kernel_case);
    gpucost_kernel_time time = GPUCOST_INIT(gpucost_kernel_time), before = time;
    gpucost_error err;
    assert_int_equal(gpucost_kernel_time_of(NULL, "A100", &kernel, &time, &err), GPUCOST_E_MISSING);
    assert_string_equal(err.field, "n");
    kernel.n = 1e6;
    assert_int_equal(gpucost_kernel_time_of(NULL, "A1000000", &kernel, &time, &err), GPUCOST_E_UNKNOWN_NAME);
    strcpy(kernel.rate, "fp65");
    assert_int_equal(gpucost_kernel_time_of(NULL, "A100", &kernel, &time, &err), GPUCOST_E_UNKNOWN_NAME);
    strcpy(kernel.rate, "fp8");
    assert_int_equal(gpucost_kernel_time_of(NULL, "A100", &kernel, &time, &err), GPUCOST_E_UNKNOWN_FACT);
    strcpy(kernel.rate, "");
    kernel.bandwidth = 2;
    assert_int_equal(gpucost_kernel_time_of(NULL, "A100", &kernel, &time, &err), GPUCOST_E_RANGE);
    assert_memory_equal(&time, &before, sizeof time);
}

static void kernel__more_work_takes_longer(void **state)
{
    (void)state;
    for (int32_t kind = GPUCOST_KERNEL_GEMM; kind <= GPUCOST_KERNEL_ALIGNMENT; kind++) {
        double last = 0;
        for (double n = 1000; n < 1e6; n *= 3) {
            gpucost_kernel_case kernel = GPUCOST_INIT(gpucost_kernel_case);
            gpucost_kernel_time time = GPUCOST_INIT(gpucost_kernel_time);
            kernel.kind = kind;
            kernel.n = n;
            assert_int_equal(gpucost_kernel_time_of(NULL, "H100", &kernel, &time, NULL), GPUCOST_OK);
            assert_true(time.time_s > last);
            last = time.time_s;
            kernel.repeats = 10;
            assert_int_equal(gpucost_kernel_time_of(NULL, "H100", &kernel, &time, NULL), GPUCOST_OK);
            assert_close(time.time_s, 10 * last, 1e-12);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernel__errors_name_the_cause),
        cmocka_unit_test(kernel__more_work_takes_longer),
    };
    return RUN_TESTS("kernel errors", tests);
}
