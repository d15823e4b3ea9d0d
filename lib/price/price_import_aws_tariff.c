/* Storage and traffic of the AWS Price List, JSON: S3 Standard, and data out to the internet and to other regions. */
#include <string.h>

#include "price/price_aws_offer.h"

static const char *text_of(json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

static bool ends(const char *text, const char *word)
{
    size_t bytes = strlen(text), tail = strlen(word);
    return bytes >= tail && strcmp(text + bytes - tail, word) == 0;
}

bool gpucost__aws_tariff_of(json_t *product, gpucost__tariff_row *row)
{
    json_t *words = json_object_get(product, "attributes");
    const char *family = text_of(product, "productFamily"), *usage = text_of(words, "usagetype");
    const char *transfer = text_of(words, "transferType"), *to = text_of(words, "toRegionCode");
    *row = (gpucost__tariff_row){.provider = "", .item = "", .target = "", .term = "on_demand"};
    row->region = text_of(words, "regionCode");
    if (strcmp(family, "Storage") == 0 && ends(usage, "TimedStorage-ByteHrs") &&
        strcmp(text_of(words, "volumeType"), "Standard") == 0) {
        row->kind = "storage";
        row->item = "s3-standard";
        row->unit = "GB-month";
        return true;
    }
    if (strcmp(family, "Data Transfer") != 0 || !ends(usage, "-Out-Bytes")) return false; /* others are accelerated */
    row->kind = "egress";
    row->unit = "GB";
    row->region = text_of(words, "fromRegionCode");
    bool outside = strcmp(transfer, "AWS Outbound") == 0 && strcmp(text_of(words, "toLocation"), "External") == 0;
    row->target = outside ? "internet" : strcmp(transfer, "InterRegion Outbound") == 0 ? to : "";
    return *row->target && *row->region;
}

static gpucost_status put_dimension(gpucost__tariff_row *row, json_t *dimension, gpucost__price_sink *sink,
                                    gpucost_error *err)
{
    const char *currency, *unit = text_of(dimension, "unit");
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
