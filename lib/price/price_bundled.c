/* The list offers that come with the library, through the reader that everyone uses. */
#include "gpucost/price.h"
#include "store/store_handle.h"

extern const char gpucost__offers_csv[]; /* data/offers.csv, embedded */
extern const uint64_t gpucost__offers_csv_bytes;

gpucost_status gpucost_store_open_bundled(gpucost_store **store, gpucost_error *err)
{
    gpucost_store *opened;
    gpucost_import *report;
    const gpucost_import_options options = {.size = sizeof options, .feed = GPUCOST_FEED_CSV};
    GPUCOST__TRY(gpucost_store_open(":memory:", GPUCOST_STORE_CREATE, &opened, err));
    gpucost_status status = gpucost_price_import_text(opened, gpucost__offers_csv, gpucost__offers_csv_bytes,
                                                      "bundled offers.csv", &options, &report, err);
    if (status != GPUCOST_OK) {
        gpucost_store_close(opened);
        return status;
    }
    gpucost_import_free(report);
    *store = opened;
    return GPUCOST_OK;
}
