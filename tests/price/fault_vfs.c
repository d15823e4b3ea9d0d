#include "fault_vfs.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

static sqlite3_vfs *real, shim;
static bool armed, stays, was_hit;
static vfs_fault fault;
static uint64_t fail_at, calls;
static int open_files;

/* A file of ours is followed by the real one. */
typedef struct {
    sqlite3_file base;
} file;

static sqlite3_file *inner(sqlite3_file *of)
{
    return (sqlite3_file *)((file *)of + 1);
}

/* Is it this call's turn to fail? */
static bool hit(bool writing)
{
    if (!armed || (fault == FAULT_FULL && !writing)) return false;
    uint64_t n = ++calls;
    if (fail_at == 0 || n < fail_at || (n > fail_at && !stays)) return false;
    return was_hit = true;
}

#define FAIL(writing, code)                                                                                            \
    if (hit(writing)) return fault == FAULT_FULL ? SQLITE_FULL : (code)

static int close_file(sqlite3_file *f)
{
    open_files--;
    return inner(f)->pMethods->xClose(inner(f)); /* close(2) that fails closes all the same */
}

static int read_file(sqlite3_file *f, void *to, int bytes, sqlite3_int64 at)
{
    FAIL(false, SQLITE_IOERR_READ);
    return inner(f)->pMethods->xRead(inner(f), to, bytes, at);
}

static int write_file(sqlite3_file *f, const void *from, int bytes, sqlite3_int64 at)
{
    FAIL(true, SQLITE_IOERR_WRITE);
    return inner(f)->pMethods->xWrite(inner(f), from, bytes, at);
}

static int truncate_file(sqlite3_file *f, sqlite3_int64 bytes)
{
    FAIL(false, SQLITE_IOERR_TRUNCATE);
    return inner(f)->pMethods->xTruncate(inner(f), bytes);
}

static int sync_file(sqlite3_file *f, int flags)
{
    FAIL(false, SQLITE_IOERR_FSYNC);
    return inner(f)->pMethods->xSync(inner(f), flags);
}

static int size_of_file(sqlite3_file *f, sqlite3_int64 *bytes)
{
    FAIL(false, SQLITE_IOERR_FSTAT);
    return inner(f)->pMethods->xFileSize(inner(f), bytes);
}

static int lock_file(sqlite3_file *f, int level)
{
    FAIL(false, SQLITE_IOERR_LOCK);
    return inner(f)->pMethods->xLock(inner(f), level);
}

static int unlock_file(sqlite3_file *f, int level)
{
    return inner(f)->pMethods->xUnlock(inner(f), level);
}

static int check_lock(sqlite3_file *f, int *held)
{
    FAIL(false, SQLITE_IOERR_CHECKRESERVEDLOCK);
    return inner(f)->pMethods->xCheckReservedLock(inner(f), held);
}

static int control_file(sqlite3_file *f, int what, void *value)
{
    return inner(f)->pMethods->xFileControl(inner(f), what, value);
}

static int sector_of_file(sqlite3_file *f)
{
    return inner(f)->pMethods->xSectorSize(inner(f));
}

static int traits_of_file(sqlite3_file *f)
{
    return inner(f)->pMethods->xDeviceCharacteristics(inner(f));
}

static int map_shared(sqlite3_file *f, int region, int bytes, int extend, void volatile **at)
{
    FAIL(extend != 0, SQLITE_IOERR_SHMMAP);
    return inner(f)->pMethods->xShmMap(inner(f), region, bytes, extend, at);
}

static int lock_shared(sqlite3_file *f, int offset, int count, int flags)
{
    if (!(flags & SQLITE_SHM_UNLOCK)) FAIL(false, SQLITE_IOERR_SHMLOCK);
    return inner(f)->pMethods->xShmLock(inner(f), offset, count, flags);
}

static void shared_barrier(sqlite3_file *f)
{
    inner(f)->pMethods->xShmBarrier(inner(f));
}

static int unmap_shared(sqlite3_file *f, int remove)
{
    return inner(f)->pMethods->xShmUnmap(inner(f), remove);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = size_of_file,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = check_lock,
    .xFileControl = control_file,
    .xSectorSize = sector_of_file,
    .xDeviceCharacteristics = traits_of_file,
    .xShmMap = map_shared,
    .xShmLock = lock_shared,
    .xShmBarrier = shared_barrier,
    .xShmUnmap = unmap_shared,
};

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *given)
{
    (void)vfs;
    f->pMethods = NULL;
    FAIL((flags & SQLITE_OPEN_CREATE) != 0, SQLITE_CANTOPEN);
    int code = real->xOpen(real, name, inner(f), flags, given);
    if (inner(f)->pMethods) { /* to be closed even when the opening failed */
        f->pMethods = &methods;
        open_files++;
    }
    return code;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int sync)
{
    (void)vfs;
    FAIL(false, SQLITE_IOERR_DELETE);
    return real->xDelete(real, name, sync);
}

static int access_file(sqlite3_vfs *vfs, const char *name, int flags, int *answer)
{
    (void)vfs;
    FAIL(false, SQLITE_IOERR_ACCESS);
    return real->xAccess(real, name, flags, answer);
}

void fault_vfs_install(void)
{
    real = sqlite3_vfs_find(NULL);
    shim = *real;
    shim.zName = "fault";
    shim.szOsFile = (int)sizeof(file) + real->szOsFile;
    shim.xOpen = open_file;
    shim.xDelete = delete_file;
    shim.xAccess = access_file;
    sqlite3_vfs_register(&shim, 1);
}

void fault_vfs_arm(vfs_fault kind, uint64_t n, bool for_ever)
{
    fault = kind;
    fail_at = n;
    stays = for_ever;
    calls = 0;
    was_hit = false;
    armed = true;
}

uint64_t fault_vfs_disarm(bool *failed)
{
    armed = false;
    if (failed) *failed = was_hit;
    return calls;
}

int fault_vfs_open_files(void)
{
    return open_files;
}
