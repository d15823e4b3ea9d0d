/* Every call to the file system fails once, once and for ever, and for want of room: the right family of status,
   nothing half-written, nothing left open. */
#include "price_support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fault_vfs.h"
#include "gpucost/history.h"

enum { CALLS_MOST = 20000 };

static char folder[64], base[96], full[96], path[96], copy[96];
static char *before, *after; /* content of the store without and with the second feed */

#define HEADER "provider,region,instance,term,hourly,observed_utc\n"

static const char first_feed[] =
    HEADER "aws,r1,p3.2xlarge,spot,1.5,2024-01-01\naws,r2,p3.2xlarge,spot,1.25,2024-01-01\n";

/* Enough of it for several pages and for blocks of records, with a reject and a conflict. */
static char *second_feed(void)
{
    char *text = malloc(100000);
    size_t used =
        (size_t)sprintf(text, HEADER "aws,r1,p3.2xlarge,spot,9,2024-01-01\naws,r1,p3.2xlarge,spot,0,2024-01-03\n");
    for (int i = 0; i < 600; i++)
        used +=
            (size_t)sprintf(text + used, "aws,r%d,p3.2xlarge,spot,%d.5,2024-02-%02dT%02d:00:00Z\n", i % 5, 1 + i % 7,
                            1 + i / 120, i / 5 % 24);
    return text;
}

static void copy_file(const char *from, const char *to)
{
    char block[4096];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    assert_true(in && out);
    for (size_t n; (n = fread(block, 1, sizeof block, in)) > 0;) fwrite(block, 1, n, out);
    fclose(in);
    fclose(out);
}

static void remove_store(const char *name)
{
    char beside[128];
    static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
    for (int i = 0; i < 4; i++) {
        snprintf(beside, sizeof beside, "%s%s", name, ends[i]);
        unlink(beside);
    }
}

static gpucost_status import_into(const char *store_path, const char *text, gpucost_error *err)
{
    gpucost_store *store = NULL;
    gpucost_import *report = NULL;
    gpucost_status status = gpucost_store_open(store_path, GPUCOST_STORE_CREATE, &store, err);
    if (status == GPUCOST_OK) status = gpucost_price_import_text(store, text, strlen(text), "feed", NULL, &report, err);
    if (status != GPUCOST_OK && report) fail_msg("a failed import gave a report");
    gpucost_import_free(report);
    gpucost_store_close(store);
    return status;
}

static int make(void **state)
{
    (void)state;
    gpucost_error err;
    make_folder(folder);
    snprintf(base, sizeof base, "%s/base", folder);
    snprintf(full, sizeof full, "%s/full", folder);
    snprintf(path, sizeof path, "%s/store", folder);
    snprintf(copy, sizeof copy, "%s/copy", folder);
    char *feed = second_feed();
    bool good = import_into(base, first_feed, &err) == GPUCOST_OK;
    before = store_content(base);
    copy_file(base, path);
    good = good && import_into(path, feed, &err) == GPUCOST_OK;
    after = store_content(path);
    copy_file(path, full);
    good = good && store_number(full, "SELECT count(*) FROM price_block") == 5;
    free(feed);
    return good ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    remove_folder(folder);
    free(before);
    free(after);
    return 0;
}

static void check_whole(gpucost_status status, uint64_t n)
{
    gpucost_store *store;
    gpucost_error err;
    if (gpucost_store_open(path, GPUCOST_STORE_WRITE, &store, &err) != GPUCOST_OK)
        fail_msg("call %d: %s", (int)n, err.text);
    if (gpucost_store_check(store, &err) != GPUCOST_OK) fail_msg("call %d: %s", (int)n, err.text);
    gpucost_store_close(store);
    char *content = store_content(path);
    bool none = strcmp(content, before) == 0, all = strcmp(content, after) == 0;
    free(content);
    if (!none && !all) fail_msg("call %d: half of the import is there", (int)n);
    if (status == GPUCOST_OK && !all) fail_msg("call %d: success, and nothing is there", (int)n);
}

/* A failure of files is one of the store's; when none was needed there is none. */
static void check_status(gpucost_status status, const gpucost_error *err, uint64_t n)
{
    if (fault_vfs_open_files() != 0) fail_msg("call %d: %d files are open", (int)n, fault_vfs_open_files());
    if (status == GPUCOST_OK) return;
    if (status / 100 != 3 || err->status != status || !*err->text)
        fail_msg("call %d: status %d %s", (int)n, status, err->text);
}

static void sweep_import(vfs_fault kind, bool for_ever)
{
    char *feed = second_feed();
    bool failed = true;
    uint64_t n = 1, failures = 0;
    for (; failed && n < CALLS_MOST; n++) {
        gpucost_error err = {0};
        remove_store(path);
        copy_file(base, path);
        fault_vfs_arm(kind, n, for_ever);
        gpucost_status status = import_into(path, feed, &err);
        fault_vfs_disarm(&failed);
        check_status(status, &err, n);
        if (kind == FAULT_FULL && status != GPUCOST_OK && status != GPUCOST_E_STORE_FULL && status != GPUCOST_E_STORE)
            fail_msg("call %d: no room is status %d", (int)n, status);
        failures += status != GPUCOST_OK;
        check_whole(status, n);
    }
    assert_false(failed);
    assert_true(failures > 5);
    print_message("# %d calls, %d imports failed\n", (int)n - 1, (int)failures);
    free(feed);
}

static void ioerr__once__in_an_import(void **state)
{
    (void)state;
    sweep_import(FAULT_IO, false);
}

static void ioerr__for_ever__in_an_import(void **state)
{
    (void)state;
    sweep_import(FAULT_IO, true);
}

static void ioerr__disk_full__in_an_import(void **state)
{
    (void)state;
    sweep_import(FAULT_FULL, true);
}

/* Making a store: what is left when it fails is nothing, or a store that opens. */
static void ioerr__once__in_a_new_store(void **state)
{
    (void)state;
    bool failed = true;
    for (uint64_t n = 1; failed && n < CALLS_MOST; n++) {
        gpucost_error err = {0};
        remove_store(path);
        fault_vfs_arm(FAULT_IO, n, false);
        gpucost_status status = import_into(path, first_feed, &err);
        fault_vfs_disarm(&failed);
        check_status(status, &err, n);
        if (import_into(path, first_feed, &err) != GPUCOST_OK) fail_msg("call %d: %s", (int)n, err.text);
        char *content = store_content(path);
        assert_string_equal(content, before);
        free(content);
    }
    assert_false(failed);
}

static gpucost_status ask(gpucost_error *err)
{
    gpucost_store *store = NULL;
    gpucost_quotes *quotes = NULL;
    gpucost_history *history = NULL;
    gpucost_price_statistics figures = GPUCOST_INIT(gpucost_price_statistics), untouched = figures;
    gpucost_status status = gpucost_store_open(full, GPUCOST_STORE_READ, &store, err);
    if (status == GPUCOST_OK) status = gpucost_price_quotes(store, NULL, &quotes, err);
    if (status == GPUCOST_OK)
        status = gpucost_history_new(store, 1, instant("2024-01-01"), instant("2024-03-01"), &history, err);
    if (status == GPUCOST_OK) {
        status = gpucost_price_statistics_of(store, 1, instant("2024-01-01"), instant("2024-03-01"), &figures, err);
        if (status != GPUCOST_OK) assert_memory_equal(&figures, &untouched, sizeof figures);
    }
    if (status == GPUCOST_OK) assert_int_equal(gpucost_quotes_count(quotes), 5);
    if (status == GPUCOST_OK) assert_int_equal(figures.observations, 121);
    if (status == GPUCOST_OK) status = gpucost_store_check(store, err);
    gpucost_quotes_free(quotes);
    gpucost_history_free(history);
    gpucost_store_close(store);
    return status;
}

static void ioerr__in_questions__never_gives_a_wrong_answer(void **state)
{
    (void)state;
    for (int for_ever = 0; for_ever < 2; for_ever++) {
        bool failed = true;
        for (uint64_t n = 1; failed && n < CALLS_MOST; n++) {
            gpucost_error err = {0};
            fault_vfs_arm(FAULT_IO, n, for_ever);
            gpucost_status status = ask(&err);
            fault_vfs_disarm(&failed);
            check_status(status, &err, n);
        }
        assert_false(failed);
    }
}

/* A store of the schema before this one. */
static const char back_to_2[] =
    "DROP TABLE price_block; DROP INDEX offer_accelerator; DROP INDEX offer_instance; DROP INDEX import_last; "
    "ALTER TABLE import DROP COLUMN last_utc_s; PRAGMA user_version = 2";

static void ioerr__in_a_migration__leaves_the_old_schema_or_the_new(void **state)
{
    (void)state;
    char old[96];
    snprintf(old, sizeof old, "%s/old", folder);
    copy_file(full, old);
    store_run(old, back_to_2);
    for (int kind = FAULT_IO; kind <= FAULT_FULL; kind++) {
        bool failed = true;
        int refused = 0;
        for (uint64_t n = 1; failed && n < CALLS_MOST; n += n < 40 ? 1 : 3) {
            gpucost_error err = {0};
            gpucost_store *store = NULL;
            remove_store(path);
            copy_file(old, path);
            fault_vfs_arm((vfs_fault)kind, n, false);
            gpucost_status status = gpucost_store_open(path, GPUCOST_STORE_WRITE, &store, &err);
            gpucost_store_close(status == GPUCOST_OK ? store : NULL);
            fault_vfs_disarm(&failed);
            refused += status != GPUCOST_OK;
            check_status(status, &err, n);
            int64_t schema = store_number(path, "PRAGMA user_version");
            assert_true(schema == 3 || (schema == 2 && status != GPUCOST_OK));
            assert_int_equal(store_number(path, "SELECT count(*) FROM sqlite_schema WHERE name = 'price_block'"),
                             schema == 3);
            check_whole(GPUCOST_OK, n); /* it opens, and holds everything */
            assert_int_equal(store_number(path, "SELECT count(*) FROM price_block"), 5);
        }
        assert_false(failed);
        assert_true(refused > 10);
    }
}

static void ioerr__in_a_backup__leaves_no_copy(void **state)
{
    (void)state;
    for (int kind = FAULT_IO; kind <= FAULT_FULL; kind++) {
        bool failed = true;
        for (uint64_t n = 1; failed && n < CALLS_MOST; n++) {
            gpucost_error err = {0};
            gpucost_store *store;
            assert_int_equal(gpucost_store_open(base, GPUCOST_STORE_READ, &store, &err), GPUCOST_OK);
            remove_store(copy);
            fault_vfs_arm((vfs_fault)kind, n, false);
            gpucost_status status = gpucost_store_backup(store, copy, &err);
            fault_vfs_disarm(&failed);
            gpucost_store_close(store);
            check_status(status, &err, n);
            if (status != GPUCOST_OK) {
                assert_int_not_equal(access(copy, F_OK), 0);
                continue;
            }
            char *content = store_content(copy);
            assert_string_equal(content, before);
            free(content);
        }
        assert_false(failed);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(ioerr__once__in_an_import),
        cmocka_unit_test(ioerr__for_ever__in_an_import),
        cmocka_unit_test(ioerr__disk_full__in_an_import),
        cmocka_unit_test(ioerr__once__in_a_new_store),
        cmocka_unit_test(ioerr__in_questions__never_gives_a_wrong_answer),
        cmocka_unit_test(ioerr__in_a_migration__leaves_the_old_schema_or_the_new),
        cmocka_unit_test(ioerr__in_a_backup__leaves_no_copy),
    };
    fault_vfs_install();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("price_ioerr", tests, make, end);
}
