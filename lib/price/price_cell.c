/* Cells of rows: from CSV by column, from JSON by value. */
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "price/price_import.h"

enum { COLUMNS_MOST = 32 };

const char *gpucost__csv_row_cell(const gpucost__csv_row *row, int column)
{
    return gpucost__csv_cell(row->csv, row->places[column]);
}

static gpucost_status each_row(gpucost__csv_row *row, const char *const *names, int count, int needed,
                               gpucost_status (*put)(const gpucost__csv_row *row, gpucost_error *err),
                               gpucost_error *err)
{
    int places[COLUMNS_MOST];
    for (int i = 0; i < count; i++) places[i] = gpucost__csv_column(row->csv, names[i]);
    for (int i = 0; i < needed; i++)
        if (places[i] < 0) GPUCOST__TRY(gpucost__csv_need(row->csv, names[i], &places[i], err));
    row->places = places;
    for (;;) {
        bool got;
        GPUCOST__TRY(gpucost__price_next_csv(row->csv, row->sink, &got, err));
        if (!got) return GPUCOST_OK;
        GPUCOST__TRY(put(row, err));
    }
}

gpucost_status gpucost__price_each_csv(const gpucost__feed *feed, gpucost__price_sink *sink, const char *const *names,
                                       int count, int needed,
                                       gpucost_status (*put)(const gpucost__csv_row *row, gpucost_error *err),
                                       void *context, gpucost_error *err)
{
    gpucost__csv_row row = {.feed = feed, .sink = sink, .context = context};
    GPUCOST__TRY(gpucost__csv_open(feed->input, ',', &row.csv, err));
    gpucost_status status = each_row(&row, names, count, needed, put, err);
    gpucost__csv_close(row.csv);
    return status;
}

const char *gpucost__json_cell(json_t *value, char room[GPUCOST__CELL_MOST])
{
    if (json_is_string(value)) return json_string_value(value);
    room[0] = '\0';
    if (json_is_integer(value)) snprintf(room, GPUCOST__CELL_MOST, "%lld", (long long)json_integer_value(value));
    if (json_is_real(value)) gpucost__double_text(json_real_value(value), room);
    return room;
}

const char *gpucost__text_cell(json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

bool gpucost__cell_ends(const char *cell, const char *word)
{
    size_t bytes = strlen(cell), tail = strlen(word);
    return bytes >= tail && strcmp(cell + bytes - tail, word) == 0;
}

const char *gpucost__nanos_cell(int64_t nanos, char room[GPUCOST__CELL_MOST])
{
    snprintf(room, GPUCOST__CELL_MOST, "%lld.%09lld", (long long)(nanos / 1000000000), (long long)(nanos % 1000000000));
    return room;
}
