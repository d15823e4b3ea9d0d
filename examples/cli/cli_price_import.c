/* price import: files of the command line, or jobs. */
#include "cli_price.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static gpucost_store *store; /* to import into */
static int imported;         /* feeds that went in */

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
    return json_pack("{s:o, s:o, s:o}", "source", text_json(path), "summary",
                     struct_json("gpucost_import_summary", &summary), "rejects", rejects);
}

/* Flags over what the options say already. */
static bool take_options(gpucost_import_options *options)
{
    if (!flags_apply("gpucost_import_options", options)) return false;
    if (!options->now_utc_s) options->now_utc_s = (int64_t)time(NULL);
    return true;
}

static int import_files(void)
{
    gpucost_import_options options = GPUCOST_INIT(gpucost_import_options);
    gpucost_error err;
    if (!take_options(&options)) return EXIT_USAGE;
    json_t *reports = json_array();
    int result = EXIT_ANSWERED;
    for (int i = 1; i < word_count(); i++) {
        gpucost_import *report;
        if (gpucost_price_import(store, word_at(i), &options, &report, &err) != GPUCOST_OK) {
            result = fail(&err);
            continue;
        }
        imported++;
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

static bool wrong_job(const char *source, const char *field, const char *text, gpucost_error *err)
{
    memset(err, 0, sizeof *err);
    err->status = GPUCOST_E_FIELD;
    snprintf(err->source, sizeof err->source, "%s", source);
    snprintf(err->field, sizeof err->field, "%s", field);
    snprintf(err->text, sizeof err->text, "%s", text);
    return false;
}

/* {"file": FILE, "options": {...}} */
static bool read_job(json_t *job, const char *source, const char **path, gpucost_import_options *options,
                     gpucost_error *err)
{
    const char *key;
    json_t *ignored, *given = json_object_get(job, "options");
    bool known = json_is_object(job);
    json_object_foreach(job, key, ignored) known = known && (strcmp(key, "file") == 0 || strcmp(key, "options") == 0);
    if (!known) return wrong_job(source, "", "expected an object with the keys file and options", err);
    *path = json_string_value(json_object_get(job, "file"));
    if (!*path) return wrong_job(source, "/file", "expected the name of a feed: a file or a folder", err);
    if (strcmp(*path, "-") == 0) return wrong_job(source, "/file", "standard input is no file of a job", err);
    if (given && !struct_from_json("gpucost_import_options", given, source, options, err)) return false;
    memset(err, 0, sizeof *err);
    return take_options(options);
}

static json_t *answer_import(json_t *job, const char *source, gpucost_error *err)
{
    gpucost_import_options options = GPUCOST_INIT(gpucost_import_options);
    gpucost_import *report;
    const char *path;
    if (!read_job(job, source, &path, &options, err)) return NULL;
    if (gpucost_price_import(store, path, &options, &report, err) != GPUCOST_OK) return NULL;
    imported++;
    json_t *reply = report_json(report, path);
    gpucost_import_free(report);
    return reply;
}

bool price_import_took(void)
{
    return imported > 0;
}

int price_import(gpucost_store *to)
{
    store = to;
    if (flag_value("jobs"))
        return word_count() > 1 ? usage_error("--jobs takes the place of the feeds") : run_lines(answer_import);
    if (word_count() < 2) return usage_error("price import needs a feed: a file, a folder, or - for standard input");
    return import_files();
}
