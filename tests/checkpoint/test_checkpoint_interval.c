#include "support/table.h"

#include "checkpoint/checkpoint_interval.h"

static void check(const table_row *row)
{
    double interval_s;
    gpucost_error err;
    assert_int_equal(gpucost__checkpoint_interval_s(table_double(row, "mean_s"), table_double(row, "checkpoint_s"),
                                                    &interval_s, &err), GPUCOST_OK);
    assert_close(interval_s, table_double(row, "expect_s"), table_double(row, "tol_rel"));
}

int main(void)
{
    return table_run("checkpoint/intervals.csv", check);
}
