/* Real feeds, when GPUCOST_SHARED names the folder that has them: counts and prices against a reading of our own. */
#include "price_support.h"
#include "support/draw.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char key[192]; /* zone|instance|product|time */
    char series[160];
    int64_t at, nanos;
} entry;

static const char *shared(const char *path)
{
    static char whole[1024];
    snprintf(whole, sizeof whole, "%s/%s", getenv("GPUCOST_SHARED"), path);
    return whole;
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("%s cannot be read", path);
    fseek(file, 0, SEEK_END);
    long bytes = ftell(file);
    rewind(file);
    char *text = calloc((size_t)bytes + 1, 1);
    assert_int_equal(fread(text, 1, (size_t)bytes, file), bytes);
    fclose(file);
    return text;
}

static gpucost_import_summary import_file(gpucost_store *store, const char *path)
{
    gpucost_import *report;
    gpucost_error err;
    gpucost_import_summary summary = GPUCOST_INIT(gpucost_import_summary);
    if (gpucost_price_import(store, path, NULL, &report, &err) != GPUCOST_OK) fail_msg("%s: %s", path, err.text);
    assert_int_equal(gpucost_import_summarise(report, &summary, &err), GPUCOST_OK);
    gpucost_import_free(report);
    return summary;
}

static int compare_entries(const void *a, const void *b)
{
    return strcmp(((const entry *)a)->key, ((const entry *)b)->key);
}

static int distinct(entry *entries, int count)
{
    int found = 0;
    qsort(entries, (size_t)count, sizeof *entries, compare_entries);
    for (int i = 0; i < count; i++) found += i == 0 || strcmp(entries[i].key, entries[i - 1].key) != 0;
    return found;
}

/* The value of the next "name": "value" after `at`, by plain search. */
static const char *value_after(const char *at, const char *name, char *value, size_t capacity)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\": \"", name);
    const char *start = strstr(at, quoted);
    if (!start) return NULL;
    start += strlen(quoted);
    snprintf(value, capacity, "%.*s", (int)strcspn(start, "\""), start);
    return start;
}

static void make_entry(entry *e, const char *zone, const char *instance, const char *product, const char *price,
                       const char *time)
{
    snprintf(e->series, sizeof e->series, "%.40s|%.40s|%.60s", zone, instance, product);
    e->at = instant(time);
    snprintf(e->key, sizeof e->key, "%s|%lld", e->series, (long long)e->at);
    assert_int_equal(gpucost_price_parse(price, &e->nanos, NULL), GPUCOST_OK);
}

static int read_history(const char *text, entry *entries)
{
    int count = 0;
    char zone[64], instance[64], product[64], price[32], time[40];
    for (const char *at = text; (at = value_after(at, "AvailabilityZone", zone, sizeof zone)) != NULL;) {
        assert_non_null(value_after(at, "InstanceType", instance, sizeof instance));
        assert_non_null(value_after(at, "ProductDescription", product, sizeof product));
        assert_non_null(value_after(at, "SpotPrice", price, sizeof price));
        assert_non_null(value_after(at, "Timestamp", time, sizeof time));
        make_entry(&entries[count++], zone, instance, product, price, time);
    }
    return count;
}

static void check_instant(gpucost_store *store, const entry *entries, int count, int64_t at)
{
    gpucost_price_filter filter = GPUCOST_INIT(gpucost_price_filter);
    gpucost_quotes *quotes;
    gpucost_error err;
    filter.at_utc_s = at;
    assert_int_equal(gpucost_price_quotes(store, &filter, &quotes, &err), GPUCOST_OK);
    for (uint64_t i = 0; i < gpucost_quotes_count(quotes); i++) {
        gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
        assert_int_equal(gpucost_quotes_at(quotes, i, &quote, &err), GPUCOST_OK);
        char series[160];
        snprintf(series, sizeof series, "%s|%s|%s", quote.zone, quote.instance, quote.product);
        const entry *latest = NULL;
        for (int k = 0; k < count; k++)
            if (entries[k].at <= at && strcmp(entries[k].series, series) == 0 &&
                (!latest || entries[k].at > latest->at))
                latest = &entries[k];
        assert_non_null(latest);
        assert_int_equal(quote.hourly_nanos, latest->nanos);
        assert_int_equal(quote.observed_utc_s, latest->at);
    }
    gpucost_quotes_free(quotes);
}

static void feeds__aws_json__has_each_distinct_price_once(void **state)
{
    (void)state;
    static entry entries[16000];
    int count = 0, truncated = 0;
    uint64_t accepted = 0, rows = 0, offers = 0;
    gpucost_store *store = memory_store();
    char folder[1024];
    snprintf(folder, sizeof folder, "%s", shared("data/aws_spot_2020_json"));
    DIR *open = opendir(folder);
    assert_non_null(open);
    for (struct dirent *file; (file = readdir(open)) != NULL;) {
        char path[2048];
        snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
        if (!strstr(file->d_name, ".json") || strstr(file->d_name, "EMPTY")) continue;
        char *text = read_file(path);
        int more = read_history(text, entries + count);
        free(text);
        gpucost_import_summary summary = import_file(store, path);
        assert_int_equal(summary.rows, more);
        assert_int_equal(summary.rejected, 0);
        assert_int_equal(summary.feed, GPUCOST_FEED_AWS_SPOT_JSON);
        truncated += summary.truncated;
        accepted += summary.accepted;
        rows += summary.rows;
        offers += summary.offers;
        count += more;
    }
    closedir(open);
    assert_true(count > 5000);
    assert_int_equal(rows, count);
    assert_int_equal(accepted, distinct(entries, count)); /* the snapshots overlap */
    assert_int_equal(quote_count(store, NULL), offers);
    assert_int_equal(truncated, 1); /* us-east-1.p2.xlarge.json: 1,000 rows and a live token */
    uint64_t seed = 1;
    for (int i = 0; i < 40; i++)
        check_instant(store, entries, count, entries[next_random(&seed) % (uint64_t)count].at - i % 2);
    gpucost_import_summary text =
        import_file(store, shared("data/aws_spot_2020_json/us-east-1.p3.2xlarge.snap-2020-03-23.text.tsv"));
    assert_int_equal(text.rows, 166);
    assert_int_equal(text.unchanged, 166); /* the same answer as the JSON next to it */
    gpucost_store_close(store);
}

static void feeds__an_empty_answer__is_an_error(void **state)
{
    (void)state;
    gpucost_store *store = memory_store();
    gpucost_import *report;
    gpucost_error err;
    assert_int_equal(gpucost_price_import(store, shared("data/aws_spot_2020_json/us-west-1.p3.2xlarge.EMPTY.json"),
                                          NULL, &report, &err),
                     GPUCOST_E_EMPTY);
    gpucost_store_close(store);
}

static void feeds__observed_changes__keep_every_cell(void **state)
{
    (void)state;
    static const char *const files[] = {"g4dn_g6_4regions", "p2_4regions", "p3_p3dn_5regions",
                                        "p4d_p4de_p5_all_regions"};
    gpucost_store *store = memory_store();
    for (int f = 0; f < 4; f++) {
        char path[256];
        snprintf(path, sizeof path, "data/aws_spot_history/aws_spot_%s.csv", files[f]);
        char *text = read_file(shared(path));
        uint64_t prices = 0, gone = 0;
        for (char *line = strchr(text, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
            const char *cells[6] = {line};
            for (int i = 1; i < 6; i++) cells[i] = strchr(cells[i - 1], ',') + 1;
            bool on_demand = *cells[4] != ',', spot = *cells[5] != '\r' && *cells[5] != '\n';
            prices += (uint64_t)on_demand + (uint64_t)spot;
            gone += (uint64_t)!on_demand + (uint64_t)!spot;
        }
        free(text);
        gpucost_import_summary summary = import_file(store, shared(path));
        assert_int_equal(summary.feed, GPUCOST_FEED_AWS_SPOT_CSV);
        assert_int_equal(summary.rows, prices);
        assert_int_equal(summary.accepted, prices);
        assert_int_equal(summary.withdrawn, gone);
        assert_int_equal(import_file(store, shared(path)).accepted, 0);
    }
    gpucost_store_close(store);
}

static void feeds__the_reference_list__is_taken_or_refused_for_a_reason(void **state)
{
    (void)state;
    char *text = read_file(shared("reference/offers.csv"));
    uint64_t rows = 0, undated = 0, parts = 0;
    for (char *line = strchr(text, '\n') + 1; *line; line = strchr(line, '\n') + 1, rows++) {
        const char *cells[11] = {line};
        for (int i = 1; i < 11; i++) cells[i] = strchr(cells[i - 1], ',') + 1;
        bool part = *cells[2] == '(';
        parts += part && *cells[9] != ',';
        undated += *cells[9] == ',';
    }
    free(text);
    gpucost_store *store = memory_store();
    gpucost_import *report;
    gpucost_error err;
    gpucost_import_summary summary = GPUCOST_INIT(gpucost_import_summary);
    assert_int_equal(gpucost_price_import(store, shared("reference/offers.csv"), NULL, &report, &err), GPUCOST_OK);
    assert_int_equal(gpucost_import_summarise(report, &summary, &err), GPUCOST_OK);
    assert_int_equal(summary.rows, rows);
    for (uint64_t i = 0; i < gpucost_import_reject_count(report); i++) {
        gpucost_import_reject reject = GPUCOST_INIT(gpucost_import_reject);
        assert_int_equal(gpucost_import_reject_at(report, i, &reject, &err), GPUCOST_OK);
        undated -= strcmp(reject.field, "as_of") == 0;
        parts -= strcmp(reject.field, "instance") == 0;
        assert_true(strcmp(reject.field, "as_of") == 0 || strcmp(reject.field, "instance") == 0 ||
                    strstr(reject.reason, "decimals") || strstr(reject.reason, "stays") ||
                    strcmp(reject.value, "0") == 0 || strcmp(reject.value, "0.0") == 0);
    }
    assert_int_equal(undated, 0);
    assert_int_equal(parts, 0);
    gpucost_import_free(report);
    gpucost_store_close(store);
}

int main(void)
{
    if (skip_without_shared()) return 0;
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(feeds__aws_json__has_each_distinct_price_once),
        cmocka_unit_test(feeds__an_empty_answer__is_an_error),
        cmocka_unit_test(feeds__observed_changes__keep_every_cell),
        cmocka_unit_test(feeds__the_reference_list__is_taken_or_refused_for_a_reason),
    };
    return RUN_TESTS("price_feeds", tests);
}
