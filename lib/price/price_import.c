/* An import: one transaction over a file, a text or the files of a folder. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "base/json.h"
#include "base/money.h"
#include "price/price_import.h"
#include "price/price_record.h"
#include "price/price_table.h"
#include "price/price_term.h"

/* What the import of one source works with. */
typedef struct {
    gpucost_store *store;
    const gpucost_import_options *options;
    gpucost_import *report;
    gpucost__periods *periods; /* that got a price */
    const char *file; /* name inside a folder, "" otherwise */
} run;

static gpucost_status fail_at(const char *source, gpucost_status status, const char *why, gpucost_error *err)
{
    gpucost__fail(err, status, "%s", why);
    gpucost__error_at(err, source, status == GPUCOST_E_SYNTAX, 0);
    return status;
}

static gpucost_status unknown_feed(const char *source, gpucost_error *err)
{
    return fail_at(source, GPUCOST_E_SYNTAX,
                   "is no feed that is known: expected a CSV with the columns instance, hourly, observed_utc, or a "
                   "price feed of a cloud (docs/price.md)",
                   err);
}

static gpucost_status detect(const char *head, size_t bytes, const char *source, int32_t *feed, gpucost_error *err)
{
    if (bytes == 0) return fail_at(source, GPUCOST_E_EMPTY, "the feed is empty", err);
    if (bytes >= 2 && (memcmp(head, "\xFF\xFE", 2) == 0 || memcmp(head, "\xFE\xFF", 2) == 0))
        return fail_at(source, GPUCOST_E_SYNTAX, "the feed is UTF-16; save it as UTF-8", err);
    *feed = gpucost__price_detect(head, bytes);
    return *feed == GPUCOST_FEED_AUTO ? unknown_feed(source, err) : GPUCOST_OK;
}

static gpucost_status read_feed(const run *at, gpucost__feed *feed, const gpucost__price_reader *reader,
                                gpucost_error *err)
{
    const gpucost_import_options *options = at->options;
    const char *provider = *options->provider ? options->provider : reader->provider;
    gpucost_import_summary *summary = &at->report->summary, before = *summary;
    uint64_t first_reject = at->report->count;
    int64_t id = 0;
    gpucost__price_sink *sink;
    GPUCOST__TRY(
        gpucost__record_begin(at->store, gpucost__input_name(feed->input), reader->name, options->now_utc_s, &id, err));
    GPUCOST__TRY(gpucost__price_sink_new(at->store, id, provider, options, at->report, at->periods, &sink, err));
    feed->store = at->store;
    feed->known[GPUCOST__ROW_PROVIDER] = *provider;
    feed->known[GPUCOST__ROW_REGION] = *options->region;
    feed->known[GPUCOST__ROW_INSTANCE] = *options->instance;
    feed->known[GPUCOST__ROW_OBSERVED] = options->observed_utc_s != 0;
    gpucost_status status = reader->read(feed, sink, err);
    if (status == GPUCOST_OK) status = gpucost__price_sink_finish(sink, err);
    gpucost__price_sink_free(sink);
    if (status != GPUCOST_OK) return status;
    gpucost__report_sort(at->report, first_reject, at->file);
    summary->truncated = summary->truncated || feed->truncated;
    summary->files++;
    if (summary->feed == GPUCOST_FEED_AUTO) summary->feed = reader->feed;
    if (summary->accepted > before.accepted || summary->withdrawn > before.withdrawn) summary->import_id = id;
    GPUCOST__TRY(gpucost__record_end(at->store, id, &before, first_reject, at->report, feed->input, err));
    if (summary->rows == before.rows && summary->withdrawn == before.withdrawn)
        return fail_at(gpucost__input_name(feed->input), GPUCOST_E_EMPTY,
                       feed->truncated ? "the feed holds no price, but says that more pages exist"
                                       : "the feed holds no price",
                       err);
    return GPUCOST_OK;
}

/* Fingerprints are of what was read through the input. */
static gpucost_status read_to_end(gpucost__input *input, gpucost_error *err)
{
    for (char *line = "";;) {
        size_t bytes;
        GPUCOST__TRY(gpucost__input_line(input, &line, &bytes, err));
        if (!line) return GPUCOST_OK;
    }
}

static gpucost_status import_json(const run *at, gpucost__feed *feed, const char *text, size_t bytes, int32_t kind,
                                  gpucost_error *err)
{
    const char *source = gpucost__input_name(feed->input);
    if (bytes >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) { /* UTF-8 byte order mark */
        text += 3;
        bytes -= 3;
    }
    if (bytes == 0) return fail_at(source, GPUCOST_E_EMPTY, "the feed is empty", err);
    GPUCOST__TRY(gpucost__json_text(text, bytes, source, &feed->json, err));
    gpucost_status status = read_to_end(feed->input, err);
    if (kind == GPUCOST__PRICE_JSON) kind = gpucost__price_detect_json(feed->json);
    if (status == GPUCOST_OK)
        status = kind == GPUCOST_FEED_AUTO ? unknown_feed(source, err)
                                           : read_feed(at, feed, gpucost__price_reader_of(kind), err);
    json_decref(feed->json);
    return status;
}

static gpucost_status import_text(const run *at, const char *text, size_t bytes, const char *source, gpucost_error *err)
{
    gpucost__feed feed = {0};
    int32_t kind = at->options->feed;
    if (kind == GPUCOST_FEED_AUTO) GPUCOST__TRY(detect(text, bytes, source, &kind, err));
    bool json = kind == GPUCOST__PRICE_JSON || gpucost__price_reader_of(kind)->json;
    GPUCOST__TRY(gpucost__input_memory(text, bytes, source, &feed.input, err));
    gpucost_status status = json ? import_json(at, &feed, text, bytes, kind, err)
                                 : read_feed(at, &feed, gpucost__price_reader_of(kind), err);
    gpucost__input_close(feed.input);
    return status;
}

/* The first bytes of a file that can be opened again. */
static gpucost_status peek(const char *path, int32_t *feed, gpucost_error *err)
{
    char head[8192];
    gzFile file = gzopen(path, "rb");
    int bytes = file ? gzread(file, head, sizeof head) : -1;
    if (file) gzclose(file);
    if (bytes < 0) return fail_at(path, GPUCOST_E_IO, "cannot be read", err);
    return detect(head, (size_t)bytes, path, feed, err);
}

static gpucost_status import_file(const run *at, const char *path, gpucost_error *err)
{
    int32_t kind = at->options->feed;
    struct stat about;
    bool again = strcmp(path, "-") != 0 && stat(path, &about) == 0 && S_ISREG(about.st_mode);
    if (kind == GPUCOST_FEED_AUTO && again) GPUCOST__TRY(peek(path, &kind, err));
    /* a pipe is read once: to look at its first bytes it must be kept */
    if (kind == GPUCOST_FEED_AUTO || kind == GPUCOST__PRICE_JSON || gpucost__price_reader_of(kind)->json) {
        char *text;
        size_t bytes;
        GPUCOST__TRY(gpucost__input_all(path, GPUCOST__JSON_MOST_BYTES, &text, &bytes, err));
        gpucost_status status = import_text(at, text, bytes, strcmp(path, "-") == 0 ? "<stdin>" : path, err);
        free(text);
        return status;
    }
    gpucost__feed feed = {0};
    GPUCOST__TRY(gpucost__input_open(path, &feed.input, err));
    gpucost_status status = read_feed(at, &feed, gpucost__price_reader_of(kind), err);
    gpucost__input_close(feed.input);
    return status;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void free_names(char **names, size_t count)
{
    for (size_t i = 0; i < count; i++) free(names[i]);
    free(names);
}

/* Names in a folder, sorted; hidden ones are left out. */
static gpucost_status list_folder(const char *path, char ***names, size_t *count, gpucost_error *err)
{
    DIR *folder = opendir(path);
    char **all = NULL;
    size_t used = 0, room = 0;
    if (!folder) return fail_at(path, GPUCOST_E_IO, "the folder cannot be read", err);
    gpucost_status status = GPUCOST_OK;
    for (struct dirent *entry; status == GPUCOST_OK && (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        if (used == room) {
            room = room ? room * 2 : 64;
            char **grown = realloc(all, room * sizeof *all);
            if (!grown) status = gpucost__fail_memory(err);
            if (grown) all = grown;
        }
        if (status == GPUCOST_OK && !(all[used] = strdup(entry->d_name))) status = gpucost__fail_memory(err);
        if (status == GPUCOST_OK) used++;
    }
    closedir(folder);
    if (status != GPUCOST_OK) {
        free_names(all, used);
        return status;
    }
    if (used > 1) qsort(all, used, sizeof *all, compare_names);
    *names = all;
    *count = used;
    return GPUCOST_OK;
}

static gpucost_status import_folder(const run *whole, const char *path, gpucost_error *err)
{
    char **names, file[4096];
    size_t count;
    GPUCOST__TRY(list_folder(path, &names, &count, err));
    gpucost_status status = GPUCOST_OK;
    for (size_t i = 0; status == GPUCOST_OK && i < count; i++) {
        struct stat about;
        run at = *whole;
        at.file = names[i];
        if ((size_t)snprintf(file, sizeof file, "%s/%s", path, names[i]) >= sizeof file)
            status = fail_at(path, GPUCOST_E_IO, "a path in the folder is too long", err);
        else if (stat(file, &about) != 0 || !S_ISREG(about.st_mode))
            continue;
        else
            status = import_file(&at, file, err);
        if (status == GPUCOST_E_EMPTY) status = GPUCOST_OK;
    }
    free_names(names, count);
    gpucost_import_summary *summary = &whole->report->summary;
    if (status == GPUCOST_OK && summary->rows == 0 && summary->withdrawn == 0)
        return fail_at(path, GPUCOST_E_EMPTY, "no file of the folder holds a price", err);
    if (status == GPUCOST_OK) gpucost__clear(err);
    return status;
}

/* One transaction. `text` is the feed, or NULL when `source` is the path of it. */
static gpucost_status import(gpucost_store *store, const char *text, size_t bytes, const char *source,
                             const gpucost_import_options *options, gpucost_import **report, gpucost_error *err)
{
    struct stat about;
    int64_t last_offer = 0;
    gpucost_import *made = calloc(1, sizeof *made);
    if (!made) return gpucost__fail_memory(err);
    made->summary = GPUCOST_INIT(gpucost_import_summary);
    gpucost__periods periods = {0};
    const run at = {store, options, made, &periods, ""};
    gpucost_status status = gpucost__store_begin(store, true, err);
    if (status == GPUCOST_OK) {
        status = gpucost__record_last_offer(store, &last_offer, err);
        if (status == GPUCOST_OK)
            status = text                                                  ? import_text(&at, text, bytes, source, err)
                     : stat(source, &about) == 0 && S_ISDIR(about.st_mode) ? import_folder(&at, source, err)
                                                                           : import_file(&at, source, err);
        if (status == GPUCOST_OK) status = gpucost__record_new_offers(store, last_offer, &made->summary.offers, err);
        bool added = made->summary.accepted > 0 || made->summary.withdrawn > 0;
        if (status == GPUCOST_OK && added) status = gpucost__pack(store, &periods, err);
        if (status == GPUCOST_OK && added) status = gpucost__store_commit(store, err);
        if (status != GPUCOST_OK || !added) gpucost__store_rollback(store);
    }
    gpucost__periods_free(&periods);
    if (status == GPUCOST_OK)
        *report = made;
    else
        gpucost_import_free(made);
    return status;
}

static gpucost_status take_options(const gpucost_import_options *given, gpucost_import_options *options,
                                   gpucost_error *err)
{
    gpucost__price_term term;
    GPUCOST__TRY(gpucost__struct_in(&gpucost__import_options_table, given, options, err));
    if (*options->currency && !gpucost__currency_is_valid(options->currency))
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "currency", options->currency,
                                   "\"%s\" is not a currency code of three capital letters, such as USD or CNY",
                                   options->currency);
    if (*options->term && !gpucost__price_term_parse(options->term, &term))
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "term", options->term,
                                   "\"%s\" is not a term such as reserved_1y_no or subscription_1m", options->term);
    const struct {
        const char *field;
        int64_t utc_s;
    } instants[] = {{"now_utc", options->now_utc_s}, {"observed_utc", options->observed_utc_s}};
    for (int i = 0; i < 2; i++)
        if (instants[i].utc_s < 0)
            return gpucost__fail_field(err, GPUCOST_E_RANGE, instants[i].field, NULL, "%lld is before 1970",
                                       (long long)instants[i].utc_s);
    return GPUCOST_OK;
}

gpucost_status gpucost_price_import(gpucost_store *store, const char *path, const gpucost_import_options *given,
                                    gpucost_import **report, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_import_options options;
    GPUCOST__TRY(take_options(given, &options, err));
    GPUCOST__TRY(gpucost__store_need_write(store, err));
    return import(store, NULL, 0, path, &options, report, err);
}

gpucost_status gpucost_price_import_text(gpucost_store *store, const char *text, uint64_t bytes, const char *source,
                                         const gpucost_import_options *given, gpucost_import **report,
                                         gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_import_options options;
    GPUCOST__TRY(take_options(given, &options, err));
    GPUCOST__TRY(gpucost__store_need_write(store, err));
    return import(store, text, (size_t)bytes, source, &options, report, err);
}
