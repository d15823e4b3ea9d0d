#include "gpucost/memory.h"
#include "job.h"
#include "memory/memory_table.h"
#include "parallelism/parallelism_table.h"
#include "workload/workload_table.h"

/* One part of a result by name; `states` is what ZeRO's paper counts, `buffer` llama.cpp's compute buffer. */
static double part(const gpucost_memory *m, const char *name)
{
    if (strcmp(name, "states") == 0)
        return (double)(m->weights_bytes + m->gradients_bytes + m->optimizer_bytes + m->master_bytes);
    if (strcmp(name, "buffer") == 0) return (double)(m->activations_bytes + m->logits_bytes);
    const gpucost_field *field = gpucost__field_find(&gpucost__memory_table, name);
    assert_non_null(field);
    uint64_t bytes;
    memcpy(&bytes, (const char *)m + field->offset, sizeof bytes);
    return (double)bytes;
}

static void check(const table_row *row)
{
    gpucost_error err;
    gpucost_workload work = GPUCOST_INIT(gpucost_workload);
    gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism);
    gpucost_memory memory = GPUCOST_INIT(gpucost_memory);
    gpucost_model *model = job_model(table_text(row, "model"));
    job_set(&gpucost__workload_table, &work, table_text(row, "workload"));
    job_set(&gpucost__parallelism_table, &layout, table_text(row, "layout"));
    gpucost_status status = gpucost_memory_estimate(model, &work, &layout, &memory, &err);
    gpucost_model_free(model);
    if (status != GPUCOST_OK) fail_msg("%s: %s", err.field, err.text);
    assert_close(part(&memory, table_text(row, "part")), table_double(row, "expect_bytes"),
                 table_double(row, "tol_rel"));
}

int main(void)
{
    return table_run("memory/estimate.csv", check);
}
