/* Azure Retail Prices: pages with Items, a list of pages, or a list of items. Spot and low priority are told apart only
   by text, Windows only by the product's name; a reservation's price is of the whole term though its unit says 1 Hour.
 */
#include <string.h>

#include "price/price_import.h"

/* "1 Year", "3 Years" */
static bool years_of(const char *text, int *years)
{
    if (text[0] < '1' || text[0] > '9' || text[1] != ' ' || strncmp(text + 2, "Year", 4) != 0) return false;
    *years = text[0] - '0';
    return true;
}

static gpucost_status put(gpucost__price_row *row, const char *name, json_t *price, gpucost__price_sink *sink,
                          gpucost_error *err)
{
    char room[GPUCOST__CELL_MOST];
    bool upfront = strncmp(row->text[GPUCOST__ROW_TERM], "reserved", strlen("reserved")) == 0;
    int cell = upfront ? GPUCOST__ROW_UPFRONT : GPUCOST__ROW_HOURLY;
    row->name[GPUCOST__ROW_HOURLY] = row->name[GPUCOST__ROW_UPFRONT] = name;
    row->text[GPUCOST__ROW_UPFRONT] = "";
    row->text[GPUCOST__ROW_HOURLY] = "0";
    row->text[cell] = gpucost__json_cell(price, room);
    return gpucost__price_sink_put(sink, row, err);
}

/* "savingsPlan": a rate for each length. */
static gpucost_status put_plans(json_t *item, gpucost__price_row *row, gpucost__price_sink *sink, gpucost_error *err)
{
    size_t i;
    json_t *plan;
    json_array_foreach(json_object_get(item, "savingsPlan"), i, plan)
    {
        int years;
        char term[] = "savings_plan_0y_no";
        if (!years_of(gpucost__text_cell(plan, "term"), &years)) {
            GPUCOST__TRY(gpucost__price_sink_refuse(sink, row->line, "savingsPlan", gpucost__text_cell(plan, "term"),
                                                    "is not a term such as 1 Year", err));
            continue;
        }
        term[strlen("savings_plan_")] = (char)('0' + years);
        row->text[GPUCOST__ROW_TERM] = term;
        row->text[GPUCOST__ROW_PLAN] = "compute";
        GPUCOST__TRY(put(row, "savingsPlan", json_object_get(plan, "retailPrice"), sink, err));
    }
    return GPUCOST_OK;
}

/* The price of a virtual machine by the hour, in its primary region's meter? */
static bool counts(json_t *item)
{
    const char *service = gpucost__text_cell(item, "serviceName"), *product = gpucost__text_cell(item, "productName");
    return (!*service || strcmp(service, "Virtual Machines") == 0) && *gpucost__text_cell(item, "armSkuName") &&
           strcmp(gpucost__text_cell(item, "unitOfMeasure"), "1 Hour") == 0 && !strstr(product, "Dedicated Host") &&
           !strstr(product, "Cloud Services") && !json_is_false(json_object_get(item, "isPrimaryMeterRegion"));
}

static gpucost_status put_item(json_t *item, uint64_t number, gpucost__price_sink *sink, gpucost_error *err)
{
    const char *type = gpucost__text_cell(item, "type"), *meter = gpucost__text_cell(item, "meterName"),
               *sku = gpucost__text_cell(item, "skuName");
    if (!counts(item)) {
        gpucost__price_sink_skip(sink);
        return GPUCOST_OK;
    }
    gpucost__price_row row;
    gpucost__price_row_clear(&row);
    row.line = number;
    row.through_double = true;
    row.name[GPUCOST__ROW_INSTANCE] = "armSkuName";
    row.name[GPUCOST__ROW_OBSERVED] = "effectiveStartDate";
    row.name[GPUCOST__ROW_REGION] = "armRegionName";
    row.name[GPUCOST__ROW_CURRENCY] = "currencyCode";
    row.text[GPUCOST__ROW_INSTANCE] = gpucost__text_cell(item, "armSkuName");
    row.text[GPUCOST__ROW_REGION] = gpucost__text_cell(item, "armRegionName");
    row.text[GPUCOST__ROW_CURRENCY] = gpucost__text_cell(item, "currencyCode");
    row.text[GPUCOST__ROW_OBSERVED] = gpucost__text_cell(item, "effectiveStartDate");
    row.text[GPUCOST__ROW_PRODUCT] =
        gpucost__cell_ends(gpucost__text_cell(item, "productName"), "Windows") ? "Windows" : "Linux";
    if (json_number_value(json_object_get(item, "tierMinimumUnits")) > 0)
        return gpucost__price_sink_refuse(sink, number, "tierMinimumUnits", "", "is a price for a volume only", err);
    if (strcmp(type, "Reservation") == 0) {
        int years;
        char term[] = "reserved_0y_all";
        if (!years_of(gpucost__text_cell(item, "reservationTerm"), &years))
            return gpucost__price_sink_refuse(sink, number, "reservationTerm",
                                              gpucost__text_cell(item, "reservationTerm"),
                                              "is not a term such as 1 Year", err);
        term[strlen("reserved_")] = (char)('0' + years);
        row.text[GPUCOST__ROW_TERM] = term;
        return put(&row, "retailPrice", json_object_get(item, "retailPrice"), sink, err);
    }
    if (strcmp(type, "Consumption") != 0)
        return gpucost__price_sink_refuse(sink, number, "type", type,
                                          "is not Consumption or Reservation: not everyone may buy at this price", err);
    bool low = strstr(meter, "Low Priority") || strstr(sku, "Low Priority");
    bool spot = low || gpucost__cell_ends(meter, " Spot") || gpucost__cell_ends(sku, " Spot");
    row.text[GPUCOST__ROW_TERM] = spot ? "spot" : "on_demand";
    row.text[GPUCOST__ROW_PLAN] = low ? "low_priority" : "";
    GPUCOST__TRY(put(&row, "retailPrice", json_object_get(item, "retailPrice"), sink, err));
    return put_plans(item, &row, sink, err);
}

static gpucost_status put_page(gpucost__feed *feed, json_t *page, uint64_t *number, gpucost__price_sink *sink,
                               gpucost_error *err)
{
    json_t *items = json_object_get(page, "Items"), *item;
    if (!json_is_array(items)) return gpucost__price_not_this(feed, "/Items", "expected the list of a page", err);
    size_t i;
    json_array_foreach(items, i, item) GPUCOST__TRY(put_item(item, ++*number, sink, err));
    const char *next = json_string_value(json_object_get(page, "NextPageLink"));
    feed->truncated = next && *next;
    return GPUCOST_OK;
}

gpucost_status gpucost__price_read_azure_retail(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err)
{
    uint64_t number = 0;
    size_t i;
    json_t *entry;
    if (!json_is_array(feed->json)) return put_page(feed, feed->json, &number, sink, err);
    json_array_foreach(feed->json, i, entry)
    {
        if (json_object_get(entry, "Items"))
            GPUCOST__TRY(put_page(feed, entry, &number, sink, err));
        else
            GPUCOST__TRY(put_item(entry, ++number, sink, err));
    }
    return GPUCOST_OK;
}
