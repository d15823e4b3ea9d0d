/* Purchases of several units under scenarios. */
#ifndef GPUCOST_RISK_SIZE_H
#define GPUCOST_RISK_SIZE_H

#include "risk/risk_plan.h"

/* For the weights that the model has: a plan in whole purchases, and what none costs less than in units of the
   model's money. */
gpucost_status gpucost__risk_size(const gpucost_portfolio_case *asked, const gpucost__pricing *pricing,
                                  gpucost__plan *plan, gpucost__int128 *bound, gpucost_error *err);

/* One purchase more, less or for another, while that lowers the value; at most `trials` plans are priced. */
gpucost_status gpucost__risk_size_polish(const gpucost_portfolio_case *asked, const gpucost__pricing *pricing,
                                         gpucost__plan *plan, uint64_t trials, gpucost_error *err);

#endif
