/* The plan under another demand, and what one of its units earns. */
#include <math.h>
#include <stdlib.h>

#include "base/money.h"
#include "schedule/schedule_handle.h"
#include "sensitivity/sensitivity_table.h"

static gpucost_status check_case(const gpucost_portfolio_case *asked, const gpucost_schedule *schedule,
                                 gpucost_error *err)
{
    if (schedule->summary.hours == asked->hours) return GPUCOST_OK;
    return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "schedule", NULL, "a schedule of %llu hours for a case of %llu",
                               (unsigned long long)schedule->summary.hours, (unsigned long long)asked->hours);
}

/* ---- demand ---- */

static gpucost_status scale_units(const int32_t *from, uint64_t hours, double scale, int32_t *to, gpucost_error *err)
{
    for (uint64_t t = 0; t < hours; t++) {
        double units = nearbyint(from[t] * scale);
        if (units > INT32_MAX)
            return gpucost__fail_field(err, GPUCOST_E_RANGE, "scale", NULL, "the demand of hour %llu exceeds %d units",
                                       (unsigned long long)t, INT32_MAX);
        to[t] = (int32_t)units;
    }
    return GPUCOST_OK;
}

static gpucost_status write_effect(const gpucost_portfolio_case *scaled, const gpucost_schedule *schedule,
                                   gpucost_demand_effect *effect, gpucost_error *err)
{
    gpucost_schedule *kept = NULL, *best = NULL;
    gpucost_status status =
        gpucost_schedule_price(scaled, schedule->purchases, schedule->summary.purchases, &kept, err);
    if (status == GPUCOST_OK) status = gpucost_schedule_again(scaled, schedule, &best, err);
    if (status == GPUCOST_OK) {
        effect->coverage = kept->summary.coverage;
        effect->utilisation = kept->summary.utilisation;
        effect->kept = kept->summary.cost;
        effect->best = best->summary.cost;
        effect->all_on_demand = kept->summary.all_on_demand;
        gpucost__int128 regret = gpucost__money_nanos(&effect->kept) - gpucost__money_nanos(&effect->best);
        if (!gpucost__money_from_nanos(regret, effect->kept.currency, &effect->regret))
            status = gpucost__fail(err, GPUCOST_E_OVERFLOW, "the regret exceeds 64 bits of %s", effect->kept.currency);
    }
    gpucost_schedule_free(kept);
    gpucost_schedule_free(best);
    return status;
}

gpucost_status gpucost_sensitivity_demand(const gpucost_portfolio_case *portfolio_case,
                                          const gpucost_schedule *schedule, double scale, gpucost_demand_effect *effect,
                                          gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__demand_effect_table, effect, err));
    GPUCOST__TRY(check_case(portfolio_case, schedule, err));
    if (!(scale >= 0 && scale <= 1000))
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "scale", NULL, "expected a factor of the demand, 0..1000");
    uint64_t hours = portfolio_case->hours;
    gpucost_portfolio_case scaled = *portfolio_case;
    gpucost__path path = {.demand = malloc((size_t)hours * sizeof *path.demand),
                          .interruptible = malloc((size_t)hours * sizeof *path.interruptible), .weight = 1};
    scaled.paths = &path;
    scaled.path_count = 1;
    gpucost_demand_effect ours = {.size = sizeof ours, .scale = scale};
    gpucost_status status = path.demand && path.interruptible ? GPUCOST_OK : gpucost__fail_memory(err);
    if (status == GPUCOST_OK) status = scale_units(portfolio_case->paths[0].demand, hours, scale, path.demand, err);
    if (status == GPUCOST_OK)
        status = scale_units(portfolio_case->paths[0].interruptible, hours, scale, path.interruptible, err);
    if (status == GPUCOST_OK) status = write_effect(&scaled, schedule, &ours, err);
    free(path.demand);
    free(path.interruptible);
    if (status == GPUCOST_OK) gpucost__struct_out(&gpucost__demand_effect_table, &ours, effect);
    return status;
}

/* ---- units ---- */

gpucost_status gpucost_sensitivity_unit(const gpucost_portfolio_case *portfolio_case, const gpucost_schedule *schedule,
                                        uint64_t purchase, uint64_t unit, gpucost_unit_value *value, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__unit_value_table, value, err));
    GPUCOST__TRY(check_case(portfolio_case, schedule, err));
    if (purchase >= schedule->summary.purchases)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "purchase", NULL, "purchase %llu is past the last of %llu",
                                   (unsigned long long)purchase, (unsigned long long)schedule->summary.purchases);
    GPUCOST__TRY(gpucost__count_check("unit", unit, 1, INT32_MAX, err));
    const gpucost_purchase *row = &schedule->purchases[purchase];
    gpucost_unit_value ours = {.size = sizeof ours, .unit = unit, .bought = row->units};
    gpucost__int128 saves = 0, cost = gpucost__money_nanos(&row->cost) / (int64_t)row->units;
    for (uint64_t t = row->start_hour; t < row->end_hour; t++) {
        const gpucost__served *served = &schedule->served[t];
        int64_t level = served->committed - (int64_t)row->units + (int64_t)unit;
        saves += gpucost__hour_value(&served->hour, level);
        ours.used_hours += level <= served->hour.need;
    }
    ours.utilisation = (double)ours.used_hours / (double)(row->end_hour - row->start_hour);
    const char *currency = portfolio_case->options.currency;
    if (!gpucost__money_from_nanos(saves, currency, &ours.saves) ||
        !gpucost__money_from_nanos(cost, currency, &ours.cost) ||
        !gpucost__money_from_nanos(saves - cost, currency, &ours.earns))
        return gpucost__fail(err, GPUCOST_E_OVERFLOW, "an amount exceeds 64 bits of %s", currency);
    gpucost__struct_out(&gpucost__unit_value_table, &ours, value);
    return GPUCOST_OK;
}
