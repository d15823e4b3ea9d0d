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

static bool read_problem(problem *made)
{
    gpucost_error err;
    const char *text;
    memset(made, 0, sizeof *made);
    made->options = GPUCOST_INIT(gpucost_portfolio_options);
    if (!flags_apply("gpucost_portfolio_options", &made->options)) return false;
    for (int at = 0; (text = flag_next("commitment", &at)) != NULL; made->count++) {
        if (made->count == COMMITMENTS_MOST) {
            usage_error("more than %d commitments", COMMITMENTS_MOST);
            return false;
        }
        if (!read_commitment(text, &made->commitments[made->count])) return false;
    }
    if (!flag_value("demand")) {
        usage_error("portfolio needs --demand FILE.csv with the columns time,gpus");
        return false;
    }
    if (gpucost_demand_from_csv(flag_value("demand"), &made->demand, &err) == GPUCOST_OK) return true;
    fail(&err);
    return false;
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
    if (!read_problem(&made)) {
        gpucost_demand_free(made.demand);
        return EXIT_USAGE;
    }
    gpucost_status status = gpucost_portfolio_new(
        gpucost_demand_devices(made.demand), gpucost_demand_interruptible(made.demand), gpucost_demand_hours(made.demand),
        made.commitments, made.count, &made.options, &portfolio, &err);
    gpucost_demand_free(made.demand);
    if (status != GPUCOST_OK) return fail(&err);
    if (wants_json())
        print_json(to_json(portfolio));
    else
        print_text(portfolio);
    gpucost_portfolio_free(portfolio);
    return EXIT_ANSWERED;
}

static const char *const structs[] = {"gpucost_portfolio_options", NULL};
static const char *const own_flags[] = {
    "demand=FILE\thourly demand, CSV with the columns time,gpus[,interruptible]",
    "commitment=LIST\tname,term_hours,upfront,hourly[,usage]; give one flag a commitment",
    NULL,
};
const cli_command portfolio_command = {
    .name = "portfolio",
    .summary = "the proven cheapest mix of commitments, spot and on demand",
    .usage = "--demand FILE.csv --currency USD --on-demand-nanos PRICE [--commitment ...]",
    .details = "Prices are decimal text per unit and hour: --on-demand-nanos 1.5 is 1.5 a hour, kept exactly.\n",
    .structs = structs,
    .own_flags = own_flags,
    .lists = true,
    .run = run,
};
