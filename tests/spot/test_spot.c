#include "support/table.h"

#include "gpucost/spot.h"

static void check(const table_row *row)
{
    gpucost_spot_case work = GPUCOST_INIT(gpucost_spot_case);
    work.work_h = table_double(row, "work_h");
    work.instances = table_u64(row, "instances");
    work.monthly_interruption = table_double(row, "monthly_interruption");
    work.checkpoint_s = table_double(row, "checkpoint_s");
    work.restart_s = table_double(row, "restart_s");
    gpucost_spot_result result = GPUCOST_INIT(gpucost_spot_result), before = result;
    gpucost_error err;
    gpucost_status status = gpucost_spot_useful_hours(&work, &result, &err);
    assert_string_equal(gpucost_status_name(status), table_text(row, "expect_status"));
    assert_string_equal(err.field, table_text(row, "expect_field"));
    if (status != GPUCOST_OK) {
        assert_memory_equal(&result, &before, sizeof result);
        return;
    }
    double tolerance = table_double(row, "tol_rel");
    assert_close(result.wall_h, table_double(row, "expect_wall_h"), tolerance);
    assert_close(result.mean_h, table_double(row, "expect_mean_h"), tolerance);
    assert_close(result.checkpoint_every_h, table_double(row, "expect_every_h"), tolerance);
    assert_close(result.interruptions, table_double(row, "expect_interruptions"), tolerance);
    assert_close(result.overhead, result.wall_h / work.work_h, 1e-14);
}

int main(void)
{
    return table_run("spot/useful_hours.csv", check);
}
