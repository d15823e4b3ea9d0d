/* An exchange rate as of an instant, for quotes and for the subjects above. */
#ifndef GPUCOST_PRICE_RATE_H
#define GPUCOST_PRICE_RATE_H

#include "gpucost/price.h"
#include "store/store_handle.h"

/* The last record of the pair until then, or of the reverse pair when that is newer. *found is false when there is
   none. */
gpucost_status gpucost__rate_as_of(gpucost_store *store, const char *base, const char *quote, int64_t until_utc_s,
                                   gpucost_exchange_rate *rate, bool *found, gpucost_error *err);

/* price x rate, half to even; false when it does not fit or rounds to nothing, which is not free. */
bool gpucost__price_convert(int64_t *nanos, double rate);

#endif
