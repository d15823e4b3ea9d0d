/* Readers of feeds, one file a family. */
#ifndef GPUCOST_PRICE_IMPORT_H
#define GPUCOST_PRICE_IMPORT_H

#include <jansson.h>

#include "base/csv.h"
#include "price/price_sink.h"
#include "price/price_term.h"

/* A feed at hand: lines of an input, or the document of a JSON feed. */
typedef struct {
    gpucost_store *store;           /* in the transaction of the import */
    gpucost__input *input;
    json_t *json;                   /* NULL when the feed is not JSON */
    bool known[GPUCOST__ROW_CELLS]; /* rows need not say it: it has a default */
    bool truncated;                 /* result: the feed says that more pages exist */
} gpucost__feed;

typedef struct {
    int32_t feed;         /* GPUCOST_FEED_* */
    const char *name;     /* in the store */
    const char *provider; /* of feeds that are one provider's; "" */
    bool json;
    gpucost_status (*read)(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);
} gpucost__price_reader;

/* The reader of GPUCOST_FEED_*. */
const gpucost__price_reader *gpucost__price_reader_of(int32_t feed);

enum { GPUCOST__PRICE_JSON = -1 }; /* what only the document tells */

/* GPUCOST_FEED_* or GPUCOST__PRICE_JSON of the first bytes of a feed, GPUCOST_FEED_AUTO when they are of none. */
int32_t gpucost__price_detect(const char *head, size_t bytes);
int32_t gpucost__price_detect_json(json_t *document);

gpucost_status gpucost__price_read_csv(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);
gpucost_status gpucost__price_read_aws_spot_json(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);
gpucost_status gpucost__price_read_aws_spot_text(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);
gpucost_status gpucost__price_read_aws_spot_csv(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);
gpucost_status gpucost__price_read_aws_offer_csv(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);
gpucost_status gpucost__price_read_aws_offer_json(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);
gpucost_status gpucost__price_read_aws_savings_csv(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);
gpucost_status gpucost__price_read_aws_advisor(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);
gpucost_status gpucost__price_read_azure_retail(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);
gpucost_status gpucost__price_read_gcp_sku(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);
gpucost_status gpucost__price_read_alibaba_spot(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);
gpucost_status gpucost__price_read_alibaba_price(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);
gpucost_status gpucost__price_read_tencent(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);
gpucost_status gpucost__price_read_skypilot(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);
gpucost_status gpucost__price_read_ec2instances(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);
gpucost_status gpucost__price_read_oci(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);
gpucost_status gpucost__price_read_aws_savings_json(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);
gpucost_status gpucost__price_read_tariff(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);
gpucost_status gpucost__price_read_rate(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);

/* GPUCOST_E_SYNTAX: the feed is not of this format. */
gpucost_status gpucost__price_not_this(const gpucost__feed *feed, const char *field, const char *why,
                                       gpucost_error *err);

/* GPUCOST_E_MISSING: an option must say what the feed does not. */
gpucost_status gpucost__price_need_option(const gpucost__feed *feed, const char *option, const char *why,
                                          gpucost_error *err);

/* The same for answers with one price, which name neither instance type nor region. */
gpucost_status gpucost__price_need_asked(const gpucost__feed *feed, gpucost_error *err);

/* The next row of a CSV. Ragged rows are refused and skipped; *row is false at the end. */
gpucost_status gpucost__price_next_csv(gpucost__csv *csv, gpucost__price_sink *sink, bool *row, gpucost_error *err);

/* A CSV whose columns are found by name: `needed` of them must be there, the others may. Calls `put` on each row. */
typedef struct {
    const gpucost__feed *feed;
    gpucost__csv *csv;
    gpucost__price_sink *sink;
    void *context;
    const int *places;
} gpucost__csv_row;
const char *gpucost__csv_row_cell(const gpucost__csv_row *row, int column);
gpucost_status gpucost__price_each_csv(const gpucost__feed *feed, gpucost__price_sink *sink, const char *const *names,
                                       int count, int needed,
                                       gpucost_status (*put)(const gpucost__csv_row *row, gpucost_error *err),
                                       void *context, gpucost_error *err);

enum { GPUCOST__CELL_MOST = 256 };

/* A JSON value as a cell: text, or a number by its shortest text; "" when it is neither, or absent. */
const char *gpucost__json_cell(json_t *value, char room[GPUCOST__CELL_MOST]);

/* A member of a JSON object as a cell: "" when it is not text, or absent. */
const char *gpucost__text_cell(json_t *object, const char *name);

bool gpucost__cell_ends(const char *cell, const char *word);

/* Nanos as decimal text. */
const char *gpucost__nanos_cell(int64_t nanos, char room[GPUCOST__CELL_MOST]);

/* Region of a zone that ends in -letter or -digit, or in digit and letter: cn-hangzhou of cn-hangzhou-g. */
bool gpucost__dashed_region(const char *zone, char *region, size_t capacity);

/* AWS's name of an operating system with its software, as in the spot price history: "Linux/UNIX". */
void gpucost__aws_product(const char *system, const char *software, char *product, size_t capacity);

/* Term of an AWS commitment: "reserved_1y_no" of "1yr" and "No Upfront". False when the words are of none. */
bool gpucost__aws_term(const char *kind, const char *length, const char *option, char *term, size_t capacity);

/* Amounts of a savings plan's rate, which is all that an hour costs: half of the plan is paid at the start of a partial
   upfront one, everything of an all upfront one. False when the text is no such rate. */
bool gpucost__split_rate(const char *text, const gpucost__price_term *term, int64_t *hourly, int64_t *upfront);

#endif
