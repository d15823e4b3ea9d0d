#include "support/table.h"

#include <stdio.h>
#include <string.h>

#include "gpucost/compatibility.h"

/* Numbers and names are those of cuda.h and driver_types.h. */
static void cuda_error__is_found_by_number_and_both_names(void **state)
{
    (void)state;
    static const struct { const char *name; uint64_t code; } rows[] = {
        {"2", 2}, {"cudaErrorMemoryAllocation", 2}, {"CUDA_ERROR_OUT_OF_MEMORY", 2}, {"cuda_error_out_of_memory", 2},
        {"209", 209}, {"cudaErrorNoKernelImageForDevice", 209}, {"CUDA_ERROR_NO_BINARY_FOR_GPU", 209},
        {"214", 214}, {"cudaErrorECCUncorrectable", 214}, {"700", 700}, {" 700 ", 700},
        {"CUDA_ERROR_ILLEGAL_ADDRESS", 700}, {"719", 719}, {"cudaErrorLaunchFailure", 719},
        {"cudaErrorSystemNotReady", 802}, {"CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", 803}, {"999", 999},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gpucost_cuda_error error = GPUCOST_INIT(gpucost_cuda_error);
        gpucost_error err;
        if (gpucost_cuda_error_find(rows[i].name, &error, &err) != GPUCOST_OK) fail_msg("%s", err.text);
        assert_int_equal(error.code, rows[i].code);
    }
}

static void cuda_error__rows_are_whole(void **state)
{
    (void)state;
    uint64_t last = 0;
    for (uint64_t i = 0; i < gpucost_cuda_error_count(); i++) {
        gpucost_cuda_error row = GPUCOST_INIT(gpucost_cuda_error), found = row;
        char number[24];
        assert_int_equal(gpucost_cuda_error_at(i, &row, NULL), GPUCOST_OK);
        assert_true(row.code > last && row.meaning[0] && row.cause[0] && row.action[0] && row.source[0]);
        assert_true(strncmp(row.runtime, "cudaError", 9) == 0 || !row.runtime[0]);
        assert_true(strncmp(row.driver, "CUDA_ERROR_", 11) == 0 || !row.driver[0]);
        assert_true(row.runtime[0] || row.driver[0]);
        assert_true(strstr("application software machine hardware", row.origin) && row.origin[0]);
        snprintf(number, sizeof number, "%llu", (unsigned long long)row.code);
        assert_int_equal(gpucost_cuda_error_find(number, &found, NULL), GPUCOST_OK);
        assert_memory_equal(&row, &found, sizeof row);
        last = row.code;
    }
    gpucost_cuda_error row = GPUCOST_INIT(gpucost_cuda_error);
    gpucost_error err;
    assert_int_equal(gpucost_cuda_error_at(gpucost_cuda_error_count(), &row, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_cuda_error_find("cudaErrorIlegalAdress", &row, &err), GPUCOST_E_UNKNOWN_NAME);
    assert_non_null(strstr(err.text, "cudaErrorIllegalAddress"));
    assert_int_equal(gpucost_cuda_error_find("", &row, &err), GPUCOST_E_UNKNOWN_NAME);
    assert_int_equal(row.code, 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(cuda_error__is_found_by_number_and_both_names),
        cmocka_unit_test(cuda_error__rows_are_whole),
    };
    return RUN_TESTS("cuda_error", tests);
}
