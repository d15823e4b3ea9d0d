/* Records of one offer in a window. */
#ifndef GPUCOST_HISTORY_RECORDS_H
#define GPUCOST_HISTORY_RECORDS_H

#include "base/checked.h"
#include "gpucost/history.h"
#include "price/price_term.h"
#include "store/store_block.h"
#include "store/store_handle.h"

typedef struct {
    gpucost__record *rows; /* [count] in order of time; free() them */
    uint64_t count, room;
    int64_t least_nanos, most_nanos; /* of their effective prices; 0 when there are none */
    uint64_t term_hours;
    char currency[8];
} gpucost__history_records;

/* Those inside [from, to), after the last price before it and the withdrawal that may follow that. */
gpucost_status gpucost__history_records_read(gpucost_store *store, int64_t offer_id, int64_t from_utc_s,
                                             int64_t to_utc_s, gpucost__history_records *records, gpucost_error *err);

/* GPUCOST_E_RANGE when the window is empty. */
gpucost_status gpucost__history_window(int64_t from_utc_s, int64_t to_utc_s, gpucost_error *err);

/* Time-weighted figures of [from, to), all of whose records are there. */
gpucost_status gpucost__history_figures(const gpucost__history_records *records, int64_t from_utc_s, int64_t to_utc_s,
                                        gpucost_price_statistics *statistics, gpucost_error *err);

/* Effective price of a record that is no withdrawal. */
static inline int64_t gpucost__record_price(const gpucost__history_records *records, const gpucost__record *record)
{
    if (record->upfront_nanos == 0) return record->hourly_nanos;
    return gpucost__effective_nanos(record->hourly_nanos, record->upfront_nanos, records->term_hours);
}

/* sum / count, half to even; sum is not negative, count is positive. */
int64_t gpucost__mean_nanos(gpucost__int128 sum, gpucost__int128 count);

#endif
