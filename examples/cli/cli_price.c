/* price query and stats; the other verbs are in files of their own. */
#include "cli_price.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static gpucost_store *store; /* the one that the command line names */

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
    const char *key;
    json_t *ignored;
    bool known = json_is_object(job);
    json_object_foreach(job, key, ignored)
        known = known && (strcmp(key, "filter") == 0 || strcmp(key, "from") == 0 || strcmp(key, "to") == 0);
    if (!known) {
        memset(err, 0, sizeof *err);
        err->status = GPUCOST_E_FIELD;
        snprintf(err->source, sizeof err->source, "%s", source);
        snprintf(err->text, sizeof err->text, "expected an object with the keys filter, from and to");
        return false;
    }
    json_t *filter = json_object_get(job, "filter");
    if (filter && !struct_from_json("gpucost_price_filter", filter, source, &asked->filter, err)) return false;
    memset(err, 0, sizeof *err);
    return flags_apply("gpucost_price_filter", &asked->filter) && take_instant(job, "from", &asked->from_utc_s, err) &&
           take_instant(job, "to", &asked->to_utc_s, err);
}

gpucost_quote *price_quotes(gpucost_store *from, const gpucost_price_filter *filter, uint64_t *count,
                            gpucost_error *err)
{
    gpucost_quotes *quotes;
    if (gpucost_price_quotes(from, filter, &quotes, err) != GPUCOST_OK) return NULL;
    *count = gpucost_quotes_count(quotes);
    gpucost_quote *rows = calloc(*count + 1, sizeof *rows);
    for (uint64_t i = 0; rows && i < *count; i++) {
        rows[i].size = sizeof rows[i];
        gpucost_quotes_at(quotes, i, &rows[i], err);
    }
    gpucost_quotes_free(quotes);
    return rows;
}

/* Old prices are answers, but not without a word on standard error. Ages are at the instant asked for, else now. */
static bool warn_of_age(const question *asked, const gpucost_quote *rows, uint64_t count)
{
    const char *text = flag_value("warn-age");
    char *end;
    double days = text ? strtod(text, &end) : 90;
    if (text && (end == text || *end || !(days >= 0))) {
        usage_error("--warn-age %s: expected a number of days from 0", text);
        return false;
    }
    int64_t at = asked->filter.at_utc_s ? asked->filter.at_utc_s : (int64_t)time(NULL), oldest = 0;
    uint64_t old = 0;
    for (uint64_t i = 0; i < count; i++) {
        int64_t age = at - rows[i].observed_utc_s;
        old += (double)age > days * 86400;
        if (age > oldest) oldest = age;
    }
    if (old > 0)
        fprintf(stderr, "gpucost-cli: %llu of %llu prices are older than %g days, the oldest %lld days\n",
                (unsigned long long)old, (unsigned long long)count, days, (long long)(oldest / 86400));
    return true;
}

static gpucost_quote *find_quotes(const question *asked, uint64_t *count, gpucost_error *err)
{
    gpucost_quote *rows = price_quotes(store, &asked->filter, count, err);
    if (!rows || warn_of_age(asked, rows, *count)) return rows;
    free(rows);
    return NULL;
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

/* --convert-to without a rate leaves prices as they are: never without a word. */
static void warn_unconverted(const gpucost_quote *rows, uint64_t count)
{
    const char *wanted = flag_value("convert-to");
    for (uint64_t i = 0; wanted && i < count; i++)
        if (strcmp(rows[i].currency, wanted) != 0 && (i == 0 || strcmp(rows[i].currency, rows[i - 1].currency) != 0))
            fprintf(stderr, "gpucost-cli: no rate of %s in %s: prices in %s are not converted\n", rows[i].currency,
                    wanted, rows[i].currency);
}

/* Each rate that the rows were converted at, once, with its date and source. */
static void print_rates(const gpucost_quote *rows, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        bool again = rows[i].rate == 0;
        char date[32] = "";
        for (uint64_t k = 0; k < i && !again; k++)
            again = strcmp(rows[k].stated_currency, rows[i].stated_currency) == 0;
        if (again) continue;
        gpucost_instant_format(rows[i].rate_utc_s, date, sizeof date);
        printf("converted: 1 %s = %.9g %s of %.10s (%s)\n", rows[i].stated_currency, rows[i].rate, rows[i].currency,
               date, rows[i].rate_source);
    }
}

static int print_query(json_t *job, const char *source, gpucost_error *err)
{
    static const char *const columns[] = {"offer_id", "provider", "region", "zone", "instance", "accelerator_count",
                                          "accelerator", "term", "payment", "hourly_price", "effective_price",
                                          "currency", "observed_utc", NULL};
    question asked;
    uint64_t count;
    gpucost_quote *rows = read_question(job, source, &asked, err) ? find_quotes(&asked, &count, err) : NULL;
    if (!rows) return err->status == GPUCOST_OK ? EXIT_USAGE : fail(err);
    print_rows("gpucost_quote", rows, count, sizeof *rows, columns);
    if (wants_text()) print_rates(rows, count);
    warn_unconverted(rows, count);
    if (count == 0 && wants_text()) printf("no offer matches\n");
    free(rows);
    return EXIT_ANSWERED;
}

/* The window of stats: by default the last 30 days of the store. */
static gpucost_status window_of(const question *asked, int64_t *from, int64_t *to, gpucost_error *err)
{
    int64_t last = 0;
    gpucost_status status = gpucost_price_last(store, &last, err);
    *to = asked->to_utc_s ? asked->to_utc_s : last + 1;
    *from = asked->from_utc_s ? asked->from_utc_s : *to - INT64_C(30) * 86400;
    return status;
}

/* Statistics of every quote asked for, one after another. */
static json_t *answer_statistics(json_t *job, const char *source, gpucost_error *err)
{
    question asked;
    uint64_t count;
    gpucost_quote *rows = read_question(job, source, &asked, err) ? find_quotes(&asked, &count, err) : NULL;
    if (!rows) return NULL;
    int64_t from, to;
    gpucost_status status = window_of(&asked, &from, &to, err);
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
        int64_t from, to;
        question asked;
        if (read_question(job, source, &asked, err) && window_of(&asked, &from, &to, err) == GPUCOST_OK)
            price_plot(store, &quote, from, to, err);
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
    if (word_count() > 2) return usage_error("\"%s\" is one word too many: a job is one file", word_at(2));
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

static int query(gpucost_store *from)
{
    (void)from; /* the answers of a job read it from `store` */
    return ask(answer_query, print_query);
}

static int stats(gpucost_store *from)
{
    (void)from;
    return ask(answer_statistics, print_statistics);
}

static const struct {
    const char *name;
    int32_t mode;
    bool own_store; /* the bundled offers will not do */
    int (*run)(gpucost_store *store);
} verbs[] = {
    {"import", GPUCOST_STORE_WRITE, true, price_import},
    {"query", GPUCOST_STORE_READ, false, query},
    {"stats", GPUCOST_STORE_READ, false, stats},
    {"history", GPUCOST_STORE_READ, false, price_history},
    {"units", GPUCOST_STORE_READ, false, price_units},
    {"savings", GPUCOST_STORE_READ, false, price_savings},
    {"tariffs", GPUCOST_STORE_READ, true, price_tariffs},
    {"rate", GPUCOST_STORE_READ, true, price_rate},
    {"interruption", GPUCOST_STORE_READ, true, price_interruption},
    {"export", GPUCOST_STORE_READ, false, price_export},
    {"backup", GPUCOST_STORE_READ, false, price_backup},
    {"check", GPUCOST_STORE_READ, true, price_check},
    {"vacuum", GPUCOST_STORE_WRITE, true, price_vacuum},
};

static int run(void)
{
    const char *name = word_count() > 0 ? word_at(0) : "", *path = flag_value("store");
    size_t i = 0, count = sizeof verbs / sizeof *verbs;
    if (strcmp(name, "template") == 0) return price_template();
    while (i < count && strcmp(verbs[i].name, name) != 0) i++;
    if (i == count)
        return usage_error(
            "price import, query, stats, history, units, savings, tariffs, rate, interruption, template, export, "
            "backup, check or vacuum; see gpucost-cli price --help");
    if (verbs[i].own_store && !path) return usage_error("price %s needs --store FILE", name);
    int32_t mode = verbs[i].mode == GPUCOST_STORE_WRITE && flag_given("create") ? GPUCOST_STORE_CREATE : verbs[i].mode;
    gpucost_error err;
    bool made_here = path && access(path, F_OK) != 0;
    gpucost_status status =
        path ? gpucost_store_open(path, mode, &store, &err) : gpucost_store_open_bundled(&store, &err);
    if (status != GPUCOST_OK) return fail(&err);
    int result = verbs[i].run(store);
    gpucost_store_close(store);
    if (made_here && verbs[i].run == price_import && !price_import_took()) unlink(path);
    return result;
}

static const char *const structs[] = {"gpucost_price_filter", "gpucost_import_options", "gpucost_tariff_filter", NULL};
static const char *const own_flags[] = {
    "store=FILE\tthe price store; query, stats, history, units and savings use the bundled offers without it",
    "create\tmake the store when it does not exist (import)",
    "from=DATE\tstart of the window (stats, history; default 30 days before its end)",
    "to=DATE\tend of the window (stats, history; default the last price)",
    "offer=ID\tthe offer (history; without it the filters must leave one)",
    "span-h=HOURS\tmean price of equal spans of the window instead of its steps (history)",
    "svg=FILE\tdraw the history instead; - is standard output",
    "warn-age=DAYS\tolder prices are mentioned on standard error (query, stats; default 90)",
    "precision=NAME\tfp64, fp32, tf32, fp16, bf16, fp8 or fp4 (units; default bf16)",
    "quantity=NUMBER\twhat so many units cost in a month (tariffs of one item)",
    "jobs=FILE\tone JSON job a line in, one JSON answer a line out (import, query, stats)",
    NULL,
};
const cli_command price_command = {
    .name = "price",
    .summary = "keep price histories and ask them",
    .usage = "import FILE...|--jobs FILE --store S [--create] | query|stats [JOB.json] [filters]\n"
             "       | history [--offer ID | filters] [--span-h HOURS | --svg FILE]\n"
             "       | units|savings|tariffs [filters] | rate BASE QUOTE | interruption PROVIDER REGION INSTANCE\n"
             "       | template [prices|tariffs|rates]\n"
             "       | export FILE [prices|tariffs|rates] | backup FILE | check | vacuum",
    .details =
        "Feeds: our CSV (docs/price.md); AWS spot history, price list, savings plans, spot advisor; Azure\n"
        "Retail Prices; Google Cloud SKUs; Oracle; Alibaba; Tencent; SkyPilot; ec2instances.info. Files, folders of\n"
        "pages, plain or .gz.\n"
        "A job of query and stats is {\"filter\": {...}, \"from\": DATE, \"to\": DATE}; its keys are the flags.\n"
        "A job of import is {\"file\": FILE, \"options\": {...}}, a transaction each.\n",
    .structs = structs,
    .own_flags = own_flags,
    .lists = true,
    .run = run,
};
