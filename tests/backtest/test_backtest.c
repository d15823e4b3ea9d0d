/* Ways to buy against closed forms and what holds for every demand. */
#include "support/draw.h"
#include "support/table.h"

#include <string.h>

#include "base/money.h"
#include "gpucost/backtest.h"
#include "gpucost/schedule.h"

enum { HISTORY = 600, PAID = 600, HOURS = HISTORY + PAID, TERM = 200 };

#define NANOS INT64_C(1000000000)

static int32_t demand[HOURS];
static gpucost_backtest_row rows[GPUCOST_POLICIES];

/* One unit is 1 an hour; 200 hours of it cost 120, paid in full. */
static gpucost_portfolio_case *pose(uint64_t every)
{
    gpucost_portfolio_case *made = NULL;
    gpucost_error err;
    gpucost_portfolio_options options = GPUCOST_INIT(gpucost_portfolio_options);
    memcpy(options.currency, "USD", 4);
    options.on_demand_nanos = NANOS;
    gpucost_commitment row = GPUCOST_INIT(gpucost_commitment);
    row.term_hours = TERM;
    row.upfront_nanos = 120 * NANOS;
    row.every_hours = every;
    if (gpucost_portfolio_case_new(demand, NULL, HOURS, &options, &made, &err) ||
        gpucost_portfolio_case_add_commitment(made, &row, NULL, 0, &err))
        fail_msg("%s: %s", err.field, err.text);
    return made;
}

static gpucost_status run(const gpucost_portfolio_case *asked, gpucost_backtest_options options, gpucost_error *err)
{
    options.size = sizeof options;
    if (options.split_hour == 0) options.split_hour = HISTORY;
    for (int i = 0; i < GPUCOST_POLICIES; i++) rows[i] = GPUCOST_INIT(gpucost_backtest_row);
    return gpucost_backtest_run(asked, &options, sizeof rows[0], GPUCOST_POLICIES, rows, err);
}

static void tried(uint64_t every, gpucost_backtest_options options)
{
    gpucost_error err;
    gpucost_portfolio_case *asked = pose(every);
    if (run(asked, options, &err)) fail_msg("%s: %s", err.field, err.text);
    gpucost_portfolio_case_free(asked);
}

static double paid(int policy)
{
    assert_int_equal(rows[policy].policy, policy);
    return (double)gpucost__money_nanos(&rows[policy].cost) / (double)NANOS;
}

/* Whatever the demand. */
static void check_rows(void)
{
    double least = paid(GPUCOST_POLICY_HINDSIGHT);
    for (int i = 0; i < GPUCOST_POLICIES; i++) {
        assert_true(paid(i) >= least);
        assert_close((double)gpucost__money_nanos(&rows[i].regret) / (double)NANOS + least, paid(i), 1e-12);
        if (least > 0) assert_close(rows[i].ratio, paid(i) / least, 1e-12);
        assert_int_equal(rows[i].optimal, gpucost__money_nanos(&rows[i].regret) == 0);
    }
    assert_true(paid(GPUCOST_POLICY_ONLINE) <= 2 * least);
    assert_true(paid(GPUCOST_POLICY_RANDOMISED) <= (1.5819767 + 0.01) * least);
    assert_close(rows[GPUCOST_POLICY_ONLINE].bound, 2, 0);
    assert_close(rows[GPUCOST_POLICY_RANDOMISED].bound, 1.5819767068693265, 1e-12);
    assert_true(rows[GPUCOST_POLICY_FORECAST].bound < 0.5 && rows[GPUCOST_POLICY_ON_DEMAND].bound < 0.5);
}

/* Ten units all the time: three terms of each, 10 x 3 x 120. The rule pays 120 h of each unit on demand, and buys it in
   the 121st: 600 hours are 120, 200, 120 and 160 of which 120 are paid before it is bought again. */
static void backtest__constant_demand__is_planned_best(void **state)
{
    (void)state;
    for (int t = 0; t < HOURS; t++) demand[t] = 10;
    for (int32_t plan_for = 0; plan_for < 2; plan_for++) {
        tried(1, (gpucost_backtest_options){.plan_for = plan_for, .paths = 5});
        check_rows();
        assert_close(paid(GPUCOST_POLICY_HINDSIGHT), 3600, 0);
        assert_close(paid(GPUCOST_POLICY_FORECAST), 3600, 0);
        assert_true(rows[GPUCOST_POLICY_FORECAST].optimal && rows[GPUCOST_POLICY_FORECAST].purchases == 30 &&
                    rows[GPUCOST_POLICY_FORECAST].plans == 1);
        assert_close(paid(GPUCOST_POLICY_ON_DEMAND), 6000, 0);
        assert_close(paid(GPUCOST_POLICY_ONLINE), 10 * (120 + 120 + 120 + 120), 0);
        assert_int_equal(rows[GPUCOST_POLICY_ONLINE].purchases, 20);
    }
    tried(1, (gpucost_backtest_options){.paths = 5, .step_hours = 100});
    assert_close(paid(GPUCOST_POLICY_FORECAST), 3600, 0); /* planned again, the same is bought */
    assert_int_equal(rows[GPUCOST_POLICY_FORECAST].plans, 6);
}

/* Nothing is needed after the split: the plan pays for what it expected, at most the two terms that still fit and a
   third, and the rules pay nothing. Planned again later, it has seen the end and buys no more. */
static void backtest__demand_that_ends__is_the_price_of_a_forecast(void **state)
{
    (void)state;
    for (int t = 0; t < HOURS; t++) demand[t] = t < HISTORY ? 10 : 0;
    tried(1, (gpucost_backtest_options){.paths = 5});
    check_rows();
    assert_close(paid(GPUCOST_POLICY_HINDSIGHT), 0, 0);
    assert_close(paid(GPUCOST_POLICY_ONLINE), 0, 0);
    assert_close(paid(GPUCOST_POLICY_RANDOMISED), 0, 0);
    assert_close(paid(GPUCOST_POLICY_ON_DEMAND), 0, 0);
    assert_close(paid(GPUCOST_POLICY_FORECAST), 3600, 0);
    for (int i = 0; i < GPUCOST_POLICIES; i++) assert_true(rows[i].ratio < 0.5); /* over nothing */
}

/* Days with a peak, and demand without a pattern. */
static void backtest__any_demand__keeps_the_bounds(void **state)
{
    (void)state;
    draw_from(7);
    for (int n = 0; n < 6; n++) {
        for (int t = 0; t < HOURS; t++) {
            int32_t noise = (int32_t)draw(0, 3);
            demand[t] = n < 3 ? (t % 24 < 9 + 4 * n ? 6 : 2) + noise / 2 : t / (50 * n) % 2 * (n - 1) + noise / 3;
        }
        tried(1, (gpucost_backtest_options){.paths = 5, .seed = (uint64_t)n, .tail_weight = n % 2 ? 0.5 : 0});
        check_rows();
    }
}

/* The split alone decides what is history: the rows do not change with what is before it, but for the forecast. */
static void backtest__rules__have_no_past(void **state)
{
    (void)state;
    for (int t = 0; t < HOURS; t++) demand[t] = 3 + t % 24 / 12;
    tried(1, (gpucost_backtest_options){.paths = 2});
    double online = paid(GPUCOST_POLICY_ONLINE), least = paid(GPUCOST_POLICY_HINDSIGHT);
    for (int t = 0; t < HISTORY; t++) demand[t] = 9;
    tried(1, (gpucost_backtest_options){.paths = 2});
    assert_close(paid(GPUCOST_POLICY_ONLINE), online, 0);
    assert_close(paid(GPUCOST_POLICY_HINDSIGHT), least, 0);
}

static void backtest__nothing_is_proven__of_other_cases(void **state)
{
    (void)state;
    for (int t = 0; t < HOURS; t++) demand[t] = 2;
    tried(24, (gpucost_backtest_options){.paths = 2});
    assert_true(rows[GPUCOST_POLICY_ONLINE].bound < 0.5 && rows[GPUCOST_POLICY_RANDOMISED].bound < 0.5);
}

static void backtest__refuses(void **state)
{
    (void)state;
    gpucost_error err;
    for (int t = 0; t < HOURS; t++) demand[t] = 2;
    gpucost_portfolio_case *asked = pose(1);
    assert_int_equal(run(asked, (gpucost_backtest_options){.split_hour = HOURS}, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "split_hour");
    assert_int_equal(run(asked, (gpucost_backtest_options){.split_hour = 20}, &err),
                     GPUCOST_E_RANGE); /* too short to forecast from */
    assert_string_equal(err.field, "hours");
    assert_int_equal(run(asked, (gpucost_backtest_options){.rule_commitment = 1}, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "rule_commitment");
    assert_int_equal(run(asked, (gpucost_backtest_options){.tail_weight = 2}, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_backtest_run(asked, NULL, sizeof rows[0], GPUCOST_POLICIES, rows, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_backtest_run(asked, NULL, sizeof rows[0], 4, rows, &err), GPUCOST_E_ARGUMENT);
    gpucost_portfolio_case_free(asked);
    asked = pose(0);
    static const uint64_t early[] = {3};
    gpucost_commitment row = GPUCOST_INIT(gpucost_commitment);
    row.term_hours = 5;
    row.upfront_nanos = 1;
    assert_int_equal(gpucost_portfolio_case_add_commitment(asked, &row, early, 1, &err), GPUCOST_OK);
    assert_int_equal(run(asked, (gpucost_backtest_options){.rule_commitment = 1}, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "rule_commitment");
    gpucost_portfolio_case_free(asked);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(backtest__constant_demand__is_planned_best),
        cmocka_unit_test(backtest__demand_that_ends__is_the_price_of_a_forecast),
        cmocka_unit_test(backtest__any_demand__keeps_the_bounds),
        cmocka_unit_test(backtest__rules__have_no_past),
        cmocka_unit_test(backtest__nothing_is_proven__of_other_cases),
        cmocka_unit_test(backtest__refuses),
    };
    return RUN_TESTS("backtest", tests);
}
