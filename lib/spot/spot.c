#include <math.h>

#include "spot/spot_table.h"

/* AWS publishes the share of machines interrupted in a month; 30 days of 24 h [aws_spot_advisor]. */
static const double HOURS_PER_MONTH = 720, SECONDS_PER_HOUR = 3600;

/* 0.10: upper edge of the median bucket of A100, H100 and H200 instances and of what the advisor states for all types
   [aws_spot_advisor]; optimistic for older and smaller GPUs, docs/spot.md has the counts. */
static const double MONTHLY_INTERRUPTION = 0.10;

/* A minute to save, ten to get a machine, load an image and read the checkpoint: assumptions, not measurements. */
static const double CHECKPOINT_S = 60, RESTART_S = 600;

static gpucost_status resolve(const gpucost_spot_case *work, gpucost_spot_case *ours, gpucost_error *err)
{
    GPUCOST__TRY(gpucost__struct_in(&gpucost__spot_case_table, work, ours, err));
    if (ours->work_h == 0)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "work_h", "0", "0 is not allowed; expected more than 0 h");
    if (ours->instances == 0) ours->instances = 1;
    if (ours->monthly_interruption == 0) ours->monthly_interruption = MONTHLY_INTERRUPTION;
    if (ours->checkpoint_s == 0) ours->checkpoint_s = CHECKPOINT_S;
    if (ours->restart_s == 0) ours->restart_s = RESTART_S;
    return GPUCOST_OK;
}

static gpucost_status never_ends(gpucost_error *err)
{
    return gpucost__fail_field(err, GPUCOST_E_NUMERIC, "monthly_interruption", NULL,
                               "interruptions come so often that the work never ends");
}

gpucost_status gpucost_spot_useful_hours(const gpucost_spot_case *work, gpucost_spot_result *result, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_spot_case ours;
    GPUCOST__TRY(resolve(work, &ours, err));
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__spot_result_table, result, err));
    if (ours.monthly_interruption == 1) return never_ends(err);
    double rate = -log1p(-ours.monthly_interruption) / HOURS_PER_MONTH; /* of one instance [1/h] */
    double mean_h = 1 / ((double)ours.instances * rate);
    gpucost_checkpoint_case saved = {
        .size = sizeof saved,
        .work_s = ours.work_h * SECONDS_PER_HOUR,
        .mean_s = mean_h * SECONDS_PER_HOUR,
        .checkpoint_s = ours.checkpoint_s,
        .restart_s = ours.restart_s,
    };
    gpucost_checkpoint_plan plan = GPUCOST_INIT(gpucost_checkpoint_plan);
    gpucost_status status = gpucost_checkpoint_best(&saved, &plan, err);
    if (status == GPUCOST_E_NUMERIC) return never_ends(err);
    if (status != GPUCOST_OK) return status;
    gpucost_spot_result found = {
        .size = sizeof found,
        .wall_h = plan.expected_s / SECONDS_PER_HOUR,
        .overhead = plan.overhead,
        .interruptions = plan.interruptions,
        .mean_h = mean_h,
        .checkpoint_every_h = plan.interval_s / SECONDS_PER_HOUR,
    };
    gpucost__struct_out(&gpucost__spot_result_table, &found, result);
    return GPUCOST_OK;
}
