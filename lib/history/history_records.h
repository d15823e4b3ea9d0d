/* Records of one offer in a window. */
#ifndef GPUCOST_HISTORY_RECORDS_H
#define GPUCOST_HISTORY_RECORDS_H

#include <stdbool.h>

#include "base/checked.h"
#include "gpucost/history.h"
#include "store/store_handle.h"

typedef struct {
    int64_t observed_utc_s;
    int64_t hourly_nanos, upfront_nanos, effective_nanos;
    bool withdrawn;
} gpucost__history_record;

typedef struct {
    gpucost__history_record *rows; /* [count] in order of time; free() them */
    uint64_t count, room;
    char currency[8];
} gpucost__history_records;

/* Those inside [from, to), after the last price before it and the withdrawal that may follow that. */
gpucost_status gpucost__history_records_read(gpucost_store *store, int64_t offer_id, int64_t from_utc_s,
                                             int64_t to_utc_s, gpucost__history_records *records, gpucost_error *err);

/* sum / count, half to even; sum is not negative, count is positive. */
int64_t gpucost__mean_nanos(gpucost__int128 sum, gpucost__int128 count);

#endif
