#include "portfolio/portfolio_term.h"

#include <math.h>

#include "base/money.h"

int64_t gpucost__price_per_entry(int64_t nanos_per_hour, double step_h)
{
    gpucost__int128 nanos;
    if (!gpucost__price_times(nanos_per_hour, step_h, &nanos) || nanos > INT64_MAX) return INT64_MAX;
    return (int64_t)nanos;
}

gpucost__term gpucost__term_over(const gpucost_commitment *commitment, uint64_t entries, double step_h,
                                 int32_t horizon_rule)
{
    double horizon_h = (double)entries * step_h;
    /* a horizon that is one term but for the rounding of step_h needs no second one */
    uint64_t purchases = (uint64_t)ceil(horizon_h / (double)commitment->term_hours * (1 - 1e-12));
    gpucost__term term = {
        .purchases = purchases,
        .paid_hours = (double)(purchases * commitment->term_hours),
        .fixed = (gpucost__int128)purchases *
                 (commitment->upfront_nanos + (gpucost__int128)commitment->term_hours * commitment->hourly_nanos),
        .usage = gpucost__price_per_entry(commitment->usage_nanos, step_h),
    };
    gpucost__int128 inside;
    if (horizon_rule == GPUCOST__HORIZON_INSIDE && gpucost__price_times(commitment->hourly_nanos, horizon_h, &inside)) {
        term.paid_hours = horizon_h;
        term.fixed = (gpucost__int128)purchases * commitment->upfront_nanos + inside;
    }
    return term;
}

double gpucost__term_break_even(const gpucost__term *term, uint64_t entries, int64_t on_demand)
{
    if (term->usage >= on_demand) return 0;
    return (double)term->fixed / ((double)(on_demand - term->usage) * (double)entries);
}
