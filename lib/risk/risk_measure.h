/* The objective in integers: mean and tail of the costs of the scenarios. */
#ifndef GPUCOST_RISK_MEASURE_H
#define GPUCOST_RISK_MEASURE_H

#include "gpucost/risk.h"
#include "portfolio/portfolio_case.h"

/* objective(cost) = the most of sum theta_s cost_s / sum, least_s <= theta_s <= most_s, with sum theta = sum. Tail
   weight and confidence are taken to the millionth, so all of this is exact. */
typedef struct {
    uint64_t count;
    int64_t *least, *most; /* [count] */
    int64_t sum;
    bool is_mean; /* no weight on the tail: one theta only */
} gpucost__measure;

gpucost_status gpucost__measure_new(const gpucost_portfolio_case *asked, double tail_weight, double confidence,
                                    gpucost__measure *measure, gpucost_error *err);
void gpucost__measure_free(gpucost__measure *measure);

/* sum x objective of the costs [count]. `order` [count] is scratch; theta [count] gets the weights unless NULL. */
gpucost__int128 gpucost__measure_of(const gpucost__measure *measure, const gpucost__int128 *costs, uint32_t *order,
                                    int64_t *theta);

#endif
