#ifndef GPUCOST_KERNEL_H
#define GPUCOST_KERNEL_H
/**
 * @file
 * @defgroup kernel Science kernels
 * Time of a numerical kernel on one accelerator by its roofline: stencils and flow solvers, matrix products, Fourier
 * transforms, sparse products, bodies, alignments.
 * @{
 */
#include "gpucost/accelerator.h"

GPUCOST_BEGIN_DECLS

/** Kernels, by what they count and move. */
enum {
    GPUCOST_KERNEL_GEMM = 0,     /**< matrix product: n rows, m columns, k inner */
    GPUCOST_KERNEL_STENCIL = 1,  /**< a step over n cells of a grid, such as one of a flow solver */
    GPUCOST_KERNEL_FFT = 2,      /**< complex Fourier transform of n points */
    GPUCOST_KERNEL_SPMV = 3,     /**< sparse matrix of n rows times a vector, compressed rows */
    GPUCOST_KERNEL_NBODY = 4,    /**< forces between all pairs of n bodies */
    GPUCOST_KERNEL_ALIGNMENT = 5 /**< local alignment of n residues with m, affine gaps */
};

/** What bounds a kernel. */
enum {
    GPUCOST_KERNEL_BOUND_ARITHMETIC = 0, /**< its arithmetic */
    GPUCOST_KERNEL_BOUND_MEMORY = 1      /**< its memory traffic */
};

/** A kernel. Zero takes the default. */
typedef struct gpucost_kernel_case {
    uint64_t size;          /**< sizeof this struct; GPUCOST_INIT sets it */
    int32_t kind;           /**< GPUCOST_KERNEL_* */
    uint32_t reserved;      /**< zero */
    char rate[16];          /**< accelerator rate that computes it: fp64, fp64_tensor, fp32, tf32 and so on; empty: fp32
                                 for alignments, else fp64 */
    double n;               /**< rows, cells, points, bodies or residues */
    double m;               /**< columns of a product, residues of the other sequence; 0 means n */
    double k;               /**< inner dimension of a product; 0 means n */
    double nonzeros;        /**< of a sparse matrix; 0 means 7 a row */
    double points;          /**< of a stencil; 0 means 7 */
    double variables;       /**< of a cell, read and written in a step; 0 means 1 */
    double flop_per_cell;   /**< of a stencil; 0: 2 for each point and variable */
    double bytes_per_cell;  /**< of a stencil; 0: each variable read and written once */
    double repeats;         /**< steps, or kernels in a batch; 0 means 1 */
    double arithmetic;      /**< share of the rate that is attained, 0..1; 0 means 0.8 */
    double bandwidth;       /**< share of the memory bandwidth that is attained, 0..1; 0 means 0.8 */
} gpucost_kernel_case;

/** Time of a kernel. */
typedef struct gpucost_kernel_time {
    uint64_t size;          /**< sizeof this struct; GPUCOST_INIT sets it */
    int32_t bound;          /**< GPUCOST_KERNEL_BOUND_* */
    uint32_t reserved;      /**< zero */
    double flop;            /**< operations of all repeats [FLOP] */
    double bytes;           /**< compulsory memory traffic of all repeats [bytes] */
    double intensity;       /**< flop over bytes [FLOP/byte] */
    double ridge;           /**< intensity where arithmetic and memory take as long [FLOP/byte] */
    double time_s;          /**< of all repeats [s] */
    double flop_per_s;      /**< flop over time_s [FLOP/s] */
    double utilisation;     /**< of the rate, 0..1 */
} gpucost_kernel_time;

/**
 * Time of a kernel: the longer of its arithmetic and of the traffic that no cache can save, plus 5 microseconds of
 * launch for each pass.
 *
 * \f[ t = \max\left( \frac{F}{e_a P}, \frac{B}{e_b W} \right) + 5\,\mathrm{us} \f]
 * GEMM F = 2nmk, B = (nk + km + nm)w. Stencil F = 2 points x variables, B = 2w x variables a cell. FFT F = 5 n log2 n,
 * each pass of up to 4096 points reads and writes all. SpMV F = 2 nonzeros, B = nonzeros (w + 4) + n (3w + 4). Bodies F
 * = 20 a pair, B = 8w a body. Alignment 10 operations a cell, each taking the time of a multiply and add. w bytes of a
 * number.
 *
 * @source{williams2009, section 3} @source{nyland2007, section 31.4} @source{gotoh1982, equations 1 to 3}
 * @source{frigo2005, section I}
 * @valid  kernels large enough to fill the device; shares attained are assumptions unless given.
 * @worked 1e9 cells of a 7-point stencil in fp64 on an H100: 16e9 bytes at 0.8 x 3.35e12 bytes/s, 5.975 ms (times.csv,
 *         stencil_h100).
 *
 * @param[in]  catalogue    NULL for the bundled facts
 * @param[in]  accelerator  any of its names
 * @param[in]  kernel       the kernel
 * @param[out] time         operations, traffic and time
 * @param[out] err          filled on failure; may be NULL
 * @retval GPUCOST_OK             projected
 * @retval GPUCOST_E_MISSING      n is not given
 * @retval GPUCOST_E_RANGE        a field is outside its limits
 * @retval GPUCOST_E_UNKNOWN_NAME no such accelerator or rate
 * @retval GPUCOST_E_UNKNOWN_FACT the chip has no such rate, or its bandwidth is not known
 * @retval GPUCOST_E_ARGUMENT     a struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_kernel_time_of(const gpucost_catalogue *catalogue, const char *accelerator,
                                                  const gpucost_kernel_case *kernel, gpucost_kernel_time *time,
                                                  gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
