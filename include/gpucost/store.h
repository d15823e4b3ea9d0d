#ifndef GPUCOST_STORE_H
#define GPUCOST_STORE_H
/**
 * @file
 * @defgroup store Store
 * The SQLite file that keeps price histories. One handle per thread; many readers beside one writer.
 * @{
 */
#include "gpucost/status.h"

GPUCOST_BEGIN_DECLS

/** How to open a store. */
enum {
    GPUCOST_STORE_READ = 0,  /**< it must exist; nothing is written, also in folders that cannot be written */
    GPUCOST_STORE_WRITE = 1, /**< it must exist; older schemas are migrated */
    GPUCOST_STORE_CREATE = 2 /**< made when it does not exist */
};

/** An open store. */
typedef struct gpucost_store gpucost_store;

/**
 * Open a price store.
 *
 * @param[in]  path   file; ":memory:" with GPUCOST_STORE_CREATE is a private store in memory
 * @param[in]  mode   GPUCOST_STORE_*
 * @param[out] store  yours; end it with gpucost_store_close()
 * @param[out] err    filled on failure; may be NULL
 * @retval GPUCOST_OK               open
 * @retval GPUCOST_E_ARGUMENT       no such mode
 * @retval GPUCOST_E_STORE_MISSING  there is no such file
 * @retval GPUCOST_E_STORE_FOREIGN  not SQLite, or another program's database
 * @retval GPUCOST_E_STORE_NEWER    written by a newer version; both schema numbers are in the text
 * @retval GPUCOST_E_STORE_CORRUPT  damaged
 * @retval GPUCOST_E_STORE_READONLY the file or its folder cannot be written
 * @retval GPUCOST_E_STORE_BUSY     another writer holds it, also after a wait of 5 s
 * @retval GPUCOST_E_STORE_FULL     no room is left
 * @retval GPUCOST_E_STORE          the file cannot be read
 * @retval GPUCOST_E_MEMORY         out of memory
 * @threads any thread; the handle belongs to one thread at a time
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_store_open(const char *path, int32_t mode, gpucost_store **store,
                                              gpucost_error *err);

/**
 * A private store in memory that holds the bundled list offers.
 *
 * @param[out] store  yours; end it with gpucost_store_close()
 * @param[out] err    filled on failure; may be NULL
 * @retval GPUCOST_OK       open
 * @retval GPUCOST_E_MEMORY out of memory
 * @retval GPUCOST_E_STORE  SQLite failed
 * @threads any thread; the handle belongs to one thread at a time
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_store_open_bundled(gpucost_store **store, gpucost_error *err);

/**
 * Close a store.
 *
 * @param[in] store  may be NULL
 * @threads the handle's thread
 * @since 0.1
 */
GPUCOST_API void gpucost_store_close(gpucost_store *store);

GPUCOST_END_DECLS
/** @} */
#endif
