/* Present values: a price becomes one for each month of billing, rounded once to a nano; everything after that is
   exact. */
#ifndef GPUCOST_PORTFOLIO_DISCOUNT_H
#define GPUCOST_PORTFOLIO_DISCOUNT_H

#include <stdint.h>

#include "base/checked.h"

typedef struct {
    double rate;            /* of a year; 0: money is not discounted, and every factor is 1 */
    uint64_t billing_hours; /* hours from one bill to the next, the first from hour 0 */
} gpucost__discount;

/* What a unit of money paid in an hour is worth at hour 0 [1e-12], and what it is when the bill is paid that holds the
   hour: at the end of its month. */
int64_t gpucost__discount_at(const gpucost__discount *discount, uint64_t hour);
int64_t gpucost__discount_billed(const gpucost__discount *discount, uint64_t hour);

/* Half-even. */
gpucost__int128 gpucost__discounted(int64_t nanos, int64_t factor);

/* A price that must stay one: at least a nano when it was. */
int64_t gpucost__discounted_price(int64_t nanos, int64_t factor);

#endif
