/* Questions the other way round: how long, on how few. */
#include <stdbool.h>

#include "base/error.h"
#include "memory/memory_estimate.h"
#include "model/model_handle.h"
#include "parallelism/parallelism_table.h"

enum { MOST_TOKENS = 100000000 }; /* the limit of both fields of a workload */

static bool is_inference(const gpucost_workload *work)
{
    return work->kind == GPUCOST_WORKLOAD_INFERENCE;
}

/* Total with that length; a total too large for 64 bits does not fit. */
static bool fits(gpucost__memory_case input, uint64_t length, uint64_t capacity_bytes)
{
    gpucost_workload work = *input.workload;
    gpucost_memory memory;
    if (is_inference(&work))
        work.prompt_tokens = length;
    else
        work.sequence = length;
    input.workload = &work;
    return gpucost__memory_estimate(&input, &memory, NULL) == GPUCOST_OK && memory.total_bytes <= capacity_bytes;
}

gpucost_status gpucost_memory_largest_context(const gpucost_model *model, const gpucost_workload *workload,
                                              const gpucost_parallelism *layout, uint64_t capacity_bytes,
                                              uint64_t *tokens, gpucost_error *err)
{
    gpucost__clear(err);
    if (!model || !tokens)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, model ? "tokens" : "model", NULL, "must not be NULL");
    gpucost_workload work;
    gpucost_parallelism split;
    gpucost__memory_case input;
    GPUCOST__TRY(gpucost__memory_case_resolve(model, workload, layout, &work, &split, &input, err));
    uint64_t good = 0, most = MOST_TOKENS;
    while (good < most) { /* bytes grow with the length */
        uint64_t middle = good + (most - good + 1) / 2;
        if (fits(input, middle, capacity_bytes))
            good = middle;
        else
            most = middle - 1;
    }
    *tokens = good && is_inference(&work) ? good + work.output_tokens : good;
    return GPUCOST_OK;
}

typedef struct search {
    gpucost__memory_case input;
    uint64_t capacity_bytes, least_bytes; /* of the best layout so far; 0: none */
    gpucost_parallelism best;
} search;

/* The layout when it is allowed and fits, and leaves more free than the best so far. */
static void try_layout(search *s, const gpucost_parallelism *layout)
{
    gpucost_memory memory;
    if (gpucost__parallelism_divides(layout, &s->input.model->architecture, NULL) != GPUCOST_OK) return;
    s->input.layout = layout;
    if (gpucost__memory_estimate(&s->input, &memory, NULL) != GPUCOST_OK) return;
    if (memory.total_bytes > s->capacity_bytes) return;
    if (s->least_bytes && memory.total_bytes >= s->least_bytes) return;
    s->least_bytes = memory.total_bytes;
    s->best = *layout;
}

/* Every layout of n devices. */
static void try_devices(search *s, uint64_t n, uint64_t node)
{
    bool serves = is_inference(s->input.workload);
    for (uint64_t t = 1; t <= node && t <= n; t++) {
        if (n % t) continue;
        for (uint64_t p = 1; p <= n / t; p++) {
            if (n / t % p || (serves && p != n / t)) continue;
            gpucost_parallelism layout = {.size = sizeof layout,
                                          .tensor_degree = t,
                                          .pipeline_degree = p,
                                          .virtual_stages = 1,
                                          .context_degree = 1,
                                          .data_degree = n / t / p,
                                          .expert_degree = 1,
                                          .sequence_parallel = t > 1};
            int32_t most = layout.data_degree > 1 ? 3 : 0;
            for (layout.zero_stage = 0; layout.zero_stage <= most; layout.zero_stage++) try_layout(s, &layout);
        }
    }
}

gpucost_status gpucost_memory_fewest_devices(const gpucost_model *model, const gpucost_workload *workload,
                                             uint64_t capacity_bytes, uint64_t devices_per_node, uint64_t most,
                                             uint64_t *devices, gpucost_parallelism *layout, gpucost_error *err)
{
    gpucost__clear(err);
    if (!model || !devices)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, model ? "devices" : "model", NULL, "must not be NULL");
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__parallelism_table, layout, err));
    gpucost_workload work = GPUCOST_INIT(gpucost_workload);
    search s = {.capacity_bytes = capacity_bytes};
    GPUCOST__TRY(gpucost_workload_resolve(workload, &work, err));
    GPUCOST__TRY(gpucost__memory_case_make(model, &work, NULL, &s.input, err));
    uint64_t node = devices_per_node ? devices_per_node : 8, end = most ? most : 1024;
    if (end > 1048576) return gpucost__fail_field(err, GPUCOST_E_RANGE, "most", NULL, "expected at most 1048576");
    uint64_t n = 1;
    while (n <= end && s.least_bytes == 0) try_devices(&s, n++, node);
    if (s.least_bytes) gpucost__struct_out(&gpucost__parallelism_table, &s.best, layout);
    *devices = s.least_bytes ? n - 1 : 0;
    return GPUCOST_OK;
}
