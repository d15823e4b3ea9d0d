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

static const gpucost_field deadline_case_fields[] = {
    FIELD_SIZE(gpucost_spot_deadline_case),
    FIELD(gpucost_spot_deadline_case, work_ticks, GPUCOST_FIELD_U64, .unit = "ticks", .least = "1", .most = "1000000",
          .doc = "work to be done"),
    FIELD(gpucost_spot_deadline_case, restart_ticks, GPUCOST_FIELD_U64, .unit = "ticks", .most = "10000",
          .doc = "paid without progress whenever a machine starts"),
    FIELD_PRICE(gpucost_spot_deadline_case, spot, .unit = "per tick", .least = "0", .doc = "spot machine"),
    FIELD_PRICE(gpucost_spot_deadline_case, on_demand, .unit = "per tick", .least = "0.000000001",
                .doc = "machine on demand"),
    FIELD(gpucost_spot_deadline_case, appear, GPUCOST_FIELD_F64, .fallback = "that of the trace", .least = "1e-9",
          .most = "1", .doc = "chance a tick that spot comes back; policy chain"),
    FIELD(gpucost_spot_deadline_case, vanish, GPUCOST_FIELD_F64, .fallback = "that of the trace", .least = "1e-9",
          .most = "1", .doc = "chance a tick that it is taken away; policy chain"),
    FIELD(gpucost_spot_deadline_case, policy, GPUCOST_FIELD_CHOICE, .choices = "optimum|uniform|greedy|on_demand|chain",
          .doc = "how to choose"),
    FIELD(gpucost_spot_deadline_case, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
};

static const gpucost_field deadline_result_fields[] = {
    FIELD_SIZE(gpucost_spot_deadline_result),
    FIELD_PRICE(gpucost_spot_deadline_result, cost, .doc = "of all ticks paid"),
    FIELD(gpucost_spot_deadline_result, spot_ticks, GPUCOST_FIELD_U64, .unit = "ticks", .doc = "paid on spot"),
    FIELD(gpucost_spot_deadline_result, on_demand_ticks, GPUCOST_FIELD_U64, .unit = "ticks", .doc = "paid on demand"),
    FIELD(gpucost_spot_deadline_result, idle_ticks, GPUCOST_FIELD_U64, .unit = "ticks", .doc = "waited before the end"),
    FIELD(gpucost_spot_deadline_result, starts, GPUCOST_FIELD_U64, .doc = "machines started"),
    FIELD(gpucost_spot_deadline_result, end_tick, GPUCOST_FIELD_U64, .unit = "ticks",
          .doc = "when the work was done; 0 if not"),
    FIELD(gpucost_spot_deadline_result, finished, GPUCOST_FIELD_FLAG, .doc = "done by the deadline"),
    FIELD(gpucost_spot_deadline_result, policy, GPUCOST_FIELD_CHOICE,
          .choices = "optimum|uniform|greedy|on_demand|chain", .doc = "what chose"),
};

const gpucost_struct gpucost__spot_case_table =
    STRUCT_TABLE(gpucost_spot_case, case_fields, "Work on spot instances.");
const gpucost_struct gpucost__spot_result_table =
    STRUCT_TABLE(gpucost_spot_result, result_fields, "What work on spot comes to.");
const gpucost_struct gpucost__spot_deadline_case_table =
    STRUCT_TABLE(gpucost_spot_deadline_case, deadline_case_fields, "A job with a deadline, on spot where that pays.");
const gpucost_struct gpucost__spot_deadline_result_table =
    STRUCT_TABLE(gpucost_spot_deadline_result, deadline_result_fields, "What a way of choosing comes to.");
