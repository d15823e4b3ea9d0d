/* Google Cloud Billing Catalog: cores, memory and accelerators are SKUs of their own. They are kept as tariffs of
   parts, by region and volume; with the last page, machines get the price of their parts. */
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "price/price_gcp_machine.h"
#include "price/price_import.h"

/* The description is right where the usage type is not (github.com/infracost/cloud-pricing-api/issues/41,
   github.com/skypilot-org/skypilot/pull/8125). */
static const char *term_of(const char *usage, const char *description)
{
    if (strncmp(description, "Commitment", strlen("Commitment")) == 0 || strncmp(usage, "Commit", 6) == 0)
        return strstr(description, "3 Year") || strcmp(usage, "Commit3Yr") == 0   ? "committed_use_3y_no"
               : strstr(description, "1 Year") || strcmp(usage, "Commit1Yr") == 0 ? "committed_use_1y_no"
                                                                                  : NULL;
    return strncmp(description, "Spot", 4) == 0 || strstr(description, "Preemptible") ||
                   strcmp(usage, "Preemptible") == 0
               ? "spot"
               : "on_demand";
}

/* units (text or number, may be absent) and nanos (may be absent) as one decimal; NULL when neither is there. */
static const char *price_of(json_t *unit_price, char room[GPUCOST__CELL_MOST])
{
    json_t *units = json_object_get(unit_price, "units"), *nanos = json_object_get(unit_price, "nanos");
    int64_t whole = json_integer_value(units), part = json_integer_value(nanos);
    if (json_is_string(units) && gpucost__decimal_i64(json_string_value(units), 0, &whole) != GPUCOST__DECIMAL_OK)
        return NULL;
    if ((!units && !nanos) || whole < 0 || part < 0 || part > 999999999) return NULL;
    snprintf(room, GPUCOST__CELL_MOST, "%lld.%09lld", (long long)whole, (long long)part);
    return room;
}

static gpucost_status put_tier(gpucost__tariff_row *row, json_t *tier, bool only, json_t *regions,
                               gpucost__price_sink *sink, gpucost_error *err)
{
    char rooms[2][GPUCOST__CELL_MOST];
    json_t *unit_price = json_object_get(tier, "unitPrice"), *region;
    row->currency = gpucost__text_cell(unit_price, "currencyCode");
    row->from_quantity = gpucost__json_cell(json_object_get(tier, "startUsageAmount"), rooms[0]);
    row->price = price_of(unit_price, rooms[1]);
    if (!row->price)
        return gpucost__price_sink_refuse(sink, row->line, "unitPrice", "", "is not a price of units and nanos from 0",
                                          err);
    if (only && strspn(row->price, "0.") == strlen(row->price))
        return gpucost__price_sink_refuse(sink, row->line, "unitPrice", row->price,
                                          "is 0; nothing is free but an allowance before a price", err);
    size_t i;
    json_array_foreach(regions, i, region)
    {
        row->region = json_string_value(region) ? json_string_value(region) : "";
        GPUCOST__TRY(gpucost__price_sink_tariff(sink, row, err));
    }
    return GPUCOST_OK;
}

/* To the second: parts of one are no other price. */
static void date_of(json_t *info, char date[32])
{
    snprintf(date, 32, "%.19s%s", gpucost__text_cell(info, "effectiveTime"),
             *gpucost__text_cell(info, "effectiveTime") ? "Z" : "");
}

static gpucost_status put_sku(json_t *sku, uint64_t number, gpucost__price_sink *sink, gpucost_error *err)
{
    json_t *category = json_object_get(sku, "category"), *pricing = json_object_get(sku, "pricingInfo"), *info;
    const char *description = gpucost__text_cell(sku, "description"),
               *group = gpucost__text_cell(category, "resourceGroup");
    bool storage = strcmp(gpucost__text_cell(category, "resourceFamily"), "Storage") == 0;
    bool compute = strcmp(gpucost__text_cell(category, "resourceFamily"), "Compute") == 0;
    bool egress = strcmp(gpucost__text_cell(category, "resourceFamily"), "Network") == 0 && strstr(group, "Egress");
    if (!storage && !compute && !egress) {
        gpucost__price_sink_skip(sink);
        return GPUCOST_OK;
    }
    const char *term = term_of(gpucost__text_cell(category, "usageType"), description);
    if (!term)
        return gpucost__price_sink_refuse(sink, number, "usageType", gpucost__text_cell(category, "usageType"),
                                          "is a commitment of neither 1 nor 3 years", err);
    size_t i, k;
    json_t *tier;
    bool any = false;
    json_array_foreach(pricing, i, info)
    {
        json_t *expression = json_object_get(info, "pricingExpression"),
               *tiers = json_object_get(expression, "tieredRates");
        char observed[32];
        date_of(info, observed);
        gpucost__tariff_row row = {
            .line = number,
            .provider = "",
            .kind = storage  ? "storage"
                    : egress ? "egress"
                             : "part",
            .item = description,
            .target = egress ? group : "",
            .term = term,
            .unit = gpucost__text_cell(expression, "usageUnit"),
            .observed = observed,
        };
        json_array_foreach(tiers, k, tier)
        {
            any = true;
            GPUCOST__TRY(
                put_tier(&row, tier, json_array_size(tiers) == 1, json_object_get(sku, "serviceRegions"), sink, err));
        }
    }
    if (any) return GPUCOST_OK;
    return gpucost__price_sink_refuse(sink, number, "pricingInfo", "", "is missing or empty: the price is not known",
                                      err);
}

/* The newest date of a page. */
static void newest(json_t *sku, int64_t *utc_s)
{
    json_t *info;
    size_t i;
    json_array_foreach(json_object_get(sku, "pricingInfo"), i, info)
    {
        char date[32];
        int64_t at;
        date_of(info, date);
        if (gpucost_instant_parse(date, &at, NULL) == GPUCOST_OK && at > *utc_s) *utc_s = at;
    }
}

static gpucost_status put_page(gpucost__feed *feed, json_t *page, uint64_t *number, int64_t *newest_utc_s,
                               gpucost__price_sink *sink, gpucost_error *err)
{
    json_t *skus = json_object_get(page, "skus"), *sku;
    size_t i;
    if (!skus && json_object_get(page, "skuId")) { /* a SKU without its page */
        newest(page, newest_utc_s);
        return put_sku(page, ++*number, sink, err);
    }
    if (!json_is_array(skus)) return gpucost__price_not_this(feed, "/skus", "expected the list of a page", err);
    json_array_foreach(skus, i, sku)
    {
        newest(sku, newest_utc_s);
        GPUCOST__TRY(put_sku(sku, ++*number, sink, err));
    }
    feed->truncated = *gpucost__text_cell(page, "nextPageToken") != '\0';
    return GPUCOST_OK;
}

gpucost_status gpucost__price_read_gcp_sku(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err)
{
    uint64_t number = 0;
    int64_t newest_utc_s = 0;
    size_t i;
    json_t *page;
    if (!json_is_array(feed->json)) GPUCOST__TRY(put_page(feed, feed->json, &number, &newest_utc_s, sink, err));
    json_array_foreach(feed->json, i, page) GPUCOST__TRY(put_page(feed, page, &number, &newest_utc_s, sink, err));
    if (feed->truncated) return GPUCOST_OK; /* parts of the next page may be newer than those that the store has */
    return gpucost__gcp_machines(feed->store, newest_utc_s ? newest_utc_s : INT64_MAX, sink, err);
}
