#include <string.h>

#include "gpucost/tariff.h"
#include "store/store_handle.h"

/* The last rate of a pair until an instant; *observed_utc_s is 0 when there is none. */
static gpucost_status last_rate(gpucost_store *store, const char *base, const char *quote, int64_t at_utc_s,
                                int64_t *rate_nanos, int64_t *observed_utc_s, gpucost_error *err)
{
    static const char sql[] = "SELECT rate_nanos, observed_utc_s FROM exchange_rate WHERE base = ?1 AND quote = ?2 AND "
                              "observed_utc_s <= ?3 ORDER BY observed_utc_s DESC LIMIT 1";
    gpucost__statement *select;
    bool row;
    *observed_utc_s = 0;
    GPUCOST__TRY(gpucost__store_keep(store, sql, &select, err));
    gpucost__bind_text(select, 1, base);
    gpucost__bind_text(select, 2, quote);
    gpucost__bind_i64(select, 3, at_utc_s);
    GPUCOST__TRY(gpucost__statement_step(select, &row, err));
    if (!row) return GPUCOST_OK;
    *rate_nanos = gpucost__column_i64(select, 0);
    *observed_utc_s = gpucost__column_i64(select, 1);
    gpucost__statement_reset(select);
    return GPUCOST_OK;
}

gpucost_status gpucost_tariff_rate(gpucost_store *store, const char *base, const char *quote, int64_t at_utc_s,
                                   double *rate, int64_t *observed_utc_s, gpucost_error *err)
{
    gpucost__clear(err);
    int64_t until = at_utc_s ? at_utc_s : INT64_MAX, direct = 0, reverse = 0, direct_s = 0, reverse_s = 0;
    bool same = strcmp(base, quote) == 0;
    if (!same) GPUCOST__TRY(last_rate(store, base, quote, until, &direct, &direct_s, err));
    if (!same) GPUCOST__TRY(last_rate(store, quote, base, until, &reverse, &reverse_s, err));
    if (!same && direct_s == 0 && reverse_s == 0)
        return gpucost__fail_field(err, GPUCOST_E_CURRENCY, "base", base,
                                   "the store has no rate of %s in %s until then; import one (docs/price.md)", base,
                                   quote);
    bool forward = direct_s >= reverse_s;
    *rate = same ? 1 : forward ? (double)direct / 1e9 : 1e9 / (double)reverse;
    if (observed_utc_s) *observed_utc_s = forward ? direct_s : reverse_s;
    return GPUCOST_OK;
}
