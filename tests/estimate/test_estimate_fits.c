/* What papers and model cards say fits a device, and what does not. */
#include "support/table.h"

#include <string.h>

#include "gpucost/estimate.h"

static void check(const table_row *row)
{
    static const char *const kinds[] = {"training", "lora", "qlora", "inference"};
    gpucost_model *model = NULL;
    gpucost_requirement *requirement = NULL;
    gpucost_cluster cluster = GPUCOST_INIT(gpucost_cluster);
    gpucost_workload workload = GPUCOST_INIT(gpucost_workload);
    gpucost_error err;
    for (int32_t i = 0; i < 4; i++)
        if (strcmp(kinds[i], table_text(row, "kind")) == 0) workload.kind = i;
    if (!table_is_empty(row, "sequence")) workload.sequence = table_u64(row, "sequence");
    strcpy(cluster.accelerator, table_text(row, "accelerator"));
    cluster.devices = table_u64(row, "devices");
    assert_int_equal(gpucost_model_from_preset(table_text(row, "model"), &model, &err), GPUCOST_OK);
    gpucost_status status = gpucost_requirement_new(model, NULL, &cluster, &workload, NULL, &requirement, &err);
    gpucost_model_free(model);
    assert_int_equal(status, GPUCOST_OK);
    int32_t fits = gpucost_requirement_fits(requirement);
    int32_t silent = gpucost_requirement_reason(requirement)[0] == '\0';
    gpucost_requirement_free(requirement);
    assert_int_equal(fits, table_u64(row, "expect_fits"));
    assert_int_equal(silent, fits);
}

int main(void)
{
    return table_run("estimate/fits.csv", check);
}
