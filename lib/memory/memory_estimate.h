/* The estimate for callers that have resolved their inputs once and ask many times: no look-up, no allocation. */
#ifndef GPUCOST_MEMORY_ESTIMATE_H
#define GPUCOST_MEMORY_ESTIMATE_H

#include "gpucost/memory.h"
#include "gpucost/precision.h"

/* Everything is borrowed. The workload and the layout come from their _resolve() functions; of the workload the
   estimate reads numbers only, so a search may change micro_batch or recompute without naming formats again. */
typedef struct gpucost__memory_case {
    const gpucost_model *model;
    const gpucost_workload *workload;
    const gpucost_parallelism *layout;
    const gpucost_precision *weights;  /* rows of the workload's formats */
    const gpucost_precision *compute;
    const gpucost_precision *kv_cache;
    double weight_bits;  /* of a weight in that format, in this model */
    int32_t whole_model; /* 1: embedding and head are quantised too, as in GGUF and MLX files */
    int32_t residual_bytes; /* of what layers pass on; 0: as the products */
} gpucost__memory_case;

/* Look up the formats of a resolved workload; model and layout are taken as they are. */
gpucost_status gpucost__memory_case_make(const gpucost_model *model, const gpucost_workload *workload,
                                         const gpucost_parallelism *layout, gpucost__memory_case *made,
                                         gpucost_error *err);

/* The same from what a caller asks: `work` and `split` are filled, and borrowed by the case. */
gpucost_status gpucost__memory_case_resolve(const gpucost_model *model, const gpucost_workload *workload,
                                            const gpucost_parallelism *layout, gpucost_workload *work,
                                            gpucost_parallelism *split, gpucost__memory_case *made,
                                            gpucost_error *err);

/* As gpucost_memory_estimate(). */
gpucost_status gpucost__memory_estimate(const gpucost__memory_case *input, gpucost_memory *memory, gpucost_error *err);

/* As gpucost_memory_largest_batch(). */
gpucost_status gpucost__memory_largest_batch(const gpucost__memory_case *input, uint64_t capacity_bytes,
                                             uint64_t *sequences, gpucost_error *err);

#endif
