#include "kernel/kernel_table.h"

#define COUNT(member, otherwise, text)                                                                            \
    FIELD(gpucost_kernel_case, member, GPUCOST_FIELD_F64, .fallback = otherwise, .least = "1", .most = "1e15", \
          .doc = text)
#define SHARE(member, text)                                                                                         \
    FIELD(gpucost_kernel_case, member, GPUCOST_FIELD_F64, .fallback = "0.8", .least = "1e-4", .most = "1", .doc = text)
#define OUTPUT(member, ...) FIELD(gpucost_kernel_time, member, GPUCOST_FIELD_F64, __VA_ARGS__)

static const gpucost_field case_fields[] = {
    FIELD_SIZE(gpucost_kernel_case),
    FIELD(gpucost_kernel_case, kind, GPUCOST_FIELD_CHOICE, .choices = "gemm|stencil|fft|spmv|nbody|alignment",
          .doc = "what is computed"),
    FIELD(gpucost_kernel_case, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
    FIELD(gpucost_kernel_case, rate, GPUCOST_FIELD_TEXT, .fallback = "fp64; fp32 for alignments",
          .doc = "accelerator rate that computes it: fp64, fp64_tensor, fp32, tf32 and so on"),
    COUNT(n, "missing", "rows, cells, points, bodies or residues"),
    COUNT(m, "n", "columns of a product, residues of the other sequence"),
    COUNT(k, "n", "inner dimension of a product"),
    COUNT(nonzeros, "7 a row", "nonzeros of a sparse matrix"),
    COUNT(points, "7", "points of a stencil"),
    COUNT(variables, "1", "variables of a cell, read and written in a step"),
    FIELD(gpucost_kernel_case, flop_per_cell, GPUCOST_FIELD_F64, .unit = "FLOP",
          .fallback = "2 for each point and variable", .least = "1e-3", .most = "1e12", .doc = "operations of a cell"),
    FIELD(gpucost_kernel_case, bytes_per_cell, GPUCOST_FIELD_F64, .unit = "bytes",
          .fallback = "each variable read and written once", .least = "1e-3", .most = "1e12",
          .doc = "traffic of a cell"),
    COUNT(repeats, "1", "steps, or kernels in a batch"),
    SHARE(arithmetic, "share of the rate that is attained"),
    SHARE(bandwidth, "share of the memory bandwidth that is attained"),
};

static const gpucost_field time_fields[] = {
    FIELD_SIZE(gpucost_kernel_time),
    FIELD(gpucost_kernel_time, bound, GPUCOST_FIELD_CHOICE, .choices = "arithmetic|memory", .doc = "what takes longer"),
    FIELD(gpucost_kernel_time, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
    OUTPUT(flop, .unit = "FLOP", .doc = "operations of all repeats"),
    OUTPUT(bytes, .unit = "bytes", .doc = "compulsory memory traffic of all repeats"),
    OUTPUT(intensity, .unit = "FLOP/byte", .doc = "flop over bytes"),
    OUTPUT(ridge, .unit = "FLOP/byte", .doc = "intensity where arithmetic and memory take as long"),
    OUTPUT(time_s, .unit = "s", .doc = "of all repeats"),
    OUTPUT(flop_per_s, .unit = "FLOP/s", .doc = "flop over time_s"),
    OUTPUT(utilisation, .doc = "of the rate, 0..1"),
};

const gpucost_struct gpucost__kernel_case_table = STRUCT_TABLE(gpucost_kernel_case, case_fields, "A science kernel.");
const gpucost_struct gpucost__kernel_time_table =
    STRUCT_TABLE(gpucost_kernel_time, time_fields, "Time of a science kernel by its roofline.");
