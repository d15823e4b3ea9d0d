/* Damaged feeds: cut at every byte, with other types, other bytes and other numbers. An import answers or says why not,
   and what it says is not there is not there. */
#include "price_support.h"
#include "support/draw.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "gpucost/tariff.h"

static const char *const feeds[][2] = {
    {"csv_reference_names.csv", ""},
    {"spot.json", ""},
    {"spot.tsv", ""},
    {"observed.csv", ""},
    {"aws_offer.csv", ""},
    {"aws_offer.json", ""},
    {"aws_tariff.json", ""},
    {"aws_savings.csv", ""},
    {"aws_savings.json", ""},
    {"aws_advisor.json", "observed_utc=2024-01-01"},
    {"azure_retail.json", ""},
    {"gcp_sku.json", ""},
    {"gcp_machine.json", ""},
    {"oci.json", "observed_utc=2024-01-01"},
    {"alibaba_spot.json", ""},
    {"alibaba_price.json", "instance=x;region=y;term=subscription_1y;observed_utc=2024-01-01"},
    {"tencent.json", "observed_utc=2024-01-01"},
    {"skypilot.csv", "provider=aws;observed_utc=2024-01-01"},
    {"ec2instances.json", "observed_utc=2024-01-01"},
    {"tariff.csv", ""},
    {"rates.csv", ""},
};
enum { FEEDS = sizeof feeds / sizeof *feeds };

static char *read_feed(int feed, size_t *bytes)
{
    char path[256];
    snprintf(path, sizeof path, "cases/price/%s", feeds[feed][0]);
    FILE *file = fopen(test_path(path), "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *bytes = (size_t)ftell(file);
    rewind(file);
    char *text = calloc(*bytes + 1, 1);
    assert_int_equal(fread(text, 1, *bytes, file), *bytes);
    fclose(file);
    return text;
}

/* What a store holds is sound: quotes and tariffs read back, and none is free. */
static void check_store(gpucost_store *store)
{
    gpucost_quotes *quotes;
    gpucost_tariffs *tariffs;
    gpucost_error err;
    assert_int_equal(gpucost_price_quotes(store, NULL, &quotes, &err), GPUCOST_OK);
    for (uint64_t i = 0; i < gpucost_quotes_count(quotes); i++) {
        gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
        assert_int_equal(gpucost_quotes_at(quotes, i, &quote, &err), GPUCOST_OK);
        assert_true(quote.effective_nanos > 0 && quote.observed_utc_s > 0);
    }
    gpucost_quotes_free(quotes);
    assert_int_equal(gpucost_tariffs_new(store, NULL, &tariffs, &err), GPUCOST_OK);
    gpucost_tariffs_free(tariffs);
}

/* The counts of an import agree with each other; a failure names a known family and leaves nothing. */
static void import_damaged(gpucost_store *store, int feed, const char *text, size_t bytes)
{
    gpucost_import_options options = GPUCOST_INIT(gpucost_import_options);
    gpucost_import_summary summary = GPUCOST_INIT(gpucost_import_summary);
    gpucost_import *report = NULL;
    gpucost_error err;
    set_options(feeds[feed][1], &options);
    gpucost_status status = gpucost_price_import_text(store, text, bytes, feeds[feed][0], &options, &report, &err);
    if (status != GPUCOST_OK) {
        bool known = status == GPUCOST_E_SYNTAX || status == GPUCOST_E_EMPTY || status == GPUCOST_E_MISSING ||
                     status == GPUCOST_E_RANGE || status == GPUCOST_E_FIELD;
        if (!known || !err.text[0]) fail_msg("%s: status %d, %s", feeds[feed][0], (int)status, err.text);
        assert_null(report);
        return;
    }
    assert_int_equal(gpucost_import_summarise(report, &summary, &err), GPUCOST_OK);
    assert_int_equal(summary.rows, summary.accepted + summary.unchanged + summary.rejected);
    for (uint64_t i = 0; i < gpucost_import_reject_count(report); i++) {
        gpucost_import_reject reject = GPUCOST_INIT(gpucost_import_reject);
        assert_int_equal(gpucost_import_reject_at(report, i, &reject, &err), GPUCOST_OK);
        assert_true(reject.reason[0]);
    }
    gpucost_import_free(report);
}

static void damage__a_feed_cut_short__is_read_or_refused(void **state)
{
    (void)state;
    for (int feed = 0; feed < FEEDS; feed++) {
        size_t bytes;
        char *text = read_feed(feed, &bytes);
        gpucost_store *store = memory_store();
        /* a copy of the exact length, so that a read past its end is seen by sanitizers */
        for (size_t cut = 0; cut < bytes; cut += 1 + cut / 2000) {
            char *part = malloc(cut ? cut : 1);
            memcpy(part, text, cut);
            import_damaged(store, feed, part, cut);
            free(part);
        }
        check_store(store);
        gpucost_store_close(store);
        free(text);
    }
}

static void damage__other_bytes__are_read_or_refused(void **state)
{
    (void)state;
    static const char odd[] = {0, '"', ',', '\n', '{', ']', '-', '9', 'e', '\xFF', '\xC0', '\x80'};
    uint64_t seed = 11;
    for (int feed = 0; feed < FEEDS; feed++) {
        size_t bytes;
        char *text = read_feed(feed, &bytes), *copy = malloc(bytes);
        gpucost_store *store = memory_store();
        for (int round = 0; round < 150; round++) {
            memcpy(copy, text, bytes);
            for (int i = 0; i < 1 + round % 3; i++)
                copy[next_random(&seed) % bytes] = odd[next_random(&seed) % sizeof odd];
            import_damaged(store, feed, copy, bytes);
        }
        check_store(store);
        gpucost_store_close(store);
        free(copy);
        free(text);
    }
}

static json_t *odd_value(uint64_t *seed)
{
    switch (next_random(seed) % 13) {
    case 0: return json_null();
    case 1: return json_true();
    case 2: return json_integer(0);
    case 3: return json_integer(-7);
    case 4: return json_integer(INT64_MAX);
    case 5: return json_real(1e300);
    case 6: return json_real(-1e-300);
    case 7: return json_string("");
    case 8: return json_string("0.0000000000");
    case 9: return json_string("1e400");
    case 10: return json_string("99999999999999999999999");
    case 11: return json_array();
    default: return json_object();
    }
}

/* Put odd values in the place of `*left`-th leaves and branches. */
static void replace(json_t *value, int64_t *left, uint64_t *seed)
{
    const char *key;
    json_t *child;
    size_t i;
    void *next;
    json_object_foreach_safe(value, next, key, child) {
        if ((*left)-- == 0)
            json_object_set_new(value, key, odd_value(seed));
        else
            replace(child, left, seed);
    }
    json_array_foreach(value, i, child) {
        if ((*left)-- == 0)
            json_array_set_new(value, i, odd_value(seed));
        else
            replace(child, left, seed);
    }
}

static void damage__other_types_and_numbers__are_read_or_refused(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int feed = 0; feed < FEEDS; feed++) {
        size_t bytes;
        char *text = read_feed(feed, &bytes);
        json_t *whole = json_loadb(text, bytes, 0, NULL);
        free(text);
        if (!whole) continue; /* a table */
        gpucost_store *store = memory_store();
        for (int64_t round = 0; round < 1500; round++) {
            json_t *copy = json_deep_copy(whole);
            int64_t left = round % 500;
            replace(copy, &left, &seed);
            char *damaged = json_dumps(copy, 0);
            json_decref(copy);
            import_damaged(store, feed, damaged, strlen(damaged));
            free(damaged);
            if (left >= 0) round += 499 - round % 500; /* the document has no such place */
        }
        check_store(store);
        gpucost_store_close(store);
        json_decref(whole);
    }
}

/* A gzip file that ends early holds no whole feed: nothing of it is taken. */
static void damage__gzip_cut_short__is_refused_whole(void **state)
{
    (void)state;
    char folder[64], path[128];
    make_folder(folder);
    snprintf(path, sizeof path, "%s/feed.csv.gz", folder);
    gzFile packed = gzopen(path, "wb");
    gzprintf(packed, "provider,instance,hourly,observed_utc\n");
    for (int i = 0; i < 20000; i++)
        gzprintf(packed, "aws,g5.xlarge-%d,%d.%d,2024-01-01\n", i, 1 + i * 7919 % 97, i * 31 % 1000);
    gzclose(packed);
    FILE *file = fopen(path, "rb");
    char *bytes = malloc(1 << 20);
    size_t length = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    gpucost_store *store = memory_store();
    gpucost_import *report = NULL;
    gpucost_error err;
    for (size_t cut = 20; cut < length; cut += length / 9) {
        file = fopen(path, "wb");
        fwrite(bytes, 1, cut, file);
        fclose(file);
        gpucost_status status = gpucost_price_import(store, path, NULL, &report, &err);
        if (status == GPUCOST_OK) fail_msg("cut at %d of %d was taken", (int)cut, (int)length);
        assert_null(report);
        assert_int_equal(quote_count(store, NULL), 0);
    }
    file = fopen(path, "wb");
    fwrite(bytes, 1, length, file);
    fclose(file);
    assert_int_equal(gpucost_price_import(store, path, NULL, &report, &err), GPUCOST_OK);
    assert_int_equal(quote_count(store, NULL), 20000);
    gpucost_import_free(report);
    gpucost_store_close(store);
    free(bytes);
    remove_folder(folder);
}

/* Rows in any order, twice, and with another price for the same instant: the first price of an instant stays. */
static void damage__order_and_repeats__do_not_matter(void **state)
{
    (void)state;
    enum { ROWS = 200 };
    static const char header[] = "provider,instance,hourly,observed_utc\n";
    uint64_t seed = 3;
    char *texts[2];
    for (int k = 0; k < 2; k++) {
        int order[ROWS];
        char *at = texts[k] = malloc(64 * (2 * ROWS + 2));
        at += sprintf(at, "%s", header);
        for (int i = 0; i < ROWS; i++) order[i] = i;
        for (int i = ROWS - 1; k && i > 0; i--) {
            int j = (int)(next_random(&seed) % (uint64_t)(i + 1)), kept = order[i];
            order[i] = order[j];
            order[j] = kept;
        }
        for (int i = 0; i < ROWS; i++) {
            char date[32];
            gpucost_instant_format(instant("2024-01-01") + 3600 * (int64_t)order[i], date, sizeof date);
            at += sprintf(at, "aws,g5.xlarge,%d.5,%s\n", 1 + order[i] % 7, date);
            if (k) at += sprintf(at, "aws,g5.xlarge,%d.5,%s\n", 1 + order[i] % 7, date); /* again */
        }
    }
    gpucost_store *ordered = memory_store(), *mixed = memory_store();
    gpucost_import_summary one = import_text(ordered, texts[0]), two = import_text(mixed, texts[1]);
    assert_int_equal(one.accepted, ROWS);
    assert_int_equal(two.accepted, ROWS);
    assert_int_equal(two.unchanged, ROWS);
    for (int i = 0; i < ROWS; i += 17) {
        gpucost_price_filter filter = GPUCOST_INIT(gpucost_price_filter);
        filter.at_utc_s = instant("2024-01-01") + 3600 * (int64_t)i + 1;
        gpucost_quote a = only_quote(ordered, &filter), b = only_quote(mixed, &filter);
        assert_int_equal(a.hourly_nanos, b.hourly_nanos);
        assert_int_equal(a.observed_utc_s, b.observed_utc_s);
    }
    gpucost_store_close(ordered);
    gpucost_store_close(mixed);
    free(texts[0]);
    free(texts[1]);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(damage__a_feed_cut_short__is_read_or_refused),
        cmocka_unit_test(damage__other_bytes__are_read_or_refused),
        cmocka_unit_test(damage__other_types_and_numbers__are_read_or_refused),
        cmocka_unit_test(damage__gzip_cut_short__is_refused_whole),
        cmocka_unit_test(damage__order_and_repeats__do_not_matter),
    };
    return RUN_TESTS("price_damage", tests);
}
