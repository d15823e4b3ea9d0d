#include "portfolio/portfolio_case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "portfolio/portfolio_table.h"

bool gpucost__case_has_spot(const gpucost_portfolio_case *asked)
{
    for (uint64_t t = 0; t < asked->hours; t++)
        if (asked->spot[t] > 0) return true;
    return false;
}

/* ---- demand and prices ---- */

static void copy_units(int32_t *to, const int32_t *from, uint64_t hours)
{
    if (from) memcpy(to, from, (size_t)hours * sizeof *to);
}

static gpucost_status add_path(gpucost_portfolio_case *made, const int32_t *demand, const int32_t *interruptible,
                               gpucost_error *err)
{
    gpucost__path *grown = realloc(made->paths, ((size_t)made->path_count + 1) * sizeof *grown);
    if (!grown) return gpucost__fail_memory(err);
    made->paths = grown;
    gpucost__path path = {.weight = 1};
    path.demand = calloc((size_t)made->hours, sizeof *path.demand);
    path.interruptible = calloc((size_t)made->hours, sizeof *path.interruptible);
    if (!path.demand || !path.interruptible) {
        free(path.demand);
        free(path.interruptible);
        return gpucost__fail_memory(err);
    }
    copy_units(path.demand, demand, made->hours);
    copy_units(path.interruptible, interruptible, made->hours);
    made->paths[made->path_count++] = path;
    return GPUCOST_OK;
}

/* Prices of every hour as they are paid, and at hour 0: a series, or one price for all hours. */
static void set_price(const gpucost_portfolio_case *made, int64_t *cash, int64_t *value, const int64_t *prices,
                      int64_t price)
{
    int64_t factor = 0;
    for (uint64_t t = 0; t < made->hours; t++) {
        if (t % made->discount.billing_hours == 0) factor = gpucost__discount_billed(&made->discount, t);
        cash[t] = prices ? prices[t] : price;
        value[t] = gpucost__discounted_price(cash[t], factor);
    }
}

static gpucost_status fill(gpucost_portfolio_case *made, uint64_t hours, gpucost_error *err)
{
    size_t room = (size_t)hours;
    made->held = calloc(room, sizeof *made->held);
    made->on_demand = calloc(room, sizeof *made->on_demand);
    made->spot = calloc(room, sizeof *made->spot);
    made->cash_on_demand = calloc(room, sizeof *made->cash_on_demand);
    made->cash_spot = calloc(room, sizeof *made->cash_spot);
    made->spot_units = calloc(room, sizeof *made->spot_units);
    if (!made->held || !made->on_demand || !made->spot || !made->cash_on_demand || !made->cash_spot ||
        !made->spot_units)
        return gpucost__fail_memory(err);
    made->hours = hours;
    set_price(made, made->cash_on_demand, made->on_demand, NULL, made->options.on_demand_nanos);
    set_price(made, made->cash_spot, made->spot, NULL, made->options.spot_nanos);
    for (uint64_t t = 0; t < hours; t++) {
        made->spot_units[t] = (int32_t)made->options.spot_units;
        if (made->options.spot_units == 0) made->spot_units[t] = INT32_MAX;
    }
    return GPUCOST_OK;
}

static gpucost_status take(gpucost_portfolio_case *made, const int32_t *demand, const int32_t *interruptible,
                           uint64_t hours, const gpucost_portfolio_options *options, gpucost_error *err)
{
    GPUCOST__TRY(gpucost__portfolio_options_take(options, &made->options, err));
    if (made->options.step_h < 1 || made->options.step_h > 1)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "step_h", NULL,
                                   "a case counts in hours: leave step_h, or set it to 1");
    made->discount = (gpucost__discount){made->options.discount_rate, made->options.billing_hours};
    GPUCOST__TRY(gpucost__demand_check(demand, interruptible, hours, err));
    GPUCOST__TRY(fill(made, hours, err));
    return add_path(made, demand, interruptible, err);
}

gpucost_status gpucost_portfolio_case_new(const int32_t *demand, const int32_t *interruptible, uint64_t hours,
                                          const gpucost_portfolio_options *options, gpucost_portfolio_case **made,
                                          gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_portfolio_case *ours = calloc(1, sizeof *ours);
    if (!ours) return gpucost__fail_memory(err);
    gpucost_status status = take(ours, demand, interruptible, hours, options, err);
    if (status == GPUCOST_OK)
        *made = ours;
    else
        gpucost_portfolio_case_free(ours);
    return status;
}

uint64_t gpucost_portfolio_case_hours(const gpucost_portfolio_case *portfolio_case)
{
    return portfolio_case->hours;
}

uint64_t gpucost_portfolio_case_scenarios(const gpucost_portfolio_case *portfolio_case)
{
    return portfolio_case->path_count;
}

void gpucost_portfolio_case_free(gpucost_portfolio_case *portfolio_case)
{
    if (!portfolio_case) return;
    for (uint64_t k = 0; k < portfolio_case->count; k++) gpucost__dated_free(&portfolio_case->dated[k]);
    for (uint64_t i = 0; i < portfolio_case->path_count; i++) {
        free(portfolio_case->paths[i].demand);
        free(portfolio_case->paths[i].interruptible);
    }
    free(portfolio_case->paths);
    free(portfolio_case->held);
    free(portfolio_case->on_demand);
    free(portfolio_case->spot);
    free(portfolio_case->cash_on_demand);
    free(portfolio_case->cash_spot);
    free(portfolio_case->spot_units);
    free(portfolio_case->dated);
    free(portfolio_case);
}

static gpucost_status check_least(const char *name, const char *what, uint64_t hour, int64_t value, int64_t least,
                                  gpucost_error *err)
{
    if (value >= least) return GPUCOST_OK;
    char field[64], text[24];
    snprintf(field, sizeof field, "/%s/%llu", name, (unsigned long long)hour);
    snprintf(text, sizeof text, "%lld", (long long)value);
    return gpucost__fail_field(err, GPUCOST_E_RANGE, field, text, "%s in hour %llu is %s; expected at least %lld", what,
                               (unsigned long long)hour, text, (long long)least);
}

gpucost_status gpucost_portfolio_case_set_prices(gpucost_portfolio_case *portfolio_case, const int64_t *on_demand,
                                                 const int64_t *spot, const int32_t *spot_units, gpucost_error *err)
{
    gpucost__clear(err);
    uint64_t hours = portfolio_case->hours;
    for (uint64_t t = 0; t < hours; t++) {
        if (on_demand)
            GPUCOST__TRY(check_least("on_demand", "the on-demand price in nanos", t, on_demand[t], 1, err));
        if (spot) GPUCOST__TRY(check_least("spot", "the spot price in nanos", t, spot[t], 0, err));
        if (spot_units) GPUCOST__TRY(check_least("spot_units", "the limit of spot", t, spot_units[t], 0, err));
    }
    if (on_demand) set_price(portfolio_case, portfolio_case->cash_on_demand, portfolio_case->on_demand, on_demand, 0);
    if (spot) set_price(portfolio_case, portfolio_case->cash_spot, portfolio_case->spot, spot, 0);
    copy_units(portfolio_case->spot_units, spot_units, hours);
    return GPUCOST_OK;
}

gpucost_status gpucost_portfolio_case_add_scenario(gpucost_portfolio_case *portfolio_case, const int32_t *demand,
                                                   const int32_t *interruptible, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__count_check("scenarios", portfolio_case->path_count + 1, 1, GPUCOST__PATHS_MOST, err));
    GPUCOST__TRY(gpucost__demand_check(demand, interruptible, portfolio_case->hours, err));
    return add_path(portfolio_case, demand, interruptible, err);
}

gpucost_status gpucost_portfolio_case_weigh(gpucost_portfolio_case *portfolio_case, uint64_t scenario, uint64_t weight,
                                            gpucost_error *err)
{
    gpucost__clear(err);
    if (scenario >= portfolio_case->path_count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "scenario", NULL, "scenario %llu is past the last of %llu",
                                   (unsigned long long)scenario, (unsigned long long)portfolio_case->path_count);
    GPUCOST__TRY(gpucost__count_check("weight", weight, 1, GPUCOST__WEIGHT_MOST, err));
    portfolio_case->paths[scenario].weight = weight;
    return GPUCOST_OK;
}

/* ---- what is held ---- */

gpucost_status gpucost_portfolio_case_add_held(gpucost_portfolio_case *portfolio_case, const gpucost_held *held,
                                               gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_held ours;
    GPUCOST__TRY(gpucost__struct_in(&gpucost__held_table, held, &ours, err));
    if (ours.units == 0) return gpucost__fail_field(err, GPUCOST_E_RANGE, "units", "0", "nothing is held");
    if (ours.end_hour <= ours.start_hour)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "end_hour", NULL, "a held commitment ends after it starts");
    uint64_t end = ours.end_hour < portfolio_case->hours ? ours.end_hour : portfolio_case->hours;
    for (uint64_t t = ours.start_hour; t < end; t++)
        if (ours.units > (uint64_t)(INT32_MAX - portfolio_case->held[t]))
            return gpucost__fail_field(err, GPUCOST_E_RANGE, "units", NULL, "more than %d units are held in hour %llu",
                                       INT32_MAX, (unsigned long long)t);
    for (uint64_t t = ours.start_hour; t < end; t++) portfolio_case->held[t] += (int32_t)ours.units;
    return GPUCOST_OK;
}

/* ---- plans ---- */

gpucost_purchase gpucost__purchase_at(const gpucost_purchase *purchases, uint64_t index)
{
    gpucost_purchase row;
    gpucost__struct_in(&gpucost__purchase_table, (const char *)purchases + index * purchases->size, &row, NULL);
    return row;
}

gpucost_status gpucost__purchases_check(const gpucost_purchase *purchases, uint64_t count, gpucost_error *err)
{
    if (count > 0 && (!purchases || purchases->size < sizeof purchases->size))
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "purchases", NULL,
                                   "no purchases were given, or of no size");
    for (uint64_t i = 0; i < count; i++) {
        gpucost_purchase row;
        gpucost_status status =
            gpucost__struct_in(&gpucost__purchase_table, (const char *)purchases + i * purchases->size, &row, err);
        if (status == GPUCOST_OK) continue;
        char prefix[48];
        snprintf(prefix, sizeof prefix, "/purchases/%llu/", (unsigned long long)i);
        gpucost__error_under(err, prefix);
        return status;
    }
    return GPUCOST_OK;
}
