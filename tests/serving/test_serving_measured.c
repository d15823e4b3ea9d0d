#include "support/table.h"

#include <string.h>

#include "gpucost/serving.h"

/* Published speeds; the tolerance is that of the projection on families left out of the fit. */
static void check(const table_row *row)
{
    gpucost_model *model = NULL;
    gpucost_error err;
    if (gpucost_model_from_preset(table_text(row, "model"), &model, &err)) fail_msg("%s", err.text);
    gpucost_cluster cluster = GPUCOST_INIT(gpucost_cluster);
    strcpy(cluster.accelerator, table_text(row, "accelerator"));
    cluster.devices = table_u64(row, "devices");
    gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism);
    layout.tensor_degree = table_u64(row, "tensor");
    gpucost_workload work = GPUCOST_INIT(gpucost_workload);
    work.kind = GPUCOST_WORKLOAD_INFERENCE;
    strcpy(work.weights, table_text(row, "weights"));
    work.prompt_tokens = table_u64(row, "prompt");
    work.output_tokens = table_u64(row, "output");
    work.concurrent_sequences = table_u64(row, "concurrent");
    gpucost_serving s = GPUCOST_INIT(gpucost_serving);
    gpucost_status status = gpucost_serving_estimate(model, NULL, &cluster, &work, &layout, &s, &err);
    gpucost_model_free(model);
    if (status != GPUCOST_OK) fail_msg("%s", err.text);
    double actual = strcmp(table_text(row, "quantity"), "output_token_s") ? s.output_tokens_per_s : s.output_token_s;
    assert_close(actual, table_double(row, "expect"), table_double(row, "tol_rel"));
}

int main(void)
{
    return table_run("serving/measured.csv", check);
}
