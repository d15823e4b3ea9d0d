#include "support/table.h"

#include <string.h>

#include "gpucost/field.h"
#include "gpucost/kernel.h"

/* Closed forms of published counts. */
static void check(const table_row *row)
{
    gpucost_kernel_case kernel = GPUCOST_INIT(gpucost_kernel_case);
    gpucost_kernel_time time = GPUCOST_INIT(gpucost_kernel_time);
    const gpucost_struct *table = gpucost_struct_find("gpucost_kernel_case");
    gpucost_error err;
    assert_int_equal(gpucost_struct_set(table, &kernel, "kind", table_text(row, "kind"), &err), GPUCOST_OK);
    strcpy(kernel.rate, table_text(row, "rate"));
    kernel.n = table_double(row, "n");
    kernel.m = table_double(row, "m");
    kernel.k = table_double(row, "k");
    kernel.nonzeros = table_double(row, "nonzeros");
    kernel.points = table_double(row, "points");
    kernel.variables = table_double(row, "variables");
    kernel.flop_per_cell = table_double(row, "flop_per_cell");
    kernel.bytes_per_cell = table_double(row, "bytes_per_cell");
    kernel.repeats = table_double(row, "repeats");
    kernel.arithmetic = table_double(row, "arithmetic");
    kernel.bandwidth = table_double(row, "bandwidth");
    if (gpucost_kernel_time_of(NULL, table_text(row, "accelerator"), &kernel, &time, &err)) fail_msg("%s", err.text);
    assert_close(time.flop, table_double(row, "expect_flop"), 1e-9);
    assert_close(time.bytes, table_double(row, "expect_bytes"), 1e-9);
    assert_close(time.time_s, table_double(row, "expect_time_s"), 1e-4);
    assert_int_equal(time.bound, strcmp(table_text(row, "expect_bound"), "memory") == 0);
    assert_int_equal(time.bound, time.intensity < time.ridge);
    assert_close(time.flop_per_s * time.time_s, time.flop, 1e-12);
    assert_true(time.utilisation > 0 && time.utilisation < 1);
}

int main(void)
{
    return table_run("kernel/times.csv", check);
}
