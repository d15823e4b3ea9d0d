/* What deciding later is worth. */
#ifndef GPUCOST_RISK_REPLAN_H
#define GPUCOST_RISK_REPLAN_H

#include "portfolio/portfolio_case.h"

/* The least cost of one scenario [nanos] when `bought` units run anyway in each hour [hours] (NULL: none), and only
   dates from `from_hour` on are left. With purchases of several units: what none costs less than, and in *plan what one
   costs. */
gpucost_status gpucost__risk_recourse(const gpucost_portfolio_case *asked, uint64_t path, const int64_t *bought,
                                      uint64_t from_hour, gpucost__int128 *least, gpucost__int128 *plan,
                                      gpucost_error *err);

/* The least sum of the costs of `count` scenarios from `first` on under one plan [nanos]; with purchases of several
   units, what no plan is below. */
gpucost_status gpucost__risk_least(const gpucost_portfolio_case *asked, uint64_t first, uint64_t count,
                                   gpucost__int128 *least, gpucost_error *err);

#endif
