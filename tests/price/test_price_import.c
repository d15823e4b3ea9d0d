/* Every format, good and bad: one file a case. */
#include "price_support.h"

#include <stdio.h>
#include <string.h>

static void check_reject(const table_row *row, const gpucost_import *report)
{
    char first[128] = "";
    gpucost_error err;
    gpucost_import_reject reject = GPUCOST_INIT(gpucost_import_reject);
    for (uint64_t i = gpucost_import_reject_count(report); i-- > 0;) {
        assert_int_equal(gpucost_import_reject_at(report, i, &reject, &err), GPUCOST_OK);
        assert_true(reject.line > 0 && *reject.reason);
    }
    if (gpucost_import_reject_count(report) > 0)
        snprintf(first, sizeof first, "%llu%s%s", (unsigned long long)reject.line, *reject.field ? " " : "",
                 reject.field);
    assert_string_equal(first, table_text(row, "first_reject"));
    assert_int_equal(gpucost_import_reject_at(report, gpucost_import_reject_count(report), &reject, &err),
                     GPUCOST_E_ARGUMENT);
}

static void check_counts(const table_row *row, const gpucost_import *report)
{
    gpucost_error err;
    gpucost_import_summary summary = GPUCOST_INIT(gpucost_import_summary);
    assert_int_equal(gpucost_import_summarise(report, &summary, &err), GPUCOST_OK);
    assert_int_equal(summary.feed, table_u64(row, "found"));
    assert_int_equal(summary.rows, table_u64(row, "rows"));
    assert_int_equal(summary.accepted, table_u64(row, "accepted"));
    assert_int_equal(summary.unchanged, table_u64(row, "unchanged"));
    assert_int_equal(summary.rejected, table_u64(row, "rejected"));
    assert_int_equal(summary.offers, table_u64(row, "offers"));
    assert_int_equal(summary.withdrawn, table_u64(row, "withdrawn"));
    assert_int_equal(summary.truncated, table_u64(row, "truncated"));
    assert_int_equal(summary.import_id > 0, summary.accepted > 0);
    assert_int_equal(summary.rejected, gpucost_import_reject_count(report));
}

static void imports_a_feed(const table_row *row)
{
    char path[512];
    snprintf(path, sizeof path, "cases/price/%s", table_text(row, "file"));
    gpucost_store *store = memory_store();
    gpucost_import_options options = GPUCOST_INIT(gpucost_import_options);
    set_options(table_text(row, "options"), &options);
    options.feed = (int32_t)table_u64(row, "feed");
    gpucost_import *report = (gpucost_import *)&options;
    gpucost_error err;
    gpucost_status status = gpucost_price_import(store, test_path(path), &options, &report, &err);
    if (strcmp(gpucost_status_name(status), table_text(row, "expect_status")) != 0)
        fail_msg("%s: %s %s", gpucost_status_name(status), err.field, err.text);
    if (status == GPUCOST_OK) {
        check_counts(row, report);
        check_reject(row, report);
        gpucost_import_free(report);
    } else {
        assert_ptr_equal(report, &options); /* outputs are untouched */
        assert_true(*err.source && *err.text);
        assert_int_equal(quote_count(store, NULL), 0);
    }
    gpucost_store_close(store);
}

int main(void)
{
    return table_run("price/imports.csv", imports_a_feed);
}
