#include "spot/spot_table.h"

/* Zero stands for the default, so the least explicit value is above zero wherever zero would be legal. */
static const gpucost_field case_fields[] = {
    FIELD_SIZE(gpucost_spot_case),
    FIELD(gpucost_spot_case, work_h, GPUCOST_FIELD_F64, .unit = "h", .least = "1e-6", .most = "1e9",
          .doc = "useful hours to be done"),
    FIELD(gpucost_spot_case, instances, GPUCOST_FIELD_U64, .fallback = "1", .least = "1", .most = "1000000",
          .doc = "instances that must all run; any interruption stops the work"),
    FIELD(gpucost_spot_case, monthly_interruption, GPUCOST_FIELD_F64, .fallback = "0.10", .least = "1e-9", .most = "1",
          .doc = "share of instances interrupted in 720 h"),
    FIELD(gpucost_spot_case, checkpoint_s, GPUCOST_FIELD_F64, .unit = "s", .fallback = "60", .least = "0.001",
          .most = "1e9", .doc = "time to write a checkpoint"),
    FIELD(gpucost_spot_case, restart_s, GPUCOST_FIELD_F64, .unit = "s", .fallback = "600", .least = "0.001",
          .most = "1e9", .doc = "time to be back at work"),
};

static const gpucost_field result_fields[] = {
    FIELD_SIZE(gpucost_spot_result),
    FIELD(gpucost_spot_result, wall_h, GPUCOST_FIELD_F64, .unit = "h", .doc = "expected hours paid"),
    FIELD(gpucost_spot_result, overhead, GPUCOST_FIELD_F64, .doc = "hours paid per useful hour, at least 1"),
    FIELD(gpucost_spot_result, interruptions, GPUCOST_FIELD_F64, .doc = "expected interruptions"),
    FIELD(gpucost_spot_result, mean_h, GPUCOST_FIELD_F64, .unit = "h",
          .doc = "mean time between interruptions of the whole set"),
    FIELD(gpucost_spot_result, checkpoint_every_h, GPUCOST_FIELD_F64, .unit = "h",
          .doc = "useful hours between checkpoints"),
};

const gpucost_struct gpucost__spot_case_table =
    STRUCT_TABLE(gpucost_spot_case, case_fields, "Work on spot instances.");
const gpucost_struct gpucost__spot_result_table =
    STRUCT_TABLE(gpucost_spot_result, result_fields, "What work on spot comes to.");
