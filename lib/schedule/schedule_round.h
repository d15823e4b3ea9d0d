/* From fractions of purchases to whole ones, when a purchase is several units. */
#ifndef GPUCOST_SCHEDULE_ROUND_H
#define GPUCOST_SCHEDULE_ROUND_H

#include "schedule/schedule_model.h"

/* Does any commitment come in purchases of several units? Then the circulation, which buys single units at their share of
   the price, is a bound and no plan. */
bool gpucost__case_has_sizes(const gpucost_portfolio_case *asked);

/* Make the units bought whole purchases, near the circulation, and search from there: one purchase more or less, of another
   size, or a date earlier or later, while that helps. Potentials stay those of the bound. */
gpucost_status gpucost__round_purchases(const gpucost_portfolio_case *asked, const gpucost__model *model,
                                        gpucost__circulation *found, gpucost_error *err);

#endif
