/* A case: what a schedule is asked to serve, at which prices, and what can be bought when. */
#ifndef GPUCOST_PORTFOLIO_CASE_H
#define GPUCOST_PORTFOLIO_CASE_H

#include "base/checked.h"
#include "portfolio/portfolio_discount.h"
#include "portfolio/portfolio_problem.h"

/* A commitment and its dates. */
typedef struct {
    gpucost_commitment row;
    uint64_t *dates; /* [count], rising; NULL: row.first_hour + i x row.every_hours */
    uint64_t count;
    gpucost__int128 *fees; /* [months + 1] where money is discounted */
    const gpucost__int128 *shift; /* [count] what each date costs more, or less, in a variant of a case; else NULL */
} gpucost__dated;

/* One way in which the demand may go. */
typedef struct {
    int32_t *demand, *interruptible; /* [hours] units */
    uint64_t weight;                 /* how likely it is, beside the weights of the others */
} gpucost__path;

enum { GPUCOST__PATHS_MOST = 1000, GPUCOST__WEIGHT_MOST = 1000000 };

struct gpucost_portfolio_case {
    gpucost_portfolio_options options;
    uint64_t hours;
    gpucost__path *paths;                   /* [path_count], at least one */
    uint64_t path_count;
    int32_t *held;                          /* [hours] units; may exceed the demand */
    gpucost__discount discount;
    int64_t *cash_on_demand, *cash_spot;    /* [hours] as they are paid [1e-9 currency/h]; spot 0: none in this hour */
    int64_t *on_demand, *spot;              /* [hours] the same at hour 0: what everything is solved with */
    int32_t *spot_units;                    /* [hours] */
    gpucost__dated *dated;                  /* [count] */
    uint64_t count;
};

static inline uint64_t gpucost__date_at(const gpucost__dated *dated, uint64_t index)
{
    return dated->dates ? dated->dates[index] : dated->row.first_hour + index * dated->row.every_hours;
}

/* The place of a date among the dates: the first that is not before the hour. */
static inline uint64_t gpucost__date_index(const gpucost__dated *dated, uint64_t hour)
{
    uint64_t low = 0, high = dated->count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (gpucost__date_at(dated, middle) < hour)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* What one purchase at a date costs, at hour 0: upfront, the hourly fees of the whole term or of its part inside the
   horizon, what is paid less what is refunded at its end, less the salvage of its hours past the horizon. Positive for
   every date of a case. */
gpucost__int128 gpucost__dated_cost(const gpucost_portfolio_case *asked, const gpucost__dated *dated, uint64_t index);
void gpucost__dated_free(gpucost__dated *dated);

/* The purchases of a caller of any age. */
gpucost_status gpucost__purchases_check(const gpucost_purchase *purchases, uint64_t count, gpucost_error *err);
gpucost_purchase gpucost__purchase_at(const gpucost_purchase *purchases, uint64_t index);

/* Was spot offered in any hour? */
bool gpucost__case_has_spot(const gpucost_portfolio_case *asked);

#endif
