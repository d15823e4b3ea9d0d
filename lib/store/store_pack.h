/* Which periods of which offers have new records, and the blocks that are made of them. */
#ifndef GPUCOST_STORE_PACK_H
#define GPUCOST_STORE_PACK_H

#include "store/store_handle.h"

/* A set of offers and periods. Zeroed it is empty. */
typedef struct {
    struct gpucost__period {
        int64_t offer_id, period;
    } *rows; /* [count] */
    size_t count, room, distinct;
} gpucost__periods;

/* The period of a record; false when memory is out. */
bool gpucost__periods_add(gpucost__periods *periods, int64_t offer_id, int64_t observed_utc_s);
void gpucost__periods_free(gpucost__periods *periods);

/* Pack the records of these periods anew, inside the transaction that added them. */
gpucost_status gpucost__pack(gpucost_store *store, gpucost__periods *periods, gpucost_error *err);

/* Pack every period, inside a transaction. */
gpucost_status gpucost__pack_all(gpucost_store *store, gpucost_error *err);

/* GPUCOST_E_STORE_CORRUPT when a block is not what its records say. */
gpucost_status gpucost__pack_check(gpucost_store *store, gpucost_error *err);

#endif
