/* A workload of a network with its defaults filled. */
#ifndef GPUCOST_LAYERWISE_RUN_H
#define GPUCOST_LAYERWISE_RUN_H

#include <stdbool.h>

#include "base/error.h"
#include "gpucost/precision.h"
#include "gpucost/workload.h"

typedef struct gpucost__layerwise_run {
    gpucost_workload workload;
    const gpucost_precision *weights, *compute; /* of the library */
    double batch;         /* samples per device and pass */
    double weight_bytes;  /* a stored weight */
    double element_bytes; /* a result of a layer */
    bool trains, autocast;
} gpucost__layerwise_run;

gpucost_status gpucost__layerwise_run_of(const gpucost_workload *workload, gpucost__layerwise_run *run,
                                         gpucost_error *err);

#endif
