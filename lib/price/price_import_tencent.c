/* Tencent Cloud: prices of instance types in a zone (by the hour, and prepaid by month and year), of spot instances,
   and of one reserved instance. 0 means that a price does not apply. Discounted prices are what is paid. */

#include "price/price_import.h"

static bool applies(json_t *price)
{
    return json_number_value(price) != 0;
}

static void name_row(gpucost__price_row *row, uint64_t number)
{
    gpucost__price_row_clear(row);
    row->line = number;
    row->through_double = true;
    row->name[GPUCOST__ROW_ZONE] = "Zone";
    row->name[GPUCOST__ROW_INSTANCE] = "InstanceType";
    row->name[GPUCOST__ROW_OBSERVED] = "observed_utc";
}

/* Prices of an instance type: the discounted one when it is given, else the list price. By the hour there are steps:
   from 96 and from 360 hours of running on. */
static const struct {
    const char *term, *plan, *discounted, *list;
    bool upfront;
} prices[] = {
    {"on_demand", "", "UnitPriceDiscount", "UnitPrice", false},
    {"on_demand", "after_96h", "UnitPriceDiscountSecondStep", "UnitPriceSecondStep", false},
    {"on_demand", "after_360h", "UnitPriceDiscountThirdStep", "UnitPriceThirdStep", false},
    {"subscription_1m", "", "DiscountPrice", "OriginalPrice", true},
    {"subscription_1y", "", "DiscountPriceOneYear", "OriginalPriceOneYear", true},
    {"subscription_3y", "", "DiscountPriceThreeYear", "OriginalPriceThreeYear", true},
    {"subscription_5y", "", "DiscountPriceFiveYear", "OriginalPriceFiveYear", true},
};

static gpucost_status put_instance(json_t *entry, uint64_t number, gpucost__price_sink *sink, gpucost_error *err)
{
    char region[GPUCOST__CELL_MOST], room[GPUCOST__CELL_MOST], count[GPUCOST__CELL_MOST];
    const char *zone = gpucost__text_cell(entry, "Zone");
    json_t *offered = json_object_get(entry, "Price"), *devices = json_object_get(entry, "GpuCount");
    gpucost__price_row row;
    bool any = false;
    if (!gpucost__dashed_region(zone, region, sizeof region))
        return gpucost__price_sink_refuse(sink, number, "Zone", zone, "is not a zone such as ap-guangzhou-6", err);
    name_row(&row, number);
    row.text[GPUCOST__ROW_REGION] = region;
    row.text[GPUCOST__ROW_ZONE] = zone;
    row.text[GPUCOST__ROW_INSTANCE] = gpucost__text_cell(entry, "InstanceType");
    row.text[GPUCOST__ROW_ACCELERATOR_COUNT] = applies(devices) ? gpucost__json_cell(devices, count) : "";
    for (size_t i = 0; i < sizeof(prices) / sizeof(prices[0]); i++) {
        const char *name =
            applies(json_object_get(offered, prices[i].discounted)) ? prices[i].discounted : prices[i].list;
        json_t *price = json_object_get(offered, name);
        if (!applies(price)) continue;
        any = true;
        row.name[GPUCOST__ROW_HOURLY] = row.name[GPUCOST__ROW_UPFRONT] = name;
        row.text[GPUCOST__ROW_TERM] = prices[i].term;
        row.text[GPUCOST__ROW_PLAN] = prices[i].plan;
        row.text[GPUCOST__ROW_HOURLY] = prices[i].upfront ? "0" : gpucost__json_cell(price, room);
        row.text[GPUCOST__ROW_UPFRONT] = prices[i].upfront ? gpucost__json_cell(price, room) : "";
        GPUCOST__TRY(gpucost__price_sink_put(sink, &row, err));
    }
    if (any) return GPUCOST_OK;
    return gpucost__price_sink_refuse(sink, number, "Price", "", "has no price that applies", err);
}

static gpucost_status put_spot(json_t *entry, uint64_t number, gpucost__price_sink *sink, gpucost_error *err)
{
    char region[GPUCOST__CELL_MOST], room[GPUCOST__CELL_MOST];
    const char *zone = gpucost__text_cell(entry, "zone");
    gpucost__price_row row;
    if (!gpucost__dashed_region(zone, region, sizeof region))
        return gpucost__price_sink_refuse(sink, number, "zone", zone, "is not a zone such as ap-guangzhou-6", err);
    name_row(&row, number);
    row.name[GPUCOST__ROW_HOURLY] = "price_cur";
    row.text[GPUCOST__ROW_REGION] = region;
    row.text[GPUCOST__ROW_ZONE] = zone;
    row.text[GPUCOST__ROW_INSTANCE] = gpucost__text_cell(entry, "instance_type");
    row.text[GPUCOST__ROW_TERM] = "spot";
    row.text[GPUCOST__ROW_HOURLY] = gpucost__json_cell(json_object_get(entry, "price_cur"), room);
    return gpucost__price_sink_put(sink, &row, err);
}

/* Of one reserved instance: which one was asked for is not said. */
static gpucost_status put_reserved(const gpucost__feed *feed, json_t *price, uint64_t number, gpucost__price_sink *sink,
                                   gpucost_error *err)
{
    GPUCOST__TRY(gpucost__price_need_asked(feed, err));
    char rooms[2][GPUCOST__CELL_MOST];
    gpucost__price_row row;
    name_row(&row, number);
    row.name[GPUCOST__ROW_HOURLY] = "DiscountUsagePrice";
    row.name[GPUCOST__ROW_UPFRONT] = "DiscountFixedPrice";
    row.text[GPUCOST__ROW_HOURLY] = gpucost__json_cell(json_object_get(price, "DiscountUsagePrice"), rooms[0]);
    row.text[GPUCOST__ROW_UPFRONT] = gpucost__json_cell(json_object_get(price, "DiscountFixedPrice"), rooms[1]);
    return gpucost__price_sink_put(sink, &row, err);
}

static gpucost_status put_answer(gpucost__feed *feed, json_t *answer, uint64_t *number, gpucost__price_sink *sink,
                                 gpucost_error *err)
{
    json_t *response = json_object_get(answer, "Response"), *entry;
    json_t *failure = json_object_get(response, "Error");
    size_t i;
    if (failure) return gpucost__price_not_this(feed, "/Response/Error", gpucost__text_cell(failure, "Message"), err);
    json_array_foreach(json_object_get(response, "InstanceTypeQuotaSet"), i, entry)
        GPUCOST__TRY(put_instance(entry, ++*number, sink, err));
    json_array_foreach(json_object_get(response, "SpotTypeConfigSet"), i, entry)
        GPUCOST__TRY(put_spot(entry, ++*number, sink, err));
    json_t *price = json_object_get(response, "Price");
    return json_object_get(price, "DiscountFixedPrice") ? put_reserved(feed, price, ++*number, sink, err) : GPUCOST_OK;
}

gpucost_status gpucost__price_read_tencent(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err)
{
    uint64_t number = 0;
    size_t i;
    json_t *answer;
    if (!json_is_array(feed->json)) return put_answer(feed, feed->json, &number, sink, err);
    json_array_foreach(feed->json, i, answer) GPUCOST__TRY(put_answer(feed, answer, &number, sink, err));
    return GPUCOST_OK;
}
