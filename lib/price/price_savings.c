/* Terms against on demand. */
#include <stdlib.h>
#include <string.h>

#include "base/name.h"
#include "price/price_table.h"
#include "price/price_term.h"

struct gpucost_savings {
    uint64_t count;
    gpucost_saving rows[];
};

/* What a term and its on-demand price have in common. */
static int compare_place(const gpucost_quote *a, const gpucost_quote *b)
{
    int order = strcmp(a->provider, b->provider);
    if (order == 0) order = strcmp(a->instance, b->instance);
    if (order == 0) order = strcmp(a->region, b->region);
    if (order == 0) order = strcmp(a->product, b->product);
    if (order == 0) order = strcmp(a->tenancy, b->tenancy);
    return order ? order : strcmp(a->currency, b->currency);
}

/* On demand first, then by zone: the price of the region comes before those of its zones. */
static int compare_quotes(const void *left, const void *right)
{
    const gpucost_quote *a = left, *b = right;
    int order = compare_place(a, b);
    if (order == 0) order = (a->term > b->term) - (a->term < b->term);
    if (order == 0) order = strcmp(a->zone, b->zone);
    return order ? order : (a->offer_id > b->offer_id) - (a->offer_id < b->offer_id);
}

static int compare_savings(const void *left, const void *right)
{
    const gpucost_saving *a = left, *b = right;
    if (a->saving < b->saving || a->saving > b->saving) return a->saving > b->saving ? -1 : 1;
    return (a->offer_id > b->offer_id) - (a->offer_id < b->offer_id);
}

/* [count] quotes of one place. That of the term's own zone, else the region's, else the first zone's. */
static const gpucost_quote *on_demand_of(const gpucost_quote *quotes, uint64_t count, const gpucost_quote *term)
{
    for (uint64_t i = 0; i < count && quotes[i].term == GPUCOST_TERM_ON_DEMAND; i++)
        if (strcmp(quotes[i].zone, term->zone) == 0) return &quotes[i];
    if (count == 0 || quotes[0].term != GPUCOST_TERM_ON_DEMAND) return NULL;
    return !*quotes[0].zone || !*term->zone ? &quotes[0] : NULL;
}

static gpucost_saving compare_terms(const gpucost_quote *term, const gpucost_quote *on_demand)
{
    gpucost_saving row = GPUCOST_INIT(gpucost_saving);
    double ratio = (double)term->effective_nanos / (double)on_demand->effective_nanos;
    row.offer_id = term->offer_id;
    row.on_demand_id = on_demand->offer_id;
    memcpy(row.provider, term->provider, sizeof row.provider);
    memcpy(row.region, term->region, sizeof row.region);
    memcpy(row.zone, term->zone, sizeof row.zone);
    memcpy(row.instance, term->instance, sizeof row.instance);
    memcpy(row.product, term->product, sizeof row.product);
    memcpy(row.tenancy, term->tenancy, sizeof row.tenancy);
    memcpy(row.plan, term->plan, sizeof row.plan);
    memcpy(row.currency, term->currency, sizeof row.currency);
    row.term = term->term;
    row.payment = term->payment;
    row.term_hours = term->term_hours;
    row.effective_nanos = term->effective_nanos;
    row.on_demand_nanos = on_demand->effective_nanos;
    row.saving = 1 - ratio;
    row.break_even_use = term->term_hours > 0 ? ratio : 0;
    return row;
}

static bool chosen(const gpucost_price_filter *filter, int32_t term, const gpucost_quote *quote)
{
    return quote->term != GPUCOST_TERM_ON_DEMAND && (term < 0 || quote->term == term) &&
           (!*filter->plan || gpucost__name_equal(filter->plan, quote->plan));
}

static void fill(gpucost_savings *savings, const gpucost_price_filter *filter, int32_t term,
                 const gpucost_quote *quotes, uint64_t count)
{
    for (uint64_t start = 0, end; start < count; start = end) {
        end = start + 1;
        while (end < count && compare_place(&quotes[start], &quotes[end]) == 0) end++;
        for (uint64_t i = start; i < end; i++) {
            const gpucost_quote *on_demand =
                chosen(filter, term, &quotes[i]) ? on_demand_of(quotes + start, end - start, &quotes[i]) : NULL;
            if (on_demand) savings->rows[savings->count++] = compare_terms(&quotes[i], on_demand);
        }
    }
    if (savings->count > 1) qsort(savings->rows, (size_t)savings->count, sizeof savings->rows[0], compare_savings);
    if (filter->limit > 0 && savings->count > filter->limit) savings->count = filter->limit;
}

gpucost_status gpucost_price_savings(gpucost_store *store, const gpucost_price_filter *given, gpucost_savings **savings,
                                     gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_price_filter filter, all;
    gpucost_quotes *quotes;
    int32_t term = -1;
    GPUCOST__TRY(gpucost__struct_in(&gpucost__price_filter_table, given, &filter, err));
    if (*filter.term) {
        gpucost_status status = gpucost__term_need(filter.term, &term, err);
        gpucost__error_under(err, "term");
        if (status != GPUCOST_OK) return status;
    }
    all = filter;
    all.limit = 0;
    memset(all.term, 0, sizeof all.term);
    memset(all.plan, 0, sizeof all.plan);
    GPUCOST__TRY(gpucost_price_quotes(store, &all, &quotes, err));
    uint64_t count = gpucost_quotes_count(quotes);
    gpucost_quote *rows = malloc(((size_t)count + 1) * sizeof *rows);
    gpucost_savings *made = malloc(sizeof *made + (size_t)count * sizeof made->rows[0]);
    gpucost_status status = rows && made ? GPUCOST_OK : gpucost__fail_memory(err);
    for (uint64_t i = 0; status == GPUCOST_OK && i < count; i++) {
        rows[i].size = sizeof rows[i];
        status = gpucost_quotes_at(quotes, i, &rows[i], err);
    }
    if (status == GPUCOST_OK) {
        made->count = 0;
        if (count > 1) qsort(rows, (size_t)count, sizeof *rows, compare_quotes);
        fill(made, &filter, term, rows, count);
        *savings = made;
    } else {
        free(made);
    }
    free(rows);
    gpucost_quotes_free(quotes);
    return status;
}

uint64_t gpucost_savings_count(const gpucost_savings *savings)
{
    return savings->count;
}

gpucost_status gpucost_savings_at(const gpucost_savings *savings, uint64_t index, gpucost_saving *saving,
                                  gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__saving_table, saving, err));
    if (index >= savings->count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "index", NULL, "%llu is past the last of %llu rows",
                                   (unsigned long long)index, (unsigned long long)savings->count);
    gpucost__struct_out(&gpucost__saving_table, &savings->rows[index], saving);
    return GPUCOST_OK;
}

void gpucost_savings_free(gpucost_savings *savings)
{
    free(savings);
}
