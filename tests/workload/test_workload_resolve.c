#include "support/table.h"

#include "workload/workload_table.h"

static void set(gpucost_workload *workload, const char *field, const table_row *row, const char *column)
{
    gpucost_error err;
    assert_int_equal(gpucost_struct_set(&gpucost__workload_table, workload, field, table_text(row, column), &err),
                     GPUCOST_OK);
}

static void check(const table_row *row)
{
    gpucost_workload workload = GPUCOST_INIT(gpucost_workload), resolved = workload, again = workload;
    gpucost_workload untouched = workload;
    gpucost_error err;
    set(&workload, "kind", row, "kind");
    set(&workload, "optimizer", row, "optimizer");
    set(&workload, "master_weights", row, "master");
    set(&workload, "weights", row, "weights");
    set(&workload, "compute", row, "compute");
    set(&workload, "kv_cache", row, "kv_cache");
    set(&workload, "residual", row, "residual");
    gpucost_status status = gpucost_workload_resolve(&workload, &resolved, &err);
    assert_string_equal(gpucost_status_name(status), table_text(row, "expect_status"));
    assert_string_equal(err.field, table_text(row, "expect_field"));
    if (status != GPUCOST_OK) {
        assert_memory_equal(&resolved, &untouched, sizeof resolved);
        return;
    }
    assert_string_equal(resolved.weights, table_text(row, "expect_weights"));
    assert_string_equal(resolved.compute, table_text(row, "expect_compute"));
    assert_string_equal(resolved.kv_cache, table_text(row, "expect_kv_cache"));
    assert_string_equal(resolved.residual, table_text(row, "expect_residual"));
    set(&again, "master_weights", row, "expect_master");
    assert_int_equal(resolved.master_weights, again.master_weights);
    assert_int_equal(gpucost_workload_resolve(&resolved, &again, &err), GPUCOST_OK);
    assert_memory_equal(&again, &resolved, sizeof again);
}

int main(void)
{
    return table_run("workload/resolve.csv", check);
}
