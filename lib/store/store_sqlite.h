/* Inside of the store: SQLite's own types. */
#ifndef GPUCOST_STORE_SQLITE_H
#define GPUCOST_STORE_SQLITE_H

#include <sqlite3.h>

#include "store/store_handle.h"

enum { GPUCOST__STATEMENTS_KEPT = 12 };

struct gpucost_store {
    sqlite3 *db;
    bool writable;
    char path[4096];
    sqlite3_stmt *rollback; /* at hand: to take it back must not need memory */
    gpucost__statement *kept[GPUCOST__STATEMENTS_KEPT];
    const char *kept_sql[GPUCOST__STATEMENTS_KEPT];
};

/* Status and text of SQLite's last failure on this store. */
gpucost_status gpucost__store_fail(gpucost_store *store, int code, gpucost_error *err);

/* First column of the first row; 0 without a row. */
gpucost_status gpucost__store_read_i64(gpucost_store *store, const char *sql, int64_t *value, gpucost_error *err);

/* What the file says it is: GPUCOST_OK for one of ours of any known schema, *version 0 for an empty database. */
gpucost_status gpucost__store_identify(gpucost_store *store, int64_t *version, gpucost_error *err);

/* Bring the schema to the newest, in one transaction; another process may have done it meanwhile. */
gpucost_status gpucost__store_migrate(gpucost_store *store, gpucost_error *err);

int64_t gpucost__store_newest_schema(void);

#endif
