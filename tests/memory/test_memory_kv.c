#include "support/table.h"

#include "gpucost/memory.h"

static void check(const table_row *row)
{
    gpucost_error err;
    gpucost_model *model;
    gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism);
    assert_int_equal(gpucost_model_from_preset(table_text(row, "model"), &model, &err), GPUCOST_OK);
    layout.tensor_degree = table_u64(row, "tensor");
    layout.pipeline_degree = table_u64(row, "pipeline");
    double bytes = 77;
    gpucost_status status =
        gpucost_memory_kv_cache_per_token(model, &layout, table_text(row, "precision"), &bytes, &err);
    gpucost_model_free(model);
    assert_string_equal(gpucost_status_name(status), table_text(row, "expect_status"));
    if (status == GPUCOST_OK)
        assert_close(bytes, table_double(row, "expect_bytes"), table_double(row, "tol_rel"));
    else
        assert_true(bytes == 77);
}

int main(void)
{
    return table_run("memory/kv.csv", check);
}
