/* Copies, checks and compaction of a store. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "store/store_pack.h"
#include "store/store_sqlite.h"

static gpucost_status fail_file(const char *path, int code, gpucost_error *err)
{
    gpucost_status status = code == ENOSPC ? GPUCOST_E_STORE_FULL : GPUCOST_E_IO;
    gpucost__fail(err, status, "%s",
                  code == EEXIST ? "exists already: a copy is never written over a file" : strerror(code));
    gpucost__error_at(err, path, 0, 0);
    return status;
}

/* The source's pages in one step: one state of it. The wait for a writer is SQLite's. */
static gpucost_status copy(gpucost_store *from, gpucost_store *to, gpucost_error *err)
{
    sqlite3_backup *backup = sqlite3_backup_init(to->db, "main", from->db, "main");
    if (!backup) return gpucost__store_fail(to, sqlite3_errcode(to->db), err);
    int code = sqlite3_backup_step(backup, -1), end = sqlite3_backup_finish(backup);
    if (code == SQLITE_DONE) return GPUCOST_OK;
    return gpucost__store_fail(to, end != SQLITE_OK ? end : code, err);
}

gpucost_status gpucost_store_backup(gpucost_store *store, const char *path, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_store to = {0};
    if ((size_t)snprintf(to.path, sizeof to.path, "%s", path) >= sizeof to.path)
        return fail_file(path, ENAMETOOLONG, err);
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) return fail_file(path, errno, err);
    close(file);
    int code = sqlite3_open_v2(path, &to.db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
    gpucost_status status = code == SQLITE_OK ? copy(store, &to, err) : gpucost__store_fail(&to, code, err);
    if (sqlite3_close(to.db) != SQLITE_OK && status == GPUCOST_OK)
        status = gpucost__fail(err, GPUCOST_E_STORE, "the copy could not be closed");
    if (status == GPUCOST_OK) return GPUCOST_OK;
    char journal[sizeof to.path + 16];
    snprintf(journal, sizeof journal, "%s-journal", path);
    unlink(journal);
    unlink(path);
    return status;
}

/* Questions that a whole store answers without a row; the first column tells the damage. */
static const char *const questions[] = {
    "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
    "SELECT 'table ' || \"table\" || ' refers to a row of ' || parent || ' that is gone' FROM pragma_foreign_key_check",
    "SELECT 'import ' || i.id || ' says ' || (i.accepted + i.withdrawn) || ' records and has ' || n.records FROM "
    "import i "
    "LEFT JOIN (SELECT import_id, count(*) AS records FROM (SELECT import_id FROM price UNION ALL SELECT import_id "
    "FROM "
    "tariff UNION ALL SELECT import_id FROM interruption UNION ALL SELECT import_id FROM exchange_rate) GROUP BY "
    "import_id) n ON n.import_id = i.id WHERE i.accepted + i.withdrawn <> coalesce(n.records, 0)",
    ("SELECT 'the last price is another one than the imports say' WHERE (SELECT max(last_utc_s) FROM import) IS NOT "
     "(SELECT max(observed_utc_s) FROM price WHERE hourly_nanos IS NOT NULL)"),
};

static gpucost_status ask(gpucost_store *store, const char *question, gpucost_error *err)
{
    gpucost__statement *select;
    bool row;
    char damage[160];
    GPUCOST__TRY(gpucost__store_prepare(store, question, &select, err));
    gpucost_status status = gpucost__statement_step(select, &row, err);
    if (status == GPUCOST_OK && row) {
        gpucost__column_text(select, 0, damage, sizeof damage);
        gpucost__fail(err, GPUCOST_E_STORE_CORRUPT, "%s", damage);
        gpucost__error_at(err, store->path, 0, 0);
        status = GPUCOST_E_STORE_CORRUPT;
    }
    gpucost__statement_free(select);
    return status;
}

gpucost_status gpucost_store_check(gpucost_store *store, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__store_begin(store, false, err)); /* one state of the store for all questions */
    gpucost_status status = GPUCOST_OK;
    for (size_t i = 0; status == GPUCOST_OK && i < sizeof(questions) / sizeof(questions[0]); i++)
        status = ask(store, questions[i], err);
    if (status == GPUCOST_OK) status = gpucost__pack_check(store, err);
    gpucost__store_rollback(store);
    return status;
}

gpucost_status gpucost_store_vacuum(gpucost_store *store, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__store_need_write(store, err));
    GPUCOST__TRY(gpucost__store_run(store, "VACUUM", err));
    return gpucost__store_run(store, "PRAGMA wal_checkpoint(TRUNCATE)", err);
}
