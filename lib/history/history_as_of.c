#include "gpucost/history.h"
#include "price/price_quote.h"
#include "price/price_table.h"

static const char as_of_sql[] =
    "SELECT " GPUCOST__QUOTE_COLUMNS " FROM offer o JOIN price p ON p.offer_id = o.id AND p.observed_utc_s = "
    "(SELECT max(observed_utc_s) FROM price WHERE offer_id = ?1 AND observed_utc_s <= ?2) "
    "JOIN import i ON i.id = p.import_id LEFT JOIN source s ON s.id = p.source_id WHERE o.id = ?1";
static const char offer_sql[] = "SELECT 1 FROM offer WHERE id = ?1";

static gpucost_status no_price(gpucost_store *store, int64_t offer_id, gpucost_error *err)
{
    gpucost__statement *select;
    bool row;
    GPUCOST__TRY(gpucost__store_keep(store, offer_sql, &select, err));
    gpucost__bind_i64(select, 1, offer_id);
    GPUCOST__TRY(gpucost__statement_step(select, &row, err));
    gpucost__statement_reset(select);
    if (!row) return gpucost__no_offer(offer_id, err);
    return gpucost__fail_field(err, GPUCOST_E_UNKNOWN_FACT, "at_utc", NULL,
                               "the offer %lld has no price at that instant", (long long)offer_id);
}

gpucost_status gpucost_price_as_of(gpucost_store *store, int64_t offer_id, int64_t at_utc_s, gpucost_quote *quote,
                                   gpucost_error *err)
{
    gpucost__clear(err);
    gpucost__statement *select;
    gpucost_quote found;
    bool row;
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__quote_table, quote, err));
    GPUCOST__TRY(gpucost__store_keep(store, as_of_sql, &select, err));
    gpucost__bind_i64(select, 1, offer_id);
    gpucost__bind_i64(select, 2, at_utc_s);
    GPUCOST__TRY(gpucost__statement_step(select, &row, err));
    bool priced = row && !gpucost__column_is_null(select, GPUCOST__QUOTE_HOURLY);
    gpucost_status status = priced ? gpucost__read_quote(select, at_utc_s, &found, err) : GPUCOST_OK;
    if (row) gpucost__statement_reset(select);
    if (status != GPUCOST_OK) return status;
    if (!priced) return no_price(store, offer_id, err);
    gpucost__struct_out(&gpucost__quote_table, &found, quote);
    return GPUCOST_OK;
}
