#include "support/case.h"
#include "support/table.h"

#include <string.h>


static const int64_t NANO = 1000000000;

static gpucost_schedule_summary totals(const gpucost_schedule *schedule)
{
    gpucost_schedule_summary all = GPUCOST_INIT(gpucost_schedule_summary);
    assert_int_equal(gpucost_schedule_summarise(schedule, &all, NULL), GPUCOST_OK);
    return all;
}

static gpucost_schedule_hour hour_of(const gpucost_schedule *schedule, uint64_t t)
{
    gpucost_schedule_hour row = GPUCOST_INIT(gpucost_schedule_hour);
    assert_int_equal(gpucost_schedule_hour_at(schedule, t, &row, NULL), GPUCOST_OK);
    return row;
}

static void assert_baseline(const gpucost_portfolio_case *asked, int32_t baseline, const char *expected)
{
    int32_t possible = -1;
    gpucost_money cost = {0};
    assert_int_equal(gpucost_schedule_baseline(asked, baseline, &possible, &cost, NULL), GPUCOST_OK);
    assert_int_equal(possible, *expected != 0);
    assert_amount(&cost, *expected ? expected : "0");
}

static const char steps[] =
    "{\"demand\": [1, 2, 1], \"options\": {\"currency\": \"USD\", \"on_demand_price\": 1},"
    " \"commitments\": [{\"name\": \"two hours\", \"term_hours\": 2, \"upfront_price\": \"1.5\"}]}";

/* cases.md C22, by hand: one level at a time costs 3.5, the optimum 3. */
static void schedule__overlaps_purchases_where_levels_alone_cannot(void **state)
{
    (void)state;
    gpucost_portfolio_case *asked = pose(steps);
    gpucost_schedule *schedule = schedule_of(asked);
    gpucost_schedule_summary all = totals(schedule);
    assert_amount(&all.cost, "3");
    assert_amount(&all.bound, "3");
    assert_amount(&all.all_on_demand, "4");
    assert_amount(&all.committed_cost, "3");
    assert_int_equal(all.optimal, 1);
    assert_int_equal(all.choices, 3);
    assert_int_equal(all.purchases, 2);
    assert_int_equal(all.peak_committed, 2);
    assert_true(all.coverage == 1 && all.utilisation == 1 && all.effective_savings == 0.25);
    assert_close(all.return_on_commitment, 1.0 / 3, 1e-15);
    for (uint64_t i = 0; i < 2; i++) {
        gpucost_purchase row = GPUCOST_INIT(gpucost_purchase);
        assert_int_equal(gpucost_schedule_purchase_at(schedule, i, &row, NULL), GPUCOST_OK);
        assert_string_equal(row.name, "two hours");
        assert_true(row.start_hour == i && row.end_hour == i + 2 && row.units == 1 && row.break_even == 0.75);
        assert_amount(&row.unit_cost, "1.5");
        assert_amount(&row.last_unit_saves, "0.5");
        assert_amount(&row.next_unit_saves, "-1.5");
    }
    assert_int_equal(gpucost_schedule_share_count(schedule), 2);
    gpucost_portfolio_share share = GPUCOST_INIT(gpucost_portfolio_share);
    assert_int_equal(gpucost_schedule_share_at(schedule, 0, &share, NULL), GPUCOST_OK);
    assert_true(share.units == 2 && share.purchases == 2 && share.used_hours == 4 && share.paid_hours == 4);
    assert_baseline(asked, GPUCOST_BASELINE_ON_DEMAND, "4");
    assert_baseline(asked, GPUCOST_BASELINE_PEAK, "6");   /* two purchases in a row hold 3 hours: 2 x 2 x 1.5 */
    assert_baseline(asked, GPUCOST_BASELINE_MEAN, "6");   /* the mean, 4/3, rounded up is the peak */
    assert_baseline(asked, GPUCOST_BASELINE_LEVELS, "3.5");
    gpucost_schedule_free(schedule);
    gpucost_portfolio_case_free(asked);
}

/* cases.md C22, second instance. */
static void schedule__can_be_a_third_cheaper_than_levels(void **state)
{
    (void)state;
    gpucost_portfolio_case *asked =
        pose("{\"demand\": [1, 1, 2, 1, 1, 0], \"options\": {\"currency\": \"USD\", \"on_demand_price\": 1},"
             " \"commitments\": [{\"name\": \"c\", \"term_hours\": 3, \"upfront_price\": \"1.01\"}]}");
    gpucost_schedule *schedule = schedule_of(asked);
    gpucost_schedule_summary all = totals(schedule);
    assert_amount(&all.cost, "2.02");
    assert_baseline(asked, GPUCOST_BASELINE_LEVELS, "3.02");
    gpucost_schedule_free(schedule);
    gpucost_portfolio_case_free(asked);
}

/* Three hours of 4, of which 3 may stop; spot 0.4, at most 2 units, none in the last hour; one unit held in the first.
   By hand: a first unit saves 1 in each hour, more than the 2.43 that it costs; a second saves 0.4, 1 and 1, less. */
static const char mixed[] =
    "{\"demand\": [4, 4, 4], \"interruptible\": [3, 3, 3],"
    " \"options\": {\"currency\": \"USD\", \"on_demand_price\": \"1\", \"spot_price\": \"0.4\", \"spot_units\": 2},"
    " \"spot\": [\"0.4\", 0.4, 0], \"held\": [{\"start_hour\": 0, \"end_hour\": 1, \"units\": 1}],"
    " \"commitments\": [{\"name\": \"c\", \"term_hours\": 3, \"hourly_price\": \"0.81\", \"every_hours\": 3}]}";

static void schedule__serves_what_must_run_first_and_tops_up_with_spot(void **state)
{
    (void)state;
    gpucost_portfolio_case *asked = pose(mixed);
    gpucost_schedule *schedule = schedule_of(asked);
    gpucost_schedule_summary all = totals(schedule);
    assert_amount(&all.cost, "8.03"); /* 2.43, and 0.8, 1 + 0.8 and 3 in the three hours */
    gpucost_schedule_hour first = hour_of(schedule, 0), last = hour_of(schedule, 2);
    assert_int_equal(first.held_used, 1);
    assert_true(first.committed == 1 && first.committed_used == 1 && first.spot == 2 && first.on_demand == 0);
    assert_true(last.committed_used == 1 && last.spot == 0 && last.on_demand == 3);
    int64_t value = first.value_nanos + hour_of(schedule, 1).value_nanos + last.value_nanos;
    assert_true(value == 243 * (NANO / 100) && first.spot_rent_nanos == first.value_nanos - 4 * (NANO / 10));
    assert_int_equal(last.spot_rent_nanos, 0);
    gpucost_schedule_segment segment = GPUCOST_INIT(gpucost_schedule_segment);
    assert_int_equal(gpucost_schedule_segment_count(schedule), 1);
    assert_int_equal(gpucost_schedule_segment_at(schedule, 0, &segment, NULL), GPUCOST_OK);
    assert_true(segment.start_hour == 0 && segment.end_hour == 3 && segment.committed == 1);
    assert_amount(&segment.value, "2.43");
    assert_int_equal(gpucost_schedule_share_count(schedule), 3);
    gpucost_schedule_free(schedule);
    gpucost_portfolio_case_free(asked);
}

static void schedule__hands_out_only_what_is_there(void **state)
{
    (void)state;
    gpucost_portfolio_case *asked = pose(steps);
    gpucost_schedule *schedule = schedule_of(asked);
    gpucost_error err;
    gpucost_schedule_hour hour = GPUCOST_INIT(gpucost_schedule_hour), none = {0};
    assert_int_equal(gpucost_schedule_hour_at(schedule, 3, &hour, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.text, "hour 3 is past the last of 3");
    assert_int_equal(gpucost_schedule_hour_at(schedule, 0, &none, &err), GPUCOST_E_ARGUMENT);
    gpucost_purchase purchase = GPUCOST_INIT(gpucost_purchase);
    assert_int_equal(gpucost_schedule_purchase_at(schedule, 2, &purchase, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.text, "purchase 2 is past the last of 2");
    gpucost_schedule_segment segment = GPUCOST_INIT(gpucost_schedule_segment);
    assert_int_equal(gpucost_schedule_segment_at(schedule, 9, &segment, &err), GPUCOST_E_ARGUMENT);
    gpucost_portfolio_share share = GPUCOST_INIT(gpucost_portfolio_share);
    assert_int_equal(gpucost_schedule_share_at(schedule, 9, &share, &err), GPUCOST_E_ARGUMENT);
    int32_t possible = 7;
    gpucost_money cost = {.units = 7};
    assert_int_equal(gpucost_schedule_baseline(asked, 5, &possible, &cost, &err), GPUCOST_E_ARGUMENT);
    assert_true(possible == 7 && cost.units == 7);
    gpucost_schedule_free(schedule);
    gpucost_schedule_free(NULL);
    gpucost_portfolio_case_free(asked);
}

/* Bought on the second hour only, nothing holds the first. */
static void schedule__says_when_no_chain_of_purchases_covers_the_horizon(void **state)
{
    (void)state;
    gpucost_portfolio_case *asked =
        pose("{\"demand\": [1, 1], \"options\": {\"currency\": \"USD\", \"on_demand_price\": 2},"
             " \"commitments\": [{\"name\": \"c\", \"term_hours\": 3, \"upfront_price\": 1, \"dates\": [1]}]}");
    gpucost_schedule *schedule = schedule_of(asked);
    gpucost_schedule_summary all = totals(schedule);
    assert_amount(&all.cost, "3");
    assert_baseline(asked, GPUCOST_BASELINE_PEAK, "");
    gpucost_schedule_free(schedule);
    gpucost_portfolio_case_free(asked);
}

/* Seven GPUs for two hours, by hand: 14 on demand; eight in one instance 10, four and three single ones 6 + 3 x 1.6
   = 10.8. Seven eighths of the instance, 8.75, are all that values of single units prove, with each hour of a GPU worth
   0.625. */
static void schedule__buys_whole_instances_and_proves_them_best(void **state)
{
    (void)state;
    gpucost_portfolio_case *asked = pose(
        "{\"demand\": [7, 7], \"options\": {\"currency\": \"USD\", \"on_demand_price\": 1}, \"commitments\": ["
        "{\"name\": \"eight\", \"term_hours\": 2, \"upfront_price\": 10, \"unit_size\": 8},"
        "{\"name\": \"four\", \"term_hours\": 2, \"upfront_price\": 6, \"unit_size\": 4},"
        "{\"name\": \"one\", \"term_hours\": 2, \"upfront_price\": \"1.6\"}]}");
    gpucost_schedule *schedule = schedule_of(asked);
    gpucost_schedule_summary all = totals(schedule);
    assert_amount(&all.cost, "10");
    assert_amount(&all.bound, "10");
    assert_int_equal(all.optimal, 1);
    gpucost_purchase row = GPUCOST_INIT(gpucost_purchase);
    assert_int_equal(all.purchases, 1);
    assert_int_equal(gpucost_schedule_purchase_at(schedule, 0, &row, NULL), GPUCOST_OK);
    assert_true(row.units == 8 && row.commitment == 0 && row.break_even == 0.625);
    assert_amount(&row.unit_cost, "10");
    assert_amount(&row.last_unit_saves, "4");
    assert_amount(&row.next_unit_saves, "-10");
    gpucost_verdict verdict = GPUCOST_INIT(gpucost_verdict);
    assert_int_equal(gpucost_portfolio_verify(asked, &row, 1, gpucost_schedule_values(schedule), &verdict, NULL),
                     GPUCOST_OK);
    assert_true(verdict.plan_valid && verdict.proof_valid && !verdict.optimal);
    assert_amount(&verdict.gap, "1.25");
    row.units = 4;
    assert_int_equal(gpucost_portfolio_verify(asked, &row, 1, NULL, &verdict, NULL), GPUCOST_OK);
    assert_string_equal(verdict.reason, "\"eight\" comes in purchases of 8 units, not 4");
    assert_baseline(asked, GPUCOST_BASELINE_PEAK, "10");
    assert_baseline(asked, GPUCOST_BASELINE_LEVELS, "");
    gpucost_schedule_free(schedule);
    gpucost_portfolio_case_free(asked);
}

static void schedule__of_no_demand_costs_nothing(void **state)
{
    (void)state;
    gpucost_portfolio_case *asked =
        pose("{\"demand\": [0, 0, 0], \"options\": {\"currency\": \"USD\", \"on_demand_price\": 2},"
             " \"commitments\": [{\"name\": \"c\", \"term_hours\": 3, \"upfront_price\": 1}]}");
    gpucost_schedule *schedule = schedule_of(asked);
    gpucost_schedule_summary all = totals(schedule);
    assert_amount(&all.cost, "0");
    assert_int_equal(all.optimal, 1);
    assert_true(all.purchases == 0 && all.coverage == 0 && all.utilisation == 0 && all.effective_savings == 0);
    assert_baseline(asked, GPUCOST_BASELINE_LEVELS, "0");
    gpucost_schedule_free(schedule);
    gpucost_portfolio_case_free(asked);
}

/* A price per GPU of an instance of 1,024 is a 1,024th: the largest price would not fit, though it is solved for single
   units, where only the bill is too long. */
static void schedule__refuses_money_that_it_could_not_add(void **state)
{
    (void)state;
    int32_t demand[40];
    for (int t = 0; t < 40; t++) demand[t] = INT32_MAX;
    gpucost_portfolio_options options = GPUCOST_INIT(gpucost_portfolio_options);
    memcpy(options.currency, "USD", 4);
    options.on_demand_nanos = INT64_MAX - 1;
    gpucost_commitment row = GPUCOST_INIT(gpucost_commitment);
    row.term_hours = 40;
    gpucost_error err;
    gpucost_schedule *schedule = NULL;
    for (int odd = 0; odd < 3; odd++) {
        gpucost_portfolio_case *asked = NULL;
        assert_int_equal(gpucost_portfolio_case_new(demand, NULL, 40, &options, &asked, &err), GPUCOST_OK);
        row.upfront_nanos = INT64_MAX - 1 - odd; /* the same as a price, so the divisor is the price; then next to it */
        row.unit_size = odd == 2 ? 1024 : 1;
        assert_int_equal(gpucost_portfolio_case_add_commitment(asked, &row, NULL, 0, &err), GPUCOST_OK);
        assert_int_equal(gpucost_schedule_new(asked, &schedule, &err), GPUCOST_E_OVERFLOW);
        assert_string_equal(err.field, odd == 2 ? "on_demand" : "");
        assert_null(schedule);
        gpucost_portfolio_case_free(asked);
    }
}

/* Three hours at the highest price, 9,223,372,036.854775807 an hour, of which the first two are bought one nano
   cheaper: the common divisor is a nano, and 64 bits do not hold the sum. */
static void schedule__adds_in_128_bits_where_64_do_not_do(void **state)
{
    (void)state;
    gpucost_portfolio_case *asked = pose(
        "{\"demand\": [1, 1, 2], \"options\": {\"currency\": \"USD\", \"on_demand_price\": \"9223372036.854775807\"},"
        " \"commitments\": [{\"term_hours\": 2, \"hourly_price\": \"9223372036.854775806\", \"dates\": [0]}]}");
    gpucost_schedule *schedule = schedule_of(asked);
    gpucost_schedule_summary all = totals(schedule);
    assert_amount(&all.cost, "36893488147.419103226");
    assert_int_equal(all.optimal, 1);
    assert_int_equal(all.purchases, 1);
    assert_baseline(asked, GPUCOST_BASELINE_LEVELS, "36893488147.419103226");
    gpucost_schedule_free(schedule);
    gpucost_portfolio_case_free(asked);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(schedule__overlaps_purchases_where_levels_alone_cannot),
        cmocka_unit_test(schedule__can_be_a_third_cheaper_than_levels),
        cmocka_unit_test(schedule__serves_what_must_run_first_and_tops_up_with_spot),
        cmocka_unit_test(schedule__hands_out_only_what_is_there),
        cmocka_unit_test(schedule__says_when_no_chain_of_purchases_covers_the_horizon),
        cmocka_unit_test(schedule__buys_whole_instances_and_proves_them_best),
        cmocka_unit_test(schedule__of_no_demand_costs_nothing),
        cmocka_unit_test(schedule__refuses_money_that_it_could_not_add),
        cmocka_unit_test(schedule__adds_in_128_bits_where_64_do_not_do),
    };
    return RUN_TESTS("schedule", tests);
}
