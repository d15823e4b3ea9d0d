#include "support/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accelerator/accelerator_row.h"

/* The build's generator and the reader at run time are two readers of one file: they must agree on every byte. */
static void catalogue__the_bundled_file_reads_as_it_is_compiled_in(void **state)
{
    (void)state;
    const char *root = getenv("GPUCOST_ROOT");
    char path[1024];
    snprintf(path, sizeof path, "%s/data/accelerators.csv", root ? root : ".");
    gpucost_catalogue *catalogue;
    gpucost_error err;
    gpucost_status status = gpucost_catalogue_from_csv(path, &catalogue, &err);
    if (status) fail_msg("line %d, %s: %s", err.line, err.field, err.text);
    uint64_t count;
    const gpucost_accelerator *rows = gpucost__catalogue_rows(catalogue, &count);
    assert_int_equal(count, gpucost__accelerator_rows_count);
    for (uint64_t i = 0; i < count; i++) {
        assert_string_equal(rows[i].id, gpucost__accelerator_rows[i].id);
        assert_memory_equal(&rows[i], &gpucost__accelerator_rows[i], sizeof rows[i]);
    }
    gpucost_catalogue_free(catalogue);
}

static void catalogue__a_users_row_replaces_or_is_added(void **state)
{
    (void)state;
    gpucost_catalogue *catalogue;
    gpucost_accelerator row = GPUCOST_INIT(gpucost_accelerator);
    gpucost_cluster cluster = GPUCOST_INIT(gpucost_cluster), resolved = cluster;
    gpucost_error err;
    assert_int_equal(gpucost_catalogue_from_csv(test_path("accelerator/overlay/adds_and_replaces.csv"), &catalogue,
                                                &err), GPUCOST_OK);
    uint64_t bundled = gpucost_accelerator_count(NULL);
    assert_int_equal(gpucost_accelerator_count(catalogue), bundled + 1);
    assert_int_equal(gpucost_accelerator_at(catalogue, bundled, &row, &err), GPUCOST_OK);
    assert_string_equal(row.id, "house-chip");
    assert_int_equal(row.memory_usable_bytes, row.memory_bytes);
    assert_int_equal(gpucost_accelerator_find(catalogue, "t4", &row, &err), GPUCOST_OK);
    assert_true(row.memory_bandwidth_bytes_per_s == 300e9);
    assert_true(row.fp16_flop_per_s == 0); /* the whole row is replaced, not cell by cell */
    assert_int_equal(gpucost_accelerator_find(NULL, "t4", &row, &err), GPUCOST_OK);
    assert_true(row.memory_bandwidth_bytes_per_s == 320e9);
    assert_int_equal(gpucost_accelerator_find(NULL, "house-chip", &row, &err), GPUCOST_E_UNKNOWN_NAME);
    assert_int_equal(gpucost_accelerator_find(catalogue, "house-chop", &row, &err), GPUCOST_E_UNKNOWN_NAME);
    assert_non_null(strstr(err.text, "nearest: house-chip"));
    snprintf(cluster.accelerator, sizeof cluster.accelerator, "House Nine");
    assert_int_equal(gpucost_cluster_resolve(catalogue, &cluster, &resolved, &row, &err), GPUCOST_OK);
    assert_string_equal(resolved.accelerator, "house-chip");
    assert_true(row.bf16_flop_per_s == 400e12);
    gpucost_catalogue_free(catalogue);
    gpucost_catalogue_free(NULL);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(catalogue__the_bundled_file_reads_as_it_is_compiled_in),
        cmocka_unit_test(catalogue__a_users_row_replaces_or_is_added),
    };
    return RUN_TESTS("catalogue", tests);
}
