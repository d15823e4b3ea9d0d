#include "support/table.h"

#include "gpucost/checkpoint.h"

static void check(const table_row *row)
{
    gpucost_checkpoint_case work = GPUCOST_INIT(gpucost_checkpoint_case);
    work.work_s = table_double(row, "work_s");
    work.mean_s = table_double(row, "mean_s");
    work.checkpoint_s = table_double(row, "checkpoint_s");
    work.restart_s = table_double(row, "restart_s");
    gpucost_checkpoint_plan plan = GPUCOST_INIT(gpucost_checkpoint_plan), before = plan;
    gpucost_error err;
    gpucost_status status = gpucost_checkpoint_best(&work, &plan, &err);
    assert_string_equal(gpucost_status_name(status), table_text(row, "expect_status"));
    assert_string_equal(err.field, table_text(row, "expect_field"));
    if (status != GPUCOST_OK) {
        assert_memory_equal(&plan, &before, sizeof plan);
        return;
    }
    double tolerance = table_double(row, "tol_rel");
    assert_close(plan.interval_s, table_double(row, "expect_interval_s"), tolerance);
    assert_close(plan.expected_s, table_double(row, "expect_s"), tolerance);
    assert_close(plan.overhead, plan.expected_s / work.work_s, 1e-15);
    assert_close(plan.interruptions, plan.expected_s / work.mean_s, 1e-15);
    assert_true(plan.overhead >= 1);
}

int main(void)
{
    return table_run("checkpoint/plans.csv", check);
}
