#include "training/training_table.h"

#define OUTPUT(member, ...) FIELD(gpucost_training_calibration, member, GPUCOST_FIELD_F64, __VA_ARGS__)
#define FACTOR(member, text)                                                                    \
    OUTPUT(member, .doc = "factor on " text), OUTPUT(member##_low, .doc = "lower end of its 90 % interval"), \
        OUTPUT(member##_high, .doc = "upper end of its 90 % interval")
#define TOLD(member) FIELD(gpucost_training_calibration, member, GPUCOST_FIELD_FLAG, .doc = "the steps tell it")

static const gpucost_field calibration_fields[] = {
    FIELD_SIZE(gpucost_training_calibration),
    FIELD(gpucost_training_calibration, steps, GPUCOST_FIELD_U64, .doc = "measured steps"),
    FACTOR(products, "matrix_32 to matrix_4 and attention"),
    FACTOR(memory, "memory"),
    FACTOR(links, "scale_up and network"),
    FACTOR(overhead, "launch_s, step_overhead_s and routed_stall_s"),
    OUTPUT(error_before, .doc = "median of |projected / measured - 1| before"),
    OUTPUT(error_after, .doc = "median of |projected / measured - 1| calibrated"),
    TOLD(products_told),
    TOLD(memory_told),
    TOLD(links_told),
    TOLD(overhead_told),
};

const gpucost_struct gpucost__training_calibration_table =
    STRUCT_TABLE(gpucost_training_calibration, calibration_fields, "What measured steps told of a profile.");
