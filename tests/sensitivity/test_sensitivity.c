/* Ranges, effects and units against cases worked by hand and schedules solved anew on both sides of every limit. */
#include "support/case.h"
#include "support/draw.h"
#include "support/table.h"

#include <string.h>

#include "base/money.h"
#include "gpucost/sensitivity.h"

enum { HOURS = 12, TERMS = 3, INSTANCES = 400 };

static int64_t cost_of(const gpucost_schedule *schedule)
{
    gpucost_schedule_summary all = GPUCOST_INIT(gpucost_schedule_summary);
    assert_int_equal(gpucost_schedule_summarise(schedule, &all, NULL), GPUCOST_OK);
    return (int64_t)gpucost__money_nanos(&all.cost);
}

static gpucost_price_range range_of(const gpucost_portfolio_case *asked, const gpucost_schedule *schedule,
                                    int64_t price)
{
    gpucost_price_range range = GPUCOST_INIT(gpucost_price_range);
    gpucost_error err;
    if (gpucost_sensitivity_price(asked, schedule, price, &range, &err)) fail_msg("%s: %s", err.field, err.text);
    return range;
}

/* Two purchases cost 3, one and two hours on demand 3.5, none 4: dearer by up to 0.5 two are best. All on demand costs
   as much as they when an hour costs 0.75. */
static const char steps[] =
    "{\"demand\": [1, 2, 1], \"options\": {\"currency\": \"USD\", \"on_demand_price\": 1},"
    " \"commitments\": [{\"name\": \"two hours\", \"term_hours\": 2, \"upfront_price\": \"1.5\"}]}";

static void sensitivity__says_how_far_a_price_may_move(void **state)
{
    (void)state;
    gpucost_portfolio_case *asked = pose(steps);
    gpucost_schedule *schedule = schedule_of(asked);
    gpucost_price_range range = range_of(asked, schedule, 0);
    assert_string_equal(range.name, "two hours");
    assert_int_equal(range.rise_limited, 1);
    assert_amount(&range.rise, "0.5");
    assert_int_equal(range.fall_limited, 0);
    assert_amount(&range.fall, "1.499999999");
    range = range_of(asked, schedule, GPUCOST_RANGE_ON_DEMAND);
    assert_string_equal(range.name, "on_demand");
    assert_int_equal(range.fall_limited, 1);
    assert_amount(&range.fall, "0.25");
    assert_int_equal(range.rise_limited, 0);
    assert_amount(&range.rise, "0");
    gpucost_schedule_free(schedule);
    gpucost_portfolio_case_free(asked);
}

/* Twice the demand: the two cover half of it, 3 + 4 on demand, the best plan costs twice as much as before. Half,
   rounded to even: 0, 1, 0, where one hour on demand is best. */
static void sensitivity__prices_the_plan_under_another_demand(void **state)
{
    (void)state;
    gpucost_portfolio_case *asked = pose(steps);
    gpucost_schedule *schedule = schedule_of(asked);
    gpucost_demand_effect effect = GPUCOST_INIT(gpucost_demand_effect);
    assert_int_equal(gpucost_sensitivity_demand(asked, schedule, 2, &effect, NULL), GPUCOST_OK);
    assert_amount(&effect.kept, "7");
    assert_amount(&effect.best, "6");
    assert_amount(&effect.regret, "1");
    assert_amount(&effect.all_on_demand, "8");
    assert_true(effect.coverage == 0.5 && effect.utilisation == 1);
    assert_int_equal(gpucost_sensitivity_demand(asked, schedule, 0.5, &effect, NULL), GPUCOST_OK);
    assert_amount(&effect.kept, "3");
    assert_amount(&effect.best, "1");
    assert_true(effect.coverage == 1 && effect.utilisation == 0.25);
    gpucost_schedule_free(schedule);
    gpucost_portfolio_case_free(asked);
}

/* Ten hours with 2 units, four of them with 3: a third unit saves 4, less than the 6 that it costs. */
static void sensitivity__says_what_every_unit_earns(void **state)
{
    (void)state;
    gpucost_portfolio_case *asked = pose(
        "{\"demand\": [2, 3, 3, 3, 3, 2, 2, 2, 2, 1], \"options\": {\"currency\": \"USD\", \"on_demand_price\": 1},"
        " \"commitments\": [{\"term_hours\": 10, \"upfront_price\": 6, \"dates\": [0]}]}");
    gpucost_schedule *schedule = schedule_of(asked);
    static const char *const earns[] = {"4", "3", "-2", "-6"};
    static const uint64_t used[] = {10, 9, 4, 0};
    for (uint64_t unit = 1; unit <= 4; unit++) {
        gpucost_unit_value value = GPUCOST_INIT(gpucost_unit_value);
        assert_int_equal(gpucost_sensitivity_unit(asked, schedule, 0, unit, &value, NULL), GPUCOST_OK);
        assert_true(value.unit == unit && value.bought == 2 && value.used_hours == used[unit - 1]);
        assert_close(value.utilisation, (double)used[unit - 1] / 10, 1e-15);
        assert_amount(&value.cost, "6");
        assert_amount(&value.earns, earns[unit - 1]);
    }
    gpucost_schedule_free(schedule);
    gpucost_portfolio_case_free(asked);
}

/* ---- against schedules solved anew ---- */

typedef struct {
    int32_t demand[HOURS], interruptible[HOURS];
    int64_t on_demand[HOURS], spot[HOURS];
    gpucost_commitment term[TERMS];
} instance;

static instance draw_instance(void)
{
    instance x = {0};
    int spot = (int)draw(0, 1);
    for (int t = 0; t < HOURS; t++) {
        x.demand[t] = (int32_t)draw(0, 6);
        x.interruptible[t] = spot ? (int32_t)draw(0, x.demand[t]) : 0;
        x.on_demand[t] = draw(80, 120);
        x.spot[t] = spot ? draw(20, 79) : 0;
    }
    for (int k = 0; k < TERMS; k++) {
        x.term[k] = GPUCOST_INIT(gpucost_commitment);
        x.term[k].term_hours = (uint64_t[]){2, 5, 12}[k];
        x.term[k].upfront_nanos = draw(50, 95) * (int64_t)x.term[k].term_hours;
    }
    return x;
}

static gpucost_portfolio_case *make(const instance *x)
{
    gpucost_portfolio_options options = GPUCOST_INIT(gpucost_portfolio_options);
    memcpy(options.currency, "EUR", 4);
    options.on_demand_nanos = 1;
    gpucost_portfolio_case *made = NULL;
    assert_int_equal(gpucost_portfolio_case_new(x->demand, x->interruptible, HOURS, &options, &made, NULL), GPUCOST_OK);
    assert_int_equal(gpucost_portfolio_case_set_prices(made, x->on_demand, x->spot, NULL, NULL), GPUCOST_OK);
    for (int k = 0; k < TERMS; k++)
        assert_int_equal(gpucost_portfolio_case_add_commitment(made, &x->term[k], NULL, 0, NULL), GPUCOST_OK);
    return made;
}

/* By how much the plan of `schedule` is dearer than the best when a price has moved. */
static int64_t regret_at(const instance *x, const gpucost_schedule *schedule, int price, int64_t change)
{
    instance y = *x;
    for (int t = 0; t < HOURS && price < 0; t++) y.on_demand[t] += change;
    if (price >= 0) y.term[price].upfront_nanos += change;
    gpucost_portfolio_case *asked = make(&y);
    gpucost_schedule *best = schedule_of(asked), *again = NULL, *kept = NULL;
    gpucost_purchase rows[HOURS * TERMS];
    uint64_t count = gpucost_schedule_purchase_count(schedule);
    for (uint64_t i = 0; i < count; i++) {
        rows[i] = GPUCOST_INIT(gpucost_purchase);
        assert_int_equal(gpucost_schedule_purchase_at(schedule, i, &rows[i], NULL), GPUCOST_OK);
    }
    assert_int_equal(gpucost_schedule_price(asked, rows, count, &kept, NULL), GPUCOST_OK);
    assert_int_equal(gpucost_schedule_again(asked, schedule, &again, NULL), GPUCOST_OK);
    assert_true(cost_of(again) == cost_of(best));
    int64_t regret = cost_of(kept) - cost_of(best);
    gpucost_schedule_free(best);
    gpucost_schedule_free(again);
    gpucost_schedule_free(kept);
    gpucost_portfolio_case_free(asked);
    return regret;
}

static void sensitivity__ends_where_another_plan_is_cheaper(void **state)
{
    (void)state;
    draw_from(4);
    int rises = 0, falls = 0;
    for (int n = 0; n < INSTANCES; n++) {
        instance x = draw_instance();
        gpucost_portfolio_case *asked = make(&x);
        gpucost_schedule *schedule = schedule_of(asked);
        for (int price = -1; price < TERMS; price++) {
            gpucost_price_range range = range_of(asked, schedule, price);
            int64_t fall = (int64_t)gpucost__money_nanos(&range.fall),
                    rise = (int64_t)gpucost__money_nanos(&range.rise);
            assert_true(fall >= 0 && rise >= 0);
            assert_int_equal(regret_at(&x, schedule, price, -fall), 0);
            assert_int_equal(regret_at(&x, schedule, price, rise), 0);
            if (range.fall_limited) assert_true(regret_at(&x, schedule, price, -fall - 1) > 0);
            if (range.rise_limited) assert_true(regret_at(&x, schedule, price, rise + 1) > 0);
            if (!range.rise_limited && price >= 0) assert_int_equal(regret_at(&x, schedule, price, 100000), 0);
            falls += range.fall_limited;
            rises += range.rise_limited;
        }
        gpucost_schedule_free(schedule);
        gpucost_portfolio_case_free(asked);
    }
    assert_true(rises > 100 && falls > 100);
}

static void sensitivity__refuses_what_is_no_question(void **state)
{
    (void)state;
    gpucost_portfolio_case *asked = pose(steps), *other = pose("{\"demand\": [1], \"options\": {\"currency\": \"USD\","
                                                               " \"on_demand_price\": 1}}");
    gpucost_schedule *schedule = schedule_of(asked), *priced = NULL;
    gpucost_error err;
    gpucost_price_range range = GPUCOST_INIT(gpucost_price_range), none = {0};
    gpucost_demand_effect effect = GPUCOST_INIT(gpucost_demand_effect);
    gpucost_unit_value value = GPUCOST_INIT(gpucost_unit_value);
    assert_int_equal(gpucost_sensitivity_price(asked, schedule, 1, &range, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "price");
    assert_int_equal(gpucost_sensitivity_price(asked, schedule, -2, &range, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_sensitivity_price(asked, schedule, 0, &none, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_sensitivity_price(other, schedule, -1, &range, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "schedule");
    assert_int_equal(gpucost_schedule_price(asked, NULL, 0, &priced, &err), GPUCOST_OK);
    assert_int_equal(gpucost_sensitivity_price(asked, priced, 0, &range, &err),
                     GPUCOST_E_ARGUMENT); /* not the cheapest */
    assert_int_equal(gpucost_sensitivity_demand(asked, schedule, -1, &effect, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "scale");
    assert_int_equal(gpucost_sensitivity_demand(other, schedule, 1, &effect, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_sensitivity_unit(asked, schedule, 2, 1, &value, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_sensitivity_unit(asked, schedule, 0, 0, &value, &err), GPUCOST_E_RANGE);
    gpucost_schedule_free(schedule);
    gpucost_schedule_free(priced);
    gpucost_portfolio_case_free(asked);
    gpucost_portfolio_case_free(other);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(sensitivity__says_how_far_a_price_may_move),
        cmocka_unit_test(sensitivity__prices_the_plan_under_another_demand),
        cmocka_unit_test(sensitivity__says_what_every_unit_earns),
        cmocka_unit_test(sensitivity__ends_where_another_plan_is_cheaper),
        cmocka_unit_test(sensitivity__refuses_what_is_no_question),
    };
    return RUN_TESTS("sensitivity", tests);
}
