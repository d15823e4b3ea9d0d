/* price import, query and stats. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void print_report(const gpucost_import *report, const char *path)
{
    enum { REJECTS_SHOWN = 10 };
    gpucost_error err;
    gpucost_import_summary summary = GPUCOST_INIT(gpucost_import_summary);
    gpucost_import_summarise(report, &summary, &err);
    printf("%s: %llu rows: %llu accepted, %llu unchanged, %llu rejected; %llu new offers%s\n", path,
           (unsigned long long)summary.rows, (unsigned long long)summary.accepted,
           (unsigned long long)summary.unchanged, (unsigned long long)summary.rejected,
           (unsigned long long)summary.offers, summary.truncated ? "; the feed says that more pages exist" : "");
    uint64_t count = gpucost_import_reject_count(report);
    for (uint64_t i = 0; i < count && i < REJECTS_SHOWN; i++) {
        gpucost_import_reject reject = GPUCOST_INIT(gpucost_import_reject);
        gpucost_import_reject_at(report, i, &reject, &err);
        printf("  line %llu: %s: %s\n", (unsigned long long)reject.line, reject.field, reject.reason);
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

static int import_files(gpucost_store *store)
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

/* The quotes that the filter flags ask for; NULL after a printed failure. */
static gpucost_quote *find_quotes(gpucost_store *store, uint64_t *count, int *result)
{
    gpucost_price_filter filter = GPUCOST_INIT(gpucost_price_filter);
    gpucost_error err;
    gpucost_quotes *quotes;
    *result = EXIT_USAGE;
    if (!flags_apply("gpucost_price_filter", &filter)) return NULL;
    if (gpucost_price_quotes(store, &filter, &quotes, &err) != GPUCOST_OK) {
        *result = fail(&err);
        return NULL;
    }
    *count = gpucost_quotes_count(quotes);
    gpucost_quote *rows = calloc(*count + 1, sizeof *rows);
    for (uint64_t i = 0; rows && i < *count; i++) {
        rows[i].size = sizeof rows[i];
        gpucost_quotes_at(quotes, i, &rows[i], &err);
    }
    gpucost_quotes_free(quotes);
    *result = rows ? EXIT_ANSWERED : EXIT_FAILED;
    return rows;
}

static int query(gpucost_store *store)
{
    static const char *const columns[] = {"offer_id",    "provider", "region", "zone",      "instance",
                                          "accelerator_count", "accelerator", "term",   "payment",
                                          "hourly_nanos", "effective_nanos",  "currency", "observed_utc_s", NULL};
    uint64_t count;
    int result;
    gpucost_quote *rows = find_quotes(store, &count, &result);
    if (!rows) return result;
    print_rows("gpucost_quote", rows, count, sizeof *rows, columns);
    if (count == 0 && !wants_json()) printf("no offer matches\n");
    free(rows);
    return EXIT_ANSWERED;
}

static bool instant_flag(const char *name, int64_t *utc_s)
{
    gpucost_error err;
    const char *text = flag_value(name);
    if (!text || gpucost_instant_parse(text, utc_s, &err) == GPUCOST_OK) return true;
    fprintf(stderr, "gpucost-cli: --%s: %s\n", name, err.text);
    return false;
}

static int statistics(gpucost_store *store)
{
    gpucost_error err;
    int64_t last, from, to;
    if (gpucost_price_last(store, &last, &err) != GPUCOST_OK) return fail(&err);
    to = last + 1;
    if (!instant_flag("to", &to)) return EXIT_USAGE;
    from = to - 30 * 86400;
    if (!instant_flag("from", &from)) return EXIT_USAGE;
    uint64_t count;
    int result;
    gpucost_quote *rows = find_quotes(store, &count, &result);
    if (!rows) return result;
    json_t *list = json_array();
    for (uint64_t i = 0; i < count && result == EXIT_ANSWERED; i++) {
        gpucost_price_statistics figures = GPUCOST_INIT(gpucost_price_statistics);
        if (gpucost_price_statistics_of(store, rows[i].offer_id, from, to, &figures, &err) != GPUCOST_OK) {
            result = fail(&err);
        } else if (wants_json()) {
            json_array_append_new(list, json_pack("{s:o, s:o}", "quote", struct_json("gpucost_quote", &rows[i]),
                                                  "statistics", struct_json("gpucost_price_statistics", &figures)));
        } else {
            printf("%s %s %s %s\n", rows[i].provider, rows[i].instance, rows[i].region, rows[i].zone);
            print_struct("gpucost_price_statistics", &figures);
        }
    }
    if (wants_json())
        print_json(list);
    else
        json_decref(list);
    if (count == 0 && !wants_json()) printf("no offer matches\n");
    free(rows);
    return result;
}

static int run(void)
{
    const char *verb = word_count() > 0 ? word_at(0) : "";
    bool import = strcmp(verb, "import") == 0;
    if (!import && strcmp(verb, "query") != 0 && strcmp(verb, "stats") != 0)
        return usage_error("price import, price query or price stats; see gpucost-cli price --help");
    const char *path = flag_value("store");
    if (import && !path) return usage_error("price import needs --store FILE");
    if (import && word_count() < 2) return usage_error("price import needs a feed: a file, or - for standard input");
    gpucost_store *store;
    gpucost_error err;
    int32_t mode = !import ? GPUCOST_STORE_READ : flag_given("create") ? GPUCOST_STORE_CREATE : GPUCOST_STORE_WRITE;
    gpucost_status status =
        path ? gpucost_store_open(path, mode, &store, &err) : gpucost_store_open_bundled(&store, &err);
    if (status != GPUCOST_OK) return fail(&err);
    int result = import ? import_files(store) : strcmp(verb, "query") == 0 ? query(store) : statistics(store);
    gpucost_store_close(store);
    return result;
}

static const char *const structs[] = {"gpucost_price_filter", "gpucost_import_options", NULL};
static const char *const own_flags[] = {
    "store=FILE\tthe price store; query and stats use the bundled offers without it",
    "create\tmake the store when it does not exist (import)",
    "from=DATE\tstart of the window (stats; default 30 days before its end)",
    "to=DATE\tend of the window (stats; default the last price)",
    NULL,
};
const cli_command price_command = {
    .name = "price",
    .summary = "keep price histories and ask them",
    .usage = "import FILE... --store S [--create] | query [filters] | stats [filters]",
    .details = "Feeds: our CSV (docs/price.md), AWS spot price history as JSON, text or CSV; plain or .gz.\n",
    .structs = structs,
    .own_flags = own_flags,
    .run = run,
};
