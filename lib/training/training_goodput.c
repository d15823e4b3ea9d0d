#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

#include "checkpoint/checkpoint_interval.h"
#include "num/gsl_guard.h"
#include "training/training_table.h"

static const double FAILURES_PER_DEVICE_HOUR = 2e-5; /* llama2024: 419 in 54 days on 16,384 devices */
static const double RESTART_S = 600;                 /* what schedulers, loading and compilation take together */
static const double FAILURES_DRAWN_MOST = 1e8;       /* a second or so */
enum { SAMPLES = 1000, SAMPLES_LEAST = 10 };

/* Work in `segments` equal parts, each followed by a checkpoint. */
typedef struct {
    gpucost_checkpoint_case work;
    double segments;
} interrupted_run;

/*
 * One run, failure by failure: until the next failure all whole segments are kept; then restarts follow until one of
 * them passes. Failures have no memory, so that the clock may start anew after each.
 */
static double drawn_s(const gsl_rng *generator, const interrupted_run *run)
{
    const gpucost_checkpoint_case *work = &run->work;
    double segment = work->work_s / run->segments + work->checkpoint_s, left = run->segments, wall = 0;
    for (;;) {
        double until = gsl_ran_exponential(generator, work->mean_s), whole = floor(until / segment);
        if (whole >= left) return wall + left * segment;
        left -= whole;
        wall += until;
        for (;;) {
            double restart = gsl_ran_exponential(generator, work->mean_s);
            if (restart >= work->restart_s) break;
            wall += restart;
        }
        wall += work->restart_s;
    }
}

static gpucost_status draw(const interrupted_run *run, const gpucost_training_goodput_case *asked,
                           gpucost_training_goodput_result *result, gpucost_error *err)
{
    double affordable = floor(FAILURES_DRAWN_MOST / (result->interruptions + 1));
    uint64_t samples = asked->samples ? asked->samples : SAMPLES;
    if ((double)samples > affordable) samples = affordable > SAMPLES_LEAST ? (uint64_t)affordable : SAMPLES_LEAST;
    if (result->interruptions * SAMPLES_LEAST > FAILURES_DRAWN_MOST)
        return gpucost__fail_field(err, GPUCOST_E_NUMERIC, "failures_per_device_hour", NULL,
                                   "interruptions come so often that the run cannot be simulated");
    double *walls = malloc(samples * sizeof *walls);
    gsl_rng *generator = gsl_rng_alloc(gsl_rng_mt19937);
    if (!walls || !generator) {
        free(walls);
        if (generator) gsl_rng_free(generator);
        return gpucost__fail_memory(err);
    }
    gsl_rng_set(generator, (unsigned long)asked->seed);
    for (uint64_t i = 0; i < samples; i++) walls[i] = drawn_s(generator, run);
    gsl_rng_free(generator);
    gsl_sort(walls, 1, samples);
    result->low_s = gsl_stats_quantile_from_sorted_data(walls, 1, samples, 0.1);
    result->median_s = gsl_stats_quantile_from_sorted_data(walls, 1, samples, 0.5);
    result->high_s = gsl_stats_quantile_from_sorted_data(walls, 1, samples, 0.9);
    free(walls);
    return GPUCOST_OK;
}

/* The least segments whose work is at most the interval; without one, the better neighbour of the best. */
static gpucost_status segments_of(const gpucost_training_goodput_case *asked, interrupted_run *run, gpucost_error *err)
{
    if (asked->interval_s > 0) {
        run->segments = ceil(run->work.work_s / asked->interval_s);
        return GPUCOST_OK;
    }
    gpucost_checkpoint_plan plan = GPUCOST_INIT(gpucost_checkpoint_plan);
    GPUCOST__TRY(gpucost_checkpoint_best(&run->work, &plan, err));
    run->segments = plan.interval_s > 0 ? round(run->work.work_s / plan.interval_s) : 0;
    return GPUCOST_OK;
}

gpucost_status gpucost_training_goodput(const gpucost_training_goodput_case *run,
                                        gpucost_training_goodput_result *result, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_training_goodput_case asked;
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__training_goodput_result_table, result, err));
    GPUCOST__TRY(gpucost__struct_in(&gpucost__training_goodput_case_table, run, &asked, err));
    if (asked.work_s <= 0)
        return gpucost__fail_field(err, GPUCOST_E_MISSING, "work_s", NULL, "give the time of the run without failures");
    if (asked.checkpoint_s <= 0 && (asked.checkpoint_bytes > 0) != (asked.storage_bytes_per_s > 0))
        return gpucost__fail_field(err, GPUCOST_E_MISSING,
                                   asked.checkpoint_bytes > 0 ? "storage_bytes_per_s" : "checkpoint_bytes", NULL,
                                   "give checkpoint_bytes and storage_bytes_per_s together, or checkpoint_s");
    if (asked.checkpoint_s <= 0 && asked.checkpoint_bytes <= 0)
        return gpucost__fail_field(err, GPUCOST_E_MISSING, "checkpoint_s", NULL,
                                   "give the time of a checkpoint, or its bytes and the rate of the storage");
    gpucost__gsl_guard();
    double devices = asked.devices > 0 ? (double)asked.devices : 1;
    double rate = asked.failures_per_device_hour > 0 ? asked.failures_per_device_hour : FAILURES_PER_DEVICE_HOUR;
    interrupted_run ours = {.work = GPUCOST_INIT(gpucost_checkpoint_case)};
    ours.work.work_s = asked.work_s;
    ours.work.mean_s = 3600 / (devices * rate);
    ours.work.checkpoint_s =
        asked.checkpoint_s > 0 ? asked.checkpoint_s : asked.checkpoint_bytes / asked.storage_bytes_per_s;
    ours.work.restart_s = asked.restart_s > 0 ? asked.restart_s : RESTART_S;
    GPUCOST__TRY(segments_of(&asked, &ours, err));
    gpucost_training_goodput_result r = {.size = sizeof r, .mean_s = ours.work.mean_s};
    r.checkpoint_s = ours.work.checkpoint_s;
    r.interval_s = asked.work_s / ours.segments;
    r.saving_s = ours.segments * r.checkpoint_s;
    r.expected_s = fmax(asked.work_s + r.saving_s, gpucost__checkpoint_expected_s(&ours.work, ours.segments));
    r.goodput = asked.work_s / r.expected_s;
    r.interruptions = r.expected_s / r.mean_s;
    /* Every interruption is followed by an attempt to restart, which lasts min(R, X), of mean M (1 - exp(-R/M)). */
    r.restarting_s = -r.expected_s * expm1(-ours.work.restart_s / r.mean_s);
    r.repeating_s = fmax(0, r.expected_s - asked.work_s - r.saving_s - r.restarting_s);
    r.lost_device_hours = devices * (r.expected_s - asked.work_s) / 3600;
    if (!isfinite(r.expected_s) || !isfinite(r.lost_device_hours) || r.goodput <= 0)
        return gpucost__fail_field(err, GPUCOST_E_NUMERIC, "failures_per_device_hour", NULL,
                                   "interruptions come so often that the work never ends");
    GPUCOST__TRY(draw(&ours, &asked, &r, err));
    gpucost__struct_out(&gpucost__training_goodput_result_table, &r, result);
    return GPUCOST_OK;
}
