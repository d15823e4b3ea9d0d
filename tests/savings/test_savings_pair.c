/* Both kinds of plan at once against every commitment in whole nanos to the plan of one family. */
#include "support/draw.h"
#include "support/table.h"

#include <string.h>

#include "base/money.h"
#include "gpucost/savings.h"

enum { HOURS = 8, KINDS = 4, INSTANCES = 300, LONG = 2000 };

static void draw_kinds(gpucost_usage_kind kinds[KINDS], int64_t money)
{
    for (int k = 0; k < KINDS; k++) {
        kinds[k] = GPUCOST_INIT(gpucost_usage_kind);
        kinds[k].on_demand_nanos = draw(6, 20) * money;
        if (draw(0, 3)) kinds[k].compute_nanos = kinds[k].on_demand_nanos * draw(50, 95) / 100;
        if (draw(0, 2)) kinds[k].instance_nanos = kinds[k].on_demand_nanos * draw(35, 85) / 100;
    }
}

static gpucost_savings_plan no_plan(void)
{
    gpucost_savings_plan plan = GPUCOST_INIT(gpucost_savings_plan);
    memcpy(plan.currency, "USD", 4);
    return plan;
}

static void savings__pair_equals_every_commitment(void **state)
{
    (void)state;
    draw_from(24);
    int both = 0, proven = 0;
    for (int n = 0; n < INSTANCES; n++) {
        gpucost_usage_kind kinds[KINDS];
        int64_t units[HOURS * KINDS], top = 0;
        draw_kinds(kinds, 1);
        for (int t = 0; t < HOURS; t++) {
            int64_t sum = 0;
            for (int k = 0; k < KINDS; k++) {
                units[t * KINDS + k] = draw(0, 3);
                sum += units[t * KINDS + k] * kinds[k].instance_nanos;
            }
            if (sum > top) top = sum;
        }
        gpucost_savings_plan plan = no_plan();
        gpucost_savings_bill bill = GPUCOST_INIT(gpucost_savings_bill);
        gpucost_money bound;
        gpucost_error err;
        if (gpucost_savings_best_pair(kinds, KINDS, units, HOURS, &plan, &bill, &bound, &err)) fail_msg("%s", err.text);
        gpucost__int128 best = -1;
        for (int64_t x = 0; x <= top; x++) {
            gpucost_savings_plan trial = no_plan();
            gpucost_savings_bill other = GPUCOST_INIT(gpucost_savings_bill);
            trial.instance_nanos = x;
            assert_int_equal(gpucost_savings_best(kinds, KINDS, units, HOURS, 1, &trial, &other, &err), GPUCOST_OK);
            gpucost__int128 cost = gpucost__money_nanos(&other.cost);
            if (best < 0 || cost < best) best = cost;
        }
        gpucost__int128 cost = gpucost__money_nanos(&bill.cost), least = gpucost__money_nanos(&bound);
        if (cost < best || cost > best + 1 || least > best) /* bills are rounded to a nano */
            fail_msg("instance %d: %lld..%lld, best %lld", n, (long long)least, (long long)cost, (long long)best);
        both += plan.instance_nanos > 0 && plan.compute_nanos > 0;
        proven += least == cost;
    }
    print_message("# both kinds bought %d, proven %d of %d\n", both, proven, INSTANCES);
    assert_true(both > 20 && proven > INSTANCES / 2);
}

/* Dollars and thousands of hours: the gap is small, and a plan of either kind alone is no better. */
static void savings__pair_proves_a_small_gap(void **state)
{
    (void)state;
    static int64_t units[LONG * KINDS];
    draw_from(7);
    for (int n = 0; n < 5; n++) {
        gpucost_usage_kind kinds[KINDS];
        draw_kinds(kinds, 100000000);
        for (int i = 0; i < LONG * KINDS; i++) units[i] = draw(5, 30) + (i / KINDS % 24 > 8 ? draw(0, 20) : 0);
        gpucost_savings_plan plan = no_plan(), one = no_plan();
        gpucost_savings_bill bill = GPUCOST_INIT(gpucost_savings_bill), other = GPUCOST_INIT(gpucost_savings_bill);
        gpucost_money bound;
        assert_int_equal(gpucost_savings_best_pair(kinds, KINDS, units, LONG, &plan, &bill, &bound, NULL), GPUCOST_OK);
        double cost = gpucost_money_to_double(&bill.cost), least = gpucost_money_to_double(&bound);
        print_message("# gap %.1e\n", (cost - least) / cost);
        assert_true(least <= cost && cost - least < 1e-3 * cost);
        assert_int_equal(gpucost_savings_best(kinds, KINDS, units, LONG, 1, &one, &other, NULL), GPUCOST_OK);
        assert_true(gpucost_money_compare(&bill.cost, &other.cost) <= 0);
        one = no_plan();
        assert_int_equal(gpucost_savings_best(kinds, KINDS, units, LONG, 0, &one, &other, NULL), GPUCOST_OK);
        assert_true(gpucost_money_compare(&bill.cost, &other.cost) <= 0);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(savings__pair_equals_every_commitment),
        cmocka_unit_test(savings__pair_proves_a_small_gap),
    };
    return RUN_TESTS("savings_pair", tests);
}
