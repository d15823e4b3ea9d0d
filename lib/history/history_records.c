#include "history/history_records.h"

#include <stdlib.h>

#include "price/price_quote.h"
#include "price/price_term.h"

static const char offer_sql[] = "SELECT currency, term_hours FROM offer WHERE id = ?1";

/* The last price before the window counts even when the offer was withdrawn after it: a price after the gap is compared
   with it. */
static const char records_sql[] =
    "SELECT observed_utc_s, hourly_nanos, upfront_nanos FROM price WHERE offer_id = ?1 AND observed_utc_s < ?3 AND "
    "observed_utc_s >= coalesce((SELECT max(observed_utc_s) FROM price WHERE offer_id = ?1 AND observed_utc_s < ?2 AND "
    "hourly_nanos IS NOT NULL), ?2) ORDER BY observed_utc_s";

static gpucost_status keep(gpucost__history_records *records, const gpucost__history_record *record, gpucost_error *err)
{
    if (records->count == records->room) {
        uint64_t room = records->room ? records->room * 2 : 256;
        gpucost__history_record *grown = realloc(records->rows, (size_t)room * sizeof *grown);
        if (!grown) return gpucost__fail_memory(err);
        records->rows = grown;
        records->room = room;
    }
    records->rows[records->count++] = *record;
    return GPUCOST_OK;
}

static gpucost_status read_offer(gpucost_store *store, int64_t offer_id, char currency[8], uint64_t *term_hours,
                                 gpucost_error *err)
{
    gpucost__statement *select;
    bool row;
    GPUCOST__TRY(gpucost__store_keep(store, offer_sql, &select, err));
    gpucost__bind_i64(select, 1, offer_id);
    GPUCOST__TRY(gpucost__statement_step(select, &row, err));
    if (!row) return gpucost__no_offer(offer_id, err);
    gpucost__column_text(select, 0, currency, 8);
    *term_hours = (uint64_t)gpucost__column_i64(select, 1);
    gpucost__statement_reset(select);
    return GPUCOST_OK;
}

/* The store's checks keep other rows out; a damaged or edited file may hold them. */
static bool is_sound(const gpucost__history_record *record, uint64_t hours)
{
    const int64_t most = INT64_MAX / 4; /* sums and spreads of prices stay inside 64 bits */
    return hours <= 1000000 && record->hourly_nanos >= 0 && record->hourly_nanos <= most &&
           record->upfront_nanos >= 0 && record->upfront_nanos <= most &&
           (record->withdrawn || record->hourly_nanos + record->upfront_nanos > 0);
}

static gpucost_status read_all(gpucost_store *store, int64_t offer_id, int64_t from_utc_s, int64_t to_utc_s,
                               gpucost__history_records *records, gpucost_error *err)
{
    gpucost__statement *select;
    uint64_t hours = 0;
    bool row;
    GPUCOST__TRY(read_offer(store, offer_id, records->currency, &hours, err));
    GPUCOST__TRY(gpucost__store_keep(store, records_sql, &select, err));
    gpucost__bind_i64(select, 1, offer_id);
    gpucost__bind_i64(select, 2, from_utc_s);
    gpucost__bind_i64(select, 3, to_utc_s);
    for (;;) {
        GPUCOST__TRY(gpucost__statement_step(select, &row, err));
        if (!row) return GPUCOST_OK;
        gpucost__history_record record = {.observed_utc_s = gpucost__column_i64(select, 0),
                                          .hourly_nanos = gpucost__column_i64(select, 1),
                                          .upfront_nanos = gpucost__column_i64(select, 2)};
        record.withdrawn = record.hourly_nanos == 0 && record.upfront_nanos == 0 && gpucost__column_is_null(select, 1);
        gpucost_status status = GPUCOST_OK;
        if (is_sound(&record, hours)) {
            record.effective_nanos = gpucost__effective_nanos(record.hourly_nanos, record.upfront_nanos, hours);
            status = keep(records, &record, err);
        } else {
            status = gpucost__fail(err, GPUCOST_E_STORE_CORRUPT, "offer %lld holds a price that no import writes",
                                   (long long)offer_id);
        }
        if (status == GPUCOST_OK) continue;
        gpucost__statement_reset(select);
        return status;
    }
}

gpucost_status gpucost__history_records_read(gpucost_store *store, int64_t offer_id, int64_t from_utc_s,
                                             int64_t to_utc_s, gpucost__history_records *records, gpucost_error *err)
{
    *records = (gpucost__history_records){0};
    if (to_utc_s <= from_utc_s)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "to_utc", NULL, "%lld is not after the start %lld",
                                   (long long)to_utc_s, (long long)from_utc_s);
    GPUCOST__TRY(gpucost__store_begin(store, false, err)); /* one state of the store for all reads */
    gpucost_status status = read_all(store, offer_id, from_utc_s, to_utc_s, records, err);
    gpucost__store_rollback(store);
    if (status == GPUCOST_OK) return GPUCOST_OK;
    free(records->rows);
    *records = (gpucost__history_records){0};
    return status;
}

int64_t gpucost__mean_nanos(gpucost__int128 sum, gpucost__int128 count)
{
    gpucost__int128 whole = sum / count, twice = 2 * (sum % count);
    return (int64_t)(whole + (twice > count || (twice == count && (whole & 1))));
}
