/* What one instance type is sold under in one place, as a portfolio takes it. */
#include "plan/plan_terms.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "base/money.h"
#include "gpucost/plan.h"
#include "gpucost/spot.h"
#include "gpucost/tariff.h"
#include "portfolio/portfolio_table.h"
#include "price/price_table.h"

enum { MONTH_H = 720 };

struct gpucost_terms {
    gpucost_portfolio_options options;
    gpucost_quote on_demand, spot; /* offer_id 0: none */
    uint64_t count;
    struct {
        gpucost_commitment commitment;
        gpucost_quote quote;
    } rows[];
};

bool gpucost__terms_commitment(const gpucost_quote *quote, gpucost_commitment *commitment)
{
    static const char *const term_names[] = {"", "", "reserved", "savings_plan", "subscription", "committed_use"};
    static const char *const payment_names[] = {"", " partial upfront", " all upfront"};
    if (quote->term < GPUCOST_TERM_RESERVED || quote->term > GPUCOST_TERM_COMMITTED_USE) return false;
    *commitment = GPUCOST_INIT(gpucost_commitment);
    uint64_t months = quote->term_hours / 730;
    bool years = months >= 12 && months % 12 == 0;
    snprintf(commitment->name, sizeof commitment->name, "%s %llu %s%s%s%s", term_names[quote->term],
             (unsigned long long)(years ? months / 12 : months), years ? "y" : "m",
             quote->term == GPUCOST_TERM_SUBSCRIPTION ? "" : payment_names[quote->payment], /* always prepaid */
             *quote->plan ? " " : "", quote->plan);
    commitment->term_hours = quote->term_hours;
    commitment->upfront_nanos = quote->upfront_nanos;
    commitment->hourly_nanos = quote->hourly_nanos;
    return true;
}

bool gpucost__terms_other_system(const char *product)
{
    static const char *const others[] = {"Windows", "Red Hat", "RHEL", "SUSE", "SQL"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strstr(product, others[i])) return true;
    return false;
}

gpucost_status gpucost__terms_interruption(gpucost_store *store, const char *provider, const char *region,
                                           const char *instance, double *share, gpucost_error *err)
{
    double low, high;
    gpucost_status status = gpucost_price_interruption(store, provider, region, instance, NULL, &low, &high, err);
    *share = 0;
    if (status == GPUCOST_E_UNKNOWN_FACT) {
        gpucost__clear(err);
        return GPUCOST_OK;
    }
    /* a share of all instances would leave no capacity at all */
    if (status == GPUCOST_OK && low + high > 0) *share = fmin((low + high) / 2, 0.9);
    return status;
}

double gpucost__terms_assumed_interruption(const char *accelerator)
{
    static const char *const scarce[] = {"a100-", "h100-", "h200-"};
    for (size_t i = 0; i < sizeof scarce / sizeof *scarce; i++)
        if (strncmp(accelerator, scarce[i], strlen(scarce[i])) == 0) return 0.10;
    return 0.20;
}

/* The spot price of an hour that is useful, with the defaults of gpucost_spot_case for a month of work. */
static gpucost_status price_spot(gpucost_store *store, gpucost_terms *terms, gpucost_error *err)
{
    const gpucost_quote *spot = &terms->spot;
    gpucost_spot_case work = GPUCOST_INIT(gpucost_spot_case);
    gpucost_spot_result result = GPUCOST_INIT(gpucost_spot_result);
    gpucost__int128 useful;
    if (!spot->offer_id) return GPUCOST_OK;
    work.work_h = MONTH_H;
    GPUCOST__TRY(gpucost__terms_interruption(store, spot->provider, spot->region, spot->instance,
                                             &work.monthly_interruption, err));
    if (!(work.monthly_interruption > 0))
        work.monthly_interruption = gpucost__terms_assumed_interruption(spot->accelerator);
    GPUCOST__TRY(gpucost_spot_useful_hours(&work, &result, err));
    if (gpucost__price_times(spot->hourly_nanos, result.overhead, &useful) && useful < INT64_MAX / 4)
        terms->options.spot_nanos = (int64_t)useful;
    return GPUCOST_OK;
}

/* The cheapest of a kind stands for it: zones have prices of their own. */
static void keep_cheapest(gpucost_quote *kept, const gpucost_quote *quote)
{
    if (!kept->offer_id || quote->hourly_nanos < kept->hourly_nanos) *kept = *quote;
}

static gpucost_status same_place(const gpucost_quote *a, const gpucost_quote *b, gpucost_error *err)
{
    const struct {
        const char *field, *a, *b;
    } texts[] = {{"provider", a->provider, b->provider}, {"instance", a->instance, b->instance},
                 {"regions", a->region, b->region},      {"currency", a->currency, b->currency},
                 {"tenancy", a->tenancy, b->tenancy}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(texts[i].a, texts[i].b) != 0)
            return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, texts[i].field, texts[i].b,
                                       "terms are of one instance type in one place, but the offers have %s \"%s\" and "
                                       "\"%s\": choose one",
                                       texts[i].field, texts[i].a, texts[i].b);
    return GPUCOST_OK;
}

static gpucost_status fill(gpucost_store *store, const gpucost_quotes *quotes, bool fold, gpucost_terms *terms,
                           gpucost_error *err)
{
    gpucost_quote first = GPUCOST_INIT(gpucost_quote);
    terms->options = GPUCOST_INIT(gpucost_portfolio_options);
    for (uint64_t i = 0; i < gpucost_quotes_count(quotes); i++) {
        gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
        GPUCOST__TRY(gpucost_quotes_at(quotes, i, &quote, err));
        if (gpucost__terms_other_system(quote.product)) continue;
        if (!first.offer_id) first = quote;
        GPUCOST__TRY(same_place(&first, &quote, err));
        if (quote.term == GPUCOST_TERM_ON_DEMAND) keep_cheapest(&terms->on_demand, &quote);
        if (quote.term == GPUCOST_TERM_SPOT) keep_cheapest(&terms->spot, &quote);
        if (!gpucost__terms_commitment(&quote, &terms->rows[terms->count].commitment)) continue;
        if (fold) {
            terms->rows[terms->count].commitment.hourly_nanos = quote.effective_nanos;
            terms->rows[terms->count].commitment.upfront_nanos = 0;
        }
        terms->rows[terms->count++].quote = quote;
    }
    if (!terms->on_demand.offer_id)
        return gpucost__fail_field(err, GPUCOST_E_UNKNOWN_FACT, first.offer_id ? "on_demand" : "instance", NULL,
                                   first.offer_id ? "the store has no on-demand price beside the terms"
                                                  : "the store has no such offer at that instant");
    memcpy(terms->options.currency, terms->on_demand.currency, sizeof terms->options.currency);
    terms->options.on_demand_nanos = terms->on_demand.hourly_nanos;
    return price_spot(store, terms, err);
}

gpucost_status gpucost_terms_new(gpucost_store *store, const gpucost_price_filter *filter, int32_t fold_upfront,
                                 gpucost_terms **terms, gpucost_error *err)
{
    gpucost_quotes *quotes;
    GPUCOST__TRY(gpucost_price_quotes(store, filter, &quotes, err));
    gpucost_terms *made = calloc(1, sizeof *made + gpucost_quotes_count(quotes) * sizeof made->rows[0]);
    gpucost_status status = made ? fill(store, quotes, fold_upfront != 0, made, err) : gpucost__fail_memory(err);
    gpucost_quotes_free(quotes);
    if (status == GPUCOST_OK)
        *terms = made;
    else
        free(made);
    return status;
}

gpucost_status gpucost_terms_prices(const gpucost_terms *terms, gpucost_portfolio_options *options,
                                    gpucost_quote *on_demand, gpucost_error *err)
{
    gpucost__clear(err);
    if (options) GPUCOST__TRY(gpucost__struct_can_out(&gpucost__portfolio_options_table, options, err));
    if (on_demand) GPUCOST__TRY(gpucost__struct_can_out(&gpucost__quote_table, on_demand, err));
    if (options) gpucost__struct_out(&gpucost__portfolio_options_table, &terms->options, options);
    if (on_demand) gpucost__struct_out(&gpucost__quote_table, &terms->on_demand, on_demand);
    return GPUCOST_OK;
}

uint64_t gpucost_terms_count(const gpucost_terms *terms)
{
    return terms->count;
}

gpucost_status gpucost_terms_at(const gpucost_terms *terms, uint64_t index, gpucost_commitment *commitment,
                                gpucost_quote *quote, gpucost_error *err)
{
    gpucost__clear(err);
    if (index >= terms->count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "index", NULL, "%llu is past the last of %llu terms",
                                   (unsigned long long)index, (unsigned long long)terms->count);
    if (commitment) GPUCOST__TRY(gpucost__struct_can_out(&gpucost__commitment_table, commitment, err));
    if (quote) GPUCOST__TRY(gpucost__struct_can_out(&gpucost__quote_table, quote, err));
    if (commitment) gpucost__struct_out(&gpucost__commitment_table, &terms->rows[index].commitment, commitment);
    if (quote) gpucost__struct_out(&gpucost__quote_table, &terms->rows[index].quote, quote);
    return GPUCOST_OK;
}

void gpucost_terms_free(gpucost_terms *terms)
{
    free(terms);
}
