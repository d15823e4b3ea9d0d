/* The list offers and tariffs that come with the library, through the readers that everyone uses. */
#include "price/price_bundled.h"
#include "store/store_handle.h"

extern const char gpucost__offers_csv[]; /* data/offers.csv, embedded */
extern const uint64_t gpucost__offers_csv_bytes;
extern const char gpucost__tariffs_csv[]; /* data/tariffs.csv, embedded */
extern const uint64_t gpucost__tariffs_csv_bytes;

static gpucost_status import(gpucost_store *store, int32_t feed, const char *text, uint64_t bytes, const char *source,
                             gpucost_error *err)
{
    gpucost_import *report;
    const gpucost_import_options options = {.size = sizeof options, .feed = feed};
    GPUCOST__TRY(gpucost_price_import_text(store, text, bytes, source, &options, &report, err));
    gpucost_import_free(report);
    return GPUCOST_OK;
}

static gpucost_status import_tariffs(gpucost_store *store, gpucost_error *err)
{
    return import(store, GPUCOST_FEED_TARIFF_CSV, gpucost__tariffs_csv, gpucost__tariffs_csv_bytes,
                  "bundled tariffs.csv", err);
}

static gpucost_status import_all(gpucost_store *store, gpucost_error *err)
{
    GPUCOST__TRY(
        import(store, GPUCOST_FEED_CSV, gpucost__offers_csv, gpucost__offers_csv_bytes, "bundled offers.csv", err));
    return import_tariffs(store, err);
}

static gpucost_status open_with(gpucost_status (*fill)(gpucost_store *store, gpucost_error *err), gpucost_store **store,
                                gpucost_error *err)
{
    gpucost_store *opened;
    GPUCOST__TRY(gpucost_store_open(":memory:", GPUCOST_STORE_CREATE, &opened, err));
    gpucost_status status = fill(opened, err);
    if (status == GPUCOST_OK)
        *store = opened;
    else
        gpucost_store_close(opened);
    return status;
}

gpucost_status gpucost__store_open_tariffs(gpucost_store **store, gpucost_error *err)
{
    return open_with(import_tariffs, store, err);
}

gpucost_status gpucost_store_open_bundled(gpucost_store **store, gpucost_error *err)
{
    return open_with(import_all, store, err);
}
