#include "portfolio/portfolio_case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "portfolio/portfolio_table.h"
#include "portfolio/portfolio_term.h"

gpucost__int128 gpucost__dated_cost(const gpucost_portfolio_case *asked, const gpucost_commitment *row, uint64_t date)
{
    uint64_t inside = asked->hours - date;
    uint64_t left = row->term_hours > inside ? row->term_hours - inside : 0;
    uint64_t paid = asked->options.horizon_rule == GPUCOST__HORIZON_INSIDE ? row->term_hours - left : row->term_hours;
    return row->upfront_nanos + (gpucost__int128)row->hourly_nanos * paid - (gpucost__int128)row->salvage_nanos * left;
}

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

static gpucost_status fill(gpucost_portfolio_case *made, uint64_t hours, gpucost_error *err)
{
    size_t room = (size_t)hours;
    made->held = calloc(room, sizeof *made->held);
    made->on_demand = calloc(room, sizeof *made->on_demand);
    made->spot = calloc(room, sizeof *made->spot);
    made->spot_units = calloc(room, sizeof *made->spot_units);
    if (!made->held || !made->on_demand || !made->spot || !made->spot_units)
        return gpucost__fail_memory(err);
    made->hours = hours;
    for (uint64_t t = 0; t < hours; t++) {
        made->on_demand[t] = made->options.on_demand_nanos;
        made->spot[t] = made->options.spot_nanos;
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
    for (uint64_t k = 0; k < portfolio_case->count; k++) free(portfolio_case->dated[k].dates);
    for (uint64_t i = 0; i < portfolio_case->path_count; i++) {
        free(portfolio_case->paths[i].demand);
        free(portfolio_case->paths[i].interruptible);
    }
    free(portfolio_case->paths);
    free(portfolio_case->held);
    free(portfolio_case->on_demand);
    free(portfolio_case->spot);
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
    if (on_demand) memcpy(portfolio_case->on_demand, on_demand, (size_t)hours * sizeof *on_demand);
    if (spot) memcpy(portfolio_case->spot, spot, (size_t)hours * sizeof *spot);
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

/* ---- what can be bought ---- */

static gpucost_status check_cost(const gpucost_portfolio_case *asked, const gpucost__dated *dated, gpucost_error *err)
{
    for (uint64_t i = 0; i < dated->count; i++) {
        uint64_t date = gpucost__date_at(dated, i);
        if (gpucost__dated_cost(asked, &dated->row, date) > 0) continue;
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "salvage_price", NULL,
                                   "bought in hour %llu, \"%.64s\" is worth more at the horizon than it costs",
                                   (unsigned long long)date, dated->row.name);
    }
    return GPUCOST_OK;
}

static gpucost_status take_grid(const gpucost_portfolio_case *asked, gpucost__dated *dated, gpucost_error *err)
{
    gpucost_commitment *row = &dated->row;
    if (row->every_hours == 0) row->every_hours = 1;
    if (row->last_hour == 0 || row->last_hour >= asked->hours) row->last_hour = asked->hours - 1;
    if (row->first_hour > row->last_hour)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "first_hour", NULL,
                                   "the first date, hour %llu, is after the last, hour %llu",
                                   (unsigned long long)row->first_hour, (unsigned long long)row->last_hour);
    dated->count = (row->last_hour - row->first_hour) / row->every_hours + 1;
    return GPUCOST_OK;
}

static gpucost_status take_dates(const gpucost_portfolio_case *asked, const uint64_t *dates, uint64_t count,
                                 gpucost__dated *dated, gpucost_error *err)
{
    const gpucost_commitment *row = &dated->row;
    if (row->first_hour || row->last_hour || row->every_hours)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "every_hours", NULL,
                                   "give either dates or a grid of first_hour, last_hour and every_hours");
    GPUCOST__TRY(gpucost__count_check("count", count, 1, asked->hours, err));
    for (uint64_t i = 0; i < count; i++) {
        if (dates[i] < asked->hours && (i == 0 || dates[i] > dates[i - 1])) continue;
        char field[48];
        snprintf(field, sizeof field, "dates/%llu", (unsigned long long)i);
        return gpucost__fail_field(err, GPUCOST_E_RANGE, field, NULL,
                                   "hour %llu is not after the date before it and inside the %llu hours",
                                   (unsigned long long)dates[i], (unsigned long long)asked->hours);
    }
    dated->dates = malloc((size_t)count * sizeof *dated->dates);
    if (!dated->dates) return gpucost__fail_memory(err);
    memcpy(dated->dates, dates, (size_t)count * sizeof *dated->dates);
    dated->count = count;
    return GPUCOST_OK;
}

static gpucost_status take_commitment(const gpucost_portfolio_case *asked, const gpucost_commitment *commitment,
                                      const uint64_t *dates, uint64_t count, gpucost__dated *dated, gpucost_error *err)
{
    gpucost_commitment *row = &dated->row;
    GPUCOST__TRY(gpucost__commitment_take(commitment, row, err));
    if (row->unit_size == 0) row->unit_size = 1;
    if (row->usage_nanos != 0)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "usage_price", NULL,
                                   "a commitment with a usage price cannot be dated; gpucost_portfolio_new() takes it");
    GPUCOST__TRY(dates ? take_dates(asked, dates, count, dated, err) : take_grid(asked, dated, err));
    return check_cost(asked, dated, err);
}

gpucost_status gpucost_portfolio_case_add_commitment(gpucost_portfolio_case *portfolio_case,
                                                     const gpucost_commitment *commitment, const uint64_t *dates,
                                                     uint64_t count, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__count_check("commitments", portfolio_case->count + 1, 1, GPUCOST__COMMITMENTS_MOST, err));
    gpucost__dated dated = {0};
    gpucost_status status = take_commitment(portfolio_case, commitment, dates, count, &dated, err);
    gpucost__dated *grown = NULL;
    if (status == GPUCOST_OK) {
        grown = realloc(portfolio_case->dated, ((size_t)portfolio_case->count + 1) * sizeof *grown);
        if (!grown) status = gpucost__fail_memory(err);
    }
    if (status != GPUCOST_OK) {
        free(dated.dates);
        return status;
    }
    portfolio_case->dated = grown;
    portfolio_case->dated[portfolio_case->count++] = dated;
    return GPUCOST_OK;
}
