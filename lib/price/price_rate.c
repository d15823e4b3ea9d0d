#include "price/price_rate.h"

#include <string.h>

#include "base/money.h"

/* The last rate of a pair until an instant; observed_utc_s stays 0 when there is none. */
static gpucost_status last_rate(gpucost_store *store, const char *base, const char *quote, int64_t until_utc_s,
                                gpucost_exchange_rate *rate, gpucost_error *err)
{
    static const char sql[] = "SELECT r.rate_nanos, r.observed_utc_s, r.import_id, i.source FROM exchange_rate r "
                              "JOIN import i ON i.id = r.import_id WHERE r.base = ?1 AND r.quote = ?2 AND "
                              "r.observed_utc_s <= ?3 ORDER BY r.observed_utc_s DESC LIMIT 1";
    gpucost__statement *select;
    bool row;
    GPUCOST__TRY(gpucost__store_keep(store, sql, &select, err));
    gpucost__bind_text(select, 1, base);
    gpucost__bind_text(select, 2, quote);
    gpucost__bind_i64(select, 3, until_utc_s);
    GPUCOST__TRY(gpucost__statement_step(select, &row, err));
    if (!row) return GPUCOST_OK;
    rate->rate = (double)gpucost__column_i64(select, 0) / 1e9;
    rate->observed_utc_s = gpucost__column_i64(select, 1);
    rate->import_id = gpucost__column_i64(select, 2);
    gpucost__column_text(select, 3, rate->source, sizeof rate->source);
    gpucost__statement_reset(select);
    return GPUCOST_OK;
}

gpucost_status gpucost__rate_as_of(gpucost_store *store, const char *base, const char *quote, int64_t until_utc_s,
                                   gpucost_exchange_rate *rate, bool *found, gpucost_error *err)
{
    gpucost_exchange_rate direct = GPUCOST_INIT(gpucost_exchange_rate), reverse = direct;
    bool same = strcmp(base, quote) == 0;
    if (same) direct.rate = 1;
    if (!same) GPUCOST__TRY(last_rate(store, base, quote, until_utc_s, &direct, err));
    if (!same) GPUCOST__TRY(last_rate(store, quote, base, until_utc_s, &reverse, err));
    *found = same || direct.observed_utc_s || reverse.observed_utc_s;
    bool forward = direct.observed_utc_s >= reverse.observed_utc_s;
    *rate = forward ? direct : reverse;
    if (!forward) rate->rate = 1 / reverse.rate;
    rate->inverted = !forward;
    memcpy(rate->base, base, strnlen(base, sizeof rate->base - 1));
    memcpy(rate->quote, quote, strnlen(quote, sizeof rate->quote - 1));
    return GPUCOST_OK;
}

bool gpucost__price_convert(int64_t *nanos, double rate)
{
    gpucost__int128 converted;
    if (rate == 1 || *nanos == 0) return true;
    if (!gpucost__price_times(*nanos, rate, &converted) || converted > INT64_MAX / 4 || converted <= 0) return false;
    *nanos = (int64_t)converted;
    return true;
}
