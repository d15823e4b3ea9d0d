/* Opening: every file that is not a store of this version is refused by its own status, and nothing is left behind. */
#include "support/table.h"

#include <dirent.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gpucost/price.h"

static char folder[64], path[128];

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/gpucost-test-XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/store?#%%.db", folder); /* letters that mean something in an address */
    return 0;
}

static int files_in_folder(void)
{
    DIR *open = opendir(folder);
    int count = -2; /* "." and ".." */
    while (open && readdir(open)) count++;
    if (open) closedir(open);
    return count;
}

static int remove_folder(void **state)
{
    (void)state;
    DIR *open = opendir(folder);
    chmod(folder, 0700);
    for (struct dirent *entry; open && (entry = readdir(open)) != NULL;) {
        char file[512];
        snprintf(file, sizeof file, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.') unlink(file);
    }
    if (open) closedir(open);
    rmdir(folder);
    return 0;
}

static gpucost_status try_open(int32_t mode, gpucost_error *err)
{
    gpucost_store *store = NULL;
    gpucost_status status = gpucost_store_open(path, mode, &store, err);
    if (status == GPUCOST_OK)
        gpucost_store_close(store);
    else
        assert_null(store);
    return status;
}

static void run_sql(const char *sql)
{
    sqlite3 *db;
    char *why = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK) fail_msg("%s", why);
    sqlite3_close(db);
}

static void write_file(const char *text, size_t bytes)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, bytes, file), bytes);
    fclose(file);
}

/* A store with a few hundred prices. */
static void make_store(void)
{
    gpucost_store *store;
    gpucost_import *report;
    gpucost_error err;
    char *text = malloc(400 * 64 + 128);
    size_t used = (size_t)sprintf(text, "provider,region,instance,hourly,observed_utc\n");
    for (int i = 0; i < 400; i++)
        used += (size_t)sprintf(text + used, "lab,region-%d,box,1.%d,2024-01-%02d\n", i, i % 10, 1 + i % 28);
    assert_int_equal(gpucost_store_open(path, GPUCOST_STORE_CREATE, &store, &err), GPUCOST_OK);
    assert_int_equal(gpucost_price_import_text(store, text, used, "feed", NULL, &report, &err), GPUCOST_OK);
    gpucost_import_free(report);
    gpucost_store_close(store);
    free(text);
}

static uint64_t count_quotes(int32_t mode)
{
    gpucost_store *store;
    gpucost_quotes *quotes;
    gpucost_error err;
    if (gpucost_store_open(path, mode, &store, &err) != GPUCOST_OK) fail_msg("%s", err.text);
    assert_int_equal(gpucost_price_quotes(store, NULL, &quotes, &err), GPUCOST_OK);
    uint64_t count = gpucost_quotes_count(quotes);
    gpucost_quotes_free(quotes);
    gpucost_store_close(store);
    return count;
}

static void store__missing__is_made_only_by_create(void **state)
{
    (void)state;
    gpucost_error err;
    assert_int_equal(try_open(GPUCOST_STORE_READ, &err), GPUCOST_E_STORE_MISSING);
    assert_int_equal(try_open(GPUCOST_STORE_WRITE, &err), GPUCOST_E_STORE_MISSING);
    assert_true(*err.source && *err.text);
    assert_int_equal(files_in_folder(), 0);
    assert_int_equal(try_open(GPUCOST_STORE_CREATE, &err), GPUCOST_OK);
    assert_int_equal(files_in_folder(), 1);
    assert_int_equal(try_open(GPUCOST_STORE_WRITE, &err), GPUCOST_OK);
    assert_int_equal(try_open(GPUCOST_STORE_CREATE, &err), GPUCOST_OK);
    assert_int_equal(count_quotes(GPUCOST_STORE_READ), 0);
    assert_int_equal(files_in_folder(), 1);
    assert_int_equal(try_open(3, &err), GPUCOST_E_ARGUMENT);
}

static void store__in_memory__is_private_and_new(void **state)
{
    (void)state;
    gpucost_store *store;
    gpucost_error err;
    assert_int_equal(gpucost_store_open(":memory:", GPUCOST_STORE_READ, &store, &err), GPUCOST_E_STORE_MISSING);
    assert_int_equal(gpucost_store_open(":memory:", GPUCOST_STORE_CREATE, &store, &err), GPUCOST_OK);
    gpucost_store_close(store);
    gpucost_store_close(NULL);
}

static void store__other_files__are_foreign(void **state)
{
    (void)state;
    gpucost_error err;
    for (int32_t mode = GPUCOST_STORE_READ; mode <= GPUCOST_STORE_CREATE; mode++) {
        char text[4096];
        memset(text, 'x', sizeof text);
        write_file(text, sizeof text);
        assert_int_equal(try_open(mode, &err), GPUCOST_E_STORE_FOREIGN);
        write_file("a,b\n1,2\n", 8);
        assert_int_equal(try_open(mode, &err), GPUCOST_E_STORE_FOREIGN);
        unlink(path);
        run_sql("CREATE TABLE price (a)");
        assert_int_equal(try_open(mode, &err), GPUCOST_E_STORE_FOREIGN);
        run_sql("PRAGMA application_id = 252006674");
        assert_int_equal(try_open(mode, &err), GPUCOST_E_STORE_FOREIGN);
        unlink(path);
    }
    write_file("", 0);
    assert_int_equal(try_open(GPUCOST_STORE_READ, &err), GPUCOST_E_STORE_FOREIGN);
    assert_int_equal(try_open(GPUCOST_STORE_WRITE, &err), GPUCOST_E_STORE_FOREIGN);
    assert_int_equal(try_open(GPUCOST_STORE_CREATE, &err), GPUCOST_OK);
    assert_int_equal(gpucost_store_open(folder, GPUCOST_STORE_READ, NULL, &err), GPUCOST_E_STORE_FOREIGN);
}

static void store__newer_schema__is_refused_with_both_numbers(void **state)
{
    (void)state;
    gpucost_error err;
    make_store();
    run_sql("PRAGMA user_version = 7");
    for (int32_t mode = GPUCOST_STORE_READ; mode <= GPUCOST_STORE_CREATE; mode++) {
        assert_int_equal(try_open(mode, &err), GPUCOST_E_STORE_NEWER);
        assert_non_null(strstr(err.text, "7"));
        assert_non_null(strstr(err.text, "3"));
    }
}

extern const char gpucost__store_0001_sql[];

/* A store as the first schema left it: two offers, three prices, a reject. */
static void make_first_schema(void)
{
    run_sql(gpucost__store_0001_sql);
    run_sql("INSERT INTO import VALUES (1, 'a.csv', 'f', 'csv', '0.1.0', NULL, 0, 4, 3, 0, 1, 1);"
            "INSERT INTO reject VALUES (1, 1, 5, 'hourly', '0', 'is 0');"
            "INSERT INTO source VALUES (1, 'a list');"
            "INSERT INTO offer VALUES (1, 'aws', 'us-east-1', '', 'p3.2xlarge', 'v100-sxm2-16gb', 1, 'Linux/UNIX', "
            "'on_demand', 'none', 0, 'USD'), (7, 'aws', 'us-east-1', '', 'p3.2xlarge', 'v100-sxm2-16gb', 1, "
            "'Linux/UNIX', 'reserved', 'all', 8760, 'USD');"
            "INSERT INTO price VALUES (1, 1577836800, 3060000000, 0, 1, 1), (1, 1577923200, NULL, NULL, 1, NULL), "
            "(7, 1577836800, 0, 16907000000000, 1, NULL);"
            "PRAGMA application_id = 1733317955; PRAGMA user_version = 1");
}

static void store__first_schema__is_migrated_with_all_it_holds(void **state)
{
    (void)state;
    gpucost_error err;
    gpucost_store *store;
    make_first_schema();
    assert_int_equal(try_open(GPUCOST_STORE_READ, &err), GPUCOST_E_STORE_READONLY); /* it needs a writer */
    assert_int_equal(gpucost_store_open(path, GPUCOST_STORE_WRITE, &store, &err), GPUCOST_OK);
    gpucost_quotes *quotes;
    gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
    assert_int_equal(gpucost_price_quotes(store, NULL, &quotes, &err), GPUCOST_OK);
    assert_int_equal(gpucost_quotes_count(quotes), 1);
    assert_int_equal(gpucost_quotes_at(quotes, 0, &quote, &err), GPUCOST_OK);
    assert_int_equal(quote.offer_id, 7);
    assert_int_equal(quote.upfront_nanos, INT64_C(16907000000000));
    gpucost_quotes_free(quotes);
    gpucost_store_close(store);
    run_sql(
        "CREATE TEMP TABLE counts AS SELECT (SELECT count(*) FROM price) AS prices, (SELECT count(*) FROM offer) AS "
        "offers, (SELECT count(*) FROM reject JOIN import ON import.id = import_id WHERE skipped = 0) AS rejects, "
        "(SELECT count(*) FROM pragma_foreign_key_check) AS broken, (SELECT count(*) FROM price_history) AS records;"
        "CREATE TEMP TABLE must (a INTEGER CHECK (a = 1));"
        "INSERT INTO must SELECT prices = 3 AND offers = 2 AND rejects = 1 AND broken = 0 AND records = 3 FROM counts");
    assert_int_equal(try_open(GPUCOST_STORE_READ, &err), GPUCOST_OK);
}

static void store__tables_gone__is_corrupt(void **state)
{
    (void)state;
    gpucost_error err;
    make_store();
    run_sql("DROP VIEW latest_price; DROP VIEW price_history; DROP TABLE price");
    assert_int_equal(try_open(GPUCOST_STORE_READ, &err), GPUCOST_E_STORE_CORRUPT);
    run_sql("PRAGMA user_version = 0");
    assert_int_equal(try_open(GPUCOST_STORE_CREATE, &err), GPUCOST_E_STORE_CORRUPT);
}

/* Cut at every page, and garble every page: never a crash, never a wrong kind of status. */
static void store__damage__is_named_and_never_read_as_whole(void **state)
{
    (void)state;
    make_store();
    static char whole[1 << 20], damaged[1 << 20];
    FILE *file = fopen(path, "rb");
    size_t bytes = fread(whole, 1, sizeof whole, file);
    fclose(file);
    assert_true(bytes > 10 * 4096 && bytes < sizeof whole);
    for (size_t page = 0; page < bytes / 4096; page++) {
        gpucost_error err;
        if (page > 0) {
            for (size_t rest = 0; rest <= 100; rest += 100) {
                write_file(whole, page * 4096 + rest);
                assert_int_equal(try_open(GPUCOST_STORE_READ, &err), GPUCOST_E_STORE_CORRUPT);
                assert_int_equal(try_open(GPUCOST_STORE_WRITE, &err), GPUCOST_E_STORE_CORRUPT);
            }
        }
        memcpy(damaged, whole, bytes);
        memset(damaged + page * 4096 + (page == 0 ? 100 : 0), 0xA5, 512);
        write_file(damaged, bytes);
        gpucost_store *store;
        gpucost_quotes *quotes;
        gpucost_status status = gpucost_store_open(path, GPUCOST_STORE_READ, &store, &err);
        if (status == GPUCOST_OK) {
            status = gpucost_price_quotes(store, NULL, &quotes, &err);
            if (status == GPUCOST_OK) {
                assert_int_equal(gpucost_quotes_count(quotes), 400); /* the page is one that quotes do not need */
                gpucost_quotes_free(quotes);
            }
            gpucost_store_close(store);
        }
        assert_true(status == GPUCOST_OK || status == GPUCOST_E_STORE_CORRUPT);
    }
}

/* Root may write anywhere, so the steps run as nobody. */
static void as_nobody(void (*steps)(void))
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) _exit(9);
        steps();
        _exit(0);
    }
    int how;
    waitpid(child, &how, 0);
    assert_true(WIFEXITED(how));
    assert_int_equal(WEXITSTATUS(how), 0);
}

#define EXPECT(condition)                                                                                              \
    if (!(condition)) _exit(__LINE__ % 200 + 1)

static void read_only_steps(void)
{
    gpucost_store *store;
    gpucost_quotes *quotes;
    gpucost_import *report;
    gpucost_error err;
    EXPECT(gpucost_store_open(path, GPUCOST_STORE_WRITE, &store, &err) == GPUCOST_E_STORE_READONLY);
    EXPECT(gpucost_store_open(path, GPUCOST_STORE_CREATE, &store, &err) == GPUCOST_E_STORE_READONLY);
    EXPECT(gpucost_store_open(path, GPUCOST_STORE_READ, &store, &err) == GPUCOST_OK);
    EXPECT(gpucost_price_quotes(store, NULL, &quotes, &err) == GPUCOST_OK);
    EXPECT(gpucost_quotes_count(quotes) == 400);
    EXPECT(gpucost_price_import_text(store, "x", 1, "feed", NULL, &report, &err) == GPUCOST_E_STORE_READONLY);
    gpucost_quotes_free(quotes);
    gpucost_store_close(store);
}

static void store__a_folder_that_cannot_be_written__is_read(void **state)
{
    (void)state;
    make_store();
    chmod(path, 0644);
    chmod(folder, 0555);
    as_nobody(read_only_steps);
    chmod(path, 0666); /* the file could be written, its folder could not */
    as_nobody(read_only_steps);
    assert_int_equal(files_in_folder(), 1);
}

static void unmerged_log_steps(void)
{
    gpucost_store *store;
    gpucost_error err;
    EXPECT(gpucost_store_open(path, GPUCOST_STORE_READ, &store, &err) == GPUCOST_E_STORE_READONLY);
    EXPECT(strstr(err.text, "-wal") != NULL);
}

static void store__a_log_that_cannot_be_merged__is_not_passed_over(void **state)
{
    (void)state;
    make_store();
    char log[160];
    snprintf(log, sizeof log, "%s-wal", path);
    FILE *file = fopen(log, "wb");
    fwrite("committed pages", 1, 15, file);
    fclose(file);
    chmod(folder, 0555);
    as_nobody(unmerged_log_steps);
}

static void create_steps(void)
{
    gpucost_store *store;
    gpucost_error err;
    EXPECT(gpucost_store_open(path, GPUCOST_STORE_CREATE, &store, &err) == GPUCOST_E_STORE_READONLY);
    EXPECT(*err.source && *err.text);
}

static void store__create_that_fails__leaves_nothing(void **state)
{
    (void)state;
    gpucost_error err;
    chmod(folder, 0555);
    as_nobody(create_steps);
    assert_int_equal(files_in_folder(), 0);
    snprintf(path, sizeof path, "%s/none/store", folder);
    assert_int_equal(try_open(GPUCOST_STORE_CREATE, &err), GPUCOST_E_STORE_MISSING);
}

static void store__readers_beside_a_writer__see_what_is_committed(void **state)
{
    (void)state;
    make_store();
    gpucost_store *writer, *reader;
    gpucost_quotes *quotes;
    gpucost_import *report;
    gpucost_error err;
    const char *more = "provider,region,instance,hourly,observed_utc\nlab,another,box,2,2024-02-01\n";
    assert_int_equal(gpucost_store_open(path, GPUCOST_STORE_READ, &reader, &err), GPUCOST_OK);
    assert_int_equal(gpucost_store_open(path, GPUCOST_STORE_WRITE, &writer, &err), GPUCOST_OK);
    assert_int_equal(gpucost_price_import_text(writer, more, strlen(more), "more", NULL, &report, &err), GPUCOST_OK);
    gpucost_import_free(report);
    assert_int_equal(gpucost_price_quotes(reader, NULL, &quotes, &err), GPUCOST_OK);
    assert_int_equal(gpucost_quotes_count(quotes), 401);
    gpucost_quotes_free(quotes);
    gpucost_store_close(writer);
    gpucost_store_close(reader);
    assert_int_equal(files_in_folder(), 1);
}

static void store__a_second_writer__waits_and_says_busy(void **state)
{
    (void)state;
    make_store();
    sqlite3 *other;
    gpucost_store *store;
    gpucost_import *report;
    gpucost_error err;
    const char *more = "provider,instance,hourly,observed_utc\nlab,box,2,2024-02-01\n";
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(gpucost_store_open(path, GPUCOST_STORE_WRITE, &store, &err), GPUCOST_OK);
    assert_int_equal(gpucost_price_import_text(store, more, strlen(more), "more", NULL, &report, &err),
                     GPUCOST_E_STORE_BUSY);
    sqlite3_close(other);
    assert_int_equal(gpucost_price_import_text(store, more, strlen(more), "more", NULL, &report, &err), GPUCOST_OK);
    gpucost_import_free(report);
    gpucost_store_close(store);
}

static void store__prices__are_neither_updated_nor_deleted(void **state)
{
    (void)state;
    make_store();
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "UPDATE price SET hourly_nanos = 1", NULL, NULL, NULL), SQLITE_CONSTRAINT);
    assert_int_equal(sqlite3_exec(db, "DELETE FROM price", NULL, NULL, NULL), SQLITE_CONSTRAINT);
    assert_int_equal(sqlite3_exec(db, "INSERT INTO price VALUES (1, 1, 0, 0, 1, NULL)", NULL, NULL, NULL),
                     SQLITE_CONSTRAINT);
    assert_int_equal(sqlite3_exec(db, "INSERT INTO price VALUES (1, 1, 'free', 0, 1, NULL)", NULL, NULL, NULL),
                     SQLITE_CONSTRAINT);
    sqlite3_close(db);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)
    static const struct CMUnitTest tests[] = {
        TEST(store__missing__is_made_only_by_create),
        TEST(store__in_memory__is_private_and_new),
        TEST(store__other_files__are_foreign),
        TEST(store__newer_schema__is_refused_with_both_numbers),
        TEST(store__first_schema__is_migrated_with_all_it_holds),
        TEST(store__tables_gone__is_corrupt),
        TEST(store__damage__is_named_and_never_read_as_whole),
        TEST(store__a_folder_that_cannot_be_written__is_read),
        TEST(store__a_log_that_cannot_be_merged__is_not_passed_over),
        TEST(store__create_that_fails__leaves_nothing),
        TEST(store__readers_beside_a_writer__see_what_is_committed),
        TEST(store__a_second_writer__waits_and_says_busy),
        TEST(store__prices__are_neither_updated_nor_deleted),
    };
    return RUN_TESTS("store", tests);
}
