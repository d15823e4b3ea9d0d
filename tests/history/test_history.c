/* Steps, spans and the price of an instant against the records themselves, second by second. */
#include "history/record_store.h"
#include "price/price_support.h"
#include "support/draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpucost/history.h"

enum { START = 1577836800, SECONDS = 4000, RECORDS = 60 };

static int price_at(const record *records, int64_t second)
{
    int price = 0;
    for (int i = 0; i < RECORDS && records[i].at <= second; i++) price = records[i].price;
    return price;
}

static void check_steps(const gpucost_history *steps, const record *records, int64_t from, int64_t to)
{
    int64_t second = from;
    gpucost_error err;
    for (uint64_t i = 0; i < gpucost_history_count(steps); i++) {
        gpucost_history_step step = GPUCOST_INIT(gpucost_history_step);
        assert_int_equal(gpucost_history_at(steps, i, &step, &err), GPUCOST_OK);
        assert_true(step.from_utc_s < step.to_utc_s && step.from_utc_s >= second && step.to_utc_s <= to);
        for (; second < step.from_utc_s; second++) assert_int_equal(price_at(records, second), 0);
        for (; second < step.to_utc_s; second++)
            assert_int_equal(price_at(records, second) * INT64_C(1000000000), step.effective_nanos);
        if (i > 0 && step.observations == 0) fail_msg("a step of nothing");
    }
    for (; second < to; second++) assert_int_equal(price_at(records, second), 0);
}

static void check_spans(const gpucost_history *steps, const record *records, int64_t from, int64_t to, int64_t span)
{
    int64_t nanos[64];
    gpucost_error err;
    uint64_t count = (uint64_t)((to - from) / span);
    if (count > 64) count = 64;
    assert_int_equal(gpucost_history_resample(steps, from, span, count, nanos, &err), GPUCOST_OK);
    for (uint64_t i = 0; i < count; i++) {
        int64_t sum = 0, seconds = 0, start = from + span * (int64_t)i;
        for (int64_t s = start; s < start + span; s++) {
            sum += price_at(records, s);
            seconds += price_at(records, s) > 0;
        }
        if (seconds == 0) {
            assert_int_equal(nanos[i], 0);
            continue;
        }
        int64_t exact = sum * INT64_C(1000000000);
        assert_true(llabs(nanos[i] * seconds - exact) * 2 <= seconds);
    }
}

static void history__random_records__equal_a_walk_by_seconds(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (int series = 0; series < 6; series++) {
        record records[RECORDS];
        for (int i = 0; i < RECORDS; i++)
            records[i] = (record){START + i * (SECONDS / RECORDS) + (int64_t)(next_random(&seed) % (SECONDS / RECORDS)),
                                  (int)(next_random(&seed) % 4)};
        gpucost_store *store = store_of(records, RECORDS);
        for (int round = 0; round < 20; round++) {
            int64_t from = START - 300 + (int64_t)(next_random(&seed) % SECONDS);
            if (round % 4 == 0) from = records[next_random(&seed) % RECORDS].at;
            int64_t to = from + 1 + (int64_t)(next_random(&seed) % SECONDS);
            gpucost_history *steps;
            gpucost_error err;
            assert_int_equal(gpucost_history_new(store, 2, from, to, &steps, &err), GPUCOST_OK);
            check_steps(steps, records, from, to);
            check_spans(steps, records, from, to, 1 + (int64_t)(next_random(&seed) % 100));
            gpucost_history_free(steps);
            gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
            gpucost_status status = gpucost_price_as_of(store, 2, from, &quote, &err);
            int price = price_at(records, from);
            assert_int_equal(status, price ? GPUCOST_OK : GPUCOST_E_UNKNOWN_FACT);
            if (price) assert_int_equal(quote.hourly_nanos, price * INT64_C(1000000000));
        }
        gpucost_store_close(store);
    }
}

static void history__wrong_questions__are_errors(void **state)
{
    (void)state;
    gpucost_store *store = memory_store();
    import_text(store, "provider,instance,hourly,observed_utc\nlab,box,1,2024-01-01\n");
    gpucost_history *steps = NULL;
    gpucost_error err;
    int64_t nanos = -7;
    gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
    assert_int_equal(gpucost_history_new(store, 1, 5, 5, &steps, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_history_new(store, 2, 5, 6, &steps, &err), GPUCOST_E_UNKNOWN_NAME);
    assert_null(steps);
    assert_int_equal(gpucost_price_as_of(store, 9, 5, &quote, &err), GPUCOST_E_UNKNOWN_NAME);
    assert_int_equal(gpucost_price_as_of(store, 1, 5, &quote, &err), GPUCOST_E_UNKNOWN_FACT);
    assert_int_equal(gpucost_history_new(store, 1, 5, INT64_MAX, &steps, &err), GPUCOST_OK);
    assert_int_equal(gpucost_history_resample(steps, 0, 0, 1, &nanos, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_history_resample(steps, INT64_MAX - 5, 3, 2, &nanos, &err), GPUCOST_E_RANGE);
    assert_int_equal(nanos, -7);
    gpucost_history_step step = GPUCOST_INIT(gpucost_history_step);
    assert_int_equal(gpucost_history_at(steps, 1, &step, &err), GPUCOST_E_ARGUMENT);
    gpucost_history_free(steps);
    gpucost_history_free(NULL);
    gpucost_store_close(store);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(history__random_records__equal_a_walk_by_seconds),
        cmocka_unit_test(history__wrong_questions__are_errors),
    };
    return RUN_TESTS("history", tests);
}
