#include "support/table.h"

#include <math.h>

#include "gpucost/network.h"

/* A row of the bundled facts: its published counts. Pages round multiply-adds to a million, or to five digits. */
static void check_preset(const table_row *row)
{
    const char *name = table_text(row, "name");
    gpucost_network *network;
    gpucost_network_totals t = GPUCOST_INIT(gpucost_network_totals);
    gpucost_error err;
    if (gpucost_network_from_preset(name, NULL, &network, &err)) fail_msg("%s", err.text);
    assert_int_equal(gpucost_network_total(network, &t, &err), GPUCOST_OK);
    assert_string_equal(t.name, name);
    assert_int_equal(t.layers, gpucost_network_count(network));
    if (!table_is_empty(row, "parameters_published"))
        assert_int_equal(t.parameters, table_u64(row, "parameters_published"));
    if (!table_is_empty(row, "multiply_adds_published")) {
        double published = table_double(row, "multiply_adds_published");
        double rounding = fmax(0.5e6, published * 2e-4);
        if (fabs((double)t.multiply_adds - published) > rounding)
            fail_msg("%llu multiply-adds, %.0f published", (unsigned long long)t.multiply_adds, published);
    }
    gpucost_layer_count sum = GPUCOST_INIT(gpucost_layer_count), c = GPUCOST_INIT(gpucost_layer_count);
    for (uint64_t i = 0; i < t.layers; i++) {
        assert_int_equal(gpucost_network_at(network, i, NULL, &c, &err), GPUCOST_OK);
        assert_int_equal(c.output_elements, c.channels * c.height * c.width);
        sum.parameters += c.parameters;
        sum.multiply_adds += c.multiply_adds;
        sum.output_elements += c.output_elements;
        sum.stored_bytes += c.stored_bytes;
    }
    assert_int_equal(sum.parameters, t.parameters);
    assert_int_equal(sum.multiply_adds, t.multiply_adds);
    assert_int_equal(sum.output_elements, t.activation_elements);
    assert_int_equal(sum.stored_bytes, t.stored_bytes);
    gpucost_network_free(network);
}

int main(void)
{
    return table_run("../../data/networks.csv", check_preset);
}
