/* Tariffs, exchange rates and interruptions by date. */
#include "price/price_support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tariff/tariff_list.h"

#define NANOS INT64_C(1000000000)

static gpucost_store *store_of(const char *file, const char *options)
{
    gpucost_store *store = memory_store();
    import_case(store, file, options);
    return store;
}

static void interruption__of_a_place__is_the_range_of_the_last_record(void **state)
{
    (void)state;
    gpucost_store *store = store_of("aws_advisor.json", "observed_utc=2025-01-01");
    double low = -1, high = -1;
    gpucost_error err;
    assert_int_equal(gpucost_price_interruption(store, "aws", "us-east-1", "p3.2xlarge", NULL, &low, &high, &err),
                     GPUCOST_OK);
    assert_true(low == 0.2 && high == 1);
    assert_int_equal(gpucost_price_interruption(store, "aws", "us-east-1", "p3.2xlarge", "Windows", &low, &high, &err),
                     GPUCOST_OK);
    assert_true(low == 0 && high == 0.05);
    assert_int_equal(gpucost_price_interruption(store, "aws", "us-east-1", "p9.large", "", &low, &high, &err),
                     GPUCOST_E_UNKNOWN_FACT);
    assert_true(low == 0 && high == 0.05);
    gpucost_store_close(store);
}

static void rate__as_of__is_the_last_record_of_either_direction(void **state)
{
    (void)state;
    gpucost_store *store = memory_store();
    import_text(store, "base,quote,rate,observed_utc\nUSD,CNY,7.1,2024-01-01\nUSD,CNY,7.25,2024-07-01\n"
                       "CNY,USD,0.125,2024-09-01\nEUR,USD,1.08,2024-01-01\n");
    double rate = -1;
    int64_t observed = -1;
    gpucost_error err;
    assert_int_equal(gpucost_tariff_rate(store, "USD", "CNY", instant("2024-06-30"), &rate, &observed, &err),
                     GPUCOST_OK);
    assert_true(rate == 7.1 && observed == instant("2024-01-01"));
    assert_int_equal(gpucost_tariff_rate(store, "CNY", "USD", instant("2024-07-01"), &rate, &observed, &err),
                     GPUCOST_OK);
    assert_true(fabs(rate - 1 / 7.25) < 1e-15 && observed == instant("2024-07-01"));
    gpucost_exchange_rate record = GPUCOST_INIT(gpucost_exchange_rate);
    assert_int_equal(gpucost_tariff_rate_at(store, "CNY", "USD", instant("2024-07-01"), &record, &err), GPUCOST_OK);
    assert_true(record.inverted && fabs(record.rate - 1 / 7.25) < 1e-15 && record.import_id > 0);
    assert_string_equal(record.base, "CNY");
    assert_string_equal(record.quote, "USD");
    assert_string_equal(record.source, "feed");
    assert_int_equal(gpucost_tariff_rate(store, "USD", "CNY", 0, &rate, NULL, &err), GPUCOST_OK);
    assert_true(rate == 8);
    assert_int_equal(gpucost_tariff_rate(store, "JPY", "JPY", 0, &rate, &observed, &err), GPUCOST_OK);
    assert_true(rate == 1 && observed == 0);
    assert_int_equal(gpucost_tariff_rate(store, "EUR", "CNY", 0, &rate, &observed, &err), GPUCOST_E_CURRENCY);
    assert_int_equal(gpucost_tariff_rate(store, "USD", "CNY", instant("2023-12-31"), &rate, &observed, &err),
                     GPUCOST_E_CURRENCY);
    assert_true(rate == 1);
    gpucost_store_close(store);
}

/* AWS, data out to the internet: 0.09 up to 10 TB, 0.085 for the next 40 TB, 0.07 for the next 100 TB. */
static void tariffs__cost__is_a_sum_by_volumes(void **state)
{
    (void)state;
    gpucost_store *store = memory_store();
    import_text(store,
                "kind,unit,price,provider,region,item,target,from_quantity,observed_utc\n"
                "egress,GB,0.12,aws,us-east-1,,internet,0,2023-01-01\n"
                "egress,GB,0.10,aws,us-east-1,,internet,99,2023-01-01\n" /* a volume that ends with the new list */
                "egress,GB,0,aws,us-east-1,,internet,0,2024-01-01\n"
                "egress,GB,0.09,aws,us-east-1,,internet,100,2024-01-01\n"
                "egress,GB,0.085,aws,us-east-1,,internet,10240,2024-01-01\n"
                "egress,GB,0.02,aws,us-east-1,,us-west-2,0,2024-01-01\n");
    gpucost_tariff_filter filter = GPUCOST_INIT(gpucost_tariff_filter);
    gpucost_tariffs *tariffs;
    gpucost_error err;
    gpucost_money cost = {0};
    assert_int_equal(gpucost_tariffs_new(store, NULL, &tariffs, &err), GPUCOST_OK);
    assert_int_equal(gpucost_tariffs_count(tariffs), 4);
    assert_int_equal(gpucost_tariffs_cost(tariffs, 5, &cost, &err), GPUCOST_E_ARGUMENT);
    gpucost_tariffs_free(tariffs);
    filter.kind = GPUCOST_TARIFF_EGRESS;
    strcpy(filter.target, "internet");
    assert_int_equal(gpucost_tariffs_new(store, &filter, &tariffs, &err), GPUCOST_OK);
    assert_int_equal(gpucost_tariffs_count(tariffs), 3);
    gpucost_tariff tariff = GPUCOST_INIT(gpucost_tariff);
    assert_int_equal(gpucost_tariffs_at(tariffs, 1, &tariff, &err), GPUCOST_OK);
    assert_int_equal(tariff.unit_nanos, 90000000);
    assert_true(tariff.from_quantity == 100);
    assert_int_equal(gpucost_tariffs_at(tariffs, 3, &tariff, &err), GPUCOST_E_ARGUMENT);
    const struct {
        double quantity;
        int64_t nanos;
    } sums[] = {{0, 0},
                {100, 0},
                {101, 90000000},
                {10240, 10140 * INT64_C(90000000)},
                {20240, 10140 * INT64_C(90000000) + 10000 * INT64_C(85000000)}};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(gpucost_tariffs_cost(tariffs, sums[i].quantity, &cost, &err), GPUCOST_OK);
        assert_int_equal(cost.units * NANOS + cost.nanos, sums[i].nanos);
    }
    assert_int_equal(gpucost_tariffs_cost(tariffs, -1, &cost, &err), GPUCOST_E_RANGE);
    gpucost_tariffs_free(tariffs);
    filter.at_utc_s = instant("2023-06-01");
    assert_int_equal(gpucost_tariffs_new(store, &filter, &tariffs, &err), GPUCOST_OK);
    assert_int_equal(gpucost_tariffs_cost(tariffs, 1, &cost, &err), GPUCOST_OK);
    assert_int_equal(cost.nanos, 120000000);
    gpucost_tariffs_free(tariffs);
    filter.at_utc_s = 0;
    strcpy(filter.target, "moon");
    assert_int_equal(gpucost_tariffs_new(store, &filter, &tariffs, &err), GPUCOST_OK);
    assert_int_equal(gpucost_tariffs_count(tariffs), 0);
    assert_int_equal(gpucost_tariffs_cost(tariffs, 1, &cost, &err), GPUCOST_E_UNKNOWN_FACT);
    gpucost_tariffs_free(tariffs);
    gpucost_store_close(store);
}

static gpucost_tariff row(const char *region, const char *item, const char *target, const char *unit,
                          const char *currency, double from, int64_t nanos)
{
    gpucost_tariff made = GPUCOST_INIT(gpucost_tariff);
    strcpy(made.provider, "p");
    strcpy(made.region, region);
    strcpy(made.item, item);
    strcpy(made.target, target);
    strcpy(made.unit, unit);
    strcpy(made.currency, currency);
    made.kind = *target ? GPUCOST_TARIFF_EGRESS : GPUCOST_TARIFF_STORAGE;
    made.from_quantity = from;
    made.unit_nanos = nanos;
    return made;
}

/* A list as a store gives it: by region, kind, item, target, currency and volume. */
static void tariffs__find__takes_the_nearest_place_and_target(void **state)
{
    (void)state;
    gpucost_tariff rows[] = {
        row("global", "", "internet", "GB", "USD", 0, 1),     row("global", "disk", "", "GB-month", "USD", 0, 2),
        row("r1", "", "*", "GB", "USD", 0, 3),                row("r1", "", "internet", "GB", "CNY", 0, 4),
        row("r1", "", "internet", "GB", "USD", 0, 5),         row("r1", "", "internet", "GB", "USD", 100, 6),
        row("r1", "", "us-*", "GB", "USD", 0, 7),             row("r1", "", "us-east", "GB", "USD", 0, 8),
        row("r2", "cold", "", "GiBy.mo", "USD", 0, 9),        row("r2", "disk", "", "GiBy.mo", "USD", 0, 10),
        row("r2", "reads", "", "count", "USD", 0, 11),
    };
    gpucost_tariffs list = {rows, sizeof rows / sizeof *rows, 0};
    static const struct {
        const char *region, *item, *target, *currency;
        int64_t nanos; /* 0: none, -1: several */
    } cases[] = {
        {"r1", "", "internet", "USD", 5}, {"r1", "", "internet", "CNY", 4},  {"r1", "", "internet", "EUR", -1},
        {"r1", "", "us-east", "USD", 8},  {"r1", "", "us-west", "USD", 7},   {"r1", "", "eu-west", "USD", 3},
        {"r1", "", "", "USD", 2},         {"r2", "", "", "USD", -1},         {"r2", "Disk", "", "USD", 10},
        {"r2", "tape", "", "USD", 0},     {"r2", "", "internet", "USD", 1},  {"r9", "", "us-east", "USD", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gpucost__tariff_place place = {.provider = "p",
                                       .region = cases[i].region,
                                       .kind = *cases[i].target ? GPUCOST_TARIFF_EGRESS : GPUCOST_TARIFF_STORAGE,
                                       .item = cases[i].item,
                                       .target = cases[i].target,
                                       .currency = cases[i].currency};
        gpucost__tariff found;
        bool several;
        gpucost__tariff_find(&list, &place, &found, &several);
        assert_int_equal(several, cases[i].nanos == -1);
        assert_int_equal(found.count > 0 ? found.rows->unit_nanos : 0, cases[i].nanos > 0 ? cases[i].nanos : 0);
        if (cases[i].nanos == 5) assert_int_equal(found.count, 2);
    }
    static const struct {
        const char *unit;
        double bytes;
        bool monthly;
    } units[] = {{"GB", 1e9, false},        {"GiBy.mo", 1073741824, true}, {"TB-month", 1e12, true},
                 {"GiB-mo", 1073741824, true}, {"count", 0, false},           {"GB-hour", 0, false}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        bool monthly;
        double bytes = 0;
        assert_int_equal(gpucost__tariff_unit_bytes(units[i].unit, &monthly, &bytes), units[i].bytes > 0);
        if (units[i].bytes > 0) assert_true(bytes == units[i].bytes && monthly == units[i].monthly);
    }
}

/* AWS's own list: 20480 GB out are 10240 x 0.09 + 10240 x 0.085, and a TB more of S3 than 50 is at the second price. */
static void tariffs__of_the_aws_price_list__cost_by_volume(void **state)
{
    (void)state;
    static const struct {
        const char *target;
        int32_t kind;
        double quantity;
        int64_t nanos;
    } cases[] = {{"internet", GPUCOST_TARIFF_EGRESS, 20480, INT64_C(1792000000000)},
                 {"us-west-2", GPUCOST_TARIFF_EGRESS, 100, INT64_C(2000000000)},
                 {"", GPUCOST_TARIFF_STORAGE, 52200, INT64_C(1199600000000)}}; /* 51200 x 0.023 + 1000 x 0.022 */
    gpucost_store *store = store_of("aws_tariff.json", "");
    for (int i = 0; i < 3; i++) {
        gpucost_tariff_filter filter = GPUCOST_INIT(gpucost_tariff_filter);
        gpucost_tariffs *tariffs;
        gpucost_money cost;
        gpucost_error err;
        filter.kind = cases[i].kind;
        snprintf(filter.target, sizeof filter.target, "%s", cases[i].target);
        snprintf(filter.region, sizeof filter.region, "us-east-1");
        assert_int_equal(gpucost_tariffs_new(store, &filter, &tariffs, &err), GPUCOST_OK);
        assert_int_equal(gpucost_tariffs_cost(tariffs, cases[i].quantity, &cost, &err), GPUCOST_OK);
        assert_int_equal(cost.units * NANOS + cost.nanos, cases[i].nanos);
        assert_int_equal(tariffs->rows[0].observed_utc_s, instant("2025-09-12"));
        gpucost_tariffs_free(tariffs);
    }
    gpucost_store_close(store);
}

/* data/tariffs.csv, row by row: all are taken, and each region's first volume begins at 0. */
static void tariffs__bundled__are_all_there(void **state)
{
    (void)state;
    uint64_t rows = bundled_rows("tariffs");
    gpucost_store *store;
    gpucost_tariffs *tariffs;
    gpucost_error err;
    assert_int_equal(gpucost_store_open_bundled(&store, &err), GPUCOST_OK);
    assert_int_equal(gpucost_tariffs_new(store, NULL, &tariffs, &err), GPUCOST_OK);
    assert_int_equal(gpucost_tariffs_count(tariffs), rows);
    for (uint64_t i = 0; i < rows; i++) {
        const gpucost_tariff *row = &tariffs->rows[i];
        bool monthly, first = i == 0 || !gpucost__tariff_same_item(row, row - 1);
        double bytes;
        assert_true(first == (row->from_quantity == 0));
        assert_true(gpucost__tariff_unit_bytes(row->unit, &monthly, &bytes));
        assert_int_equal(monthly, row->kind == GPUCOST_TARIFF_STORAGE);
    }
    gpucost_tariffs_free(tariffs);
    gpucost_store_close(store);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(interruption__of_a_place__is_the_range_of_the_last_record),
        cmocka_unit_test(rate__as_of__is_the_last_record_of_either_direction),
        cmocka_unit_test(tariffs__cost__is_a_sum_by_volumes),
        cmocka_unit_test(tariffs__of_the_aws_price_list__cost_by_volume),
        cmocka_unit_test(tariffs__bundled__are_all_there),
        cmocka_unit_test(tariffs__find__takes_the_nearest_place_and_target),
    };
    return RUN_TESTS("tariff", tests);
}
