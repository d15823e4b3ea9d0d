#include "accelerator/accelerator_row.h"

#define M gpucost_mig
#define COUNT(member, text) \
    FIELD(M, member, GPUCOST_FIELD_U64, .fallback = "none or unknown", .least = "1", .most = "1024", .doc = (text))

static const gpucost_field mig_fields[] = {
    FIELD_SIZE(M),
    FIELD(M, accelerators, GPUCOST_FIELD_TEXT, .doc = "catalogue ids that have the profile, joined by ';'"),
    FIELD(M, profile, GPUCOST_FIELD_TEXT, .doc = "such as 3g.40gb"),
    COUNT(compute_slices, "slices of compute it takes"),
    COUNT(memory_slices, "slices of memory it takes"),
    FIELD(M, memory_bytes, GPUCOST_FIELD_U64, .unit = "bytes", .fallback = "unknown", .least = "1048576",
          .most = "1125899906842624", .doc = "memory that it offers"),
    COUNT(most_instances, "how many of it fit at once"),
    FIELD(M, placements, GPUCOST_FIELD_TEXT, .doc = "memory slices at which it may start, joined by ';'"),
    COUNT(multiprocessors, "streaming multiprocessors"),
    FIELD(M, l2_share, GPUCOST_FIELD_F64, .fallback = "unknown", .least = "0.001", .most = "1",
          .doc = "share of the last-level cache"),
    COUNT(copy_engines, "copy engines"),
    COUNT(video_decoders, "video decoders"),
    COUNT(jpeg_decoders, "JPEG decoders"),
    COUNT(optical_flow_engines, "optical flow engines"),
    COUNT(video_encoders, "video encoders"),
    FIELD(M, driver_least, GPUCOST_FIELD_TEXT, .doc = "oldest driver that has the profile, where it is stated"),
    FIELD(M, source, GPUCOST_FIELD_TEXT, .doc = "where the row comes from"),
};
const gpucost_struct gpucost__mig_table = STRUCT_TABLE(gpucost_mig, mig_fields, "A MIG profile.");

static const gpucost_field fit_fields[] = {
    FIELD_SIZE(gpucost_mig_fit),
    FIELD(gpucost_mig_fit, fits, GPUCOST_FIELD_FLAG, .doc = "they fit"),
    FIELD(gpucost_mig_fit, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
    FIELD(gpucost_mig_fit, instances, GPUCOST_FIELD_U64, .doc = "instances asked for"),
    FIELD(gpucost_mig_fit, compute_slices, GPUCOST_FIELD_U64, .doc = "compute slices they take together"),
    FIELD(gpucost_mig_fit, memory_slices, GPUCOST_FIELD_U64, .doc = "memory slices they take together"),
    FIELD(gpucost_mig_fit, placements, GPUCOST_FIELD_TEXT, .doc = "where each may start; empty when they do not fit"),
    FIELD(gpucost_mig_fit, reason, GPUCOST_FIELD_TEXT, .doc = "why they do not fit; empty when they do"),
};
const gpucost_struct gpucost__mig_fit_table =
    STRUCT_TABLE(gpucost_mig_fit, fit_fields, "Whether MIG profiles fit one device together.");
