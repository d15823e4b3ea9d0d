/* An open store for the subjects that keep tables in it: the SQL is theirs, SQLite and its errors stay here. */
#ifndef GPUCOST_STORE_HANDLE_H
#define GPUCOST_STORE_HANDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "gpucost/store.h"

typedef struct gpucost__statement gpucost__statement;

/* GPUCOST_E_STORE_READONLY when the store was opened for reading. */
gpucost_status gpucost__store_need_write(gpucost_store *store, gpucost_error *err);

/* A transaction; for writing it takes the writer's place at once, waiting at most five seconds for another writer. */
gpucost_status gpucost__store_begin(gpucost_store *store, bool writing, gpucost_error *err);
gpucost_status gpucost__store_commit(gpucost_store *store, gpucost_error *err);
void gpucost__store_rollback(gpucost_store *store);

/* Run one statement that gives no rows. */
gpucost_status gpucost__store_run(gpucost_store *store, const char *sql, gpucost_error *err);
int64_t gpucost__store_changes(gpucost_store *store); /* rows changed by the last statement */
int64_t gpucost__store_last_id(gpucost_store *store); /* id of the last row inserted */

gpucost_status gpucost__store_prepare(gpucost_store *store, const char *sql, gpucost__statement **statement,
                                      gpucost_error *err);
void gpucost__statement_free(gpucost__statement *statement); /* NULL is allowed */

/* The same for SQL that is asked again and again: the store keeps the statement. `sql` is static; reset after use. */
gpucost_status gpucost__store_keep(gpucost_store *store, const char *sql, gpucost__statement **statement,
                                   gpucost_error *err);

/* Parameters from 1. Text is borrowed until the statement is reset. A bind that fails is reported by the next step. */
void gpucost__bind_text(gpucost__statement *statement, int index, const char *text);
void gpucost__bind_i64(gpucost__statement *statement, int index, int64_t value);
void gpucost__bind_f64(gpucost__statement *statement, int index, double value);
void gpucost__bind_blob(gpucost__statement *statement, int index, const void *bytes, size_t size); /* borrowed too */
void gpucost__bind_null(gpucost__statement *statement, int index);

/* The next row; *row is false at the end, and then, or on failure, the statement is reset. */
gpucost_status gpucost__statement_step(gpucost__statement *statement, bool *row, gpucost_error *err);
/* For statements without rows: step, expect none, reset. */
gpucost_status gpucost__statement_run(gpucost__statement *statement, gpucost_error *err);
void gpucost__statement_reset(gpucost__statement *statement);

/* Columns of the current row, from 0. Text is cut to fit, and what is not printable UTF-8, as in a damaged file, is
   '?'; bytes are the statement's until it moves on. */
bool gpucost__column_is_null(gpucost__statement *statement, int column);
int64_t gpucost__column_i64(gpucost__statement *statement, int column);
double gpucost__column_f64(gpucost__statement *statement, int column);
void gpucost__column_text(gpucost__statement *statement, int column, char *text, size_t capacity);
const unsigned char *gpucost__column_blob(gpucost__statement *statement, int column, size_t *size);

#endif
