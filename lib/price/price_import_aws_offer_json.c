/* Products of the AWS Price List, JSON: the answers of get-products (a list, or PriceList; each product an object or
   the text of one) and the bulk file (products and terms by SKU). */
#include <string.h>

#include "base/json.h"
#include "price/price_aws_offer.h"

/* Amounts of a term by currency: "Hrs" is hourly, "Quantity" is upfront; their order means nothing. */
static gpucost_status put_currency(gpucost__aws_offer *offer, json_t *dimensions, const char *currency,
                                   gpucost__price_sink *sink, gpucost_error *err)
{
    const char *key;
    json_t *dimension;
    char rooms[2][GPUCOST__CELL_MOST];
    offer->currency = currency;
    offer->hourly = offer->upfront = "";
    json_object_foreach(dimensions, key, dimension)
    {
        const char *unit = gpucost__text_cell(dimension, "unit"), *start = gpucost__text_cell(dimension, "beginRange");
        json_t *price = json_object_get(json_object_get(dimension, "pricePerUnit"), currency);
        if (!price || (*start && strcmp(start, "0") != 0)) continue;
        if (strcmp(unit, "Hrs") == 0) offer->hourly = gpucost__json_cell(price, rooms[0]);
        if (strcmp(unit, "Quantity") == 0) offer->upfront = gpucost__json_cell(price, rooms[1]);
    }
    if (*offer->hourly || *offer->upfront) return gpucost__aws_offer_put(offer, sink, err);
    gpucost__price_sink_skip(sink);
    return GPUCOST_OK;
}

static gpucost_status put_term(gpucost__aws_offer *offer, json_t *term, gpucost__price_sink *sink, gpucost_error *err)
{
    json_t *dimensions = json_object_get(term, "priceDimensions"), *dimension, *price;
    json_t *words = json_object_get(term, "termAttributes");
    const char *key, *currency;
    offer->length = gpucost__text_cell(words, "LeaseContractLength");
    offer->option = gpucost__text_cell(words, "PurchaseOption");
    offer->offering = gpucost__text_cell(words, "OfferingClass");
    json_object_foreach(dimensions, key, dimension)
    {
        json_object_foreach(json_object_get(dimension, "pricePerUnit"), currency, price)
            GPUCOST__TRY(put_currency(offer, dimensions, currency, sink, err));
        return GPUCOST_OK; /* each dimension names the same currencies */
    }
    return gpucost__price_sink_refuse(sink, offer->line, "priceDimensions", "", "is missing or empty", err);
}

/* `terms` has OnDemand and Reserved, each with the terms of this product by code. */
static gpucost_status put_product(json_t *product, json_t *on_demand, json_t *reserved, const char *published,
                                  uint64_t number, gpucost__price_sink *sink, gpucost_error *err)
{
    json_t *words = json_object_get(product, "attributes"), *term;
    gpucost__aws_offer offer = {
        .line = number,
        .family = gpucost__text_cell(product, "productFamily"),
        .capacity = gpucost__text_cell(words, "capacitystatus"),
        .market = gpucost__text_cell(words, "marketoption"),
        .system = gpucost__text_cell(words, "operatingSystem"),
        .software = gpucost__text_cell(words, "preInstalledSw"),
        .license = gpucost__text_cell(words, "licenseModel"),
        .tenancy = gpucost__text_cell(words, "tenancy"),
        .instance = gpucost__text_cell(words, "instanceType"),
        .region = gpucost__text_cell(words, "regionCode"),
        .accelerator_count = gpucost__text_cell(words, "gpu"),
        .observed = published,
        .price_name = "pricePerUnit",
    };
    gpucost__tariff_row tariff;
    if (gpucost__aws_tariff_of(product, &tariff)) {
        tariff.line = number;
        tariff.observed = published;
        return gpucost__aws_tariff_put(&tariff, on_demand, sink, err);
    }
    if (!gpucost__aws_offer_counts(&offer)) {
        gpucost__price_sink_skip(sink);
        return GPUCOST_OK;
    }
    const char *code;
    offer.term_type = "OnDemand";
    json_object_foreach(on_demand, code, term) GPUCOST__TRY(put_term(&offer, term, sink, err));
    offer.term_type = "Reserved";
    json_object_foreach(reserved, code, term) GPUCOST__TRY(put_term(&offer, term, sink, err));
    return GPUCOST_OK;
}

static gpucost_status put_entry(json_t *entry, uint64_t number, gpucost__price_sink *sink, gpucost_error *err)
{
    json_t *product = json_object_get(entry, "product"), *terms = json_object_get(entry, "terms");
    if (!json_is_object(product) || !json_is_object(terms))
        return gpucost__price_sink_refuse(sink, number, "product", "", "the entry has no product with terms", err);
    return put_product(product, json_object_get(terms, "OnDemand"), json_object_get(terms, "Reserved"),
                       gpucost__text_cell(entry, "publicationDate"), number, sink, err);
}

static gpucost_status put_list(gpucost__feed *feed, json_t *list, gpucost__price_sink *sink, gpucost_error *err)
{
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item)
    {
        const char *text = json_string_value(item);
        if (!text) {
            GPUCOST__TRY(put_entry(item, i + 1, sink, err));
            continue;
        }
        json_t *parsed;
        gpucost_status status = gpucost__json_text(text, strlen(text), gpucost__input_name(feed->input), &parsed, err);
        if (status == GPUCOST_E_MEMORY) return status;
        if (status != GPUCOST_OK) {
            gpucost__clear(err);
            GPUCOST__TRY(
                gpucost__price_sink_refuse(sink, i + 1, "PriceList", text, "is not the JSON of a product", err));
            continue;
        }
        status = put_entry(parsed, i + 1, sink, err);
        json_decref(parsed);
        if (status != GPUCOST_OK) return status;
    }
    return GPUCOST_OK;
}

static gpucost_status put_bulk(json_t *document, gpucost__price_sink *sink, gpucost_error *err)
{
    json_t *products = json_object_get(document, "products"), *terms = json_object_get(document, "terms"), *product;
    const char *sku;
    uint64_t number = 0;
    json_object_foreach(products, sku, product)
        GPUCOST__TRY(put_product(product, json_object_get(json_object_get(terms, "OnDemand"), sku),
                                 json_object_get(json_object_get(terms, "Reserved"), sku),
                                 gpucost__text_cell(document, "publicationDate"), ++number, sink, err));
    return GPUCOST_OK;
}

gpucost_status gpucost__price_read_aws_offer_json(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err)
{
    json_t *document = feed->json, *list = json_object_get(document, "PriceList");
    if (json_is_array(document)) return put_list(feed, document, sink, err);
    if (json_is_array(list)) {
        const char *token = gpucost__text_cell(document, "NextToken");
        feed->truncated = *token != '\0';
        return put_list(feed, list, sink, err);
    }
    if (json_is_object(json_object_get(document, "products"))) return put_bulk(document, sink, err);
    if (json_is_object(json_object_get(document, "product"))) return put_entry(document, 1, sink, err);
    return gpucost__price_not_this(feed, "/PriceList", "expected products of the AWS price list", err);
}
