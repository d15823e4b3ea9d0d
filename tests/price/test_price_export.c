/* What is exported comes back the same; templates are good feeds; copies, checks and compaction of a store. */
#include "price_support.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64], first[96], second[96], csv[96];

static int make(void **state)
{
    (void)state;
    make_folder(folder);
    snprintf(first, sizeof first, "%s/first", folder);
    snprintf(second, sizeof second, "%s/second", folder);
    snprintf(csv, sizeof csv, "%s/prices.csv", folder);
    return 0;
}

static int end(void **state)
{
    (void)state;
    remove_folder(folder);
    return 0;
}

static void fill(gpucost_store *store)
{
    import_case(store, "aws_offer.csv", "");
    import_case(store, "aws_savings.csv", "");
    import_case(store, "azure_retail.json", "");
    import_case(store, "observed.csv", "");
    import_case(store, "alibaba_spot.json", "");
    import_case(store, "tencent.json", "observed_utc=2024-01-01");
    import_case(store, "skypilot.csv", "provider=aws;observed_utc=2024-05-01");
    import_case(store, "ec2instances.json", "observed_utc=2024-05-01");
    import_case(store, "gcp_sku.json", "");
    import_case(store, "tariff.csv", "");
    import_case(store, "rates.csv", "");
    import_text(store,
                "provider,instance,accelerator,accelerator_count,term,hourly,upfront,observed_utc,source\n"
                "lab,box,\"odd \"\"word\"\", and more\",0.125,reserved_18m_partial,0.000000001,7,2024-01,\"a, b\"\n");
}

static void export__of_all__comes_back_the_same(void **state)
{
    (void)state;
    gpucost_store *store = store_at(first, GPUCOST_STORE_CREATE), *back = store_at(second, GPUCOST_STORE_CREATE);
    gpucost_error err;
    fill(store);
    for (int32_t what = GPUCOST_EXPORT_PRICES; what <= GPUCOST_EXPORT_RATES; what++) {
        uint64_t rows = 0;
        assert_int_equal(gpucost_store_export(store, what, csv, &rows, &err), GPUCOST_OK);
        assert_true(rows > 0);
        import_case(back, csv, "");
    }
    gpucost_store_close(store);
    gpucost_store_close(back);
    char *expected = store_content(first), *got = store_content(second);
    assert_string_equal(got, expected);
    free(expected);
    free(got);
    static const char *const sums[] = {
        ("SELECT count(*) * 1000003 + sum(price_nanos) + sum(observed_utc_s) + sum(length(item) * 7 + length(target)) "
         "FROM tariff"),
        "SELECT count(*) * 1000003 + sum(rate_nanos) + sum(observed_utc_s) FROM exchange_rate",
        "SELECT count(*) * 1000003 + sum(length(source) * 31 + length(tenancy) * 7 + length(plan)) FROM price_history"};
    for (int i = 0; i < 3; i++) assert_int_equal(store_number(first, sums[i]), store_number(second, sums[i]));
}

static void export__wrong_places__are_errors(void **state)
{
    (void)state;
    gpucost_store *store = memory_store();
    gpucost_error err;
    uint64_t rows = 99;
    assert_int_equal(gpucost_store_export(store, 7, csv, &rows, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_store_export(store, 0, folder, &rows, &err), GPUCOST_E_IO);
    assert_int_equal(gpucost_store_export(store, 0, "/dev/full", &rows, &err), GPUCOST_E_IO);
    assert_int_equal(rows, 99);
    gpucost_store_close(store);
}

static void template__each__is_a_good_feed(void **state)
{
    (void)state;
    gpucost_store *store = memory_store();
    for (int32_t what = GPUCOST_EXPORT_PRICES; what <= GPUCOST_EXPORT_RATES; what++) {
        gpucost_import_summary summary = import_text(store, gpucost_store_template(what));
        assert_true(summary.accepted > 0);
        assert_int_equal(summary.rejected, 0);
    }
    assert_null(gpucost_store_template(3));
    assert_null(gpucost_store_template(-1));
    gpucost_store_close(store);
}

static void backup__beside_a_writer__is_whole(void **state)
{
    (void)state;
    gpucost_store *store = store_at(first, GPUCOST_STORE_CREATE), *reader;
    gpucost_error err;
    fill(store);
    reader = store_at(first, GPUCOST_STORE_READ);
    assert_int_equal(gpucost_store_backup(reader, second, &err), GPUCOST_OK);
    assert_int_equal(gpucost_store_backup(reader, second, &err), GPUCOST_E_IO); /* never over a file */
    assert_non_null(strstr(err.text, "exists"));
    gpucost_store_close(reader);
    gpucost_store_close(store);
    char *expected = store_content(first), *got = store_content(second);
    assert_string_equal(got, expected);
    free(expected);
    free(got);
    store = store_at(second, GPUCOST_STORE_READ);
    assert_int_equal(gpucost_store_check(store, &err), GPUCOST_OK);
    assert_int_equal(gpucost_store_vacuum(store, &err), GPUCOST_E_STORE_READONLY);
    gpucost_store_close(store);
    store = store_at(second, GPUCOST_STORE_WRITE);
    assert_int_equal(gpucost_store_vacuum(store, &err), GPUCOST_OK);
    assert_int_equal(gpucost_store_check(store, &err), GPUCOST_OK);
    gpucost_store_close(store);
    store = memory_store();
    assert_int_equal(gpucost_store_backup(store, "/nowhere/copy", &err), GPUCOST_E_IO);
    gpucost_store_close(store);
}

static void check__a_page_of_noise__is_found(void **state)
{
    (void)state;
    gpucost_store *store = store_at(first, GPUCOST_STORE_CREATE);
    gpucost_error err;
    fill(store);
    gpucost_store_close(store);
    int64_t page = store_number(first, "SELECT rootpage FROM sqlite_schema WHERE name = 'price'");
    char noise[4096];
    memset(noise, 0xAB, sizeof noise);
    int file = open(first, O_WRONLY);
    assert_int_equal(pwrite(file, noise, sizeof noise, (page - 1) * 4096), sizeof noise);
    close(file);
    store = store_at(first, GPUCOST_STORE_READ);
    assert_int_equal(gpucost_store_check(store, &err), GPUCOST_E_STORE_CORRUPT);
    assert_string_equal(err.source, first);
    gpucost_store_close(store);
}

static void check__an_import_that_lost_a_price__is_found(void **state)
{
    (void)state;
    gpucost_store *store = store_at(first, GPUCOST_STORE_CREATE);
    gpucost_error err;
    import_text(store, "provider,instance,hourly,observed_utc\nlab,box,1,2024-01-01\nlab,box,2,2024-01-02\n");
    gpucost_store_close(store);
    store_run(first, "DROP TRIGGER price_is_not_deleted; DELETE FROM price WHERE observed_utc_s = 1704067200");
    store = store_at(first, GPUCOST_STORE_READ);
    assert_int_equal(gpucost_store_check(store, &err), GPUCOST_E_STORE_CORRUPT);
    assert_non_null(strstr(err.text, "import 1 says 2 records and has 1"));
    gpucost_store_close(store);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, make, end)

int main(void)
{
    static const struct CMUnitTest tests[] = {
        TEST(export__of_all__comes_back_the_same), TEST(export__wrong_places__are_errors),
        TEST(template__each__is_a_good_feed),      TEST(backup__beside_a_writer__is_whole),
        TEST(check__a_page_of_noise__is_found),    TEST(check__an_import_that_lost_a_price__is_found),
    };
    return RUN_TESTS("price_export", tests);
}
