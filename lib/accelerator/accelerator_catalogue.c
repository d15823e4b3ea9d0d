#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "accelerator/accelerator_row.h"
#include "base/csv.h"
#include "base/name.h"

struct gpucost_catalogue {
    gpucost_accelerator *rows;
    int32_t *lines; /* [count] line of the user's file, 0 for a bundled row */
    uint64_t count, room;
    gpucost__name_builder builder;
    gpucost__name_index names;
};

const gpucost_accelerator *gpucost__catalogue_rows(const gpucost_catalogue *catalogue, uint64_t *count)
{
    *count = catalogue ? catalogue->count : gpucost__accelerator_rows_count;
    return catalogue ? catalogue->rows : gpucost__accelerator_rows;
}

const gpucost__name_index *gpucost__catalogue_names(const gpucost_catalogue *catalogue)
{
    return catalogue ? &catalogue->names : &gpucost__accelerator_names;
}

void gpucost_catalogue_free(gpucost_catalogue *catalogue)
{
    if (!catalogue) return;
    free(catalogue->rows);
    free(catalogue->lines);
    gpucost__name_builder_close(&catalogue->builder);
    free(catalogue);
}

static gpucost_status make_room(gpucost_catalogue *catalogue, uint64_t room, gpucost_error *err)
{
    if (room <= catalogue->room) return GPUCOST_OK;
    gpucost_accelerator *rows = realloc(catalogue->rows, (size_t)room * sizeof *rows);
    if (!rows) return gpucost__fail_memory(err);
    catalogue->rows = rows;
    int32_t *lines = realloc(catalogue->lines, (size_t)room * sizeof *lines);
    if (!lines) return gpucost__fail_memory(err);
    catalogue->lines = lines;
    catalogue->room = room;
    return GPUCOST_OK;
}

static const char *column_at(const void *context, uint64_t index)
{
    (void)context;
    const gpucost_field *field = &gpucost__accelerator_table.fields[index];
    return field->type == GPUCOST_FIELD_SIZE ? "note" : field->name;
}

/* Every column is a field, `note`, or a mistake. */
static gpucost_status check_header(const gpucost__csv *csv, gpucost_error *err)
{
    for (int i = 0; i < gpucost__csv_column_count(csv); i++) {
        const char *name = gpucost__csv_column_name(csv, i);
        if (gpucost__csv_column(csv, name) != i)
            return gpucost__fail_field(err, GPUCOST_E_FIELD, name, NULL, "the header names this column twice");
        if (strcasecmp(name, "note") == 0 || gpucost__field_find(&gpucost__accelerator_table, name)) continue;
        gpucost__name_unknown("column", name, column_at, NULL, gpucost__accelerator_table.count, err);
        if (err) err->status = GPUCOST_E_FIELD;
        gpucost__error_under(err, name);
        return GPUCOST_E_FIELD;
    }
    static const char *const required[] = {"id", "name", "memory_bytes", "memory_bandwidth_bytes_per_s", "source"};
    int column;
    for (size_t i = 0; i < sizeof required / sizeof *required; i++)
        GPUCOST__TRY(gpucost__csv_need(csv, required[i], &column, err));
    return GPUCOST_OK;
}

static bool is_id(const char *text)
{
    bool letter = false;
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!plain && !strchr("-_.", c)) return false;
        letter = letter || plain;
    }
    return letter;
}

static gpucost_status check_row(gpucost_accelerator *row, gpucost_error *err)
{
    const char *missing = !row->id[0]                           ? "id"
                          : !row->name[0]                       ? "name"
                          : !row->memory_bytes                  ? "memory_bytes"
                          : !(row->memory_bandwidth_bytes_per_s > 0) ? "memory_bandwidth_bytes_per_s"
                          : !row->source[0]                     ? "source"
                                                                : NULL;
    if (missing) return gpucost__fail_field(err, GPUCOST_E_MISSING, missing, NULL, "the cell is empty; it is required");
    if (!is_id(row->id))
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "id", row->id,
                                   "\"%s\" is not an id; use letters, digits, '-', '_' and '.'", row->id);
    if (strchr(row->aliases, '*'))
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "aliases", row->aliases, "an alias cannot hold '*'");
    if (!row->memory_usable_bytes) row->memory_usable_bytes = row->memory_bytes;
    if (row->memory_usable_bytes > row->memory_bytes)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "memory_usable_bytes", NULL,
                                   "%llu bytes are usable, but memory_bytes is %llu",
                                   (unsigned long long)row->memory_usable_bytes, (unsigned long long)row->memory_bytes);
    return GPUCOST_OK;
}

/* A known id replaces its row; another is added. */
static gpucost_status put(gpucost_catalogue *catalogue, const gpucost_accelerator *row, int32_t line,
                          gpucost_error *err)
{
    uint64_t at = 0;
    while (at < catalogue->count && !gpucost__name_equal(catalogue->rows[at].id, row->id)) at++;
    if (at == catalogue->count) {
        if (catalogue->count == catalogue->room) GPUCOST__TRY(make_room(catalogue, 2 * catalogue->room, err));
        catalogue->count++;
    } else if (catalogue->lines[at] > 0) {
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "id", row->id, "line %d has the same id",
                                   catalogue->lines[at]);
    }
    catalogue->rows[at] = *row;
    catalogue->lines[at] = line;
    return GPUCOST_OK;
}

static gpucost_status read_rows(gpucost_catalogue *catalogue, gpucost__csv *csv, gpucost_error *err)
{
    for (;;) {
        bool got;
        GPUCOST__TRY(gpucost__csv_next(csv, &got, err));
        if (!got) return GPUCOST_OK;
        gpucost_accelerator row = GPUCOST_INIT(gpucost_accelerator);
        GPUCOST__TRY(gpucost__csv_struct(csv, &gpucost__accelerator_table, &row, err));
        GPUCOST__TRY(check_row(&row, err));
        GPUCOST__TRY(put(catalogue, &row, gpucost__csv_line(csv), err));
    }
}

/* Would `name` of row `own` find another row? */
static gpucost_status check_name(const gpucost_catalogue *catalogue, uint64_t own, const char *field, const char *name,
                                 gpucost_error *err)
{
    for (uint64_t i = 0; i < catalogue->count; i++)
        if (i != own && gpucost__accelerator_answers(&catalogue->rows[i], name))
            return gpucost__fail_field(err, GPUCOST_E_RANGE, field, name, "\"%s\" already names %s", name,
                                       catalogue->rows[i].id);
    return GPUCOST_OK;
}

static gpucost_status check_names(const gpucost_catalogue *catalogue, uint64_t own, gpucost_error *err)
{
    const gpucost_accelerator *row = &catalogue->rows[own];
    GPUCOST__TRY(check_name(catalogue, own, "id", row->id, err));
    GPUCOST__TRY(check_name(catalogue, own, "name", row->name, err));
    char aliases[sizeof row->aliases];
    memcpy(aliases, row->aliases, sizeof aliases);
    for (char *alias = aliases, *end; alias; alias = end) {
        end = strchr(alias, ';');
        if (end) *end++ = '\0';
        GPUCOST__TRY(check_name(catalogue, own, "aliases", alias, err));
    }
    return GPUCOST_OK;
}

static gpucost_status read_csv(gpucost_catalogue *catalogue, gpucost__input *input, gpucost_error *err)
{
    gpucost__csv *csv;
    GPUCOST__TRY(gpucost__csv_open(input, ',', &csv, err));
    gpucost_status status = check_header(csv, err);
    if (status == GPUCOST_OK) status = read_rows(catalogue, csv, err);
    int32_t line = gpucost__csv_line(csv);
    /* names are compared when all rows are in, so that one row may hand a name to another */
    for (uint64_t i = 0; status == GPUCOST_OK && i < catalogue->count; i++) {
        line = catalogue->lines[i];
        if (line > 0) status = check_names(catalogue, i, err);
    }
    if (status != GPUCOST_OK) gpucost__error_at(err, gpucost__input_name(input), line, 0);
    gpucost__csv_close(csv);
    return status;
}

/* Names with the vendor in front come last: they are no other row's own name. */
static gpucost_status index_names(gpucost_catalogue *catalogue, gpucost_error *err)
{
    uint64_t names = 0, bytes = 0;
    for (uint64_t i = 0; i < catalogue->count; i++) {
        const gpucost_accelerator *row = &catalogue->rows[i];
        uint64_t own = 3;
        for (const char *p = row->aliases; *p; p++) own += *p == ';';
        names += 2 * own;
        bytes += 2 * (strlen(row->id) + strlen(row->name) + strlen(row->aliases)) + own * strlen(row->vendor);
    }
    GPUCOST__TRY(gpucost__name_builder_open(names, bytes, &catalogue->builder, err));
    for (uint64_t i = 0; i < 2 * catalogue->count; i++) {
        uint64_t at = i % catalogue->count;
        const gpucost_accelerator *row = &catalogue->rows[at];
        const char *prefix = i < catalogue->count ? "" : row->vendor;
        gpucost__name_builder_add(&catalogue->builder, prefix, row->id, (uint32_t)at);
        gpucost__name_builder_add(&catalogue->builder, prefix, row->name, (uint32_t)at);
        gpucost__name_builder_add(&catalogue->builder, prefix, row->aliases, (uint32_t)at);
    }
    catalogue->names = gpucost__name_builder_index(&catalogue->builder);
    return GPUCOST_OK;
}

gpucost_status gpucost_catalogue_from_csv(const char *accelerators_csv, gpucost_catalogue **catalogue,
                                          gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_catalogue *made = calloc(1, sizeof *made);
    if (!made) return gpucost__fail_memory(err);
    gpucost__input *input = NULL;
    gpucost_status status = make_room(made, gpucost__accelerator_rows_count + 16, err);
    if (status == GPUCOST_OK) {
        made->count = gpucost__accelerator_rows_count;
        memcpy(made->rows, gpucost__accelerator_rows, (size_t)made->count * sizeof *made->rows);
        memset(made->lines, 0, (size_t)made->count * sizeof *made->lines);
        status = gpucost__input_open(accelerators_csv, &input, err);
    }
    if (status == GPUCOST_OK) status = read_csv(made, input, err);
    if (status == GPUCOST_OK) status = index_names(made, err);
    if (input) gpucost__input_close(input);
    if (status != GPUCOST_OK) {
        gpucost_catalogue_free(made);
        return status;
    }
    *catalogue = made;
    return GPUCOST_OK;
}
