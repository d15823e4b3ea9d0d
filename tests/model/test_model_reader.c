#include "support/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "gpucost/model.h"

static char *text_of(const char *path)
{
    char *text;
    size_t bytes;
    assert_int_equal(gpucost__input_all(test_path(path), 1 << 20, &text, &bytes, NULL), GPUCOST_OK);
    return text;
}

static void check_bad(const table_row *row)
{
    char path[256];
    gpucost_model *untouched = (gpucost_model *)&path, *model = untouched;
    gpucost_error err;
    snprintf(path, sizeof path, "model/bad/%s", table_text(row, "file"));
    char *json = text_of(path);
    gpucost_status status = gpucost_model_from_config(json, "dir/config.json", &model, &err);
    free(json);
    assert_string_equal(gpucost_status_name(status), table_text(row, "expect_status"));
    assert_ptr_equal(model, untouched);
    assert_string_equal(err.field, table_text(row, "field"));
    assert_string_equal(err.source, "dir/config.json");
    if (!strstr(err.text, table_text(row, "text"))) fail_msg("\"%s\" lacks \"%s\"", err.text, table_text(row, "text"));
    assert_true(status != GPUCOST_E_SYNTAX || err.line > 0);
    assert_int_equal(gpucost_model_from_config("[", "x", &model, NULL), GPUCOST_E_SYNTAX); /* err may be NULL */
}

int main(void)
{
    return table_run("model/bad.csv", check_bad);
}
