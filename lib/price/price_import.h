/* Readers of feeds, one file a family. */
#ifndef GPUCOST_PRICE_IMPORT_H
#define GPUCOST_PRICE_IMPORT_H

#include "base/csv.h"
#include "price/price_sink.h"

/* A feed at hand. `text` is the whole of it, or NULL when it is streamed. */
typedef struct {
    gpucost__input *input;
    const char *text;
    size_t bytes;
    bool provider_known; /* rows need not name one */
    bool truncated;      /* result: the feed says that more pages exist */
} gpucost__feed;

gpucost_status gpucost__price_read_csv(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);
gpucost_status gpucost__price_read_aws_spot_json(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);
gpucost_status gpucost__price_read_aws_spot_text(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);
gpucost_status gpucost__price_read_aws_spot_csv(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);

/* The next row of a CSV. Ragged rows are refused and skipped; *row is false at the end. */
gpucost_status gpucost__price_next_csv(gpucost__csv *csv, gpucost__price_sink *sink, bool *row, gpucost_error *err);

/* Region of an AWS zone by name: us-east-1 of us-east-1b, us-west-2 of us-west-2-lax-1a. False when it is none. */
bool gpucost__aws_region(const char *zone, char *region, size_t capacity);

/* GPUCOST_FEED_* of the first bytes of a feed, GPUCOST_FEED_AUTO when they are of none. */
int32_t gpucost__price_detect(const char *head, size_t bytes);

#endif
