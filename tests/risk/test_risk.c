#include "support/case.h"
#include "support/table.h"

#include "gpucost/risk.h"

static gpucost_risk *solve(const char *json, double tail_weight, double confidence)
{
    gpucost_portfolio_case *asked = pose(json);
    gpucost_risk_options options = GPUCOST_INIT(gpucost_risk_options);
    options.tail_weight = tail_weight;
    options.confidence = confidence;
    gpucost_risk *made = NULL;
    gpucost_error err;
    if (gpucost_risk_new(asked, &options, &made, &err)) fail_msg("%s: %s", err.field, err.text);
    gpucost_portfolio_case_free(asked);
    return made;
}

static gpucost_risk_summary totals(const gpucost_risk *risk)
{
    gpucost_risk_summary all = GPUCOST_INIT(gpucost_risk_summary);
    assert_int_equal(gpucost_risk_summarise(risk, &all, NULL), GPUCOST_OK);
    return all;
}

/* Newsvendor: demand 0, 1, ... 9 with equal chance, on demand 10, a commitment at 4: buy while P(D >= l) >= 0.4, so 6
   units, the 60 % quantile. Cost 24 + 10 x (1 + 2 + 3) / 10 = 30, by hand. */
#define TEN                                                                                                            \
    "{\"scenarios\": [{\"demand\": [0]}, {\"demand\": [1]}, {\"demand\": [2]}, {\"demand\": [3]}, {\"demand\": [4]},"  \
    " {\"demand\": [5]}, {\"demand\": [6]}, {\"demand\": [7]}, {\"demand\": [8]}, {\"demand\": [9]}],"                 \
    " \"options\": {\"currency\": \"USD\", \"on_demand_price\": 10},"                                                  \
    " \"commitments\": [{\"name\": \"c\", \"term_hours\": 1, \"upfront_price\": 4}]}"

static void risk__buys_to_the_quantile_of_the_discount(void **state)
{
    (void)state;
    gpucost_risk *risk = solve(TEN, 0, 0);
    gpucost_risk_summary all = totals(risk);
    assert_amount(&all.objective, "30");
    assert_amount(&all.mean, "30");
    assert_amount(&all.bound, "30");
    assert_amount(&all.gap, "0");
    assert_amount(&all.foresight, "18"); /* 4 x 4.5 */
    assert_amount(&all.worst, "54");
    assert_true(all.optimal == 1 && all.rounds == 1 && all.scenarios == 10 && all.purchases == 1);
    gpucost_purchase row = GPUCOST_INIT(gpucost_purchase);
    assert_int_equal(gpucost_risk_purchase_at(risk, 0, &row, NULL), GPUCOST_OK);
    assert_true(row.units == 6 || row.units == 5); /* the sixth pays exactly what it costs */
    gpucost_risk_free(risk);
}

/* The worst case alone: buying the peak, 9 units, costs 36 whatever comes; each unit less adds 6 to the worst. */
static void risk__insures_against_the_worst_when_only_that_counts(void **state)
{
    (void)state;
    gpucost_risk *risk = solve(TEN, 1, 0.9);
    gpucost_risk_summary all = totals(risk);
    assert_amount(&all.objective, "36");
    assert_amount(&all.cvar, "36");
    assert_amount(&all.quantile, "36");
    assert_int_equal(all.optimal, 1);
    gpucost_purchase row = GPUCOST_INIT(gpucost_purchase);
    assert_int_equal(gpucost_risk_purchase_at(risk, 0, &row, NULL), GPUCOST_OK);
    assert_int_equal(row.units, 9);
    assert_amount(&row.last_unit_saves, "6");
    assert_amount(&row.next_unit_saves, "-4");
    gpucost_risk_scenario worst = GPUCOST_INIT(gpucost_risk_scenario);
    assert_int_equal(gpucost_risk_scenario_at(risk, 9, &worst, NULL), GPUCOST_OK);
    assert_close(worst.probability, 0.1, 1e-15);
    assert_amount(&worst.cost, "36");
    assert_amount(&worst.foresight, "36");
    gpucost_risk_free(risk);
}

/* Twice the weight is twice the scenario. */
static void risk__weights_are_copies(void **state)
{
    (void)state;
    static const char once[] =
        "{\"scenarios\": [{\"demand\": [3, 1], \"weight\": 2}, {\"demand\": [0, 2]}],"
        " \"options\": {\"currency\": \"USD\", \"on_demand_price\": 10},"
        " \"commitments\": [{\"name\": \"c\", \"term_hours\": 1, \"upfront_price\": 5}]}";
    static const char twice[] =
        "{\"scenarios\": [{\"demand\": [3, 1]}, {\"demand\": [3, 1]}, {\"demand\": [0, 2]}],"
        " \"options\": {\"currency\": \"USD\", \"on_demand_price\": 10},"
        " \"commitments\": [{\"name\": \"c\", \"term_hours\": 1, \"upfront_price\": 5}]}";
    for (int w = 0; w <= 4; w++) {
        gpucost_risk *a = solve(once, w / 4.0, 0.5), *b = solve(twice, w / 4.0, 0.5);
        gpucost_risk_summary of_a = totals(a), of_b = totals(b);
        assert_int_equal(gpucost_money_compare(&of_a.objective, &of_b.objective), 0);
        assert_int_equal(gpucost_money_compare(&of_a.cvar, &of_b.cvar), 0);
        gpucost_risk_free(a);
        gpucost_risk_free(b);
    }
}

static void risk__refuses_what_it_cannot_weigh(void **state)
{
    (void)state;
    gpucost_portfolio_case *asked = pose(TEN);
    gpucost_risk *risk = NULL;
    gpucost_error err;
    gpucost_risk_options options = GPUCOST_INIT(gpucost_risk_options);
    options.tail_weight = 1.5;
    assert_int_equal(gpucost_risk_new(asked, &options, &risk, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "tail_weight");
    options.tail_weight = 0.5;
    options.confidence = 1;
    assert_int_equal(gpucost_risk_new(asked, &options, &risk, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "confidence");
    options.size = 0;
    assert_int_equal(gpucost_risk_new(asked, &options, &risk, &err), GPUCOST_E_ARGUMENT);
    assert_null(risk);
    static const int32_t bad[] = {-1}, good[] = {1};
    assert_int_equal(gpucost_portfolio_case_add_scenario(asked, bad, NULL, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_portfolio_case_add_scenario(asked, NULL, NULL, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_portfolio_case_add_scenario(asked, good, NULL, &err), GPUCOST_OK);
    assert_int_equal(gpucost_portfolio_case_scenarios(asked), 11);
    assert_int_equal(gpucost_portfolio_case_weigh(asked, 11, 1, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_portfolio_case_weigh(asked, 10, 0, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_risk_new(asked, NULL, &risk, &err), GPUCOST_OK);
    gpucost_purchase row = GPUCOST_INIT(gpucost_purchase);
    gpucost_risk_scenario scenario = GPUCOST_INIT(gpucost_risk_scenario);
    assert_int_equal(gpucost_risk_purchase_at(risk, 1, &row, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_risk_scenario_at(risk, 11, &scenario, &err), GPUCOST_E_ARGUMENT);
    gpucost_risk_free(risk);
    gpucost_risk_free(NULL);
    gpucost_portfolio_case_free(asked);
}

/* Work for four hours or for one, on demand 1, three hours for 2.2, by hand. Buying nothing costs 4 or 1; buying at
   once 3.2 or 2.2, which is dearer on average. Known after an hour, it is bought for the long work only: 3.2 or 1, as
   with foresight. */
static void risk__says_what_waiting_is_worth(void **state)
{
    (void)state;
    gpucost_portfolio_case *asked = pose(
        "{\"scenarios\": [{\"demand\": [1, 1, 1, 1]}, {\"demand\": [1, 0, 0, 0]}], \"options\": {\"currency\": \"USD\","
        " \"on_demand_price\": 1}, \"commitments\": [{\"name\": \"c\", \"term_hours\": 3, \"upfront_price\": "
        "\"2.2\"}]}");
    gpucost_risk_options options = GPUCOST_INIT(gpucost_risk_options);
    for (int known = 0; known < 2; known++) {
        gpucost_risk *risk = NULL;
        options.reveal_hour = (uint64_t)known;
        assert_int_equal(gpucost_risk_new(asked, &options, &risk, NULL), GPUCOST_OK);
        gpucost_risk_summary all = totals(risk);
        assert_amount(&all.mean, "2.5");
        assert_amount(&all.foresight, "2.1");
        assert_amount(&all.replanned, known ? "2.1" : "2.5");
        gpucost_risk_free(risk);
    }
    gpucost_portfolio_case_free(asked);
}

/* Demand 3 or 5 in a pair of hours, on demand 1 an hour; pairs of units for 2.4, single ones for 1.6, by hand: two
   pairs 4.8 and a unit on demand for two hours in one case of two, 4.8 + 1 = 5.8; with three units 4 + 4 / 2 = 6. */
static void risk__buys_whole_instances_for_all_scenarios(void **state)
{
    (void)state;
    gpucost_risk *risk =
        solve("{\"scenarios\": [{\"demand\": [3, 3]}, {\"demand\": [5, 5]}], \"options\": {\"currency\":"
              " \"USD\", \"on_demand_price\": 1}, \"commitments\": [{\"name\": \"two\", \"term_hours\": 2,"
              " \"upfront_price\": \"2.4\", \"unit_size\": 2}, {\"name\": \"one\", \"term_hours\": 2,"
              " \"upfront_price\": \"1.6\"}]}",
              0, 0);
    gpucost_risk_summary all = totals(risk);
    assert_amount(&all.mean, "5.8");
    assert_amount(&all.bound, "5.8");
    assert_int_equal(all.optimal, 1);
    gpucost_purchase row = GPUCOST_INIT(gpucost_purchase);
    assert_int_equal(gpucost_risk_purchase_at(risk, 0, &row, NULL), GPUCOST_OK);
    assert_true(all.purchases == 1 && row.units == 4 && row.break_even == 0.6);
    assert_amount(&row.unit_cost, "2.4");
    assert_amount(&row.cost, "4.8");
    assert_amount(&row.last_unit_saves, "0.6"); /* two units fewer: 2.4 less, on demand 2 and 4 more */
    assert_amount(&row.next_unit_saves, "-1.4"); /* 2.4 more, on demand 2 less in one case of two */
    gpucost_risk_free(risk);
}

/* TEN at N units: mean 4 N + the sum of what is above over 10, worst case 90 - 6 N: 6, 7, 8 and 9 units have means 30,
   31, 33 and 36 and worst cases 54, 48, 42 and 36, so they tie at weights 1/7, 1/4 and 1/3. */
static void risk__frontier_has_every_plan_that_some_weight_wants(void **state)
{
    (void)state;
    static const char *const means[] = {"30", "31", "33", "36"}, *const tails[] = {"54", "48", "42", "36"};
    gpucost_portfolio_case *asked = pose(TEN);
    gpucost_risk_options options = GPUCOST_INIT(gpucost_risk_options);
    gpucost_risk_point points[8];
    gpucost_error err;
    uint64_t count = 0;
    options.confidence = 0.9;
    for (int i = 0; i < 8; i++) points[i] = GPUCOST_INIT(gpucost_risk_point);
    assert_int_equal(gpucost_risk_frontier(asked, &options, sizeof points[0], 8, points, &count, &err), GPUCOST_OK);
    assert_int_equal(count, 4);
    for (uint64_t i = 0; i < count; i++) {
        assert_amount(&points[i].mean, means[i]);
        assert_amount(&points[i].cvar, tails[i]);
        assert_close(points[i].tail_weight, i == 0 ? 0 : i == 1 ? 1.0 / 7 : i == 2 ? 0.25 : 1.0 / 3, 1e-12);
    }
    assert_int_equal(gpucost_risk_frontier(asked, &options, sizeof points[0], 2, points, &count, &err), GPUCOST_OK);
    assert_int_equal(count, 2);
    assert_int_equal(gpucost_risk_frontier(asked, &options, sizeof points[0], 1, points, &count, &err),
                     GPUCOST_E_ARGUMENT);
    gpucost_portfolio_case_free(asked);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(risk__buys_to_the_quantile_of_the_discount),
        cmocka_unit_test(risk__insures_against_the_worst_when_only_that_counts),
        cmocka_unit_test(risk__weights_are_copies),
        cmocka_unit_test(risk__refuses_what_it_cannot_weigh),
        cmocka_unit_test(risk__says_what_waiting_is_worth),
        cmocka_unit_test(risk__buys_whole_instances_for_all_scenarios),
        cmocka_unit_test(risk__frontier_has_every_plan_that_some_weight_wants),
    };
    return RUN_TESTS("risk", tests);
}
