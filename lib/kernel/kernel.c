#include <math.h>
#include <string.h>

#include "accelerator/accelerator_row.h"
#include "kernel/kernel_table.h"

static const double LAUNCH_S = 5e-6;     /* from one kernel to the next on current drivers */
static const double FFT_PASS_BITS = 12;  /* 4096 points of a transform fit the memory that a block of threads shares */
static const double INDEX_BYTES = 4;

/* Operations, traffic and launches of one repeat. */
typedef struct {
    double flop, bytes, passes;
} work;

/* Bytes of a number of a rate. */
static double width_of(const char *rate)
{
    static const struct {
        const char *rate;
        double bytes;
    } widths[] = {{"fp64", 8}, {"fp64_tensor", 8}, {"fp32", 4}, {"tf32", 4}, {"fp16", 2}, {"bf16", 2},
                  {"fp8", 1},  {"int8", 1},        {"int4", 0.5}, {"fp4", 0.5}};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        if (strcmp(widths[i].rate, rate) == 0) return widths[i].bytes;
    return 4;
}

static double given_or(double given, double otherwise)
{
    return given > 0 ? given : otherwise;
}

static work work_of(const gpucost_kernel_case *c, double w)
{
    double n = c->n, m = given_or(c->m, n), k = given_or(c->k, n), variables = given_or(c->variables, 1);
    double nonzeros = given_or(c->nonzeros, 7 * n), passes = fmax(1, ceil(log2(n) / FFT_PASS_BITS));
    switch (c->kind) {
    case GPUCOST_KERNEL_GEMM: return (work){2 * n * m * k, (n * k + k * m + n * m) * w, 1};
    case GPUCOST_KERNEL_STENCIL: /* neighbours come from caches */
        return (work){n * given_or(c->flop_per_cell, 2 * given_or(c->points, 7) * variables),
                      n * given_or(c->bytes_per_cell, 2 * w * variables), 1};
    case GPUCOST_KERNEL_FFT: /* frigo2005: 5 n log2 n; complex numbers, read and written in each pass */
        return (work){5 * n * log2(n), passes * 2 * n * 2 * w, passes};
    case GPUCOST_KERNEL_SPMV: /* williams2009: values and columns; vectors read, summed and written, row starts */
        return (work){2 * nonzeros, nonzeros * (w + INDEX_BYTES) + n * (3 * w + INDEX_BYTES), 1};
    case GPUCOST_KERNEL_NBODY: /* nyland2007: 20 operations a pair; position, mass and acceleration of a body */
        return (work){20 * n * n, 8 * w * n, 1};
    default: /* gotoh1982: 10 additions and maxima a cell, none of them fused */
        return (work){2 * 10 * n * m, n + m, 1};
    }
}

gpucost_status gpucost_kernel_time_of(const gpucost_catalogue *catalogue, const char *accelerator,
                                      const gpucost_kernel_case *kernel, gpucost_kernel_time *time, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_kernel_case c;
    const gpucost_accelerator *row;
    double peak;
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__kernel_time_table, time, err));
    GPUCOST__TRY(gpucost__struct_in(&gpucost__kernel_case_table, kernel, &c, err));
    if (c.n <= 0) return gpucost__fail_field(err, GPUCOST_E_MISSING, "n", NULL, "give the size of the kernel");
    GPUCOST__TRY(gpucost__accelerator_need(catalogue, accelerator, &row, err));
    const char *rate = c.rate[0] ? c.rate : c.kind == GPUCOST_KERNEL_ALIGNMENT ? "fp32" : "fp64";
    GPUCOST__TRY(gpucost_accelerator_rate(row, rate, &peak, err));
    if (row->memory_bandwidth_bytes_per_s <= 0)
        return gpucost__fail_field(err, GPUCOST_E_UNKNOWN_FACT, "memory_bandwidth_bytes_per_s", row->id,
                                   "the memory bandwidth of %s is not known", row->name);
    work once = work_of(&c, width_of(rate));
    double repeats = given_or(c.repeats, 1), attained = peak * given_or(c.arithmetic, 0.8);
    double bandwidth = row->memory_bandwidth_bytes_per_s * given_or(c.bandwidth, 0.8);
    double arithmetic_s = once.flop / attained, memory_s = once.bytes / bandwidth;
    gpucost_kernel_time t = {.size = sizeof t,
                             .bound = memory_s > arithmetic_s ? GPUCOST_KERNEL_BOUND_MEMORY
                                                              : GPUCOST_KERNEL_BOUND_ARITHMETIC,
                             .flop = repeats * once.flop,
                             .bytes = repeats * once.bytes,
                             .intensity = once.flop / once.bytes,
                             .ridge = attained / bandwidth,
                             .time_s = repeats * (fmax(arithmetic_s, memory_s) + once.passes * LAUNCH_S)};
    t.flop_per_s = t.flop / t.time_s;
    t.utilisation = t.flop_per_s / peak;
    gpucost__struct_out(&gpucost__kernel_time_table, &t, time);
    return GPUCOST_OK;
}
