/* The verifier on plans and proofs by hand: what holds, and everything that may be wrong with them. */
#include "support/table.h"

#include <string.h>

#include "gpucost/portfolio.h"

static const int64_t NANO = 1000000000;

/* cases.md C22: demand 1, 2, 1; two hours for 1.5. Bought at 0 and 1: cost 3; values 1, 0.5, 1 prove it: 1 + 2 x 0.5
 * + 1. */
static const char steps[] = "{\"demand\": [1, 2, 1], \"options\": {\"currency\": \"USD\", \"on_demand_price\": 1},"
                            " \"commitments\": [{\"name\": \"pair\", \"term_hours\": 2, \"upfront_price\": \"1.5\","
                            " \"dates\": [0, 1]}]}";

static gpucost_verdict check(const char *json, const gpucost_purchase *plan, uint64_t count, const int64_t *values)
{
    gpucost_portfolio_case *asked = NULL;
    gpucost_error err;
    gpucost_verdict verdict = GPUCOST_INIT(gpucost_verdict);
    if (gpucost_portfolio_case_from_json(json, "case.json", &asked, &err)) fail_msg("%s: %s", err.field, err.text);
    assert_int_equal(gpucost_portfolio_verify(asked, plan, count, values, &verdict, &err), GPUCOST_OK);
    gpucost_portfolio_case_free(asked);
    return verdict;
}

static gpucost_purchase bought(uint64_t commitment, uint64_t hour, uint64_t units)
{
    gpucost_purchase row = GPUCOST_INIT(gpucost_purchase);
    row.commitment = commitment;
    row.start_hour = hour;
    row.units = units;
    return row;
}

static void verify__accepts_a_plan_with_its_proof(void **state)
{
    (void)state;
    gpucost_purchase plan[] = {bought(0, 0, 1), bought(0, 1, 1)};
    int64_t values[] = {NANO, NANO / 2, NANO};
    gpucost_verdict verdict = check(steps, plan, 2, values);
    assert_true(verdict.plan_valid && verdict.proof_valid && verdict.optimal);
    assert_true(verdict.cost.units == 3 && verdict.bound.units == 3 && verdict.gap.units == 0);
    assert_string_equal(verdict.reason, "");
}

static void verify__prices_any_plan_and_says_how_far_from_the_bound_it_is(void **state)
{
    (void)state;
    gpucost_purchase plan[] = {bought(0, 0, 1)};
    int64_t values[] = {NANO, NANO / 2, NANO};
    gpucost_verdict verdict = check(steps, plan, 1, values);
    assert_true(verdict.plan_valid && verdict.proof_valid && !verdict.optimal);
    assert_true(verdict.cost.units == 3 && verdict.cost.nanos == 500000000); /* 1.5 + 1 + 1 */
    assert_true(verdict.gap.units == 0 && verdict.gap.nanos == 500000000);
    assert_string_equal(verdict.reason, "the plan costs more than the bound");
    verdict = check(steps, NULL, 0, NULL);
    assert_true(verdict.plan_valid && !verdict.proof_valid && verdict.cost.units == 4);
    assert_string_equal(verdict.reason, "no proof was given");
}

static void verify__refuses_proofs_that_do_not_hold(void **state)
{
    (void)state;
    static const struct {
        int64_t values[3];
        const char *reason;
    } rows[] = {
        {{NANO + 1, NANO / 2 - 1, NANO}, "the value of hour 0 is not between 0 and the on-demand price"},
        {{NANO, NANO / 2, -1}, "the value of hour 2 is not between 0 and the on-demand price"},
        {{NANO, NANO / 2 + 1, NANO}, "\"pair\" bought in hour 0 costs less than the values of its hours"},
        {{NANO / 2, NANO, NANO}, "\"pair\" bought in hour 1 costs less than the values of its hours"},
    };
    gpucost_purchase plan[] = {bought(0, 0, 1), bought(0, 1, 1)};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gpucost_verdict verdict = check(steps, plan, 2, rows[i].values);
        assert_true(verdict.plan_valid && !verdict.proof_valid && !verdict.optimal && verdict.bound.units == 0);
        assert_string_equal(verdict.reason, rows[i].reason);
    }
}

static void verify__refuses_plans_that_are_not_allowed(void **state)
{
    (void)state;
    int64_t values[] = {NANO, NANO / 2, NANO};
    const struct {
        gpucost_purchase plan;
        const char *reason;
    } rows[] = {
        {bought(1, 0, 1), "purchase 0 is of commitment 1 of 1"},
        {bought(0, 2, 1), "\"pair\" cannot be bought in hour 2"},
        {bought(0, 3, 1), "\"pair\" cannot be bought in hour 3"},
        {bought(0, 0, UINT64_MAX), "purchase 0 is of too many units"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gpucost_verdict verdict = check(steps, &rows[i].plan, 1, values);
        assert_true(!verdict.plan_valid && verdict.proof_valid && !verdict.optimal && verdict.cost.units == 0);
        assert_string_equal(verdict.reason, rows[i].reason);
    }
}

/* Grid, held units, spot with a limit, fees inside the horizon and salvage, by hand. Hour 0: 4 - 1 held = 3 needed,
   spot may serve min(3, 3, 2) = 2; hour 1: 4 needed, 2 on spot. One unit of the 4-hour term at hour 1 costs 1 + 1 x
   0.25 - 3 x 0.05. */
static void verify__knows_every_rule(void **state)
{
    (void)state;
    static const char json[] =
        "{\"demand\": [4, 4], \"interruptible\": [3, 3], \"options\": {\"currency\": \"USD\", \"on_demand_price\": 10,"
        " \"spot_price\": 4, \"spot_units\": 2, \"horizon_rule\": \"inside\"},"
        " \"held\": [{\"end_hour\": 1, \"units\": 1}],"
        " \"commitments\": [{\"name\": \"c\", \"term_hours\": 4, \"upfront_price\": 1, \"hourly_price\": \"0.25\","
        " \"salvage_price\": \"0.05\", \"first_hour\": 1, \"every_hours\": 7}]}";
    gpucost_purchase plan = bought(0, 1, 1);
    int64_t values[] = {10 * NANO, 11 * NANO / 10};
    gpucost_verdict verdict = check(json, &plan, 1, values);
    assert_true(verdict.plan_valid && verdict.proof_valid && !verdict.optimal);
    assert_true(verdict.cost.units == 37 && verdict.cost.nanos == 100000000); /* 10 + 8, then 1.1 + 10 + 8 */
    /* hour 0: 10 x 3 - 6 x 2 = 18; hour 1: 1.1 x 4 */
    assert_true(verdict.bound.units == 22 && verdict.bound.nanos == 400000000);
    plan = bought(0, 1, 4);
    verdict = check(json, &plan, 1, values);
    assert_true(verdict.optimal && verdict.cost.units == 22 && verdict.cost.nanos == 400000000);
}

/* Rows of a caller compiled against a longer struct. */
static void verify__rows_of_a_newer_caller_are_found(void **state)
{
    (void)state;
    struct { gpucost_purchase row; uint64_t later; } plan[2];
    memset(plan, 0, sizeof plan);
    plan[0].row = bought(0, 0, 1);
    plan[1].row = bought(0, 1, 1);
    plan[0].row.size = plan[1].row.size = sizeof plan[0];
    int64_t values[] = {NANO, NANO / 2, NANO};
    gpucost_verdict verdict = check(steps, &plan[0].row, 2, values);
    assert_true(verdict.optimal);
    plan[1].later = 1;
    gpucost_portfolio_case *asked = NULL;
    gpucost_error err;
    assert_int_equal(gpucost_portfolio_case_from_json(steps, "case.json", &asked, &err), GPUCOST_OK);
    assert_int_equal(gpucost_portfolio_verify(asked, &plan[0].row, 2, values, &verdict, &err), GPUCOST_E_STRUCT_NEWER);
    assert_string_equal(err.field, "/purchases/1/size");
    gpucost_portfolio_case_free(asked);
}

static void verify__refuses_a_call_it_cannot_read(void **state)
{
    (void)state;
    gpucost_portfolio_case *asked = NULL;
    gpucost_error err;
    assert_int_equal(gpucost_portfolio_case_from_json(steps, "case.json", &asked, &err), GPUCOST_OK);
    gpucost_verdict verdict = GPUCOST_INIT(gpucost_verdict), none = {0};
    gpucost_purchase blank = {0};
    assert_int_equal(gpucost_portfolio_verify(asked, NULL, 1, NULL, &verdict, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "purchases");
    assert_int_equal(gpucost_portfolio_verify(asked, &blank, 1, NULL, &verdict, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_portfolio_verify(asked, NULL, 0, NULL, &none, &err), GPUCOST_E_ARGUMENT);
    gpucost_portfolio_case_free(asked);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(verify__accepts_a_plan_with_its_proof),
        cmocka_unit_test(verify__prices_any_plan_and_says_how_far_from_the_bound_it_is),
        cmocka_unit_test(verify__refuses_proofs_that_do_not_hold),
        cmocka_unit_test(verify__refuses_plans_that_are_not_allowed),
        cmocka_unit_test(verify__knows_every_rule),
        cmocka_unit_test(verify__rows_of_a_newer_caller_are_found),
        cmocka_unit_test(verify__refuses_a_call_it_cannot_read),
    };
    return RUN_TESTS("portfolio_verify", tests);
}
