#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "base/json.h"
#include "base/money.h"
#include "price/price_import.h"
#include "price/price_report.h"
#include "price/price_table.h"

/* A new reader is one row here. */
static const struct {
    int32_t feed;
    const char *name;     /* in the store */
    const char *provider; /* of feeds that are one provider's */
    bool whole;           /* read as one document */
    gpucost_status (*read)(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err);
} readers[] = {
    {GPUCOST_FEED_CSV, "csv", "", false, gpucost__price_read_csv},
    {GPUCOST_FEED_AWS_SPOT_JSON, "aws_spot_json", "aws", true, gpucost__price_read_aws_spot_json},
    {GPUCOST_FEED_AWS_SPOT_TEXT, "aws_spot_text", "aws", false, gpucost__price_read_aws_spot_text},
    {GPUCOST_FEED_AWS_SPOT_CSV, "aws_spot_csv", "aws", false, gpucost__price_read_aws_spot_csv},
};

static size_t reader_of(int32_t feed)
{
    size_t i = 0;
    while (readers[i].feed != feed) i++;
    return i;
}

static gpucost_status fail_at(const char *source, gpucost_status status, const char *why, gpucost_error *err)
{
    gpucost__fail(err, status, "%s", why);
    gpucost__error_at(err, source, status == GPUCOST_E_SYNTAX, 0);
    return status;
}

static gpucost_status detect(const char *head, size_t bytes, const char *source, int32_t *feed, gpucost_error *err)
{
    if (bytes == 0) return fail_at(source, GPUCOST_E_EMPTY, "the feed is empty", err);
    if (bytes >= 2 && (memcmp(head, "\xFF\xFE", 2) == 0 || memcmp(head, "\xFE\xFF", 2) == 0))
        return fail_at(source, GPUCOST_E_SYNTAX, "the feed is UTF-16; save it as UTF-8", err);
    *feed = gpucost__price_detect(head, bytes);
    if (*feed != GPUCOST_FEED_AUTO) return GPUCOST_OK;
    return fail_at(
        source, GPUCOST_E_SYNTAX,
        "is no feed that is known: expected a CSV with the columns instance, hourly, observed_utc, or an AWS "
        "spot price history as JSON, text or CSV",
        err);
}

static gpucost_status begin_import(gpucost_store *store, const char *source, size_t reader, int64_t now_utc_s,
                                   int64_t *id, gpucost_error *err)
{
    gpucost__statement *insert;
    GPUCOST__TRY(gpucost__store_prepare(
        store,
        "INSERT INTO import (source, fingerprint, feed, reader, imported_utc_s, truncated, rows, accepted, unchanged, "
        "rejected, withdrawn) VALUES (?1, '', ?2, ?3, nullif(?4, 0), 0, 0, 0, 0, 0, 0)",
        &insert, err));
    gpucost__bind_text(insert, 1, source);
    gpucost__bind_text(insert, 2, readers[reader].name);
    gpucost__bind_text(insert, 3, GPUCOST__VERSION);
    gpucost__bind_i64(insert, 4, now_utc_s);
    gpucost_status status = gpucost__statement_run(insert, err);
    *id = gpucost__store_last_id(store);
    gpucost__statement_free(insert);
    return status;
}

static gpucost_status record_rejects(gpucost_store *store, const gpucost_import *report, gpucost_error *err)
{
    gpucost__statement *insert;
    GPUCOST__TRY(gpucost__store_prepare(store, "INSERT INTO reject VALUES (?1, ?2, ?3, ?4, ?5, ?6)", &insert, err));
    gpucost_status status = GPUCOST_OK;
    for (uint64_t i = 0; status == GPUCOST_OK && i < report->count; i++) {
        const gpucost_import_reject *reject = &report->rejects[i];
        gpucost__bind_i64(insert, 1, report->summary.import_id);
        gpucost__bind_i64(insert, 2, (int64_t)i + 1);
        gpucost__bind_i64(insert, 3, (int64_t)reject->line);
        gpucost__bind_text(insert, 4, reject->field);
        gpucost__bind_text(insert, 5, reject->value);
        gpucost__bind_text(insert, 6, reject->reason);
        status = gpucost__statement_run(insert, err);
    }
    gpucost__statement_free(insert);
    return status;
}

static gpucost_status end_import(gpucost_store *store, const gpucost_import *report, const gpucost__input *input,
                                 gpucost_error *err)
{
    const gpucost_import_summary *summary = &report->summary;
    char fingerprint[64];
    gpucost__input_fingerprint(input, fingerprint);
    gpucost__statement *update;
    GPUCOST__TRY(gpucost__store_prepare(store,
                                        "UPDATE import SET fingerprint = ?2, truncated = ?3, rows = ?4, accepted = ?5, "
                                        "unchanged = ?6, rejected = ?7, withdrawn = ?8 WHERE id = ?1",
                                        &update, err));
    gpucost__bind_i64(update, 1, summary->import_id);
    gpucost__bind_text(update, 2, fingerprint);
    const uint64_t counts[] = {(uint64_t)summary->truncated, summary->rows,     summary->accepted,
                               summary->unchanged,           summary->rejected, summary->withdrawn};
    for (int i = 0; i < 6; i++) gpucost__bind_i64(update, i + 3, (int64_t)counts[i]);
    gpucost_status status = gpucost__statement_run(update, err);
    gpucost__statement_free(update);
    if (status != GPUCOST_OK) return status;
    return record_rejects(store, report, err);
}

/* New offers are those after `last_offer` that got a price. */
static gpucost_status count_offers(gpucost_store *store, int64_t last_offer, uint64_t *count, gpucost_error *err)
{
    gpucost__statement *select;
    bool row;
    GPUCOST__TRY(
        gpucost__store_prepare(store,
                               "SELECT count(*) FROM offer WHERE id > ?1 AND EXISTS (SELECT 1 FROM price WHERE "
                               "offer_id = offer.id AND hourly_nanos IS NOT NULL)",
                               &select, err));
    gpucost__bind_i64(select, 1, last_offer);
    gpucost_status status = gpucost__statement_step(select, &row, err);
    if (status == GPUCOST_OK && row) *count = (uint64_t)gpucost__column_i64(select, 0);
    gpucost__statement_free(select);
    return status;
}

static gpucost_status last_offer(gpucost_store *store, int64_t *id, gpucost_error *err)
{
    gpucost__statement *select;
    bool row;
    GPUCOST__TRY(gpucost__store_prepare(store, "SELECT coalesce(max(id), 0) FROM offer", &select, err));
    gpucost_status status = gpucost__statement_step(select, &row, err);
    if (status == GPUCOST_OK && row) *id = gpucost__column_i64(select, 0);
    gpucost__statement_free(select);
    return status;
}

static gpucost_status read_feed(gpucost_store *store, gpucost__feed *feed, size_t reader,
                                const gpucost_import_options *options, gpucost_import *report, gpucost_error *err)
{
    const char *provider = *options->provider ? options->provider : readers[reader].provider;
    gpucost_import_summary *summary = &report->summary;
    int64_t offers_before = 0;
    gpucost__price_sink *sink;
    GPUCOST__TRY(last_offer(store, &offers_before, err));
    GPUCOST__TRY(
        begin_import(store, gpucost__input_name(feed->input), reader, options->now_utc_s, &summary->import_id, err));
    GPUCOST__TRY(gpucost__price_sink_new(store, summary->import_id, provider,
                                         *options->currency ? options->currency : NULL, report, &sink, err));
    feed->provider_known = *provider;
    gpucost_status status = readers[reader].read(feed, sink, err);
    gpucost__price_sink_free(sink);
    if (status != GPUCOST_OK) return status;
    summary->truncated = feed->truncated;
    if (summary->rows == 0 && summary->withdrawn == 0)
        return fail_at(gpucost__input_name(feed->input), GPUCOST_E_EMPTY,
                       feed->truncated ? "the feed holds no price, only the token of a next page"
                                       : "the feed holds no price",
                       err);
    GPUCOST__TRY(count_offers(store, offers_before, &summary->offers, err));
    return end_import(store, report, feed->input, err);
}

/* One transaction; a feed that adds nothing leaves no trace in the store. */
static gpucost_status import(gpucost_store *store, gpucost__feed *feed, int32_t kind,
                             const gpucost_import_options *options, gpucost_import **report, gpucost_error *err)
{
    gpucost_import *made = calloc(1, sizeof *made);
    if (!made) return gpucost__fail_memory(err);
    made->summary = GPUCOST_INIT(gpucost_import_summary);
    made->summary.feed = kind;
    gpucost_status status = gpucost__store_begin(store, true, err);
    if (status == GPUCOST_OK) {
        status = read_feed(store, feed, reader_of(kind), options, made, err);
        bool added = made->summary.accepted > 0 || made->summary.withdrawn > 0;
        if (status == GPUCOST_OK && added) status = gpucost__store_commit(store, err);
        if (status != GPUCOST_OK || !added) gpucost__store_rollback(store);
        if (!added) made->summary.import_id = 0;
    }
    if (status == GPUCOST_OK)
        *report = made;
    else
        gpucost_import_free(made);
    return status;
}

static gpucost_status take_options(const gpucost_import_options *given, gpucost_import_options *options,
                                   gpucost_error *err)
{
    GPUCOST__TRY(gpucost__struct_in(&gpucost__import_options_table, given, options, err));
    if (*options->currency && !gpucost__currency_is_valid(options->currency))
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "currency", options->currency,
                                   "\"%s\" is not a currency code of three capital letters, such as USD or CNY",
                                   options->currency);
    if (options->now_utc_s < 0)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "now_utc", NULL, "%lld is before 1970",
                                   (long long)options->now_utc_s);
    return GPUCOST_OK;
}

static gpucost_status import_text(gpucost_store *store, const char *text, size_t bytes, const char *source,
                                  int32_t kind, const gpucost_import_options *options, gpucost_import **report,
                                  gpucost_error *err)
{
    gpucost__feed feed = {.text = text, .bytes = bytes};
    if (kind == GPUCOST_FEED_AUTO) GPUCOST__TRY(detect(text, bytes, source, &kind, err));
    GPUCOST__TRY(gpucost__input_memory(text, bytes, source, &feed.input, err));
    gpucost_status status = import(store, &feed, kind, options, report, err);
    gpucost__input_close(feed.input);
    return status;
}

/* The first bytes of a file that can be opened again. */
static gpucost_status peek(const char *path, int32_t *feed, gpucost_error *err)
{
    char head[4096];
    gzFile file = gzopen(path, "rb");
    int bytes = file ? gzread(file, head, sizeof head) : -1;
    if (file) gzclose(file);
    if (bytes < 0) return fail_at(path, GPUCOST_E_IO, "cannot be read", err);
    return detect(head, (size_t)bytes, path, feed, err);
}

gpucost_status gpucost_price_import(gpucost_store *store, const char *path, const gpucost_import_options *given,
                                    gpucost_import **report, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_import_options options;
    GPUCOST__TRY(take_options(given, &options, err));
    GPUCOST__TRY(gpucost__store_need_write(store, err));
    int32_t kind = options.feed;
    struct stat about;
    bool again = strcmp(path, "-") != 0 && stat(path, &about) == 0 && S_ISREG(about.st_mode);
    if (kind == GPUCOST_FEED_AUTO && again) GPUCOST__TRY(peek(path, &kind, err));
    /* a pipe is read once: to look at its first bytes it must be kept */
    if (kind == GPUCOST_FEED_AUTO || readers[reader_of(kind)].whole) {
        char *text;
        size_t bytes;
        GPUCOST__TRY(gpucost__input_all(path, GPUCOST__JSON_MOST_BYTES, &text, &bytes, err));
        gpucost_status status =
            import_text(store, text, bytes, strcmp(path, "-") == 0 ? "<stdin>" : path, kind, &options, report, err);
        free(text);
        return status;
    }
    gpucost__feed feed = {0};
    GPUCOST__TRY(gpucost__input_open(path, &feed.input, err));
    gpucost_status status = import(store, &feed, kind, &options, report, err);
    gpucost__input_close(feed.input);
    return status;
}

gpucost_status gpucost_price_import_text(gpucost_store *store, const char *text, uint64_t bytes, const char *source,
                                         const gpucost_import_options *given, gpucost_import **report,
                                         gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_import_options options;
    GPUCOST__TRY(take_options(given, &options, err));
    GPUCOST__TRY(gpucost__store_need_write(store, err));
    return import_text(store, text, (size_t)bytes, source, options.feed, &options, report, err);
}
