#include "support/table.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/decimal.h"

struct table_row {
    const table_row *header;
    char **cells;
    int count;
    char *name;
};

const char *test_path(const char *path)
{
    static char whole[1024];
    const char *root = getenv("GPUCOST_TESTS");
    snprintf(whole, sizeof whole, "%s/data/%s", root ? root : "tests", path);
    return whole;
}

const char *table_text(const table_row *row, const char *column)
{
    for (int i = 0; i < row->header->count; i++)
        if (strcmp(row->header->cells[i], column) == 0) return row->cells[i];
    fail_msg("the table has no column %s", column);
    return "";
}

int table_is_empty(const table_row *row, const char *column)
{
    return *table_text(row, column) == '\0';
}

double table_double(const table_row *row, const char *column)
{
    double value = 0;
    const char *text = table_text(row, column);
    if (gpucost__decimal_double(text, &value) != GPUCOST__DECIMAL_OK) fail_msg("%s: %s is not a number", column, text);
    return value;
}

uint64_t table_u64(const table_row *row, const char *column)
{
    uint64_t value = 0;
    const char *text = table_text(row, column);
    if (gpucost__decimal_u64(text, &value) != GPUCOST__DECIMAL_OK) fail_msg("%s: %s is not a count", column, text);
    return value;
}

static void (*current_check)(const table_row *row);

static void run_row(void **state)
{
    const table_row *row = *state;
    assert_true(*table_text(row, "source") != '\0');
    current_check(row);
}

static char *copy(const char *text)
{
    char *made = malloc(strlen(text) + 1);
    if (!made) abort();
    return strcpy(made, text);
}

static table_row *read_row(const gpucost__csv *csv, const table_row *header)
{
    table_row *row = calloc(1, sizeof *row);
    if (!row) abort();
    row->header = header ? header : row;
    row->count = gpucost__csv_column_count(csv);
    row->cells = calloc((size_t)row->count, sizeof *row->cells);
    if (!row->cells) abort();
    for (int i = 0; i < row->count; i++)
        row->cells[i] = copy(header ? gpucost__csv_cell(csv, i) : gpucost__csv_column_name(csv, i));
    return row;
}

int table_run(const char *path, void (*check)(const table_row *row))
{
    gpucost_error err;
    gpucost__input *input;
    gpucost__csv *csv;
    if (gpucost__input_open(test_path(path), &input, &err) || gpucost__csv_open(input, ',', &csv, &err)) {
        char text[512];
        gpucost_error_format(&err, text, sizeof text);
        printf("1..1\nnot ok 1 - %s\n", text);
        return 1;
    }
    table_row *header = read_row(csv, NULL);
    struct CMUnitTest *tests = NULL;
    size_t count = 0;
    bool got = true;
    while (gpucost__csv_next(csv, &got, &err) == GPUCOST_OK && got) {
        tests = realloc(tests, (count + 1) * sizeof *tests);
        if (!tests) abort();
        table_row *row = read_row(csv, header);
        row->name = copy(table_text(row, "name"));
        tests[count++] = (struct CMUnitTest){row->name, run_row, NULL, NULL, row};
    }
    if (got || count == 0) {
        printf("1..1\nnot ok 1 - %s ends at line %d\n", path, gpucost__csv_line(csv));
        return 1;
    }
    gpucost__csv_close(csv);
    gpucost__input_close(input);
    current_check = check;
    int failed = run_unit_tests(path, tests, count);
    for (size_t i = 0; i <= count; i++) {
        table_row *row = i < count ? tests[i].initial_state : header;
        for (int c = 0; c < row->count; c++) free(row->cells[c]);
        free(row->cells);
        free(row->name);
        free(row);
    }
    free(tests);
    return failed;
}

int run_unit_tests(const char *group, const struct CMUnitTest *tests, size_t count)
{
    setlocale(LC_ALL, ""); /* the library must not notice */
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return _cmocka_run_group_tests(group, tests, count, NULL, NULL);
}

int skip_without_shared(void)
{
    if (getenv("GPUCOST_SHARED")) return 0;
    printf("1..0 # SKIP GPUCOST_SHARED is not set\n");
    return 1;
}

void assert_close(double actual, double expected, double tolerance)
{
    if (!(fabs(actual - expected) <= tolerance * fabs(expected)))
        fail_msg("%.12g is not %.12g within %g", actual, expected, tolerance);
}
