#include "portfolio/portfolio_term.h"

gpucost__term gpucost__term_over(const gpucost_commitment *commitment, uint64_t hours, int32_t horizon_rule)
{
    uint64_t purchases = gpucost__ceil_div(hours, commitment->term_hours);
    uint64_t paid_hours = horizon_rule == GPUCOST__HORIZON_INSIDE ? hours : purchases * commitment->term_hours;
    return (gpucost__term){
        .purchases = purchases,
        .paid_hours = paid_hours,
        .fixed = (gpucost__int128)purchases * commitment->upfront_nanos +
                 (gpucost__int128)paid_hours * commitment->hourly_nanos,
        .usage = commitment->usage_nanos,
    };
}

double gpucost__term_break_even(const gpucost__term *term, uint64_t hours, int64_t on_demand)
{
    if (term->usage >= on_demand) return 0;
    return (double)term->fixed / ((double)(on_demand - term->usage) * (double)hours);
}
