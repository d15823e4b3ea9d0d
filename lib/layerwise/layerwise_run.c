#include "layerwise/layerwise_run.h"

#include "precision/precision_row.h"

gpucost_status gpucost__layerwise_run_of(const gpucost_workload *workload, gpucost__layerwise_run *run,
                                         gpucost_error *err)
{
    enum { TRAINING_BATCH = 32 };
    gpucost_workload w = GPUCOST_INIT(gpucost_workload);
    GPUCOST__TRY(gpucost_workload_resolve(workload, &w, err));
    if (w.kind == GPUCOST_WORKLOAD_LORA || w.kind == GPUCOST_WORKLOAD_QLORA)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "kind", NULL,
                                   "adapters of networks are not modelled: expected training or inference");
    GPUCOST__TRY(gpucost__precision_need(w.weights, &run->weights, err));
    GPUCOST__TRY(gpucost__precision_need(w.compute, &run->compute, err));
    run->trains = w.kind == GPUCOST_WORKLOAD_TRAINING;
    run->batch = w.micro_batch ? (double)w.micro_batch : run->trains ? TRAINING_BATCH : 1;
    run->weight_bytes = run->weights->bits_per_weight / 8;
    double bits = run->compute->bits_per_weight;
    run->element_bytes = bits > 16.5 ? 4 : bits > 15 || run->trains ? 2 : bits / 8;
    run->autocast = run->weights->bits_per_weight > 16.5 && bits < 16.5;
    run->workload = w;
    return GPUCOST_OK;
}
