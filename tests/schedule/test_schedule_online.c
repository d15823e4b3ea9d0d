/* The break-even rule against its proven ratio, and by hand. */
#include "support/draw.h"
#include "support/table.h"

#include <math.h>
#include <string.h>

#include "base/money.h"
#include "gpucost/schedule.h"

enum { HOURS = 60, INSTANCES = 1500 };

static gpucost_portfolio_case *pose(const int32_t *demand, uint64_t hours, int64_t price, uint64_t term, int64_t fee)
{
    gpucost_portfolio_case *made = NULL;
    gpucost_error err;
    gpucost_portfolio_options options = GPUCOST_INIT(gpucost_portfolio_options);
    memcpy(options.currency, "USD", 4);
    options.on_demand_nanos = price;
    gpucost_commitment row = GPUCOST_INIT(gpucost_commitment);
    row.term_hours = term;
    row.upfront_nanos = fee;
    if (gpucost_portfolio_case_new(demand, NULL, hours, &options, &made, &err) ||
        gpucost_portfolio_case_add_commitment(made, &row, NULL, 0, &err))
        fail_msg("%s: %s", err.field, err.text);
    return made;
}

static double online(const gpucost_portfolio_case *asked, double threshold, uint64_t *bought)
{
    gpucost_money cost;
    gpucost_error err;
    if (gpucost_schedule_online(asked, 0, threshold, bought, &cost, &err)) fail_msg("%s", err.text);
    return (double)gpucost__money_nanos(&cost);
}

static double least(const gpucost_portfolio_case *asked)
{
    gpucost_schedule *schedule = NULL;
    gpucost_schedule_summary all = GPUCOST_INIT(gpucost_schedule_summary);
    assert_int_equal(gpucost_schedule_new(asked, &schedule, NULL), GPUCOST_OK);
    gpucost_schedule_summarise(schedule, &all, NULL);
    gpucost_schedule_free(schedule);
    return (double)gpucost__money_nanos(&all.cost);
}

/* Ski rental: a fee of 10 at 1 an hour. The rule pays 10 hours, buys in the eleventh: 20, against 10 at best. Ten hours
   are paid for as they come, and two seasons of three hours never break even. */
static void online__buys_when_the_past_would_have_paid(void **state)
{
    (void)state;
    int32_t demand[30];
    for (int t = 0; t < 30; t++) demand[t] = t < 11;
    uint64_t bought = 0;
    gpucost_portfolio_case *asked = pose(demand, 30, 1, 30, 10);
    assert_true(online(asked, 1, &bought) == 20 && bought == 1);
    assert_true(online(asked, 0, &bought) == 10 && bought == 1); /* at once */
    assert_true(online(asked, 0.5, &bought) == 15 && bought == 1);
    gpucost_portfolio_case_free(asked);
    demand[10] = 0;
    asked = pose(demand, 30, 1, 30, 10);
    assert_true(online(asked, 1, &bought) == 10 && bought == 0);
    gpucost_portfolio_case_free(asked);
    for (int t = 0; t < 30; t++) demand[t] = t % 15 < 3;
    asked = pose(demand, 30, 1, 10, 4);
    assert_true(online(asked, 1, &bought) == 6 && bought == 0); /* the window forgets the first season */
    gpucost_portfolio_case_free(asked);
}

static void online__costs_at_most_twice_the_least(void **state)
{
    (void)state;
    draw_from(1305);
    double worst = 0, worst_mean = 0;
    for (int n = 0; n < INSTANCES; n++) {
        int32_t demand[HOURS];
        int32_t peak = (int32_t)draw(1, 4), on = (int32_t)draw(0, 9);
        for (int t = 0; t < HOURS; t++) demand[t] = draw(0, 9) <= on ? (int32_t)draw(0, peak) : 0;
        int64_t price = 100;
        uint64_t term = (uint64_t)draw(6, 50), bought;
        int64_t fee = draw(5, (int64_t)term); /* in hours */
        gpucost_portfolio_case *asked = pose(demand, HOURS, price, term, price * fee);
        double best = least(asked), mean = 0;
        double ratio = best > 0 ? online(asked, 1, &bought) / best : 1;
        for (int64_t k = 0; k < fee && best > 0;
             k++) { /* between whole hours the rule does the same: the mean is exact */
            double from = (double)k / (double)fee, to = (double)(k + 1) / (double)fee;
            mean += (exp(to) - exp(from)) / (exp(1) - 1) * online(asked, (from + to) / 2, &bought) / best;
        }
        if (ratio > worst) worst = ratio;
        if (mean > worst_mean) worst_mean = mean;
        gpucost_portfolio_case_free(asked);
    }
    assert_true(worst <= 2 && worst > 1.3);
    assert_true(worst_mean <= 1.582 && worst_mean > 1.2);
}

static void online__refuses_what_it_cannot_buy(void **state)
{
    (void)state;
    static const int32_t demand[] = {1};
    gpucost_portfolio_case *asked = pose(demand, 1, 1, 1, 1);
    uint64_t bought = 7;
    gpucost_money cost = {.units = 7};
    gpucost_error err;
    assert_int_equal(gpucost_schedule_online(asked, 1, 1, &bought, &cost, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_schedule_online(asked, 0, NAN, &bought, &cost, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_schedule_online(asked, 0, 1.5, &bought, &cost, &err), GPUCOST_E_RANGE);
    assert_true(bought == 7 && cost.units == 7);
    gpucost_portfolio_case_free(asked);
}

/* A unit all the time at 1 an hour; 720 hours cost 500. After a month on demand it is bought, and again when it
   expires: 720 + 500
   + 500. A rise in the last month is not seen: 2 units there, 720 more. */
static void baseline__follows_what_the_last_month_recommends(void **state)
{
    (void)state;
    enum { T = 2160 };
    static int32_t demand[T];
    gpucost_portfolio_options options = GPUCOST_INIT(gpucost_portfolio_options);
    memcpy(options.currency, "USD", 4);
    options.on_demand_nanos = 1000000000;
    gpucost_commitment row = GPUCOST_INIT(gpucost_commitment);
    row.term_hours = 720;
    row.upfront_nanos = 500000000000;
    for (int rise = 0; rise < 2; rise++) {
        for (int t = 0; t < T; t++) demand[t] = 1 + (rise && t >= 1440);
        gpucost_portfolio_case *asked = NULL;
        int32_t possible;
        gpucost_money cost;
        assert_int_equal(gpucost_portfolio_case_new(demand, NULL, T, &options, &asked, NULL), GPUCOST_OK);
        assert_int_equal(gpucost_portfolio_case_add_commitment(asked, &row, NULL, 0, NULL), GPUCOST_OK);
        assert_int_equal(gpucost_schedule_baseline(asked, GPUCOST_BASELINE_PROVIDER, &possible, &cost, NULL),
                         GPUCOST_OK);
        assert_int_equal(possible, 1);
        assert_true(cost.units == (rise ? 2440 : 1720) && cost.nanos == 0);
        /* drawn thresholds: the unit is bought when 500 z have been paid, so the mean lies between buying at once and
         * at the end */
        gpucost_money mean, last;
        uint64_t purchases;
        assert_int_equal(gpucost_schedule_online_mean(asked, 0, 100, &mean, NULL), GPUCOST_OK);
        assert_int_equal(gpucost_schedule_online(asked, 0, 1, &purchases, &last, NULL), GPUCOST_OK);
        assert_true(gpucost_money_compare(&mean, &last) < 0);
        assert_int_equal(gpucost_schedule_online_mean(asked, 0, 0, &mean, NULL), GPUCOST_E_RANGE);
        gpucost_portfolio_case_free(asked);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(online__buys_when_the_past_would_have_paid),
        cmocka_unit_test(online__costs_at_most_twice_the_least),
        cmocka_unit_test(online__refuses_what_it_cannot_buy),
        cmocka_unit_test(baseline__follows_what_the_last_month_recommends),
    };
    return RUN_TESTS("schedule_online", tests);
}
