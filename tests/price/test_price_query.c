/* Quotes as of any instant against a slow look through every row. */
#include "price_support.h"
#include "support/draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "price/price_table.h"

enum { OFFERS = 6, ROWS = 600, START = 1577836800, SPAN = 40 * 86400 };

typedef struct {
    int offer, gone;
    int64_t at, hourly;
} record;

static const char header[] = "provider,region,zone,instance,accelerator,accelerator_count,product,term,upfront,hourly,"
                             "currency,observed_utc,source\n";

/* Random records of the observed form: an empty spot price is a withdrawal. */
static gpucost_store *random_store(record records[ROWS], uint64_t seed)
{
    char *text = malloc(ROWS * 96 + 128);
    size_t used = (size_t)sprintf(text, "observed_utc,region,zone_id,instance,on_demand,spot\n");
    for (int i = 0; i < ROWS; i++) {
        record *r = &records[i];
        r->offer = (int)(next_random(&seed) % OFFERS);
        r->at = START + i * (SPAN / ROWS); /* no two at one instant */
        r->gone = next_random(&seed) % 10 == 0;
        r->hourly = (int64_t)(1 + next_random(&seed) % 5) * 1000000000;
        char when[32];
        gpucost_instant_format(r->at, when, sizeof when);
        used += (size_t)sprintf(text + used, "%s,us-east-1,use1-az%d,p3.2xlarge,9,", when, r->offer);
        used += (size_t)(r->gone ? sprintf(text + used, "\n")
                                 : sprintf(text + used, "%d\n", (int)(r->hourly / 1000000000)));
    }
    gpucost_store *store = memory_store();
    import_text(store, text);
    free(text);
    return store;
}

static void query__as_of_any_instant__equals_brute_force(void **state)
{
    (void)state;
    record records[ROWS];
    gpucost_store *store = random_store(records, 7);
    gpucost_price_filter filter = GPUCOST_INIT(gpucost_price_filter);
    strcpy(filter.term, "spot");
    uint64_t seed = 8;
    for (int round = 0; round < 300; round++) {
        filter.at_utc_s = round == 0   ? START - 1
                          : round == 1 ? START + SPAN * 2
                                       : START + (int64_t)(next_random(&seed) % SPAN);
        if (round % 5 == 4) filter.at_utc_s = records[next_random(&seed) % ROWS].at; /* the very instant counts */
        const record *expected[OFFERS] = {NULL};
        uint64_t count = 0;
        for (int i = 0; i < ROWS; i++)
            if (records[i].at <= filter.at_utc_s) expected[records[i].offer] = &records[i];
        for (int i = 0; i < OFFERS; i++) count += expected[i] && !expected[i]->gone;
        gpucost_quotes *quotes;
        gpucost_error err;
        assert_int_equal(gpucost_price_quotes(store, &filter, &quotes, &err), GPUCOST_OK);
        assert_int_equal(gpucost_quotes_count(quotes), count);
        int64_t before = 0;
        for (uint64_t i = 0; i < count; i++) {
            gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
            assert_int_equal(gpucost_quotes_at(quotes, i, &quote, &err), GPUCOST_OK);
            const record *r = expected[quote.zone[7] - '0'];
            assert_int_equal(quote.hourly_nanos, r->hourly);
            assert_int_equal(quote.observed_utc_s, r->at);
            assert_int_equal(quote.age_s, filter.at_utc_s - r->at);
            assert_true(quote.effective_nanos >= before);
            before = quote.effective_nanos;
        }
        gpucost_quotes_free(quotes);
    }
    gpucost_store_close(store);
}

static gpucost_store *small_store(void)
{
    gpucost_store *store = memory_store();
    char text[4096];
    snprintf(text, sizeof text, "%s%s", header,
             "aws,us-east-1,use1-az1,g4dn.xlarge,,,Linux/UNIX,spot,,0.25,USD,2024-01-01,\n"
             "aws,us-east-1,,g4dn.xlarge,,,,on_demand,,0.526,USD,2024-01-01,list\n"
             "aws,eu-west-1,,g4dn.12xlarge,,,,on_demand,,4.362,USD,2024-01-02,\n"
             "aws,us-west-2,,g4dn.xlarge,,,,reserved_1y_all,2900,0,USD,2024-01-01,\n"
             "azure,eastus,,Standard_ND96isr_H100_v5,,,,on_demand,,98.32,USD,2024-01-01,\n"
             "alibaba,cn-shanghai,,ecs.gn6i-c4g1.xlarge,T4,1,,subscription_1m,1694,0,CNY,2024-01-01,\n"
             "lab,here,,unknown-box,,,,on_demand,,0.01,USD,2024-01-01,\n");
    assert_int_equal(import_text(store, text).accepted, 7);
    return store;
}

/* 1694 CNY over 730 h are 2.320547945 an hour and accelerator; at 8 CNY a dollar 0.290068493, between the spot price
   of 0.25 and the year at 2900/8760. */
static void query__converted_prices__are_one_order_with_their_rates(void **state)
{
    (void)state;
    gpucost_store *store = small_store();
    import_text(store,
                "base,quote,rate,observed_utc\nUSD,CNY,7,2023-06-01\nUSD,CNY,8,2023-12-31\nUSD,CNY,9,2024-02-01\n");
    gpucost_price_filter filter = GPUCOST_INIT(gpucost_price_filter);
    gpucost_quotes *quotes;
    gpucost_error err;
    strcpy(filter.convert_to, "USD");
    filter.at_utc_s = instant("2024-01-05");
    assert_int_equal(gpucost_price_quotes(store, &filter, &quotes, &err), GPUCOST_OK);
    assert_int_equal(gpucost_quotes_count(quotes), 7);
    for (uint64_t i = 0; i < 7; i++) {
        gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
        assert_int_equal(gpucost_quotes_at(quotes, i, &quote, &err), GPUCOST_OK);
        assert_string_equal(quote.currency, "USD");
        bool converted = strcmp(quote.provider, "alibaba") == 0;
        assert_int_equal(i == 1, converted);
        assert_string_equal(quote.stated_currency, converted ? "CNY" : "");
        if (!converted) continue;
        assert_int_equal(quote.upfront_nanos, INT64_C(211750000000)); /* 1694 / 8 */
        assert_int_equal(quote.hourly_nanos, 0);
        assert_int_equal(quote.effective_nanos, 290068494); /* 211.75 / 730 = 0.2900684931..., up */
        assert_true(quote.rate == 0.125 && quote.rate_utc_s == instant("2023-12-31"));
        assert_string_equal(quote.rate_source, "feed");
    }
    gpucost_quotes_free(quotes);
    strcpy(filter.convert_to, "EUR"); /* no rate: everything as it is stated */
    assert_int_equal(gpucost_price_quotes(store, &filter, &quotes, &err), GPUCOST_OK);
    gpucost_quote first = GPUCOST_INIT(gpucost_quote);
    assert_int_equal(gpucost_quotes_at(quotes, 0, &first, &err), GPUCOST_OK);
    assert_string_equal(first.currency, "CNY");
    assert_true(first.rate == 0);
    gpucost_quotes_free(quotes);
    strcpy(filter.convert_to, "usd");
    assert_int_equal(gpucost_price_quotes(store, &filter, &quotes, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "convert_to");
    gpucost_store_close(store);
}

static uint64_t count_where(gpucost_store *store, const char *field, const char *value)
{
    gpucost_price_filter filter = GPUCOST_INIT(gpucost_price_filter);
    gpucost_error err;
    if (gpucost_struct_set(&gpucost__price_filter_table, &filter, field, value, &err) != GPUCOST_OK)
        fail_msg("%s", err.text);
    return quote_count(store, &filter);
}

static void query__each_filter__keeps_what_it_names(void **state)
{
    (void)state;
    gpucost_store *store = small_store();
    assert_int_equal(quote_count(store, NULL), 7);
    assert_int_equal(count_where(store, "provider", "AWS"), 4);
    assert_int_equal(count_where(store, "regions", "us-east-1,eastus"), 3);
    assert_int_equal(count_where(store, "regions", "us-*"), 3);
    assert_int_equal(count_where(store, "instance", "G4DN.xlarge"), 3);
    assert_int_equal(count_where(store, "accelerator", "NVIDIA T4"), 5);
    assert_int_equal(count_where(store, "accelerator", "H100"), 1);
    assert_int_equal(count_where(store, "accelerator", "A10"), 0);
    assert_int_equal(count_where(store, "currency", "CNY"), 1);
    assert_int_equal(count_where(store, "term", "reserved"), 1);
    assert_int_equal(count_where(store, "term", "savings_plan"), 0);
    assert_int_equal(count_where(store, "product", "Linux/UNIX"), 1);
    assert_int_equal(count_where(store, "limit", "3"), 3);
    assert_int_equal(count_where(store, "at_utc", "2023-12-31"), 0);
    assert_int_equal(count_where(store, "at_utc", "2024-01-01"), 6);
    gpucost_store_close(store);
}

static void query__order__is_by_currency_then_price_per_accelerator_then_unknown(void **state)
{
    (void)state;
    static const struct {
        const char *instance;
        int64_t effective_nanos;
    } expected[] = {
        {"ecs.gn6i-c4g1.xlarge", INT64_C(2320547946)}, /* 1694 / 730 rounded up */
        {"g4dn.xlarge", 250000000},
        {"g4dn.xlarge", 331050229}, /* 2900 / 8760 rounded up */
        {"g4dn.xlarge", 526000000},
        {"g4dn.12xlarge", INT64_C(4362000000)},
        {"Standard_ND96isr_H100_v5", INT64_C(98320000000)},
        {"unknown-box", 10000000},
    };
    gpucost_store *store = small_store();
    gpucost_quotes *quotes;
    gpucost_error err;
    gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
    assert_int_equal(gpucost_price_quotes(store, NULL, &quotes, &err), GPUCOST_OK);
    for (uint64_t i = 0; i < 7; i++) {
        assert_int_equal(gpucost_quotes_at(quotes, i, &quote, &err), GPUCOST_OK);
        assert_string_equal(quote.instance, expected[i].instance);
        assert_int_equal(quote.effective_nanos, expected[i].effective_nanos);
    }
    assert_int_equal(gpucost_quotes_at(quotes, 7, &quote, &err), GPUCOST_E_ARGUMENT);
    gpucost_quotes_free(quotes);
    gpucost_store_close(store);
}

static void query__a_quote__says_who_says_so(void **state)
{
    (void)state;
    gpucost_store *store = small_store();
    gpucost_price_filter filter = GPUCOST_INIT(gpucost_price_filter);
    strcpy(filter.instance, "g4dn.xlarge");
    strcpy(filter.term, "on_demand");
    gpucost_quote quote = only_quote(store, &filter);
    assert_string_equal(quote.source, "list");
    assert_true(quote.offer_id > 0 && quote.import_id > 0);
    assert_int_equal(quote.age_s, 86400); /* the last price of the store is a day younger */
    strcpy(filter.term, "spot");
    quote = only_quote(store, &filter);
    assert_string_equal(quote.source, "feed");
    strcpy(filter.term, "reserved");
    quote = only_quote(store, &filter);
    assert_int_equal(quote.term, GPUCOST_TERM_RESERVED);
    assert_int_equal(quote.payment, GPUCOST_PAYMENT_ALL);
    assert_int_equal(quote.term_hours, 8760);
    assert_int_equal(quote.upfront_nanos, INT64_C(2900000000000));
    assert_int_equal(quote.hourly_nanos, 0);
    gpucost_store_close(store);
}

static void query__unknown_names__are_errors_that_help(void **state)
{
    (void)state;
    gpucost_store *store = small_store();
    gpucost_price_filter filter = GPUCOST_INIT(gpucost_price_filter);
    gpucost_quotes *quotes = NULL;
    gpucost_error err;
    strcpy(filter.accelerator, "H101");
    assert_int_equal(gpucost_price_quotes(store, &filter, &quotes, &err), GPUCOST_E_UNKNOWN_NAME);
    assert_string_equal(err.field, "accelerator");
    assert_non_null(strstr(err.text, "h100-sxm-80gb"));
    filter = GPUCOST_INIT(gpucost_price_filter);
    strcpy(filter.term, "weekly");
    assert_int_equal(gpucost_price_quotes(store, &filter, &quotes, &err), GPUCOST_E_UNKNOWN_NAME);
    assert_string_equal(err.field, "term");
    filter = GPUCOST_INIT(gpucost_price_filter);
    filter.at_utc_s = -5;
    assert_int_equal(gpucost_price_quotes(store, &filter, &quotes, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "at_utc");
    assert_null(quotes);
    gpucost_store_close(store);
}

static void query__the_last_price__is_0_in_an_empty_store(void **state)
{
    (void)state;
    gpucost_error err;
    int64_t last = -1;
    gpucost_store *store = memory_store();
    assert_int_equal(gpucost_price_last(store, &last, &err), GPUCOST_OK);
    assert_int_equal(last, 0);
    assert_int_equal(quote_count(store, NULL), 0);
    gpucost_store_close(store);
    store = small_store();
    assert_int_equal(gpucost_price_last(store, &last, &err), GPUCOST_OK);
    assert_int_equal(last, instant("2024-01-02"));
    gpucost_store_close(store);
}

static void query__bundled_offers__are_all_there_and_none_is_free(void **state)
{
    (void)state;
    uint64_t rows = bundled_rows("offers");
    gpucost_store *store;
    gpucost_quotes *quotes;
    gpucost_error err;
    assert_int_equal(gpucost_store_open_bundled(&store, &err), GPUCOST_OK);
    assert_int_equal(gpucost_price_quotes(store, NULL, &quotes, &err), GPUCOST_OK);
    assert_int_equal(gpucost_quotes_count(quotes), rows);
    for (uint64_t i = 0; i < rows; i++) {
        gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
        assert_int_equal(gpucost_quotes_at(quotes, i, &quote, &err), GPUCOST_OK);
        assert_true(quote.effective_nanos > 0 && *quote.source && quote.age_s >= 0 && quote.accelerator_count > 0);
    }
    gpucost_quotes_free(quotes);
    gpucost_store_close(store);
}

static void query__limits_on_hardware_and_age__pass_only_what_is_known_to_meet_them(void **state)
{
    (void)state;
    gpucost_store *store = memory_store();
    import_text(store, "provider,instance,accelerator,accelerator_count,hourly,observed_utc\n"
                       "aws,p4d.24xlarge,,,32.7726,2024-01-01\naws,p3.2xlarge,,,3.06,2024-01-02\n"
                       "lab,box,B9999,1,1,2024-01-02\n");
    gpucost_price_filter filter = GPUCOST_INIT(gpucost_price_filter);
    filter.least_memory_bytes = UINT64_C(30000000000);
    assert_string_equal(only_quote(store, &filter).instance, "p4d.24xlarge");
    filter = GPUCOST_INIT(gpucost_price_filter);
    strcpy(filter.least_capability, "7.0");
    assert_int_equal(quote_count(store, &filter), 2);
    strcpy(filter.least_capability, "8.0");
    assert_string_equal(only_quote(store, &filter).instance, "p4d.24xlarge");
    filter.most_age_s = 3600;
    assert_int_equal(quote_count(store, &filter), 0);
    filter = GPUCOST_INIT(gpucost_price_filter);
    filter.least_network_bytes_per_s = 10e9;
    assert_string_equal(only_quote(store, &filter).instance, "p4d.24xlarge");
    gpucost_quotes *quotes;
    gpucost_error err;
    filter = GPUCOST_INIT(gpucost_price_filter);
    strcpy(filter.least_capability, "new");
    assert_int_equal(gpucost_price_quotes(store, &filter, &quotes, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "least_capability");
    gpucost_store_close(store);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(query__as_of_any_instant__equals_brute_force),
        cmocka_unit_test(query__each_filter__keeps_what_it_names),
        cmocka_unit_test(query__order__is_by_currency_then_price_per_accelerator_then_unknown),
        cmocka_unit_test(query__a_quote__says_who_says_so),
        cmocka_unit_test(query__unknown_names__are_errors_that_help),
        cmocka_unit_test(query__the_last_price__is_0_in_an_empty_store),
        cmocka_unit_test(query__limits_on_hardware_and_age__pass_only_what_is_known_to_meet_them),
        cmocka_unit_test(query__bundled_offers__are_all_there_and_none_is_free),
        cmocka_unit_test(query__converted_prices__are_one_order_with_their_rates),
    };
    return RUN_TESTS("price_query", tests);
}
