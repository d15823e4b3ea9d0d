/* The best commitment to one kind of plan, and what a plan costs. */
#ifndef GPUCOST_SAVINGS_BEST_H
#define GPUCOST_SAVINGS_BEST_H

#include "savings/savings_hour.h"

/* A point where the best use of another committed unit of money changes. */
typedef struct {
    double at;     /* commitment [attos] */
    double saving; /* what a unit of money saves below it less what it saves above */
} gpucost__breakpoint;

gpucost_status gpucost__plan_take(const gpucost_savings_plan *plan, gpucost_savings_plan *ours, gpucost_error *err);
gpucost_status gpucost__bill_write(const gpucost__usage *usage, const gpucost_savings_plan *plan,
                                   gpucost_savings_bill *bill, gpucost_error *err);

/* Every change of slope of every hour, `points` [hours x kinds]; the slope at 0 of all hours together is returned. */
double gpucost__breakpoints_list(const gpucost__usage *usage, bool compute, const gpucost_savings_plan *plan,
                                 gpucost__breakpoint *points, uint64_t *count);
int gpucost__breakpoints_rise(const void *a, const void *b);

/* The best commitment to one kind beside that of the other; what it all costs is returned. */
gpucost__attos gpucost__plan_choose(const gpucost__usage *usage, bool compute, gpucost__breakpoint *points,
                                    gpucost_savings_plan *plan);

#endif
