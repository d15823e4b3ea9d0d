/* portfolio of a case with scenarios: one plan for all, by mean cost and by the worst cases. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>

enum { FRONTIER_MOST = 64 };

static bool ask(const gpucost_portfolio_case *asked, const gpucost_risk_options *options, gpucost_risk **risk,
                gpucost_risk_summary *all, gpucost_error *err)
{
    if (gpucost_risk_new(asked, options, risk, err)) return false;
    *all = GPUCOST_INIT(gpucost_risk_summary);
    gpucost_risk_summarise(*risk, all, err);
    return true;
}

static bool solve(const gpucost_portfolio_case *asked, const gpucost_risk_options *options, gpucost_risk **risk,
                  gpucost_risk_summary *all)
{
    gpucost_error err;
    if (ask(asked, options, risk, all, &err)) return true;
    fail(&err);
    return false;
}

static json_t *to_json(const gpucost_risk *risk, const gpucost_risk_summary *all)
{
    gpucost_error err;
    json_t *purchases = json_array(), *scenarios = json_array();
    for (uint64_t i = 0; i < all->purchases; i++) {
        gpucost_purchase row = GPUCOST_INIT(gpucost_purchase);
        gpucost_risk_purchase_at(risk, i, &row, &err);
        json_array_append_new(purchases, struct_json("gpucost_purchase", &row));
    }
    for (uint64_t i = 0; i < all->scenarios; i++) {
        gpucost_risk_scenario row = GPUCOST_INIT(gpucost_risk_scenario);
        gpucost_risk_scenario_at(risk, i, &row, &err);
        json_array_append_new(scenarios, struct_json("gpucost_risk_scenario", &row));
    }
    return json_pack("{s:o, s:o, s:o}", "summary", struct_json("gpucost_risk_summary", all), "purchases", purchases,
                     "scenarios", scenarios);
}

static void print_text(const gpucost_risk *risk, const gpucost_risk_summary *all)
{
    gpucost_error err;
    char cost[40], last[40], next[40];
    print_struct("gpucost_risk_summary", all);
    printf("\nPurchases: what the last unit saves beyond its cost, and what one more would\n");
    if (all->purchases == 0) printf("  none pays for itself\n");
    for (uint64_t i = 0; i < all->purchases; i++) {
        gpucost_purchase row = GPUCOST_INIT(gpucost_purchase);
        gpucost_risk_purchase_at(risk, i, &row, &err);
        money_text(&row.cost, cost);
        money_text(&row.last_unit_saves, last);
        money_text(&row.next_unit_saves, next);
        printf("  hour %-8llu %6llu x %-20s until %-8llu %16s   last %s, next %s\n", (unsigned long long)row.start_hour,
               (unsigned long long)row.units, row.name, (unsigned long long)row.end_hour, cost, last, next);
    }
    printf("\nScenarios: cost under the plan, cost had it been known, weight in the objective\n");
    for (uint64_t i = 0; i < all->scenarios; i++) {
        gpucost_risk_scenario row = GPUCOST_INIT(gpucost_risk_scenario);
        gpucost_risk_scenario_at(risk, i, &row, &err);
        money_text(&row.cost, cost);
        money_text(&row.foresight, last);
        printf("  %4llu %16s %16s   %.3f of %.3f\n", (unsigned long long)i, cost, last, row.worst_weight,
               row.probability);
    }
}

/* From the mean alone to the worst cases alone. */
static int print_frontier(const gpucost_portfolio_case *asked, const gpucost_risk_options *options)
{
    static const char *const columns[] = {"tail_weight", "mean", "cvar", "worst", "committed_cost", "optimal", NULL};
    gpucost_risk_point points[FRONTIER_MOST];
    gpucost_error err;
    uint64_t count;
    for (int i = 0; i < FRONTIER_MOST; i++) points[i] = GPUCOST_INIT(gpucost_risk_point);
    if (gpucost_risk_frontier(asked, options, sizeof points[0], FRONTIER_MOST, points, &count, &err)) return fail(&err);
    print_rows("gpucost_risk_point", points, count, sizeof points[0], columns);
    return EXIT_ANSWERED;
}

/* Is the plan good enough? Scenarios that it was not made on say so. */
static int print_gap(const gpucost_risk *risk, uint64_t count)
{
    gpucost_risk_gap_options options = GPUCOST_INIT(gpucost_risk_gap_options);
    gpucost_risk_gap gap = GPUCOST_INIT(gpucost_risk_gap);
    gpucost_portfolio_case *fresh;
    gpucost_error err;
    if (!flags_apply("gpucost_risk_gap_options", &options)) return EXIT_USAGE;
    if (gpucost_portfolio_case_from_file(flag_value("fresh"), &fresh, &err)) return fail(&err);
    gpucost_purchase *rows = calloc(count + 1, sizeof *rows);
    for (uint64_t i = 0; rows && i < count; i++) {
        rows[i] = GPUCOST_INIT(gpucost_purchase);
        gpucost_risk_purchase_at(risk, i, &rows[i], &err);
    }
    gpucost_status status = rows ? gpucost_risk_gap_of(fresh, rows, count, &options, &gap, &err) : GPUCOST_E_MEMORY;
    free(rows);
    gpucost_portfolio_case_free(fresh);
    if (status != GPUCOST_OK) return fail(&err);
    if (wants_json())
        print_json(struct_json("gpucost_risk_gap", &gap));
    else
        print_struct("gpucost_risk_gap", &gap);
    return EXIT_ANSWERED;
}

json_t *risk_json(const gpucost_portfolio_case *asked, gpucost_error *err)
{
    gpucost_risk_options options = GPUCOST_INIT(gpucost_risk_options);
    gpucost_risk *risk;
    gpucost_risk_summary all;
    if (!flags_apply("gpucost_risk_options", &options) || !ask(asked, &options, &risk, &all, err)) return NULL;
    json_t *reply = to_json(risk, &all);
    gpucost_risk_free(risk);
    return reply;
}

int answer_risk(const gpucost_portfolio_case *asked)
{
    gpucost_risk_options options = GPUCOST_INIT(gpucost_risk_options);
    gpucost_risk *risk;
    gpucost_risk_summary all;
    if (!flags_apply("gpucost_risk_options", &options)) return EXIT_USAGE;
    if (flag_given("frontier")) return print_frontier(asked, &options);
    if (!solve(asked, &options, &risk, &all)) return EXIT_FAILED;
    if (flag_value("fresh")) {
        int code = print_gap(risk, all.purchases);
        gpucost_risk_free(risk);
        return code;
    }
    if (wants_json())
        print_json(to_json(risk, &all));
    else
        print_text(risk, &all);
    gpucost_risk_free(risk);
    return EXIT_ANSWERED;
}
