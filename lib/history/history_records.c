#include "history/history_records.h"

#include <stdlib.h>

#include "price/price_quote.h"

static const char offer_sql[] = "SELECT currency, term_hours FROM offer WHERE id = ?1";

/* The last price before the window counts even when the offer was withdrawn after it: a price after the gap is compared
   with it. */
static const char before_sql[] =
    "SELECT max(observed_utc_s) FROM price WHERE offer_id = ?1 AND observed_utc_s < ?2 AND "
    "hourly_nanos IS NOT NULL";
static const char blocks_sql[] = "SELECT period, records, data FROM price_block WHERE offer_id = ?1 AND "
                                 "period BETWEEN ?2 AND ?3 ORDER BY period";
static const char rows_sql[] = "SELECT observed_utc_s, hourly_nanos, upfront_nanos FROM price WHERE offer_id = ?1 AND "
                               "observed_utc_s >= ?2 AND observed_utc_s < ?3 ORDER BY observed_utc_s";

/* What is read, and how far. */
typedef struct {
    gpucost_store *store;
    int64_t offer_id, next_utc_s, to_utc_s;
    gpucost__history_records *records;
} reading;

static gpucost_status make_room(gpucost__history_records *records, uint64_t more, gpucost_error *err)
{
    if (records->room - records->count >= more) return GPUCOST_OK;
    uint64_t room = records->room ? records->room * 2 : 256;
    if (room < records->count + more) room = records->count + more;
    gpucost__record *grown = realloc(records->rows, (size_t)room * sizeof *grown);
    if (!grown) return gpucost__fail_memory(err);
    records->rows = grown;
    records->room = room;
    return GPUCOST_OK;
}

static gpucost_status read_offer(gpucost_store *store, int64_t offer_id, gpucost__history_records *records,
                                 gpucost_error *err)
{
    gpucost__statement *select;
    bool row;
    GPUCOST__TRY(gpucost__store_keep(store, offer_sql, &select, err));
    gpucost__bind_i64(select, 1, offer_id);
    GPUCOST__TRY(gpucost__statement_step(select, &row, err));
    if (!row) return gpucost__no_offer(offer_id, err);
    gpucost__column_text(select, 0, records->currency, sizeof records->currency);
    records->term_hours = (uint64_t)gpucost__column_i64(select, 1);
    gpucost__statement_reset(select);
    return GPUCOST_OK;
}

static gpucost_status fail_record(int64_t offer_id, gpucost_error *err)
{
    return gpucost__fail(err, GPUCOST_E_STORE_CORRUPT, "offer %lld holds a price that no import writes",
                         (long long)offer_id);
}

static void keep(gpucost__history_records *records, gpucost__record record)
{
    records->rows[records->count++] = record;
    if (record.hourly_nanos == GPUCOST__WITHDRAWN) return;
    int64_t price = gpucost__record_price(records, &record);
    if (records->least_nanos == 0 || price < records->least_nanos) records->least_nanos = price;
    if (price > records->most_nanos) records->most_nanos = price;
}

/* Does the record follow those that were read? The store's checks keep other rows out; a damaged or edited file may
   hold them. */
static bool is_sound(const gpucost__history_records *records, const gpucost__record *record)
{
    const int64_t most = INT64_MAX / 4; /* sums and spreads of prices stay inside 64 bits */
    if (records->count > 0 && record->observed_utc_s <= records->rows[records->count - 1].observed_utc_s) return false;
    if (record->hourly_nanos == GPUCOST__WITHDRAWN) return true;
    return record->hourly_nanos >= 0 && record->hourly_nanos <= most && record->upfront_nanos >= 0 &&
           record->upfront_nanos <= most && record->hourly_nanos + record->upfront_nanos > 0;
}

/* From the table, until an instant. */
static gpucost_status read_rows(reading *at, int64_t until_utc_s, gpucost_error *err)
{
    gpucost__statement *select;
    bool row;
    GPUCOST__TRY(gpucost__store_keep(at->store, rows_sql, &select, err));
    gpucost__bind_i64(select, 1, at->offer_id);
    gpucost__bind_i64(select, 2, at->next_utc_s);
    gpucost__bind_i64(select, 3, until_utc_s);
    for (;;) {
        GPUCOST__TRY(gpucost__statement_step(select, &row, err));
        if (!row) return GPUCOST_OK;
        gpucost_status status = make_room(at->records, 1, err);
        gpucost__record record = {.observed_utc_s = gpucost__column_i64(select, 0),
                                  .hourly_nanos = gpucost__column_i64(select, 1),
                                  .upfront_nanos = gpucost__column_i64(select, 2)};
        if (gpucost__column_is_null(select, 1)) record.hourly_nanos = GPUCOST__WITHDRAWN;
        if (status == GPUCOST_OK && !is_sound(at->records, &record)) status = fail_record(at->offer_id, err);
        if (status == GPUCOST_OK) {
            keep(at->records, record);
            continue;
        }
        gpucost__statement_reset(select);
        return status;
    }
}

/* The block of the current row: what of it lies between what was read and the end. */
static gpucost_status read_block(reading *at, gpucost__statement *blocks, gpucost_error *err)
{
    size_t size;
    int64_t period = gpucost__column_i64(blocks, 0);
    uint64_t count = (uint64_t)gpucost__column_i64(blocks, 1);
    const unsigned char *bytes = gpucost__column_blob(blocks, 2, &size);
    gpucost__history_records *records = at->records;
    if (count > size) return fail_record(at->offer_id, err); /* a record takes a byte and more */
    GPUCOST__TRY(make_room(records, count, err));
    const gpucost__record *rows = records->rows + records->count;
    if (!gpucost__block_read(bytes, size, period, count, records->rows + records->count))
        return fail_record(at->offer_id, err);
    for (uint64_t i = 0; i < count && rows[i].observed_utc_s < at->to_utc_s; i++) {
        if (rows[i].observed_utc_s < at->next_utc_s) continue;
        if (!is_sound(records, &rows[i])) return fail_record(at->offer_id, err);
        keep(records, rows[i]);
    }
    return GPUCOST_OK;
}

/* Blocks, and from the table what lies between them. */
static gpucost_status read_blocks(reading *at, gpucost_error *err)
{
    gpucost__statement *blocks;
    GPUCOST__TRY(gpucost__store_keep(at->store, blocks_sql, &blocks, err));
    gpucost__bind_i64(blocks, 1, at->offer_id);
    gpucost__bind_i64(blocks, 2, at->next_utc_s / GPUCOST__PERIOD_S);
    gpucost__bind_i64(blocks, 3, (at->to_utc_s - 1) / GPUCOST__PERIOD_S);
    for (bool row;;) {
        GPUCOST__TRY(gpucost__statement_step(blocks, &row, err));
        if (!row) return at->next_utc_s < at->to_utc_s ? read_rows(at, at->to_utc_s, err) : GPUCOST_OK;
        int64_t period = gpucost__column_i64(blocks, 0), start = 0;
        gpucost_status status = GPUCOST_OK;
        if (period < 0 || period >= INT64_MAX / GPUCOST__PERIOD_S)
            status = fail_record(at->offer_id, err);
        else
            start = period * GPUCOST__PERIOD_S;
        if (status == GPUCOST_OK && at->next_utc_s < start) status = read_rows(at, start, err);
        if (status == GPUCOST_OK) status = read_block(at, blocks, err);
        if (status != GPUCOST_OK) {
            gpucost__statement_reset(blocks);
            return status;
        }
        at->next_utc_s = start + GPUCOST__PERIOD_S;
    }
}

static gpucost_status read_all(reading *at, gpucost_error *err)
{
    gpucost__statement *select;
    bool row;
    GPUCOST__TRY(read_offer(at->store, at->offer_id, at->records, err));
    if (at->records->term_hours > 1000000) return fail_record(at->offer_id, err);
    GPUCOST__TRY(gpucost__store_keep(at->store, before_sql, &select, err));
    gpucost__bind_i64(select, 1, at->offer_id);
    gpucost__bind_i64(select, 2, at->next_utc_s);
    GPUCOST__TRY(gpucost__statement_step(select, &row, err));
    if (row && !gpucost__column_is_null(select, 0)) at->next_utc_s = gpucost__column_i64(select, 0);
    gpucost__statement_reset(select);
    if (at->next_utc_s < 0) at->next_utc_s = 0; /* no record is as early */
    return at->next_utc_s < at->to_utc_s ? read_blocks(at, err) : GPUCOST_OK;
}

gpucost_status gpucost__history_window(int64_t from_utc_s, int64_t to_utc_s, gpucost_error *err)
{
    if (to_utc_s > from_utc_s) return GPUCOST_OK;
    return gpucost__fail_field(err, GPUCOST_E_RANGE, "to_utc", NULL, "%lld is not after the start %lld",
                               (long long)to_utc_s, (long long)from_utc_s);
}

gpucost_status gpucost__history_records_read(gpucost_store *store, int64_t offer_id, int64_t from_utc_s,
                                             int64_t to_utc_s, gpucost__history_records *records, gpucost_error *err)
{
    *records = (gpucost__history_records){0};
    reading at = {store, offer_id, from_utc_s, to_utc_s, records};
    GPUCOST__TRY(gpucost__history_window(from_utc_s, to_utc_s, err));
    GPUCOST__TRY(gpucost__store_begin(store, false, err)); /* one state of the store for all reads */
    gpucost_status status = read_all(&at, err);
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
