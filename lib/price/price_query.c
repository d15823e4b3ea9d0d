#include <stdlib.h>
#include <string.h>

#include "accelerator/accelerator_row.h"
#include "base/decimal.h"
#include "base/money.h"
#include "base/name.h"
#include "price/price_quote.h"
#include "price/price_rate.h"
#include "price/price_table.h"
#include "price/price_term.h"
#include "store/store_handle.h"

struct gpucost_quotes {
    gpucost_quote *rows;
    uint64_t count, room;
};

/* One seek an offer. ?1 instant; the others match all when empty. The offers come from an index where one helps, else
   all are looked at: `offers` says which. Steps of a price by hours run are quoted only when asked for. */
#define QUOTES_SQL(offers)                                                                                             \
    "SELECT " GPUCOST__QUOTE_COLUMNS " FROM offer o JOIN price p ON p.offer_id = o.id AND p.observed_utc_s = "         \
    "(SELECT max(q.observed_utc_s) FROM price q WHERE q.offer_id = o.id AND q.observed_utc_s <= ?1) "                  \
    "JOIN import i ON i.id = p.import_id LEFT JOIN source s ON s.id = p.source_id "                                    \
    "WHERE " offers " AND p.hourly_nanos IS NOT NULL AND (?2 = '' OR o.provider = ?2 COLLATE NOCASE) "                 \
    "AND (?3 = '' OR o.instance = ?3 COLLATE NOCASE) AND (?4 = '' OR o.accelerator = ?4 COLLATE NOCASE) "              \
    "AND (?5 = '' OR o.currency = ?5 COLLATE NOCASE) AND iif(?6 = '', o.term <> 'capacity_block', o.term = ?6) "       \
    "AND (?7 = '' OR o.product = ?7 COLLATE NOCASE) "                                                                  \
    "AND (?8 = '' OR o.tenancy = iif(?8 = 'shared', '', ?8) COLLATE NOCASE) "                                          \
    "AND iif(?9 = '', substr(o.plan, 1, 6) <> 'after_', o.plan = ?9 COLLATE NOCASE)"

static const char *quotes_sql(const gpucost_price_filter *filter)
{
    if (*filter->instance) return QUOTES_SQL("o.instance = ?3 COLLATE NOCASE");
    if (*filter->accelerator) return QUOTES_SQL("o.accelerator = ?4 COLLATE NOCASE");
    return QUOTES_SQL("1");
}

static double per_accelerator(const gpucost_quote *quote)
{
    return (double)quote->effective_nanos / quote->accelerator_count;
}

static int compare_i64(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* Cheapest per accelerator within a currency; the rest only makes the order the same everywhere. */
static int compare_quotes(const void *left, const void *right)
{
    const gpucost_quote *a = left, *b = right;
    int order = strcmp(a->currency, b->currency);
    if (order != 0) return order;
    bool a_known = a->accelerator_count > 0, b_known = b->accelerator_count > 0;
    if (a_known != b_known) return a_known ? -1 : 1;
    if (a_known) {
        double x = per_accelerator(a), y = per_accelerator(b);
        if (x < y || x > y) return x < y ? -1 : 1;
    }
    order = compare_i64(a->effective_nanos, b->effective_nanos);
    if (order == 0) order = strcmp(a->provider, b->provider);
    if (order == 0) order = strcmp(a->region, b->region);
    if (order == 0) order = strcmp(a->zone, b->zone);
    if (order == 0) order = strcmp(a->instance, b->instance);
    if (order == 0) order = strcmp(a->product, b->product);
    return order != 0 ? order : compare_i64(a->offer_id, b->offer_id);
}

static gpucost_status keep(gpucost_quotes *quotes, const gpucost_quote *quote, gpucost_error *err)
{
    if (quotes->count == quotes->room) {
        uint64_t room = quotes->room ? quotes->room * 2 : 64;
        gpucost_quote *grown = realloc(quotes->rows, (size_t)room * sizeof *grown);
        if (!grown) return gpucost__fail_memory(err);
        quotes->rows = grown;
        quotes->room = room;
    }
    quotes->rows[quotes->count++] = *quote;
    return GPUCOST_OK;
}

static gpucost_status one_i64(gpucost_store *store, const char *sql, const char *text, int64_t *value,
                              gpucost_error *err)
{
    gpucost__statement *select;
    bool row;
    GPUCOST__TRY(gpucost__store_prepare(store, sql, &select, err));
    if (text) gpucost__bind_text(select, 1, text);
    gpucost_status status = gpucost__statement_step(select, &row, err);
    if (status == GPUCOST_OK) *value = row ? gpucost__column_i64(select, 0) : 0;
    gpucost__statement_free(select);
    return status;
}

static gpucost_status last_price(gpucost_store *store, int64_t *utc_s, gpucost_error *err)
{
    return one_i64(store, "SELECT max(last_utc_s) FROM import", NULL, utc_s, err);
}

gpucost_status gpucost_price_last(gpucost_store *store, int64_t *utc_s, gpucost_error *err)
{
    gpucost__clear(err);
    return last_price(store, utc_s, err);
}

/* Catalogue id of the filter's accelerator; a word that only the store knows stays as it is. */
static gpucost_status resolve_accelerator(gpucost_store *store, gpucost_price_filter *filter, gpucost_error *err)
{
    if (!*filter->accelerator) return GPUCOST_OK;
    int64_t kept;
    const gpucost_accelerator *row = gpucost__accelerator_row(NULL, filter->accelerator);
    if (!row) {
        GPUCOST__TRY(one_i64(store, "SELECT EXISTS (SELECT 1 FROM offer WHERE accelerator = ?1 COLLATE NOCASE)",
                             filter->accelerator, &kept, err));
        if (kept) return GPUCOST_OK;
        gpucost_status status = gpucost__accelerator_need(NULL, filter->accelerator, &row, err);
        gpucost__error_under(err, "accelerator");
        return status;
    }
    memcpy(filter->accelerator, row->id, sizeof filter->accelerator);
    return GPUCOST_OK;
}

static bool capability_of(const char *text, double *capability)
{
    return gpucost__decimal_double(text, capability) == GPUCOST__DECIMAL_OK;
}

/* Every price in one currency. Consecutive quotes mostly share theirs, so the last rate is kept. */
static gpucost_status convert_all(gpucost_store *store, const char *currency, int64_t until_utc_s,
                                  gpucost_quotes *quotes, gpucost_error *err)
{
    gpucost_exchange_rate rate = GPUCOST_INIT(gpucost_exchange_rate);
    bool found = false;
    for (uint64_t i = 0; i < quotes->count; i++) {
        gpucost_quote *quote = &quotes->rows[i];
        int64_t hourly = quote->hourly_nanos, upfront = quote->upfront_nanos;
        if (strcmp(quote->currency, currency) == 0) continue;
        if (strcmp(quote->currency, rate.base) != 0)
            GPUCOST__TRY(gpucost__rate_as_of(store, quote->currency, currency, until_utc_s, &rate, &found, err));
        if (!found || !gpucost__price_convert(&hourly, rate.rate) || !gpucost__price_convert(&upfront, rate.rate))
            continue;
        quote->hourly_nanos = hourly;
        quote->upfront_nanos = upfront;
        quote->effective_nanos = gpucost__effective_nanos(hourly, upfront, quote->term_hours);
        memcpy(quote->stated_currency, quote->currency, sizeof quote->stated_currency);
        memcpy(quote->currency, rate.quote, sizeof quote->currency);
        quote->rate = rate.rate;
        quote->rate_utc_s = rate.observed_utc_s;
        memcpy(quote->rate_source, rate.source, sizeof quote->rate_source);
    }
    return GPUCOST_OK;
}

static gpucost_status take_filter(gpucost_store *store, const gpucost_price_filter *given, gpucost_price_filter *filter,
                                  const char **term, gpucost_error *err)
{
    GPUCOST__TRY(gpucost__struct_in(&gpucost__price_filter_table, given, filter, err));
    if (filter->at_utc_s < 0)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "at_utc", NULL,
                                   "%lld is before 1970; expected an instant or 0", (long long)filter->at_utc_s);
    if (*filter->convert_to && !gpucost__currency_is_valid(filter->convert_to))
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "convert_to", filter->convert_to,
                                   "\"%s\" is not a currency code of three capital letters, such as USD or CNY",
                                   filter->convert_to);
    double capability;
    if (*filter->least_capability && !capability_of(filter->least_capability, &capability))
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "least_capability", filter->least_capability,
                                   "\"%s\" is not a compute capability such as 8.0", filter->least_capability);
    if (*filter->term) {
        int32_t found;
        gpucost_status status = gpucost__term_need(filter->term, &found, err);
        if (status != GPUCOST_OK) {
            gpucost__error_under(err, "term");
            return status;
        }
        *term = gpucost__term_name(found);
    }
    return resolve_accelerator(store, filter, err);
}

/* What the catalogue says of the accelerator and the instance; what is not known does not pass a limit. */
static bool passes(const gpucost_price_filter *filter, const gpucost_quote *quote)
{
    if (*filter->regions && !gpucost__name_listed(filter->regions, ',', quote->region)) return false;
    if (filter->most_age_s > 0 && quote->age_s > filter->most_age_s) return false;
    if (filter->least_memory_bytes > 0 || *filter->least_capability) {
        double has, least;
        const gpucost_accelerator *row = gpucost__accelerator_row(NULL, quote->accelerator);
        if (!row || row->memory_bytes < filter->least_memory_bytes) return false;
        if (*filter->least_capability && (!capability_of(filter->least_capability, &least) ||
                                          !capability_of(row->compute_capability, &has) || has < least))
            return false;
    }
    if (filter->least_network_bytes_per_s > 0) {
        const gpucost_instance *instance = gpucost__instance_row(quote->provider, quote->instance);
        if (!instance || instance->network_bytes_per_s < filter->least_network_bytes_per_s) return false;
    }
    return true;
}

/* Blocks of currencies come in the order of their codes; that of the currency asked for is first: none sorts before
   an empty code. */
static void sort_quotes(gpucost_quotes *quotes, const char *first)
{
    for (uint64_t i = 0; i < quotes->count; i++)
        if (strcmp(quotes->rows[i].currency, first) == 0) quotes->rows[i].currency[0] = '\0';
    if (quotes->count > 1) qsort(quotes->rows, (size_t)quotes->count, sizeof *quotes->rows, compare_quotes);
    for (uint64_t i = 0; i < quotes->count; i++)
        if (!*quotes->rows[i].currency) memcpy(quotes->rows[i].currency, first, strlen(first));
}

static gpucost_status collect(gpucost_store *store, const gpucost_price_filter *filter, const char *term,
                              gpucost_quotes *quotes, gpucost_error *err)
{
    int64_t at_utc_s = filter->at_utc_s;
    if (at_utc_s == 0) GPUCOST__TRY(last_price(store, &at_utc_s, err));
    gpucost__statement *select;
    GPUCOST__TRY(gpucost__store_prepare(store, quotes_sql(filter), &select, err));
    gpucost__bind_i64(select, 1, filter->at_utc_s == 0 ? INT64_MAX : at_utc_s);
    const char *texts[] = {filter->provider, filter->instance, filter->accelerator, filter->currency, term,
                           filter->product,  filter->tenancy,  filter->plan};
    for (int i = 0; i < 8; i++) gpucost__bind_text(select, i + 2, texts[i]);
    gpucost_status status;
    bool row;
    while ((status = gpucost__statement_step(select, &row, err)) == GPUCOST_OK && row) {
        gpucost_quote quote;
        status = gpucost__read_quote(select, at_utc_s, &quote, err);
        if (status != GPUCOST_OK) break;
        if (!passes(filter, &quote)) continue;
        status = keep(quotes, &quote, err);
        if (status != GPUCOST_OK) break;
    }
    gpucost__statement_free(select);
    if (status != GPUCOST_OK) return status;
    if (*filter->convert_to)
        GPUCOST__TRY(convert_all(store, filter->convert_to, filter->at_utc_s ? at_utc_s : INT64_MAX, quotes, err));
    sort_quotes(quotes, filter->convert_to);
    if (filter->limit > 0 && quotes->count > filter->limit) quotes->count = filter->limit;
    return GPUCOST_OK;
}

gpucost_status gpucost_price_quotes(gpucost_store *store, const gpucost_price_filter *given, gpucost_quotes **quotes,
                                    gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_price_filter filter;
    const char *term = "";
    GPUCOST__TRY(take_filter(store, given, &filter, &term, err));
    gpucost_quotes *made = calloc(1, sizeof *made);
    if (!made) return gpucost__fail_memory(err);
    gpucost_status status = gpucost__store_begin(store, false, err); /* one state of the store for all reads */
    if (status == GPUCOST_OK) {
        status = collect(store, &filter, term, made, err);
        gpucost__store_rollback(store);
    }
    if (status == GPUCOST_OK)
        *quotes = made;
    else
        gpucost_quotes_free(made);
    return status;
}

uint64_t gpucost_quotes_count(const gpucost_quotes *quotes)
{
    return quotes->count;
}

gpucost_status gpucost_quotes_at(const gpucost_quotes *quotes, uint64_t index, gpucost_quote *quote, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__quote_table, quote, err));
    if (index >= quotes->count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "index", NULL, "%llu is past the last of %llu quotes",
                                   (unsigned long long)index, (unsigned long long)quotes->count);
    gpucost__struct_out(&gpucost__quote_table, &quotes->rows[index], quote);
    return GPUCOST_OK;
}

void gpucost_quotes_free(gpucost_quotes *quotes)
{
    if (!quotes) return;
    free(quotes->rows);
    free(quotes);
}
