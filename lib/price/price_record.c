#include "price/price_record.h"

gpucost_status gpucost__record_begin(gpucost_store *store, const char *source, const char *feed, int64_t now_utc_s,
                                     int64_t *id, gpucost_error *err)
{
    gpucost__statement *insert;
    GPUCOST__TRY(gpucost__store_prepare(
        store,
        "INSERT INTO import (source, fingerprint, feed, reader, imported_utc_s, truncated, rows, accepted, unchanged, "
        "rejected, withdrawn, skipped) VALUES (?1, '', ?2, ?3, nullif(?4, 0), 0, 0, 0, 0, 0, 0, 0)",
        &insert, err));
    gpucost__bind_text(insert, 1, source);
    gpucost__bind_text(insert, 2, feed);
    gpucost__bind_text(insert, 3, GPUCOST__VERSION);
    gpucost__bind_i64(insert, 4, now_utc_s);
    gpucost_status status = gpucost__statement_run(insert, err);
    *id = gpucost__store_last_id(store);
    gpucost__statement_free(insert);
    return status;
}

static gpucost_status record_rejects(gpucost_store *store, int64_t id, uint64_t first, const gpucost_import *report,
                                     gpucost_error *err)
{
    gpucost__statement *insert;
    GPUCOST__TRY(gpucost__store_prepare(store, "INSERT INTO reject VALUES (?1, ?2, ?3, ?4, ?5, ?6)", &insert, err));
    gpucost_status status = GPUCOST_OK;
    for (uint64_t i = first; status == GPUCOST_OK && i < report->count; i++) {
        const gpucost_import_reject *reject = &report->rejects[i];
        gpucost__bind_i64(insert, 1, id);
        gpucost__bind_i64(insert, 2, (int64_t)(i - first) + 1);
        gpucost__bind_i64(insert, 3, (int64_t)reject->line);
        gpucost__bind_text(insert, 4, reject->field);
        gpucost__bind_text(insert, 5, reject->value);
        gpucost__bind_text(insert, 6, reject->reason);
        status = gpucost__statement_run(insert, err);
    }
    gpucost__statement_free(insert);
    return status;
}

static gpucost_status run_with_id(gpucost_store *store, const char *sql, int64_t id, gpucost_error *err)
{
    gpucost__statement *statement;
    GPUCOST__TRY(gpucost__store_prepare(store, sql, &statement, err));
    gpucost__bind_i64(statement, 1, id);
    gpucost_status status = gpucost__statement_run(statement, err);
    gpucost__statement_free(statement);
    return status;
}

gpucost_status gpucost__record_end(gpucost_store *store, int64_t id, const gpucost_import_summary *before,
                                   uint64_t first_reject, const gpucost_import *report, const gpucost__input *input,
                                   gpucost_error *err)
{
    const gpucost_import_summary *now = &report->summary;
    if (now->accepted == before->accepted && now->withdrawn == before->withdrawn)
        return run_with_id(store, "DELETE FROM import WHERE id = ?1", id, err);
    char fingerprint[64];
    gpucost__input_fingerprint(input, fingerprint);
    gpucost__statement *update;
    GPUCOST__TRY(gpucost__store_prepare(store,
                                        "UPDATE import SET fingerprint = ?2, truncated = ?3, rows = ?4, accepted = ?5, "
                                        "unchanged = ?6, rejected = ?7, withdrawn = ?8, skipped = ?9, "
                                        "last_utc_s = nullif(?10, 0) WHERE id = ?1",
                                        &update, err));
    gpucost__bind_i64(update, 1, id);
    gpucost__bind_text(update, 2, fingerprint);
    const uint64_t counts[] = {(uint64_t)now->truncated,         now->rows - before->rows,
                               now->accepted - before->accepted, now->unchanged - before->unchanged,
                               now->rejected - before->rejected, now->withdrawn - before->withdrawn,
                               now->skipped - before->skipped};
    for (int i = 0; i < 7; i++) gpucost__bind_i64(update, i + 3, (int64_t)counts[i]);
    gpucost__bind_i64(update, 10, report->last_new_utc_s);
    gpucost_status status = gpucost__statement_run(update, err);
    gpucost__statement_free(update);
    return status == GPUCOST_OK ? record_rejects(store, id, first_reject, report, err) : status;
}

static gpucost_status one_i64(gpucost_store *store, const char *sql, int64_t bound, int64_t *value, gpucost_error *err)
{
    gpucost__statement *select;
    bool row;
    GPUCOST__TRY(gpucost__store_prepare(store, sql, &select, err));
    gpucost__bind_i64(select, 1, bound);
    gpucost_status status = gpucost__statement_step(select, &row, err);
    if (status == GPUCOST_OK && row) *value = gpucost__column_i64(select, 0);
    gpucost__statement_free(select);
    return status;
}

gpucost_status gpucost__record_last_offer(gpucost_store *store, int64_t *id, gpucost_error *err)
{
    return one_i64(store, "SELECT coalesce(max(id), ?1) FROM offer", 0, id, err);
}

gpucost_status gpucost__record_new_offers(gpucost_store *store, int64_t last_offer, uint64_t *count, gpucost_error *err)
{
    int64_t found = 0;
    GPUCOST__TRY(one_i64(store,
                         "SELECT count(*) FROM offer WHERE id > ?1 AND EXISTS (SELECT 1 FROM price WHERE "
                         "offer_id = offer.id AND hourly_nanos IS NOT NULL)",
                         last_offer, &found, err));
    *count = (uint64_t)found;
    return GPUCOST_OK;
}
