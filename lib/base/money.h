/* Money in 128-bit nanos: the form in which sums run. */
#ifndef GPUCOST_BASE_MONEY_H
#define GPUCOST_BASE_MONEY_H

#include "base/checked.h"
#include "gpucost/units.h"

gpucost__int128 gpucost__money_nanos(const gpucost_money *money);

/* False when the amount does not fit 64 bits of units. */
bool gpucost__money_from_nanos(gpucost__int128 nanos, const char *currency, gpucost_money *money);

/* ISO 4217: three capital letters. */
bool gpucost__currency_is_valid(const char *currency);

/* nanos x quantity rounded half-even, exact in between; false when it does not fit. */
bool gpucost__price_times(int64_t price_nanos, double quantity, gpucost__int128 *nanos);

#endif
