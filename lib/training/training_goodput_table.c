#include "training/training_table.h"

#define INPUT(member, ...) FIELD(gpucost_training_goodput_case, member, GPUCOST_FIELD_F64, __VA_ARGS__)
#define OUTPUT(member, ...) FIELD(gpucost_training_goodput_result, member, GPUCOST_FIELD_F64, __VA_ARGS__)

static const gpucost_field case_fields[] = {
    FIELD_SIZE(gpucost_training_goodput_case),
    INPUT(work_s, .unit = "s", .least = "1e-6", .most = "1e15", .doc = "the run without failures"),
    FIELD(gpucost_training_goodput_case, devices, GPUCOST_FIELD_U64, .fallback = "1", .least = "1", .most = "10000000",
          .doc = "devices that must all work"),
    INPUT(failures_per_device_hour, .unit = "1/h", .fallback = "2e-5", .least = "1e-12", .most = "1000",
          .doc = "interruptions of the run for each device"),
    INPUT(checkpoint_bytes, .unit = "bytes", .fallback = "nothing is written", .least = "1", .most = "1e18",
          .doc = "written by all devices together, when checkpoint_s is not given"),
    INPUT(storage_bytes_per_s, .unit = "bytes/s", .fallback = "unknown", .least = "1", .most = "1e18",
          .doc = "rate of the storage"),
    INPUT(checkpoint_s, .unit = "s", .fallback = "checkpoint_bytes over the rate of the storage", .least = "1e-9",
          .most = "1e15", .doc = "what a checkpoint stops the run for"),
    INPUT(restart_s, .unit = "s", .fallback = "600", .least = "1e-9", .most = "1e15",
          .doc = "from an interruption to the first step"),
    INPUT(interval_s, .unit = "s", .fallback = "the best", .least = "1e-6", .most = "1e15",
          .doc = "work between checkpoints"),
    FIELD(gpucost_training_goodput_case, samples, GPUCOST_FIELD_U64, .fallback = "1000", .least = "10",
          .most = "1000000", .doc = "simulated runs behind the percentiles"),
    FIELD(gpucost_training_goodput_case, seed, GPUCOST_FIELD_U64, .doc = "equal seeds give equal percentiles"),
};

static const gpucost_field result_fields[] = {
    FIELD_SIZE(gpucost_training_goodput_result),
    OUTPUT(mean_s, .unit = "s", .doc = "mean time between interruptions of the run"),
    OUTPUT(checkpoint_s, .unit = "s", .doc = "what a checkpoint stops the run for"),
    OUTPUT(interval_s, .unit = "s", .doc = "work between checkpoints"),
    OUTPUT(expected_s, .unit = "s", .doc = "expected wall time"),
    OUTPUT(low_s, .unit = "s", .doc = "P10 of the wall time"),
    OUTPUT(median_s, .unit = "s", .doc = "P50 of the wall time"),
    OUTPUT(high_s, .unit = "s", .doc = "P90 of the wall time"),
    OUTPUT(goodput, .doc = "work over expected wall time, 0..1"),
    OUTPUT(interruptions, .doc = "expected interruptions, those of restarts included"),
    OUTPUT(saving_s, .unit = "s", .doc = "of the expected time, in checkpoints that were kept"),
    OUTPUT(restarting_s, .unit = "s", .doc = "of the expected time, between interruption and work"),
    OUTPUT(repeating_s, .unit = "s", .doc = "of the expected time, in work and checkpoints that were lost"),
    OUTPUT(lost_device_hours, .unit = "h", .doc = "devices x (expected - work)"),
};

const gpucost_struct gpucost__training_goodput_case_table =
    STRUCT_TABLE(gpucost_training_goodput_case, case_fields, "A training run that is interrupted.");
const gpucost_struct gpucost__training_goodput_result_table =
    STRUCT_TABLE(gpucost_training_goodput_result, result_fields, "How long an interrupted training run takes.");
