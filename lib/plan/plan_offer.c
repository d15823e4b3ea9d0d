/* Quotes of the store, in the plan's currency, grouped by instance type and region. */
#include "plan/plan_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/name.h"
#include "plan/plan_terms.h"
#include "price/price_rate.h"

typedef struct {
    gpucost_quote quote;
    const gpucost_accelerator *accelerator;
} priced;

static int by_instance_and_region(const void *a, const void *b)
{
    const gpucost_quote *x = &((const priced *)a)->quote, *y = &((const priced *)b)->quote;
    int order = strcmp(x->provider, y->provider);
    if (!order) order = strcmp(x->instance, y->instance);
    if (!order) order = strcmp(x->region, y->region);
    if (!order) order = (x->accelerator_count > y->accelerator_count) - (x->accelerator_count < y->accelerator_count);
    if (!order) order = (x->offer_id > y->offer_id) - (x->offer_id < y->offer_id);
    return order;
}

static bool same_offer(const gpucost__offer *offer, const gpucost_quote *quote)
{
    return strcmp(offer->provider, quote->provider) == 0 && strcmp(offer->instance, quote->instance) == 0 &&
           strcmp(offer->region, quote->region) == 0 && (double)offer->count == quote->accelerator_count;
}

static void add_commitment(gpucost__offer *offer, const gpucost_quote *quote)
{
    uint64_t i = offer->commitment_count;
    if (i == GPUCOST__COMMITMENTS_MOST || !gpucost__terms_commitment(quote, &offer->commitments[i])) return;
    offer->commitment_utc_s[i] = quote->observed_utc_s;
    offer->commitment_count++;
}

static void add_quote(gpucost__offer *offer, const gpucost_quote *quote)
{
    if (quote->term == GPUCOST_TERM_ON_DEMAND) {
        if (offer->on_demand_nanos && offer->on_demand_nanos <= quote->hourly_nanos) return;
        offer->on_demand_nanos = quote->hourly_nanos;
        offer->on_demand_id = quote->offer_id;
        offer->on_demand_utc_s = quote->observed_utc_s;
    } else if (quote->term == GPUCOST_TERM_SPOT) {
        if (offer->spot_nanos && offer->spot_nanos <= quote->hourly_nanos) return;
        offer->spot_nanos = quote->hourly_nanos;
        offer->spot_id = quote->offer_id;
        offer->spot_utc_s = quote->observed_utc_s;
    } else {
        add_commitment(offer, quote);
    }
}

static void start_offer(gpucost__offer *offer, const priced *row)
{
    const gpucost_quote *quote = &row->quote;
    memset(offer, 0, sizeof *offer);
    memcpy(offer->provider, quote->provider, sizeof offer->provider);
    memcpy(offer->region, quote->region, sizeof offer->region);
    memcpy(offer->instance, quote->instance, sizeof offer->instance);
    offer->accelerator = row->accelerator;
    offer->count = (uint64_t)quote->accelerator_count;
    const gpucost_instance *instance = gpucost__instance_row(quote->provider, quote->instance);
    if (instance) offer->network_bytes_per_s = instance->network_bytes_per_s;
}

/* May this quote be used? When not, it is dropped with its reason. */
static gpucost_status usable(gpucost_plan *plan, priced *row, bool *use, gpucost_error *err)
{
    const gpucost_plan_options *options = &plan->options;
    gpucost_quote *quote = &row->quote;
    char what[128];
    *use = false;
    if (options->providers[0] && !gpucost__name_listed(options->providers, ',', quote->provider)) return GPUCOST_OK;
    if (gpucost__terms_other_system(quote->product) || (options->no_spot && quote->term == GPUCOST_TERM_SPOT))
        return GPUCOST_OK;
    if (options->most_age_h > 0 && (double)(options->now_utc_s - quote->observed_utc_s) > options->most_age_h * 3600)
        return gpucost__plan_drop(plan, quote->provider, "the price is older than most_age_h", 1, err);
    row->accelerator = gpucost__accelerator_row(plan->catalogue, quote->accelerator);
    if (!row->accelerator) {
        snprintf(what, sizeof what, "%s",
                 quote->accelerator[0] ? quote->accelerator : "instances without an accelerator");
        return gpucost__plan_drop(plan, what, "the accelerator is not in the catalogue", 1, err);
    }
    if (options->accelerators[0] && !gpucost__name_listed(options->accelerators, ',', row->accelerator->id))
        return GPUCOST_OK;
    if (quote->accelerator_count < 1 || quote->accelerator_count != (double)(uint64_t)quote->accelerator_count) {
        snprintf(what, sizeof what, "%s slices", row->accelerator->id);
        return gpucost__plan_drop(plan, what, "the instance carries a part of a device", 1, err);
    }
    double rate;
    GPUCOST__TRY(gpucost__plan_rate(plan, quote->currency, &rate, err));
    if (rate == 0) {
        char reason[192];
        int used = snprintf(reason, sizeof reason, "priced in %s; ", quote->currency);
        if (plan->job->options.currency[0])
            used += snprintf(reason + used, sizeof reason - (size_t)used, "the store has no rate of it in %s: ",
                             options->currency);
        else
            used += snprintf(reason + used, sizeof reason - (size_t)used,
                             "name plan.currency to convert at the store's rates, or ");
        snprintf(reason + used, sizeof reason - (size_t)used, "give plan.exchange_rates \"%s=...\" to compare",
                 quote->currency);
        return gpucost__plan_drop(plan, quote->provider, reason, 1, err);
    }
    *use = gpucost__price_convert(&quote->hourly_nanos, rate) && gpucost__price_convert(&quote->upfront_nanos, rate);
    if (*use) return GPUCOST_OK;
    return gpucost__plan_drop(plan, quote->provider, "the price has no value in the plan's currency at that rate", 1,
                              err);
}

/* The accelerators that the user allows, by their catalogue ids. */
static gpucost_status canonical_accelerators(gpucost_plan *plan, gpucost_error *err)
{
    gpucost_plan_options *options = &plan->options;
    char list[sizeof options->accelerators], ids[sizeof options->accelerators] = "";
    memcpy(list, options->accelerators, sizeof list);
    char *rest = list, *name;
    while ((name = strtok_r(rest, ",", &rest)) != NULL) {
        const gpucost_accelerator *row;
        gpucost_status status = gpucost__accelerator_need(plan->catalogue, name, &row, err);
        if (status != GPUCOST_OK) {
            gpucost__error_under(err, "/plan/accelerators");
            return status;
        }
        size_t used = strlen(ids);
        if (used + strlen(row->id) + 2 > sizeof ids)
            return gpucost__fail_field(err, GPUCOST_E_RANGE, "/plan/accelerators", name, "the list is too long");
        snprintf(ids + used, sizeof ids - used, "%s%s", used ? "," : "", row->id);
    }
    memcpy(options->accelerators, ids, sizeof ids);
    return GPUCOST_OK;
}

static gpucost_status group(gpucost_plan *plan, const gpucost_quotes *quotes, priced *rows, gpucost__offer *offers,
                            uint64_t *count, gpucost_error *err)
{
    uint64_t kept = 0, total = gpucost_quotes_count(quotes);
    for (uint64_t i = 0; i < total; i++) {
        bool use;
        rows[kept].quote = GPUCOST_INIT(gpucost_quote);
        GPUCOST__TRY(gpucost_quotes_at(quotes, i, &rows[kept].quote, err));
        GPUCOST__TRY(usable(plan, &rows[kept], &use, err));
        kept += use;
    }
    qsort(rows, kept, sizeof *rows, by_instance_and_region);
    *count = 0;
    for (uint64_t i = 0; i < kept; i++) {
        if (*count == 0 || !same_offer(&offers[*count - 1], &rows[i].quote)) start_offer(&offers[(*count)++], &rows[i]);
        add_quote(&offers[*count - 1], &rows[i].quote);
    }
    for (uint64_t i = 0; i < *count; i++) {
        if (offers[i].spot_nanos > 0)
            GPUCOST__TRY(gpucost__terms_interruption(plan->store, offers[i].provider, offers[i].region,
                                                     offers[i].instance, &offers[i].monthly_interruption, err));
        GPUCOST__TRY(gpucost__plan_data_prices(plan, &offers[i], err));
    }
    return GPUCOST_OK;
}

/* Prices on demand that fall with the hours that an instance runs. */
static gpucost_status read_steps(gpucost_plan *plan, gpucost_store *store, gpucost_price_filter filter,
                                 gpucost__offer *offers, uint64_t count, gpucost_error *err)
{
    static const char *const plans[] = {"after_96h", "after_360h"};
    gpucost_status status = GPUCOST_OK;
    for (int step = 0; step < 2 && status == GPUCOST_OK; step++) {
        gpucost_quotes *quotes;
        snprintf(filter.plan, sizeof filter.plan, "%s", plans[step]);
        GPUCOST__TRY(gpucost_price_quotes(store, &filter, &quotes, err));
        for (uint64_t q = 0; q < gpucost_quotes_count(quotes) && status == GPUCOST_OK; q++) {
            gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
            double rate;
            status = gpucost_quotes_at(quotes, q, &quote, err);
            if (status == GPUCOST_OK) status = gpucost__plan_rate(plan, quote.currency, &rate, err);
            if (status != GPUCOST_OK || rate == 0 || !gpucost__price_convert(&quote.hourly_nanos, rate)) continue;
            for (uint64_t i = 0; i < count; i++) {
                int64_t *kept = &offers[i].step_nanos[step];
                if (same_offer(&offers[i], &quote) && (!*kept || quote.hourly_nanos < *kept))
                    *kept = quote.hourly_nanos;
            }
        }
        gpucost_quotes_free(quotes);
    }
    return status;
}

gpucost_status gpucost__plan_offers(gpucost_plan *plan, gpucost_store *store, gpucost__offer **offers, uint64_t *count,
                                    gpucost_error *err)
{
    GPUCOST__TRY(canonical_accelerators(plan, err));
    gpucost_price_filter filter = GPUCOST_INIT(gpucost_price_filter);
    filter.at_utc_s = plan->options.at_utc_s;
    memcpy(filter.regions, plan->options.regions, sizeof filter.regions);
    gpucost_quotes *quotes;
    GPUCOST__TRY(gpucost_price_quotes(store, &filter, &quotes, err));
    uint64_t total = gpucost_quotes_count(quotes);
    priced *rows = malloc((total + 1) * sizeof *rows);
    gpucost__offer *made = malloc((total + 1) * sizeof *made);
    gpucost_status status =
        rows && made ? group(plan, quotes, rows, made, count, err) : gpucost__fail_memory(err);
    gpucost_quotes_free(quotes);
    free(rows);
    if (status == GPUCOST_OK) status = read_steps(plan, store, filter, made, *count, err);
    if (status == GPUCOST_OK && *count == 0)
        status = gpucost__plan_drop(plan, "every offer",
                                    total ? "no offer left of the providers, accelerators, currency and terms allowed"
                                          : "the store has no price in the regions allowed as of that instant",
                                    total ? total : 1, err);
    if (status == GPUCOST_OK)
        *offers = made;
    else
        free(made);
    return status;
}
