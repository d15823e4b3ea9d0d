#include "support/table.h"

#include <stdio.h>
#include <string.h>

#include "gpucost/network.h"

/* Files of tests/data/network/lists: what they add up to, or where they are wrong. */
static void check_file(const table_row *row)
{
    char path[512];
    snprintf(path, sizeof path, "network/lists/%s", table_text(row, "file"));
    gpucost_network *network = (void *)path;
    gpucost_network_totals t = GPUCOST_INIT(gpucost_network_totals);
    gpucost_error err;
    gpucost_status status = gpucost_network_from_file(test_path(path), &network, &err);
    if (table_is_empty(row, "expect_status")) {
        if (status) fail_msg("%s:%d %s: %s", err.source, err.line, err.field, err.text);
        assert_int_equal(gpucost_network_total(network, &t, &err), GPUCOST_OK);
        assert_int_equal(t.layers, table_u64(row, "expect_layers"));
        assert_int_equal(t.parameters, table_u64(row, "expect_parameters"));
        assert_int_equal(t.multiply_adds, table_u64(row, "expect_multiply_adds"));
        assert_string_equal(t.family, "list");
        assert_int_not_equal(gpucost_network_at(network, t.layers, NULL, NULL, &err), GPUCOST_OK);
        gpucost_network_free(network);
        return;
    }
    assert_ptr_equal(network, path);
    assert_string_equal(gpucost_status_name(status), table_text(row, "expect_status"));
    assert_string_equal(err.field, table_text(row, "expect_field"));
    assert_int_equal(err.line, table_u64(row, "expect_line"));
    if (status != GPUCOST_E_IO) assert_non_null(strstr(err.source, table_text(row, "file")));
}

int main(void)
{
    return table_run("network/lists.csv", check_file);
}
