/* The price of an offer as steps, and in equal spans. */
#include <stdlib.h>
#include <string.h>

#include "history/history_table.h"
#include "history/history_records.h"

struct gpucost_history {
    uint64_t count;
    gpucost_history_step rows[];
};

static bool same_price(const gpucost_history_step *step, const gpucost__history_record *record)
{
    return step->hourly_nanos == record->hourly_nanos && step->upfront_nanos == record->upfront_nanos;
}

/* The records up to the window's start decide what is in force there. */
static void fill(gpucost_history *steps, const gpucost__history_records *records, int64_t from_utc_s, int64_t to_utc_s)
{
    gpucost_history_step *open = NULL;
    for (uint64_t i = 0; i < records->count; i++) {
        const gpucost__history_record *record = &records->rows[i];
        bool inside = record->observed_utc_s >= from_utc_s;
        int64_t since = inside ? record->observed_utc_s : from_utc_s;
        if (open && !record->withdrawn && same_price(open, record)) {
            open->observations += inside;
            continue;
        }
        if (open) {
            open->to_utc_s = since;
            if (open->to_utc_s == open->from_utc_s) steps->count--; /* it was over before the window began */
        }
        open = NULL;
        if (record->withdrawn) continue;
        open = &steps->rows[steps->count++];
        *open = GPUCOST_INIT(gpucost_history_step);
        open->from_utc_s = since;
        open->hourly_nanos = record->hourly_nanos;
        open->upfront_nanos = record->upfront_nanos;
        open->effective_nanos = record->effective_nanos;
        open->observations = inside;
    }
    if (open) open->to_utc_s = to_utc_s;
}

gpucost_status gpucost_history_new(gpucost_store *store, int64_t offer_id, int64_t from_utc_s, int64_t to_utc_s,
                                   gpucost_history **steps, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost__history_records records;
    GPUCOST__TRY(gpucost__history_records_read(store, offer_id, from_utc_s, to_utc_s, &records, err));
    gpucost_history *made = malloc(sizeof *made + (size_t)records.count * sizeof made->rows[0]);
    if (made) {
        made->count = 0;
        fill(made, &records, from_utc_s, to_utc_s);
        *steps = made;
    }
    free(records.rows);
    return made ? GPUCOST_OK : gpucost__fail_memory(err);
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
    gpucost__struct_out(&gpucost__history_step_table, &steps->rows[index], step);
    return GPUCOST_OK;
}

/* Mean over [from, to); *at is the first step that ends after `from`. */
static int64_t mean(const gpucost_history *steps, int64_t from, int64_t to, uint64_t *at)
{
    gpucost__int128 sum = 0, seconds = 0;
    while (*at < steps->count && steps->rows[*at].to_utc_s <= from) (*at)++;
    for (uint64_t i = *at; i < steps->count && steps->rows[i].from_utc_s < to; i++) {
        const gpucost_history_step *step = &steps->rows[i];
        int64_t start = step->from_utc_s > from ? step->from_utc_s : from;
        int64_t end = step->to_utc_s < to ? step->to_utc_s : to;
        sum += (gpucost__int128)step->effective_nanos * (end - start);
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

void gpucost_history_free(gpucost_history *steps)
{
    free(steps);
}
