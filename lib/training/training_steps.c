#include "training/training_steps.h"

#include <stdlib.h>
#include <string.h>

gpucost_status gpucost_training_steps_new(gpucost_training_steps **steps, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_training_steps *made = calloc(1, sizeof *made);
    if (!made) return gpucost__fail_memory(err);
    *steps = made;
    return GPUCOST_OK;
}

void gpucost_training_steps_free(gpucost_training_steps *steps)
{
    if (!steps) return;
    free(steps->step);
    free(steps);
}

static gpucost_status reserve(gpucost_training_steps *steps, gpucost_error *err)
{
    if (steps->count < steps->capacity) return GPUCOST_OK;
    uint64_t capacity = steps->capacity ? 2 * steps->capacity : 16;
    gpucost__measured_step *grown = realloc(steps->step, capacity * sizeof *grown);
    if (!grown) return gpucost__fail_memory(err);
    steps->step = grown;
    steps->capacity = capacity;
    return GPUCOST_OK;
}

gpucost_status gpucost_training_steps_add(gpucost_training_steps *steps, const gpucost_model *model,
                                          const gpucost_catalogue *catalogue, const gpucost_cluster *cluster,
                                          const gpucost_workload *workload, const gpucost_parallelism *layout,
                                          double step_s, gpucost_error *err)
{
    gpucost__clear(err);
    if (!(step_s >= 1e-9 && step_s <= 1e9))
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "step_s", NULL, "expected 1e-9 to 1e9 s");
    GPUCOST__TRY(reserve(steps, err));
    gpucost__measured_step *step = &steps->step[steps->count];
    gpucost_training projected;
    GPUCOST__TRY(gpucost__training_resolve(model, catalogue, cluster, workload, layout, &step->place, err));
    GPUCOST__TRY(gpucost__training_at(&step->place, NULL, &projected, err));
    const char *first = steps->step[0].place.accelerator.id;
    if (strcmp(step->place.accelerator.id, first) != 0)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "accelerator", step->place.accelerator.id,
                                   "a profile is of one accelerator, and the first step ran on %s", first);
    step->step_s = step_s;
    steps->count++;
    return GPUCOST_OK;
}
