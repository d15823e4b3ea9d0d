#include "price/price_aws_offer.h"

#include <stdio.h>
#include <string.h>

#include "base/name.h"

bool gpucost__aws_offer_counts(const gpucost__aws_offer *offer)
{
    return strncmp(offer->family, "Compute Instance", strlen("Compute Instance")) == 0 &&
           (!*offer->capacity || strcmp(offer->capacity, "Used") == 0) && strcmp(offer->tenancy, "Host") != 0 &&
           strcmp(offer->tenancy, "NA") != 0;
}

/* OnDemand with a market option, or Reserved with length and payment. */
static bool term_of(const gpucost__aws_offer *offer, char *term, size_t capacity)
{
    if (strcmp(offer->term_type, "Reserved") == 0)
        return gpucost__aws_term("reserved", offer->length, offer->option, term, capacity);
    snprintf(term, capacity, "%s", strcmp(offer->market, "CapacityBlock") == 0 ? "capacity_block" : "on_demand");
    return strcmp(offer->term_type, "OnDemand") == 0;
}

gpucost_status gpucost__aws_offer_put(const gpucost__aws_offer *offer, gpucost__price_sink *sink, gpucost_error *err)
{
    char term[64], product[GPUCOST__CELL_MOST];
    if (!term_of(offer, term, sizeof term))
        return gpucost__price_sink_refuse(sink, offer->line, "PurchaseOption", offer->option,
                                          "is not a term of 1 or 3 years with no, partial or all upfront", err);
    gpucost__aws_product(offer->system, offer->software, product, sizeof product);
    if (strcmp(offer->license, "Bring your own license") == 0)
        snprintf(product + strlen(product), sizeof product - strlen(product), ", own license");
    gpucost__price_row row;
    gpucost__price_row_clear(&row);
    row.line = offer->line;
    for (int cell = 0; cell < GPUCOST__ROW_CELLS; cell++) row.name[cell] = offer->price_name;
    row.name[GPUCOST__ROW_INSTANCE] = "Instance Type";
    row.name[GPUCOST__ROW_REGION] = "Region Code";
    row.text[GPUCOST__ROW_REGION] = offer->region;
    row.text[GPUCOST__ROW_INSTANCE] = offer->instance;
    row.text[GPUCOST__ROW_ACCELERATOR_COUNT] =
        strcmp(offer->accelerator_count, "NA") == 0 ? "" : offer->accelerator_count;
    row.text[GPUCOST__ROW_PRODUCT] = product;
    row.text[GPUCOST__ROW_TERM] = term;
    row.text[GPUCOST__ROW_CURRENCY] = offer->currency;
    row.text[GPUCOST__ROW_TENANCY] = strcmp(offer->tenancy, "Dedicated") == 0 ? "dedicated" : "";
    row.text[GPUCOST__ROW_PLAN] = strcmp(offer->offering, "convertible") == 0 ? "convertible" : "";
    row.text[GPUCOST__ROW_HOURLY] = *offer->hourly ? offer->hourly : "0";
    row.text[GPUCOST__ROW_UPFRONT] = offer->upfront;
    row.text[GPUCOST__ROW_OBSERVED] = offer->observed;
    return gpucost__price_sink_put(sink, &row, err);
}
