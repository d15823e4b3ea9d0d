#include "support/table.h"

#include "gpucost/field.h"
#include "gpucost/layerwise.h"

static void set(const char *table, void *value, const char *field, const char *text)
{
    gpucost_error err;
    if (*text && gpucost_struct_set(gpucost_struct_find(table), value, field, text, &err))
        fail_msg("%s: %s", field, err.text);
}

/* Published runs that no constant was fitted on: samples a second within a quarter. */
static void check_run(const table_row *row)
{
    gpucost_network_options size = GPUCOST_INIT(gpucost_network_options);
    gpucost_cluster cluster = GPUCOST_INIT(gpucost_cluster);
    gpucost_workload workload = GPUCOST_INIT(gpucost_workload);
    gpucost_layerwise_profile profile = GPUCOST_INIT(gpucost_layerwise_profile);
    gpucost_layerwise_time t = GPUCOST_INIT(gpucost_layerwise_time);
    gpucost_network *network;
    gpucost_error err;
    set("gpucost_network_options", &size, "height", table_text(row, "height"));
    set("gpucost_network_options", &size, "frames", table_text(row, "frames"));
    set("gpucost_cluster", &cluster, "accelerator", table_text(row, "accelerator"));
    set("gpucost_cluster", &cluster, "devices", table_text(row, "devices"));
    set("gpucost_workload", &workload, "weights", "fp32");
    set("gpucost_workload", &workload, "compute", table_text(row, "compute"));
    set("gpucost_workload", &workload, "micro_batch", table_text(row, "micro_batch"));
    set("gpucost_workload", &workload, "attention", table_text(row, "attention"));
    workload.optimizer = GPUCOST_OPTIMIZER_MOMENTUM;
    set("gpucost_layerwise_profile", &profile, "fusion", table_text(row, "fusion"));
    set("gpucost_layerwise_profile", &profile, "images", table_text(row, "images"));
    if (gpucost_network_from_preset(table_text(row, "network"), &size, &network, &err)) fail_msg("%s", err.text);
    if (gpucost_layerwise_time_of(network, NULL, &cluster, &workload, &profile, &t, &err)) fail_msg("%s", err.text);
    gpucost_network_free(network);
    double projected = t.samples_per_s;
    if (!table_is_empty(row, "expect_flop_per_s")) /* of a device, as the page prints it */
        assert_close(t.samples_per_s_per_device * t.flop_per_sample, table_double(row, "expect_flop_per_s"),
                     table_double(row, "tol_rel"));
    else
        assert_close(projected, table_double(row, "expect_samples_per_s"), table_double(row, "tol_rel"));
}

int main(void)
{
    return table_run("layerwise/published.csv", check_run);
}
