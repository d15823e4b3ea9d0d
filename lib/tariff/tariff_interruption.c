#include "gpucost/tariff.h"
#include "store/store_handle.h"

gpucost_status gpucost_price_interruption(gpucost_store *store, const char *provider, const char *region,
                                          const char *instance, const char *product, double *low, double *high,
                                          gpucost_error *err)
{
    gpucost__clear(err);
    gpucost__statement *select;
    bool row;
    GPUCOST__TRY(gpucost__store_prepare(store,
                                        "SELECT low, high FROM interruption WHERE provider = ?1 AND region = ?2 AND "
                                        "instance = ?3 AND product = ?4 ORDER BY observed_utc_s DESC LIMIT 1",
                                        &select, err));
    gpucost__bind_text(select, 1, provider);
    gpucost__bind_text(select, 2, region);
    gpucost__bind_text(select, 3, instance);
    gpucost__bind_text(select, 4, product && *product ? product : "Linux/UNIX");
    gpucost_status status = gpucost__statement_step(select, &row, err);
    if (status == GPUCOST_OK && row) {
        *low = gpucost__column_f64(select, 0);
        *high = gpucost__column_f64(select, 1);
    }
    gpucost__statement_free(select);
    if (status != GPUCOST_OK || row) return status;
    return gpucost__fail_field(err, GPUCOST_E_UNKNOWN_FACT, "instance", instance,
                               "the store does not know how often %s is interrupted in %s", instance, region);
}
