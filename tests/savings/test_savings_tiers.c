/* Volume discounts over several dates against every plan, and against the one-date answer, which is exact. */
#include "support/draw.h"
#include "support/table.h"

#include <stdio.h>
#include <string.h>

#include "base/money.h"
#include "gpucost/savings.h"

enum { HOURS = 6, MOST = 3, TERMS = 2, BUYS = TERMS * HOURS, TIERS = 2, INSTANCES = 500 };

typedef struct {
    int32_t demand[HOURS];
    int64_t price, list[TERMS];
    int term[TERMS], every[TERMS], start[BUYS], kind[BUYS], buys;
    gpucost_volume_tier tiers[TIERS];
} instance;

/* List values are multiples of 10 and discounts of 10 %, so nothing is rounded. */
static instance draw_instance(void)
{
    instance x = {.price = 100};
    for (int t = 0; t < HOURS; t++) x.demand[t] = (int32_t)draw(0, MOST);
    for (int k = 0; k < TERMS; k++) {
        x.term[k] = (int)draw(1, HOURS + 1);
        x.every[k] = (int)draw(2, HOURS);
        x.list[k] = draw(5, 10) * 10 * x.term[k];
        for (int t = 0; t < HOURS; t += x.every[k]) x.start[x.buys] = t, x.kind[x.buys++] = k;
    }
    int64_t tenths = 0;
    for (int i = 0; i < TIERS; i++) {
        x.tiers[i] = GPUCOST_INIT(gpucost_volume_tier);
        x.tiers[i].threshold_nanos = (i ? x.tiers[i - 1].threshold_nanos : 0) + draw(i ? 1 : 0, 40) * 10;
        x.tiers[i].discount = (double)(tenths += draw(1, 2)) / 10;
    }
    return x;
}

static gpucost_portfolio_case *pose(const instance *x)
{
    gpucost_portfolio_options options = GPUCOST_INIT(gpucost_portfolio_options);
    memcpy(options.currency, "EUR", 4);
    options.on_demand_nanos = x->price;
    gpucost_portfolio_case *made = NULL;
    assert_int_equal(gpucost_portfolio_case_new(x->demand, NULL, HOURS, &options, &made, NULL), GPUCOST_OK);
    for (int k = 0; k < TERMS; k++) {
        gpucost_commitment row = GPUCOST_INIT(gpucost_commitment);
        row.term_hours = (uint64_t)x->term[k];
        row.upfront_nanos = x->list[k];
        row.every_hours = (uint64_t)x->every[k];
        assert_int_equal(gpucost_portfolio_case_add_commitment(made, &row, NULL, 0, NULL), GPUCOST_OK);
    }
    return made;
}

/* From the definition: at each date the parts of what is bought, on top of what runs. */
static int64_t cost_of(const instance *x, const int *units)
{
    int64_t cost = 0, running[HOURS] = {0}, covered[HOURS] = {0};
    for (int t = 0; t < HOURS; t++) {
        int64_t bought = 0;
        for (int a = 0; a < x->buys; a++) {
            if (x->start[a] != t) continue;
            bought += units[a] * x->list[x->kind[a]];
            for (int h = t; h < t + x->term[x->kind[a]] && h < HOURS; h++) covered[h] += units[a];
        }
        for (int64_t at = running[t]; at < running[t] + bought; at += 10) {
            int tenths = 0;
            for (int i = 0; i < TIERS; i++)
                if (at >= x->tiers[i].threshold_nanos) tenths = (int)(x->tiers[i].discount * 10 + 0.5);
            cost += 10 - tenths;
        }
        for (int a = 0; a < x->buys; a++)
            for (int h = t; x->start[a] == t && h < t + x->term[x->kind[a]] && h < HOURS; h++)
                running[h] += units[a] * x->list[x->kind[a]];
        if (x->demand[t] > covered[t]) cost += (x->demand[t] - covered[t]) * x->price;
    }
    return cost;
}

static int64_t best_of(const instance *x)
{
    int units[BUYS] = {0};
    int64_t best = INT64_MAX;
    for (;;) {
        int64_t cost = cost_of(x, units);
        if (cost < best) best = cost;
        int a = 0;
        while (a < x->buys && units[a] == MOST) units[a++] = 0;
        if (a == x->buys) return best;
        units[a]++;
    }
}

static void savings__tiers_bracket_every_plan(void **state)
{
    (void)state;
    draw_from(12);
    int equal = 0, proven = 0;
    for (int n = 0; n < INSTANCES;) {
        instance x = draw_instance();
        if (x.buys > 6) continue;
        gpucost_portfolio_case *asked = pose(&x);
        gpucost_schedule *schedule = NULL;
        gpucost_volume_plan plan = GPUCOST_INIT(gpucost_volume_plan);
        gpucost_error err;
        if (gpucost_savings_tiers(asked, x.tiers, TIERS, &plan, &schedule, &err))
            fail_msg("%s: %s", err.field, err.text);
        int units[BUYS] = {0};
        for (uint64_t i = 0; i < gpucost_schedule_purchase_count(schedule); i++) {
            gpucost_purchase row = GPUCOST_INIT(gpucost_purchase);
            assert_int_equal(gpucost_schedule_purchase_at(schedule, i, &row, NULL), GPUCOST_OK);
            for (int a = 0; a < x.buys; a++)
                if (x.start[a] == (int)row.start_hour && x.kind[a] == (int)row.commitment) units[a] += (int)row.units;
        }
        int64_t cost = (int64_t)gpucost__money_nanos(&plan.cost), bound = (int64_t)gpucost__money_nanos(&plan.bound);
        int64_t best = best_of(&x);
        assert_int_equal(cost, cost_of(&x, units)); /* what it says is what the plan costs */
        if (bound > best || cost < best)
            fail_msg("instance %d: %lld..%lld, best %lld", n, (long long)bound, (long long)cost, (long long)best);
        equal += cost == best;
        proven += plan.optimal;
        assert_int_equal(plan.optimal, cost == bound);
        gpucost_schedule_summary list = GPUCOST_INIT(gpucost_schedule_summary);
        assert_int_equal(gpucost_schedule_summarise(schedule, &list, NULL), GPUCOST_OK);
        assert_true(gpucost__money_nanos(&list.cost) - gpucost__money_nanos(&plan.discount) == cost);
        gpucost_schedule_free(schedule);
        gpucost_portfolio_case_free(asked);
        n++;
    }
    print_message("# equal to the best of every plan %d, proven %d of %d\n", equal, proven, INSTANCES);
    assert_true(equal > INSTANCES * 9 / 10);
}

/* One date, terms to the horizon: the bound is reached, and it is what gpucost_savings_volume() says. */
static void savings__tiers_are_exact_for_one_date(void **state)
{
    (void)state;
    draw_from(3);
    for (int n = 0; n < INSTANCES; n++) {
        instance x = draw_instance();
        x.term[0] = x.every[0] = HOURS;
        x.list[0] = draw(30, 60) * 10;
        gpucost_portfolio_options options = GPUCOST_INIT(gpucost_portfolio_options);
        memcpy(options.currency, "EUR", 4);
        options.on_demand_nanos = x.price;
        gpucost_portfolio_case *asked = NULL;
        gpucost_commitment row = GPUCOST_INIT(gpucost_commitment);
        row.term_hours = row.every_hours = HOURS;
        row.upfront_nanos = x.list[0];
        assert_int_equal(gpucost_portfolio_case_new(x.demand, NULL, HOURS, &options, &asked, NULL), GPUCOST_OK);
        assert_int_equal(gpucost_portfolio_case_add_commitment(asked, &row, NULL, 0, NULL), GPUCOST_OK);
        gpucost_schedule *schedule = NULL;
        gpucost_volume_plan plan = GPUCOST_INIT(gpucost_volume_plan);
        gpucost_volume_choice choice = GPUCOST_INIT(gpucost_volume_choice);
        assert_int_equal(gpucost_savings_tiers(asked, x.tiers, TIERS, &plan, &schedule, NULL), GPUCOST_OK);
        assert_int_equal(
            gpucost_savings_volume(x.demand, HOURS, x.price, x.list[0], x.tiers, TIERS, "EUR", &choice, NULL),
            GPUCOST_OK);
        assert_int_equal(gpucost_money_compare(&plan.cost, &choice.cost), 0);
        assert_int_equal(plan.optimal, 1);
        gpucost_schedule_free(schedule);
        gpucost_portfolio_case_free(asked);
    }
}

static void savings__tiers_refuse_what_has_no_list_value(void **state)
{
    (void)state;
    static const char *const options[] = {"\"horizon_rule\": \"inside\"", "\"discount_rate\": 0.1"};
    static const char *const fields[] = {"horizon_rule", "discount_rate"};
    for (int i = 0; i < 2; i++) {
        char json[256];
        gpucost_portfolio_case *asked = NULL;
        gpucost_error err;
        snprintf(json, sizeof json,
                 "{\"demand\": [1], \"options\": {\"currency\": \"USD\", \"on_demand_price\": 1, %s}}", options[i]);
        assert_int_equal(gpucost_portfolio_case_from_json(json, "case.json", &asked, &err), GPUCOST_OK);
        gpucost_schedule *schedule = NULL;
        gpucost_volume_plan plan = GPUCOST_INIT(gpucost_volume_plan), none = {0};
        assert_int_equal(gpucost_savings_tiers(asked, NULL, 0, &plan, &schedule, &err), GPUCOST_E_ARGUMENT);
        assert_string_equal(err.field, fields[i]);
        assert_int_equal(gpucost_savings_tiers(asked, NULL, 0, &none, &schedule, &err), GPUCOST_E_ARGUMENT);
        assert_null(schedule);
        gpucost_portfolio_case_free(asked);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(savings__tiers_bracket_every_plan),
        cmocka_unit_test(savings__tiers_are_exact_for_one_date),
        cmocka_unit_test(savings__tiers_refuse_what_has_no_list_value),
    };
    return RUN_TESTS("savings_tiers", tests);
}
