/* A plan on a few dates, to start from where there are many. */
#ifndef GPUCOST_SCHEDULE_COARSE_H
#define GPUCOST_SCHEDULE_COARSE_H

#include "schedule/schedule_model.h"

/* Solve a case of one demand with a dozen of its dates, and write the purchases into the plan, which has none yet. */
gpucost_status gpucost__coarse_plan(const gpucost_portfolio_case *asked, const gpucost__model *model,
                                    gpucost__circulation *plan, gpucost_error *err);

#endif
