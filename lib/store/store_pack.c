#include "store/store_pack.h"

#include <stdlib.h>

#include "store/store_block.h"
#include "store/store_sqlite.h"

#define COLUMNS "SELECT offer_id, observed_utc_s, hourly_nanos, upfront_nanos FROM price "
static const char period_sql[] = COLUMNS
    "WHERE offer_id = ?1 AND observed_utc_s >= ?2 AND observed_utc_s < ?2 + ?3 ORDER BY observed_utc_s";
static const char all_sql[] = COLUMNS "ORDER BY offer_id, observed_utc_s";
static const char write_sql[] =
    "INSERT INTO price_block (offer_id, period, records, data) VALUES (?1, ?2, ?3, ?4) "
    "ON CONFLICT (offer_id, period) DO UPDATE SET records = excluded.records, data = excluded.data";
static const char compare_sql[] =
    "SELECT records = ?3 AND data = ?4 FROM price_block WHERE offer_id = ?1 AND period = ?2";

static int compare_periods(const void *left, const void *right)
{
    const struct gpucost__period *a = left, *b = right;
    if (a->offer_id != b->offer_id) return a->offer_id < b->offer_id ? -1 : 1;
    return (a->period > b->period) - (a->period < b->period);
}

static void sort_periods(gpucost__periods *periods)
{
    size_t kept = 0;
    if (periods->count > 1) qsort(periods->rows, periods->count, sizeof *periods->rows, compare_periods);
    for (size_t i = 0; i < periods->count; i++)
        if (i == 0 || compare_periods(&periods->rows[i], &periods->rows[kept - 1]) != 0)
            periods->rows[kept++] = periods->rows[i];
    periods->count = periods->distinct = kept;
}

bool gpucost__periods_add(gpucost__periods *periods, int64_t offer_id, int64_t observed_utc_s)
{
    const struct gpucost__period added = {offer_id, observed_utc_s / GPUCOST__PERIOD_S};
    if (periods->count > 0 && compare_periods(&periods->rows[periods->count - 1], &added) == 0) return true;
    if (periods->count == periods->room && periods->count > 2 * periods->distinct) sort_periods(periods);
    if (periods->count == periods->room) {
        size_t room = periods->room ? periods->room * 2 : 64;
        struct gpucost__period *grown = realloc(periods->rows, room * sizeof *grown);
        if (!grown) return false;
        periods->rows = grown;
        periods->room = room;
    }
    periods->rows[periods->count++] = added;
    return true;
}

void gpucost__periods_free(gpucost__periods *periods)
{
    free(periods->rows);
    *periods = (gpucost__periods){0};
}

/* Rows of the table price, and what becomes of the block of each period. */
typedef struct packer packer;
struct packer {
    gpucost_store *store;
    gpucost__statement *rows, *use;
    gpucost_status (*finish)(packer *at, gpucost_error *err);
    gpucost__block block;
    int64_t offer_id, period;
    int64_t found; /* blocks that the store has, of a check */
};

static void bind_block(packer *at)
{
    gpucost__bind_i64(at->use, 1, at->offer_id);
    gpucost__bind_i64(at->use, 2, at->period);
    gpucost__bind_i64(at->use, 3, (int64_t)at->block.records);
    gpucost__bind_blob(at->use, 4, at->block.bytes, at->block.used);
}

static gpucost_status write_block(packer *at, gpucost_error *err)
{
    if (at->block.records < GPUCOST__BLOCK_LEAST) return GPUCOST_OK;
    bind_block(at);
    return gpucost__statement_run(at->use, err);
}

static gpucost_status compare_block(packer *at, gpucost_error *err)
{
    bool row;
    bind_block(at);
    GPUCOST__TRY(gpucost__statement_step(at->use, &row, err));
    if (!row) return GPUCOST_OK;
    at->found++;
    bool same = gpucost__column_i64(at->use, 0) == 1;
    gpucost__statement_reset(at->use);
    if (same) return GPUCOST_OK;
    return gpucost__fail(err, GPUCOST_E_STORE_CORRUPT, "a block of offer %lld is not what its records say",
                         (long long)at->offer_id);
}

/* All rows that at->rows gives. */
static gpucost_status pack_rows(packer *at, gpucost_error *err)
{
    for (bool row;;) {
        GPUCOST__TRY(gpucost__statement_step(at->rows, &row, err));
        int64_t offer_id = row ? gpucost__column_i64(at->rows, 0) : 0;
        gpucost__record record = {.observed_utc_s = row ? gpucost__column_i64(at->rows, 1) : 0};
        int64_t period = record.observed_utc_s / GPUCOST__PERIOD_S;
        if (at->block.records > 0 && (!row || offer_id != at->offer_id || period != at->period)) {
            GPUCOST__TRY(at->finish(at, err));
            at->block.records = 0;
        }
        if (!row) return GPUCOST_OK;
        if (at->block.records == 0) {
            at->offer_id = offer_id;
            at->period = period;
            gpucost__block_start(&at->block, period);
        }
        record.hourly_nanos =
            gpucost__column_is_null(at->rows, 2) ? GPUCOST__WITHDRAWN : gpucost__column_i64(at->rows, 2);
        record.upfront_nanos = gpucost__column_i64(at->rows, 3);
        if (!gpucost__block_add(&at->block, &record)) return gpucost__fail_memory(err);
    }
}

static gpucost_status pack_periods(packer *at, const gpucost__periods *periods, gpucost_error *err)
{
    for (size_t i = 0; i < periods->count; i++) {
        gpucost__bind_i64(at->rows, 1, periods->rows[i].offer_id);
        gpucost__bind_i64(at->rows, 2, periods->rows[i].period * GPUCOST__PERIOD_S);
        gpucost__bind_i64(at->rows, 3, GPUCOST__PERIOD_S);
        GPUCOST__TRY(pack_rows(at, err));
    }
    return GPUCOST_OK;
}

/* Of these periods, or of all without. */
static gpucost_status pack(packer *at, const gpucost__periods *periods, const char *use_sql, gpucost_error *err)
{
    gpucost_status status = gpucost__store_prepare(at->store, periods ? period_sql : all_sql, &at->rows, err);
    if (status == GPUCOST_OK) status = gpucost__store_prepare(at->store, use_sql, &at->use, err);
    if (status == GPUCOST_OK) status = periods ? pack_periods(at, periods, err) : pack_rows(at, err);
    gpucost__statement_free(at->rows);
    gpucost__statement_free(at->use);
    free(at->block.bytes);
    return status;
}

gpucost_status gpucost__pack(gpucost_store *store, gpucost__periods *periods, gpucost_error *err)
{
    packer at = {.store = store, .finish = write_block};
    sort_periods(periods);
    return pack(&at, periods, write_sql, err);
}

gpucost_status gpucost__pack_all(gpucost_store *store, gpucost_error *err)
{
    packer at = {.store = store, .finish = write_block};
    return pack(&at, NULL, write_sql, err);
}

gpucost_status gpucost__pack_check(gpucost_store *store, gpucost_error *err)
{
    packer at = {.store = store, .finish = compare_block};
    int64_t blocks = 0;
    gpucost_status status = pack(&at, NULL, compare_sql, err);
    if (status == GPUCOST_OK) status = gpucost__store_read_i64(store, "SELECT count(*) FROM price_block", &blocks, err);
    if (status == GPUCOST_OK && blocks != at.found)
        status =
            gpucost__fail(err, GPUCOST_E_STORE_CORRUPT, "%lld blocks have no records", (long long)(blocks - at.found));
    if (status != GPUCOST_OK) gpucost__error_at(err, store->path, 0, 0);
    return status;
}
