/* Measured steps. */
#ifndef GPUCOST_TRAINING_STEPS_H
#define GPUCOST_TRAINING_STEPS_H

#include "training/training_case.h"

typedef struct gpucost__measured_step {
    gpucost__training_place place;
    double step_s;
} gpucost__measured_step;

struct gpucost_training_steps {
    gpucost__measured_step *step;
    uint64_t count, capacity;
};

#endif
