/* A solution from a plan: to start a search from, or to price what someone bought. */
#ifndef GPUCOST_SCHEDULE_START_H
#define GPUCOST_SCHEDULE_START_H

#include "schedule/schedule_handle.h"

/* The purchases of `schedule` that the model still has, and its values as potentials. */
void gpucost__start_from(const gpucost__model *model, const gpucost_schedule *schedule, gpucost__circulation *found);

/* Segments from what is bought. */
void gpucost__commit_bought(const gpucost__model *model, gpucost__circulation *found);

/* The arc that buys a commitment in an hour; arc_count when there is none. */
uint64_t gpucost__arc_of(const gpucost__model *model, uint64_t commitment, uint64_t hour);

#endif
