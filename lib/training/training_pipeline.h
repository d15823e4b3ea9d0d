/* Idle time of a pipeline. */
#ifndef GPUCOST_TRAINING_PIPELINE_H
#define GPUCOST_TRAINING_PIPELINE_H

/*
 * narayanan2021, section 2.2: (p - 1)/v passes of one micro-batch are idle on each device; of m passes that is a share
 * of (p - 1)/(v m) of the ideal time.
 */
double gpucost__bubble_s(double stages, double chunks, double pass_s);

#endif
