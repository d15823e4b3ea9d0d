/* The step of a resolved case, for callers that try many layouts: no allocation, no look-up of names. */
#ifndef GPUCOST_TRAINING_ESTIMATE_H
#define GPUCOST_TRAINING_ESTIMATE_H

#include "base/error.h"
#include "gpucost/training.h"
#include "training/training_flops.h"
#include "training/training_rates.h"

/* What stays the same while layouts are tried. */
typedef struct gpucost__training_case {
    const gpucost_architecture *architecture;
    const gpucost_parameters *parameters;
    const gpucost_workload *workload; /* resolved by gpucost_workload_resolve() */
    const gpucost__training_rates *rates;
    gpucost__stack stack; /* gpucost__stack_of(architecture) */
    uint64_t devices;
} gpucost__training_case;

/* `layout` has no zeros and its product is the devices. Fails only when the batch does not fit the layout. */
gpucost_status gpucost__training_estimate(const gpucost__training_case *run, const gpucost_parallelism *layout,
                                          gpucost_training *training, gpucost_error *err);

#endif
