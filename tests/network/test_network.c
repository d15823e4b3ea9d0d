#include "support/table.h"

#include "gpucost/field.h"
#include "gpucost/network.h"

/* Single layers against closed forms, and against what torch prints for them. */
static void check_layer(const table_row *row)
{
    static const char *const fields[] = {"kind",    "outputs", "kernel_height", "kernel_width", "stride",
                                         "padding", "same",    "groups",        "bias",         "heads",
                                         "window",  "rows",    "height",        "width",        "positions"};
    gpucost_layer layers[2] = {GPUCOST_INIT(gpucost_layer), GPUCOST_INIT(gpucost_layer)};
    gpucost_layer_count c = GPUCOST_INIT(gpucost_layer_count);
    const gpucost_struct *table = gpucost_struct_find("gpucost_layer");
    gpucost_network *network;
    gpucost_error err;
    layers[0].kind = GPUCOST_LAYER_INPUT;
    layers[0].outputs = table_u64(row, "input_channels");
    layers[0].height = table_u64(row, "input_height");
    layers[0].width = table_u64(row, "input_width");
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (!table_is_empty(row, fields[i]))
            assert_int_equal(gpucost_struct_set(table, &layers[1], fields[i], table_text(row, fields[i]), &err),
                             GPUCOST_OK);
    gpucost_status status = gpucost_network_from_layers(layers, 0, 2, NULL, &network, &err);
    if (!table_is_empty(row, "expect_field")) {
        assert_int_not_equal(status, GPUCOST_OK);
        assert_string_equal(err.field, table_text(row, "expect_field"));
        return;
    }
    if (status) fail_msg("%s: %s", err.field, err.text);
    assert_int_equal(gpucost_network_at(network, 1, NULL, &c, &err), GPUCOST_OK);
    assert_int_equal(c.channels, table_u64(row, "expect_channels"));
    assert_int_equal(c.height, table_u64(row, "expect_height"));
    assert_int_equal(c.width, table_u64(row, "expect_width"));
    assert_int_equal(c.parameters, table_u64(row, "expect_parameters"));
    assert_int_equal(c.multiply_adds, table_u64(row, "expect_multiply_adds"));
    assert_int_equal(c.stored_bytes, table_u64(row, "expect_stored_bytes"));
    gpucost_network_free(network);
}

int main(void)
{
    return table_run("network/layers.csv", check_layer);
}
