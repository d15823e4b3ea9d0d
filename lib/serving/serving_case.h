/* One replica that serves, resolved; what prefill and decoding share. */
#ifndef GPUCOST_SERVING_CASE_H
#define GPUCOST_SERVING_CASE_H

#include "gpucost/parallelism.h"
#include "gpucost/serving.h"
#include "serving/serving_rates.h"
#include "training/training_flops.h"

typedef struct gpucost__serving_case {
    const gpucost_architecture *architecture;
    const gpucost_workload *workload;  /* resolved */
    const gpucost_parallelism *layout; /* resolved, no zeros */
    const gpucost__serving_rates *rates;
    gpucost__stack stack;
} gpucost__serving_case;

#endif
