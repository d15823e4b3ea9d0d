#include "model/model_handle.h"
#include "parallelism/parallelism_table.h"
#include "training/training_case.h"
#include "training/training_table.h"

/* The place of a batch: as for one estimate, but that no layout is given. */
static gpucost_status place_of(const gpucost_model *model, const gpucost_catalogue *catalogue,
                               const gpucost_cluster *cluster, const gpucost_workload *workload,
                               gpucost__training_place *place, gpucost_error *err)
{
    gpucost_parallelism whole = GPUCOST_INIT(gpucost_parallelism);
    gpucost_cluster resolved = GPUCOST_INIT(gpucost_cluster);
    gpucost_accelerator accelerator = GPUCOST_INIT(gpucost_accelerator);
    GPUCOST__TRY(gpucost_cluster_resolve(catalogue, cluster, &resolved, &accelerator, err));
    whole.data_degree = resolved.devices;
    return gpucost__training_resolve(model, catalogue, cluster, workload, &whole, place, err);
}

gpucost_status gpucost_training_estimate_batch(const gpucost_model *model, const gpucost_catalogue *catalogue,
                                               const gpucost_cluster *cluster, const gpucost_workload *workload,
                                               const gpucost_training_profile *profile,
                                               const gpucost_parallelism *layouts, uint64_t layout_stride,
                                               double *step_s, uint64_t count, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_training_profile software;
    gpucost__training_place place;
    gpucost__training_rates rates;
    GPUCOST__TRY(gpucost__struct_in(&gpucost__training_profile_table, profile, &software, err));
    GPUCOST__TRY(place_of(model, catalogue, cluster, workload, &place, err));
    GPUCOST__TRY(gpucost__training_rates_of(&place.accelerator, &place.cluster, place.weights, place.compute,
                                            &place.workload, &software, &rates, err));
    uint64_t stride = layout_stride ? layout_stride : sizeof *layouts;
    if (stride % 8 || stride < 16)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "layout_stride", NULL,
                                   "%llu is not allowed; expected a multiple of 8 from 16 on",
                                   (unsigned long long)stride);
    gpucost__training_case run = {.architecture = &place.architecture,
                                  .parameters = &place.parameters,
                                  .workload = &place.workload,
                                  .rates = &rates,
                                  .stack = place.stack,
                                  .devices = place.cluster.devices};
    for (uint64_t i = 0; i < count; i++) {
        const gpucost_parallelism *asked = (const gpucost_parallelism *)((const char *)layouts + i * stride);
        gpucost_parallelism split;
        gpucost_training t;
        step_s[i] = 0;
        if (gpucost__parallelism_resolve(asked, model, &split, NULL) != GPUCOST_OK) continue;
        if (split.tensor_degree * split.pipeline_degree * split.context_degree * split.data_degree != run.devices)
            continue;
        if (gpucost__training_estimate(&run, &split, &t, NULL) == GPUCOST_OK) step_s[i] = t.step_s;
    }
    return GPUCOST_OK;
}
