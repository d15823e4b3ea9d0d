/* Folders of pages: one transaction over all files, in the order of their names. */
#include "price_support.h"

#include <stdio.h>
#include <string.h>

static char folder[64], pages[64], store_path[96];

static int make(void **state)
{
    (void)state;
    make_folder(folder);
    make_folder(pages);
    snprintf(store_path, sizeof store_path, "%s/store", folder);
    return 0;
}

static int end(void **state)
{
    (void)state;
    remove_folder(folder);
    remove_folder(pages);
    return 0;
}

static void write_page(const char *name, const char *text)
{
    char path[192];
    snprintf(path, sizeof path, "%s/%s", pages, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

#define HEADER "provider,instance,hourly,observed_utc\n"

static gpucost_status import_pages(gpucost_import_summary *summary, gpucost_import **report, gpucost_error *err)
{
    gpucost_store *store;
    assert_int_equal(gpucost_store_open(store_path, GPUCOST_STORE_CREATE, &store, err), GPUCOST_OK);
    gpucost_status status = gpucost_price_import(store, pages, NULL, report, err);
    if (status == GPUCOST_OK) {
        *summary = GPUCOST_INIT(gpucost_import_summary);
        assert_int_equal(gpucost_import_summarise(*report, summary, NULL), GPUCOST_OK);
    }
    gpucost_store_close(store);
    return status;
}

static void folder__pages_of_two_formats__are_one_import_each_in_one_transaction(void **state)
{
    (void)state;
    gpucost_import *report;
    gpucost_import_summary summary;
    gpucost_error err;
    write_page("1.csv", HEADER "lab,box,1,2024-01-01\nlab,box,0,2024-01-02\n");
    write_page("2.csv", HEADER "lab,box,2,2024-01-01\nlab,box,3,2024-01-03\n"); /* the first file's price stays */
    write_page("3.json", "{\"SpotPriceHistory\": []}");
    write_page("4.json",
               "{\"SpotPriceHistory\": [{\"AvailabilityZone\": \"us-east-1a\", \"InstanceType\": \"p3.2xlarge\", "
               "\"ProductDescription\": \"Windows\", \"SpotPrice\": \"1.5\", \"Timestamp\": "
               "\"2024-01-01T00:00:00Z\"}], \"NextToken\": \"more\"}");
    write_page(".hidden", "no feed");
    assert_int_equal(import_pages(&summary, &report, &err), GPUCOST_OK);
    assert_int_equal(summary.files, 4);
    assert_int_equal(summary.rows, 5);
    assert_int_equal(summary.accepted, 3);
    assert_int_equal(summary.rejected, 2);
    assert_int_equal(summary.truncated, 1);
    assert_int_equal(summary.offers, 2);
    gpucost_import_reject reject = GPUCOST_INIT(gpucost_import_reject);
    assert_int_equal(gpucost_import_reject_at(report, 1, &reject, &err), GPUCOST_OK);
    assert_string_equal(reject.source, "2.csv");
    assert_int_equal(reject.line, 2);
    gpucost_import_free(report);
    assert_int_equal(store_number(store_path, "SELECT count(*) FROM import"), 3);
    assert_int_equal(store_number(store_path, "SELECT count(*) FROM reject"), 2);
    assert_int_equal(store_number(store_path, "SELECT sum(accepted) FROM import"), 3);
    assert_int_equal(import_pages(&summary, &report, &err), GPUCOST_OK); /* again */
    assert_int_equal(summary.accepted, 0);
    assert_int_equal(summary.import_id, 0);
    assert_int_equal(store_number(store_path, "SELECT count(*) FROM import"), 3);
    gpucost_import_free(report);
}

static void folder__one_bad_file__takes_all_back(void **state)
{
    (void)state;
    gpucost_import *report = (gpucost_import *)state;
    gpucost_import_summary summary;
    gpucost_error err;
    write_page("1.csv", HEADER "lab,box,1,2024-01-01\n");
    write_page("2.json", "{\"SpotPriceHistory\": [");
    assert_int_equal(import_pages(&summary, &report, &err), GPUCOST_E_SYNTAX);
    assert_ptr_equal(report, state);
    assert_non_null(strstr(err.source, "2.json"));
    assert_int_equal(store_number(store_path, "SELECT (SELECT count(*) FROM import) + (SELECT count(*) FROM price) + "
                                              "(SELECT count(*) FROM offer)"),
                     0);
}

static void folder__without_a_price__is_empty(void **state)
{
    (void)state;
    gpucost_import *report;
    gpucost_import_summary summary;
    gpucost_error err;
    assert_int_equal(import_pages(&summary, &report, &err), GPUCOST_E_EMPTY);
    write_page("1.json", "{\"SpotPriceHistory\": []}");
    assert_int_equal(import_pages(&summary, &report, &err), GPUCOST_E_EMPTY);
    assert_string_equal(err.source, pages);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(folder__pages_of_two_formats__are_one_import_each_in_one_transaction, make,
                                        end),
        cmocka_unit_test_setup_teardown(folder__one_bad_file__takes_all_back, make, end),
        cmocka_unit_test_setup_teardown(folder__without_a_price__is_empty, make, end),
    };
    return RUN_TESTS("price_folder", tests);
}
