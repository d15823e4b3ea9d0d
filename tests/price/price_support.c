#include "price_support.h"

#include <dirent.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gpucost/field.h"

gpucost_store *memory_store(void)
{
    gpucost_store *store = NULL;
    gpucost_error err;
    assert_int_equal(gpucost_store_open(":memory:", GPUCOST_STORE_CREATE, &store, &err), GPUCOST_OK);
    return store;
}

gpucost_store *store_at(const char *path, int32_t mode)
{
    gpucost_store *store = NULL;
    gpucost_error err;
    if (gpucost_store_open(path, mode, &store, &err) != GPUCOST_OK) fail_msg("%s", err.text);
    return store;
}

gpucost_store *folder_store(char folder[64], char path[96])
{
    make_folder(folder);
    snprintf(path, 96, "%s/store", folder);
    return store_at(path, GPUCOST_STORE_CREATE);
}

void import_case(gpucost_store *store, const char *file, const char *words)
{
    char path[512];
    gpucost_import_options options = GPUCOST_INIT(gpucost_import_options);
    gpucost_import *report;
    gpucost_error err;
    snprintf(path, sizeof path, "%s%s", *file == '/' ? "" : "cases/price/", file);
    set_options(words, &options);
    if (gpucost_price_import(store, *file == '/' ? path : test_path(path), &options, &report, &err) != GPUCOST_OK)
        fail_msg("%s: %s", file, err.text);
    gpucost_import_free(report);
}

gpucost_import_summary import_text(gpucost_store *store, const char *text)
{
    gpucost_import *report;
    gpucost_error err;
    if (gpucost_price_import_text(store, text, strlen(text), "feed", NULL, &report, &err) != GPUCOST_OK)
        fail_msg("%s: %s", err.field, err.text);
    gpucost_import_summary summary = GPUCOST_INIT(gpucost_import_summary);
    assert_int_equal(gpucost_import_summarise(report, &summary, &err), GPUCOST_OK);
    assert_int_equal(summary.rows, summary.accepted + summary.unchanged + summary.rejected);
    gpucost_import_free(report);
    return summary;
}

uint64_t quote_count(gpucost_store *store, const gpucost_price_filter *filter)
{
    gpucost_quotes *quotes;
    gpucost_error err;
    assert_int_equal(gpucost_price_quotes(store, filter, &quotes, &err), GPUCOST_OK);
    uint64_t count = gpucost_quotes_count(quotes);
    gpucost_quotes_free(quotes);
    return count;
}

gpucost_quote only_quote(gpucost_store *store, const gpucost_price_filter *filter)
{
    gpucost_quotes *quotes;
    gpucost_error err;
    gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
    assert_int_equal(gpucost_price_quotes(store, filter, &quotes, &err), GPUCOST_OK);
    assert_int_equal(gpucost_quotes_count(quotes), 1);
    assert_int_equal(gpucost_quotes_at(quotes, 0, &quote, &err), GPUCOST_OK);
    gpucost_quotes_free(quotes);
    return quote;
}

uint64_t bundled_rows(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/data/%s.csv", getenv("GPUCOST_ROOT"), name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    uint64_t lines = 0;
    for (int c; (c = getc(file)) != EOF;) lines += c == '\n';
    fclose(file);
    return lines - 1;
}

int64_t instant(const char *text)
{
    int64_t utc_s = 0;
    assert_int_equal(gpucost_instant_parse(text, &utc_s, NULL), GPUCOST_OK);
    return utc_s;
}

static sqlite3_stmt *query(const char *path, const char *sql, sqlite3 **db)
{
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_open_v2(path, db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    sqlite3_busy_timeout(*db, 5000);
    if (sqlite3_prepare_v2(*db, sql, -1, &statement, NULL) != SQLITE_OK) fail_msg("%s", sqlite3_errmsg(*db));
    return statement;
}

int64_t store_number(const char *path, const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *statement = query(path, sql, &db);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int64_t value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return value;
}

void store_run(const char *path, const char *sql)
{
    sqlite3 *db;
    char *why = NULL;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK) fail_msg("%s", why);
    sqlite3_close(db);
}

char *store_content(const char *path)
{
    sqlite3 *db;
    sqlite3_stmt *statement =
        query(path,
              "SELECT provider || '|' || region || '|' || zone || '|' || instance || '|' || "
              "accelerator || '|' || accelerator_count || '|' || product || '|' || term || '|' || "
              "payment || '|' || term_hours || '|' || currency || '|' || observed_utc || '|' || "
              "withdrawn || '|' || coalesce(hourly_nanos, '-') || '|' || coalesce(upfront_nanos, '-') "
              "AS line FROM price_history ORDER BY line",
              &db);
    char *all = calloc(1, 1);
    size_t used = 0, room = 1;
    while (sqlite3_step(statement) == SQLITE_ROW) {
        const char *line = (const char *)sqlite3_column_text(statement, 0);
        size_t n = strlen(line);
        if (used + n + 2 > room) {
            room = (used + n + 2) * 2;
            all = realloc(all, room);
        }
        memcpy(all + used, line, n);
        used += n;
        all[used++] = '\n';
        all[used] = '\0';
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return all;
}

void make_folder(char folder[64])
{
    snprintf(folder, 64, "/tmp/gpucost-test-XXXXXX");
    if (!mkdtemp(folder)) fail_msg("no temporary folder");
}

void remove_folder(const char *folder)
{
    DIR *open = opendir(folder);
    struct dirent *entry;
    while (open && (entry = readdir(open)) != NULL) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) unlink(path);
    }
    if (open) closedir(open);
    rmdir(folder);
}

void set_options(const char *text, gpucost_import_options *options)
{
    char words[256];
    snprintf(words, sizeof words, "%s", text);
    for (char *next, *word = words; *word; word = next) {
        next = word + strcspn(word, ";");
        if (*next) *next++ = '\0';
        char *equal = strchr(word, '=');
        assert_non_null(equal);
        *equal = '\0';
        assert_int_equal(
            gpucost_struct_set(gpucost_struct_find("gpucost_import_options"), options, word, equal + 1, NULL),
            GPUCOST_OK);
    }
}
