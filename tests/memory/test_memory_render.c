#include "job.h"
#include "memory/memory_table.h"

static void check(const table_row *row)
{
    gpucost_error err;
    gpucost_memory_render job = GPUCOST_INIT(gpucost_memory_render);
    gpucost_memory_render_parts parts = GPUCOST_INIT(gpucost_memory_render_parts), untouched = parts;
    job_set(&gpucost__memory_render_table, &job, table_text(row, "job"));
    gpucost_status status = gpucost_memory_render_estimate(&job, &parts, &err);
    assert_string_equal(gpucost_status_name(status), table_text(row, "expect_status"));
    if (status != GPUCOST_OK) {
        assert_memory_equal(&parts, &untouched, sizeof parts);
        return;
    }
    const gpucost_field *part = gpucost__field_find(&gpucost__memory_render_parts_table, table_text(row, "part"));
    assert_non_null(part);
    uint64_t bytes, sum = 0;
    memcpy(&bytes, (const char *)&parts + part->offset, sizeof bytes);
    assert_close((double)bytes, table_double(row, "expect_bytes"), table_double(row, "tol_rel"));
    for (uint64_t f = 1; f + 1 < gpucost__memory_render_parts_table.count; f++) {
        memcpy(&bytes, (const char *)&parts + gpucost__memory_render_parts_table.fields[f].offset, sizeof bytes);
        sum += bytes;
    }
    assert_true(sum == parts.total_bytes);
}

int main(void)
{
    return table_run("memory/render.csv", check);
}
