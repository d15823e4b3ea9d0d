/* The model behind the plan: expected wall time of evenly saved work, and the interval that minimises it. */
#ifndef GPUCOST_CHECKPOINT_INTERVAL_H
#define GPUCOST_CHECKPOINT_INTERVAL_H

#include "base/error.h"
#include "gpucost/checkpoint.h"

/* E[T] when the work is saved in `segments` equal parts; 0 stands for the limit of infinitely many. Infinite when it
   exceeds any double. */
double gpucost__checkpoint_expected_s(const gpucost_checkpoint_case *work, double segments);

/* tau*, the best work between checkpoints when the work does not end; 0 when a checkpoint takes no time. */
gpucost_status gpucost__checkpoint_interval_s(double mean_s, double checkpoint_s, double *interval_s,
                                              gpucost_error *err);

#endif
