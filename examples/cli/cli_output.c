#include "cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool wants_json(void)
{
    const char *format = flag_value("format");
    return flag_value("jobs") || (format && strcmp(format, "json") == 0);
}

/* What a file or a name brought into a message, as text: control characters would be obeyed by a terminal. */
static void make_text(char *text)
{
    json_t *valid = json_string(text); /* NULL when it is not UTF-8 */
    for (char *p = text; *p; p++) {
        if ((unsigned char)*p < 0x20 || *p == 0x7F) *p = ' ';
        if (!valid && (unsigned char)*p >= 0x80) *p = '?';
    }
    json_decref(valid);
}

json_t *text_json(const char *text)
{
    json_t *json = json_string(text);
    if (json) return json;
    char *copy = strdup(text);
    if (copy) make_text(copy);
    json = json_string(copy ? copy : "");
    free(copy);
    return json;
}

int fail(const gpucost_error *err)
{
    char line[1024];
    gpucost_error_format(err, line, sizeof line);
    make_text(line);
    fprintf(stderr, "gpucost-cli: %s\n", line);
    return EXIT_FAILED;
}

int usage_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "gpucost-cli: ");
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    return EXIT_USAGE;
}

int write_text(const char *path, const char *text)
{
    bool output = strcmp(path, "-") == 0;
    FILE *file = output ? stdout : fopen(path, "w");
    bool good = file && fputs(text, file) >= 0;
    if (file && !output) good &= fclose(file) == 0;
    if (good) return EXIT_ANSWERED;
    fprintf(stderr, "gpucost-cli: %s: cannot be written\n", path);
    return EXIT_FAILED;
}

json_t *struct_json(const char *struct_name, const void *value)
{
    char *text;
    gpucost_error err;
    if (gpucost_struct_to_json(gpucost_struct_find(struct_name), value, &text, &err) != GPUCOST_OK) return NULL;
    json_t *json = json_loads(text, 0, NULL);
    gpucost_text_free(text);
    return json;
}

json_t *error_json(const gpucost_error *err)
{
    const char *name = gpucost_status_name(err->status);
    return json_pack("{s:{s:s, s:o, s:i, s:i, s:o, s:o, s:o}}", "error", "status", name ? name : "", "source",
                     text_json(err->source), "line", err->line, "column", err->column, "field", text_json(err->field),
                     "value", text_json(err->value), "text", text_json(err->text));
}

void print_json(json_t *json)
{
    json_dumpf(json, stdout, JSON_INDENT(2));
    printf("\n");
    json_decref(json);
}

int end_list(json_t *list)
{
    if (wants_json())
        print_json(list);
    else
        json_decref(list);
    return EXIT_ANSWERED;
}

void money_text(const gpucost_money *money, char text[40])
{
    gpucost_money_format(money, 2, text, 40);
}

void print_json_line(json_t *json)
{
    json_dumpf(json, stdout, JSON_COMPACT);
    printf("\n");
    fflush(stdout);
    json_decref(json);
}

static void cell(const char *struct_name, const void *value, const char *field, char *text, size_t capacity)
{
    gpucost_error err;
    if (gpucost_struct_get(gpucost_struct_find(struct_name), value, field, text, capacity, &err) != GPUCOST_OK)
        snprintf(text, capacity, "%s", err.text);
}

/* Six figures are enough to read; JSON and CSV have them all. */
static void shorten(const gpucost_field *field, char *text, size_t capacity)
{
    if (field->type == GPUCOST_FIELD_F64 && strlen(text) > 8) snprintf(text, capacity, "%.6g", strtod(text, NULL));
}

/* Bytes and seconds also in the units that people read. */
static void human(const gpucost_field *field, const char *text, char *note, size_t capacity)
{
    double value = strtod(text, NULL);
    note[0] = '\0';
    if (!field->unit || value == 0) return;
    if (strcmp(field->unit, "bytes") == 0 && value >= 1048576)
        snprintf(note, capacity, "  (%.2f GiB)", value / 1073741824);
    else if (strcmp(field->unit, "s") == 0 && value >= 3600)
        snprintf(note, capacity, "  (%.2f h)", value / 3600);
}

void print_struct(const char *struct_name, const void *value)
{
    const gpucost_struct *type = gpucost_struct_find(struct_name);
    for (uint64_t i = 0; i < type->count; i++) {
        const gpucost_field *field = &type->fields[i];
        char text[1024], note[64];
        if (field->type == GPUCOST_FIELD_SIZE || field->type == GPUCOST_FIELD_RESERVED) continue;
        cell(struct_name, value, field->name, text, sizeof text);
        shorten(field, text, sizeof text);
        if (!*text || strcmp(text, "0") == 0) continue;
        human(field, text, note, sizeof note);
        printf("  %-30s %s%s%s%s\n", field->name, text, field->unit ? " " : "", field->unit ? field->unit : "", note);
    }
}

static void print_csv_cell(const char *text)
{
    if (!strpbrk(text, ",\"\n")) {
        printf("%s", text);
        return;
    }
    putchar('"');
    for (; *text; text++) {
        if (*text == '"') putchar('"');
        putchar(*text);
    }
    putchar('"');
}

static bool csv_printed;

bool csv_written(void)
{
    return csv_printed;
}

static void print_csv(const char *struct_name, const char *rows, size_t count, size_t stride)
{
    csv_printed = true;
    const gpucost_struct *type = gpucost_struct_find(struct_name);
    for (size_t r = 0; r <= count; r++) {
        bool first = true;
        for (uint64_t i = 0; i < type->count; i++) {
            const gpucost_field *field = &type->fields[i];
            char text[1024];
            if (field->type == GPUCOST_FIELD_SIZE || field->type == GPUCOST_FIELD_RESERVED) continue;
            if (!first) putchar(',');
            first = false;
            if (r == 0) {
                printf("%s", field->name);
            } else {
                cell(struct_name, rows + (r - 1) * stride, field->name, text, sizeof text);
                print_csv_cell(text);
            }
        }
        putchar('\n');
    }
}

/* A cell of a table that people read. */
static void short_cell(const char *struct_name, const void *value, const char *name, char *text, size_t capacity)
{
    const gpucost_struct *type = gpucost_struct_find(struct_name);
    cell(struct_name, value, name, text, capacity);
    for (uint64_t i = 0; i < type->count; i++)
        if (strcmp(type->fields[i].name, name) == 0) shorten(&type->fields[i], text, capacity);
}

static void print_table(const char *struct_name, const char *rows, size_t count, size_t stride,
                        const char *const *columns)
{
    enum { COLUMNS_MOST = 16 };
    int width[COLUMNS_MOST] = {0}, column_count = 0;
    char text[1024];
    for (; columns[column_count] && column_count < COLUMNS_MOST; column_count++) {
        width[column_count] = (int)strlen(columns[column_count]);
        for (size_t r = 0; r < count; r++) {
            short_cell(struct_name, rows + r * stride, columns[column_count], text, sizeof text);
            if ((int)strlen(text) > width[column_count]) width[column_count] = (int)strlen(text);
        }
    }
    for (size_t r = 0; r <= count; r++) {
        for (int c = 0; c < column_count; c++) {
            if (r == 0)
                snprintf(text, sizeof text, "%s", columns[c]);
            else
                short_cell(struct_name, rows + (r - 1) * stride, columns[c], text, sizeof text);
            printf("%s%-*s", c ? "  " : "", c + 1 < column_count ? width[c] : 0, text);
        }
        printf("\n");
    }
}

bool wants_text(void)
{
    const char *format = flag_value("format");
    return !format || strcmp(format, "text") == 0;
}

void print_rows(const char *struct_name, const void *rows, size_t count, size_t stride, const char *const *columns)
{
    const char *format = flag_value("format");
    if (wants_json()) {
        json_t *list = json_array();
        for (size_t r = 0; r < count; r++)
            json_array_append_new(list, struct_json(struct_name, (const char *)rows + r * stride));
        print_json(list);
    } else if (format && strcmp(format, "csv") == 0) {
        print_csv(struct_name, rows, count, stride);
    } else {
        print_table(struct_name, rows, count, stride, columns);
    }
}
