/* Parts of the price command. */
#ifndef CLI_PRICE_H
#define CLI_PRICE_H

#include "cli.h"

/* cli_price_import.c; whether a feed went in: a store that was made for nothing is taken away again. */
int price_import(gpucost_store *store);
bool price_import_took(void);

/* cli_price_keep.c: the store as a file. */
int price_template(void);
int price_backup(gpucost_store *store);
int price_check(gpucost_store *store);
int price_vacuum(gpucost_store *store);
int price_export(gpucost_store *store);

/* cli_price_terms.c: what prices buy and save, tariffs, rates, interruptions. */
int price_units(gpucost_store *store);
int price_savings(gpucost_store *store);
int price_tariffs(gpucost_store *store);
int price_rate(gpucost_store *store);
int price_interruption(gpucost_store *store);

/* cli_price_history.c */
int price_history(gpucost_store *store);

/* Quotes of a filter, [*count] rows to be freed; NULL on failure. */
gpucost_quote *price_quotes(gpucost_store *store, const gpucost_price_filter *filter, uint64_t *count,
                            gpucost_error *err);

/* The history of an offer as one line of blocks. */
int price_plot(gpucost_store *store, const gpucost_quote *quote, int64_t from_utc_s, int64_t to_utc_s,
               gpucost_error *err);

#endif
