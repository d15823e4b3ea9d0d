/* One price of each kind of each feed: what is kept is what the feed means. */
#include "price_support.h"

#include <stdio.h>
#include <string.h>

#include "gpucost/field.h"

static int64_t nanos(const table_row *row, const char *column)
{
    int64_t value = -1;
    assert_int_equal(gpucost_price_parse(table_text(row, column), &value, NULL), GPUCOST_OK);
    return value;
}

static const char *field_text(const gpucost_quote *quote, const char *name)
{
    static char text[192];
    assert_int_equal(gpucost_struct_get(gpucost_struct_find("gpucost_quote"), quote, name, text, sizeof text, NULL),
                     GPUCOST_OK);
    return text;
}

/* Is this the offer of the row? */
static bool same_offer(const table_row *row, const gpucost_quote *quote)
{
    static const char *const names[] = {"region",     "instance", "product", "term",
                                        "term_hours", "payment",  "plan",    "currency"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(field_text(quote, names[i]), table_text(row, names[i])) != 0) return false;
    return true;
}

static void keeps_the_price(const table_row *row)
{
    gpucost_store *store = memory_store();
    gpucost_error err;
    import_case(store, table_text(row, "file"), table_text(row, "options"));
    gpucost_price_filter filter = GPUCOST_INIT(gpucost_price_filter);
    snprintf(filter.term, sizeof filter.term, "%s", table_text(row, "term"));
    snprintf(filter.tenancy, sizeof filter.tenancy, "%s", table_text(row, "tenancy"));
    snprintf(filter.plan, sizeof filter.plan, "%s", table_text(row, "plan"));
    gpucost_quotes *quotes;
    assert_int_equal(gpucost_price_quotes(store, &filter, &quotes, &err), GPUCOST_OK);
    int found = 0;
    for (uint64_t i = 0; i < gpucost_quotes_count(quotes); i++) {
        gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
        assert_int_equal(gpucost_quotes_at(quotes, i, &quote, &err), GPUCOST_OK);
        if (!same_offer(row, &quote)) continue;
        found++;
        assert_int_equal(quote.hourly_nanos, nanos(row, "hourly"));
        assert_int_equal(quote.upfront_nanos, nanos(row, "upfront"));
        assert_int_equal(quote.observed_utc_s, instant(table_text(row, "observed")));
    }
    gpucost_quotes_free(quotes);
    gpucost_store_close(store);
    assert_int_equal(found, 1);
}

int main(void)
{
    return table_run("price/feed_prices.csv", keeps_the_price);
}
