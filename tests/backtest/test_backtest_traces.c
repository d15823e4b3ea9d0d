/* Real traces, when GPUCOST_SHARED names the folder that has them: what holds for every demand holds for these. */
#include "support/table.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpucost/backtest.h"

enum { HOURS_MOST = 4000 };

/* The second column, rounded up; an empty cell is what the hour before had. */
static uint64_t read_trace(const char *file, int32_t *demand)
{
    char path[1024], line[256];
    snprintf(path, sizeof path, "%s/data/demand/%s", getenv("GPUCOST_SHARED"), file);
    FILE *in = fopen(path, "r");
    if (!in) fail_msg("%s cannot be read", path);
    uint64_t hours = 0;
    assert_non_null(fgets(line, sizeof line, in));
    while (hours < HOURS_MOST && fgets(line, sizeof line, in)) {
        const char *cell = strchr(line, ',');
        char *end;
        double value = cell ? strtod(cell + 1, &end) : 0;
        bool is_empty = !cell || end == cell + 1;
        demand[hours] = !is_empty ? (int32_t)ceil(value) : hours > 0 ? demand[hours - 1] : 0;
        hours++;
    }
    fclose(in);
    return hours;
}

/* A week costs 100 hours of on demand. */
static void check_trace(const char *file, uint64_t step)
{
    static int32_t demand[HOURS_MOST];
    uint64_t hours = read_trace(file, demand);
    gpucost_portfolio_case *asked = NULL;
    gpucost_portfolio_options prices = GPUCOST_INIT(gpucost_portfolio_options);
    gpucost_commitment week = GPUCOST_INIT(gpucost_commitment);
    gpucost_backtest_options options = GPUCOST_INIT(gpucost_backtest_options);
    gpucost_backtest_row rows[GPUCOST_POLICIES];
    gpucost_error err;
    memcpy(prices.currency, "USD", 4);
    prices.on_demand_nanos = 1000000000;
    week.term_hours = 168;
    week.upfront_nanos = 100 * prices.on_demand_nanos;
    options.split_hour = hours / 2;
    options.step_hours = step;
    options.paths = 20;
    options.thresholds = 100;
    for (int i = 0; i < GPUCOST_POLICIES; i++) rows[i] = GPUCOST_INIT(gpucost_backtest_row);
    if (gpucost_portfolio_case_new(demand, NULL, hours, &prices, &asked, &err) ||
        gpucost_portfolio_case_add_commitment(asked, &week, NULL, 0, &err) ||
        gpucost_backtest_run(asked, &options, sizeof rows[0], GPUCOST_POLICIES, rows, &err))
        fail_msg("%s: %s: %s", file, err.field, err.text);
    gpucost_portfolio_case_free(asked);
    for (int i = 0; i < GPUCOST_POLICIES; i++) {
        printf("# %s, %d hours paid, step %d: policy %d ratio %.4f\n", file, (int)(hours - hours / 2), (int)step, i,
               rows[i].ratio);
        assert_true(rows[i].ratio >= 1);
    }
    assert_true(rows[GPUCOST_POLICY_HINDSIGHT].optimal);
    assert_true(rows[GPUCOST_POLICY_ONLINE].ratio <= rows[GPUCOST_POLICY_ONLINE].bound);
    assert_true(rows[GPUCOST_POLICY_RANDOMISED].ratio <= rows[GPUCOST_POLICY_RANDOMISED].bound + 0.01);
}

static void backtest__helios(void **state)
{
    (void)state;
    check_trace("helios_earth_16vc_hourly.csv", 0);
    check_trace("helios_earth_16vc_hourly.csv", 168);
}

static void backtest__philly(void **state)
{
    (void)state;
    check_trace("philly_active_nodes_hourly.csv", 0);
    check_trace("philly_active_nodes_hourly.csv", 168);
}

int main(void)
{
    if (skip_without_shared()) return 0;
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(backtest__helios),
        cmocka_unit_test(backtest__philly),
    };
    return RUN_TESTS("backtest_traces", tests);
}
