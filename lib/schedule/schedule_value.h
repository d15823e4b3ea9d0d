/* Shadow prices of the hours from the potentials of the dates. */
#ifndef GPUCOST_SCHEDULE_VALUE_H
#define GPUCOST_SCHEDULE_VALUE_H

#include "schedule/schedule_model.h"

/* values[t] with 0 <= values[t] <= on-demand price, at least what unit N + 1 of the hour saves and, where N > 0, at most
   what unit N saves: the proof that gpucost_portfolio_verify() reads. */
void gpucost__values_of(const gpucost_portfolio_case *asked, const gpucost__model *model,
                        const gpucost__circulation *found, int64_t *values);

#endif
