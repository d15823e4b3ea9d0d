/* Our own CSV (docs/price.md): columns by name, in any order, most of them optional. */
#include <string.h>

#include "base/csv.h"
#include "price/price_import.h"

/* Names of each column; the first is ours. */
static const char *const columns[GPUCOST__ROW_CELLS][4] = {
    [GPUCOST__ROW_PROVIDER] = {"provider", "cloud"},
    [GPUCOST__ROW_REGION] = {"region"},
    [GPUCOST__ROW_ZONE] = {"zone", "zone_id", "availability_zone"},
    [GPUCOST__ROW_INSTANCE] = {"instance", "instance_type"},
    [GPUCOST__ROW_ACCELERATOR] = {"accelerator", "gpu"},
    [GPUCOST__ROW_ACCELERATOR_COUNT] = {"accelerator_count", "gpu_count"},
    [GPUCOST__ROW_PRODUCT] = {"product"},
    [GPUCOST__ROW_TERM] = {"term"},
    [GPUCOST__ROW_CURRENCY] = {"currency"},
    [GPUCOST__ROW_TENANCY] = {"tenancy"},
    [GPUCOST__ROW_PLAN] = {"plan"},
    [GPUCOST__ROW_UPFRONT] = {"upfront"},
    [GPUCOST__ROW_HOURLY] = {"hourly", "on_demand_hourly"},
    [GPUCOST__ROW_OBSERVED] = {"observed_utc", "as_of", "generated_at"},
    [GPUCOST__ROW_SOURCE] = {"source"},
};

gpucost_status gpucost__price_next_csv(gpucost__csv *csv, gpucost__price_sink *sink, bool *row, gpucost_error *err)
{
    for (;;) {
        gpucost_error why;
        gpucost_status status = gpucost__csv_next(csv, row, &why);
        if (status == GPUCOST_OK) return GPUCOST_OK;
        if (status != GPUCOST_E_SYNTAX || !*row) { /* nothing can be read after an open quote */
            if (err) *err = why;
            return status;
        }
        GPUCOST__TRY(gpucost__price_sink_refuse(sink, (uint64_t)gpucost__csv_line(csv), "", "", why.text, err));
    }
}

static gpucost_status find_columns(const gpucost__feed *feed, const gpucost__csv *csv, int places[GPUCOST__ROW_CELLS],
                                   gpucost__price_row *row, gpucost_error *err)
{
    for (int cell = 0; cell < GPUCOST__ROW_CELLS; cell++) {
        places[cell] = -1;
        for (int i = 0; places[cell] < 0 && i < 4 && columns[cell][i]; i++)
            places[cell] = gpucost__csv_column(csv, columns[cell][i]);
        row->name[cell] = places[cell] < 0 ? columns[cell][0] : gpucost__csv_column_name(csv, places[cell]);
        bool needed = cell == GPUCOST__ROW_INSTANCE || cell == GPUCOST__ROW_HOURLY || cell == GPUCOST__ROW_OBSERVED ||
                      cell == GPUCOST__ROW_PROVIDER;
        if (places[cell] < 0 && needed && !feed->known[cell])
            GPUCOST__TRY(gpucost__csv_need(csv, columns[cell][0], &places[cell], err));
    }
    return GPUCOST_OK;
}

static gpucost_status read_rows(const gpucost__feed *feed, gpucost__csv *csv, gpucost__price_sink *sink,
                                gpucost_error *err)
{
    int places[GPUCOST__ROW_CELLS];
    gpucost__price_row row;
    gpucost__price_row_clear(&row);
    GPUCOST__TRY(find_columns(feed, csv, places, &row, err));
    int withdrawn = gpucost__csv_column(csv, "withdrawn");
    for (;;) {
        bool got;
        GPUCOST__TRY(gpucost__price_next_csv(csv, sink, &got, err));
        if (!got) return GPUCOST_OK;
        row.line = (uint64_t)gpucost__csv_line(csv);
        for (int cell = 0; cell < GPUCOST__ROW_CELLS; cell++) row.text[cell] = gpucost__csv_cell(csv, places[cell]);
        row.withdrawn = strcmp(gpucost__csv_cell(csv, withdrawn), "1") == 0;
        GPUCOST__TRY(gpucost__price_sink_put(sink, &row, err));
    }
}

gpucost_status gpucost__price_read_csv(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err)
{
    gpucost__csv *csv;
    GPUCOST__TRY(gpucost__csv_open(feed->input, ',', &csv, err));
    gpucost_status status = read_rows(feed, csv, sink, err);
    gpucost__csv_close(csv);
    return status;
}
