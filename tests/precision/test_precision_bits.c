#include "support/table.h"

#include "gpucost/precision.h"

static void check(const table_row *row)
{
    gpucost_precision found = GPUCOST_INIT(gpucost_precision);
    gpucost_error err;
    assert_int_equal(gpucost_precision_find(table_text(row, "query"), &found, &err), GPUCOST_OK);
    assert_string_equal(found.name, table_text(row, "expect_name"));
    assert_close(found.bits_per_weight, table_double(row, "expect_bits"), table_double(row, "tol_rel"));
    assert_int_equal(found.block_weights, table_u64(row, "expect_block"));
    assert_string_equal(found.rate, table_text(row, "expect_rate"));
}

int main(void)
{
    return table_run("precision/bits.csv", check);
}
