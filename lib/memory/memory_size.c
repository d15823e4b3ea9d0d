/* The largest model: the estimate turned around. */
#include <stdbool.h>

#include "base/error.h"
#include "memory/memory_estimate.h"
#include "model/model_handle.h"
#include "model/model_shape.h"
#include "parallelism/parallelism_table.h"

typedef struct question {
    const gpucost_workload *work;
    const gpucost_parallelism *layout;
    uint64_t capacity_bytes;
    gpucost_error refusal; /* why the layout does not split the shape that was tried last */
    bool divides;          /* it splits one at least */
} question;

/* Does a model of so many parameters fit? One that the layout does not split, or that exceeds 64 bits, does not. */
static gpucost_status fits(question *q, uint64_t parameters, bool *answer, gpucost_error *err)
{
    gpucost_model *model = NULL;
    gpucost_parallelism split;
    gpucost__memory_case input;
    gpucost_memory memory;
    *answer = false;
    GPUCOST__TRY(gpucost_model_from_parameters(parameters, &model, err));
    gpucost_status status = GPUCOST_OK;
    if (gpucost__parallelism_resolve(q->layout, model, &split, &q->refusal) == GPUCOST_OK) {
        q->divides = true;
        status = gpucost__memory_case_make(model, q->work, &split, &input, err);
        if (status == GPUCOST_OK)
            *answer = gpucost__memory_estimate(&input, &memory, NULL) == GPUCOST_OK &&
                      memory.total_bytes <= q->capacity_bytes;
    }
    gpucost_model_free(model);
    return status;
}

/* Largest count of good..most that fits, all of one shape: bytes grow with what is left over. */
static gpucost_status largest(question *q, uint64_t good, uint64_t most, uint64_t *parameters, gpucost_error *err)
{
    while (good < most) {
        uint64_t middle = good + (most - good + 1) / 2;
        bool enough;
        GPUCOST__TRY(fits(q, middle, &enough, err));
        if (enough)
            good = middle;
        else
            most = middle - 1;
    }
    *parameters = good;
    return GPUCOST_OK;
}

/* A wider shape has fewer layers, and may hold less of what grows with both: every shape is tried, the largest first.
 */
gpucost_status gpucost_memory_largest_model(const gpucost_workload *workload, const gpucost_parallelism *layout,
                                            uint64_t capacity_bytes, uint64_t *parameters, gpucost_error *err)
{
    gpucost__clear(err);
    if (!parameters) return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "parameters", NULL, "must not be NULL");
    gpucost_workload work = GPUCOST_INIT(gpucost_workload);
    GPUCOST__TRY(gpucost_workload_resolve(workload, &work, err));
    question q = {.work = &work, .layout = layout, .capacity_bytes = capacity_bytes};
    uint64_t most = GPUCOST__SHAPE_MOST, answer = 0;
    while (most >= GPUCOST__SHAPE_LEAST && answer == 0) {
        uint64_t least = gpucost__model_shape_least(most);
        bool enough;
        GPUCOST__TRY(fits(&q, least, &enough, err));
        if (enough) GPUCOST__TRY(largest(&q, least, most, &answer, err));
        most = least - 1;
    }
    if (!q.divides) {
        if (err) *err = q.refusal;
        return q.refusal.status;
    }
    *parameters = answer;
    return GPUCOST_OK;
}
