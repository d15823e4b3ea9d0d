/* What a store keeps: the same whatever the order, the overlap and the number of imports. */
#include "price_support.h"
#include "support/draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER                                                                                                         \
    "provider,region,zone,instance,accelerator,accelerator_count,product,term,upfront,hourly,currency,observed_utc\n"

/* Prices of four offers at many instants, with repeats, in an order that the seed decides. */
static char *feed_in_order(uint64_t seed, int rows)
{
    int *order = malloc((size_t)rows * sizeof *order);
    char *text = malloc((size_t)rows * 160 + 256);
    if (!order || !text) abort();
    for (int i = 0; i < rows; i++) order[i] = i;
    for (int i = rows - 1; seed && i > 0; i--) {
        int j = (int)(next_random(&seed) % (uint64_t)(i + 1)), kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
    size_t used = (size_t)sprintf(text, "%s", HEADER);
    for (int i = 0; i < rows; i++) {
        int n = order[i];
        used += (size_t)sprintf(
            text + used,
            "aws,us-east-1,us-east-1%c,p3.2xlarge,,,Linux/UNIX,spot,,%d.%d,USD,2020-%02d-%02dT%02d:00:00Z\n",
            'a' + n % 4, 1 + n % 3, n % 7, 1 + n / 4 % 12, 1 + n / 48 % 28, n % 24);
    }
    free(order);
    return text;
}

static char *content_after(const char *const *feeds)
{
    char folder[64], path[96];
    gpucost_store *store = folder_store(folder, path);
    for (; *feeds; feeds++) import_text(store, *feeds);
    gpucost_store_close(store);
    char *content = store_content(path);
    remove_folder(folder);
    return content;
}

static void history__order_of_rows__does_not_matter(void **state)
{
    (void)state;
    char *sorted = feed_in_order(0, 2000);
    char *expected = content_after((const char *[]){sorted, NULL});
    assert_true(strlen(expected) > 1000);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        char *shuffled = feed_in_order(seed, 2000);
        char *content = content_after((const char *[]){shuffled, NULL});
        assert_string_equal(content, expected);
        free(content);
        free(shuffled);
    }
    free(expected);
    free(sorted);
}

static void history__order_of_imports_and_overlap__do_not_matter(void **state)
{
    (void)state;
    const char *january = "observed_utc,region,zone_id,instance,on_demand,spot\n"
                          "2024-01-01T00:00:00Z,us-east-1,use1-az1,p3.2xlarge,3.06,1\n"
                          "2024-01-15T00:00:00Z,us-east-1,use1-az1,p3.2xlarge,3.06,1.1\n";
    const char *february = "observed_utc,region,zone_id,instance,on_demand,spot\n"
                           "2024-01-15T00:00:00Z,us-east-1,use1-az1,p3.2xlarge,3.06,1.1\n"
                           "2024-02-01T00:00:00Z,us-east-1,use1-az1,p3.2xlarge,3.06,\n"
                           "2024-02-03T00:00:00Z,us-east-1,use1-az2,p3.2xlarge,3.06,\n";
    char *expected = content_after((const char *[]){january, february, NULL});
    char *content = content_after((const char *[]){february, january, february, NULL});
    assert_string_equal(content, expected);
    free(content);
    free(expected);
}

static void history__the_same_feed_twice__adds_nothing(void **state)
{
    (void)state;
    char *feed = feed_in_order(0, 500);
    gpucost_store *store = memory_store();
    gpucost_import_summary first = import_text(store, feed), second = import_text(store, feed);
    assert_true(first.import_id > 0);
    assert_int_equal(first.accepted, 500);
    assert_int_equal(first.offers, 4);
    assert_int_equal(second.import_id, 0);
    assert_int_equal(second.accepted, 0);
    assert_int_equal(second.unchanged, 500);
    assert_int_equal(second.offers, 0);
    assert_int_equal(second.first_utc_s, first.first_utc_s);
    assert_int_equal(second.last_utc_s, first.last_utc_s);
    gpucost_store_close(store);
    free(feed);
}

static void history__another_price_for_the_same_instant__is_refused_and_named(void **state)
{
    (void)state;
    gpucost_store *store = memory_store();
    import_text(store, HEADER "aws,us-east-1,,p3.2xlarge,,,,on_demand,,3.06,USD,2024-01-01\n");
    const char *other = HEADER "aws,us-east-1,,p3.2xlarge,,,,on_demand,,3.07,USD,2024-01-01\n";
    gpucost_import *report;
    gpucost_error err;
    gpucost_import_reject reject = GPUCOST_INIT(gpucost_import_reject);
    assert_int_equal(gpucost_price_import_text(store, other, strlen(other), "other", NULL, &report, &err), GPUCOST_OK);
    assert_int_equal(gpucost_import_reject_count(report), 1);
    assert_int_equal(gpucost_import_reject_at(report, 0, &reject, &err), GPUCOST_OK);
    assert_int_equal(reject.line, 2);
    assert_string_equal(reject.field, "hourly");
    assert_string_equal(reject.value, "3.07");
    assert_non_null(strstr(reject.reason, "3.06"));
    gpucost_import_free(report);
    assert_int_equal(only_quote(store, NULL).hourly_nanos, INT64_C(3060000000));
    gpucost_store_close(store);
}

static void history__names_are_only_data(void **state)
{
    (void)state;
    const char *trick = "x'); DROP TABLE price; --";
    char feed[512];
    snprintf(feed, sizeof feed, HEADER "aws,\"%s\",\"%s\",\"%s\",\"%s\",1,\"%s\",on_demand,,1,USD,2024-01-01\n", trick,
             trick, trick, trick, trick);
    gpucost_store *store = memory_store();
    assert_int_equal(import_text(store, feed).accepted, 1);
    gpucost_price_filter filter = GPUCOST_INIT(gpucost_price_filter);
    snprintf(filter.instance, sizeof filter.instance, "%s", trick);
    snprintf(filter.product, sizeof filter.product, "%s", trick);
    snprintf(filter.accelerator, sizeof filter.accelerator, "%s", trick);
    gpucost_quote quote = only_quote(store, &filter);
    assert_string_equal(quote.region, trick);
    assert_string_equal(quote.zone, trick);
    snprintf(filter.provider, sizeof filter.provider, "' OR 1=1 --");
    assert_int_equal(quote_count(store, &filter), 0);
    gpucost_store_close(store);
}

static void history__text_that_is_no_utf8__is_refused(void **state)
{
    (void)state;
    gpucost_store *store = memory_store();
    assert_int_equal(import_text(store,
                                 HEADER "aws,us-\xE9st,,p3.2xlarge,,,,on_demand,,1,USD,2024-01-01\n"
                                        "aws,us-\x1B[31m,,p3.2xlarge,,,,on_demand,,1,USD,2024-01-01\n"
                                        "aws,us-\xC0\xAF,,p3.2xlarge,,,,on_demand,,1,USD,2024-01-01\n"
                                        "aws,\xE5\x8C\x97\xE4\xBA\xAC,,p3.2xlarge,,,,on_demand,,1,USD,2024-01-01\n")
                         .rejected,
                     3);
    assert_string_equal(only_quote(store, NULL).region, "\xE5\x8C\x97\xE4\xBA\xAC");
    gpucost_store_close(store);
}

static void history__rejects_past_ten_thousand__are_counted(void **state)
{
    (void)state;
    enum { ROWS = 10050 };
    char *feed = malloc(sizeof HEADER + ROWS * 64 + 64);
    size_t used = (size_t)sprintf(feed, HEADER "aws,r,,p3.2xlarge,,,,spot,,1,USD,2024-01-01\n");
    for (int i = 0; i < ROWS; i++)
        used += (size_t)sprintf(feed + used, "aws,r,,p3.2xlarge,,,,spot,,0,USD,2024-01-01\n");
    gpucost_store *store = memory_store();
    gpucost_import *report;
    gpucost_error err;
    gpucost_import_summary summary = GPUCOST_INIT(gpucost_import_summary);
    assert_int_equal(gpucost_price_import_text(store, feed, used, "feed", NULL, &report, &err), GPUCOST_OK);
    assert_int_equal(gpucost_import_summarise(report, &summary, &err), GPUCOST_OK);
    assert_int_equal(summary.rejected, ROWS);
    assert_int_equal(gpucost_import_reject_count(report), 10000);
    gpucost_import_free(report);
    gpucost_store_close(store);
    free(feed);
}

static void history__currency__follows_region_and_options(void **state)
{
    (void)state;
    const char *feed = "provider,region,instance,hourly,observed_utc\naws,cn-north-1,p3.2xlarge,20,2024-01-01\n";
    gpucost_import_options options = GPUCOST_INIT(gpucost_import_options);
    gpucost_import *report;
    gpucost_error err;
    gpucost_store *store = memory_store();
    import_text(store, feed);
    assert_string_equal(only_quote(store, NULL).currency, "CNY");
    gpucost_store_close(store);
    store = memory_store();
    strcpy(options.currency, "EUR");
    assert_int_equal(gpucost_price_import_text(store, feed, strlen(feed), "feed", &options, &report, &err), GPUCOST_OK);
    gpucost_import_free(report);
    assert_string_equal(only_quote(store, NULL).currency, "EUR");
    strcpy(options.currency, "euro");
    assert_int_equal(gpucost_price_import_text(store, feed, strlen(feed), "feed", &options, &report, &err),
                     GPUCOST_E_RANGE);
    assert_string_equal(err.field, "currency");
    gpucost_store_close(store);
}

static void history__the_instance_type_decides_the_accelerator(void **state)
{
    (void)state;
    gpucost_store *store = memory_store();
    gpucost_price_filter filter = GPUCOST_INIT(gpucost_price_filter);
    import_text(store, HEADER "aws,us-east-1,,p4de.24xlarge,A100,1,,on_demand,,40,USD,2024-01-01\n"
                              "lab,here,,box,NVIDIA H100,2,,on_demand,,40,USD,2024-01-01\n"
                              "lab,here,,fpga,Virtex UltraScale (VU9P),1,,on_demand,,1,USD,2024-01-01\n");
    strcpy(filter.instance, "P4DE.24XLARGE");
    gpucost_quote quote = only_quote(store, &filter);
    assert_string_equal(quote.accelerator, "a100-sxm-80gb");
    assert_close(quote.accelerator_count, 8, 0);
    strcpy(filter.instance, "box");
    assert_string_equal(only_quote(store, &filter).accelerator, "h100-sxm-80gb");
    strcpy(filter.instance, "fpga");
    assert_string_equal(only_quote(store, &filter).accelerator, "Virtex UltraScale (VU9P)");
    gpucost_store_close(store);
}

static void history__an_offer_from_before_the_catalogue_knew_it__learns(void **state)
{
    (void)state;
    char folder[64], path[96];
    gpucost_store *store = folder_store(folder, path);
    gpucost_error err;
    import_text(store, HEADER "aws,us-east-1,,g4dn.12xlarge,,,,spot,,1.5,USD,2024-01-01\n");
    gpucost_quote before = only_quote(store, NULL);
    gpucost_store_close(store);
    store_number(path, "UPDATE offer SET accelerator = '', accelerator_count = 0 RETURNING id");
    assert_int_equal(gpucost_store_open(path, GPUCOST_STORE_WRITE, &store, &err), GPUCOST_OK);
    assert_string_equal(only_quote(store, NULL).accelerator, "");
    import_text(store, HEADER "aws,us-east-1,,g4dn.12xlarge,,,,spot,,1.6,USD,2024-01-02\n");
    gpucost_quote after = only_quote(store, NULL);
    assert_int_equal(after.offer_id, before.offer_id);
    assert_string_equal(after.accelerator, before.accelerator);
    assert_close(after.accelerator_count, 4, 0);
    gpucost_store_close(store);
    remove_folder(folder);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(history__order_of_rows__does_not_matter),
        cmocka_unit_test(history__order_of_imports_and_overlap__do_not_matter),
        cmocka_unit_test(history__the_same_feed_twice__adds_nothing),
        cmocka_unit_test(history__another_price_for_the_same_instant__is_refused_and_named),
        cmocka_unit_test(history__names_are_only_data),
        cmocka_unit_test(history__text_that_is_no_utf8__is_refused),
        cmocka_unit_test(history__rejects_past_ten_thousand__are_counted),
        cmocka_unit_test(history__currency__follows_region_and_options),
        cmocka_unit_test(history__the_instance_type_decides_the_accelerator),
        cmocka_unit_test(history__an_offer_from_before_the_catalogue_knew_it__learns),
    };
    return RUN_TESTS("price_history", tests);
}
