#include "portfolio/portfolio_discount.h"

#include <math.h>

enum { HOURS_OF_A_YEAR = 8760 };

static const int64_t whole = 1000000000000;

int64_t gpucost__discount_at(const gpucost__discount *discount, uint64_t hour)
{
    if (discount->rate <= 0) return whole;
    return llround((double)whole * pow(1 + discount->rate, -(double)hour / HOURS_OF_A_YEAR));
}

int64_t gpucost__discount_billed(const gpucost__discount *discount, uint64_t hour)
{
    return gpucost__discount_at(discount, (hour / discount->billing_hours + 1) * discount->billing_hours);
}

gpucost__int128 gpucost__discounted(int64_t nanos, int64_t factor)
{
    if (factor == whole) return nanos;
    gpucost__int128 product = (gpucost__int128)nanos * factor, value = product / whole, rest = product % whole * 2;
    return value + (rest > whole || (rest == whole && value % 2 != 0));
}

int64_t gpucost__discounted_price(int64_t nanos, int64_t factor)
{
    int64_t value = (int64_t)gpucost__discounted(nanos, factor);
    return value == 0 && nanos > 0 ? 1 : value;
}
