/* SkyPilot's catalogue: one row an instance type and zone, list price and spot price. It says neither whose prices
   these are nor of which day: both come from the options. */
#include "price/price_import.h"

enum { INSTANCE, ACCELERATOR, COUNT, PRICE, REGION, SPOT, ZONE, COLUMNS };

static const char *const names[COLUMNS] = {"InstanceType", "AcceleratorName", "AcceleratorCount", "Price",
                                           "Region",       "SpotPrice",       "AvailabilityZone"};

static gpucost_status put_price(const gpucost__csv_row *from, int column, const char *term, gpucost__price_row *row,
                                gpucost_error *err)
{
    row->text[GPUCOST__ROW_TERM] = term;
    row->name[GPUCOST__ROW_HOURLY] = names[column];
    row->text[GPUCOST__ROW_HOURLY] = gpucost__csv_row_cell(from, column);
    return *row->text[GPUCOST__ROW_HOURLY] ? gpucost__price_sink_put(from->sink, row, err) : GPUCOST_OK;
}

static gpucost_status put_row(const gpucost__csv_row *from, gpucost_error *err)
{
    static const int cells[COLUMNS] = {
        [INSTANCE] = GPUCOST__ROW_INSTANCE,
        [ACCELERATOR] = GPUCOST__ROW_ACCELERATOR,
        [COUNT] = GPUCOST__ROW_ACCELERATOR_COUNT,
        [PRICE] = GPUCOST__ROW_HOURLY,
        [REGION] = GPUCOST__ROW_REGION,
        [SPOT] = GPUCOST__ROW_HOURLY,
        [ZONE] = GPUCOST__ROW_ZONE,
    };
    gpucost__price_row row;
    gpucost__price_row_clear(&row);
    row.line = (uint64_t)gpucost__csv_line(from->csv);
    for (int i = 0; i < COLUMNS; i++) {
        if (i == PRICE || i == SPOT) continue;
        row.name[cells[i]] = names[i];
        row.text[cells[i]] = gpucost__csv_row_cell(from, i);
    }
    row.name[GPUCOST__ROW_OBSERVED] = "observed_utc";
    row.host_alone = true;
    row.through_double = true;
    if (!*row.text[GPUCOST__ROW_INSTANCE])
        return gpucost__price_sink_refuse(from->sink, row.line, names[INSTANCE], "",
                                          "is empty: the price is of accelerators without their host", err);
    GPUCOST__TRY(put_price(from, PRICE, "on_demand", &row, err));
    return put_price(from, SPOT, "spot", &row, err);
}

gpucost_status gpucost__price_read_skypilot(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err)
{
    if (!feed->known[GPUCOST__ROW_PROVIDER])
        return gpucost__price_need_option(feed, "provider",
                                          "the catalogue does not say whose prices these are: name the provider", err);
    return gpucost__price_each_csv(feed, sink, names, COLUMNS, REGION + 1, put_row, NULL, err);
}
