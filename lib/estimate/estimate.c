#include "estimate/estimate_search.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory/memory_table.h"
#include "model/model_handle.h"
#include "parallelism/parallelism_table.h"
#include "serving/serving_table.h"
#include "training/training_table.h"
#include "workload/workload_table.h"

struct gpucost_requirement {
    gpucost_cluster cluster;
    gpucost__found found;
    char reason[256];
};

enum { SEQUENCE_DEFAULT = 4096 }; /* tokens, when the model's context is longer: what open models are trained at */

/* A chip without bf16 units computes in fp16, and in fp32 when it has neither, unless the caller named that format. */
static gpucost_status suit_formats(const gpucost_workload *given, gpucost__question *question, gpucost_error *err)
{
    double flop_per_s;
    const gpucost_accelerator *chip = &question->accelerator;
    const gpucost_workload *now = &question->workload;
    bool own = strcmp(now->weights, now->compute) == 0; /* weights that compute in their own format */
    if ((given && (given->compute[0] || (given->weights[0] && own))) || strcmp(now->compute, "bf16") != 0 ||
        gpucost_accelerator_rate(chip, "bf16", &flop_per_s, NULL) == GPUCOST_OK)
        return GPUCOST_OK;
    bool half = gpucost_accelerator_rate(chip, "fp16", &flop_per_s, NULL) == GPUCOST_OK;
    gpucost_workload changed = GPUCOST_INIT(gpucost_workload);
    GPUCOST__TRY(gpucost__struct_in(&gpucost__workload_table, given, &changed, err));
    snprintf(changed.compute, sizeof changed.compute, "%s", half ? "fp16" : "fp32");
    if (own) memcpy(changed.weights, changed.compute, sizeof changed.weights);
    return gpucost_workload_resolve(&changed, &question->workload, err);
}

gpucost_status gpucost_requirement_new(const gpucost_model *model, const gpucost_catalogue *catalogue,
                                       const gpucost_cluster *cluster, const gpucost_workload *workload,
                                       const gpucost_training_profile *profile, gpucost_requirement **requirement,
                                       gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_training_profile ours = GPUCOST_INIT(gpucost_training_profile);
    GPUCOST__TRY(gpucost__struct_in(&gpucost__training_profile_table, profile, &ours, err));
    gpucost__question question = {.model = model, .catalogue = catalogue, .profile = &ours};
    question.cluster = GPUCOST_INIT(gpucost_cluster);
    question.accelerator = GPUCOST_INIT(gpucost_accelerator);
    question.workload = GPUCOST_INIT(gpucost_workload);
    GPUCOST__TRY(gpucost_workload_resolve(workload, &question.workload, err));
    GPUCOST__TRY(gpucost_cluster_resolve(catalogue, cluster, &question.cluster, &question.accelerator, err));
    GPUCOST__TRY(suit_formats(workload, &question, err));
    uint64_t context = model->architecture.context_length;
    if (!question.workload.sequence)
        question.workload.sequence = context && context < SEQUENCE_DEFAULT ? context : SEQUENCE_DEFAULT;
    gpucost_requirement *made = calloc(1, sizeof *made);
    if (!made) return gpucost__fail_memory(err);
    made->cluster = question.cluster;
    gpucost_status status = gpucost__estimate_search(&question, &made->found, err);
    if (status == GPUCOST_OK && !made->found.fits)
        status = gpucost__estimate_hint(&question, &made->found, made->reason, sizeof made->reason, err);
    if (status != GPUCOST_OK) {
        free(made);
        return status;
    }
    *requirement = made;
    return GPUCOST_OK;
}

void gpucost_requirement_free(gpucost_requirement *requirement)
{
    free(requirement);
}

int32_t gpucost_requirement_fits(const gpucost_requirement *requirement)
{
    return requirement->found.fits;
}

int32_t gpucost_requirement_tight(const gpucost_requirement *requirement)
{
    return requirement->found.fits && requirement->found.tight;
}

const char *gpucost_requirement_reason(const gpucost_requirement *requirement)
{
    return requirement->reason;
}

gpucost_status gpucost_requirement_parts(const gpucost_requirement *requirement, gpucost_cluster *cluster,
                                         gpucost_workload *workload, gpucost_parallelism *layout,
                                         gpucost_memory *memory, gpucost_training *training, gpucost_serving *serving,
                                         gpucost_error *err)
{
    gpucost__clear(err);
    const gpucost__found *found = &requirement->found;
    const struct {
        const gpucost_struct *table;
        const void *ours;
        void *caller;
    } parts[] = {
        {&gpucost__cluster_table, &requirement->cluster, cluster},
        {&gpucost__workload_table, &found->workload, workload},
        {&gpucost__parallelism_table, &found->layout, layout},
        {&gpucost__memory_table, &found->memory, memory},
        {&gpucost__training_table, &found->training, training},
        {&gpucost__serving_table, &found->serving, serving},
    };
    enum { PARTS = sizeof parts / sizeof *parts };
    for (int i = 0; i < PARTS; i++)
        if (parts[i].caller) GPUCOST__TRY(gpucost__struct_can_out(parts[i].table, parts[i].caller, err));
    for (int i = 0; i < PARTS; i++)
        if (parts[i].caller) gpucost__struct_out(parts[i].table, parts[i].ours, parts[i].caller);
    return GPUCOST_OK;
}
