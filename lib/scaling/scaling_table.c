#include "scaling/scaling_table.h"

#define FITTED(member, ...) FIELD(gpucost_scaling_summary, member, GPUCOST_FIELD_F64, __VA_ARGS__)
#define PREDICTED(member, ...) FIELD(gpucost_scaling_prediction, member, GPUCOST_FIELD_F64, __VA_ARGS__)

static const gpucost_field summary_fields[] = {
    FIELD_SIZE(gpucost_scaling_summary),
    FIELD(gpucost_scaling_summary, law, GPUCOST_FIELD_CHOICE, .choices = "auto|amdahl|usl",
          .doc = "law that was fitted"),
    FIELD(gpucost_scaling_summary, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
    FIELD(gpucost_scaling_summary, points, GPUCOST_FIELD_U64, .doc = "measurements"),
    FITTED(confidence, .doc = "of the intervals, 0..1"),
    FITTED(rate, .doc = "throughput of one device"),
    FITTED(rate_low, .doc = "lower end of rate"),
    FITTED(rate_high, .doc = "upper end of rate"),
    FITTED(serial, .doc = "share of the work that does not scale"),
    FITTED(serial_low, .doc = "lower end of serial"),
    FITTED(serial_high, .doc = "upper end of serial"),
    FITTED(crosstalk, .fallback = "Amdahl's law", .doc = "cost of each pair of devices"),
    FITTED(crosstalk_low, .doc = "lower end of crosstalk"),
    FITTED(crosstalk_high, .fallback = "was not tried", .doc = "upper end of crosstalk"),
    FITTED(residual, .doc = "root mean square of measured over fitted - 1"),
    FITTED(devices_least, .doc = "fewest devices measured"),
    FITTED(devices_most, .doc = "most devices measured"),
    FITTED(peak_devices, .fallback = "it grows without end", .doc = "devices where throughput is highest"),
};

static const gpucost_field prediction_fields[] = {
    FIELD_SIZE(gpucost_scaling_prediction),
    PREDICTED(devices, .doc = "devices"),
    PREDICTED(throughput, .doc = "of all devices"),
    PREDICTED(low, .doc = "lower end of the fitted curve's interval"),
    PREDICTED(high, .doc = "upper end of the fitted curve's interval"),
    PREDICTED(speedup, .doc = "over one device"),
    PREDICTED(efficiency, .doc = "speedup over devices"),
    FIELD(gpucost_scaling_prediction, beyond, GPUCOST_FIELD_FLAG, .doc = "outside the measured devices"),
    FIELD(gpucost_scaling_prediction, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
};

const gpucost_struct gpucost__scaling_summary_table =
    STRUCT_TABLE(gpucost_scaling_summary, summary_fields, "A law of scaling fitted to throughputs.");
const gpucost_struct gpucost__scaling_prediction_table =
    STRUCT_TABLE(gpucost_scaling_prediction, prediction_fields, "What a law of scaling says of some devices.");
