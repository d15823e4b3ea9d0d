#include "support/table.h"

#include <string.h>

#include "gpucost/training.h"

/* Published step times; the tolerance is that of the projection on sources left out of the fit, not of the paper. */
static void check(const table_row *row)
{
    gpucost_architecture a = GPUCOST_INIT(gpucost_architecture);
    strcpy(a.name, table_text(row, "name"));
    a.layers = table_u64(row, "layers");
    a.hidden = table_u64(row, "hidden");
    a.heads = table_u64(row, "heads");
    a.kv_heads = table_u64(row, "kv_heads");
    a.head_dim = a.hidden / a.heads;
    a.ffn = table_u64(row, "ffn");
    a.vocabulary = table_u64(row, "vocabulary");
    a.context_length = table_u64(row, "sequence");
    a.gated_mlp = (int32_t)table_u64(row, "gated");
    a.layer_norms = 2;
    a.outer_norms = 1;
    a.output_head = 1;
    gpucost_model *model = NULL;
    gpucost_error err;
    assert_int_equal(gpucost_model_from_architecture(&a, &model, &err), GPUCOST_OK);
    gpucost_cluster cluster = GPUCOST_INIT(gpucost_cluster);
    strcpy(cluster.accelerator, table_text(row, "accelerator"));
    cluster.devices = table_u64(row, "devices");
    cluster.network_bytes_per_s = 8 * table_double(row, "network_per_device");
    gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism);
    layout.tensor_degree = table_u64(row, "tensor");
    layout.pipeline_degree = table_u64(row, "pipeline");
    layout.virtual_stages = table_u64(row, "chunks");
    layout.data_degree = table_u64(row, "data");
    layout.context_degree = table_u64(row, "context");
    layout.zero_stage = (int32_t)table_u64(row, "zero");
    layout.sequence_parallel = (int32_t)table_u64(row, "sequence_parallel");
    gpucost_workload work = GPUCOST_INIT(gpucost_workload);
    work.sequence = table_u64(row, "sequence");
    work.micro_batch = table_u64(row, "micro_batch");
    work.global_batch = table_u64(row, "global_batch");
    strcpy(work.weights, table_text(row, "weights"));
    strcpy(work.compute, table_text(row, "compute"));
    work.attention =
        strcmp(table_text(row, "attention"), "flash") ? GPUCOST_ATTENTION_MATERIALISED : GPUCOST_ATTENTION_FLASH;
    const char *recompute = table_text(row, "recompute");
    work.recompute = strcmp(recompute, "full") == 0        ? GPUCOST_RECOMPUTE_FULL
                     : strcmp(recompute, "selective") == 0 ? GPUCOST_RECOMPUTE_SELECTIVE
                                                           : GPUCOST_RECOMPUTE_NONE;
    gpucost_training t = GPUCOST_INIT(gpucost_training);
    gpucost_training_profile software = GPUCOST_INIT(gpucost_training_profile);
    software.release = table_double(row, "release");
    gpucost_status status = gpucost_training_estimate_with(model, NULL, &cluster, &work, &layout, &software, &t, &err);
    gpucost_model_free(model);
    if (status != GPUCOST_OK) fail_msg("%s", err.text);
    assert_close(t.step_s, table_double(row, "expect_step_s"), table_double(row, "tol_rel"));
}

int main(void)
{
    return table_run("training/steps.csv", check);
}
