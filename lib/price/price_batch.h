/* Prices on their way into the store: sorted before they are written, so that each page of the table is visited once a
   batch and not once a price. */
#ifndef GPUCOST_PRICE_BATCH_H
#define GPUCOST_PRICE_BATCH_H

#include "price/price_report.h"
#include "store/store_pack.h"

/* A checked price. */
typedef struct {
    int64_t offer_id, observed_utc_s;
    int64_t hourly_nanos, upfront_nanos;
    int64_t source_id; /* 0: none */
    uint64_t line;
    const char *hourly_name, *upfront_name; /* of the cells, for rejects; borrowed for the call */
    bool withdrawn;
} gpucost__price;

typedef struct gpucost__price_batch gpucost__price_batch;

/* The report and the periods that got a price stay the caller's. */
gpucost_status gpucost__price_batch_new(gpucost_store *store, int64_t import_id, gpucost_import *report,
                                        gpucost__periods *periods, gpucost__price_batch **batch, gpucost_error *err);
void gpucost__price_batch_free(gpucost__price_batch *batch);

/* A full batch is written. */
gpucost_status gpucost__price_batch_put(gpucost__price_batch *batch, const gpucost__price *price, gpucost_error *err);

/* Write what is left; counts are complete then. */
gpucost_status gpucost__price_batch_write(gpucost__price_batch *batch, gpucost_error *err);

#endif
