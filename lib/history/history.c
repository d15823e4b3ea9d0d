/* The price of an offer as steps, and in equal spans. */
#include <stdlib.h>

#include "history/history_table.h"
#include "history/history_records.h"

struct gpucost_history {
    gpucost__history_records records;
    int64_t from_utc_s, to_utc_s;
    uint64_t count;
    uint64_t first[]; /* [count] record with which each step begins */
};

/* Number of the record that ends the step of a price; the number of records when none does. */
static uint64_t step_end(const gpucost__history_records *records, uint64_t first)
{
    const gpucost__record *begin = &records->rows[first];
    uint64_t i = first + 1;
    while (i < records->count && records->rows[i].hourly_nanos == begin->hourly_nanos &&
           records->rows[i].upfront_nanos == begin->upfront_nanos)
        i++;
    return i;
}

/* The records up to the window's start decide what is in force there. */
static void find_steps(gpucost_history *steps)
{
    const gpucost__history_records *records = &steps->records;
    for (uint64_t i = 0, end; i < records->count; i = end) {
        end = i + 1;
        if (records->rows[i].hourly_nanos == GPUCOST__WITHDRAWN) continue;
        end = step_end(records, i);
        bool over = end < records->count && records->rows[end].observed_utc_s <= steps->from_utc_s;
        if (!over) steps->first[steps->count++] = i;
    }
}

gpucost_status gpucost_history_new(gpucost_store *store, int64_t offer_id, int64_t from_utc_s, int64_t to_utc_s,
                                   gpucost_history **steps, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost__history_records records;
    GPUCOST__TRY(gpucost__history_records_read(store, offer_id, from_utc_s, to_utc_s, &records, err));
    gpucost_history *made = malloc(sizeof *made + (size_t)records.count * sizeof made->first[0]);
    if (!made) {
        free(records.rows);
        return gpucost__fail_memory(err);
    }
    *made = (gpucost_history){.records = records, .from_utc_s = from_utc_s, .to_utc_s = to_utc_s};
    find_steps(made);
    *steps = made;
    return GPUCOST_OK;
}

uint64_t gpucost_history_count(const gpucost_history *steps)
{
    return steps->count;
}

gpucost_status gpucost_history_at(const gpucost_history *steps, uint64_t index, gpucost_history_step *step,
                                  gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__history_step_table, step, err));
    if (index >= steps->count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "index", NULL, "%llu is past the last of %llu steps",
                                   (unsigned long long)index, (unsigned long long)steps->count);
    const gpucost__history_records *records = &steps->records;
    uint64_t first = steps->first[index], end = step_end(records, first);
    const gpucost__record *begin = &records->rows[first];
    bool before = begin->observed_utc_s < steps->from_utc_s;
    gpucost_history_step out = GPUCOST_INIT(gpucost_history_step);
    out.from_utc_s = before ? steps->from_utc_s : begin->observed_utc_s;
    out.to_utc_s = end < records->count ? records->rows[end].observed_utc_s : steps->to_utc_s;
    out.hourly_nanos = begin->hourly_nanos;
    out.upfront_nanos = begin->upfront_nanos;
    out.effective_nanos = gpucost__record_price(records, begin);
    out.observations = end - first - before;
    gpucost__struct_out(&gpucost__history_step_table, &out, step);
    return GPUCOST_OK;
}

/* Mean over [from, to); *at is the first record that holds after `from`. */
static int64_t mean(const gpucost_history *steps, int64_t from, int64_t to, uint64_t *at)
{
    const gpucost__history_records *records = &steps->records;
    gpucost__int128 sum = 0, seconds = 0;
    if (from < steps->from_utc_s) from = steps->from_utc_s;
    if (to > steps->to_utc_s) to = steps->to_utc_s;
    while (*at + 1 < records->count && records->rows[*at + 1].observed_utc_s <= from) (*at)++;
    for (uint64_t i = *at; i < records->count && records->rows[i].observed_utc_s < to; i++) {
        const gpucost__record *record = &records->rows[i];
        if (record->hourly_nanos == GPUCOST__WITHDRAWN) continue;
        int64_t start = record->observed_utc_s > from ? record->observed_utc_s : from;
        int64_t end = i + 1 < records->count && record[1].observed_utc_s < to ? record[1].observed_utc_s : to;
        if (end <= start) continue;
        sum += (gpucost__int128)gpucost__record_price(records, record) * (end - start);
        seconds += end - start;
    }
    return seconds > 0 ? gpucost__mean_nanos(sum, seconds) : 0;
}

gpucost_status gpucost_history_resample(const gpucost_history *steps, int64_t from_utc_s, int64_t span_s,
                                        uint64_t count, int64_t *nanos, gpucost_error *err)
{
    gpucost__clear(err);
    if (span_s <= 0)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "span_s", NULL, "%lld is not a length above 0",
                                   (long long)span_s);
    gpucost__int128 end = from_utc_s + (gpucost__int128)span_s * count;
    if (count > INT64_MAX || end > INT64_MAX)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "count", NULL, "the last of %llu spans ends too late",
                                   (unsigned long long)count);
    uint64_t at = 0;
    for (uint64_t i = 0; i < count; i++) {
        int64_t start = from_utc_s + span_s * (int64_t)i;
        nanos[i] = mean(steps, start, start + span_s, &at);
    }
    return GPUCOST_OK;
}

gpucost_status gpucost_history_statistics(const gpucost_history *steps, int64_t from_utc_s, int64_t to_utc_s,
                                          gpucost_price_statistics *statistics, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__price_statistics_table, statistics, err));
    GPUCOST__TRY(gpucost__history_window(from_utc_s, to_utc_s, err));
    if (from_utc_s < steps->from_utc_s || to_utc_s > steps->to_utc_s)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, from_utc_s < steps->from_utc_s ? "from_utc" : "to_utc", NULL,
                                   "the history was read from %lld to %lld", (long long)steps->from_utc_s,
                                   (long long)steps->to_utc_s);
    return gpucost__history_figures(&steps->records, from_utc_s, to_utc_s, statistics, err);
}

void gpucost_history_free(gpucost_history *steps)
{
    if (!steps) return;
    free(steps->records.rows);
    free(steps);
}
