/* Time-weighted figures, exact in 128 bits: a price holds until the next record of its offer. */
#include <math.h>
#include <stdlib.h>

#include "base/checked.h"
#include "price/price_table.h"
#include "store/store_handle.h"

typedef struct {
    int64_t price_nanos;
    uint64_t seconds; /* of the window during which it held */
} span;

typedef struct {
    span *rows;
    uint64_t count, room;
} spans;

static gpucost_status add_span(spans *all, int64_t price_nanos, uint64_t seconds, gpucost_error *err)
{
    if (all->count == all->room) {
        uint64_t room = all->room ? all->room * 2 : 256;
        span *grown = realloc(all->rows, (size_t)room * sizeof *grown);
        if (!grown) return gpucost__fail_memory(err);
        all->rows = grown;
        all->room = room;
    }
    all->rows[all->count++] = (span){price_nanos, seconds};
    return GPUCOST_OK;
}

/* Walk of the records: the one in force at the start, then those inside the window. */
typedef struct {
    int64_t from_utc_s, to_utc_s;
    bool priced;         /* a price is in force */
    bool seen;           /* there was a price before */
    int64_t price_nanos; /* the last one */
    int64_t since_utc_s; /* from when on it counts */
} walk;

static gpucost_status close_span(walk *at, int64_t until_utc_s, spans *all, gpucost_price_statistics *out,
                                 gpucost_error *err)
{
    if (!at->priced || until_utc_s <= at->since_utc_s) return GPUCOST_OK;
    if (all->count == 0) out->from_utc_s = at->since_utc_s;
    out->to_utc_s = until_utc_s;
    out->last_nanos = at->price_nanos;
    return add_span(all, at->price_nanos, (uint64_t)until_utc_s - (uint64_t)at->since_utc_s, err);
}

static gpucost_status take_record(walk *at, int64_t observed_utc_s, bool withdrawn, int64_t price_nanos, spans *all,
                                  gpucost_price_statistics *out, gpucost_error *err)
{
    GPUCOST__TRY(close_span(at, observed_utc_s, all, out, err));
    at->priced = !withdrawn;
    if (withdrawn) return GPUCOST_OK;
    if (observed_utc_s >= at->from_utc_s) {
        out->observations++;
        out->changes += at->seen && price_nanos != at->price_nanos;
    }
    at->seen = true;
    at->price_nanos = price_nanos;
    at->since_utc_s = observed_utc_s > at->from_utc_s ? observed_utc_s : at->from_utc_s;
    return GPUCOST_OK;
}

/* ?1 offer, ?2 start, ?3 end. The last price before the window counts even when the offer was withdrawn after it: a
   price after the gap is compared with it. */
static const char records_sql[] =
    "SELECT observed_utc_s, effective_nanos FROM price_history WHERE offer_id = ?1 AND observed_utc_s < ?3 AND "
    "observed_utc_s >= coalesce((SELECT max(observed_utc_s) FROM price WHERE offer_id = ?1 AND observed_utc_s < ?2 AND "
    "hourly_nanos IS NOT NULL), ?2) ORDER BY observed_utc_s";

static gpucost_status read_spans(gpucost_store *store, int64_t offer_id, walk *at, spans *all,
                                 gpucost_price_statistics *out, gpucost_error *err)
{
    gpucost__statement *select;
    GPUCOST__TRY(gpucost__store_prepare(store, records_sql, &select, err));
    gpucost__bind_i64(select, 1, offer_id);
    gpucost__bind_i64(select, 2, at->from_utc_s);
    gpucost__bind_i64(select, 3, at->to_utc_s);
    gpucost_status status;
    bool row;
    while ((status = gpucost__statement_step(select, &row, err)) == GPUCOST_OK && row) {
        bool withdrawn = gpucost__column_is_null(select, 1);
        int64_t observed_utc_s = gpucost__column_i64(select, 0), price_nanos = gpucost__column_i64(select, 1);
        if (!withdrawn && price_nanos <= 0) /* the store's checks keep it out, a damaged or edited file may hold it */
            status = gpucost__fail(err, GPUCOST_E_STORE_CORRUPT, "offer %lld holds a price that no import writes",
                                   (long long)offer_id);
        else
            status = take_record(at, observed_utc_s, withdrawn, price_nanos, all, out, err);
        if (status != GPUCOST_OK) break;
    }
    gpucost__statement_free(select);
    return status == GPUCOST_OK ? close_span(at, at->to_utc_s, all, out, err) : status;
}

static int compare_spans(const void *left, const void *right)
{
    const span *a = left, *b = right;
    return (a->price_nanos > b->price_nanos) - (a->price_nanos < b->price_nanos);
}

/* Least price that was not exceeded during tenths/10 of the time. The spans are in order of price. */
static int64_t quantile(const spans *all, gpucost__int128 total, int tenths)
{
    gpucost__int128 below = 0;
    for (uint64_t i = 0; i < all->count; i++) {
        below += all->rows[i].seconds;
        if (below * 10 >= total * tenths) return all->rows[i].price_nanos;
    }
    return all->rows[all->count - 1].price_nanos;
}

/* sum / count, half to even; both are positive. */
static int64_t mean_of(gpucost__int128 sum, gpucost__int128 count)
{
    gpucost__int128 whole = sum / count, twice = 2 * (sum % count);
    return (int64_t)(whole + (twice > count || (twice == count && (whole & 1))));
}

static void summarise(spans *all, gpucost_price_statistics *out)
{
    gpucost__int128 sum = 0, total = 0;
    qsort(all->rows, (size_t)all->count, sizeof *all->rows, compare_spans);
    for (uint64_t i = 0; i < all->count; i++) {
        sum += (gpucost__int128)all->rows[i].price_nanos * all->rows[i].seconds;
        total += all->rows[i].seconds;
    }
    out->least_nanos = all->rows[0].price_nanos;
    out->most_nanos = all->rows[all->count - 1].price_nanos;
    out->mean_nanos = mean_of(sum, total);
    out->p10_nanos = quantile(all, total, 1);
    out->p50_nanos = quantile(all, total, 5);
    out->p90_nanos = quantile(all, total, 9);
    /* differences from the mean are small whole numbers, so that nothing cancels */
    double squares = 0;
    for (uint64_t i = 0; i < all->count; i++) {
        double difference = (double)(all->rows[i].price_nanos - out->mean_nanos);
        squares += difference * difference * ((double)all->rows[i].seconds / (double)total);
    }
    out->volatility = sqrt(squares) / (double)out->mean_nanos;
}

static gpucost_status find_offer(gpucost_store *store, int64_t offer_id, gpucost_price_statistics *out,
                                 gpucost_error *err)
{
    gpucost__statement *select;
    bool row;
    GPUCOST__TRY(gpucost__store_prepare(store, "SELECT currency FROM offer WHERE id = ?1", &select, err));
    gpucost__bind_i64(select, 1, offer_id);
    gpucost_status status = gpucost__statement_step(select, &row, err);
    if (status == GPUCOST_OK && row) gpucost__column_text(select, 0, out->currency, sizeof out->currency);
    gpucost__statement_free(select);
    if (status != GPUCOST_OK || row) return status;
    return gpucost__fail_field(err, GPUCOST_E_UNKNOWN_NAME, "offer_id", NULL, "the store has no offer %lld",
                               (long long)offer_id);
}

gpucost_status gpucost_price_statistics_of(gpucost_store *store, int64_t offer_id, int64_t from_utc_s, int64_t to_utc_s,
                                           gpucost_price_statistics *statistics, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__price_statistics_table, statistics, err));
    if (to_utc_s <= from_utc_s)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "to_utc", NULL, "%lld is not after the start %lld",
                                   (long long)to_utc_s, (long long)from_utc_s);
    gpucost_price_statistics out = GPUCOST_INIT(gpucost_price_statistics);
    walk at = {.from_utc_s = from_utc_s, .to_utc_s = to_utc_s};
    spans all = {0};
    GPUCOST__TRY(gpucost__store_begin(store, false, err)); /* one state of the store for all reads */
    gpucost_status status = find_offer(store, offer_id, &out, err);
    if (status == GPUCOST_OK) status = read_spans(store, offer_id, &at, &all, &out, err);
    gpucost__store_rollback(store);
    if (status == GPUCOST_OK) {
        if (all.count > 0) summarise(&all, &out);
        gpucost__struct_out(&gpucost__price_statistics_table, &out, statistics);
    }
    free(all.rows);
    return status;
}
