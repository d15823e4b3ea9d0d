/* An import's own row in the store, and its rejects. */
#ifndef GPUCOST_PRICE_RECORD_H
#define GPUCOST_PRICE_RECORD_H

#include "base/input.h"
#include "price/price_report.h"
#include "store/store_handle.h"

gpucost_status gpucost__record_begin(gpucost_store *store, const char *source, const char *feed, int64_t now_utc_s,
                                     int64_t *id, gpucost_error *err);

/* Counts since `before`, and the rejects from `first_reject` on. An import that added nothing leaves no row. */
gpucost_status gpucost__record_end(gpucost_store *store, int64_t id, const gpucost_import_summary *before,
                                   uint64_t first_reject, const gpucost_import *report, const gpucost__input *input,
                                   gpucost_error *err);

/* Id of the last offer; offers after it that got a price. */
gpucost_status gpucost__record_last_offer(gpucost_store *store, int64_t *id, gpucost_error *err);
gpucost_status gpucost__record_new_offers(gpucost_store *store, int64_t last_offer, uint64_t *count,
                                          gpucost_error *err);

#endif
