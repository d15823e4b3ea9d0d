#include "price/price_batch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpucost/units.h"

enum { ROWS_MOST = 1 << 17, NAMES_MOST = 32 };

typedef struct {
    int64_t offer_id, observed_utc_s, hourly_nanos, upfront_nanos, source_id;
    uint64_t line;
    uint32_t order; /* in the feed: the first of two stays */
    uint8_t hourly_name, upfront_name;
    bool withdrawn;
} pending;

struct gpucost__price_batch {
    pending *rows, *sorted; /* [room] each */
    size_t count, room;
    gpucost_import *report; /* the caller's */
    gpucost__periods *periods;
    gpucost_store *store;
    gpucost__statement *insert, *select, *range;
    int64_t import_id;
    char names[NAMES_MOST][sizeof(((gpucost_import_reject *)0)->field)];
    int name_count;
};

gpucost_status gpucost__price_batch_new(gpucost_store *store, int64_t import_id, gpucost_import *report,
                                        gpucost__periods *periods, gpucost__price_batch **batch, gpucost_error *err)
{
    gpucost__price_batch *made = calloc(1, sizeof *made);
    if (!made) return gpucost__fail_memory(err);
    made->store = store;
    made->import_id = import_id;
    made->report = report;
    made->periods = periods;
    gpucost_status status = gpucost__store_prepare(
        store,
        "INSERT INTO price (offer_id, observed_utc_s, hourly_nanos, upfront_nanos, import_id, source_id) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        &made->insert, err);
    if (status == GPUCOST_OK)
        status = gpucost__store_prepare(
            store, "SELECT hourly_nanos, upfront_nanos FROM price WHERE offer_id = ?1 AND observed_utc_s = ?2",
            &made->select, err);
    if (status == GPUCOST_OK)
        status = gpucost__store_prepare(
            store, "SELECT 1 FROM price WHERE offer_id = ?1 AND observed_utc_s BETWEEN ?2 AND ?3 LIMIT 1", &made->range,
            err);
    if (status == GPUCOST_OK)
        *batch = made;
    else
        gpucost__price_batch_free(made);
    return status;
}

void gpucost__price_batch_free(gpucost__price_batch *batch)
{
    if (!batch) return;
    gpucost__statement_free(batch->insert);
    gpucost__statement_free(batch->select);
    gpucost__statement_free(batch->range);
    free(batch->rows);
    free(batch->sorted);
    free(batch);
}

static uint8_t keep_name(gpucost__price_batch *batch, const char *name)
{
    int i = 0;
    while (i < batch->name_count && strncmp(batch->names[i], name, sizeof batch->names[i] - 1) != 0) i++;
    if (i == batch->name_count && i < NAMES_MOST)
        snprintf(batch->names[batch->name_count++], sizeof batch->names[0], "%s", name);
    return (uint8_t)(i < NAMES_MOST ? i : 0);
}

static bool make_room(gpucost__price_batch *batch)
{
    size_t room = batch->room ? batch->room * 2 : 256;
    pending *rows = realloc(batch->rows, room * sizeof *rows);
    if (!rows) return false;
    batch->rows = rows;
    free(batch->sorted);
    batch->room = 0; /* of the smaller one */
    batch->sorted = malloc(room * sizeof *batch->sorted);
    if (!batch->sorted) return false;
    batch->room = room;
    return true;
}

gpucost_status gpucost__price_batch_put(gpucost__price_batch *batch, const gpucost__price *price, gpucost_error *err)
{
    if (batch->count == ROWS_MOST) GPUCOST__TRY(gpucost__price_batch_write(batch, err));
    if (batch->count == batch->room && !make_room(batch)) return gpucost__fail_memory(err);
    batch->rows[batch->count] = (pending){
        .offer_id = price->offer_id,
        .observed_utc_s = price->observed_utc_s,
        .hourly_nanos = price->hourly_nanos,
        .upfront_nanos = price->upfront_nanos,
        .source_id = price->source_id,
        .line = price->line,
        .order = (uint32_t)batch->count,
        .hourly_name = keep_name(batch, price->hourly_name),
        .upfront_name = keep_name(batch, price->upfront_name),
        .withdrawn = price->withdrawn,
    };
    batch->count++;
    return GPUCOST_OK;
}

static bool comes_after(const pending *a, const pending *b)
{
    if (a->offer_id != b->offer_id) return a->offer_id > b->offer_id;
    if (a->observed_utc_s != b->observed_utc_s) return a->observed_utc_s > b->observed_utc_s;
    return a->order > b->order;
}

/* Merge of sorted runs, which feeds have: newest first, oldest first, offer by offer. Ends in batch->rows. */
static void sort(gpucost__price_batch *batch)
{
    for (size_t width = 1; width < batch->count; width *= 2) {
        pending *from = batch->rows, *to = batch->sorted;
        for (size_t start = 0; start < batch->count; start += 2 * width) {
            size_t middle = start + width < batch->count ? start + width : batch->count;
            size_t end = start + 2 * width < batch->count ? start + 2 * width : batch->count;
            if (middle == end || comes_after(&from[middle], &from[middle - 1])) { /* in order already */
                memcpy(to + start, from + start, (end - start) * sizeof *to);
                continue;
            }
            if (comes_after(&from[start], &from[end - 1])) { /* the later run comes first */
                memcpy(to + start, from + middle, (end - middle) * sizeof *to);
                memcpy(to + start + (end - middle), from + start, (middle - start) * sizeof *to);
                continue;
            }
            for (size_t a = start, b = middle, k = start; k < end; k++)
                to[k] = b == end || (a < middle && comes_after(&from[b], &from[a])) ? from[a++] : from[b++];
        }
        batch->rows = to;
        batch->sorted = from;
    }
}

static void count(gpucost__price_batch *batch, const pending *row, bool added)
{
    gpucost_import_summary *summary = &batch->report->summary;
    if (row->withdrawn) {
        summary->withdrawn += added;
        return;
    }
    if (added && row->observed_utc_s > batch->report->last_new_utc_s)
        batch->report->last_new_utc_s = row->observed_utc_s;
    summary->rows++;
    *(added ? &summary->accepted : &summary->unchanged) += 1;
    if (summary->first_utc_s == 0 || row->observed_utc_s < summary->first_utc_s)
        summary->first_utc_s = row->observed_utc_s;
    if (row->observed_utc_s > summary->last_utc_s) summary->last_utc_s = row->observed_utc_s;
}

static void amount_text(int64_t nanos, char text[48])
{
    gpucost_money amount = {.units = nanos / 1000000000, .nanos = (int32_t)(nanos % 1000000000)};
    gpucost_money_format(&amount, 2, text, 48);
}

/* There is a record for the row's offer and instant: does it say the same? */
static gpucost_status compare(gpucost__price_batch *batch, const pending *row, bool gone, int64_t hourly,
                              int64_t upfront, gpucost_error *err)
{
    if (gone == row->withdrawn && (gone || (hourly == row->hourly_nanos && upfront == row->upfront_nanos))) {
        count(batch, row, false);
        return GPUCOST_OK;
    }
    char hourly_text[48], upfront_text[48], value[48], reason[192];
    bool of_upfront = !gone && hourly == row->hourly_nanos && !row->withdrawn;
    amount_text(hourly, hourly_text);
    amount_text(upfront, upfront_text);
    amount_text(of_upfront ? row->upfront_nanos : row->hourly_nanos, value);
    if (gone)
        snprintf(reason, sizeof reason,
                 "the store has this offer as withdrawn at this instant; the first record stays");
    else
        snprintf(reason, sizeof reason,
                 "the store has %s an hour and %s upfront for this offer and instant; the first price stays",
                 hourly_text, upfront_text);
    const char *name = batch->names[of_upfront ? row->upfront_name : row->hourly_name];
    return gpucost__report_reject(batch->report, row->line, name, row->withdrawn ? "" : value, reason)
               ? GPUCOST_OK
               : gpucost__fail_memory(err);
}

static gpucost_status insert(gpucost__price_batch *batch, const pending *row, gpucost_error *err)
{
    gpucost__bind_i64(batch->insert, 1, row->offer_id);
    gpucost__bind_i64(batch->insert, 2, row->observed_utc_s);
    if (row->withdrawn) {
        gpucost__bind_null(batch->insert, 3);
        gpucost__bind_null(batch->insert, 4);
    } else {
        gpucost__bind_i64(batch->insert, 3, row->hourly_nanos);
        gpucost__bind_i64(batch->insert, 4, row->upfront_nanos);
    }
    gpucost__bind_i64(batch->insert, 5, batch->import_id);
    if (row->source_id)
        gpucost__bind_i64(batch->insert, 6, row->source_id);
    else
        gpucost__bind_null(batch->insert, 6);
    GPUCOST__TRY(gpucost__statement_run(batch->insert, err));
    count(batch, row, true);
    return gpucost__periods_add(batch->periods, row->offer_id, row->observed_utc_s) ? GPUCOST_OK
                                                                                   : gpucost__fail_memory(err);
}

/* Insert, or compare with the record that the store has. */
static gpucost_status settle(gpucost__price_batch *batch, const pending *row, bool may_be_there, gpucost_error *err)
{
    if (!may_be_there) return insert(batch, row, err);
    bool there;
    gpucost__bind_i64(batch->select, 1, row->offer_id);
    gpucost__bind_i64(batch->select, 2, row->observed_utc_s);
    GPUCOST__TRY(gpucost__statement_step(batch->select, &there, err));
    if (!there) return insert(batch, row, err);
    bool gone = gpucost__column_is_null(batch->select, 0);
    int64_t hourly = gpucost__column_i64(batch->select, 0), upfront = gpucost__column_i64(batch->select, 1);
    gpucost__statement_reset(batch->select);
    return compare(batch, row, gone, hourly, upfront, err);
}

/* [count] rows of one offer in order of time. One look tells whether the store has any of these instants. */
static gpucost_status write_offer(gpucost__price_batch *batch, const pending *rows, size_t rows_count,
                                  gpucost_error *err)
{
    bool there;
    gpucost__bind_i64(batch->range, 1, rows[0].offer_id);
    gpucost__bind_i64(batch->range, 2, rows[0].observed_utc_s);
    gpucost__bind_i64(batch->range, 3, rows[rows_count - 1].observed_utc_s);
    GPUCOST__TRY(gpucost__statement_step(batch->range, &there, err));
    if (there) gpucost__statement_reset(batch->range);
    const pending *first = NULL; /* of an instant */
    for (size_t i = 0; i < rows_count; i++) {
        if (first && first->observed_utc_s == rows[i].observed_utc_s && !there) {
            GPUCOST__TRY(compare(batch, &rows[i], first->withdrawn, first->hourly_nanos, first->upfront_nanos, err));
            continue;
        }
        GPUCOST__TRY(settle(batch, &rows[i], there, err));
        first = &rows[i];
    }
    return GPUCOST_OK;
}

gpucost_status gpucost__price_batch_write(gpucost__price_batch *batch, gpucost_error *err)
{
    sort(batch);
    for (size_t start = 0, end; start < batch->count; start = end) {
        end = start + 1;
        while (end < batch->count && batch->rows[end].offer_id == batch->rows[start].offer_id) end++;
        GPUCOST__TRY(write_offer(batch, batch->rows + start, end - start, err));
    }
    batch->count = 0;
    return GPUCOST_OK;
}
