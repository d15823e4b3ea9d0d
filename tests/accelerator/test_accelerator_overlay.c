#include "support/table.h"

#include <stdio.h>
#include <string.h>

#include "gpucost/accelerator.h"

static void check(const table_row *row)
{
    char file[128];
    snprintf(file, sizeof file, "accelerator/overlay/%s.csv", table_text(row, "name"));
    gpucost_catalogue *catalogue = NULL;
    gpucost_error err;
    gpucost_status status = gpucost_catalogue_from_csv(test_path(file), &catalogue, &err);
    if (strcmp(gpucost_status_name(status), table_text(row, "expect_status")) != 0)
        fail_msg("%s: %s", gpucost_status_name(status), err.text);
    if (status != GPUCOST_OK) {
        assert_null(catalogue);
        assert_int_equal(err.status, status);
        assert_int_equal(err.line, table_u64(row, "expect_line"));
        assert_string_equal(err.field, table_text(row, "expect_field"));
        if (!strstr(err.text, table_text(row, "expect_text")))
            fail_msg("%s is not in: %s", table_text(row, "expect_text"), err.text);
        assert_non_null(strstr(err.source, table_text(row, "name")));
        return;
    }
    gpucost_accelerator found = GPUCOST_INIT(gpucost_accelerator);
    assert_int_equal(gpucost_accelerator_find(catalogue, table_text(row, "find"), &found, &err), GPUCOST_OK);
    assert_string_equal(found.id, table_text(row, "expect_id"));
    gpucost_catalogue_free(catalogue);
}

int main(void)
{
    return table_run("accelerator/overlay.csv", check);
}
