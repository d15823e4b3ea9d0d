/* Plans and bounds when a purchase is several units. */
#ifndef GPUCOST_SCHEDULE_ROUND_H
#define GPUCOST_SCHEDULE_ROUND_H

#include "gpucost/schedule.h"
#include "schedule/schedule_model.h"

/* Does any commitment come in purchases of several units? Then the circulation, which buys single units at their share of
   the price, is a bound and no plan. */
bool gpucost__case_has_sizes(const gpucost_portfolio_case *asked);

/* Make a circulation of single units a plan in whole purchases. Its potentials stay. *bound [nanos]: no plan in whole
   purchases costs less. With weights of scenarios, cost and bound are their weighted sum. `effort`: share of the
   work that branch and bound may take; 0 does without. */
gpucost_status gpucost__round_purchases(const gpucost_portfolio_case *asked, const gpucost__model *model,
                                        gpucost__circulation *found, double effort, gpucost__int128 *bound,
                                        gpucost_error *err);

/* The bound of a schedule whose purchases were rounded, when it is better than that of its values. */
void gpucost__round_bound(gpucost__int128 bound, const char *currency, gpucost_schedule_summary *summary);

#endif
