#include "support/table.h"

#include <stdio.h>

#include "gpucost/accelerator.h"

static void check(const table_row *row)
{
    gpucost_cluster cluster = GPUCOST_INIT(gpucost_cluster), resolved = cluster, untouched = cluster, again = cluster;
    gpucost_accelerator chip = GPUCOST_INIT(gpucost_accelerator), no_chip = chip;
    gpucost_error err;
    snprintf(cluster.accelerator, sizeof cluster.accelerator, "%s", table_text(row, "accelerator"));
    cluster.devices = table_u64(row, "devices");
    cluster.devices_per_node = table_u64(row, "devices_per_node");
    cluster.scale_up_bytes_per_s = table_double(row, "scale_up");
    cluster.network_bytes_per_s = table_double(row, "network");
    gpucost_status status = gpucost_cluster_resolve(NULL, &cluster, &resolved, &chip, &err);
    assert_string_equal(gpucost_status_name(status), table_text(row, "expect_status"));
    assert_string_equal(err.field, table_text(row, "expect_field"));
    if (status != GPUCOST_OK) {
        assert_memory_equal(&resolved, &untouched, sizeof resolved);
        assert_memory_equal(&chip, &no_chip, sizeof chip);
        return;
    }
    assert_string_equal(resolved.accelerator, table_text(row, "expect_id"));
    assert_string_equal(chip.id, table_text(row, "expect_id"));
    assert_int_equal(resolved.devices, table_u64(row, "expect_devices"));
    assert_int_equal(resolved.devices_per_node, table_u64(row, "expect_per_node"));
    assert_close(resolved.scale_up_bytes_per_s, table_double(row, "expect_scale_up"), 1e-9);
    assert_close(resolved.network_bytes_per_s, table_double(row, "expect_network"), 1e-9);
    assert_int_equal(gpucost_cluster_resolve(NULL, &resolved, &again, &chip, &err), GPUCOST_OK);
    assert_memory_equal(&again, &resolved, sizeof again);
}

int main(void)
{
    return table_run("accelerator/cluster.csv", check);
}
