/* Payments with dates: discounting, bills, early exit. Every amount is worked out by hand in the comment beside it. */
#include "support/case.h"
#include "support/table.h"

#include <stdio.h>
#include <string.h>

#include "base/money.h"

/* A unit all year in two halves. */
static gpucost_portfolio_case *a_year(const char *options, const char *commitments)
{
    static char json[40000];
    size_t at = (size_t)snprintf(json, sizeof json, "{\"demand\": [1");
    for (int t = 1; t < 8760; t++) at += (size_t)snprintf(json + at, sizeof json - at, ",1");
    snprintf(json + at, sizeof json - at,
             "], \"options\": {\"currency\": \"USD\", \"on_demand_price\": 1, \"billing_hours\": 4380%s}, "
             "\"commitments\": [%s]}",
             options, commitments);
    return pose(json);
}

static gpucost_schedule *solve(const gpucost_portfolio_case *asked, const char *cost)
{
    gpucost_schedule *made = NULL;
    gpucost_error err;
    gpucost_schedule_summary all = GPUCOST_INIT(gpucost_schedule_summary);
    if (gpucost_schedule_new(asked, &made, &err)) fail_msg("%s: %s", err.field, err.text);
    assert_int_equal(gpucost_schedule_summarise(made, &all, NULL), GPUCOST_OK);
    assert_amount(&all.cost, cost);
    assert_int_equal(all.optimal, 1);
    gpucost_purchase rows[8];
    for (uint64_t i = 0; i < all.purchases; i++) {
        rows[i] = GPUCOST_INIT(gpucost_purchase);
        assert_int_equal(gpucost_schedule_purchase_at(made, i, &rows[i], NULL), GPUCOST_OK);
    }
    gpucost_verdict verdict = GPUCOST_INIT(gpucost_verdict);
    assert_int_equal(
        gpucost_portfolio_verify(asked, rows, all.purchases, gpucost_schedule_values(made), &verdict, &err),
        GPUCOST_OK);
    if (!verdict.optimal) fail_msg("%s", verdict.reason);
    gpucost__int128 value = 0, cash = 0;
    for (uint64_t m = 0; m < gpucost_schedule_month_count(made); m++) {
        gpucost_schedule_month month = GPUCOST_INIT(gpucost_schedule_month);
        assert_int_equal(gpucost_schedule_month_at(made, m, &month, NULL), GPUCOST_OK);
        value += gpucost__money_nanos(&month.present_value);
        cash = gpucost__money_nanos(&month.upfront) + gpucost__money_nanos(&month.fees) +
               gpucost__money_nanos(&month.settled) + gpucost__money_nanos(&month.usage);
        assert_true(cash == gpucost__money_nanos(&month.cash));
    }
    assert_true(value == gpucost__money_nanos(&all.cost)); /* the months add up, to the nano */
    return made;
}

static gpucost_schedule_month month_of(const gpucost_schedule *schedule, uint64_t index)
{
    gpucost_schedule_month month = GPUCOST_INIT(gpucost_schedule_month);
    assert_int_equal(gpucost_schedule_month_at(schedule, index, &month, NULL), GPUCOST_OK);
    return month;
}

static const char two_ways[] =
    "{\"name\": \"upfront\", \"term_hours\": 8760, \"upfront_price\": 7000, \"dates\": [0]},"
    "{\"name\": \"monthly\", \"term_hours\": 8760, \"hourly_price\": \"0.8\", \"dates\": [0]}";

/* 8,760 x 0.8 = 7,008 is more than 7,000; at 21 % a year half-years are worth 1/1.1 and 1/1.21: an hour costs
   0.727272727 and 0.661157025, and 4,380 of each 6,081.32231376. On demand, at 0.909090909 and 0.826446281:
   7,601.6528922. */
static void schedule__prefers_later_payments_when_money_is_discounted(void **state)
{
    (void)state;
    gpucost_portfolio_case *asked = a_year("", two_ways);
    gpucost_schedule *schedule = solve(asked, "7000");
    gpucost_schedule_month first = month_of(schedule, 0);
    assert_amount(&first.upfront, "7000");
    assert_amount(&first.present_value, "7000");
    gpucost_schedule_free(schedule);
    gpucost_portfolio_case_free(asked);

    asked = a_year(", \"discount_rate\": 0.21", two_ways);
    schedule = solve(asked, "6081.32231376");
    assert_int_equal(gpucost_schedule_month_count(schedule), 2);
    gpucost_schedule_month second = month_of(schedule, 1);
    assert_int_equal(second.start_hour, 4380);
    assert_int_equal(second.end_hour, 8760);
    assert_amount(&second.fees, "3504");
    assert_amount(&second.cash, "3504");
    assert_amount(&second.present_value, "2895.8677695"); /* 4,380 x 0.661157025 */
    gpucost_schedule_month none = {0};
    gpucost_error err;
    assert_int_equal(gpucost_schedule_month_at(schedule, 2, &second, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_schedule_month_at(schedule, 0, &none, &err), GPUCOST_E_ARGUMENT);
    gpucost_schedule_free(schedule);
    gpucost_portfolio_case_free(asked);

    asked = a_year(", \"discount_rate\": 0.21", "");
    gpucost_schedule_free(solve(asked, "7601.6528922"));
    gpucost_portfolio_case_free(asked);
}

/* Half a year past the horizon: fees of 17,520 hours in full, in four bills worth 1/1.1^1..4 of 0.5 an hour =
   0.454545455, 0.41322314, 0.3756574, 0.341506728, all x 4,380, less salvage of 0.25 x 8,760 hours at 1/1.21 =
   0.20661157: each rounded once. Inside the horizon the first two bills only. */
static void schedule__discounts_what_is_due_past_the_horizon(void **state)
{
    (void)state;
    static const char two_years[] =
        "{\"term_hours\": 17520, \"hourly_price\": \"0.5\", \"salvage_price\": \"0.25\", \"dates\": [0]}";
    gpucost_portfolio_case *asked = a_year(", \"discount_rate\": 0.21", two_years);
    gpucost_schedule *schedule = solve(asked, "5132.08797354"); /* 4,380 x 1.584932723 - 8,760 x 0.20661157 */
    assert_int_equal(gpucost_schedule_month_count(schedule), 4);
    gpucost_schedule_month month = month_of(schedule, 1);
    assert_amount(&month.settled, "-2190");
    assert_amount(&month.cash, "0");
    month = month_of(schedule, 3);
    assert_amount(&month.cash, "2190");
    gpucost_schedule_free(schedule);
    gpucost_portfolio_case_free(asked);

    asked = a_year(", \"discount_rate\": 0.21, \"horizon_rule\": \"inside\"",
                   "{\"term_hours\": 17520, \"hourly_price\": \"0.5\", \"closing_price\": 9000, \"dates\": [0]}");
    schedule =
        solve(asked, "3800.8264461"); /* 4,380 x 0.867768595; what is settled past the horizon is no part of it */
    assert_int_equal(gpucost_schedule_month_count(schedule), 2);
    gpucost_schedule_free(schedule);
    gpucost_portfolio_case_free(asked);
}

static char *five_months(const char *exits)
{
    static char json[80000];
    size_t at = (size_t)snprintf(json, sizeof json, "{\"demand\": [1");
    for (int t = 1; t < 8760; t++) at += (size_t)snprintf(json + at, sizeof json - at, t < 3650 ? ",1" : ",0");
    snprintf(json + at, sizeof json - at,
             "], \"options\": {\"currency\": \"USD\", \"on_demand_price\": \"0.2\"}, \"commitments\": [{\"name\": \"1 "
             "year\","
             " \"term_hours\": 8760, \"upfront_price\": 1200, \"every_hours\": 730, \"exits\": %s},"
             " {\"name\": \"month\", \"term_hours\": 730, \"upfront_price\": 140, \"dates\": [0]}]}",
             exits);
    return json;
}

/* Sold after five months: seven of twelve are left, 700; a buyer pays 90 %, the market keeps 12 %: 554.4 back. On
 * demand 730. */
static void schedule__sells_what_is_left_of_a_term(void **state)
{
    (void)state;
    gpucost_portfolio_case *asked =
        pose(five_months("{\"resale_share\": 0.9, \"fee_share\": 0.12, \"keep_hours\": 730}"));
    gpucost_schedule *schedule = solve(asked, "645.6");
    gpucost_purchase row = GPUCOST_INIT(gpucost_purchase);
    assert_int_equal(gpucost_schedule_purchase_at(schedule, 0, &row, NULL), GPUCOST_OK);
    assert_string_equal(row.name, "1 year left after 3650 h");
    assert_true(row.start_hour == 0 && row.end_hour == 3650 && row.units == 1);
    assert_int_equal(row.commitment, 2 + 4); /* after the two that were given, the fifth exit */
    gpucost_schedule_month month = month_of(schedule, 4);
    assert_amount(&month.settled, "-554.4");
    assert_int_equal(gpucost_schedule_share_count(schedule),
                     2 + 11 + 1); /* a month before the end it can be sold last */
    gpucost_schedule_free(schedule);
    gpucost_portfolio_case_free(asked);
}

/* Cancelled: 700 back less 12 % of what is left to pay and 20: cost 1,200 - 700 + 84 + 20. */
static void schedule__pays_for_an_early_end(void **state)
{
    (void)state;
    gpucost_portfolio_case *asked = pose(
        five_months("{\"resale_share\": 1, \"penalty_share\": 0.12, \"penalty_price\": 20, \"first_hours\": 3650}"));
    gpucost_schedule_free(solve(asked, "604"));
    gpucost_portfolio_case_free(asked);
    /* nothing comes back: on demand, but for the first month at 140 */
    asked = pose(five_months("{\"every_hours\": 3650}"));
    gpucost_schedule_free(solve(asked, "724"));
    gpucost_portfolio_case_free(asked);
}

static void assert_refused(const char *json, gpucost_status status, const char *field)
{
    gpucost_portfolio_case *made = NULL;
    gpucost_error err;
    assert_int_equal(gpucost_portfolio_case_from_json(json, "case.json", &made, &err), status);
    assert_string_equal(err.field, field);
    assert_null(made);
}

static void case__refuses_exits_that_make_no_sense(void **state)
{
    (void)state;
    assert_refused(five_months("{\"first_hours\": 8760}"), GPUCOST_E_RANGE, "/commitments/0/exits/exits");
    assert_refused(five_months("{\"every_hours\": 1}"), GPUCOST_E_RANGE, "/commitments/0/exits/exits");
    assert_refused(five_months("{\"fee_share\": 1.5}"), GPUCOST_E_RANGE, "/commitments/0/exits/fee_share");
    assert_refused(five_months("{\"fee\": 1}"), GPUCOST_E_FIELD, "/commitments/0/exits/fee");
    gpucost_portfolio_case *asked = pose(five_months("{\"resale_share\": 1}"));
    gpucost_exit how = GPUCOST_INIT(gpucost_exit);
    gpucost_error err;
    assert_int_equal(gpucost_portfolio_case_add_exits(asked, 99, &how, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "commitment");
    /* a refund of more than was paid */
    gpucost_commitment row = GPUCOST_INIT(gpucost_commitment);
    row.term_hours = 10;
    row.upfront_nanos = 5;
    row.refund_nanos = 5;
    assert_int_equal(gpucost_portfolio_case_add_commitment(asked, &row, NULL, 0, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "refund_price");
    gpucost_portfolio_case_free(asked);
}

static void portfolio__discounts_in_cases_only(void **state)
{
    (void)state;
    static const int32_t demand[] = {1, 2};
    gpucost_portfolio_options options = GPUCOST_INIT(gpucost_portfolio_options);
    gpucost_portfolio *made = NULL;
    gpucost_error err;
    memcpy(options.currency, "USD", 4);
    options.on_demand_nanos = 10;
    options.discount_rate = 0.1;
    assert_int_equal(gpucost_portfolio_new(demand, NULL, 2, NULL, 0, &options, &made, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "discount_rate");
    options.discount_rate = 0;
    gpucost_commitment row = GPUCOST_INIT(gpucost_commitment);
    row.term_hours = 1;
    row.upfront_nanos = 2;
    row.refund_nanos = 1;
    assert_int_equal(gpucost_portfolio_new(demand, NULL, 2, &row, 1, &options, &made, &err), GPUCOST_E_ARGUMENT);
    options.discount_rate = -0.1;
    assert_int_equal(gpucost_portfolio_new(demand, NULL, 2, NULL, 0, &options, &made, &err), GPUCOST_E_RANGE);
    assert_null(made);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(schedule__prefers_later_payments_when_money_is_discounted),
        cmocka_unit_test(schedule__discounts_what_is_due_past_the_horizon),
        cmocka_unit_test(schedule__sells_what_is_left_of_a_term),
        cmocka_unit_test(schedule__pays_for_an_early_end),
        cmocka_unit_test(case__refuses_exits_that_make_no_sense),
        cmocka_unit_test(portfolio__discounts_in_cases_only),
    };
    return RUN_TESTS("schedule_money", tests);
}
