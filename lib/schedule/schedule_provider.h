/* What following the provider's own recommendations costs. */
#ifndef GPUCOST_SCHEDULE_PROVIDER_H
#define GPUCOST_SCHEDULE_PROVIDER_H

#include "schedule/schedule_model.h"

/* Nothing in the first month; then, month after month, the one commitment that would have saved most in the month before, as
   many as would have. Purchases of several units are left out. */
gpucost_status gpucost__provider_cost(const gpucost_portfolio_case *asked, gpucost__int128 *cost, gpucost_error *err);

#endif
