#include "history/record_store.h"

#include <stdio.h>
#include <stdlib.h>

#include "price/price_support.h"

gpucost_store *store_of(const record *records, int count)
{
    char *text = malloc((size_t)count * 96 + 128);
    size_t used = (size_t)sprintf(text, "observed_utc,region,zone_id,instance,on_demand,spot\n");
    for (int i = 0; i < count; i++) {
        char when[32], price[16] = "";
        gpucost_instant_format(records[i].at, when, sizeof when);
        if (records[i].price) snprintf(price, sizeof price, "%d", records[i].price);
        used += (size_t)sprintf(text + used, "%s,us-east-1,use1-az1,p3.2xlarge,%s,%s\n", when, price, price);
    }
    gpucost_store *store = memory_store();
    import_text(store, text);
    free(text);
    return store;
}
