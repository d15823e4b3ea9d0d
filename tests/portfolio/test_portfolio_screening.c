#include "support/draw.h"
#include "support/table.h"

#include <string.h>

#include "base/money.h"
#include "gpucost/portfolio.h"

enum { T_MOST = 24, DEMAND_MOST = 6, OPTIONS_MOST = 3, INSTANCES = 4000 };

typedef struct {
    uint64_t hours, count;
    int32_t demand[T_MOST], interruptible[T_MOST];
    int has_interruptible;
    gpucost_commitment commitments[OPTIONS_MOST + 1];
    gpucost_portfolio_options options;
} instance;

/* Small prices and few distinct ones, so that ties are common. */
static instance draw_instance(void)
{
    instance x = {.hours = (uint64_t)draw(1, T_MOST), .count = (uint64_t)draw(0, OPTIONS_MOST)};
    x.has_interruptible = (int)draw(0, 2) > 0;
    int32_t most = (int32_t)draw(1, DEMAND_MOST);
    for (uint64_t t = 0; t < x.hours; t++) {
        x.demand[t] = (int32_t)draw(0, most);
        x.interruptible[t] = (int32_t)draw(0, x.demand[t]);
    }
    x.options = GPUCOST_INIT(gpucost_portfolio_options);
    memcpy(x.options.currency, "CNY", 4);
    x.options.on_demand_nanos = draw(2, 12);
    x.options.spot_nanos = draw(0, 3) ? draw(1, 13) : 0;
    x.options.horizon_rule = (int32_t)draw(0, 1);
    int64_t usage_most = x.options.on_demand_nanos;
    if (x.options.spot_nanos && x.options.spot_nanos < usage_most) usage_most = x.options.spot_nanos;
    for (uint64_t i = 0; i < x.count; i++) {
        gpucost_commitment *c = &x.commitments[i];
        *c = GPUCOST_INIT(gpucost_commitment);
        c->term_hours = (uint64_t)draw(1, 30);
        c->hourly_nanos = draw(0, 8);
        c->upfront_nanos = draw(0, 3) ? draw(0, 40) : 1;
        c->usage_nanos = draw(0, 1) ? draw(0, usage_most) : 0;
        if (!c->hourly_nanos && !c->upfront_nanos && !c->usage_nanos) c->hourly_nanos = 1;
    }
    return x;
}

/* One hour with `committed` units at the given usage prices, cheapest first: try every number of them in use and every
   way to split these between must-run and interruptible work. */
static int64_t hour_cost(const instance *x, uint64_t t, const int64_t *usage, int committed)
{
    int free_to_stop = x->has_interruptible && x->options.spot_nanos ? x->interruptible[t] : 0;
    int must = x->demand[t] - free_to_stop;
    int64_t best = INT64_MAX, in_use = 0;
    for (int k = 0; k <= committed && k <= x->demand[t]; in_use += usage[k], k++)
        for (int on_must = 0; on_must <= k && on_must <= must; on_must++) {
            if (k - on_must > free_to_stop) continue;
            int64_t rest = free_to_stop - (k - on_must), cheap = x->options.on_demand_nanos;
            if (rest && x->options.spot_nanos < cheap) cheap = x->options.spot_nanos;
            int64_t cost = in_use + (must - on_must) * x->options.on_demand_nanos + rest * cheap;
            if (cost < best) best = cost;
        }
    return best;
}

/* What a unit of commitment i pays whether used or not, hour by hour. */
static int64_t fixed_cost(const instance *x, uint64_t i)
{
    const gpucost_commitment *c = &x->commitments[i];
    int64_t cost = 0;
    for (uint64_t start = 0; start < x->hours; start += c->term_hours) {
        cost += c->upfront_nanos;
        for (uint64_t t = start; t < start + c->term_hours; t++)
            if (t < x->hours || x->options.horizon_rule == 0) cost += c->hourly_nanos;
    }
    return cost;
}

static int64_t plan_cost(const instance *x, const int *units)
{
    int64_t usage[OPTIONS_MOST * DEMAND_MOST + 1] = {0}, cost = 0;
    int committed = 0;
    for (uint64_t i = 0; i < x->count; i++) {
        cost += units[i] * fixed_cost(x, i);
        for (int u = 0; u < units[i]; u++) {
            int at = committed++;
            for (; at > 0 && usage[at - 1] > x->commitments[i].usage_nanos; at--) usage[at] = usage[at - 1];
            usage[at] = x->commitments[i].usage_nanos;
        }
    }
    for (uint64_t t = 0; t < x->hours; t++) cost += hour_cost(x, t, usage, committed);
    return cost;
}

static int64_t brute_force(const instance *x)
{
    int64_t best = INT64_MAX;
    int units[OPTIONS_MOST] = {0};
    for (;;) {
        int64_t cost = plan_cost(x, units);
        if (cost < best) best = cost;
        uint64_t i = 0;
        while (i < x->count && units[i] == DEMAND_MOST) units[i++] = 0;
        if (i >= x->count) return best;
        units[i]++;
        int sum = 0; /* more units than the peak cannot help */
        for (uint64_t j = 0; j < x->count; j++) sum += units[j];
        if (sum > DEMAND_MOST) units[i] = DEMAND_MOST;
    }
}

static gpucost_portfolio *solve(const instance *x)
{
    gpucost_portfolio *portfolio = NULL;
    gpucost_error err;
    if (gpucost_portfolio_new(x->demand, x->has_interruptible ? x->interruptible : NULL, x->hours, x->commitments,
                              x->count, &x->options, &portfolio, &err))
        fail_msg("%s: %s", err.field, err.text);
    return portfolio;
}

static int64_t nanos_of(const gpucost_money *money)
{
    return (int64_t)gpucost__money_nanos(money);
}

static int64_t least_cost(const instance *x)
{
    gpucost_portfolio *portfolio = solve(x);
    gpucost_portfolio_summary summary = GPUCOST_INIT(gpucost_portfolio_summary);
    assert_int_equal(gpucost_portfolio_summarise(portfolio, &summary, NULL), GPUCOST_OK);
    gpucost_portfolio_free(portfolio);
    return nanos_of(&summary.cost);
}

static void screening__equals_brute_force_over_all_unit_counts(void **state)
{
    (void)state;
    draw_from(20240611);
    for (int n = 0; n < INSTANCES; n++) {
        instance x = draw_instance();
        int64_t found = least_cost(&x), best = brute_force(&x);
        if (found != best) fail_msg("instance %d: %lld is not %lld", n, (long long)found, (long long)best);
    }
}

/* The units it reports, dispatched hour by hour, cost what it says: hours, peaks and shares belong together. */
static void screening__the_reported_units_cost_the_reported_amount(void **state)
{
    (void)state;
    draw_from(97);
    for (int n = 0; n < INSTANCES; n++) {
        instance x = draw_instance();
        gpucost_portfolio *portfolio = solve(&x);
        gpucost_portfolio_summary all = GPUCOST_INIT(gpucost_portfolio_summary);
        gpucost_portfolio_summarise(portfolio, &all, NULL);
        int units[OPTIONS_MOST] = {0};
        int64_t sum = 0, demand_hours = 0, on_demand_cost = 0;
        double used = 0, by_commitments = 0;
        for (uint64_t i = 0; i < gpucost_portfolio_share_count(portfolio); i++) {
            gpucost_portfolio_share share = GPUCOST_INIT(gpucost_portfolio_share);
            gpucost_portfolio_share_at(portfolio, i, &share, NULL);
            sum += nanos_of(&share.cost);
            used += share.used_hours;
            if (i >= x.count) continue;
            units[i] = (int)share.units;
            by_commitments += share.used_hours;
            int64_t expected = (int64_t)share.units * fixed_cost(&x, i) +
                               (int64_t)share.used_hours * x.commitments[i].usage_nanos;
            assert_true(nanos_of(&share.cost) == expected);
        }
        for (uint64_t t = 0; t < x.hours; t++) demand_hours += x.demand[t];
        on_demand_cost = demand_hours * x.options.on_demand_nanos;
        assert_true(sum == nanos_of(&all.cost));
        assert_true(plan_cost(&x, units) == sum);
        assert_true(used == (double)demand_hours && all.demand_hours == used);
        assert_true(nanos_of(&all.all_on_demand) == on_demand_cost && sum <= on_demand_cost);
        if (demand_hours) {
            assert_close(all.coverage, by_commitments / used, 1e-15);
            assert_close(1 - all.effective_savings, (double)sum / (double)on_demand_cost, 1e-14);
        }
        gpucost_portfolio_free(portfolio);
    }
}

static void screening__is_invariant(void **state)
{
    (void)state;
    draw_from(5);
    for (int n = 0; n < INSTANCES; n++) {
        instance x = draw_instance(), y = x;
        int64_t cost = least_cost(&x);
        int64_t factor = draw(2, 1000000);
        y.options.on_demand_nanos *= factor;
        y.options.spot_nanos *= factor;
        for (uint64_t i = 0; i < y.count; i++) {
            y.commitments[i].upfront_nanos *= factor;
            y.commitments[i].hourly_nanos *= factor;
            y.commitments[i].usage_nanos *= factor;
        }
        assert_true(least_cost(&y) == factor * cost); /* prices times k, cost times k */

        y = x;
        if (x.count) {
            y.commitments[y.count++] = x.commitments[draw(0, (int64_t)x.count - 1)];
            assert_true(least_cost(&y) == cost); /* an option twice */
        }
        y = x;
        for (uint64_t i = 0; i < y.count && y.options.horizon_rule == 0; i++) {
            y.commitments[i].upfront_nanos += y.commitments[i].hourly_nanos * (int64_t)y.commitments[i].term_hours;
            y.commitments[i].hourly_nanos = 0;
        }
        assert_true(least_cost(&y) == cost); /* the same fixed cost paid upfront */

        y = x;
        instance other = draw_instance();
        if (other.count) {
            y.commitments[y.count] = other.commitments[0];
            y.commitments[y.count++].usage_nanos = 0;
            if (!other.commitments[0].upfront_nanos && !other.commitments[0].hourly_nanos) continue;
            assert_true(least_cost(&y) <= cost); /* one option more */
        }
        y = x;
        y.has_interruptible = 0;
        assert_true(least_cost(&y) >= cost); /* nothing may be interrupted */
    }
}

/* Equal levels are one: stretching the demand by a factor stretches the bill. */
static void screening__large_demands_are_small_ones_stretched(void **state)
{
    (void)state;
    draw_from(11);
    for (int n = 0; n < 500; n++) {
        instance x = draw_instance();
        int64_t cost = least_cost(&x);
        int32_t factor = (int32_t)draw(2, INT32_MAX / DEMAND_MOST);
        for (uint64_t t = 0; t < x.hours; t++) {
            x.demand[t] *= factor;
            x.interruptible[t] *= factor;
        }
        assert_true(least_cost(&x) == factor * cost);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(screening__equals_brute_force_over_all_unit_counts),
        cmocka_unit_test(screening__the_reported_units_cost_the_reported_amount),
        cmocka_unit_test(screening__is_invariant),
        cmocka_unit_test(screening__large_demands_are_small_ones_stretched),
    };
    return RUN_TESTS("screening", tests);
}
