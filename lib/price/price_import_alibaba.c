/* Alibaba Cloud: DescribeSpotPriceHistory, an hourly sample of spot and list price, and DescribePrice, the price of one
   order, which names neither instance type nor region nor term: those come from the options. */
#include <string.h>

#include "price/price_import.h"

bool gpucost__dashed_region(const char *zone, char *region, size_t capacity)
{
    size_t bytes = strlen(zone);
    if (bytes < 4 || bytes >= capacity || !strchr(zone, '-')) return false;
    char last = zone[bytes - 1], before = zone[bytes - 2];
    bool letter = last >= 'a' && last <= 'z', digit = last >= '0' && last <= '9';
    if (before == '-' && (letter || digit))
        bytes -= 2;
    else if (letter && before >= '0' && before <= '9') /* ap-southeast-1a */
        bytes -= 1;
    else
        return false;
    memcpy(region, zone, bytes);
    region[bytes] = '\0';
    return true;
}

static gpucost_status put_sample(json_t *sample, const char *currency, uint64_t number, gpucost__price_sink *sink,
                                 gpucost_error *err)
{
    static const char *const prices[][2] = {{"spot", "SpotPrice"}, {"on_demand", "OriginPrice"}};
    char region[GPUCOST__CELL_MOST], rooms[2][GPUCOST__CELL_MOST];
    const char *zone = gpucost__text_cell(sample, "ZoneId");
    if (!gpucost__dashed_region(zone, region, sizeof region))
        return gpucost__price_sink_refuse(sink, number, "ZoneId", zone, "is not a zone such as cn-hangzhou-g", err);
    gpucost__price_row row;
    gpucost__price_row_clear(&row);
    row.line = number;
    row.through_double = true;
    row.name[GPUCOST__ROW_ZONE] = "ZoneId";
    row.name[GPUCOST__ROW_INSTANCE] = "InstanceType";
    row.name[GPUCOST__ROW_OBSERVED] = "Timestamp";
    row.name[GPUCOST__ROW_CURRENCY] = "Currency";
    row.text[GPUCOST__ROW_REGION] = region;
    row.text[GPUCOST__ROW_ZONE] = zone;
    row.text[GPUCOST__ROW_INSTANCE] = gpucost__text_cell(sample, "InstanceType");
    row.text[GPUCOST__ROW_OBSERVED] = gpucost__text_cell(sample, "Timestamp");
    row.text[GPUCOST__ROW_CURRENCY] = currency;
    bool classic = strcmp(gpucost__text_cell(sample, "NetworkType"), "classic") == 0;
    bool protected_hour = json_integer_value(json_object_get(sample, "SpotDuration")) == 1;
    for (int i = 0; i < 2; i++) {
        json_t *price = json_object_get(sample, prices[i][1]);
        row.name[GPUCOST__ROW_HOURLY] = prices[i][1];
        row.text[GPUCOST__ROW_TERM] = prices[i][0];
        row.text[GPUCOST__ROW_PLAN] = classic ? "classic" : i == 0 && protected_hour ? "protected_hour" : "";
        row.text[GPUCOST__ROW_HOURLY] = gpucost__json_cell(price, rooms[i]);
        if (price || i == 0) GPUCOST__TRY(gpucost__price_sink_put(sink, &row, err));
    }
    return GPUCOST_OK;
}

static gpucost_status put_history(gpucost__feed *feed, json_t *page, uint64_t *number, gpucost__price_sink *sink,
                                  gpucost_error *err)
{
    json_t *samples = json_object_get(json_object_get(page, "SpotPrices"), "SpotPriceType"), *sample;
    if (!json_is_array(samples))
        return gpucost__price_not_this(feed, "/SpotPrices/SpotPriceType", "expected the list of samples", err);
    size_t i;
    json_array_foreach(samples, i, sample)
        GPUCOST__TRY(put_sample(sample, gpucost__text_cell(page, "Currency"), ++*number, sink, err));
    feed->truncated = json_integer_value(json_object_get(page, "NextOffset")) > 0;
    return GPUCOST_OK;
}

gpucost_status gpucost__price_read_alibaba_spot(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err)
{
    uint64_t number = 0;
    size_t i;
    json_t *page;
    if (!json_is_array(feed->json)) return put_history(feed, feed->json, &number, sink, err);
    json_array_foreach(feed->json, i, page) GPUCOST__TRY(put_history(feed, page, &number, sink, err));
    return GPUCOST_OK;
}

/* TradePrice is what is paid: OriginalPrice less DiscountPrice. The whole of a prepaid period, or one hour. */
gpucost_status gpucost__price_read_alibaba_price(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err)
{
    json_t *price = json_object_get(json_object_get(feed->json, "PriceInfo"), "Price");
    if (!json_is_object(price)) return gpucost__price_not_this(feed, "/PriceInfo/Price", "expected a price", err);
    GPUCOST__TRY(gpucost__price_need_asked(feed, err));
    char room[GPUCOST__CELL_MOST];
    gpucost__price_row row;
    gpucost__price_row_clear(&row);
    row.line = 1;
    row.through_double = true;
    row.whole_term = true;
    row.name[GPUCOST__ROW_HOURLY] = row.name[GPUCOST__ROW_UPFRONT] = "TradePrice";
    row.name[GPUCOST__ROW_OBSERVED] = "observed_utc";
    row.text[GPUCOST__ROW_CURRENCY] = gpucost__text_cell(price, "Currency");
    row.text[GPUCOST__ROW_HOURLY] = gpucost__json_cell(json_object_get(price, "TradePrice"), room);
    return gpucost__price_sink_put(sink, &row, err);
}
