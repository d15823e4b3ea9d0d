/* A quote from its columns. */
#ifndef GPUCOST_PRICE_QUOTE_H
#define GPUCOST_PRICE_QUOTE_H

#include "gpucost/price.h"
#include "store/store_handle.h"

/* Of offer o, price p, import i and source s, which may be missing. */
#define GPUCOST__QUOTE_COLUMNS                                                                                         \
    "o.id, p.import_id, o.provider, o.region, o.zone, o.instance, o.accelerator, o.accelerator_count, o.product, "     \
    "o.term, o.payment, o.term_hours, p.upfront_nanos, p.hourly_nanos, o.currency, p.observed_utc_s, "                 \
    "coalesce(s.text, i.source), o.tenancy, o.plan"

enum { GPUCOST__QUOTE_HOURLY = 13 }; /* NULL in a withdrawal */

/* GPUCOST_E_STORE_CORRUPT when the row is one that no import writes. */
gpucost_status gpucost__read_quote(gpucost__statement *from, int64_t at_utc_s, gpucost_quote *quote,
                                   gpucost_error *err);

/* GPUCOST_E_UNKNOWN_NAME */
gpucost_status gpucost__no_offer(int64_t offer_id, gpucost_error *err);

#endif
