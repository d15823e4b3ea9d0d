/* The largest batch: the estimate turned around. */
#include <stdbool.h>

#include "base/checked.h"
#include "base/error.h"
#include "memory/memory_estimate.h"
#include "model/model_handle.h"
#include "parallelism/parallelism_table.h"

enum { MOST_SEQUENCES = 1048576 }; /* the limit of both fields of a workload */

/* Total with n sequences; a total too large for 64 bits does not fit. */
static bool fits(const gpucost__memory_case *input, uint64_t n, uint64_t capacity_bytes)
{
    gpucost_workload work = *input->workload;
    gpucost__memory_case asked = *input;
    gpucost_memory memory;
    if (work.kind == GPUCOST_WORKLOAD_INFERENCE)
        work.concurrent_sequences = n;
    else
        work.micro_batch = n;
    asked.workload = &work;
    return gpucost__memory_estimate(&asked, &memory, NULL) == GPUCOST_OK && memory.total_bytes <= capacity_bytes;
}

/* Largest n of least..most that fits, or 0: bytes grow with n. */
static uint64_t largest(const gpucost__memory_case *input, uint64_t least, uint64_t most, uint64_t capacity_bytes)
{
    if (least > most || !fits(input, least, capacity_bytes)) return 0;
    uint64_t good = least;
    while (good < most) { /* everything above `most` is known not to fit, or not asked for */
        uint64_t middle = good + (most - good + 1) / 2;
        if (fits(input, middle, capacity_bytes))
            good = middle;
        else
            most = middle - 1;
    }
    return good;
}

gpucost_status gpucost__memory_largest_batch(const gpucost__memory_case *input, uint64_t capacity_bytes,
                                             uint64_t *sequences, gpucost_error *err)
{
    gpucost_memory one;
    gpucost__memory_case first = *input;
    gpucost_workload work = *input->workload;
    work.micro_batch = work.concurrent_sequences = 1;
    first.workload = &work;
    GPUCOST__TRY(gpucost__memory_estimate(&first, &one, err)); /* an overflow at one sequence is the caller's error */
    /* From `single` on a step is one pass, which holds no gradients between passes: bytes grow on either side of it. */
    uint64_t single = 1;
    if (work.kind != GPUCOST_WORKLOAD_INFERENCE && work.global_batch)
        single = gpucost__ceil_div(work.global_batch, input->layout->data_degree);
    if (single > MOST_SEQUENCES) single = MOST_SEQUENCES + 1;
    *sequences = largest(input, single, MOST_SEQUENCES, capacity_bytes);
    if (*sequences == 0) *sequences = largest(input, 1, single - 1, capacity_bytes);
    return GPUCOST_OK;
}

gpucost_status gpucost_memory_largest_batch(const gpucost_model *model, const gpucost_workload *workload,
                                            const gpucost_parallelism *layout, uint64_t capacity_bytes,
                                            uint64_t *sequences, gpucost_error *err)
{
    gpucost__clear(err);
    if (!model || !sequences)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, model ? "sequences" : "model", NULL, "must not be NULL");
    gpucost_workload work;
    gpucost_parallelism split;
    gpucost__memory_case input;
    uint64_t largest_count;
    GPUCOST__TRY(gpucost__memory_case_resolve(model, workload, layout, &work, &split, &input, err));
    GPUCOST__TRY(gpucost__memory_largest_batch(&input, capacity_bytes, &largest_count, err));
    *sequences = largest_count;
    return GPUCOST_OK;
}
