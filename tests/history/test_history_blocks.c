/* Blocks of records are a copy: with them and without them a store gives the same answers, and a copy that differs is
   found. */
#include "price/price_support.h"
#include "support/draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpucost/history.h"

enum { DAY = 86400, RECORDS = 6000, IMPORTS = 7, WINDOWS = 300 };
#define START INT64_C(1577836800)
#define HEADER "provider,instance,zone,term,upfront,hourly,observed_utc\n"

static char folder[64], path[96];
static int64_t instants[RECORDS];

static int begin(void **state)
{
    (void)state;
    make_folder(folder);
    snprintf(path, sizeof path, "%s/store", folder);
    return 0;
}

static int end(void **state)
{
    (void)state;
    remove_folder(folder);
    return 0;
}

/* Two years of an offer on spot (1) and one reserved (2): busy months, quiet ones, an empty half year. Each record goes
   into one of the imports, or into two. */
static void fill_store(uint64_t seed)
{
    char *feeds[IMPORTS];
    size_t used[IMPORTS];
    for (int i = 0; i < IMPORTS; i++) {
        feeds[i] = malloc(RECORDS * 64 + 256);
        used[i] = (size_t)sprintf(feeds[i], HEADER);
    }
    int64_t at = START;
    for (int i = 0; i < RECORDS; i++) {
        at += 1 + (int64_t)(next_random(&seed) % (i % 1500 < 1400 ? 7200 : 3 * DAY));
        if (i == RECORDS / 2) at += 180 * DAY;
        instants[i] = at;
        char line[128], when[32];
        gpucost_instant_format(at, when, sizeof when);
        int price = (int)(next_random(&seed) % 50) + 1;
        if (i % 2)
            sprintf(line, "aws,p3.2xlarge,z,spot,,%d.%03d,%s\n", price, i % 1000, when);
        else
            sprintf(line, "aws,p3.2xlarge,z,reserved_1y_partial,%d,0.%03d,%s\n", 100 * price, i % 1000, when);
        for (int n = 1 + (int)(next_random(&seed) % 2); n > 0; n--) {
            int to = (int)(next_random(&seed) % IMPORTS);
            used[to] += (size_t)sprintf(feeds[to] + used[to], "%s", line);
        }
    }
    gpucost_store *store = store_at(path, GPUCOST_STORE_CREATE);
    for (int i = 0; i < IMPORTS; i++) {
        import_text(store, feeds[i]);
        free(feeds[i]);
    }
    gpucost_store_close(store);
}

typedef struct {
    gpucost_price_statistics figures[WINDOWS];
    int64_t means[WINDOWS][12];
    uint64_t steps[WINDOWS];
} answers;

/* Windows at random, and some that begin and end with a record. */
static void ask(answers *all)
{
    gpucost_store *store = store_at(path, GPUCOST_STORE_READ);
    gpucost_error err;
    uint64_t seed = 4;
    memset(all, 0, sizeof *all);
    for (int i = 0; i < WINDOWS; i++) {
        int64_t from = START - 40 * DAY + (int64_t)(next_random(&seed) % (900 * DAY));
        if (i % 3 == 0) from = instants[next_random(&seed) % RECORDS];
        int64_t to = from + 1 + (int64_t)(next_random(&seed) % (1 + next_random(&seed) % (700 * DAY)));
        if (i % 5 == 0 && instants[RECORDS - 1 - i] > from) to = instants[RECORDS - 1 - i];
        int64_t offer = 1 + i % 2;
        gpucost_history *steps;
        all->figures[i] = GPUCOST_INIT(gpucost_price_statistics);
        assert_int_equal(gpucost_price_statistics_of(store, offer, from, to, &all->figures[i], &err), GPUCOST_OK);
        assert_int_equal(gpucost_history_new(store, offer, from, to, &steps, &err), GPUCOST_OK);
        all->steps[i] = gpucost_history_count(steps);
        assert_int_equal(gpucost_history_resample(steps, from - DAY, (to - from) / 10 + 1, 12, all->means[i], &err), 0);
        gpucost_history_free(steps);
    }
    gpucost_store_close(store);
}

static void blocks__with_and_without__the_same_answers(void **state)
{
    (void)state;
    static answers with, without;
    fill_store(8);
    int64_t periods =
        store_number(path, "SELECT count(*) FROM (SELECT 1 FROM price GROUP BY offer_id, observed_utc_s / "
                           "2592000 HAVING count(*) >= 64)");
    assert_true(periods > 10);
    assert_int_equal(store_number(path, "SELECT count(*) FROM price_block"), periods);
    assert_int_equal(store_number(path,
                                  "SELECT count(*) FROM price_block b WHERE records <> (SELECT count(*) FROM price p "
                                  "WHERE p.offer_id = b.offer_id AND p.observed_utc_s / 2592000 = b.period)"),
                     0);
    ask(&with);
    store_run(path, "DELETE FROM price_block WHERE period % 3 = 0");
    ask(&without);
    assert_memory_equal(&with, &without, sizeof with);
    store_run(path, "DELETE FROM price_block");
    ask(&without);
    assert_memory_equal(&with, &without, sizeof with);
}

static void blocks__any_window_of_a_history__is_as_asked_from_the_store(void **state)
{
    (void)state;
    fill_store(9);
    gpucost_store *store = store_at(path, GPUCOST_STORE_READ);
    gpucost_history *steps;
    gpucost_error err;
    int64_t first = START, last = instants[RECORDS - 1] + 50 * DAY;
    uint64_t seed = 77;
    assert_int_equal(gpucost_history_new(store, 1, first, last, &steps, &err), GPUCOST_OK);
    for (int i = 0; i < WINDOWS; i++) {
        int64_t from = first + (int64_t)(next_random(&seed) % (uint64_t)(last - first - 1));
        if (i % 3 == 0) from = instants[next_random(&seed) % RECORDS];
        int64_t to = from + 1 + (int64_t)(next_random(&seed) % (uint64_t)(last - from));
        gpucost_price_statistics kept = GPUCOST_INIT(gpucost_price_statistics), read = kept;
        assert_int_equal(gpucost_history_statistics(steps, from, to, &kept, &err), GPUCOST_OK);
        assert_int_equal(gpucost_price_statistics_of(store, 1, from, to, &read, &err), GPUCOST_OK);
        assert_memory_equal(&kept, &read, sizeof kept);
    }
    gpucost_price_statistics figures = GPUCOST_INIT(gpucost_price_statistics), untouched = figures;
    assert_int_equal(gpucost_history_statistics(steps, first - 1, last, &figures, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "from_utc");
    assert_int_equal(gpucost_history_statistics(steps, first, last + 1, &figures, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "to_utc");
    assert_int_equal(gpucost_history_statistics(steps, last, last, &figures, &err), GPUCOST_E_RANGE);
    assert_memory_equal(&figures, &untouched, sizeof figures);
    gpucost_history_free(steps);
    gpucost_store_close(store);
}

static gpucost_status check(gpucost_error *err)
{
    gpucost_store *store = store_at(path, GPUCOST_STORE_READ);
    gpucost_status status = gpucost_store_check(store, err);
    gpucost_store_close(store);
    return status;
}

static void blocks__that_differ_from_the_records__are_damage(void **state)
{
    (void)state;
    gpucost_error err;
    gpucost_price_statistics figures = GPUCOST_INIT(gpucost_price_statistics);
    fill_store(10);
    assert_int_equal(check(&err), GPUCOST_OK);
    store_run(path, "CREATE TABLE kept AS SELECT * FROM price_block WHERE offer_id = 1 ORDER BY period LIMIT 1");
    static const char *const changes[] = {
        "SET data = zeroblob(length(data))",
        "SET records = records + 1",
        "SET data = CAST(data || x'00' AS BLOB)",
        "SET data = x''",
        "SET records = 9000000000000000000",
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char sql[256];
        snprintf(sql, sizeof sql,
                 "UPDATE price_block %s WHERE (offer_id, period) = (SELECT offer_id, period FROM kept)", changes[i]);
        store_run(path, sql);
        assert_int_equal(check(&err), GPUCOST_E_STORE_CORRUPT);
        assert_non_null(strstr(err.text, "offer 1"));
        gpucost_store *store = store_at(path, GPUCOST_STORE_READ);
        assert_int_equal(gpucost_price_statistics_of(store, 1, START, START + 60 * DAY, &figures, &err),
                         GPUCOST_E_STORE_CORRUPT);
        gpucost_store_close(store);
        store_run(path, "INSERT OR REPLACE INTO price_block SELECT * FROM kept");
    }
    assert_int_equal(check(&err), GPUCOST_OK);
    store_run(path, "INSERT INTO price_block VALUES (1, 3, 64, zeroblob(64))");
    assert_int_equal(check(&err), GPUCOST_E_STORE_CORRUPT);
}

static void blocks__of_an_older_store__are_made_by_the_migration(void **state)
{
    (void)state;
    static answers with, migrated;
    fill_store(11);
    ask(&with);
    int64_t blocks = store_number(path, "SELECT count(*) FROM price_block");
    int64_t last = store_number(path, "SELECT max(last_utc_s) FROM import");
    assert_int_equal(last, instants[RECORDS - 1]);
    store_run(path, "DROP TABLE price_block; DROP INDEX offer_accelerator; DROP INDEX offer_instance; DROP INDEX "
                    "import_last; ALTER TABLE import DROP COLUMN last_utc_s; PRAGMA user_version = 2");
    gpucost_store *store = store_at(path, GPUCOST_STORE_WRITE);
    gpucost_error err;
    if (gpucost_store_check(store, &err) != GPUCOST_OK) fail_msg("%s", err.text);
    gpucost_store_close(store);
    assert_int_equal(store_number(path, "SELECT count(*) FROM price_block"), blocks);
    assert_int_equal(store_number(path, "SELECT max(last_utc_s) FROM import"), last);
    ask(&migrated);
    assert_memory_equal(&with, &migrated, sizeof with);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(blocks__with_and_without__the_same_answers, begin, end),
        cmocka_unit_test_setup_teardown(blocks__any_window_of_a_history__is_as_asked_from_the_store, begin, end),
        cmocka_unit_test_setup_teardown(blocks__that_differ_from_the_records__are_damage, begin, end),
        cmocka_unit_test_setup_teardown(blocks__of_an_older_store__are_made_by_the_migration, begin, end),
    };
    return RUN_TESTS("history_blocks", tests);
}
