/* How SQLite answers the questions of docs/price.md: by keys and indexes, never by looking at all of a table. */
#include "price_support.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpucost/field.h"
#include "gpucost/history.h"
#include "gpucost/tariff.h"

enum { STATEMENTS_MOST = 64 };

static char *statements[STATEMENTS_MOST]; /* that the library ran */
static int count;

static int note_statement(unsigned kind, void *context, void *statement, void *text)
{
    (void)context;
    (void)text;
    if (kind != SQLITE_TRACE_STMT) return 0;
    const char *sql = sqlite3_sql(statement);
    if (strncmp(sql, "SELECT", 6) != 0) return 0;
    for (int i = 0; i < count; i++)
        if (strcmp(statements[i], sql) == 0) return 0;
    if (count < STATEMENTS_MOST) statements[count++] = strdup(sql);
    return 0;
}

/* SQLite calls it for each connection that is opened from then on. */
static int watch(sqlite3 *db, char **why, const void *functions)
{
    (void)why;
    (void)functions;
    return sqlite3_trace_v2(db, SQLITE_TRACE_STMT, note_statement, NULL);
}

static void forget_statements(void)
{
    while (count > 0) free(statements[--count]);
}

/* Plans of the statements since the last call. Only the table that is named may be looked at as a whole. */
static void check_plans(sqlite3 *db, const char *but)
{
    assert_true(count > 0 && count < STATEMENTS_MOST);
    for (int i = 0; i < count; i++) {
        sqlite3_stmt *plan;
        char *sql = sqlite3_mprintf("EXPLAIN QUERY PLAN %s", statements[i]);
        if (sqlite3_prepare_v2(db, sql, -1, &plan, NULL) != SQLITE_OK) fail_msg("%s: %s", sql, sqlite3_errmsg(db));
        while (sqlite3_step(plan) == SQLITE_ROW) {
            const char *step = (const char *)sqlite3_column_text(plan, 3);
            bool whole = strncmp(step, "SCAN", 4) == 0 && strcmp(step, "SCAN CONSTANT ROW") != 0;
            bool made = strstr(step, "AUTOMATIC") || strstr(step, "TEMP B-TREE");
            if ((whole && (!but || strncmp(step, but, strlen(but)) != 0)) || made)
                fail_msg("%s\n%s", step, statements[i]);
        }
        sqlite3_finalize(plan);
        sqlite3_free(sql);
    }
    forget_statements();
}

static void ask_for(gpucost_store *store, const char *field, const char *text)
{
    gpucost_price_filter filter = GPUCOST_INIT(gpucost_price_filter);
    gpucost_quotes *quotes;
    gpucost_error err;
    if (field) {
        const gpucost_struct *table = gpucost_struct_find("gpucost_price_filter");
        assert_int_equal(gpucost_struct_set(table, &filter, field, text, &err), GPUCOST_OK);
    }
    assert_int_equal(gpucost_price_quotes(store, &filter, &quotes, &err), GPUCOST_OK);
    gpucost_quotes_free(quotes);
}

static void plans__of_the_documented_questions__use_keys(void **state)
{
    (void)state;
    char folder[64], path[96];
    gpucost_store *store = folder_store(folder, path);
    gpucost_history *history;
    gpucost_tariffs *tariffs;
    gpucost_error err;
    int64_t last, since;
    double low, high;
    static const char *const feeds[] = {"busy.csv", "tariff.csv", "rates.csv", "observed.csv"};
    for (size_t i = 0; i < sizeof feeds / sizeof *feeds; i++) import_case(store, feeds[i], "");
    gpucost_store_close(store);

    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_auto_extension((void (*)(void))watch), SQLITE_OK);
    assert_int_equal(gpucost_store_open(path, GPUCOST_STORE_READ, &store, &err), GPUCOST_OK);
    forget_statements();

    gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
    gpucost_price_statistics figures = GPUCOST_INIT(gpucost_price_statistics);
    assert_int_equal(gpucost_price_as_of(store, 1, 2000000000, &quote, &err), GPUCOST_OK);
    assert_int_equal(gpucost_price_as_of(store, 99, 2000000000, &quote, &err), GPUCOST_E_UNKNOWN_NAME);
    check_plans(db, NULL);
    assert_int_equal(gpucost_price_statistics_of(store, 1, 1, 2000000000, &figures, &err), GPUCOST_OK);
    assert_true(figures.observations > 100);
    check_plans(db, NULL);
    assert_int_equal(gpucost_history_new(store, 1, 1, 2000000000, &history, &err), GPUCOST_OK);
    gpucost_history_free(history);
    check_plans(db, NULL);
    assert_int_equal(gpucost_price_last(store, &last, &err), GPUCOST_OK);
    check_plans(db, NULL);
    ask_for(store, "accelerator", "v100-sxm2-16gb");
    check_plans(db, NULL);
    ask_for(store, "instance", "P3.2XLARGE");
    check_plans(db, NULL);
    ask_for(store, NULL, NULL);
    check_plans(db, "SCAN o"); /* every offer is asked for */
    assert_int_equal(gpucost_tariffs_new(store, NULL, &tariffs, &err), GPUCOST_OK);
    gpucost_tariffs_free(tariffs);
    check_plans(db, NULL);
    assert_int_equal(gpucost_tariff_rate(store, "USD", "CNY", 0, &low, &since, &err), GPUCOST_OK);
    check_plans(db, NULL);
    assert_int_equal(gpucost_price_interruption(store, "aws", "us-east-1", "p3.2xlarge", NULL, &low, &high, &err),
                     GPUCOST_E_UNKNOWN_FACT);
    check_plans(db, NULL);

    sqlite3_reset_auto_extension();
    gpucost_store_close(store);
    sqlite3_close(db);
    remove_folder(folder);
}

/* What docs/price.md gives to other programs: from offers to their records by the key, whatever is asked. */
static void plans__of_the_views__begin_with_offers(void **state)
{
    (void)state;
    char folder[64], path[96];
    gpucost_store *store = folder_store(folder, path);
    sqlite3 *db;
    gpucost_store_close(store);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    statements[count++] = strdup("SELECT observed_utc_s, effective_nanos FROM price_history WHERE offer_id = 1 AND "
                                 "observed_utc_s BETWEEN 1 AND 2 ORDER BY observed_utc_s");
    statements[count++] = strdup("SELECT * FROM latest_price WHERE offer_id = 1");
    check_plans(db, NULL);
    statements[count++] = strdup("SELECT * FROM latest_price");
    statements[count++] = strdup("SELECT * FROM latest_price WHERE accelerator = 'h100-sxm-80gb' AND term = 'spot'");
    statements[count++] = strdup("SELECT * FROM price_history WHERE instance = 'p3.2xlarge' AND observed_utc_s > 5");
    statements[count++] = strdup("SELECT count(*) FROM price_history");
    check_plans(db, "SCAN o");
    sqlite3_close(db);
    remove_folder(folder);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans__of_the_documented_questions__use_keys),
        cmocka_unit_test(plans__of_the_views__begin_with_offers),
    };
    return RUN_TESTS("price_plans", tests);
}
