#include "support/table.h"

#include <string.h>

#include "parallelism/parallelism_table.h"

static void check_layout(const table_row *row)
{
    gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism), resolved = layout;
    gpucost_model *model;
    gpucost_error err;
    uint64_t devices = 7;
    assert_int_equal(gpucost_model_from_preset(table_text(row, "model"), &model, &err), GPUCOST_OK);
    layout.tensor_degree = table_u64(row, "tensor_degree");
    layout.pipeline_degree = table_u64(row, "pipeline_degree");
    layout.virtual_stages = table_u64(row, "virtual_stages");
    layout.context_degree = table_u64(row, "context_degree");
    layout.data_degree = table_u64(row, "data_degree");
    layout.expert_degree = table_u64(row, "expert_degree");
    layout.zero_stage = (int32_t)table_u64(row, "zero_stage");
    layout.sequence_parallel = (int32_t)table_u64(row, "sequence_parallel");

    gpucost_status status = gpucost_parallelism_check(&layout, model, &err);
    assert_string_equal(gpucost_status_name(status), table_text(row, "expect_status"));
    assert_string_equal(err.field, table_text(row, "field"));
    if (!strstr(err.text, table_text(row, "text"))) fail_msg("\"%s\" lacks \"%s\"", err.text, table_text(row, "text"));
    assert_int_equal(gpucost_parallelism_check(&layout, model, NULL), status);
    assert_int_equal(gpucost__parallelism_resolve(&layout, model, &resolved, NULL), status);
    if (status == GPUCOST_OK) {
        assert_int_equal(gpucost_parallelism_devices(&layout, &devices, &err), GPUCOST_OK);
        assert_int_equal(devices, table_u64(row, "devices"));
        assert_true(resolved.tensor_degree && resolved.pipeline_degree && resolved.virtual_stages &&
                    resolved.context_degree && resolved.data_degree && resolved.expert_degree);
        assert_int_equal(resolved.tensor_degree * resolved.pipeline_degree * resolved.context_degree *
                             resolved.data_degree, devices);
    } else {
        assert_int_equal(resolved.tensor_degree, 0); /* untouched */
    }
    if (status == GPUCOST_E_RANGE) {
        assert_int_equal(gpucost_parallelism_devices(&layout, &devices, &err), GPUCOST_E_RANGE);
        assert_int_equal(devices, 7);
    }
    gpucost_model_free(model);
}

int main(void)
{
    return table_run("parallelism/check.csv", check_layout);
}
