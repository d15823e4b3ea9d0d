/* Discounts by volume over several dates: no network, so a bound, the best plan found, and the gap between them. */
#include <stdlib.h>
#include <string.h>

#include "base/money.h"
#include "portfolio/portfolio_term.h"
#include "savings/savings_table.h"
#include "savings/savings_tier.h"
#include "schedule/schedule_handle.h"

typedef gpucost__int128 wide;

enum { ROUNDS_MOST = 8 };

/* List values below 2^60 nanos x 2^31 units stay below 2^96 [nanos], where the tiers count in 128 bits. */
static const wide list_most = (wide)1 << 60;

typedef struct {
    const gpucost_portfolio_case *asked;
    gpucost__tiers tiers;
    gpucost_portfolio_case moved; /* the case at other prices; borrows all else */
    gpucost__dated *dated;        /* [count] */
    wide *list;                   /* [count] list value of a purchase */
    wide **shift;                 /* [count][dates] */
    wide *bought, *expired;       /* [hours + 1] list values in a plan */
    int64_t *after,
        *gain; /* [hours + 1] discount of one more at a date; by how much a purchase there rose it for later ones */
    gpucost_schedule *best;       /* the best plan so far, its prices whatever they were */
    wide cost;                    /* what it really costs [nanos] */
    wide bound;
    uint64_t solutions;
} search;

/* ---- what a plan really costs ---- */

static void list_plan(search *s, const gpucost_schedule *plan)
{
    size_t bytes = ((size_t)s->asked->hours + 1) * sizeof *s->bought;
    memset(s->bought, 0, bytes);
    memset(s->expired, 0, bytes);
    for (uint64_t i = 0; i < plan->summary.purchases; i++) {
        const gpucost_purchase *row = &plan->purchases[i];
        const gpucost_commitment *of = &s->asked->dated[row->commitment].row;
        wide list = s->list[row->commitment] * (int64_t)(row->units / of->unit_size);
        s->bought[row->start_hour] += list;
        s->expired[row->end_hour] += list;
    }
}

/* What is taken off all purchases: at each date the part of what is bought that lies above the thresholds, counted from
   what runs. [billionths of a nano] */
static wide discount_of(search *s, const gpucost_schedule *plan)
{
    wide running = 0, off = 0;
    list_plan(s, plan);
    for (uint64_t t = 0; t < s->asked->hours; t++) {
        running -= s->expired[t];
        wide then = running + s->bought[t];
        s->after[t] = gpucost__tiers_at(&s->tiers, then);
        s->gain[t] = s->bought[t] > 0 ? s->after[t] - gpucost__tiers_at(&s->tiers, running) : 0;
        if (s->bought[t] > 0) off += gpucost__tiers_off(&s->tiers, then) - gpucost__tiers_off(&s->tiers, running);
        running = then;
    }
    return off;
}

static gpucost_status list_cost(const search *s, const gpucost_schedule *plan, wide *cost, gpucost_error *err)
{
    gpucost_schedule *priced = NULL;
    GPUCOST__TRY(gpucost_schedule_price(s->asked, plan->purchases, plan->summary.purchases, &priced, err));
    *cost = gpucost__money_nanos(&priced->summary.cost);
    gpucost_schedule_free(priced);
    return GPUCOST_OK;
}

/* ---- plans at other prices ---- */

/* Every purchase at a discount of its own [billionths], rounded down to a nano, as a bound needs it; it never becomes
 * free. */
static void set_discount(search *s, uint64_t k, uint64_t date, int64_t discount)
{
    s->shift[k][date] = 0;
    wide off = (s->list[k] * discount + GPUCOST__BILLION - 1) / GPUCOST__BILLION;
    wide most = gpucost__dated_cost(&s->moved, &s->dated[k], date) - 1;
    s->shift[k][date] = off < most ? -off : -most;
}

/* Solve at these prices, and keep the plan when it is the best so far. */
static gpucost_status try_prices(search *s, wide *bound, gpucost_error *err)
{
    gpucost_schedule *plan = NULL;
    wide cost = 0;
    s->solutions++;
    GPUCOST__TRY(s->best ? gpucost_schedule_again(&s->moved, s->best, &plan, err)
                         : gpucost_schedule_new(&s->moved, &plan, err));
    *bound = gpucost__money_nanos(&plan->summary.bound);
    gpucost_status status = list_cost(s, plan, &cost, err);
    if (status == GPUCOST_OK) cost -= gpucost__tiers_nanos(discount_of(s, plan));
    if (status == GPUCOST_OK && (!s->best || cost < s->cost)) {
        gpucost_schedule *before = s->best;
        s->cost = cost;
        s->best = plan;
        plan = before;
    }
    gpucost_schedule_free(plan);
    return status;
}

/* Every purchase at the discount of one tier, 0 for none. A plan that reaches the tier and no higher gets at most that,
   less what its first thresholds cost: each level of list value below the threshold was bought at least once at the
   discount of its own tier. */
static gpucost_status try_tier(search *s, uint64_t tier, gpucost_error *err)
{
    int64_t discount = tier == 0 ? 0 : s->tiers.discount[tier - 1];
    wide bound, threshold = tier == 0 ? 0 : s->tiers.threshold[tier - 1];
    for (uint64_t k = 0; k < s->asked->count; k++)
        for (uint64_t i = 0; i < s->asked->dated[k].count; i++) set_discount(s, k, i, discount);
    GPUCOST__TRY(try_prices(s, &bound, err));
    bound += (threshold * discount - gpucost__tiers_off(&s->tiers, threshold)) / GPUCOST__BILLION;
    if (tier == 0 || bound < s->bound) s->bound = bound;
    return GPUCOST_OK;
}

/* The prices at the margin of the best plan: a purchase gets the discount of its date, and makes later ones cheaper
 * while it runs. */
static void price_margin(search *s)
{
    discount_of(s, s->best);
    wide *before = s->expired; /* no longer needed: gains before each hour */
    before[0] = 0;
    for (uint64_t t = 0; t < s->asked->hours; t++) before[t + 1] = before[t] + s->gain[t];
    for (uint64_t k = 0; k < s->asked->count; k++) {
        const gpucost__dated *dated = &s->asked->dated[k];
        for (uint64_t i = 0; i < dated->count; i++) {
            uint64_t date = gpucost__date_at(dated, i), end = date + dated->row.term_hours;
            if (end > s->asked->hours) end = s->asked->hours;
            wide discount = s->after[date] + before[end] - before[date + 1];
            set_discount(s, k, i, discount < GPUCOST__BILLION ? (int64_t)discount : GPUCOST__BILLION);
        }
    }
}

static gpucost_status improve(search *s, gpucost_error *err)
{
    for (int round = 0; round < ROUNDS_MOST; round++) {
        wide before = s->cost, bound;
        price_margin(s);
        GPUCOST__TRY(try_prices(s, &bound, err));
        if (s->cost >= before) return GPUCOST_OK;
    }
    return GPUCOST_OK;
}

/* ---- the call ---- */

static gpucost_status begin(search *s, gpucost_error *err)
{
    const gpucost_portfolio_case *asked = s->asked;
    size_t hours = (size_t)asked->hours + 1, count = (size_t)asked->count + 1;
    s->moved = *asked;
    s->dated = malloc(count * sizeof *s->dated);
    s->list = calloc(count, sizeof *s->list);
    s->shift = calloc(count, sizeof *s->shift);
    s->bought = malloc(hours * sizeof *s->bought);
    s->expired = malloc(hours * sizeof *s->expired);
    s->after = calloc(hours, sizeof *s->after);
    s->gain = calloc(hours, sizeof *s->gain);
    if (!s->dated || !s->list || !s->shift || !s->bought || !s->expired || !s->after || !s->gain)
        return gpucost__fail_memory(err);
    s->moved.dated = s->dated;
    for (uint64_t k = 0; k < asked->count; k++) {
        const gpucost_commitment *row = &asked->dated[k].row;
        s->list[k] = row->upfront_nanos + (wide)row->hourly_nanos * (int64_t)row->term_hours;
        if (s->list[k] > list_most)
            return gpucost__fail_field(err, GPUCOST_E_OVERFLOW, "commitments", NULL,
                                       "the list value of \"%.64s\" exceeds 2^60 nanos", row->name);
        s->dated[k] = asked->dated[k];
        s->shift[k] = calloc((size_t)asked->dated[k].count + 1, sizeof **s->shift);
        if (!s->shift[k]) return gpucost__fail_memory(err);
        s->dated[k].shift = s->shift[k];
    }
    return GPUCOST_OK;
}

static void end(search *s)
{
    for (uint64_t k = 0; s->shift && k < s->asked->count; k++) free(s->shift[k]);
    free(s->dated);
    free(s->list);
    free(s->shift);
    free(s->bought);
    free(s->expired);
    free(s->after);
    free(s->gain);
    gpucost_schedule_free(s->best);
}

static gpucost_status run(search *s, gpucost_error *err)
{
    GPUCOST__TRY(begin(s, err));
    for (uint64_t tier = 0; tier <= s->tiers.count; tier++) GPUCOST__TRY(try_tier(s, tier, err));
    return improve(s, err);
}

static gpucost_status write_plan(search *s, gpucost_schedule **schedule, gpucost_volume_plan *plan, gpucost_error *err)
{
    const char *currency = s->asked->options.currency;
    wide list = 0, off = gpucost__tiers_nanos(discount_of(s, s->best));
    for (uint64_t t = 0; t < s->asked->hours; t++) list += s->bought[t];
    *plan = (gpucost_volume_plan){.size = sizeof *plan, .optimal = s->cost == s->bound, .solutions = s->solutions};
    if (!gpucost__money_from_nanos(s->cost, currency, &plan->cost) ||
        !gpucost__money_from_nanos(s->bound, currency, &plan->bound) ||
        !gpucost__money_from_nanos(s->cost - s->bound, currency, &plan->gap) ||
        !gpucost__money_from_nanos(list, currency, &plan->list_value) ||
        !gpucost__money_from_nanos(off, currency, &plan->discount))
        return gpucost__fail(err, GPUCOST_E_OVERFLOW, "the bill exceeds 64 bits of %s", currency);
    return gpucost_schedule_price(s->asked, s->best->purchases, s->best->summary.purchases, schedule, err);
}

static gpucost_status check_case(const gpucost_portfolio_case *asked, gpucost_error *err)
{
    if (asked->options.horizon_rule == GPUCOST__HORIZON_INSIDE)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "horizon_rule", NULL,
                                   "discounts by volume are of list values, which are paid in full");
    if (asked->discount.rate > 0)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "discount_rate", NULL,
                                   "discounts by volume are of list values, not of what they are worth at hour 0");
    return GPUCOST_OK;
}

gpucost_status gpucost_savings_tiers(const gpucost_portfolio_case *portfolio_case, const gpucost_volume_tier *tiers,
                                     uint64_t count, gpucost_volume_plan *plan, gpucost_schedule **schedule,
                                     gpucost_error *err)
{
    gpucost__clear(err);
    search s = {.asked = portfolio_case};
    gpucost_volume_plan made;
    gpucost_schedule *found = NULL;
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__volume_plan_table, plan, err));
    GPUCOST__TRY(check_case(portfolio_case, err));
    GPUCOST__TRY(gpucost__tiers_take(tiers, count, &s.tiers, err));
    gpucost_status status = run(&s, err);
    if (status == GPUCOST_OK) status = write_plan(&s, &found, &made, err);
    end(&s);
    if (status != GPUCOST_OK) return status;
    *schedule = found;
    gpucost__struct_out(&gpucost__volume_plan_table, &made, plan);
    return GPUCOST_OK;
}
