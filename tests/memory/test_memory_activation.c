#include "support/table.h"

#include "memory/memory_table.h"
#include "parallelism/parallelism_table.h"

static void set(const gpucost_struct *type, void *value, const char *field, const table_row *row, const char *column)
{
    gpucost_error err;
    assert_int_equal(gpucost_struct_set(type, value, field, table_text(row, column), &err), GPUCOST_OK);
}

static void check(const table_row *row)
{
    gpucost_error err;
    gpucost_model *model;
    gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism);
    gpucost_memory_activation_options options = GPUCOST_INIT(gpucost_memory_activation_options);
    assert_int_equal(gpucost_model_from_preset(table_text(row, "model"), &model, &err), GPUCOST_OK);
    set(&gpucost__parallelism_table, &layout, "tensor_degree", row, "tensor");
    set(&gpucost__parallelism_table, &layout, "sequence_parallel", row, "sequence_parallel");
    set(&gpucost__memory_activation_options_table, &options, "recompute", row, "recompute");
    set(&gpucost__memory_activation_options_table, &options, "attention", row, "attention");
    options.sequence = table_u64(row, "sequence"); /* past the limits too: the call must say so */
    options.micro_batch = table_u64(row, "micro_batch");
    uint64_t bytes = 77;
    gpucost_status status = gpucost_memory_activation(model, &layout, &options, &bytes, &err);
    gpucost_model_free(model);
    assert_string_equal(gpucost_status_name(status), table_text(row, "expect_status"));
    assert_int_equal(bytes, status == GPUCOST_OK ? table_u64(row, "expect_bytes") : 77);
}

int main(void)
{
    return table_run("memory/activation.csv", check);
}
