/* Real traces, when GPUCOST_SHARED names the folder that has them: neither counts whole GPUs, and each says so. */
#include "support/table.h"

#include <stdio.h>
#include <stdlib.h>

#include "gpucost/demand.h"

static gpucost_status read_shared(const char *file, gpucost_error *err)
{
    char path[1024];
    gpucost_demand *demand = NULL;
    snprintf(path, sizeof path, "%s/data/demand/%s", getenv("GPUCOST_SHARED"), file);
    gpucost_status status = gpucost_demand_from_csv(path, &demand, err);
    gpucost_demand_free(demand);
    return status;
}

static void feeds__mean_gpus__are_fractions_and_refused(void **state)
{
    (void)state;
    gpucost_error err;
    assert_int_equal(read_shared("helios_earth_16vc_hourly.csv", &err), GPUCOST_E_RANGE);
    assert_int_equal(err.line, 2);
    assert_string_equal(err.field, "gpus");
    assert_string_equal(err.value, "575.5");
}

static void feeds__nodes__are_not_gpus(void **state)
{
    (void)state;
    gpucost_error err;
    assert_int_equal(read_shared("philly_active_nodes_hourly.csv", &err), GPUCOST_E_MISSING);
    assert_string_equal(err.field, "gpus");
}

int main(void)
{
    if (skip_without_shared()) return 0;
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(feeds__mean_gpus__are_fractions_and_refused),
        cmocka_unit_test(feeds__nodes__are_not_gpus),
    };
    return RUN_TESTS("demand_feeds", tests);
}
