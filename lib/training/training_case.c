#include <string.h>

#include "accelerator/accelerator_row.h"
#include "model/model_handle.h"
#include "parallelism/parallelism_table.h"
#include "precision/precision_row.h"
#include "training/training_estimate.h"
#include "training/training_table.h"

/* The caller's layout, or every device a replica. */
static gpucost_status layout_of(const gpucost_parallelism *layout, const gpucost_model *model, uint64_t devices,
                                gpucost_parallelism *resolved, gpucost_error *err)
{
    gpucost_parallelism replicas = GPUCOST_INIT(gpucost_parallelism);
    replicas.data_degree = devices;
    GPUCOST__TRY(gpucost__parallelism_resolve(layout ? layout : &replicas, model, resolved, err));
    uint64_t needed =
        resolved->tensor_degree * resolved->pipeline_degree * resolved->context_degree * resolved->data_degree;
    if (needed == devices) return GPUCOST_OK;
    return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "layout", NULL,
                               "the layout takes %llu devices and the cluster has %llu", (unsigned long long)needed,
                               (unsigned long long)devices);
}

gpucost_status gpucost_training_estimate(const gpucost_model *model, const gpucost_catalogue *catalogue,
                                         const gpucost_cluster *cluster, const gpucost_workload *workload,
                                         const gpucost_parallelism *layout, gpucost_training *training,
                                         gpucost_error *err)
{
    return gpucost_training_estimate_with(model, catalogue, cluster, workload, layout, NULL, training, err);
}

gpucost_status gpucost_training_estimate_with(const gpucost_model *model, const gpucost_catalogue *catalogue,
                                              const gpucost_cluster *cluster, const gpucost_workload *workload,
                                              const gpucost_parallelism *layout,
                                              const gpucost_training_profile *profile, gpucost_training *training,
                                              gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_training_profile software;
    GPUCOST__TRY(gpucost__struct_in(&gpucost__training_profile_table, profile, &software, err));
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__training_table, training, err));
    gpucost_workload work = GPUCOST_INIT(gpucost_workload);
    gpucost_cluster place = GPUCOST_INIT(gpucost_cluster);
    gpucost_accelerator accelerator = GPUCOST_INIT(gpucost_accelerator);
    gpucost_parallelism split = GPUCOST_INIT(gpucost_parallelism);
    const gpucost_precision *weights, *compute;
    GPUCOST__TRY(gpucost_workload_resolve(workload, &work, err));
    if (work.kind == GPUCOST_WORKLOAD_INFERENCE)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "kind", "inference",
                                   "the workload does not train; gpucost_serving_estimate() answers for inference");
    GPUCOST__TRY(gpucost_cluster_resolve(catalogue, cluster, &place, &accelerator, err));
    GPUCOST__TRY(gpucost__precision_need(work.weights, &weights, err));
    GPUCOST__TRY(gpucost__precision_need(work.compute, &compute, err));
    GPUCOST__TRY(layout_of(layout, model, place.devices, &split, err));
    gpucost__training_rates rates;
    GPUCOST__TRY(gpucost__training_rates_of(&accelerator, &place, weights, compute, &work, &software, &rates, err));
    gpucost__training_case run = {.architecture = &model->architecture,
                                  .parameters = &model->parameters,
                                  .workload = &work,
                                  .rates = &rates,
                                  .devices = place.devices};
    gpucost__network_of(run.architecture, &run.network);
    gpucost_training result;
    GPUCOST__TRY(gpucost__training_estimate(&run, &split, &result, err));
    gpucost__struct_out(&gpucost__training_table, &result, training);
    return GPUCOST_OK;
}
