/* What a job costs beside its instances: storage while it runs, traffic of its data to the region and of its results to
   the internet. A price that is not known is named, never 0. */
#include "plan/plan_inner.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/money.h"

enum { MONTH_H = 730 };

static bool is_there(const gpucost_plan_options *options, const char *provider, const char *region)
{
    return strcmp(options->data_provider, provider) == 0 && strcmp(options->data_region, region) == 0;
}

static bool moves(const gpucost_plan_options *options, const char *provider, const char *region)
{
    return options->data_region[0] && !is_there(options, provider, region);
}

double gpucost__plan_transfer_h(const gpucost_plan *plan, const gpucost__offer *offer)
{
    const gpucost_plan_options *options = &plan->options;
    double bytes = options->result_bytes;
    if (moves(options, offer->provider, offer->region)) bytes += options->data_bytes;
    return bytes / options->transfer_bytes_per_s / 3600;
}

/* From the store, else from the bundled tariffs, which are read only when the store lacks one. */
static gpucost_status find_price(gpucost_plan *plan, const gpucost__tariff_place *place, gpucost__data_price *price,
                                 gpucost_error *err)
{
    bool several = false;
    gpucost_tariffs *own = place->kind == GPUCOST_TARIFF_STORAGE ? plan->storage : plan->egress;
    gpucost_tariffs *lists[] = {own, plan->bundled_tariffs};
    for (int i = 0; i < 2 && price->tariff.count == 0 && !several; i++) {
        if (i == 1 && !lists[i]) {
            if (plan->bundled) break;
            GPUCOST__TRY(gpucost__plan_bundled_tariffs(plan, err));
            lists[i] = plan->bundled_tariffs;
        }
        gpucost__tariff_find(lists[i], place, &price->tariff, &several);
        price->bundled = i == 1 || plan->bundled;
    }
    price->why = several ? "several tariffs" : "no tariff";
    if (price->tariff.count == 0) return GPUCOST_OK;
    const gpucost_tariff *first = price->tariff.rows;
    GPUCOST__TRY(gpucost__plan_rate(plan, first->currency, &price->rate, err));
    if (!(price->rate > 0)) price->why = "no exchange rate";
    if (price->bundled && first->observed_utc_s > plan->bundled_utc_s) plan->bundled_utc_s = first->observed_utc_s;
    return GPUCOST_OK;
}

gpucost_status gpucost__plan_data_prices(gpucost_plan *plan, gpucost__offer *offer, gpucost_error *err)
{
    const gpucost_plan_options *options = &plan->options;
    gpucost__tariff_place place = {.provider = offer->provider,
                                   .region = offer->region,
                                   .kind = GPUCOST_TARIFF_STORAGE,
                                   .item = options->storage_class,
                                   .target = "",
                                   .currency = options->currency};
    if (options->data_bytes > 0 || plan->job->workload.kind != GPUCOST_WORKLOAD_INFERENCE)
        GPUCOST__TRY(find_price(plan, &place, &offer->storage, err));
    place.kind = GPUCOST_TARIFF_EGRESS;
    place.item = "";
    place.target = "internet";
    if (options->result_bytes > 0) GPUCOST__TRY(find_price(plan, &place, &offer->results, err));
    if (!moves(options, offer->provider, offer->region)) return GPUCOST_OK;
    place.provider = options->data_provider;
    place.region = options->data_region;
    if (strcmp(options->data_provider, offer->provider) == 0) place.target = offer->region;
    return find_price(plan, &place, &offer->data, err);
}

/* One line: so many bytes, kept for so many months when the unit is one of storage. */
static bool line(const gpucost__data_price *price, double bytes, double months, const char *currency,
                 gpucost_money *cost)
{
    bool monthly;
    double unit = 1, whole = 0;
    gpucost__int128 each = 0, rest, sum, converted;
    if (!gpucost__tariff_unit_bytes(price->tariff.rows->unit, &monthly, &unit)) return false;
    double quantity = bytes / unit, part = monthly ? modf(months, &whole) : 1;
    if (monthly && !gpucost__tariff_nanos(&price->tariff, quantity, &each)) return false;
    if (!gpucost__tariff_nanos(&price->tariff, quantity * part, &rest)) return false;
    if (gpucost__mul_i128(each, (gpucost__int128)whole, &sum) || gpucost__add_i128(sum, rest, &sum))
        return false;
    if (price->rate != 1) {
        if (sum > INT64_MAX || !gpucost__price_times((int64_t)sum, price->rate, &converted)) return false;
        sum = converted;
    }
    return gpucost__money_from_nanos(sum, currency, cost);
}

static void leave_out(gpucost_plan_option *option, const char *what, const char *why)
{
    size_t used = strlen(option->not_counted);
    snprintf(option->not_counted + used, sizeof option->not_counted - used, "%s%s (%s)", used ? ", " : "", what, why);
}

gpucost_status gpucost__plan_data(const gpucost_plan *plan, const gpucost__offer *offer, double checkpoint_bytes,
                                  gpucost_plan_option *option, gpucost_error *err)
{
    const gpucost_plan_options *options = &plan->options;
    option->transfer_h = gpucost__plan_transfer_h(plan, offer);
    option->stored_bytes = options->data_bytes + checkpoint_bytes * (double)options->checkpoints_kept;
    option->compute_cost = option->cost;
    bool moved = moves(options, offer->provider, offer->region);
    const struct {
        const char *what;
        const gpucost__data_price *price;
        double bytes;
        gpucost_money *cost;
    } lines[] = {{"storage", &offer->storage, option->stored_bytes, &option->storage_cost},
                 {"data in", &offer->data, moved ? options->data_bytes : 0, &option->data_cost},
                 {"results out", &offer->results, options->result_bytes, &option->result_cost}};
    for (int i = 0; i < 3; i++) {
        memcpy(lines[i].cost->currency, options->currency, 3);
        if (!(lines[i].bytes > 0)) continue;
        if (lines[i].price->tariff.count == 0 || !(lines[i].price->rate > 0)) {
            leave_out(option, lines[i].what, lines[i].price->why);
            continue;
        }
        if (!line(lines[i].price, lines[i].bytes, (option->wall_h + option->transfer_h) / MONTH_H, options->currency,
                  lines[i].cost))
            return gpucost__fail(err, GPUCOST_E_OVERFLOW, "the cost of %s does not fit", lines[i].what);
        GPUCOST__TRY(gpucost_money_add(&option->cost, lines[i].cost, &option->cost, err));
        if (offer->on_demand_nanos)
            GPUCOST__TRY(gpucost_money_add(&option->on_demand_cost, lines[i].cost, &option->on_demand_cost, err));
    }
    double all = gpucost_money_to_double(&option->on_demand_cost);
    if (offer->on_demand_nanos && all > 0) option->savings = 1 - gpucost_money_to_double(&option->cost) / all;
    return GPUCOST_OK;
}

gpucost_status gpucost__plan_note_data(gpucost_plan *plan, gpucost_error *err)
{
    char date[32];
    uint64_t lacking = 0;
    for (uint64_t i = 0; i < plan->candidate_count; i++) lacking += plan->candidates[i].option.not_counted[0] != '\0';
    if (lacking)
        GPUCOST__TRY(
            gpucost__plan_note(plan, err,
                               "%llu of %llu options leave storage or traffic out of their cost, for want of a "
                               "tariff: see not_counted, and import tariffs (price template tariffs).",
                               (unsigned long long)lacking, (unsigned long long)plan->candidate_count));
    if (plan->options.data_bytes > 0 && !plan->options.data_region[0])
        GPUCOST__TRY(gpucost__plan_note(
            plan, err, "Data: no data_region, so no traffic and no time to move the data are counted."));
    if (!plan->bundled_utc_s) return GPUCOST_OK;
    gpucost_instant_format(plan->bundled_utc_s, date, sizeof date);
    return gpucost__plan_note(plan, err, "Storage and traffic: bundled list tariffs of %.10s%s.", date,
                              plan->bundled ? "" : ", where the store has none");
}
