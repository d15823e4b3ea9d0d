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

/** What to export. */
enum {
    GPUCOST_EXPORT_PRICES = 0,  /**< offers and their records */
    GPUCOST_EXPORT_TARIFFS = 1, /**< tariffs */
    GPUCOST_EXPORT_RATES = 2    /**< exchange rates */
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
 * A private store in memory that holds the bundled list offers and tariffs.
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

/**
 * Copy a store into a new file, whole and consistent, while others read and write it.
 *
 * @param[in]  store  open store
 * @param[in]  path   the copy; must not exist
 * @param[out] err    filled on failure; may be NULL
 * @retval GPUCOST_OK               the copy is complete
 * @retval GPUCOST_E_IO             there is such a file already, or it cannot be written; nothing is left of the copy
 * @retval GPUCOST_E_STORE_FULL     no room is left
 * @retval GPUCOST_E_STORE_BUSY     another writer holds the store
 * @retval GPUCOST_E_STORE_CORRUPT  the store is damaged
 * @retval GPUCOST_E_STORE          SQLite failed
 * @retval GPUCOST_E_MEMORY         out of memory
 * @threads the store's thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_store_backup(gpucost_store *store, const char *path, gpucost_error *err);

/**
 * Look at all of a store: its pages and indexes, that what rows refer to exists, and that imports added what they say.
 *
 * @param[in]  store  open store
 * @param[out] err    the first damage; may be NULL
 * @retval GPUCOST_OK               it is whole
 * @retval GPUCOST_E_STORE_CORRUPT  it is damaged
 * @retval GPUCOST_E_STORE          SQLite failed
 * @retval GPUCOST_E_MEMORY         out of memory
 * @threads the store's thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_store_check(gpucost_store *store, gpucost_error *err);

/**
 * Write a store anew, without unused pages, and merge its log into it.
 *
 * @param[in]  store  open for writing
 * @param[out] err    filled on failure; may be NULL
 * @retval GPUCOST_OK               done
 * @retval GPUCOST_E_STORE_READONLY the store is open for reading
 * @retval GPUCOST_E_STORE_BUSY     another process holds the store
 * @retval GPUCOST_E_STORE_FULL     no room is left; the store is as it was
 * @retval GPUCOST_E_STORE          SQLite failed; the store is as it was
 * @retval GPUCOST_E_MEMORY         out of memory
 * @threads the store's thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_store_vacuum(gpucost_store *store, gpucost_error *err);

/**
 * Write a store as CSV in our formats. What it holds comes back, record by record, when the file is imported.
 *
 * @param[in]  store  open store
 * @param[in]  what   GPUCOST_EXPORT_*
 * @param[in]  path   the file; an existing one is replaced
 * @param[out] rows   rows written; may be NULL
 * @param[out] err    filled on failure; may be NULL
 * @retval GPUCOST_OK         written
 * @retval GPUCOST_E_ARGUMENT no such export
 * @retval GPUCOST_E_IO       the file cannot be written
 * @retval GPUCOST_E_STORE    SQLite failed
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads the store's thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_store_export(gpucost_store *store, int32_t what, const char *path, uint64_t *rows,
                                                gpucost_error *err);

/**
 * Header of our CSV with example rows, to be filled in.
 *
 * @param[in] what  GPUCOST_EXPORT_*
 * @return the text, static; NULL when there is no such format
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API const char *gpucost_store_template(int32_t what);

GPUCOST_END_DECLS
/** @} */
#endif
