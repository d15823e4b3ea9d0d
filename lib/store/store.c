/* Opening and closing. Writers use a write-ahead log, so readers go on beside them; a writer that finds another one
   waits five seconds and then says so. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/store_sqlite.h"

enum { BUSY_MS = 5000 };

static gpucost_status refuse(const char *path, gpucost_status status, const char *why, gpucost_error *err)
{
    gpucost__fail(err, status, "%s", why);
    gpucost__error_at(err, path, 0, 0);
    return status;
}

static void folder_of(const char *path, char *folder, size_t capacity)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        snprintf(folder, capacity, ".");
    else
        snprintf(folder, capacity, "%.*s", slash == path ? 1 : (int)(slash - path), path);
}

/* Log of committed pages that are not in the file yet. */
static bool has_log(const char *path)
{
    char log[sizeof((gpucost_store *)0)->path + 8];
    struct stat about;
    snprintf(log, sizeof log, "%s-wal", path);
    return stat(log, &about) == 0 && about.st_size > 0;
}

/* Can the file be used in this mode? Makes an empty one for GPUCOST_STORE_CREATE; *made tells. Exclusive creation makes
   one of several processes the owner, who alone removes it when the opening fails. */
static gpucost_status prepare_file(const char *path, int32_t mode, bool *made, gpucost_error *err)
{
    struct stat about;
    char folder[sizeof((gpucost_store *)0)->path];
    folder_of(path, folder, sizeof folder);
    *made = false;
    if (stat(path, &about) != 0) {
        if (errno != ENOENT) return refuse(path, GPUCOST_E_STORE, strerror(errno), err);
        if (mode != GPUCOST_STORE_CREATE) return refuse(path, GPUCOST_E_STORE_MISSING, "there is no such store", err);
        int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file < 0 && errno == ENOENT) return refuse(path, GPUCOST_E_STORE_MISSING, "the folder does not exist", err);
        if (file < 0 && errno != EEXIST)
            return refuse(path, errno == ENOSPC ? GPUCOST_E_STORE_FULL : GPUCOST_E_STORE_READONLY,
                          errno == ENOSPC ? "no room is left" : "its folder cannot be written", err);
        *made = file >= 0;
        if (file >= 0) close(file);
        return GPUCOST_OK;
    }
    if (!S_ISREG(about.st_mode)) return refuse(path, GPUCOST_E_STORE_FOREIGN, "is not a file", err);
    if (access(path, R_OK) != 0) return refuse(path, GPUCOST_E_STORE, "cannot be read", err);
    if (mode == GPUCOST_STORE_READ) return GPUCOST_OK;
    if (access(path, W_OK) != 0) return refuse(path, GPUCOST_E_STORE_READONLY, "the file cannot be written", err);
    if (access(folder, W_OK) != 0) return refuse(path, GPUCOST_E_STORE_READONLY, "its folder cannot be written", err);
    return GPUCOST_OK;
}

static gpucost_status connect(gpucost_store *store, const char *name, int flags, gpucost_error *err)
{
    int code = sqlite3_open_v2(name, &store->db, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
    if (code != SQLITE_OK) return gpucost__store_fail(store, code, err);
    sqlite3_busy_timeout(store->db, BUSY_MS);
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    code = sqlite3_prepare_v3(store->db, "ROLLBACK", -1, SQLITE_PREPARE_PERSISTENT, &store->rollback, NULL);
    if (code != SQLITE_OK) return gpucost__store_fail(store, code, err);
    return gpucost__store_run(store, "PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON", err);
}

static void disconnect(gpucost_store *store)
{
    for (int i = 0; i < GPUCOST__STATEMENTS_KEPT; i++) {
        gpucost__statement_free(store->kept[i]);
        store->kept[i] = NULL;
    }
    sqlite3_finalize(store->rollback);
    store->rollback = NULL;
    sqlite3_close(store->db);
    store->db = NULL;
}

/* "file:" address of a path with the characters that mean something there escaped. */
static void immutable_address(const char *path, char *address, size_t capacity)
{
    size_t n = (size_t)snprintf(address, capacity, path[0] == '/' ? "file://" : "file:");
    for (const char *p = path; *p && n + 32 < capacity; p++)
        n += (size_t)snprintf(address + n, capacity - n, strchr("?#%", *p) ? "%%%02X" : "%c", *p);
    snprintf(address + n, capacity - n, "?immutable=1");
}

/* SQLite takes a page that was cut as one that ends in zeros. */
static gpucost_status check_length(gpucost_store *store, gpucost_error *err)
{
    int64_t page_bytes;
    struct stat about;
    GPUCOST__TRY(gpucost__store_read_i64(store, "PRAGMA page_size", &page_bytes, err));
    if (stat(store->path, &about) != 0 || about.st_size % page_bytes == 0) return GPUCOST_OK;
    return refuse(store->path, GPUCOST_E_STORE_CORRUPT, "ends in the middle of a page: it was cut", err);
}

static gpucost_status open_reading(gpucost_store *store, gpucost_error *err)
{
    /* Opened for writing where possible, though nothing is written: only then does the last one to close take the
       log's files away again. */
    int64_t version;
    gpucost_status status = connect(store, store->path, SQLITE_OPEN_READWRITE, err);
    if (status == GPUCOST_OK)
        status = gpucost__store_run(store, "PRAGMA query_only = ON; PRAGMA cache_size = -16384", err);
    if (status == GPUCOST_OK) status = gpucost__store_identify(store, &version, err);
    int code = store->db ? sqlite3_errcode(store->db) & 0xff : SQLITE_NOMEM;
    if (status != GPUCOST_OK && (code == SQLITE_CANTOPEN || code == SQLITE_READONLY)) {
        /* The log's files cannot be made in this folder. Without a log the file is complete by itself. */
        disconnect(store);
        if (has_log(store->path))
            return refuse(store->path, GPUCOST_E_STORE_READONLY,
                          "has a log beside it (-wal) that must be merged first: open it for writing once", err);
        char address[3 * sizeof store->path + 64];
        immutable_address(store->path, address, sizeof address);
        gpucost__clear(err);
        status = connect(store, address, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, err);
        if (status == GPUCOST_OK) status = gpucost__store_identify(store, &version, err);
    }
    if (status != GPUCOST_OK) return status;
    if (version == 0) return refuse(store->path, GPUCOST_E_STORE_FOREIGN, "is an empty file, not a gpucost store", err);
    if (version < gpucost__store_newest_schema())
        return refuse(store->path, GPUCOST_E_STORE_READONLY, "has an older schema: open it for writing once", err);
    return check_length(store, err);
}

static gpucost_status open_writing(gpucost_store *store, bool create, gpucost_error *err)
{
    int64_t version;
    GPUCOST__TRY(connect(store, store->path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, err));
    GPUCOST__TRY(gpucost__store_identify(store, &version, err));
    if (version == 0 && !create)
        return refuse(store->path, GPUCOST_E_STORE_FOREIGN, "is an empty file, not a gpucost store", err);
    GPUCOST__TRY(check_length(store, err));
    if (sqlite3_db_readonly(store->db, "main") != 0)
        return refuse(store->path, GPUCOST_E_STORE_READONLY, "the file cannot be written", err);
    /* Another process that opens at this moment keeps the mode from changing; the next writer changes it. */
    gpucost_status status = gpucost__store_run(store, "PRAGMA journal_mode = WAL", err);
    if (status != GPUCOST_OK && status != GPUCOST_E_STORE_BUSY) return status;
    GPUCOST__TRY(gpucost__store_run(store, "PRAGMA cache_size = -24576", err)); /* KiB: the last page of each offer */
    store->writable = true;
    return version == gpucost__store_newest_schema() ? GPUCOST_OK : gpucost__store_migrate(store, err);
}

/* Remove what this opening made, unless another process has filled it meanwhile. */
static void remove_made(const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0 || about.st_size > 0) return;
    char beside[sizeof((gpucost_store *)0)->path + 16];
    const char *ends[] = {"-journal", "-wal", "-shm", ""};
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        snprintf(beside, sizeof beside, "%s%s", path, ends[i]);
        unlink(beside);
    }
}

gpucost_status gpucost_store_open(const char *path, int32_t mode, gpucost_store **store, gpucost_error *err)
{
    gpucost__clear(err);
    bool memory = strcmp(path, ":memory:") == 0, made = false;
    if (mode != GPUCOST_STORE_READ && mode != GPUCOST_STORE_WRITE && mode != GPUCOST_STORE_CREATE)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "mode", NULL,
                                   "%d is not a mode; expected GPUCOST_STORE_READ, _WRITE or _CREATE", mode);
    if (memory && mode != GPUCOST_STORE_CREATE)
        return refuse(path, GPUCOST_E_STORE_MISSING, "a store in memory is always new: open it with create", err);
    gpucost_store *opened = calloc(1, sizeof *opened);
    if (!opened) return gpucost__fail_memory(err);
    gpucost_status status = GPUCOST_OK;
    if ((size_t)snprintf(opened->path, sizeof opened->path, "%s", path) >= sizeof opened->path)
        status = refuse(path, GPUCOST_E_ARGUMENT, "the path is too long", err);
    if (status == GPUCOST_OK && !memory) status = prepare_file(path, mode, &made, err);
    if (status == GPUCOST_OK)
        status = mode == GPUCOST_STORE_READ ? open_reading(opened, err)
                                            : open_writing(opened, mode == GPUCOST_STORE_CREATE, err);
    if (status != GPUCOST_OK) {
        gpucost_store_close(opened);
        if (made) remove_made(path);
        return status;
    }
    *store = opened;
    return GPUCOST_OK;
}

void gpucost_store_close(gpucost_store *store)
{
    if (!store) return;
    disconnect(store);
    free(store);
}
