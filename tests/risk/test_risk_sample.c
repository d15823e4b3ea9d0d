/* How often the intervals of quantiles and gaps hold, where the truth has a closed form. */
#include "support/table.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <string.h>

#include "gpucost/risk.h"

enum { DRAWS = 200, TRIALS = 400, BATCHES = 10, BATCH = 40, GAP_TRIALS = 300, LEVELS = 100 };

/* The interval must hold the true quantile of any distribution at least as often as it says. */
static double exponential(const gsl_rng *rng) { return gsl_ran_exponential(rng, 3); }
static double normal(const gsl_rng *rng) { return 10 + gsl_ran_gaussian(rng, 2); }
static double uniform(const gsl_rng *rng) { return gsl_ran_flat(rng, 5, 9); }

static void assert_covered(double (*draw)(const gsl_rng *), double truth, double probability)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 20240611);
    gpucost_risk_sample asked = GPUCOST_INIT(gpucost_risk_sample);
    asked.probability = probability;
    asked.confidence = 0.9;
    int held = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        double draws[DRAWS];
        for (int i = 0; i < DRAWS; i++) draws[i] = draw(rng);
        gpucost_risk_quantile found = GPUCOST_INIT(gpucost_risk_quantile);
        assert_int_equal(gpucost_risk_quantile_of(draws, DRAWS, &asked, &found, NULL), GPUCOST_OK);
        assert_true(found.low <= found.value && found.value <= found.high);
        held += found.low <= truth && truth <= found.high;
    }
    gsl_rng_free(rng);
    assert_true(held >= TRIALS * 9 / 10);
}

static void sample__interval_holds_the_newsvendor_quantity_of_known_demand(void **state)
{
    (void)state;
    for (int i = 1; i <= 3; i++) { /* discounts of 20, 50 and 80 % */
        double d = 0.3 * i - 0.1;
        assert_covered(exponential, gsl_cdf_exponential_Pinv(d, 3), d);
        assert_covered(normal, 10 + gsl_cdf_gaussian_Pinv(d, 2), d);
        assert_covered(uniform, 5 + 4 * d, d);
    }
}

static void sample__refuses_what_is_no_sample(void **state)
{
    (void)state;
    double draws[] = {1, 2, NAN};
    gpucost_error err;
    gpucost_risk_sample asked = GPUCOST_INIT(gpucost_risk_sample);
    gpucost_risk_quantile found = GPUCOST_INIT(gpucost_risk_quantile);
    assert_int_equal(gpucost_risk_quantile_of(draws, 2, &asked, &found, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "probability");
    asked.probability = 0.5;
    assert_int_equal(gpucost_risk_quantile_of(draws, 3, &asked, &found, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.text, "draw 2 is not a finite number");
    assert_int_equal(gpucost_risk_quantile_of(draws, 0, &asked, &found, &err), GPUCOST_E_ARGUMENT);
    asked.block = 3;
    assert_int_equal(gpucost_risk_quantile_of(draws, 2, &asked, &found, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "block");
}

/* Demand 0 .. 99 with equal chance for one hour, on demand 10, committed at 4. */
static gpucost_portfolio_case *newsvendor(gsl_rng *rng, int scenarios)
{
    gpucost_portfolio_options options = GPUCOST_INIT(gpucost_portfolio_options);
    gpucost_commitment hour = GPUCOST_INIT(gpucost_commitment);
    gpucost_portfolio_case *made = NULL;
    memcpy(options.currency, "USD", 4);
    options.on_demand_nanos = INT64_C(10000000000);
    hour.term_hours = 1;
    hour.upfront_nanos = INT64_C(4000000000);
    for (int s = 0; s < scenarios; s++) {
        int32_t demand = (int32_t)gsl_rng_uniform_int(rng, LEVELS);
        if (s == 0)
            assert_int_equal(gpucost_portfolio_case_new(&demand, NULL, 1, &options, &made, NULL), GPUCOST_OK);
        else
            assert_int_equal(gpucost_portfolio_case_add_scenario(made, &demand, NULL, NULL), GPUCOST_OK);
    }
    assert_int_equal(gpucost_portfolio_case_add_commitment(made, &hour, NULL, 0, NULL), GPUCOST_OK);
    return made;
}

/* 4 N + 10 E (D - N)^+, with E (D - N)^+ = (99 - N)(100 - N) / 200; the least is at 60, the 60 % quantile. */
static double true_cost(double units)
{
    return 4 * units + 10 * (LEVELS - 1 - units) * (LEVELS - units) / 200;
}

static double amount(const gpucost_money *money)
{
    return (double)money->units + 1e-9 * money->nanos;
}

static void gap__interval_holds_the_true_gap_of_a_plan(void **state)
{
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 97);
    gpucost_purchase plan = GPUCOST_INIT(gpucost_purchase);
    static const uint64_t units[] = {60, 45, 0};
    for (int i = 0; i < 3; i++) {
        plan.units = units[i];
        double truth = true_cost((double)units[i]) - true_cost(60), best = 0, cost = 0;
        int held = 0;
        for (int trial = 0; trial < GAP_TRIALS; trial++) {
            gpucost_portfolio_case *asked = newsvendor(rng, BATCHES * BATCH + 3);
            gpucost_risk_gap gap = GPUCOST_INIT(gpucost_risk_gap);
            assert_int_equal(gpucost_risk_gap_of(asked, &plan, units[i] > 0, NULL, &gap, NULL), GPUCOST_OK);
            assert_true(gap.batches == BATCHES && gap.batch_size == BATCH);
            assert_true(amount(&gap.gap) >= 0 && amount(&gap.gap_high) >= amount(&gap.gap));
            held += amount(&gap.gap_high) >= truth;
            best += amount(&gap.best_cost) / GAP_TRIALS;
            cost += amount(&gap.plan_cost) / GAP_TRIALS;
            gpucost_portfolio_case_free(asked);
        }
        assert_true(held >= GAP_TRIALS * 93 / 100); /* 95 % less 1.6 standard errors of the count */
        /* the mean of least costs is biased low, that of the plan is not; three standard errors */
        assert_true(best < true_cost(60) + 3 * 0.7);
        assert_close(cost, true_cost((double)units[i]), 0.01);
    }
    gsl_rng_free(rng);
}

static void gap__refuses_plans_and_scenarios_that_do_not_fit(void **state)
{
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gpucost_portfolio_case *asked = newsvendor(rng, 4);
    gpucost_error err;
    gpucost_purchase plan = GPUCOST_INIT(gpucost_purchase);
    gpucost_risk_gap_options options = GPUCOST_INIT(gpucost_risk_gap_options);
    gpucost_risk_gap gap = GPUCOST_INIT(gpucost_risk_gap);
    assert_int_equal(gpucost_risk_gap_of(asked, NULL, 0, NULL, &gap, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "batches");
    options.batches = 2;
    assert_int_equal(gpucost_risk_gap_of(asked, NULL, 0, &options, &gap, &err), GPUCOST_OK);
    plan.start_hour = 1;
    assert_int_equal(gpucost_risk_gap_of(asked, &plan, 1, &options, &gap, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.text, "purchase 0: the commitment cannot be bought in that hour");
    plan.commitment = 1;
    assert_int_equal(gpucost_risk_gap_of(asked, &plan, 1, &options, &gap, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_risk_gap_of(asked, NULL, 1, &options, &gap, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_portfolio_case_weigh(asked, 2, 5, &err), GPUCOST_OK);
    assert_int_equal(gpucost_risk_gap_of(asked, NULL, 0, &options, &gap, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "weight");
    gpucost_portfolio_case_free(asked);
    gsl_rng_free(rng);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(sample__interval_holds_the_newsvendor_quantity_of_known_demand),
        cmocka_unit_test(sample__refuses_what_is_no_sample),
        cmocka_unit_test(gap__interval_holds_the_true_gap_of_a_plan),
        cmocka_unit_test(gap__refuses_plans_and_scenarios_that_do_not_fit),
    };
    return RUN_TESTS("sample", tests);
}
