#include <string.h>

#include "accelerator/accelerator_row.h"
#include "model/model_handle.h"
#include "parallelism/parallelism_table.h"
#include "precision/precision_row.h"
#include "training/training_case.h"
#include "training/training_table.h"

gpucost_status gpucost__training_resolve(const gpucost_model *model, const gpucost_catalogue *catalogue,
                                         const gpucost_cluster *cluster, const gpucost_workload *workload,
                                         const gpucost_parallelism *layout, gpucost__training_place *place,
                                         gpucost_error *err)
{
    place->cluster = GPUCOST_INIT(gpucost_cluster);
    place->accelerator = GPUCOST_INIT(gpucost_accelerator);
    place->workload = GPUCOST_INIT(gpucost_workload);
    GPUCOST__TRY(gpucost_workload_resolve(workload, &place->workload, err));
    if (place->workload.kind == GPUCOST_WORKLOAD_INFERENCE)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "kind", "inference",
                                   "the workload does not train; gpucost_serving_estimate() answers for inference");
    GPUCOST__TRY(gpucost_cluster_resolve(catalogue, cluster, &place->cluster, &place->accelerator, err));
    GPUCOST__TRY(gpucost__precision_need(place->workload.weights, &place->weights, err));
    GPUCOST__TRY(gpucost__precision_need(place->workload.compute, &place->compute, err));
    gpucost_parallelism replicas = GPUCOST_INIT(gpucost_parallelism); /* without a layout every device is a replica */
    replicas.data_degree = place->cluster.devices;
    GPUCOST__TRY(
        gpucost__parallelism_fill(layout ? layout : &replicas, model, place->cluster.devices, &place->layout, err));
    place->architecture = model->architecture;
    place->parameters = model->parameters;
    gpucost__stack_of(&place->architecture, &place->stack);
    return GPUCOST_OK;
}

gpucost_status gpucost__training_at(const gpucost__training_place *place, const gpucost_training_profile *profile,
                                    gpucost_training *training, gpucost_error *err)
{
    gpucost__training_rates rates;
    GPUCOST__TRY(gpucost__training_rates_of(&place->accelerator, &place->cluster, place->weights, place->compute,
                                            &place->workload, profile, &rates, err));
    gpucost__training_case run = {.architecture = &place->architecture,
                                  .parameters = &place->parameters,
                                  .workload = &place->workload,
                                  .rates = &rates,
                                  .stack = place->stack,
                                  .devices = place->cluster.devices};
    return gpucost__training_estimate(&run, &place->layout, training, err);
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
    gpucost__training_place place;
    gpucost_training result;
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__training_table, training, err));
    GPUCOST__TRY(gpucost__struct_in(&gpucost__training_profile_table, profile, &software, err));
    GPUCOST__TRY(gpucost__training_resolve(model, catalogue, cluster, workload, layout, &place, err));
    GPUCOST__TRY(gpucost__training_at(&place, &software, &result, err));
    gpucost__struct_out(&gpucost__training_table, &result, training);
    return GPUCOST_OK;
}
