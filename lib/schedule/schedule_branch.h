/* Branch and bound over how many purchases of each size run in each segment. */
#ifndef GPUCOST_SCHEDULE_BRANCH_H
#define GPUCOST_SCHEDULE_BRANCH_H

#include "schedule/schedule_size.h"

/* Asked for plans near a mean [sizes x segments]: gives the cost of the best plan known. */
typedef gpucost_status (*gpucost__plan_near)(void *context, const double *mean, gpucost__int128 *cost,
                                             gpucost_error *err);

/* Raise *bound (times the scale) towards the cost of the best plan; nothing happens when there are too many segments. Ends
   when they are as near as `near_enough` (a share of the cost), or at a fixed amount of work, of which `effort` is the share. */
gpucost_status gpucost__branch(gpucost__sizes *sizes, gpucost__int128 cost, double near_enough, double effort,
                               gpucost__plan_near plan, void *context, gpucost__int128 *bound, gpucost_error *err);

#endif
