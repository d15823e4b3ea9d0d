#include "support/table.h"

#include "gpucost/training.h"

/* Published failure rates and what runs made of them. */
static void check(const table_row *row)
{
    gpucost_training_goodput_case run = GPUCOST_INIT(gpucost_training_goodput_case);
    run.work_s = table_double(row, "work_s");
    run.devices = table_u64(row, "devices");
    run.failures_per_device_hour = table_double(row, "failures_per_device_hour");
    run.checkpoint_bytes = table_double(row, "checkpoint_bytes");
    run.storage_bytes_per_s = table_double(row, "storage_bytes_per_s");
    run.checkpoint_s = table_double(row, "checkpoint_s");
    run.restart_s = table_double(row, "restart_s");
    gpucost_training_goodput_result r = GPUCOST_INIT(gpucost_training_goodput_result);
    gpucost_error err;
    if (gpucost_training_goodput(&run, &r, &err)) fail_msg("%s: %s", err.field, err.text);
    assert_close(r.mean_s, table_double(row, "expect_mean_s"), table_double(row, "mean_tol"));
    assert_true(r.goodput >= table_double(row, "least_goodput") && r.goodput <= table_double(row, "most_goodput"));
    assert_close(r.saving_s + r.restarting_s + r.repeating_s + run.work_s, r.expected_s, 1e-12);
    assert_close(r.lost_device_hours, (double)run.devices * (r.expected_s - run.work_s) / 3600, 1e-12);
    assert_true(r.low_s < r.median_s && r.median_s < r.high_s && run.work_s < r.low_s);
}

int main(void)
{
    return table_run("training/goodput.csv", check);
}
