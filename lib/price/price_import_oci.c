/* Oracle's price list: a rate for an accelerator and hour, one for all regions, under which several shapes are sold,
   and storage and traffic by volume. The list has no date. @source{oracle2024prices, part numbers and shapes} */
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "price/price_import.h"

/* Shapes of a part number, each with its accelerators. */
static const struct {
    const char *part, *accelerator;
    struct {
        const char *name;
        int count;
    } shapes[4];
} rates[] = {
    {"B88517", "p100-sxm-16gb", {{"BM.GPU2.2", 2}}},
    {"B88518", "p100-sxm-16gb", {{"VM.GPU2.1", 1}}},
    {"B89734", "v100-sxm-16gb", {{"VM.GPU3.1", 1}, {"VM.GPU3.2", 2}, {"VM.GPU3.4", 4}, {"BM.GPU3.8", 8}}},
    {"B92740", "a100-sxm-40gb", {{"BM.GPU4.8", 8}}},
    {"B95907", "a100-sxm-80gb", {{"BM.GPU.A100-v2.8", 8}}},
    {"B95909", "a10", {{"VM.GPU.A10.1", 1}, {"VM.GPU.A10.2", 2}, {"BM.GPU.A10.4", 4}}},
    {"B98415", "h100-sxm-80gb", {{"BM.GPU.H100.8", 8}}},
    {"B109479", "l40s", {{"BM.GPU.L40S.4", 4}}},
    {"B109485", "mi300x", {{"BM.GPU.MI300X.8", 8}}},
    {"B110519", "h200-sxm-141gb", {{"BM.GPU.H200.8", 8}}},
    {"B110978", "b200-sxm-180gb", {{"BM.GPU.B200.8", 8}}},
    {"B110979", "gb200", {{"BM.GPU.GB200.4", 4}}},
};

/* Traffic is priced by where it begins; of regions that say nothing it is that of most. */
static const struct {
    const char *part, *kind, *item, *target, *unit;
} volumes[] = {{"B91628", "storage", "object-standard", "", "GB-month"}, {"B88327", "egress", "", "internet", "GB"}};

/* The price of a shape: exactly the rate so many times. NULL when it is none. */
static const char *shape_price(json_t *value, int count, char room[GPUCOST__CELL_MOST])
{
    int64_t nanos;
    const char *text = gpucost__json_cell(value, room);
    if (gpucost__decimal_i64(text, 9, &nanos) != GPUCOST__DECIMAL_OK || nanos <= 0 || nanos > INT64_MAX / 8)
        return NULL;
    return gpucost__nanos_cell(nanos * count, room);
}

static gpucost_status put_shapes(size_t rate, const char *currency, json_t *value, uint64_t number,
                                 gpucost__price_sink *sink, gpucost_error *err)
{
    for (size_t i = 0; i < 4 && rates[rate].shapes[i].name; i++) {
        char price[GPUCOST__CELL_MOST], count[GPUCOST__CELL_MOST];
        gpucost__price_row row;
        gpucost__price_row_clear(&row);
        const char *hourly = shape_price(value, rates[rate].shapes[i].count, price);
        if (!hourly)
            return gpucost__price_sink_refuse(sink, number, "value", gpucost__json_cell(value, price),
                                              "is not a price above 0 with at most 9 decimals", err);
        snprintf(count, sizeof count, "%d", rates[rate].shapes[i].count);
        row.line = number;
        row.name[GPUCOST__ROW_HOURLY] = "value";
        row.name[GPUCOST__ROW_CURRENCY] = "currencyCode";
        row.name[GPUCOST__ROW_OBSERVED] = "observed_utc";
        row.text[GPUCOST__ROW_INSTANCE] = rates[rate].shapes[i].name;
        row.text[GPUCOST__ROW_ACCELERATOR] = rates[rate].accelerator;
        row.text[GPUCOST__ROW_ACCELERATOR_COUNT] = count;
        row.text[GPUCOST__ROW_CURRENCY] = currency;
        row.text[GPUCOST__ROW_HOURLY] = hourly;
        GPUCOST__TRY(gpucost__price_sink_put(sink, &row, err));
    }
    return GPUCOST_OK;
}

static gpucost_status put_volume(size_t volume, const char *currency, json_t *price, uint64_t number,
                                 gpucost__price_sink *sink, gpucost_error *err)
{
    char rooms[2][GPUCOST__CELL_MOST];
    const gpucost__tariff_row row = {
        .line = number,
        .provider = "",
        .region = "global",
        .kind = volumes[volume].kind,
        .item = volumes[volume].item,
        .target = volumes[volume].target,
        .term = "on_demand",
        .currency = currency,
        .unit = volumes[volume].unit,
        .from_quantity = gpucost__json_cell(json_object_get(price, "rangeMin"), rooms[0]),
        .price = gpucost__json_cell(json_object_get(price, "value"), rooms[1]),
        .observed = "",
    };
    return gpucost__price_sink_tariff(sink, &row, err);
}

/* Every price of an item that anyone may buy at. */
static gpucost_status put_prices(json_t *item, size_t place, bool shapes, uint64_t number, gpucost__price_sink *sink,
                                 gpucost_error *err)
{
    json_t *localization, *price;
    size_t i, k;
    bool any = false;
    json_array_foreach(json_object_get(item, "currencyCodeLocalizations"), i, localization)
    {
        json_array_foreach(json_object_get(localization, "prices"), k, price)
        {
            const char *currency = gpucost__text_cell(localization, "currencyCode");
            if (strcmp(gpucost__text_cell(price, "model"), "PAY_AS_YOU_GO") != 0) continue;
            any = true;
            if (shapes)
                GPUCOST__TRY(put_shapes(place, currency, json_object_get(price, "value"), number, sink, err));
            else
                GPUCOST__TRY(put_volume(place, currency, price, number, sink, err));
        }
    }
    if (any) return GPUCOST_OK;
    return gpucost__price_sink_refuse(sink, number, "currencyCodeLocalizations", "", "has no price to pay as you go",
                                      err);
}

static gpucost_status put_item(json_t *item, uint64_t number, gpucost__price_sink *sink, gpucost_error *err)
{
    const char *part = gpucost__text_cell(item, "partNumber"), *metric = gpucost__text_cell(item, "metricName");
    bool hourly = strcmp(metric, "GPU Per Hour") == 0;
    for (size_t i = 0; hourly && i < sizeof rates / sizeof *rates; i++)
        if (strcmp(rates[i].part, part) == 0) return put_prices(item, i, true, number, sink, err);
    for (size_t i = 0; !hourly && i < sizeof volumes / sizeof *volumes; i++)
        if (strcmp(volumes[i].part, part) == 0) return put_prices(item, i, false, number, sink, err);
    if (hourly)
        return gpucost__price_sink_refuse(sink, number, "partNumber", part, "is a GPU of which no shape is known", err);
    gpucost__price_sink_skip(sink);
    return GPUCOST_OK;
}

gpucost_status gpucost__price_read_oci(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err)
{
    json_t *items = json_is_array(feed->json) ? feed->json : json_object_get(feed->json, "items"), *item;
    size_t i;
    if (!json_is_array(items)) return gpucost__price_not_this(feed, "/items", "expected the list of products", err);
    json_array_foreach(items, i, item) GPUCOST__TRY(put_item(item, i + 1, sink, err));
    return GPUCOST_OK;
}
