#include <math.h>

#include "checkpoint/checkpoint_interval.h"
#include "checkpoint/checkpoint_table.h"

/* Whole segments: E is convex in their number, so the best is one of the two neighbours of W / tau*. 0 stands for
   saving all the time, which is best when a checkpoint takes no time. */
static double best_segments(const gpucost_checkpoint_case *work, double interval_s)
{
    if (interval_s == 0) return 0;
    double exact = work->work_s / interval_s;
    double fewer = fmax(1, floor(exact)), more = fmax(1, ceil(exact));
    return gpucost__checkpoint_expected_s(work, more) < gpucost__checkpoint_expected_s(work, fewer) ? more : fewer;
}

static gpucost_status check_positive(const char *field, double value, gpucost_error *err)
{
    if (value > 0) return GPUCOST_OK;
    return gpucost__fail_field(err, GPUCOST_E_RANGE, field, "0", "0 is not allowed; expected more than 0 s");
}

gpucost_status gpucost_checkpoint_best(const gpucost_checkpoint_case *work, gpucost_checkpoint_plan *plan,
                                       gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_checkpoint_case ours;
    GPUCOST__TRY(gpucost__struct_in(&gpucost__checkpoint_case_table, work, &ours, err));
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__checkpoint_plan_table, plan, err));
    GPUCOST__TRY(check_positive("work_s", ours.work_s, err));
    GPUCOST__TRY(check_positive("mean_s", ours.mean_s, err));
    double interval_s;
    GPUCOST__TRY(gpucost__checkpoint_interval_s(ours.mean_s, ours.checkpoint_s, &interval_s, err));
    double segments = best_segments(&ours, interval_s);
    /* never below the work: the last digit of expm1 must not make an overhead of less than 1 */
    double expected_s = fmax(ours.work_s, gpucost__checkpoint_expected_s(&ours, segments));
    gpucost_checkpoint_plan result = {
        .size = sizeof result,
        .interval_s = segments > 0 ? ours.work_s / segments : 0,
        .expected_s = expected_s,
        .overhead = expected_s / ours.work_s,
        .interruptions = expected_s / ours.mean_s,
    };
    if (!isfinite(result.expected_s) || !isfinite(result.overhead) || !isfinite(result.interruptions))
        return gpucost__fail_field(err, GPUCOST_E_NUMERIC, "mean_s", NULL,
                                   "interruptions come so often that the work never ends");
    gpucost__struct_out(&gpucost__checkpoint_plan_table, &result, plan);
    return GPUCOST_OK;
}
