#include "base/csv.h"

#include <csv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct {
    char *text;     /* cells one after another, each ended by NUL */
    size_t used, room;
    size_t *starts; /* [count] offsets into text */
    int count, starts_room;
    bool full;      /* the row has ended */
    bool failed;    /* memory ran out in a callback */
} row;

struct gpucost__csv {
    gpucost__input *input;
    struct csv_parser parser;
    row header, current;
    int32_t line;
    bool ended;
};

static bool row_add(row *r, const char *cell, size_t bytes)
{
    if (r->used + bytes + 1 > r->room) {
        size_t room = (r->used + bytes + 1) * 2;
        char *grown = realloc(r->text, room);
        if (!grown) return false;
        r->text = grown;
        r->room = room;
    }
    if (r->count == r->starts_room) {
        int room = r->starts_room ? r->starts_room * 2 : 32;
        size_t *grown = realloc(r->starts, (size_t)room * sizeof *grown);
        if (!grown) return false;
        r->starts = grown;
        r->starts_room = room;
    }
    r->starts[r->count++] = r->used;
    memcpy(r->text + r->used, cell, bytes);
    r->used += bytes;
    r->text[r->used++] = '\0';
    return true;
}

static void row_clear(row *r)
{
    r->used = 0;
    r->count = 0;
    r->full = false;
    r->failed = false;
}

static void row_free(row *r)
{
    free(r->text);
    free(r->starts);
}

static void on_cell(void *cell, size_t bytes, void *csv)
{
    row *r = &((gpucost__csv *)csv)->current;
    if (!row_add(r, cell ? cell : "", cell ? bytes : 0)) r->failed = true;
}

static void on_row(int end, void *csv)
{
    (void)end;
    ((gpucost__csv *)csv)->current.full = true;
}

static gpucost_status fail_here(const gpucost__csv *csv, gpucost_status status, const char *what, gpucost_error *err)
{
    gpucost__fail(err, status, "%s", what);
    gpucost__error_at(err, gpucost__input_name(csv->input), csv->line, 0);
    return status;
}

/* Feed lines until a row is complete; blank lines give none. */
static gpucost_status read_row(gpucost__csv *csv, bool *got, gpucost_error *err)
{
    row_clear(&csv->current);
    *got = false;
    bool begun = false;
    while (!csv->ended) {
        char *line;
        size_t bytes;
        GPUCOST__TRY(gpucost__input_line(csv->input, &line, &bytes, err));
        int failed;
        if (!line) {
            csv->ended = true;
            failed = csv_fini(&csv->parser, on_cell, on_row, csv);
        } else {
            if (!begun) csv->line = gpucost__input_line_number(csv->input);
            begun = true;
            if (csv->line == 1 && bytes >= 3 && memcmp(line, "\xEF\xBB\xBF", 3) == 0) { /* UTF-8 byte order mark */
                line += 3;
                bytes -= 3;
            }
            failed = csv_parse(&csv->parser, line, bytes, on_cell, on_row, csv) != bytes;
        }
        if (csv->current.failed || csv_error(&csv->parser) == CSV_ENOMEM) return gpucost__fail_memory(err);
        if (failed) {
            csv->ended = true;
            return fail_here(csv, GPUCOST_E_SYNTAX, "a quoted field is not closed or is followed by more text", err);
        }
        if (csv->current.full) {
            *got = true;
            return GPUCOST_OK;
        }
        if (csv->current.count == 0) begun = line && csv->parser.quoted; /* blank line, or still inside quotes */
    }
    return GPUCOST_OK;
}

gpucost_status gpucost__csv_open(gpucost__input *input, char delimiter, gpucost__csv **csv, gpucost_error *err)
{
    gpucost__csv *made = calloc(1, sizeof *made);
    if (!made) return gpucost__fail_memory(err);
    made->input = input;
    if (csv_init(&made->parser, CSV_STRICT | CSV_STRICT_FINI) != 0) {
        free(made);
        return gpucost__fail_memory(err);
    }
    csv_set_delim(&made->parser, (unsigned char)delimiter);
    bool got;
    gpucost_status status = read_row(made, &got, err);
    if (status == GPUCOST_OK && !got) status = fail_here(made, GPUCOST_E_EMPTY, "has no header line", err);
    if (status != GPUCOST_OK) {
        gpucost__csv_close(made);
        return status;
    }
    made->header = made->current;
    made->current = (row){0};
    *csv = made;
    return GPUCOST_OK;
}

const char *gpucost__csv_column_name(const gpucost__csv *csv, int column)
{
    return csv->header.text + csv->header.starts[column];
}

int gpucost__csv_column_count(const gpucost__csv *csv)
{
    return csv->header.count;
}

int gpucost__csv_column(const gpucost__csv *csv, const char *name)
{
    for (int i = 0; i < csv->header.count; i++)
        if (strcasecmp(gpucost__csv_column_name(csv, i), name) == 0) return i;
    return -1;
}

gpucost_status gpucost__csv_need(const gpucost__csv *csv, const char *name, int *column, gpucost_error *err)
{
    *column = gpucost__csv_column(csv, name);
    if (*column >= 0) return GPUCOST_OK;
    char columns[160] = "";
    size_t used = 0;
    for (int i = 0; i < csv->header.count && used < sizeof columns; i++) /* a long header is cut short */
        used += (size_t)snprintf(columns + used, sizeof columns - used, "%s%s", i ? "," : "",
                                 gpucost__csv_column_name(csv, i));
    gpucost__fail_field(err, GPUCOST_E_MISSING, name, NULL, "the column is missing; the header is %s", columns);
    gpucost__error_at(err, gpucost__input_name(csv->input), 1, 0);
    return GPUCOST_E_MISSING;
}

gpucost_status gpucost__csv_next(gpucost__csv *csv, bool *got, gpucost_error *err)
{
    GPUCOST__TRY(read_row(csv, got, err));
    if (!*got || csv->current.count == csv->header.count) return GPUCOST_OK;
    gpucost__fail(err, GPUCOST_E_SYNTAX, "the row has %d fields, the header %d", csv->current.count, csv->header.count);
    gpucost__error_at(err, gpucost__input_name(csv->input), csv->line, 0);
    return GPUCOST_E_SYNTAX;
}

const char *gpucost__csv_cell(const gpucost__csv *csv, int column)
{
    return column < 0 || column >= csv->current.count ? "" : csv->current.text + csv->current.starts[column];
}

int32_t gpucost__csv_line(const gpucost__csv *csv)
{
    return csv->line;
}

gpucost_status gpucost__csv_struct(const gpucost__csv *csv, const gpucost_struct *type, void *value,
                                   gpucost_error *err)
{
    for (int i = 0; i < csv->header.count; i++) {
        const gpucost_field *field = gpucost__field_find(type, gpucost__csv_column_name(csv, i));
        const char *cell = gpucost__csv_cell(csv, i);
        if (!field || !*cell) continue;
        gpucost_status status = gpucost__field_set(field, value, cell, err);
        if (status != GPUCOST_OK) {
            gpucost__error_at(err, gpucost__input_name(csv->input), csv->line, 0);
            return status;
        }
    }
    return GPUCOST_OK;
}

void gpucost__csv_close(gpucost__csv *csv)
{
    if (!csv) return;
    csv_free(&csv->parser);
    row_free(&csv->header);
    row_free(&csv->current);
    free(csv);
}
