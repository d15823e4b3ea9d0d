#include "checkpoint/checkpoint_table.h"

static const gpucost_field case_fields[] = {
    FIELD_SIZE(gpucost_checkpoint_case),
    FIELD(gpucost_checkpoint_case, work_s, GPUCOST_FIELD_F64, .unit = "s", .least = "1e-9", .most = "1e15",
          .doc = "work without interruptions"),
    FIELD(gpucost_checkpoint_case, mean_s, GPUCOST_FIELD_F64, .unit = "s", .least = "1e-9", .most = "1e30",
          .doc = "mean time between interruptions"),
    FIELD(gpucost_checkpoint_case, checkpoint_s, GPUCOST_FIELD_F64, .unit = "s", .least = "0", .most = "1e15",
          .doc = "time to write a checkpoint"),
    FIELD(gpucost_checkpoint_case, restart_s, GPUCOST_FIELD_F64, .unit = "s", .least = "0", .most = "1e15",
          .doc = "time to be back at work"),
};

static const gpucost_field plan_fields[] = {
    FIELD_SIZE(gpucost_checkpoint_plan),
    FIELD(gpucost_checkpoint_plan, interval_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "work between checkpoints"),
    FIELD(gpucost_checkpoint_plan, expected_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "expected wall time"),
    FIELD(gpucost_checkpoint_plan, overhead, GPUCOST_FIELD_F64, .doc = "expected wall time over work, at least 1"),
    FIELD(gpucost_checkpoint_plan, interruptions, GPUCOST_FIELD_F64, .doc = "expected number of interruptions"),
};

const gpucost_struct gpucost__checkpoint_case_table =
    STRUCT_TABLE(gpucost_checkpoint_case, case_fields, "Work under exponential interruptions.");
const gpucost_struct gpucost__checkpoint_plan_table =
    STRUCT_TABLE(gpucost_checkpoint_plan, plan_fields, "How often to save, and what it comes to.");
