/* Our CSV of tariffs and of exchange rates (docs/price.md). */
#include "price/price_import.h"

enum { KIND, UNIT, PRICE, PROVIDER, REGION, ITEM, TARGET, TERM, CURRENCY, FROM, OBSERVED, TARIFF_COLUMNS };

static const char *const tariff_names[TARIFF_COLUMNS] = {"kind",     "unit",          "price",       "provider",
                                                         "region",   "item",          "target",      "term",
                                                         "currency", "from_quantity", "observed_utc"};

static gpucost_status put_tariff(const gpucost__csv_row *from, gpucost_error *err)
{
    const char *cells[TARIFF_COLUMNS];
    for (int i = 0; i < TARIFF_COLUMNS; i++) cells[i] = gpucost__csv_row_cell(from, i);
    const gpucost__tariff_row row = {
        .line = (uint64_t)gpucost__csv_line(from->csv),
        .provider = cells[PROVIDER],
        .region = cells[REGION],
        .kind = cells[KIND],
        .item = cells[ITEM],
        .target = cells[TARGET],
        .term = cells[TERM],
        .currency = cells[CURRENCY],
        .unit = cells[UNIT],
        .from_quantity = cells[FROM],
        .price = cells[PRICE],
        .observed = cells[OBSERVED],
    };
    return gpucost__price_sink_tariff(from->sink, &row, err);
}

gpucost_status gpucost__price_read_tariff(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err)
{
    return gpucost__price_each_csv(feed, sink, tariff_names, TARIFF_COLUMNS, PRICE + 1, put_tariff, NULL, err);
}

enum { BASE, QUOTE, RATE, DATE, RATE_COLUMNS };

static const char *const rate_names[RATE_COLUMNS] = {"base", "quote", "rate", "observed_utc"};

static gpucost_status put_rate(const gpucost__csv_row *from, gpucost_error *err)
{
    return gpucost__price_sink_rate(from->sink, (uint64_t)gpucost__csv_line(from->csv),
                                    gpucost__csv_row_cell(from, BASE), gpucost__csv_row_cell(from, QUOTE),
                                    gpucost__csv_row_cell(from, DATE), gpucost__csv_row_cell(from, RATE), err);
}

gpucost_status gpucost__price_read_rate(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err)
{
    return gpucost__price_each_csv(feed, sink, rate_names, RATE_COLUMNS, RATE + 1, put_rate, NULL, err);
}
