/* price import, query and stats. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static gpucost_store *store; /* the one that the command line names */

static void print_report(const gpucost_import *report, const char *path)
{
    enum { REJECTS_SHOWN = 10 };
    gpucost_error err;
    gpucost_import_summary summary = GPUCOST_INIT(gpucost_import_summary);
    gpucost_import_summarise(report, &summary, &err);
    printf("%s: %llu rows: %llu accepted, %llu unchanged, %llu rejected; %llu new offers", path,
           (unsigned long long)summary.rows, (unsigned long long)summary.accepted,
           (unsigned long long)summary.unchanged, (unsigned long long)summary.rejected,
           (unsigned long long)summary.offers);
    if (summary.skipped) printf("; %llu entries that are no such price", (unsigned long long)summary.skipped);
    printf("%s\n", summary.truncated ? "; the feed says that more pages exist" : "");
    uint64_t count = gpucost_import_reject_count(report);
    for (uint64_t i = 0; i < count && i < REJECTS_SHOWN; i++) {
        gpucost_import_reject reject = GPUCOST_INIT(gpucost_import_reject);
        gpucost_import_reject_at(report, i, &reject, &err);
        printf("  %s%sline %llu: %s: %s\n", reject.source, *reject.source ? " " : "", (unsigned long long)reject.line,
               reject.field, reject.reason);
    }
    if (count > REJECTS_SHOWN)
        printf("  and %llu more; --format json lists them\n", (unsigned long long)(count - REJECTS_SHOWN));
}

static json_t *report_json(const gpucost_import *report, const char *path)
{
    gpucost_error err;
    gpucost_import_summary summary = GPUCOST_INIT(gpucost_import_summary);
    gpucost_import_summarise(report, &summary, &err);
    json_t *rejects = json_array();
    for (uint64_t i = 0; i < gpucost_import_reject_count(report); i++) {
        gpucost_import_reject reject = GPUCOST_INIT(gpucost_import_reject);
        gpucost_import_reject_at(report, i, &reject, &err);
        json_array_append_new(rejects, struct_json("gpucost_import_reject", &reject));
    }
    return json_pack("{s:s, s:o, s:o}", "source", path, "summary", struct_json("gpucost_import_summary", &summary),
                     "rejects", rejects);
}

static int import_files(void)
{
    gpucost_import_options options = GPUCOST_INIT(gpucost_import_options);
    gpucost_error err;
    if (!flags_apply("gpucost_import_options", &options)) return EXIT_USAGE;
    if (!options.now_utc_s) options.now_utc_s = (int64_t)time(NULL);
    json_t *reports = json_array();
    int result = EXIT_ANSWERED;
    for (int i = 1; i < word_count(); i++) {
        gpucost_import *report;
        if (gpucost_price_import(store, word_at(i), &options, &report, &err) != GPUCOST_OK) {
            result = fail(&err);
            continue;
        }
        if (wants_json())
            json_array_append_new(reports, report_json(report, word_at(i)));
        else
            print_report(report, word_at(i));
        gpucost_import_free(report);
    }
    if (wants_json())
        print_json(reports);
    else
        json_decref(reports);
    return result;
}

/* What query and stats ask: {"filter": {...}, "from": DATE, "to": DATE}; flags override. */
typedef struct {
    gpucost_price_filter filter;
    int64_t from_utc_s, to_utc_s; /* of stats; 0 means the last 30 days of the store */
} question;

static bool take_instant(json_t *job, const char *name, int64_t *utc_s, gpucost_error *err)
{
    json_t *value = json_object_get(job, name);
    const char *text = flag_value(name) ? flag_value(name) : value ? json_string_value(value) : NULL;
    if (!text && !value) return true;
    if (gpucost_instant_parse(text ? text : "", utc_s, err) == GPUCOST_OK) return true;
    snprintf(err->field, sizeof err->field, "/%s", name);
    return false;
}

static bool read_question(json_t *job, const char *source, question *asked, gpucost_error *err)
{
    memset(asked, 0, sizeof *asked);
    asked->filter = GPUCOST_INIT(gpucost_price_filter);
    json_t *filter = json_object_get(job, "filter");
    if (filter && !struct_from_json("gpucost_price_filter", filter, source, &asked->filter, err)) return false;
    memset(err, 0, sizeof *err);
    return flags_apply("gpucost_price_filter", &asked->filter) && take_instant(job, "from", &asked->from_utc_s, err) &&
           take_instant(job, "to", &asked->to_utc_s, err);
}

/* The quotes asked for; NULL on failure. */
static gpucost_quote *find_quotes(const question *asked, uint64_t *count, gpucost_error *err)
{
    gpucost_quotes *quotes;
    if (gpucost_price_quotes(store, &asked->filter, &quotes, err) != GPUCOST_OK) return NULL;
    *count = gpucost_quotes_count(quotes);
    gpucost_quote *rows = calloc(*count + 1, sizeof *rows);
    for (uint64_t i = 0; rows && i < *count; i++) {
        rows[i].size = sizeof rows[i];
        gpucost_quotes_at(quotes, i, &rows[i], err);
    }
    gpucost_quotes_free(quotes);
    return rows;
}

static json_t *answer_query(json_t *job, const char *source, gpucost_error *err)
{
    question asked;
    uint64_t count;
    gpucost_quote *rows = read_question(job, source, &asked, err) ? find_quotes(&asked, &count, err) : NULL;
    if (!rows) return NULL;
    json_t *list = json_array();
    for (uint64_t i = 0; i < count; i++) json_array_append_new(list, struct_json("gpucost_quote", &rows[i]));
    free(rows);
    return list;
}

static int print_query(json_t *job, const char *source, gpucost_error *err)
{
    static const char *const columns[] = {"offer_id", "provider", "region", "zone", "instance", "accelerator_count",
                                          "accelerator", "term", "payment", "hourly_nanos", "effective_nanos",
                                          "currency", "observed_utc_s", NULL};
    question asked;
    uint64_t count;
    gpucost_quote *rows = read_question(job, source, &asked, err) ? find_quotes(&asked, &count, err) : NULL;
    if (!rows) return err->status == GPUCOST_OK ? EXIT_USAGE : fail(err);
    print_rows("gpucost_quote", rows, count, sizeof *rows, columns);
    if (count == 0) printf("no offer matches\n");
    free(rows);
    return EXIT_ANSWERED;
}

/* Statistics of every quote asked for, one after another. */
static json_t *answer_statistics(json_t *job, const char *source, gpucost_error *err)
{
    question asked;
    uint64_t count;
    gpucost_quote *rows = read_question(job, source, &asked, err) ? find_quotes(&asked, &count, err) : NULL;
    if (!rows) return NULL;
    int64_t last = 0;
    gpucost_status status = gpucost_price_last(store, &last, err);
    int64_t to = asked.to_utc_s ? asked.to_utc_s : last + 1, from = asked.from_utc_s ? asked.from_utc_s : to - 30 * 86400;
    json_t *list = json_array();
    for (uint64_t i = 0; i < count && status == GPUCOST_OK; i++) {
        gpucost_price_statistics figures = GPUCOST_INIT(gpucost_price_statistics);
        status = gpucost_price_statistics_of(store, rows[i].offer_id, from, to, &figures, err);
        json_array_append_new(list, json_pack("{s:o, s:o}", "quote", struct_json("gpucost_quote", &rows[i]),
                                              "statistics", struct_json("gpucost_price_statistics", &figures)));
    }
    free(rows);
    if (status == GPUCOST_OK) return list;
    json_decref(list);
    return NULL;
}

static int print_statistics(json_t *job, const char *source, gpucost_error *err)
{
    json_t *list = answer_statistics(job, source, err), *row;
    size_t i;
    if (!list) return err->status == GPUCOST_OK ? EXIT_USAGE : fail(err);
    json_array_foreach(list, i, row) {
        gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
        gpucost_price_statistics figures = GPUCOST_INIT(gpucost_price_statistics);
        struct_from_json("gpucost_quote", json_object_get(row, "quote"), source, &quote, err);
        struct_from_json("gpucost_price_statistics", json_object_get(row, "statistics"), source, &figures, err);
        printf("%s %s %s %s\n", quote.provider, quote.instance, quote.region, quote.zone);
        print_struct("gpucost_price_statistics", &figures);
    }
    if (json_array_size(list) == 0) printf("no offer matches\n");
    json_decref(list);
    return EXIT_ANSWERED;
}

static int ask(json_t *(*answer)(json_t *job, const char *source, gpucost_error *err),
               int (*print_text)(json_t *job, const char *source, gpucost_error *err))
{
    if (flag_value("jobs")) return run_lines(answer);
    const char *path = word_count() > 1 ? word_at(1) : NULL;
    gpucost_error err = {0};
    json_t *job = path ? read_object(path, &err) : json_object();
    if (!job) return fail(&err);
    const char *source = path ? path : "the command line";
    int result = EXIT_ANSWERED;
    if (wants_json()) {
        json_t *reply = answer(job, source, &err);
        if (reply)
            print_json(reply);
        else
            result = err.status == GPUCOST_OK ? EXIT_USAGE : fail(&err);
    } else {
        result = print_text(job, source, &err);
    }
    json_decref(job);
    return result;
}

static int run(void)
{
    const char *verb = word_count() > 0 ? word_at(0) : "";
    bool import = strcmp(verb, "import") == 0, query = strcmp(verb, "query") == 0;
    if (!import && !query && strcmp(verb, "stats") != 0)
        return usage_error("price import, price query or price stats; see gpucost-cli price --help");
    const char *path = flag_value("store");
    if (import && !path) return usage_error("price import needs --store FILE");
    if (import && word_count() < 2) return usage_error("price import needs a feed: a file, or - for standard input");
    gpucost_error err;
    int32_t mode = !import ? GPUCOST_STORE_READ : flag_given("create") ? GPUCOST_STORE_CREATE : GPUCOST_STORE_WRITE;
    gpucost_status status =
        path ? gpucost_store_open(path, mode, &store, &err) : gpucost_store_open_bundled(&store, &err);
    if (status != GPUCOST_OK) return fail(&err);
    int result = import  ? import_files()
                 : query ? ask(answer_query, print_query)
                         : ask(answer_statistics, print_statistics);
    gpucost_store_close(store);
    return result;
}

static const char *const structs[] = {"gpucost_price_filter", "gpucost_import_options", NULL};
static const char *const own_flags[] = {
    "store=FILE\tthe price store; query and stats use the bundled offers without it",
    "create\tmake the store when it does not exist (import)",
    "from=DATE\tstart of the window (stats; default 30 days before its end)",
    "to=DATE\tend of the window (stats; default the last price)",
    "jobs=FILE\tone JSON job a line in, one JSON answer a line out (query, stats)",
    NULL,
};
const cli_command price_command = {
    .name = "price",
    .summary = "keep price histories and ask them",
    .usage = "import FILE... --store S [--create] | query [JOB.json] [filters] | stats [JOB.json] [filters]",
    .details = "Feeds: our CSV (docs/price.md); AWS spot history, price list, savings plans, spot advisor; Azure Retail Prices;\n"
               "Google Cloud SKUs; Alibaba; Tencent; SkyPilot; ec2instances.info. Files, folders of pages, plain or .gz.\n"
               "A job of query and stats is {\"filter\": {...}, \"from\": DATE, \"to\": DATE}; its keys are the flags.\n",
    .structs = structs,
    .own_flags = own_flags,
    .run = run,
};
