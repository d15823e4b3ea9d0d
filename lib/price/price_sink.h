/* Where every reader of feeds puts its rows: one place checks them, finds their offer and appends their price. */
#ifndef GPUCOST_PRICE_SINK_H
#define GPUCOST_PRICE_SINK_H

#include <stdbool.h>

#include "gpucost/price.h"
#include "store/store_pack.h"

/* What a row may say. */
enum {
    GPUCOST__ROW_PROVIDER,
    GPUCOST__ROW_REGION,
    GPUCOST__ROW_ZONE,
    GPUCOST__ROW_INSTANCE,
    GPUCOST__ROW_ACCELERATOR,
    GPUCOST__ROW_ACCELERATOR_COUNT,
    GPUCOST__ROW_PRODUCT,
    GPUCOST__ROW_TERM,
    GPUCOST__ROW_CURRENCY,
    GPUCOST__ROW_TENANCY,
    GPUCOST__ROW_PLAN,
    GPUCOST__ROW_OFFER_CELLS, /* those above name the offer */
    GPUCOST__ROW_UPFRONT = GPUCOST__ROW_OFFER_CELLS,
    GPUCOST__ROW_HOURLY,
    GPUCOST__ROW_OBSERVED,
    GPUCOST__ROW_SOURCE,
    GPUCOST__ROW_CELLS
};

/* One price as a feed says it. */
typedef struct {
    uint64_t line;
    const char *name[GPUCOST__ROW_CELLS]; /* names of the cells in this feed, for rejects */
    const char *text[GPUCOST__ROW_CELLS]; /* "": the feed does not say; never NULL */
    bool withdrawn;                       /* the offer was seen to be gone; there is no price */
    bool whole_term;                      /* "hourly" is the price of the whole term, when there is one */
    bool host_alone;                      /* without an accelerator's word, the price leaves its accelerators out */
    bool through_double;                  /* prices were binary numbers once: digits past 1e-9 are noise, not a price */
} gpucost__price_row;

/* A price that is not of a whole instance. Texts are never NULL. */
typedef struct {
    uint64_t line;
    const char *provider, *region, *kind, *item, *target, *term, *currency, *unit, *from_quantity, *price, *observed;
} gpucost__tariff_row;

/* How often a spot instance is interrupted. */
typedef struct {
    uint64_t line;
    const char *provider, *region, *instance, *product, *observed;
    double low, high, saving; /* saving below 0: not said */
} gpucost__interruption_row;

typedef struct gpucost__price_sink gpucost__price_sink;

/* Inside a transaction. `provider` is for rows that name none. The options, the report and the periods that got a
   price stay the caller's. */
gpucost_status gpucost__price_sink_new(gpucost_store *store, int64_t import_id, const char *provider,
                                       const gpucost_import_options *options, gpucost_import *report,
                                       gpucost__periods *periods, gpucost__price_sink **sink, gpucost_error *err);
void gpucost__price_sink_free(gpucost__price_sink *sink);

/* A row with every cell empty. */
void gpucost__price_row_clear(gpucost__price_row *row);

/* Append the price, or count it as unchanged or refused. Fails only when the store or memory does. */
gpucost_status gpucost__price_sink_put(gpucost__price_sink *sink, const gpucost__price_row *row, gpucost_error *err);
gpucost_status gpucost__price_sink_tariff(gpucost__price_sink *sink, const gpucost__tariff_row *row,
                                          gpucost_error *err);
gpucost_status gpucost__price_sink_interruption(gpucost__price_sink *sink, const gpucost__interruption_row *row,
                                                gpucost_error *err);
gpucost_status gpucost__price_sink_rate(gpucost__price_sink *sink, uint64_t line, const char *base, const char *quote,
                                        const char *observed, const char *rate, gpucost_error *err);

/* Refuse what is not even a row. */
gpucost_status gpucost__price_sink_refuse(gpucost__price_sink *sink, uint64_t line, const char *field,
                                          const char *value, const char *reason, gpucost_error *err);

/* Count an entry that is no price of this kind. */
void gpucost__price_sink_skip(gpucost__price_sink *sink);

/* After the last row. */
gpucost_status gpucost__price_sink_finish(gpucost__price_sink *sink, gpucost_error *err);

#endif
