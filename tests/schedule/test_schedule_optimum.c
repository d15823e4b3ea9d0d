/* Optima against answers that share nothing with the library: all plans tried, and negative cycles cancelled. */
#include "support/draw.h"
#include "support/table.h"

#include <stdbool.h>
#include <string.h>

#include "base/money.h"
#include "gpucost/schedule.h"

enum { T_MOST = 14, DEMAND_MOST = 4, TERMS_MOST = 3, ARCS_MOST = TERMS_MOST * T_MOST, INSTANCES = 2000 };

typedef struct {
    int from, to;
    uint64_t term;
    int64_t cost;
} purchase;

typedef struct {
    uint64_t hours, terms, held_count;
    int most;
    int32_t demand[T_MOST], interruptible[T_MOST], spot_units[T_MOST];
    int64_t on_demand[T_MOST], spot[T_MOST];
    gpucost_portfolio_options options;
    gpucost_commitment term[TERMS_MOST];
    uint64_t dates[TERMS_MOST][T_MOST], date_count[TERMS_MOST]; /* count 0: the grid of the row */
    gpucost_held held[2];
    purchase buys[ARCS_MOST];
    int buy_count;
} instance;

/* The definition, hour by hour and unit by unit: every split of what is committed between the two kinds of work. */
static int64_t hour_cost(const instance *x, uint64_t t, int committed)
{
    int free_units = committed;
    for (uint64_t i = 0; i < x->held_count; i++)
        if (t >= x->held[i].start_hour && t < x->held[i].end_hour) free_units += (int)x->held[i].units;
    int64_t best = INT64_MAX;
    int must = x->demand[t] - x->interruptible[t], rest = x->interruptible[t];
    for (int on_must = 0; on_must <= must && on_must <= free_units; on_must++)
        for (int on_rest = 0; on_rest <= rest && on_must + on_rest <= free_units; on_rest++)
            for (int spot = 0; spot <= rest - on_rest; spot++) {
                if (spot > 0 && (x->spot[t] == 0 || spot > x->spot_units[t])) continue;
                int64_t cost = spot * x->spot[t] + (must + rest - on_must - on_rest - spot) * x->on_demand[t];
                if (cost < best) best = cost;
            }
    return best;
}

static void add_dates(instance *x, uint64_t k)
{
    gpucost_commitment *c = &x->term[k];
    for (uint64_t t = 0; t < x->hours; t++) {
        bool allowed = x->date_count[k] == 0 && t >= c->first_hour && (c->last_hour == 0 || t <= c->last_hour) &&
                       (t - c->first_hour) % (c->every_hours ? c->every_hours : 1) == 0;
        for (uint64_t i = 0; i < x->date_count[k]; i++) allowed |= x->dates[k][i] == t;
        if (!allowed) continue;
        int64_t cost = c->upfront_nanos;
        for (uint64_t h = t; h < t + c->term_hours; h++) {
            if (h < x->hours || x->options.horizon_rule == 0) cost += c->hourly_nanos;
            if (h >= x->hours) cost -= c->salvage_nanos;
        }
        if (x->options.horizon_rule == 0 || t + c->term_hours <= x->hours) cost += c->closing_nanos - c->refund_nanos;
        uint64_t end = t + c->term_hours < x->hours ? t + c->term_hours : x->hours;
        x->buys[x->buy_count++] = (purchase){(int)t, (int)end, k, cost};
    }
}

static instance draw_instance(uint64_t hours_most, int demand_most)
{
    instance x = {.hours = (uint64_t)draw(1, (int64_t)hours_most), .terms = (uint64_t)draw(0, TERMS_MOST)};
    int64_t price = draw(3, 12);
    bool varies = draw(0, 1), spot = draw(0, 1), capped = draw(0, 1);
    x.options = GPUCOST_INIT(gpucost_portfolio_options);
    memcpy(x.options.currency, "EUR", 4);
    x.options.on_demand_nanos = price;
    x.options.horizon_rule = (int32_t)draw(0, 1);
    x.most = demand_most;
    for (uint64_t t = 0; t < x.hours; t++) {
        x.demand[t] = (int32_t)draw(0, demand_most);
        x.interruptible[t] = spot ? (int32_t)draw(0, x.demand[t]) : 0;
        x.on_demand[t] = varies ? draw(1, 12) : price;
        x.spot[t] = spot ? draw(0, 9) : 0;
        x.spot_units[t] = capped ? (int32_t)draw(0, 3) : INT32_MAX;
    }
    for (uint64_t k = 0; k < x.terms; k++) {
        gpucost_commitment *c = &x.term[k];
        *c = GPUCOST_INIT(gpucost_commitment);
        c->name[0] = (char)('a' + k);
        c->term_hours = (uint64_t)draw(1, 8);
        c->hourly_nanos = draw(0, 7);
        c->upfront_nanos = draw(c->hourly_nanos ? 0 : 1, 20);
        if (x.options.horizon_rule == 0 && draw(0, 2) == 0) c->salvage_nanos = draw(0, c->hourly_nanos);
        if (c->salvage_nanos == c->hourly_nanos && c->upfront_nanos == 0) c->upfront_nanos = 1;
        if (c->upfront_nanos > 1 && draw(0, 2) == 0) {
            c->closing_nanos = draw(0, 4);
            c->refund_nanos = draw(0, c->upfront_nanos - 1);
        }
        if (draw(0, 2) == 0) {
            for (uint64_t t = 0; t < x.hours; t++)
                if (draw(0, 1)) x.dates[k][x.date_count[k]++] = t;
        }
        if (x.date_count[k] == 0) {
            c->every_hours = (uint64_t)draw(0, 3);
            c->first_hour = (uint64_t)draw(0, (int64_t)x.hours - 1);
            c->last_hour = draw(0, 1) ? (uint64_t)draw((int64_t)c->first_hour, (int64_t)x.hours - 1) : 0;
        }
        add_dates(&x, k);
    }
    x.held_count = (uint64_t)draw(0, 2);
    for (uint64_t i = 0; i < x.held_count; i++) {
        x.held[i] = GPUCOST_INIT(gpucost_held);
        x.held[i].start_hour = (uint64_t)draw(0, (int64_t)x.hours - 1);
        x.held[i].end_hour = x.held[i].start_hour + (uint64_t)draw(1, T_MOST);
        x.held[i].units = (uint64_t)draw(1, 2);
    }
    return x;
}

/* ---- reference 1: every number of units of every purchase ---- */

static int64_t plan_cost(const instance *x, const int *units)
{
    int64_t cost = 0;
    int committed[T_MOST] = {0};
    for (int a = 0; a < x->buy_count; a++) {
        cost += units[a] * x->buys[a].cost;
        for (int t = x->buys[a].from; t < x->buys[a].to; t++) committed[t] += units[a];
    }
    for (uint64_t t = 0; t < x->hours; t++) cost += hour_cost(x, t, committed[t]);
    return cost;
}

static int64_t all_plans(const instance *x)
{
    int units[ARCS_MOST] = {0};
    int64_t best = INT64_MAX;
    for (;;) {
        int64_t cost = plan_cost(x, units);
        if (cost < best) best = cost;
        int a = 0;
        while (a < x->buy_count && units[a] == x->most) units[a++] = 0;
        if (a == x->buy_count) return best;
        units[a]++;
    }
}

/* ---- reference 2: from nothing bought, cancel negative cycles of unit flows until there are none ---- */

typedef struct {
    int from, to, flow, most;
    int64_t cost;
} flow_arc;

static bool cancel_one(flow_arc *arcs, int count, int nodes)
{
    int64_t distance[T_MOST + 1] = {0};
    int via[T_MOST + 1], last = -1;
    memset(via, -1, sizeof via);
    for (int round = 0; round < nodes; round++) {
        last = -1;
        for (int i = 0; i < 2 * count; i++) {
            const flow_arc *arc = &arcs[i / 2];
            bool back = i % 2;
            if (back ? arc->flow == 0 : arc->flow == arc->most) continue;
            int u = back ? arc->to : arc->from, v = back ? arc->from : arc->to;
            int64_t to = distance[u] + (back ? -arc->cost : arc->cost);
            if (to >= distance[v]) continue;
            distance[v] = to;
            via[v] = i;
            last = v;
        }
        if (last < 0) return false;
    }
    for (int i = 0; i < nodes; i++) last = via[last] % 2 ? arcs[via[last] / 2].to : arcs[via[last] / 2].from;
    int at = last;
    do {
        flow_arc *arc = &arcs[via[at] / 2];
        bool back = via[at] % 2;
        arc->flow += back ? -1 : 1;
        at = back ? arc->to : arc->from;
    } while (at != last);
    return true;
}

static int64_t cancel_cycles(const instance *x)
{
    static flow_arc arcs[ARCS_MOST + T_MOST * (DEMAND_MOST + 1)];
    int count = 0;
    int64_t cost = 0;
    for (int a = 0; a < x->buy_count; a++)
        arcs[count++] = (flow_arc){x->buys[a].from, x->buys[a].to, 0, 1000, x->buys[a].cost};
    for (int t = 0; t < (int)x->hours; t++) {
        cost += hour_cost(x, (uint64_t)t, 0);
        for (int n = 0; n <= DEMAND_MOST; n++) {
            int64_t saves = hour_cost(x, (uint64_t)t, n) - hour_cost(x, (uint64_t)t, n + 1);
            arcs[count++] = (flow_arc){t + 1, t, 0, n < DEMAND_MOST ? 1 : 1000, -saves};
        }
    }
    while (cancel_one(arcs, count, (int)x->hours + 1)) continue;
    for (int a = 0; a < count; a++) cost += arcs[a].flow * arcs[a].cost;
    return cost;
}

/* ---- the library ---- */

static gpucost_portfolio_case *pose(const instance *x)
{
    gpucost_portfolio_case *made = NULL;
    gpucost_error err;
    if (gpucost_portfolio_case_new(x->demand, x->interruptible, x->hours, &x->options, &made, &err) ||
        gpucost_portfolio_case_set_prices(made, x->on_demand, x->spot, x->spot_units, &err))
        fail_msg("%s: %s", err.field, err.text);
    for (uint64_t k = 0; k < x->terms; k++)
        if (gpucost_portfolio_case_add_commitment(made, &x->term[k], x->date_count[k] ? x->dates[k] : NULL,
                                                  x->date_count[k], &err))
            fail_msg("%s: %s", err.field, err.text);
    for (uint64_t i = 0; i < x->held_count; i++)
        assert_int_equal(gpucost_portfolio_case_add_held(made, &x->held[i], &err), GPUCOST_OK);
    return made;
}

/* The plan that it returns costs what it says by our own sums, and its certificate is valid. */
static int64_t solve(const instance *x)
{
    gpucost_portfolio_case *asked = pose(x);
    gpucost_schedule *schedule = NULL;
    gpucost_error err;
    gpucost_schedule_summary all = GPUCOST_INIT(gpucost_schedule_summary);
    if (gpucost_schedule_new(asked, &schedule, &err)) fail_msg("%s: %s", err.field, err.text);
    assert_int_equal(gpucost_schedule_summarise(schedule, &all, &err), GPUCOST_OK);
    int units[ARCS_MOST] = {0};
    gpucost_purchase rows[ARCS_MOST];
    for (uint64_t i = 0; i < all.purchases; i++) {
        rows[i] = GPUCOST_INIT(gpucost_purchase);
        assert_int_equal(gpucost_schedule_purchase_at(schedule, i, &rows[i], &err), GPUCOST_OK);
        assert_true(gpucost__money_nanos(&rows[i].last_unit_saves) >= 0);
        assert_true(gpucost__money_nanos(&rows[i].next_unit_saves) <= 0);
        for (int a = 0; a < x->buy_count; a++)
            if (x->buys[a].term == rows[i].commitment && (uint64_t)x->buys[a].from == rows[i].start_hour)
                units[a] += (int)rows[i].units;
    }
    int64_t cost = (int64_t)gpucost__money_nanos(&all.cost);
    assert_true(plan_cost(x, units) == cost);
    gpucost_verdict verdict = GPUCOST_INIT(gpucost_verdict);
    assert_int_equal(gpucost_portfolio_verify(asked, rows, all.purchases, gpucost_schedule_values(schedule), &verdict,
                                              &err), GPUCOST_OK);
    if (!verdict.optimal) fail_msg("%s", verdict.reason);
    assert_int_equal(all.optimal, 1);
    assert_int_equal(gpucost_money_compare(&verdict.cost, &all.cost), 0);
    assert_int_equal(gpucost_money_compare(&verdict.bound, &all.bound), 0);
    gpucost_schedule_free(schedule);
    gpucost_portfolio_case_free(asked);
    return cost;
}

static void schedule__equals_all_plans_of_small_instances(void **state)
{
    (void)state;
    draw_from(31);
    for (int n = 0; n < INSTANCES;) {
        instance x = draw_instance(6, 2);
        if (x.buy_count > 7) continue;
        int64_t found = solve(&x), best = all_plans(&x), reference = cancel_cycles(&x);
        if (found != best || reference != best)
            fail_msg("instance %d: %lld and %lld by cycles, best %lld", n, (long long)found, (long long)reference,
                     (long long)best);
        n++;
    }
}

static void schedule__equals_cancelled_cycles(void **state)
{
    (void)state;
    draw_from(2024);
    for (int n = 0; n < INSTANCES; n++) {
        instance x = draw_instance(T_MOST, DEMAND_MOST);
        int64_t found = solve(&x), best = cancel_cycles(&x);
        if (found != best) fail_msg("instance %d: %lld is not %lld", n, (long long)found, (long long)best);
    }
}

/* Every price times a prime near 2^58, and a twin of the first commitment one nano dearer, so that no common divisor
   makes the prices small again: 64 bits do not hold the sums, and the cost is the same times the prime. */
static void schedule__is_the_same_in_128_bits(void **state)
{
    (void)state;
    const int64_t prime = 288230376151711717;
    draw_from(58);
    int scaled = 0;
    for (int n = 0; n < INSTANCES; n++) {
        instance x = draw_instance(T_MOST, DEMAND_MOST);
        if (x.terms == 0 || x.terms == TERMS_MOST) continue;
        int64_t cost = solve(&x);
        for (uint64_t t = 0; t < x.hours; t++) x.on_demand[t] *= prime, x.spot[t] *= prime;
        for (uint64_t k = 0; k < x.terms; k++) {
            x.term[k].upfront_nanos *= prime;
            x.term[k].hourly_nanos *= prime;
            x.term[k].salvage_nanos *= prime;
            x.term[k].closing_nanos *= prime;
            x.term[k].refund_nanos *= prime;
        }
        x.term[x.terms] = x.term[0];
        x.term[x.terms].upfront_nanos++;
        memcpy(x.dates[x.terms], x.dates[0], sizeof x.dates[0]);
        x.date_count[x.terms] = x.date_count[0];
        x.terms++;
        gpucost_portfolio_case *asked = pose(&x);
        gpucost_schedule *schedule = NULL;
        gpucost_error err;
        if (gpucost_schedule_new(asked, &schedule, &err)) fail_msg("%s: %s", err.field, err.text);
        gpucost_schedule_summary all = GPUCOST_INIT(gpucost_schedule_summary);
        assert_int_equal(gpucost_schedule_summarise(schedule, &all, &err), GPUCOST_OK);
        assert_true(gpucost__money_nanos(&all.cost) == (gpucost__int128)cost * prime);
        assert_int_equal(all.optimal, 1);
        scaled += all.purchases > 0;
        gpucost_schedule_free(schedule);
        gpucost_portfolio_case_free(asked);
    }
    assert_true(scaled > 100);
}

static void schedule__is_invariant(void **state)
{
    (void)state;
    draw_from(8);
    int shifted = 0;
    for (int n = 0; n < INSTANCES; n++) {
        instance x = draw_instance(T_MOST, DEMAND_MOST), y = x;
        int64_t cost = solve(&x), factor = draw(2, 1000000000);
        for (uint64_t t = 0; t < x.hours; t++) y.on_demand[t] *= factor, y.spot[t] *= factor;
        for (uint64_t k = 0; k < x.terms; k++) {
            y.term[k].upfront_nanos *= factor;
            y.term[k].hourly_nanos *= factor;
            y.term[k].salvage_nanos *= factor;
            y.term[k].closing_nanos *= factor;
            y.term[k].refund_nanos *= factor;
        }
        for (int a = 0; a < y.buy_count; a++) y.buys[a].cost *= factor;
        assert_true(solve(&y) == factor * cost); /* money in another unit */

        y = x;
        if (x.terms > 0 && x.terms < TERMS_MOST) {
            y.term[y.terms] = x.term[0];
            memcpy(y.dates[y.terms], x.dates[0], sizeof x.dates[0]);
            y.date_count[y.terms] = x.date_count[0];
            add_dates(&y, y.terms++);
            assert_true(solve(&y) == cost); /* a commitment twice */
        }
        y = x;
        y.buy_count = 0;
        for (uint64_t k = 0; k < x.terms; k++) {
            if (x.options.horizon_rule == 0) {
                y.term[k].upfront_nanos += y.term[k].hourly_nanos * (int64_t)y.term[k].term_hours;
                y.term[k].hourly_nanos = 0;
            }
            add_dates(&y, k);
        }
        assert_true(solve(&y) == cost); /* the same paid upfront */
        y = x;
        y.buy_count = 0;
        for (uint64_t k = 0; k < x.terms; k++) {
            y.date_count[k] = 0;
            y.term[k].first_hour = y.term[k].last_hour = y.term[k].every_hours = 0;
            add_dates(&y, k);
        }
        assert_true(solve(&y) <= cost); /* any hour in place of some */
        y = x;
        memset(y.interruptible, 0, sizeof y.interruptible);
        assert_true(solve(&y) >= cost); /* nothing may be interrupted */
        y = x;
        y.held_count = 0;
        assert_true(solve(&y) >= cost); /* nothing held */

        /* demand one higher all the time: one more of a commitment that covers it all, when one was bought */
        y = x;
        y.held_count = 0;
        memset(y.spot, 0, sizeof y.spot);
        instance z = y;
        int64_t below = solve(&y), full = INT64_MAX;
        for (uint64_t t = 0; t < z.hours; t++) z.demand[t]++;
        for (int a = 0; a < y.buy_count; a++)
            if (y.buys[a].from == 0 && y.buys[a].to == (int)y.hours && y.buys[a].cost < full) full = y.buys[a].cost;
        int64_t above = solve(&z);
        if (full < INT64_MAX) {
            assert_true(above <= below + full);
            shifted++;
        }
    }
    assert_true(shifted > 100);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(schedule__equals_all_plans_of_small_instances),
        cmocka_unit_test(schedule__equals_cancelled_cycles),
        cmocka_unit_test(schedule__is_the_same_in_128_bits),
        cmocka_unit_test(schedule__is_invariant),
    };
    return RUN_TESTS("schedule_optimum", tests);
}
