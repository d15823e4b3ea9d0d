/* Storage and traffic of the AWS Price List, JSON: S3 Standard, and data out to the internet and to other regions. */
#include <string.h>

#include "price/price_aws_offer.h"

bool gpucost__aws_tariff_of(json_t *product, gpucost__tariff_row *row)
{
    json_t *words = json_object_get(product, "attributes");
    const char *family = gpucost__text_cell(product, "productFamily"), *usage = gpucost__text_cell(words, "usagetype");
    const char *transfer = gpucost__text_cell(words, "transferType"), *to = gpucost__text_cell(words, "toRegionCode");
    *row = (gpucost__tariff_row){.provider = "", .item = "", .target = "", .term = "on_demand"};
    row->region = gpucost__text_cell(words, "regionCode");
    if (strcmp(family, "Storage") == 0 && gpucost__cell_ends(usage, "TimedStorage-ByteHrs") &&
        strcmp(gpucost__text_cell(words, "volumeType"), "Standard") == 0) {
        row->kind = "storage";
        row->item = "s3-standard";
        row->unit = "GB-month";
        return true;
    }
    if (strcmp(family, "Data Transfer") != 0 || !gpucost__cell_ends(usage, "-Out-Bytes"))
        return false; /* others are accelerated */
    row->kind = "egress";
    row->unit = "GB";
    row->region = gpucost__text_cell(words, "fromRegionCode");
    bool outside =
        strcmp(transfer, "AWS Outbound") == 0 && strcmp(gpucost__text_cell(words, "toLocation"), "External") == 0;
    row->target = outside ? "internet" : strcmp(transfer, "InterRegion Outbound") == 0 ? to : "";
    return *row->target && *row->region;
}

static gpucost_status put_dimension(gpucost__tariff_row *row, json_t *dimension, gpucost__price_sink *sink,
                                    gpucost_error *err)
{
    const char *currency, *unit = gpucost__text_cell(dimension, "unit");
    char rooms[2][GPUCOST__CELL_MOST];
    json_t *price;
    if (strcmp(unit, "GB") != 0 && strcmp(unit, "GB-Mo") != 0)
        return gpucost__price_sink_refuse(sink, row->line, "unit", unit, "is not GB or GB-Mo", err);
    json_object_foreach(json_object_get(dimension, "pricePerUnit"), currency, price)
    {
        row->currency = currency;
        row->price = gpucost__json_cell(price, rooms[0]);
        row->from_quantity = gpucost__json_cell(json_object_get(dimension, "beginRange"), rooms[1]);
        GPUCOST__TRY(gpucost__price_sink_tariff(sink, row, err));
    }
    return GPUCOST_OK;
}

gpucost_status gpucost__aws_tariff_put(gpucost__tariff_row *row, json_t *on_demand, gpucost__price_sink *sink,
                                       gpucost_error *err)
{
    const char *code, *key;
    json_t *term, *dimension;
    json_object_foreach(on_demand, code, term)
        json_object_foreach(json_object_get(term, "priceDimensions"), key, dimension)
            GPUCOST__TRY(put_dimension(row, dimension, sink, err));
    return GPUCOST_OK;
}
