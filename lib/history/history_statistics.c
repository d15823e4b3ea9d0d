/* Time-weighted figures, exact in 128 bits: a price holds until the next record of its offer. */
#include <math.h>
#include <stdlib.h>

#include "history/history_records.h"
#include "history/history_table.h"

typedef struct {
    int64_t price_nanos;
    uint64_t seconds; /* of the window during which it held */
} span;

/* Walk of the records: the one in force at the start, then those inside the window. */
typedef struct {
    int64_t from_utc_s, to_utc_s;
    bool priced;         /* a price is in force */
    bool seen;           /* there was a price before */
    int64_t price_nanos; /* the last one */
    int64_t since_utc_s; /* from when on it counts */
    span *spans;         /* [count] */
    uint64_t count;
} walk;

static void close_span(walk *at, int64_t until_utc_s, gpucost_price_statistics *out)
{
    if (!at->priced || until_utc_s <= at->since_utc_s) return;
    if (at->count == 0) out->from_utc_s = at->since_utc_s;
    out->to_utc_s = until_utc_s;
    out->last_nanos = at->price_nanos;
    at->spans[at->count++] = (span){at->price_nanos, (uint64_t)until_utc_s - (uint64_t)at->since_utc_s};
}

static void take_record(walk *at, const gpucost__history_record *record, gpucost_price_statistics *out)
{
    close_span(at, record->observed_utc_s, out);
    at->priced = !record->withdrawn;
    if (record->withdrawn) return;
    if (record->observed_utc_s >= at->from_utc_s) {
        out->observations++;
        out->changes += at->seen && record->effective_nanos != at->price_nanos;
    }
    at->seen = true;
    at->price_nanos = record->effective_nanos;
    at->since_utc_s = record->observed_utc_s > at->from_utc_s ? record->observed_utc_s : at->from_utc_s;
}

/* By price, one byte of it at a time; bytes that are the same in all rows cost nothing. Prices are not negative. The
   result is in one of the two arrays. */
static span *sort_spans(span *rows, span *other, uint64_t count)
{
    for (int shift = 0; shift < 64; shift += 8) {
        uint64_t starts[257] = {0};
        for (uint64_t i = 0; i < count; i++) starts[((uint64_t)rows[i].price_nanos >> shift & 255) + 1]++;
        if (starts[((uint64_t)rows[0].price_nanos >> shift & 255) + 1] == count) continue;
        for (int i = 0; i < 256; i++) starts[i + 1] += starts[i];
        for (uint64_t i = 0; i < count; i++) other[starts[(uint64_t)rows[i].price_nanos >> shift & 255]++] = rows[i];
        span *sorted = other;
        other = rows;
        rows = sorted;
    }
    return rows;
}

/* Least price that was not exceeded during tenths/10 of the time. The spans are in order of price. */
static int64_t quantile(const span *spans, uint64_t count, gpucost__int128 total, int tenths)
{
    gpucost__int128 below = 0;
    for (uint64_t i = 0; i < count; i++) {
        below += spans[i].seconds;
        if (below * 10 >= total * tenths) return spans[i].price_nanos;
    }
    return spans[count - 1].price_nanos;
}

static void summarise(const span *spans, uint64_t count, gpucost_price_statistics *out)
{
    gpucost__int128 sum = 0, total = 0;
    for (uint64_t i = 0; i < count; i++) {
        sum += (gpucost__int128)spans[i].price_nanos * spans[i].seconds;
        total += spans[i].seconds;
    }
    out->least_nanos = spans[0].price_nanos;
    out->most_nanos = spans[count - 1].price_nanos;
    out->mean_nanos = gpucost__mean_nanos(sum, total);
    out->p10_nanos = quantile(spans, count, total, 1);
    out->p50_nanos = quantile(spans, count, total, 5);
    out->p90_nanos = quantile(spans, count, total, 9);
    /* differences from the mean are small whole numbers, so that nothing cancels */
    double squares = 0;
    for (uint64_t i = 0; i < count; i++) {
        double difference = (double)(spans[i].price_nanos - out->mean_nanos);
        squares += difference * difference * ((double)spans[i].seconds / (double)total);
    }
    out->volatility = sqrt(squares) / (double)out->mean_nanos;
}

static gpucost_status work(const gpucost__history_records *records, walk *at, gpucost_price_statistics *out,
                           gpucost_error *err)
{
    span *rooms = malloc(2 * (size_t)(records->count + 1) * sizeof *rooms);
    if (!rooms) return gpucost__fail_memory(err);
    at->spans = rooms;
    for (uint64_t i = 0; i < records->count; i++) take_record(at, &records->rows[i], out);
    close_span(at, at->to_utc_s, out);
    if (at->count > 0) summarise(sort_spans(rooms, rooms + records->count + 1, at->count), at->count, out);
    free(rooms);
    return GPUCOST_OK;
}

gpucost_status gpucost_price_statistics_of(gpucost_store *store, int64_t offer_id, int64_t from_utc_s, int64_t to_utc_s,
                                           gpucost_price_statistics *statistics, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__price_statistics_table, statistics, err));
    gpucost_price_statistics out = GPUCOST_INIT(gpucost_price_statistics);
    walk at = {.from_utc_s = from_utc_s, .to_utc_s = to_utc_s};
    gpucost__history_records records;
    GPUCOST__TRY(gpucost__history_records_read(store, offer_id, from_utc_s, to_utc_s, &records, err));
    for (int i = 0; i < 8; i++) out.currency[i] = records.currency[i];
    gpucost_status status = work(&records, &at, &out, err);
    if (status == GPUCOST_OK) gpucost__struct_out(&gpucost__price_statistics_table, &out, statistics);
    free(records.rows);
    return status;
}
