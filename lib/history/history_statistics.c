/* Time-weighted figures, exact in 128 bits: a price holds until the next record of its offer. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "history/history_records.h"
#include "history/history_table.h"

typedef struct {
    int64_t price_nanos;
    uint64_t seconds; /* of the window during which it held; 0: it did not */
} span;

/* Records of a window, from the one that is in force at its start on. */
typedef struct {
    const gpucost__history_records *records;
    int64_t from_utc_s, to_utc_s;
    uint64_t first, end;
} window;

static inline span span_of(const window *in, uint64_t i, int64_t *start)
{
    const gpucost__record *record = &in->records->rows[i];
    if (record->hourly_nanos == GPUCOST__WITHDRAWN) return (span){0};
    int64_t until = i + 1 < in->end ? record[1].observed_utc_s : in->to_utc_s;
    *start = record->observed_utc_s > in->from_utc_s ? record->observed_utc_s : in->from_utc_s;
    return (span){gpucost__record_price(in->records, record),
                  until > *start ? (uint64_t)until - (uint64_t)*start : 0};
}

/* Seconds by price, in equal ranges of it. */
enum { RANGES = 2048 };

typedef struct {
    int64_t least; /* start of the first range */
    int shift;     /* a range holds 1 << shift prices */
    uint64_t seconds[RANGES];
} ranges;

static void start_ranges(ranges *at, int64_t least, int64_t most)
{
    at->least = least;
    at->shift = 0;
    while ((most - least) >> at->shift >= RANGES) at->shift++;
    memset(at->seconds, 0, sizeof at->seconds);
}

static inline uint64_t range_of(const ranges *at, int64_t price)
{
    return (uint64_t)(price - at->least) >> at->shift;
}

/* A search for the least price that was not exceeded during tenths/10 of the time. */
typedef struct {
    int tenths;
    int64_t least, most; /* it is one of these */
    uint64_t below;      /* seconds below them */
} search;

/* Only the range in which it lies is left. */
static uint64_t narrow(search *at, const ranges *by, uint64_t total)
{
    uint64_t i = 0;
    while (i < RANGES - 1 && (gpucost__int128)(at->below + by->seconds[i]) * 10 < (gpucost__int128)total * at->tenths)
        at->below += by->seconds[i++];
    at->least = by->least + ((int64_t)i << by->shift);
    at->most = at->least + ((INT64_C(1) << by->shift) - 1);
    return i;
}

/* By ever smaller ranges. */
static int64_t find_price(search *at, const span *rows, uint64_t count, ranges *by, uint64_t total)
{
    for (;;) {
        int64_t least = INT64_MAX, most = 0;
        for (uint64_t i = 0; i < count; i++) {
            if (rows[i].price_nanos < at->least || rows[i].price_nanos > at->most) continue;
            if (rows[i].price_nanos < least) least = rows[i].price_nanos;
            if (rows[i].price_nanos > most) most = rows[i].price_nanos;
        }
        if (least >= most) return most;
        start_ranges(by, least, most);
        for (uint64_t i = 0; i < count; i++)
            if (rows[i].price_nanos >= least && rows[i].price_nanos <= most)
                by->seconds[range_of(by, rows[i].price_nanos)] += rows[i].seconds;
        narrow(at, by, total);
    }
}

/* Sums, and seconds by price. The number of seconds. */
static uint64_t count_window(const window *in, ranges *by, gpucost_price_statistics *out)
{
    int64_t before = 0, least = INT64_MAX, most = 0, last = 0, last_end = 0; /* no price is 0 */
    uint64_t total = 0, observations = 0, changes = 0;
    gpucost__int128 sum = 0;
    start_ranges(by, in->records->least_nanos, in->records->most_nanos);
    for (uint64_t i = in->first; i < in->end; i++) {
        int64_t start;
        span at = span_of(in, i, &start);
        if (at.price_nanos == 0) continue;
        if (in->records->rows[i].observed_utc_s >= in->from_utc_s) {
            observations++;
            changes += before != 0 && at.price_nanos != before;
        }
        before = at.price_nanos;
        if (at.seconds == 0) continue;
        if (total == 0) out->from_utc_s = start;
        last = at.price_nanos;
        last_end = (int64_t)((uint64_t)start + at.seconds);
        total += at.seconds;
        sum += (gpucost__int128)(uint64_t)at.price_nanos * at.seconds; /* one multiplication: no sign */
        by->seconds[range_of(by, at.price_nanos)] += at.seconds;
        if (at.price_nanos < least) least = at.price_nanos;
        if (at.price_nanos > most) most = at.price_nanos;
    }
    out->observations = observations;
    out->changes = changes;
    if (total == 0) return 0;
    out->to_utc_s = last_end;
    out->last_nanos = last;
    out->least_nanos = least;
    out->most_nanos = most;
    out->mean_nanos = gpucost__mean_nanos(sum, total);
    return total;
}

/* Quantiles and volatility. rows: [records of the window]. */
static void look_again(const window *in, ranges *by, uint64_t total, span *rows, gpucost_price_statistics *out)
{
    search quantiles[] = {{.tenths = 1}, {.tenths = 5}, {.tenths = 9}};
    int64_t *const found[] = {&out->p10_nanos, &out->p50_nanos, &out->p90_nanos};
    unsigned char wanted[RANGES] = {0};
    uint64_t count = 0;
    double squares = 0;
    for (int q = 0; q < 3; q++) wanted[narrow(&quantiles[q], by, total)] = 1;
    /* differences from the mean are small whole numbers, so that nothing cancels */
    for (uint64_t i = in->first; i < in->end; i++) {
        int64_t start;
        span at = span_of(in, i, &start);
        if (at.seconds == 0) continue;
        double difference = (double)(at.price_nanos - out->mean_nanos);
        squares += difference * difference * (double)at.seconds;
        rows[count] = at;
        count += wanted[range_of(by, at.price_nanos)];
    }
    out->volatility = sqrt(squares / (double)total) / (double)out->mean_nanos;
    for (int q = 0; q < 3; q++) *found[q] = find_price(&quantiles[q], rows, count, by, total);
}

/* The first record at or after an instant. */
static uint64_t first_from(const gpucost__history_records *records, int64_t at_utc_s)
{
    uint64_t low = 0, high = records->count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (records->rows[middle].observed_utc_s < at_utc_s)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

gpucost_status gpucost__history_figures(const gpucost__history_records *records, int64_t from_utc_s, int64_t to_utc_s,
                                        gpucost_price_statistics *statistics, gpucost_error *err)
{
    gpucost_price_statistics out = GPUCOST_INIT(gpucost_price_statistics);
    ranges by;
    window in = {records, from_utc_s, to_utc_s, first_from(records, from_utc_s), first_from(records, to_utc_s)};
    while (in.first > 0 && records->rows[--in.first].hourly_nanos == GPUCOST__WITHDRAWN) {}
    memcpy(out.currency, records->currency, sizeof out.currency);
    uint64_t total = count_window(&in, &by, &out);
    if (total > 0) {
        span *rows = malloc((size_t)(in.end - in.first) * sizeof *rows);
        if (!rows) return gpucost__fail_memory(err);
        look_again(&in, &by, total, rows, &out);
        free(rows);
    }
    gpucost__struct_out(&gpucost__price_statistics_table, &out, statistics);
    return GPUCOST_OK;
}

gpucost_status gpucost_price_statistics_of(gpucost_store *store, int64_t offer_id, int64_t from_utc_s, int64_t to_utc_s,
                                           gpucost_price_statistics *statistics, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost__history_records records;
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__price_statistics_table, statistics, err));
    GPUCOST__TRY(gpucost__history_records_read(store, offer_id, from_utc_s, to_utc_s, &records, err));
    gpucost_status status = gpucost__history_figures(&records, from_utc_s, to_utc_s, statistics, err);
    free(records.rows);
    return status;
}
