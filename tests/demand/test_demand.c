#include "support/table.h"

#include <stdio.h>
#include <string.h>

#include "gpucost/demand.h"

static void reads_a_series(const table_row *row)
{
    char path[512], start[32];
    snprintf(path, sizeof path, "cases/demand/%s", table_text(row, "file"));
    gpucost_demand *demand = NULL;
    gpucost_error err;
    gpucost_status status = gpucost_demand_from_csv(test_path(path), &demand, &err);
    if (strcmp(gpucost_status_name(status), table_text(row, "expect_status")) != 0)
        fail_msg("%s: %s %s", gpucost_status_name(status), err.field, err.text);
    if (status != GPUCOST_OK) {
        assert_null(demand);
        assert_true(*err.source);
        if (!table_is_empty(row, "line")) assert_int_equal(err.line, table_u64(row, "line"));
        assert_string_equal(err.field, table_text(row, "field"));
        return;
    }
    uint64_t hours = gpucost_demand_hours(demand), total = 0, interruptible = 0;
    for (uint64_t i = 0; i < hours; i++) {
        total += (uint64_t)gpucost_demand_devices(demand)[i];
        interruptible += (uint64_t)gpucost_demand_interruptible(demand)[i];
    }
    gpucost_instant_format(gpucost_demand_start(demand), start, sizeof start);
    assert_int_equal(hours, table_u64(row, "hours"));
    assert_string_equal(start, table_text(row, "start"));
    assert_int_equal(total, table_u64(row, "total"));
    assert_int_equal(interruptible, table_u64(row, "interruptible"));
    gpucost_demand_free(demand);
}

int main(void)
{
    return table_run("demand/series.csv", reads_a_series);
}
