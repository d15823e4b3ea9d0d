/* Many estimates that differ in a few numbers. */
#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "memory/memory_estimate.h"
#include "model/model_handle.h"
#include "parallelism/parallelism_table.h"

static bool in_range(const gpucost_memory_point *p)
{
    return p->batch <= 1048576 && p->length <= 100000000 && p->tensor_degree <= 1000000 &&
           p->pipeline_degree <= 1000000 && p->data_degree <= 1000000 && p->recompute >= 0 &&
           p->recompute <= GPUCOST_RECOMPUTE_FULL && p->zero >= 0 && p->zero <= 4;
}

/* The common workload and layout with the point's numbers. */
static void apply(const gpucost_memory_point *p, gpucost_workload *work, gpucost_parallelism *layout)
{
    bool inference = work->kind == GPUCOST_WORKLOAD_INFERENCE;
    if (p->batch) *(inference ? &work->concurrent_sequences : &work->micro_batch) = p->batch;
    if (p->length) *(inference ? &work->prompt_tokens : &work->sequence) = p->length;
    if (p->recompute) work->recompute = p->recompute;
    if (p->tensor_degree) layout->tensor_degree = p->tensor_degree;
    if (p->pipeline_degree) layout->pipeline_degree = p->pipeline_degree;
    if (p->data_degree) layout->data_degree = p->data_degree;
    if (p->zero) layout->zero_stage = p->zero - 1;
}

static void restore(const gpucost_workload *from, gpucost_workload *work)
{
    work->concurrent_sequences = from->concurrent_sequences;
    work->micro_batch = from->micro_batch;
    work->prompt_tokens = from->prompt_tokens;
    work->sequence = from->sequence;
    work->recompute = from->recompute;
}

static bool is_stride(uint64_t stride)
{
    return stride % 8 == 0 && stride >= 16;
}

gpucost_status gpucost_memory_estimate_batch(const gpucost_model *model, const gpucost_workload *workload,
                                             const gpucost_parallelism *layout, const gpucost_memory_point *points,
                                             uint64_t point_stride, gpucost_memory *memories, uint64_t memory_stride,
                                             uint64_t count, gpucost_error *err)
{
    gpucost__clear(err);
    if (!model || (count && (!points || !memories)))
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT,
                                   !model   ? "model"
                                   : points ? "memories"
                                            : "points",
                                   NULL, "must not be NULL");
    uint64_t in = point_stride ? point_stride : sizeof *points, out = memory_stride ? memory_stride : sizeof *memories;
    if (!is_stride(in) || !is_stride(out))
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, is_stride(in) ? "memory_stride" : "point_stride", NULL,
                                   "expected a multiple of 8, at least 16");
    gpucost_workload common, work;
    gpucost_parallelism split, ours;
    gpucost__memory_case input;
    GPUCOST__TRY(gpucost__memory_case_resolve(model, workload, layout, &common, &split, &input, err));
    work = common;
    input.workload = &work;
    input.layout = &ours;
    for (uint64_t i = 0; i < count; i++) { /* a stride shorter than the struct is that of an older one */
        gpucost_memory_point point = {0};
        gpucost_memory memory;
        memcpy(&point, (const char *)points + i * in, in < sizeof point ? in : sizeof point);
        restore(&common, &work);
        ours = split;
        bool good = in_range(&point);
        if (good) apply(&point, &work, &ours);
        if (!good || gpucost__parallelism_divides(&ours, &model->architecture, NULL) != GPUCOST_OK ||
            gpucost__memory_estimate(&input, &memory, NULL) != GPUCOST_OK)
            memory = (gpucost_memory){0};
        memory.size = out < sizeof memory ? out : sizeof memory;
        memcpy((char *)memories + i * out, &memory, memory.size);
    }
    return GPUCOST_OK;
}
