/* Each allocation of imports and questions refused, once and for ever: the right status, outputs untouched, nothing
 * leaked. */
#include "price_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpucost/report.h"
#include "gpucost/history.h"
#include "gpucost/tariff.h"
#include "support/fault.h"

enum { STEPS = 120 };

typedef struct {
    const char *name, *feed, *options; /* a file of tests/data/cases/price, or NULL: questions */
} scenario;

static gpucost_store *store; /* for the questions: the bundled offers, and one with blocks of records */
static int64_t busy_offer;

static gpucost_status import_feed(const scenario *what, gpucost_error *err)
{
    char path[512];
    gpucost_import_options options = GPUCOST_INIT(gpucost_import_options);
    gpucost_store *into = UNTOUCHED;
    gpucost_import *report = UNTOUCHED;
    snprintf(path, sizeof path, "cases/price/%s", what->feed);
    set_options(what->options, &options);
    gpucost_status status = gpucost_store_open(":memory:", GPUCOST_STORE_CREATE, &into, err);
    if (status != GPUCOST_OK) {
        if ((void *)into != UNTOUCHED) abort();
        return status;
    }
    status = gpucost_price_import(into, test_path(path), &options, &report, err);
    END(status, report, gpucost_import_free);
    gpucost_store_close(into);
    return status;
}

static gpucost_status ask(const scenario *what, gpucost_error *err)
{
    (void)what;
    gpucost_quotes *quotes = UNTOUCHED;
    gpucost_history *history = UNTOUCHED;
    gpucost_savings *savings = UNTOUCHED;
    gpucost_tariffs *tariffs = UNTOUCHED;
    gpucost_price_statistics figures = GPUCOST_INIT(gpucost_price_statistics);
    gpucost_price_filter filter = GPUCOST_INIT(gpucost_price_filter);
    snprintf(filter.convert_to, sizeof filter.convert_to, "CNY");
    gpucost_status status = gpucost_price_quotes(store, &filter, &quotes, err);
    END(status, quotes, gpucost_quotes_free);
    if (status == GPUCOST_OK) {
        status = gpucost_history_new(store, busy_offer, 1, 2000000000, &history, err);
        if (status == GPUCOST_OK) {
            char *svg = UNTOUCHED;
            gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
            gpucost_status drawn = gpucost_report_history_svg(history, &quote, &svg, err);
            END(drawn, svg, gpucost_text_free);
            if (drawn == GPUCOST_OK) drawn = gpucost_history_statistics(history, 1, 2000000000, &figures, err);
            if (drawn != GPUCOST_OK) {
                gpucost_history_free(history);
                return drawn;
            }
        }
        END(status, history, gpucost_history_free);
    }
    if (status == GPUCOST_OK) {
        status = gpucost_price_savings(store, NULL, &savings, err);
        END(status, savings, gpucost_savings_free);
    }
    if (status == GPUCOST_OK) {
        status = gpucost_tariffs_new(store, NULL, &tariffs, err);
        END(status, tariffs, gpucost_tariffs_free);
    }
    if (status == GPUCOST_OK) {
        gpucost_terms *terms = UNTOUCHED;
        gpucost_price_filter one = GPUCOST_INIT(gpucost_price_filter);
        snprintf(one.instance, sizeof one.instance, "p4d.24xlarge");
        snprintf(one.regions, sizeof one.regions, "us-east-1");
        status = gpucost_terms_new(store, &one, 0, &terms, err);
        END(status, terms, gpucost_terms_free);
    }
    if (status == GPUCOST_OK) status = gpucost_price_statistics_of(store, busy_offer, 1, 2000000000, &figures, err);
    if (status == GPUCOST_OK) status = gpucost_store_export(store, GPUCOST_EXPORT_PRICES, "/dev/null", NULL, err);
    return status;
}

static gpucost_status run(const scenario *what, uint64_t n, int for_ever, int *refused, gpucost_error *err)
{
    int64_t before = fault_live();
    fault_arm(n, for_ever);
    gpucost_status status = what->feed ? import_feed(what, err) : ask(what, err);
    fault_disarm(refused);
    int64_t left = fault_live() - before;
    if (left > 0 && what->feed)
        fail_msg("%s, allocation %d refused: %d blocks are left", what->name, (int)n, (int)left);
    return status;
}

static void oom__fails_cleanly(void **state)
{
    const scenario *what = *state;
    gpucost_error err;
    int refused = 0;
    assert_int_equal(run(what, 0, 0, &refused, &err), GPUCOST_OK); /* whatever libraries keep for ever, they keep now */
    int64_t before = fault_live();
    fault_arm(0, 0);
    assert_int_equal(what->feed ? import_feed(what, &err) : ask(what, &err), GPUCOST_OK);
    uint64_t count = fault_disarm(NULL), step = count > STEPS ? count / STEPS : 1;
    for (int for_ever = 0; for_ever < 2; for_ever++)
        for (uint64_t n = 1; n <= count; n += n < 50 ? 1 : step) {
            gpucost_status status = run(what, n, for_ever, &refused, &err);
            /* SQLite does without some of its caches, and a file that cannot be read for want of memory is one that
               cannot be read */
            if (!refused || status == GPUCOST_OK) continue;
            if (status != GPUCOST_E_MEMORY || err.status != status)
                fail_msg("%s, allocation %d refused: status %d, %s", what->name, (int)n, (int)status, err.text);
        }
    assert_int_equal(what->feed ? import_feed(what, &err) : ask(what, &err), GPUCOST_OK);
    assert_true(fault_live() - before < 64); /* statements that the store keeps */
}

static const scenario all[] = {
    {"csv", "csv_reference_names.csv", ""},
    {"csv_with_blocks", "busy.csv", ""},
    {"aws_spot_json", "spot.json", ""},
    {"aws_spot_text", "spot.tsv", ""},
    {"aws_spot_csv", "observed.csv", ""},
    {"aws_offer_csv", "aws_offer.csv", ""},
    {"aws_offer_json", "aws_offer.json", ""},
    {"aws_savings_csv", "aws_savings.csv", ""},
    {"aws_advisor", "aws_advisor.json", "observed_utc=2024-01-01"},
    {"azure_retail", "azure_retail.json", ""},
    {"gcp_sku", "gcp_sku.json", ""},
    {"gcp_machine", "gcp_machine.json", ""},
    {"alibaba_spot", "alibaba_spot.json", ""},
    {"tencent", "tencent.json", "observed_utc=2024-01-01"},
    {"skypilot", "skypilot.csv", "provider=aws;observed_utc=2024-01-01"},
    {"ec2instances", "ec2instances.json", "observed_utc=2024-01-01"},
    {"oci", "oci.json", "observed_utc=2024-01-01"},
    {"aws_savings_json", "aws_savings.json", ""},
    {"tariffs", "tariff.csv", ""},
    {"rates", "rates.csv", ""},
    {"questions", NULL, ""},
};
enum { SCENARIOS = sizeof all / sizeof *all };

static bool make_store(void)
{
    gpucost_error err;
    gpucost_import *report;
    gpucost_quotes *quotes;
    gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
    gpucost_price_filter filter = GPUCOST_INIT(gpucost_price_filter);
    strcpy(filter.provider, "lab");
    if (gpucost_store_open_bundled(&store, &err) != GPUCOST_OK) return false;
    if (gpucost_price_import(store, test_path("cases/price/busy.csv"), NULL, &report, &err) != GPUCOST_OK) return false;
    gpucost_import_free(report);
    if (gpucost_price_quotes(store, &filter, &quotes, &err) != GPUCOST_OK) return false;
    bool found = gpucost_quotes_at(quotes, 0, &quote, &err) == GPUCOST_OK;
    gpucost_quotes_free(quotes);
    busy_offer = quote.offer_id;
    return found;
}

int main(void)
{
    if (!fault_works()) {
        puts("1..0 # SKIP the allocator is another one (sanitizer, valgrind)");
        return 0;
    }
    if (!make_store()) return 1;
    struct CMUnitTest tests[SCENARIOS];
    for (int i = 0; i < SCENARIOS; i++)
        tests[i] = (struct CMUnitTest){all[i].name, oom__fails_cleanly, NULL, NULL, (void *)(uintptr_t)&all[i]};
    int failed = run_unit_tests("price_oom", tests, SCENARIOS);
    gpucost_store_close(store);
    return failed;
}
