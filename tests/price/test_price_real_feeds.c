/* Real files of every feed, when GPUCOST_SHARED names the folder that has them: the second time adds nothing. */
#include "price_support.h"

#include <stdio.h>
#include <stdlib.h>

static gpucost_import_summary import_as(gpucost_store *store, const table_row *row)
{
    char path[1024];
    gpucost_import_options options = GPUCOST_INIT(gpucost_import_options);
    gpucost_import_summary summary = GPUCOST_INIT(gpucost_import_summary);
    gpucost_import *report;
    gpucost_error err;
    snprintf(path, sizeof path, "%s/data/%s", getenv("GPUCOST_SHARED"), table_text(row, "file"));
    set_options(table_text(row, "options"), &options);
    if (gpucost_price_import(store, path, &options, &report, &err) != GPUCOST_OK) fail_msg("%s", err.text);
    assert_int_equal(gpucost_import_summarise(report, &summary, &err), GPUCOST_OK);
    gpucost_import_free(report);
    return summary;
}

static void reads_a_real_file(const table_row *row)
{
    gpucost_store *store = memory_store();
    gpucost_import_summary summary = import_as(store, row);
    assert_int_equal(summary.accepted + summary.unchanged, table_u64(row, "accepted"));
    assert_int_equal(summary.rejected, table_u64(row, "rejected"));
    assert_int_equal(summary.skipped, table_u64(row, "skipped"));
    gpucost_import_summary again = import_as(store, row);
    assert_int_equal(again.accepted, 0);
    assert_int_equal(again.import_id, 0);
    assert_int_equal(again.unchanged, summary.accepted + summary.unchanged);
    assert_int_equal(again.rejected, summary.rejected);
    gpucost_store_close(store);
}

int main(void)
{
    if (skip_without_shared()) return 0;
    return table_run("price/real_feeds.csv", reads_a_real_file);
}
