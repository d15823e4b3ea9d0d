#include "support/table.h"

#include <stdio.h>
#include <string.h>

#include "gpucost/memory.h"

/* A preset, or a published config: "config:jamba". */
static gpucost_model *model_of(const char *name)
{
    gpucost_error err;
    gpucost_model *model;
    char path[128];
    int is_config = strncmp(name, "config:", 7) == 0;
    snprintf(path, sizeof path, "model/configs/%s", name + (is_config ? 7 : 0));
    gpucost_status status = is_config ? gpucost_model_from_file(test_path(path), &model, &err)
                                      : gpucost_model_from_preset(name, &model, &err);
    if (status != GPUCOST_OK) fail_msg("%s: %s", name, err.text);
    return model;
}

static void check(const table_row *row)
{
    gpucost_error err;
    gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism);
    gpucost_model *model = model_of(table_text(row, "model"));
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
