/* portfolio: the cheapest mix for an hourly demand. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMMITMENTS_MOST = 64 };

typedef struct {
    gpucost_commitment commitments[COMMITMENTS_MOST];
    uint64_t count;
    gpucost_portfolio_options options;
    gpucost_demand *demand;
} problem;

/* "1y,8760,0,0.9": name, term in hours, upfront, hourly and perhaps usage price. */
static bool read_commitment(const char *text, gpucost_commitment *commitment)
{
    static const char *const fields[] = {"name", "term_hours", "upfront_price", "hourly_price", "usage_price"};
    char copy[256];
    snprintf(copy, sizeof copy, "%s", text);
    *commitment = GPUCOST_INIT(gpucost_commitment);
    char *rest = copy, *part;
    size_t given = 0;
    for (; (part = strtok_r(rest, ",", &rest)) != NULL; given++) {
        gpucost_error err;
        if (given == sizeof fields / sizeof *fields) break;
        if (gpucost_struct_set(gpucost_struct_find("gpucost_commitment"), commitment, fields[given], part, &err)) {
            fail(&err);
            return false;
        }
    }
    if (!part && given >= 4) return true;
    usage_error("--commitment \"%s\": expected name,term_hours,upfront,hourly[,usage]", text);
    return false;
}

/* --instance: the terms of the store, or of the bundled offers, take the place of --on-demand-price and --commitment;
   prices that flags give stay. */
static int read_terms(problem *made)
{
    gpucost_price_filter filter = GPUCOST_INIT(gpucost_price_filter);
    gpucost_portfolio_options prices = GPUCOST_INIT(gpucost_portfolio_options);
    gpucost_store *store = NULL;
    gpucost_terms *terms = NULL;
    gpucost_error err;
    const char *path = flag_value("store");
    if (!flag_value("instance"))
        return path ? usage_error("--store needs the --instance whose terms are asked for") : EXIT_ANSWERED;
    if (!flags_apply("gpucost_price_filter", &filter)) return EXIT_USAGE;
    bool good = (path ? gpucost_store_open(path, GPUCOST_STORE_READ, &store, &err)
                      : gpucost_store_open_bundled(&store, &err)) == GPUCOST_OK &&
                gpucost_terms_new(store, &filter, flag_given("fold-upfront"), &terms, &err) == GPUCOST_OK &&
                gpucost_terms_prices(terms, &prices, NULL, &err) == GPUCOST_OK;
    for (uint64_t i = 0; good && i < gpucost_terms_count(terms) && made->count < COMMITMENTS_MOST; i++) {
        gpucost_commitment *row = &made->commitments[made->count++];
        *row = GPUCOST_INIT(gpucost_commitment);
        good = gpucost_terms_at(terms, i, row, NULL, &err) == GPUCOST_OK;
    }
    if (good && !made->options.on_demand_nanos) made->options.on_demand_nanos = prices.on_demand_nanos;
    if (good && !made->options.spot_nanos) made->options.spot_nanos = prices.spot_nanos;
    if (good) memcpy(made->options.currency, prices.currency, sizeof prices.currency);
    gpucost_terms_free(terms);
    gpucost_store_close(store);
    return good ? EXIT_ANSWERED : fail(&err);
}

/* The exit code; flags are wrong use, the file is input. */
static int read_problem(problem *made)
{
    gpucost_error err;
    const char *text;
    memset(made, 0, sizeof *made);
    made->options = GPUCOST_INIT(gpucost_portfolio_options);
    if (!flags_apply("gpucost_portfolio_options", &made->options)) return EXIT_USAGE;
    int terms = read_terms(made);
    if (terms != EXIT_ANSWERED) return terms;
    for (int at = 0; (text = flag_next("commitment", &at)) != NULL; made->count++) {
        if (made->count == COMMITMENTS_MOST) return usage_error("more than %d commitments", COMMITMENTS_MOST);
        if (!read_commitment(text, &made->commitments[made->count])) return EXIT_USAGE;
    }
    if (!flag_value("demand")) return usage_error("portfolio needs --demand FILE.csv with the columns time,gpus");
    return gpucost_demand_from_csv(flag_value("demand"), &made->demand, &err) ? fail(&err) : EXIT_ANSWERED;
}

/* "0,4380,12": from hour, to hour, units. */
static bool add_held(gpucost_portfolio_case *asked)
{
    const char *text;
    for (int at = 0; (text = flag_next("held", &at)) != NULL;) {
        unsigned long long start, end, units;
        gpucost_error err;
        gpucost_held row = GPUCOST_INIT(gpucost_held);
        if (sscanf(text, "%llu,%llu,%llu", &start, &end, &units) != 3) {
            usage_error("--held \"%s\": expected from_hour,to_hour,units", text);
            return false;
        }
        row.start_hour = start;
        row.end_hour = end;
        row.units = units;
        if (gpucost_portfolio_case_add_held(asked, &row, &err)) {
            fail(&err);
            return false;
        }
    }
    return true;
}

static int answer_dated(const gpucost_portfolio_case *asked, int64_t first_hour_utc_s)
{
    if (flag_value("backtest")) return answer_backtest(asked);
    if (gpucost_portfolio_case_scenarios(asked) > 1) return answer_risk(asked);
    return answer_schedule(asked, first_hour_utc_s);
}

static int schedule(problem *made)
{
    gpucost_error err;
    gpucost_portfolio_case *asked;
    const char *dates = flag_value("dates") ? flag_value("dates") : "1";
    char *end;
    unsigned long long every = strtoull(dates, &end, 10);
    if (every == 0 || *end) return usage_error("--dates %s: expected whole hours from 1", dates);
    if (gpucost_portfolio_case_new(gpucost_demand_devices(made->demand), gpucost_demand_interruptible(made->demand),
                                   gpucost_demand_hours(made->demand), &made->options, &asked, &err))
        return fail(&err);
    int code = add_held(asked) ? EXIT_ANSWERED : EXIT_USAGE;
    for (uint64_t k = 0; k < made->count && code == EXIT_ANSWERED; k++) {
        made->commitments[k].every_hours = every;
        if (gpucost_portfolio_case_add_commitment(asked, &made->commitments[k], NULL, 0, &err)) code = fail(&err);
    }
    if (code == EXIT_ANSWERED) code = answer_dated(asked, gpucost_demand_start(made->demand));
    gpucost_portfolio_case_free(asked);
    return code;
}

static int schedule_file(const char *path)
{
    gpucost_error err;
    gpucost_portfolio_case *asked;
    if (gpucost_portfolio_case_from_file(path, &asked, &err)) return fail(&err);
    int code = answer_dated(asked, 0);
    gpucost_portfolio_case_free(asked);
    return code;
}

/* A case of --jobs: what CASE.json holds, on one line. */
static json_t *answer_case(json_t *job, const char *source, gpucost_error *err)
{
    gpucost_portfolio_case *asked;
    char *text = json_dumps(job, JSON_ENCODE_ANY);
    gpucost_status status = gpucost_portfolio_case_from_json(text ? text : "", source, &asked, err);
    free(text);
    if (status != GPUCOST_OK) return NULL;
    json_t *reply = gpucost_portfolio_case_scenarios(asked) > 1 ? risk_json(asked, err) : schedule_json(asked, err);
    gpucost_portfolio_case_free(asked);
    return reply;
}

/* What is 0 is left out of a case: there a 0 is a value, and checked as one. */
static json_t *without_zeros(json_t *object)
{
    const char *key;
    json_t *member;
    void *next;
    json_object_foreach_safe(object, next, key, member) {
        const char *text = json_string_value(member);
        if ((json_is_number(member) && json_number_value(member) == 0) || (text && strcmp(text, "0") == 0))
            json_object_del(object, key);
    }
    return object;
}

/* --case FILE: the problem as CASE.json, for --dates, scenarios or another program. */
static int write_case(const problem *made)
{
    json_t *demand = json_array(), *spare = json_array(), *commitments = json_array();
    const int32_t *units = gpucost_demand_devices(made->demand), *may_stop = gpucost_demand_interruptible(made->demand);
    for (uint64_t h = 0; h < gpucost_demand_hours(made->demand); h++) {
        json_array_append_new(demand, json_integer(units[h]));
        if (may_stop) json_array_append_new(spare, json_integer(may_stop[h]));
    }
    for (uint64_t i = 0; i < made->count; i++)
        json_array_append_new(commitments, without_zeros(struct_json("gpucost_commitment", &made->commitments[i])));
    json_t *root = json_pack("{s:o, s:o, s:o, s:o}", "options",
                             without_zeros(struct_json("gpucost_portfolio_options", &made->options)),
                             "commitments", commitments, "demand", demand, "interruptible", spare);
    if (json_array_size(spare) == 0) json_object_del(root, "interruptible");
    char *text = json_dumps(root, JSON_INDENT(1));
    json_decref(root);
    int code = text ? write_text(flag_value("case"), text) : usage_error("out of memory");
    free(text);
    return code;
}

static json_t *to_json(const gpucost_portfolio *portfolio)
{
    gpucost_error err;
    gpucost_portfolio_summary summary = GPUCOST_INIT(gpucost_portfolio_summary);
    gpucost_portfolio_summarise(portfolio, &summary, &err);
    json_t *shares = json_array();
    for (uint64_t i = 0; i < gpucost_portfolio_share_count(portfolio); i++) {
        gpucost_portfolio_share share = GPUCOST_INIT(gpucost_portfolio_share);
        gpucost_portfolio_share_at(portfolio, i, &share, &err);
        json_array_append_new(shares, struct_json("gpucost_portfolio_share", &share));
    }
    return json_pack("{s:o, s:o}", "summary", struct_json("gpucost_portfolio_summary", &summary), "shares", shares);
}

static void print_text(const gpucost_portfolio *portfolio)
{
    static const char *const columns[] = {"name", "units", "purchases", "used_hours", "paid_hours", "utilisation",
                                          "break_even", "cost", NULL};
    gpucost_error err;
    gpucost_portfolio_summary summary = GPUCOST_INIT(gpucost_portfolio_summary);
    gpucost_portfolio_summarise(portfolio, &summary, &err);
    print_struct("gpucost_portfolio_summary", &summary);
    uint64_t count = gpucost_portfolio_share_count(portfolio);
    gpucost_portfolio_share *rows = calloc(count + 1, sizeof *rows);
    for (uint64_t i = 0; rows && i < count; i++) {
        rows[i].size = sizeof rows[i];
        gpucost_portfolio_share_at(portfolio, i, &rows[i], &err);
    }
    printf("\n");
    if (rows) print_rows("gpucost_portfolio_share", rows, count, sizeof *rows, columns);
    free(rows);
}

static int run(void)
{
    problem made;
    gpucost_error err;
    gpucost_portfolio *portfolio;
    if (flag_value("jobs"))
        return word_count() ? usage_error("--jobs takes the place of CASE.json") : run_lines(answer_case);
    if (word_count() == 1) return schedule_file(word_at(0));
    if (flag_value("size")) return run_size(flag_value("size"));
    if (flag_value("deadline")) return run_deadline(flag_value("deadline"));
    if (flag_value("savings")) return run_savings(flag_value("savings"));
    int read = read_problem(&made);
    if (read != EXIT_ANSWERED) {
        gpucost_demand_free(made.demand);
        return read;
    }
    if (flag_value("case")) {
        int code = write_case(&made);
        gpucost_demand_free(made.demand);
        return code;
    }
    if (flag_given("dates") || flag_given("backtest")) {
        int code = schedule(&made);
        gpucost_demand_free(made.demand);
        return code;
    }
    gpucost_status status = gpucost_portfolio_new(
        gpucost_demand_devices(made.demand), gpucost_demand_interruptible(made.demand),
        gpucost_demand_hours(made.demand), made.commitments, made.count, &made.options, &portfolio, &err);
    gpucost_demand_free(made.demand);
    if (status != GPUCOST_OK) return fail(&err);
    if (wants_json())
        print_json(to_json(portfolio));
    else
        print_text(portfolio);
    gpucost_portfolio_free(portfolio);
    return EXIT_ANSWERED;
}

static const char *const structs[] = {"gpucost_portfolio_options",
                                      "gpucost_risk_options",
                                      "gpucost_risk_gap_options",
                                      "gpucost_backtest_options",
                                      "gpucost_spot_deadline_case",
                                      "gpucost_price_filter",
                                      NULL};
static const char *const own_flags[] = {
    "demand=FILE\thourly demand, CSV with the columns time,gpus[,interruptible]",
    "commitment=LIST\tname,term_hours,upfront,hourly[,usage]; give one flag a commitment",
    "store=FILE\tprices of --instance; without it the bundled offers",
    "fold-upfront\tspread what a term of the store costs at its start over its hours",
    "case=FILE\twrite the problem as a CASE.json instead of solving it; - is standard output",
    "dates=HOURS\tallow a purchase every so many hours (1: any hour), and say what to buy when",
    "held=LIST\tfrom_hour,to_hour,units of what runs already; with --dates",
    "frontier\tfor a CASE.json with scenarios: every plan that is best for some tail weight, and its mean and tail",
    "fresh=CASE.json\tscenarios that the plan was not made on: how far it may be from the best, with --batches",
    "backtest=HOUR\tpay from that hour on: by a forecast, by the break-even rule, on demand only, with hindsight",
    "jobs=FILE\tone case a line in, one JSON answer a line out; - is standard input",
    "hours\tprint every hour instead: what serves it, and what a unit in it is worth; with --dates or CASE.json",
    "tier=LIST\tthreshold,discount of list value, by rising threshold; one flag a tier; with --dates or CASE.json",
    "savings=FILE.json\tusage under savings plans, commitments by resource, or reservations with scopes "
    "(docs/savings.md)",
    "deadline=FILE\ta spot trace, CSV with available[,spot_price], a row a tick: what --work-ticks by its end cost",
    "size=TYPE\tnormalised units of an instance type, and whether reservations float over the sizes of its family",
    "explain\talso: what each unit earns, other demands, and how far each price may move; with --dates or CASE.json",
    "months\tprint every bill instead: what is paid when, and what it is worth at the start; with --dates or CASE.json",
    NULL,
};
const cli_command portfolio_command = {
    .name = "portfolio",
    .summary = "the proven cheapest mix of commitments, spot and on demand",
    .usage = "CASE.json | --demand FILE.csv --currency USD --on-demand-price PRICE [--commitment ...] [--dates HOURS]\n"
             "       | --demand FILE.csv --instance TYPE [--store S] [--regions R] [--at-utc DATE] ...",
    .details =
        "With --instance the on-demand price and every reservation, savings plan, subscription and committed use of "
        "that\n"
        "instance type in one region become the terms to choose from, with the spot price of a useful hour.\n"
        "Prices are decimal text per unit and hour: --on-demand-price 1.5 is 1.5 a hour, kept exactly.\n"
        "Without --dates every commitment covers the whole horizon. With it, or with a CASE.json (docs/schedule.md),\n"
        "purchases are made by date: the calendar, why so many, and what simpler plans would cost. A CASE.json with\n"
        "scenarios is planned for all of them: least mean cost, or with --tail-weight the worst cases too "
        "(docs/risk.md).\n"
        "With --backtest, --dates is 1 unless said; bound is what the ratio to hindsight never exceeds "
        "(docs/backtest.md).\n",
    .structs = structs,
    .own_flags = own_flags,
    .lists = true,
    .run = run,
};
