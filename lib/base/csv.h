/* Rows of a CSV, TSV or similar feed by header name, through libcsv, one line at a time. */
#ifndef GPUCOST_BASE_CSV_H
#define GPUCOST_BASE_CSV_H

#include "base/field.h"
#include "base/input.h"

typedef struct gpucost__csv gpucost__csv;

/* Reads the header. The input stays the caller's. An input without a header line is GPUCOST_E_EMPTY. */
gpucost_status gpucost__csv_open(gpucost__input *input, char delimiter, gpucost__csv **csv, gpucost_error *err);

/* Position of a column (case and surrounding blanks do not matter), or -1. */
int gpucost__csv_column(const gpucost__csv *csv, const char *name);
int gpucost__csv_column_count(const gpucost__csv *csv);
const char *gpucost__csv_column_name(const gpucost__csv *csv, int column);

/* The same, and an error that lists what is there when the column is missing. */
gpucost_status gpucost__csv_need(const gpucost__csv *csv, const char *name, int *column, gpucost_error *err);

/* The next row; *row is false at the end. A row with another number of fields than the header, or a quote left open
   at the end, is GPUCOST_E_SYNTAX; after the former, reading may go on. */
gpucost_status gpucost__csv_next(gpucost__csv *csv, bool *row, gpucost_error *err);

/* Cell of the current row; "" for column -1. Borrowed until the next row. */
const char *gpucost__csv_cell(const gpucost__csv *csv, int column);

/* Line on which the current row began, from 1. */
int32_t gpucost__csv_line(const gpucost__csv *csv);

/* Fill a value struct from the row: every column named like a field, empty cells left alone. */
gpucost_status gpucost__csv_struct(const gpucost__csv *csv, const gpucost_struct *type, void *value,
                                   gpucost_error *err);

void gpucost__csv_close(gpucost__csv *csv);

#endif
