/* Sampled catalogues: observed_utc,region,zone_id,instance,on_demand,spot. Each row gives two offers; an empty price
   means that the offer was gone from the catalogue at that sample. Those of AWS have zone ids; those of other clouds a
   zone, gpu and gpu_count, and the caller names the provider. */
#include "price/price_import.h"

enum { TIME, REGION, INSTANCE, ON_DEMAND, SPOT, ZONE_ID, ZONE, ACCELERATOR, COUNT, COLUMNS };

static const char *const names[COLUMNS] = {"observed_utc", "region", "instance", "on_demand", "spot",
                                           "zone_id",      "zone",   "gpu",      "gpu_count"};

static gpucost_status put_price(const gpucost__csv_row *from, int column, gpucost__price_row *row, gpucost_error *err)
{
    row->text[GPUCOST__ROW_TERM] = names[column];
    row->name[GPUCOST__ROW_HOURLY] = names[column];
    row->text[GPUCOST__ROW_HOURLY] = gpucost__csv_row_cell(from, column);
    row->withdrawn = !*row->text[GPUCOST__ROW_HOURLY];
    return gpucost__price_sink_put(from->sink, row, err);
}

static gpucost_status put_row(const gpucost__csv_row *from, gpucost_error *err)
{
    static const struct {
        int cell, column;
    } cells[] = {
        {GPUCOST__ROW_OBSERVED, TIME}, {GPUCOST__ROW_REGION, REGION},           {GPUCOST__ROW_INSTANCE, INSTANCE},
        {GPUCOST__ROW_ZONE, ZONE},     {GPUCOST__ROW_ACCELERATOR, ACCELERATOR}, {GPUCOST__ROW_ACCELERATOR_COUNT, COUNT},
    };
    gpucost__price_row row;
    gpucost__price_row_clear(&row);
    row.line = (uint64_t)gpucost__csv_line(from->csv);
    for (size_t i = 0; i < sizeof(cells) / sizeof(cells[0]); i++) {
        row.name[cells[i].cell] = names[cells[i].column];
        row.text[cells[i].cell] = gpucost__csv_row_cell(from, cells[i].column);
    }
    if (from->places[ZONE_ID] >= 0) {
        row.name[GPUCOST__ROW_ZONE] = names[ZONE_ID];
        row.text[GPUCOST__ROW_ZONE] = gpucost__csv_row_cell(from, ZONE_ID);
        if (!from->feed->known[GPUCOST__ROW_PROVIDER]) row.text[GPUCOST__ROW_PROVIDER] = "aws";
    }
    row.through_double = from->places[ACCELERATOR] >= 0; /* made from catalogues of floating-point numbers */
    GPUCOST__TRY(put_price(from, ON_DEMAND, &row, err));
    return put_price(from, SPOT, &row, err);
}

gpucost_status gpucost__price_read_aws_spot_csv(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err)
{
    return gpucost__price_each_csv(feed, sink, names, COLUMNS, SPOT + 1, put_row, NULL, err);
}
