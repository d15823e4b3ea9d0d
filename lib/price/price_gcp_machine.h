/* Prices of Google's machines from those of their parts. */
#ifndef GPUCOST_PRICE_GCP_MACHINE_H
#define GPUCOST_PRICE_GCP_MACHINE_H

#include "price/price_sink.h"

/* Put a price for each machine type, region, term and currency whose parts the store knows as of an instant; it is as
   old as the newest of them. */
gpucost_status gpucost__gcp_machines(gpucost_store *store, int64_t until_utc_s, gpucost__price_sink *sink,
                                     gpucost_error *err);

#endif
