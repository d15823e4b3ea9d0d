/* Everything that one estimate needs, looked up once. */
#ifndef GPUCOST_TRAINING_CASE_H
#define GPUCOST_TRAINING_CASE_H

#include "training/training_estimate.h"

typedef struct gpucost__training_place {
    gpucost_architecture architecture;
    gpucost_parameters parameters;
    gpucost_accelerator accelerator;
    gpucost_cluster cluster;
    gpucost_workload workload;
    gpucost_parallelism layout;
    const gpucost_precision *weights, *compute; /* of the library */
    gpucost__stack stack;
} gpucost__training_place;

gpucost_status gpucost__training_resolve(const gpucost_model *model, const gpucost_catalogue *catalogue,
                                         const gpucost_cluster *cluster, const gpucost_workload *workload,
                                         const gpucost_parallelism *layout, gpucost__training_place *place,
                                         gpucost_error *err);

/* The step there under a profile; zeros of the profile are filled. */
gpucost_status gpucost__training_at(const gpucost__training_place *place, const gpucost_training_profile *profile,
                                    gpucost_training *training, gpucost_error *err);

#endif
