#include <stdlib.h>

#include "base/utf8.h"
#include "store/store_sqlite.h"

struct gpucost__statement {
    sqlite3_stmt *sqlite;
    gpucost_store *store;
    int bind_code; /* first failure of a bind */
};

static gpucost_status status_of(int code)
{
    if (code == SQLITE_IOERR_NOMEM) return GPUCOST_E_MEMORY;
    switch (code & 0xff) { /* the primary code */
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return GPUCOST_E_STORE_BUSY;
    case SQLITE_READONLY: return GPUCOST_E_STORE_READONLY;
    case SQLITE_FULL: return GPUCOST_E_STORE_FULL;
    case SQLITE_CORRUPT: return GPUCOST_E_STORE_CORRUPT;
    case SQLITE_NOTADB: return GPUCOST_E_STORE_FOREIGN;
    case SQLITE_NOMEM: return GPUCOST_E_MEMORY;
    default: return GPUCOST_E_STORE;
    }
}

gpucost_status gpucost__store_fail(gpucost_store *store, int code, gpucost_error *err)
{
    gpucost_status status = status_of(code);
    if (status == GPUCOST_E_MEMORY) return gpucost__fail_memory(err);
    const char *why =
        store->db && sqlite3_errcode(store->db) != SQLITE_OK ? sqlite3_errmsg(store->db) : sqlite3_errstr(code);
    gpucost__fail(err, status, "%s: %s (SQLite %d)", gpucost_status_text(status), why, code);
    gpucost__error_at(err, store->path, 0, 0);
    return status;
}

gpucost_status gpucost__store_need_write(gpucost_store *store, gpucost_error *err)
{
    if (store->writable) return GPUCOST_OK;
    gpucost__fail(err, GPUCOST_E_STORE_READONLY, "the store was opened for reading");
    gpucost__error_at(err, store->path, 0, 0);
    return GPUCOST_E_STORE_READONLY;
}

gpucost_status gpucost__store_run(gpucost_store *store, const char *sql, gpucost_error *err)
{
    int code = sqlite3_exec(store->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? GPUCOST_OK : gpucost__store_fail(store, code, err);
}

gpucost_status gpucost__store_begin(gpucost_store *store, bool writing, gpucost_error *err)
{
    return gpucost__store_run(store, writing ? "BEGIN IMMEDIATE" : "BEGIN", err);
}

gpucost_status gpucost__store_commit(gpucost_store *store, gpucost_error *err)
{
    return gpucost__store_run(store, "COMMIT", err);
}

void gpucost__store_rollback(gpucost_store *store)
{
    /* some failures end the transaction by themselves */
    if (sqlite3_get_autocommit(store->db)) return;
    sqlite3_step(store->rollback);
    sqlite3_reset(store->rollback);
}

int64_t gpucost__store_changes(gpucost_store *store)
{
    return sqlite3_changes64(store->db);
}

int64_t gpucost__store_last_id(gpucost_store *store)
{
    return sqlite3_last_insert_rowid(store->db);
}

gpucost_status gpucost__store_read_i64(gpucost_store *store, const char *sql, int64_t *value, gpucost_error *err)
{
    gpucost__statement *statement = NULL;
    bool row;
    GPUCOST__TRY(gpucost__store_prepare(store, sql, &statement, err));
    gpucost_status status = gpucost__statement_step(statement, &row, err);
    if (status == GPUCOST_OK) *value = row ? gpucost__column_i64(statement, 0) : 0;
    gpucost__statement_free(statement);
    return status;
}

gpucost_status gpucost__store_prepare(gpucost_store *store, const char *sql, gpucost__statement **statement,
                                      gpucost_error *err)
{
    gpucost__statement *made = calloc(1, sizeof *made);
    if (!made) return gpucost__fail_memory(err);
    int code = sqlite3_prepare_v3(store->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &made->sqlite, NULL);
    if (code != SQLITE_OK) {
        free(made);
        return gpucost__store_fail(store, code, err);
    }
    made->store = store;
    *statement = made;
    return GPUCOST_OK;
}

gpucost_status gpucost__store_keep(gpucost_store *store, const char *sql, gpucost__statement **statement,
                                   gpucost_error *err)
{
    int i = 0;
    while (i < GPUCOST__STATEMENTS_KEPT - 1 && store->kept[i] && store->kept_sql[i] != sql) i++;
    if (!store->kept[i] || store->kept_sql[i] != sql) {
        gpucost__statement *made = NULL;
        GPUCOST__TRY(gpucost__store_prepare(store, sql, &made, err));
        gpucost__statement_free(store->kept[i]);
        store->kept[i] = made;
        store->kept_sql[i] = sql;
    }
    *statement = store->kept[i];
    return GPUCOST_OK;
}

void gpucost__statement_free(gpucost__statement *statement)
{
    if (!statement) return;
    sqlite3_finalize(statement->sqlite);
    free(statement);
}

static void note_bind(gpucost__statement *statement, int code)
{
    if (code != SQLITE_OK && statement->bind_code == SQLITE_OK) statement->bind_code = code;
}

void gpucost__bind_text(gpucost__statement *statement, int index, const char *text)
{
    note_bind(statement, sqlite3_bind_text(statement->sqlite, index, text, -1, SQLITE_STATIC));
}

void gpucost__bind_i64(gpucost__statement *statement, int index, int64_t value)
{
    note_bind(statement, sqlite3_bind_int64(statement->sqlite, index, value));
}

void gpucost__bind_f64(gpucost__statement *statement, int index, double value)
{
    note_bind(statement, sqlite3_bind_double(statement->sqlite, index, value));
}

void gpucost__bind_blob(gpucost__statement *statement, int index, const void *bytes, size_t size)
{
    note_bind(statement, sqlite3_bind_blob64(statement->sqlite, index, bytes, size, SQLITE_STATIC));
}

void gpucost__bind_null(gpucost__statement *statement, int index)
{
    note_bind(statement, sqlite3_bind_null(statement->sqlite, index));
}

gpucost_status gpucost__statement_step(gpucost__statement *statement, bool *row, gpucost_error *err)
{
    *row = false;
    int code = statement->bind_code;
    statement->bind_code = SQLITE_OK;
    if (code == SQLITE_OK) code = sqlite3_step(statement->sqlite);
    if (code == SQLITE_ROW) {
        *row = true;
        return GPUCOST_OK;
    }
    gpucost_status status = code == SQLITE_DONE ? GPUCOST_OK : gpucost__store_fail(statement->store, code, err);
    sqlite3_reset(statement->sqlite);
    return status;
}

gpucost_status gpucost__statement_run(gpucost__statement *statement, gpucost_error *err)
{
    bool row;
    GPUCOST__TRY(gpucost__statement_step(statement, &row, err));
    if (row) gpucost__statement_reset(statement);
    return GPUCOST_OK;
}

void gpucost__statement_reset(gpucost__statement *statement)
{
    sqlite3_reset(statement->sqlite);
}

bool gpucost__column_is_null(gpucost__statement *statement, int column)
{
    return sqlite3_column_type(statement->sqlite, column) == SQLITE_NULL;
}

int64_t gpucost__column_i64(gpucost__statement *statement, int column)
{
    return sqlite3_column_int64(statement->sqlite, column);
}

double gpucost__column_f64(gpucost__statement *statement, int column)
{
    return sqlite3_column_double(statement->sqlite, column);
}

void gpucost__column_text(gpucost__statement *statement, int column, char *text, size_t capacity)
{
    const unsigned char *value = sqlite3_column_text(statement->sqlite, column);
    gpucost__utf8_copy(text, capacity, value ? (const char *)value : "", SIZE_MAX);
}

const unsigned char *gpucost__column_blob(gpucost__statement *statement, int column, size_t *size)
{
    const unsigned char *bytes = sqlite3_column_blob(statement->sqlite, column);
    *size = bytes ? (size_t)sqlite3_column_bytes(statement->sqlite, column) : 0;
    return bytes;
}
