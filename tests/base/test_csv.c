#include "support/table.h"

#include <string.h>

#include "base/csv.h"

static gpucost__csv *open_text(const char *text, gpucost__input **input)
{
    gpucost__csv *csv = NULL;
    gpucost_error err;
    assert_int_equal(gpucost__input_memory(text, strlen(text), "feed.csv", input, &err), GPUCOST_OK);
    assert_int_equal(gpucost__csv_open(*input, ',', &csv, &err), GPUCOST_OK);
    return csv;
}

static void csv__counts_lines_across_quotes_and_blanks(void **state)
{
    (void)state;
    gpucost__input *input;
    gpucost__csv *csv = open_text("\xEF\xBB\xBFname,Value\r\n\r\n\"a\nb\",1\n\nc,\"2,\"\"3\"\"\"", &input);
    gpucost_error err;
    bool row;
    assert_int_equal(gpucost__csv_column(csv, "value"), 1);
    assert_int_equal(gpucost__csv_column(csv, "other"), -1);
    assert_int_equal(gpucost__csv_next(csv, &row, &err), GPUCOST_OK);
    assert_true(row);
    assert_string_equal(gpucost__csv_cell(csv, 0), "a\nb");
    assert_int_equal(gpucost__csv_line(csv), 3);
    assert_int_equal(gpucost__csv_next(csv, &row, &err), GPUCOST_OK);
    assert_string_equal(gpucost__csv_cell(csv, 1), "2,\"3\"");
    assert_int_equal(gpucost__csv_line(csv), 6);
    assert_int_equal(gpucost__csv_next(csv, &row, &err), GPUCOST_OK);
    assert_false(row);
    gpucost__csv_close(csv);
    gpucost__input_close(input);
}

static void csv__refuses_an_open_quote_and_ragged_rows(void **state)
{
    (void)state;
    gpucost__input *input;
    gpucost_error err;
    bool row;
    gpucost__csv *csv = open_text("a,b\n1\n2,3\n\"4,5\n6,7\n", &input);
    assert_int_equal(gpucost__csv_next(csv, &row, &err), GPUCOST_E_SYNTAX);
    assert_int_equal(err.line, 2);
    assert_string_equal(err.text, "the row has 1 fields, the header 2");
    assert_int_equal(gpucost__csv_next(csv, &row, &err), GPUCOST_OK);
    assert_string_equal(gpucost__csv_cell(csv, 1), "3");
    assert_int_equal(gpucost__csv_next(csv, &row, &err), GPUCOST_E_SYNTAX);
    assert_int_equal(err.line, 4);
    gpucost__csv_close(csv);
    gpucost__input_close(input);
}

static void csv__an_empty_feed_is_an_error(void **state)
{
    (void)state;
    gpucost__input *input;
    gpucost__csv *csv;
    gpucost_error err;
    assert_int_equal(gpucost__input_memory("\n", 1, "feed.csv", &input, &err), GPUCOST_OK);
    assert_int_equal(gpucost__csv_open(input, ',', &csv, &err), GPUCOST_E_EMPTY);
    gpucost__input_close(input);
    assert_int_equal(gpucost__input_open("/no/such/file", &input, &err), GPUCOST_E_IO);
}

static void csv__splits_on_tabs_and_keeps_empty_cells(void **state)
{
    (void)state;
    gpucost__input *input;
    gpucost__csv *csv;
    gpucost_error err;
    bool row;
    const char *text = "a\tb\tc\n\tLinux/UNIX (Amazon VPC)\t\n";
    assert_int_equal(gpucost__input_memory(text, strlen(text), "feed.tsv", &input, &err), GPUCOST_OK);
    assert_int_equal(gpucost__csv_open(input, '\t', &csv, &err), GPUCOST_OK);
    assert_int_equal(gpucost__csv_next(csv, &row, &err), GPUCOST_OK);
    assert_string_equal(gpucost__csv_cell(csv, 0), "");
    assert_string_equal(gpucost__csv_cell(csv, 1), "Linux/UNIX (Amazon VPC)");
    assert_string_equal(gpucost__csv_cell(csv, 2), "");
    gpucost__csv_close(csv);
    gpucost__input_close(input);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(csv__counts_lines_across_quotes_and_blanks),
        cmocka_unit_test(csv__refuses_an_open_quote_and_ragged_rows),
        cmocka_unit_test(csv__an_empty_feed_is_an_error),
        cmocka_unit_test(csv__splits_on_tabs_and_keeps_empty_cells),
    };
    return RUN_TESTS("csv", tests);
}
