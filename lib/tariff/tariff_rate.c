#include "gpucost/tariff.h"
#include "price/price_rate.h"
#include "price/price_table.h"

gpucost_status gpucost_tariff_rate_at(gpucost_store *store, const char *base, const char *quote, int64_t at_utc_s,
                                      gpucost_exchange_rate *rate, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__exchange_rate_table, rate, err));
    gpucost_exchange_rate made;
    bool found;
    GPUCOST__TRY(gpucost__rate_as_of(store, base, quote, at_utc_s ? at_utc_s : INT64_MAX, &made, &found, err));
    if (!found)
        return gpucost__fail_field(err, GPUCOST_E_CURRENCY, "base", base,
                                   "the store has no rate of %s in %s until then; import one (docs/price.md)", base,
                                   quote);
    gpucost__struct_out(&gpucost__exchange_rate_table, &made, rate);
    return GPUCOST_OK;
}

gpucost_status gpucost_tariff_rate(gpucost_store *store, const char *base, const char *quote, int64_t at_utc_s,
                                   double *rate, int64_t *observed_utc_s, gpucost_error *err)
{
    gpucost_exchange_rate found = GPUCOST_INIT(gpucost_exchange_rate);
    GPUCOST__TRY(gpucost_tariff_rate_at(store, base, quote, at_utc_s, &found, err));
    *rate = found.rate;
    if (observed_utc_s) *observed_utc_s = found.observed_utc_s;
    return GPUCOST_OK;
}
