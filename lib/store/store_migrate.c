/* The schema by numbered steps. A step that was released is never edited. */
#include <stdio.h>

#include "store/store_pack.h"
#include "store/store_sqlite.h"

enum { APPLICATION_ID = 0x67505543 }; /* "gPUC" in the header of the file, shown by file(1) */

/* store/migrations/, embedded */
extern const char gpucost__store_0001_sql[], gpucost__store_0002_sql[], gpucost__store_0003_sql[];

static const char *const steps[] = {gpucost__store_0001_sql, gpucost__store_0002_sql, gpucost__store_0003_sql};
enum { BLOCKS_STEP = 3 }; /* it brings blocks, which older stores fill then */

int64_t gpucost__store_newest_schema(void)
{
    return (int64_t)(sizeof(steps) / sizeof(steps[0]));
}

static gpucost_status refuse(gpucost_store *store, gpucost_status status, const char *why, gpucost_error *err)
{
    gpucost__fail(err, status, "%s", why);
    gpucost__error_at(err, store->path, 0, 0);
    return status;
}

gpucost_status gpucost__store_identify(gpucost_store *store, int64_t *version, gpucost_error *err)
{
    int64_t application, found, objects, tables;
    GPUCOST__TRY(gpucost__store_read_i64(store, "PRAGMA application_id", &application, err));
    GPUCOST__TRY(gpucost__store_read_i64(store, "PRAGMA user_version", &found, err));
    GPUCOST__TRY(gpucost__store_read_i64(store, "SELECT count(*) FROM sqlite_schema", &objects, err));
    if (application == 0 && found == 0 && objects == 0) {
        *version = 0;
        return GPUCOST_OK;
    }
    if (application != APPLICATION_ID)
        return refuse(store, GPUCOST_E_STORE_FOREIGN, "is a SQLite database of another program", err);
    if (found > gpucost__store_newest_schema()) {
        char why[160];
        snprintf(why, sizeof why, "has schema %lld; this version knows %lld: use a newer gpucost", (long long)found,
                 (long long)gpucost__store_newest_schema());
        return refuse(store, GPUCOST_E_STORE_NEWER, why, err);
    }
    GPUCOST__TRY(gpucost__store_read_i64(store,
                                         "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN "
                                         "('import', 'reject', 'source', 'offer', 'price')",
                                         &tables, err));
    if (found < 1 || tables != 5)
        return refuse(store, GPUCOST_E_STORE_CORRUPT, "is a gpucost store whose tables are gone", err);
    *version = found;
    return GPUCOST_OK;
}

static gpucost_status run_steps(gpucost_store *store, gpucost_error *err)
{
    int64_t version;
    GPUCOST__TRY(gpucost__store_identify(store, &version, err));
    if (version == gpucost__store_newest_schema()) return GPUCOST_OK;
    for (int64_t i = version; i < gpucost__store_newest_schema(); i++)
        GPUCOST__TRY(gpucost__store_run(store, steps[i], err));
    if (version > 0 && version < BLOCKS_STEP) GPUCOST__TRY(gpucost__pack_all(store, err));
    char mark[96];
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d; PRAGMA user_version = %lld", APPLICATION_ID,
             (long long)gpucost__store_newest_schema());
    return gpucost__store_run(store, mark, err);
}

gpucost_status gpucost__store_migrate(gpucost_store *store, gpucost_error *err)
{
    /* a table that others refer to is replaced by dropping it; the switch has no effect inside a transaction */
    GPUCOST__TRY(gpucost__store_run(store, "PRAGMA foreign_keys = OFF", err));
    gpucost_status status = gpucost__store_begin(store, true, err);
    if (status == GPUCOST_OK) {
        status = run_steps(store, err);
        if (status == GPUCOST_OK) status = gpucost__store_commit(store, err);
        if (status != GPUCOST_OK) gpucost__store_rollback(store);
    }
    return status == GPUCOST_OK ? gpucost__store_run(store, "PRAGMA foreign_keys = ON", err) : status;
}
