/* The best commitment against every candidate, and volume discounts against every count. */
#include "support/draw.h"
#include "support/table.h"

#include <string.h>

#include "base/money.h"
#include "gpucost/savings.h"

enum { HOURS = 12, KINDS = 3, INSTANCES = 1500, PEAK = 25 };

static gpucost__int128 cost_of(const gpucost_usage_kind *kinds, const int64_t *units, const gpucost_savings_plan *plan)
{
    gpucost_savings_bill bill = GPUCOST_INIT(gpucost_savings_bill);
    gpucost_error err;
    if (gpucost_savings_price(kinds, KINDS, units, HOURS, plan, &bill, &err)) fail_msg("%s", err.text);
    return gpucost__money_nanos(&bill.cost);
}

static gpucost_savings_plan no_plan(void)
{
    gpucost_savings_plan plan = GPUCOST_INIT(gpucost_savings_plan);
    memcpy(plan.currency, "USD", 4);
    return plan;
}

/* A plan breaks where it covers whole kinds of an hour: all sums of a few kinds' needs, whatever the order. */
static gpucost__int128 try_all(const gpucost_usage_kind *kinds, const int64_t *units, int compute)
{
    gpucost_savings_plan plan = no_plan();
    gpucost__int128 best = cost_of(kinds, units, &plan);
    for (int t = 0; t < HOURS; t++)
        for (int subset = 1; subset < 1 << KINDS; subset++) {
            int64_t need = 0;
            for (int k = 0; k < KINDS; k++)
                if (subset >> k & 1)
                    need += units[t * KINDS + k] * (compute ? kinds[k].compute_nanos : kinds[k].instance_nanos);
            *(compute ? &plan.compute_nanos : &plan.instance_nanos) = need;
            gpucost__int128 cost = cost_of(kinds, units, &plan);
            if (cost < best) best = cost;
        }
    return best;
}

static void savings__best_equals_every_candidate(void **state)
{
    (void)state;
    draw_from(41);
    for (int n = 0; n < INSTANCES; n++) {
        gpucost_usage_kind kinds[KINDS];
        int64_t units[HOURS * KINDS];
        int compute = (int)draw(0, 1);
        for (int k = 0; k < KINDS; k++) {
            kinds[k] = GPUCOST_INIT(gpucost_usage_kind);
            kinds[k].on_demand_nanos = draw(2, 40) * 1000000000;
            kinds[k].compute_nanos = draw(0, 3) ? draw(1, kinds[k].on_demand_nanos / 1000000000) * 1000000000 : 0;
            kinds[k].instance_nanos = draw(0, 3) ? draw(1, kinds[k].on_demand_nanos / 1000000000) * 1000000000 : 0;
        }
        for (int i = 0; i < HOURS * KINDS; i++) units[i] = draw(0, 6);
        gpucost_savings_plan plan = no_plan();
        gpucost_savings_bill bill = GPUCOST_INIT(gpucost_savings_bill);
        gpucost_error err;
        assert_int_equal(gpucost_savings_best(kinds, KINDS, units, HOURS, compute, &plan, &bill, &err), GPUCOST_OK);
        gpucost__int128 found = gpucost__money_nanos(&bill.cost), best = try_all(kinds, units, compute);
        if (found != best) fail_msg("instance %d: %lld is not %lld", n, (long long)found, (long long)best);
        assert_true(cost_of(kinds, units, &plan) == found);
        assert_true(bill.utilisation >= 0 && bill.utilisation <= 1 && bill.effective_savings >= 0);
    }
}

/* The plan for everything on top of one of a family: no commitment near it is better. */
static void savings__best_on_top_of_another_plan_is_a_minimum(void **state)
{
    (void)state;
    draw_from(77);
    for (int n = 0; n < INSTANCES; n++) {
        gpucost_usage_kind kinds[KINDS];
        int64_t units[HOURS * KINDS];
        for (int k = 0; k < KINDS; k++) {
            kinds[k] = GPUCOST_INIT(gpucost_usage_kind);
            kinds[k].on_demand_nanos = draw(5, 40) * 1000000000;
            kinds[k].compute_nanos = kinds[k].on_demand_nanos / 10 * draw(4, 9);
            kinds[k].instance_nanos = kinds[k].on_demand_nanos / 10 * draw(3, 8);
        }
        for (int i = 0; i < HOURS * KINDS; i++) units[i] = draw(0, 6);
        gpucost_savings_plan plan = no_plan();
        plan.instance_nanos = draw(0, 200) * 1000000000;
        gpucost_savings_bill bill = GPUCOST_INIT(gpucost_savings_bill);
        assert_int_equal(gpucost_savings_best(kinds, KINDS, units, HOURS, 1, &plan, &bill, NULL), GPUCOST_OK);
        gpucost__int128 found = gpucost__money_nanos(&bill.cost);
        for (int trial = 0; trial < 40; trial++) {
            gpucost_savings_plan other = plan;
            other.compute_nanos = draw(0, 600) * 1000000000;
            assert_true(cost_of(kinds, units, &other) >=
                        found - HOURS); /* a nano an hour: the commitment is in nanos */
        }
    }
}

static void savings__volume_equals_every_count(void **state)
{
    (void)state;
    draw_from(5);
    for (int n = 0; n < INSTANCES; n++) {
        int32_t demand[HOURS];
        for (int t = 0; t < HOURS; t++) demand[t] = (int32_t)draw(0, PEAK);
        gpucost_volume_tier tiers[3];
        int64_t price = draw(10, 100) * 1000000000, list = price / 10 * draw(3, 14) * HOURS / 10;
        uint64_t count = (uint64_t)draw(0, 3);
        for (uint64_t i = 0; i < count; i++) {
            tiers[i] = GPUCOST_INIT(gpucost_volume_tier);
            tiers[i].threshold_nanos = (int64_t)i * list * draw(3, 5) + (i > 0);
            tiers[i].discount = 0.1 * (double)i + 0.05;
        }
        gpucost_volume_choice choice = GPUCOST_INIT(gpucost_volume_choice);
        gpucost_error err;
        if (gpucost_savings_volume(demand, HOURS, price, list, tiers, count, "USD", &choice, &err))
            fail_msg("%s", err.text);
        double best = 1e300;
        for (int units = 0; units <= PEAK; units++) {
            double value = (double)units * (double)list, cost = value;
            for (uint64_t i = 0; i < count; i++) {
                double top = i + 1 < count && (double)tiers[i + 1].threshold_nanos < value
                                 ? (double)tiers[i + 1].threshold_nanos
                                 : value;
                if (top > (double)tiers[i].threshold_nanos)
                    cost -= (top - (double)tiers[i].threshold_nanos) * tiers[i].discount;
            }
            for (int t = 0; t < HOURS; t++) cost += (double)price * (demand[t] > units ? demand[t] - units : 0);
            if (cost < best) best = cost;
        }
        assert_close((double)gpucost__money_nanos(&choice.cost), best, 1e-10); /* half a nano of less than 1e11 */
    }
}

static void savings__refuses_what_it_cannot_read(void **state)
{
    (void)state;
    gpucost_usage_kind kind = GPUCOST_INIT(gpucost_usage_kind);
    kind.on_demand_nanos = 10;
    kind.compute_nanos = 5;
    int64_t units[] = {1};
    gpucost_savings_plan plan = no_plan(), bad = plan;
    gpucost_savings_bill bill = GPUCOST_INIT(gpucost_savings_bill), none = {0};
    gpucost_error err;
    assert_int_equal(gpucost_savings_price(NULL, 1, units, 1, &plan, &bill, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_savings_price(&kind, 1, NULL, 1, &plan, &bill, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_savings_price(&kind, 0, units, 1, &plan, &bill, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_savings_price(&kind, 1, units, 0, &plan, &bill, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_savings_price(&kind, 1, units, 1, &plan, &none, &err), GPUCOST_E_ARGUMENT);
    bad.currency[0] = 'u';
    assert_int_equal(gpucost_savings_price(&kind, 1, units, 1, &bad, &bill, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "currency");
    bad = plan;
    bad.compute_nanos = -1;
    assert_int_equal(gpucost_savings_price(&kind, 1, units, 1, &bad, &bill, &err), GPUCOST_E_RANGE);
    plan.compute_nanos = 1;
    assert_int_equal(gpucost_savings_best(&kind, 1, units, 1, 0, &plan, &bill, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "compute_price");
    int32_t demand[] = {1, -1};
    gpucost_volume_choice choice = GPUCOST_INIT(gpucost_volume_choice);
    gpucost_volume_tier tiers[] = {GPUCOST_INIT(gpucost_volume_tier), GPUCOST_INIT(gpucost_volume_tier)};
    assert_int_equal(gpucost_savings_volume(demand, 2, 1, 1, NULL, 0, "USD", &choice, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_savings_volume(demand, 1, 0, 1, NULL, 0, "USD", &choice, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_savings_volume(demand, 1, 1, 1, NULL, 0, "usd", &choice, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_savings_volume(demand, 1, 1, 1, NULL, 2, "USD", &choice, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_savings_volume(demand, 1, 1, 1, tiers, 2, "USD", &choice, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "/tiers/1/threshold_price");
    assert_int_equal(gpucost_savings_volume(NULL, 1, 1, 1, NULL, 0, "USD", &choice, &err), GPUCOST_E_ARGUMENT);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(savings__best_equals_every_candidate),
        cmocka_unit_test(savings__best_on_top_of_another_plan_is_a_minimum),
        cmocka_unit_test(savings__volume_equals_every_count),
        cmocka_unit_test(savings__refuses_what_it_cannot_read),
    };
    return RUN_TESTS("savings", tests);
}
