/* Sampled AWS catalogues: observed_utc,region,zone_id,instance,on_demand,spot. Each row gives two offers; an empty
   price means that the offer was gone from the catalogue at that sample. */
#include "base/csv.h"
#include "price/price_import.h"

enum { TIME, REGION, ZONE, INSTANCE, ON_DEMAND, SPOT, COLUMNS };

static const char *const names[COLUMNS] = {"observed_utc", "region", "zone_id", "instance", "on_demand", "spot"};

static gpucost_status put_price(gpucost__csv *csv, const int places[COLUMNS], int column, gpucost__price_row *row,
                                gpucost__price_sink *sink, gpucost_error *err)
{
    row->text[GPUCOST__ROW_TERM] = names[column];
    row->name[GPUCOST__ROW_HOURLY] = names[column];
    row->text[GPUCOST__ROW_HOURLY] = gpucost__csv_cell(csv, places[column]);
    row->withdrawn = !*row->text[GPUCOST__ROW_HOURLY];
    return gpucost__price_sink_put(sink, row, err);
}

static gpucost_status read_rows(gpucost__csv *csv, gpucost__price_sink *sink, gpucost_error *err)
{
    int places[COLUMNS];
    gpucost__price_row row;
    gpucost__price_row_clear(&row);
    for (int i = 0; i < COLUMNS; i++) GPUCOST__TRY(gpucost__csv_need(csv, names[i], &places[i], err));
    row.name[GPUCOST__ROW_OBSERVED] = names[TIME];
    row.name[GPUCOST__ROW_REGION] = names[REGION];
    row.name[GPUCOST__ROW_ZONE] = names[ZONE];
    row.name[GPUCOST__ROW_INSTANCE] = names[INSTANCE];
    for (;;) {
        bool got;
        GPUCOST__TRY(gpucost__price_next_csv(csv, sink, &got, err));
        if (!got) return GPUCOST_OK;
        row.line = (uint64_t)gpucost__csv_line(csv);
        row.text[GPUCOST__ROW_OBSERVED] = gpucost__csv_cell(csv, places[TIME]);
        row.text[GPUCOST__ROW_REGION] = gpucost__csv_cell(csv, places[REGION]);
        row.text[GPUCOST__ROW_ZONE] = gpucost__csv_cell(csv, places[ZONE]);
        row.text[GPUCOST__ROW_INSTANCE] = gpucost__csv_cell(csv, places[INSTANCE]);
        GPUCOST__TRY(put_price(csv, places, ON_DEMAND, &row, sink, err));
        GPUCOST__TRY(put_price(csv, places, SPOT, &row, sink, err));
    }
}

gpucost_status gpucost__price_read_aws_spot_csv(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err)
{
    gpucost__csv *csv;
    GPUCOST__TRY(gpucost__csv_open(feed->input, ',', &csv, err));
    gpucost_status status = read_rows(csv, sink, err);
    gpucost__csv_close(csv);
    return status;
}
