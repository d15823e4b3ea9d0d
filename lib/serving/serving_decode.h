/* Time of one decoding step. */
#ifndef GPUCOST_SERVING_DECODE_H
#define GPUCOST_SERVING_DECODE_H

#include "serving/serving_case.h"

/* Parts of the step that gives every sequence its next token. */
typedef struct gpucost__decode {
    double compute_s, memory_s, communication_s, overhead_s;
    double step_s; /* their sum */
} gpucost__decode;

/* `sequences` are decoded at once by the replica, each with `context` tokens in its cache. */
gpucost__decode gpucost__decode_of(const gpucost__serving_case *run, double sequences, double context);

#endif
