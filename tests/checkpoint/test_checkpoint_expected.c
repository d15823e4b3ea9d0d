#include "support/table.h"

#include "checkpoint/checkpoint_interval.h"

static void check(const table_row *row)
{
    gpucost_checkpoint_case work = GPUCOST_INIT(gpucost_checkpoint_case);
    work.work_s = table_double(row, "work_s");
    work.mean_s = table_double(row, "mean_s");
    work.checkpoint_s = table_double(row, "checkpoint_s");
    work.restart_s = table_double(row, "restart_s");
    double interval_s = table_double(row, "interval_s");
    double segments = interval_s > 0 ? work.work_s / interval_s : 0;
    assert_close(gpucost__checkpoint_expected_s(&work, segments) / 3600, table_double(row, "expect_h"),
                 table_double(row, "tol_rel"));
}

int main(void)
{
    return table_run("checkpoint/expected.csv", check);
}
