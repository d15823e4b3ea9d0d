/* Figures of a window against a walk through every second or every record. */
#include "history/record_store.h"
#include "price/price_support.h"
#include "support/draw.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpucost/history.h"

enum { START = 1577836800, SECONDS = 5000, RECORDS = 120 };

static int compare_int(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* The price in force at each second of the window, sorted. */
static void check_window(gpucost_store *store, const record *records, int count, int64_t from, int64_t to)
{
    static int prices[3 * SECONDS];
    int n = 0, last = 0;
    int64_t first_s = 0, last_s = 0;
    for (int64_t s = from; s < to; s++) {
        int price = 0;
        for (int i = 0; i < count && records[i].at <= s; i++) price = records[i].price;
        if (!price) continue;
        if (n == 0) first_s = s;
        last_s = s + 1;
        last = price;
        prices[n++] = price;
    }
    uint64_t observations = 0, changes = 0;
    int before = 0;
    for (int i = 0; i < count; i++) {
        if (!records[i].price) continue;
        bool inside = records[i].at >= from && records[i].at < to;
        observations += inside;
        changes += inside && before && before != records[i].price;
        before = records[i].price;
    }
    gpucost_price_statistics s = GPUCOST_INIT(gpucost_price_statistics);
    gpucost_error err;
    assert_int_equal(gpucost_price_statistics_of(store, 2, from, to, &s, &err), GPUCOST_OK);
    assert_int_equal(s.observations, observations);
    assert_int_equal(s.changes, changes);
    assert_int_equal(s.from_utc_s, first_s);
    assert_int_equal(s.to_utc_s, last_s);
    assert_int_equal(s.last_nanos, last * INT64_C(1000000000));
    if (n == 0) {
        assert_int_equal(s.mean_nanos, 0);
        return;
    }
    qsort(prices, (size_t)n, sizeof *prices, compare_int);
    double sum = 0, squares = 0;
    for (int i = 0; i < n; i++) sum += prices[i];
    for (int i = 0; i < n; i++) squares += (prices[i] - sum / n) * (prices[i] - sum / n);
    assert_int_equal(s.least_nanos, prices[0] * INT64_C(1000000000));
    assert_int_equal(s.most_nanos, prices[n - 1] * INT64_C(1000000000));
    assert_int_equal(s.p10_nanos, prices[(n + 9) / 10 - 1] * INT64_C(1000000000)); /* of n seconds, the ceil(n/10)-th */
    assert_int_equal(s.p50_nanos, prices[(n + 1) / 2 - 1] * INT64_C(1000000000));
    assert_int_equal(s.p90_nanos, prices[(9 * n + 9) / 10 - 1] * INT64_C(1000000000));
    assert_true(fabs((double)s.mean_nanos - sum / n * 1e9) <= 1);
    assert_true(fabs(s.volatility - sqrt(squares / n) / (sum / n)) < 1e-9);
}

static void statistics__random_series_and_windows__equal_a_walk_by_seconds(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int series = 0; series < 4; series++) {
        record records[RECORDS];
        for (int i = 0; i < RECORDS; i++)
            records[i] = (record){START + i * (SECONDS / RECORDS) + (int64_t)(next_random(&seed) % (SECONDS / RECORDS)),
                                  (int)(next_random(&seed) % 6)};
        gpucost_store *store = store_of(records, RECORDS);
        for (int round = 0; round < 40; round++) {
            int64_t from = START - 500 + (int64_t)(next_random(&seed) % (SECONDS + 1000));
            if (round % 4 == 0) from = records[next_random(&seed) % RECORDS].at;
            check_window(store, records, RECORDS, from, from + 1 + (int64_t)(next_random(&seed) % SECONDS));
        }
        gpucost_store_close(store);
    }
}

static void statistics__large_prices_and_long_times__stay_exact(void **state)
{
    (void)state;
    gpucost_store *store = memory_store();
    import_text(store, "provider,instance,hourly,observed_utc\nlab,box,999999999.999999999,1970-01-02\n"
                       "lab,box,999999999.999999998,5000-01-01\n");
    gpucost_price_statistics s = GPUCOST_INIT(gpucost_price_statistics);
    gpucost_error err;
    int64_t middle = instant("5000-01-01"), from = instant("1970-01-02");
    assert_int_equal(gpucost_price_statistics_of(store, 1, INT64_MIN, middle + (middle - from) + 2, &s, &err),
                     GPUCOST_OK);
    assert_int_equal(s.mean_nanos, INT64_C(999999999999999998)); /* the lower price held a second longer */
    assert_int_equal(s.p50_nanos, INT64_C(999999999999999998));
    assert_int_equal(s.from_utc_s, from);
    gpucost_store_close(store);
}

__extension__ typedef __int128 wide;

typedef struct {
    int64_t nanos, seconds;
} held;

static int compare_held(const void *a, const void *b)
{
    int64_t x = ((const held *)a)->nanos, y = ((const held *)b)->nanos;
    return (x > y) - (x < y);
}

static int64_t price_at_share(const held *sorted, int count, int64_t total, int tenths)
{
    int64_t below = 0;
    for (int i = 0; i < count; i++) {
        below += sorted[i].seconds;
        if (below * 10 >= total * tenths) return sorted[i].nanos;
    }
    return 0;
}

/* Prices of every size in one series, and most of them close to each other: quantiles by sorting. */
static void statistics__prices_of_every_size__equal_a_sorted_walk(void **state)
{
    (void)state;
    enum { COUNT = 3000 };
    static held rows[COUNT];
    char *text = malloc(COUNT * 64 + 128);
    uint64_t seed = 21;
    gpucost_error err;
    for (int round = 0; round < 30; round++) {
        size_t used = (size_t)sprintf(text, "provider,instance,hourly,observed_utc\n");
        int64_t total = 0, at = START;
        int bits = 1 + (int)(next_random(&seed) % 59), count = 1 + (int)(next_random(&seed) % COUNT);
        wide sum = 0;
        for (int i = 0; i < count; i++) {
            char when[32];
            int width = next_random(&seed) % 20 ? bits : 59;
            int64_t nanos = INT64_C(5000000000) + (int64_t)(next_random(&seed) >> (64 - width));
            int64_t seconds = 1 + (int64_t)(next_random(&seed) % 5000);
            rows[i] = (held){nanos, seconds};
            gpucost_instant_format(at, when, sizeof when);
            used += (size_t)sprintf(text + used, "lab,box,%lld.%09lld,%s\n", (long long)(nanos / 1000000000),
                                    (long long)(nanos % 1000000000), when);
            at += seconds;
            total += seconds;
            sum += (wide)nanos * seconds;
        }
        gpucost_store *store = memory_store();
        import_text(store, text);
        gpucost_price_statistics s = GPUCOST_INIT(gpucost_price_statistics);
        assert_int_equal(gpucost_price_statistics_of(store, 1, START, at, &s, &err), GPUCOST_OK);
        qsort(rows, (size_t)count, sizeof *rows, compare_held);
        assert_int_equal(s.observations, count);
        assert_int_equal(s.least_nanos, rows[0].nanos);
        assert_int_equal(s.most_nanos, rows[count - 1].nanos);
        assert_int_equal(s.p10_nanos, price_at_share(rows, count, total, 1));
        assert_int_equal(s.p50_nanos, price_at_share(rows, count, total, 5));
        assert_int_equal(s.p90_nanos, price_at_share(rows, count, total, 9));
        wide rest = sum - (wide)s.mean_nanos * total;
        assert_true(2 * rest <= total && 2 * rest >= -total);
        double squares = 0;
        for (int i = 0; i < count; i++) {
            double far = (double)(rows[i].nanos - s.mean_nanos);
            squares += far * far * (double)rows[i].seconds / (double)total;
        }
        assert_close(s.volatility, sqrt(squares) / (double)s.mean_nanos, 1e-9);
        gpucost_store_close(store);
    }
    free(text);
}

static void statistics__half_a_nano__goes_to_the_even_one(void **state)
{
    (void)state;
    gpucost_store *store = memory_store();
    import_text(store, "provider,instance,hourly,observed_utc\nlab,box,0.000000001,2024-01-01\n"
                       "lab,box,0.000000002,2024-01-02\nlab,box,0.000000003,2024-01-03\n");
    gpucost_price_statistics s = GPUCOST_INIT(gpucost_price_statistics);
    gpucost_error err;
    assert_int_equal(gpucost_price_statistics_of(store, 1, instant("2024-01-01"), instant("2024-01-03"), &s, &err),
                     GPUCOST_OK);
    assert_int_equal(s.mean_nanos, 2);
    assert_int_equal(gpucost_price_statistics_of(store, 1, instant("2024-01-02"), instant("2024-01-04"), &s, &err),
                     GPUCOST_OK);
    assert_int_equal(s.mean_nanos, 2);
    gpucost_store_close(store);
}

static void statistics__no_window_no_offer__are_errors(void **state)
{
    (void)state;
    gpucost_store *store = memory_store();
    gpucost_price_statistics s = GPUCOST_INIT(gpucost_price_statistics);
    gpucost_error err;
    assert_int_equal(gpucost_price_statistics_of(store, 1, 5, 5, &s, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_price_statistics_of(store, 1, 5, 6, &s, &err), GPUCOST_E_UNKNOWN_NAME);
    gpucost_store_close(store);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(statistics__random_series_and_windows__equal_a_walk_by_seconds),
        cmocka_unit_test(statistics__prices_of_every_size__equal_a_sorted_walk),
        cmocka_unit_test(statistics__large_prices_and_long_times__stay_exact),
        cmocka_unit_test(statistics__half_a_nano__goes_to_the_even_one),
        cmocka_unit_test(statistics__no_window_no_offer__are_errors),
    };
    return RUN_TESTS("history_statistics", tests);
}
