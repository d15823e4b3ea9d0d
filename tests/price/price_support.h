/* Stores and imports of the price tests. */
#ifndef TESTS_PRICE_SUPPORT_H
#define TESTS_PRICE_SUPPORT_H

#include "support/table.h"

#include <stdbool.h>

#include "gpucost/price.h"

gpucost_store *memory_store(void);

/* A store in a file; fails when it does not open. */
gpucost_store *store_at(const char *path, int32_t mode);

/* A new folder and a new store in it. */
gpucost_store *folder_store(char folder[64], char path[96]);

/* Import text that must be good; the summary is returned. */
gpucost_import_summary import_text(gpucost_store *store, const char *text);

/* Import a file of tests/data/cases/price, or one by its whole path, that must be good; options as in set_options(). */
void import_case(gpucost_store *store, const char *file, const char *options);

/* The only quote of a filter; fails when there is not exactly one. */
gpucost_quote only_quote(gpucost_store *store, const gpucost_price_filter *filter);

uint64_t quote_count(gpucost_store *store, const gpucost_price_filter *filter);

/* Rows of data/<name>.csv by its lines. */
uint64_t bundled_rows(const char *name);

int64_t instant(const char *text);

/* Set options from "name=value;name=value". */
void set_options(const char *text, gpucost_import_options *options);

/* Every record of a store file as text, without ids of imports; free() it. Compares two stores. */
char *store_content(const char *path);

/* A number that a store file answers. */
int64_t store_number(const char *path, const char *sql);

/* Change a store file behind the library's back. */
void store_run(const char *path, const char *sql);

/* A new empty folder; remove_folder() ends it with what is in it. */
void make_folder(char folder[64]);
void remove_folder(const char *folder);

#endif
