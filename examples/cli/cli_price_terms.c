/* price units, savings, tariffs, rate and interruption; the history as a line of blocks. */
#include "cli_price.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool take_filter(gpucost_price_filter *filter)
{
    *filter = GPUCOST_INIT(gpucost_price_filter);
    return flags_apply("gpucost_price_filter", filter);
}

int price_units(gpucost_store *store)
{
    gpucost_price_filter filter;
    gpucost_error err;
    uint64_t count;
    if (!take_filter(&filter)) return EXIT_USAGE;
    gpucost_quote *quotes = price_quotes(store, &filter, &count, &err);
    if (!quotes) return fail(&err);
    json_t *list = json_array();
    for (uint64_t i = 0; i < count; i++) {
        gpucost_unit_price price = GPUCOST_INIT(gpucost_unit_price);
        gpucost_status status = gpucost_price_units(&quotes[i], flag_value("precision"), &price, &err);
        if (status == GPUCOST_E_UNKNOWN_FACT) continue; /* not an accelerator that the catalogue knows */
        if (status != GPUCOST_OK) {
            free(quotes);
            json_decref(list);
            return fail(&err);
        }
        if (wants_json()) {
            json_array_append_new(list, json_pack("{s:o, s:o}", "quote", struct_json("gpucost_quote", &quotes[i]),
                                                  "units", struct_json("gpucost_unit_price", &price)));
            continue;
        }
        printf("%s %s %s %s\n", quotes[i].provider, quotes[i].instance, quotes[i].region, quotes[i].zone);
        print_struct("gpucost_unit_price", &price);
    }
    free(quotes);
    return end_list(list);
}

int price_savings(gpucost_store *store)
{
    static const char *const columns[] = {
        "provider",   "region",          "instance",        "product", "plan",           "term",     "payment",
        "term_hours", "effective_price", "on_demand_price", "saving",  "break_even_use", "currency", NULL};
    gpucost_price_filter filter;
    gpucost_savings *savings;
    gpucost_error err;
    if (!take_filter(&filter)) return EXIT_USAGE;
    if (gpucost_price_savings(store, &filter, &savings, &err) != GPUCOST_OK) return fail(&err);
    uint64_t count = gpucost_savings_count(savings);
    gpucost_saving *rows = calloc(count + 1, sizeof *rows);
    for (uint64_t i = 0; rows && i < count; i++) {
        rows[i].size = sizeof rows[i];
        gpucost_savings_at(savings, i, &rows[i], &err);
    }
    gpucost_savings_free(savings);
    if (!rows) return usage_error("out of memory");
    print_rows("gpucost_saving", rows, count, sizeof *rows, columns);
    if (count == 0 && wants_text()) printf("no term has an on-demand price beside it\n");
    free(rows);
    return EXIT_ANSWERED;
}

int price_tariffs(gpucost_store *store)
{
    static const char *const columns[] = {"provider",      "region",     "kind", "item",     "target",       "term",
                                          "from_quantity", "unit_price", "unit", "currency", "observed_utc", NULL};
    gpucost_tariff_filter filter = GPUCOST_INIT(gpucost_tariff_filter);
    gpucost_tariffs *tariffs;
    gpucost_error err;
    double quantity = -1;
    if (!flags_apply("gpucost_tariff_filter", &filter)) return EXIT_USAGE;
    if (!flag_number("quantity", 0, 1e18, "units a month", &quantity)) return EXIT_USAGE;
    if (gpucost_tariffs_new(store, &filter, &tariffs, &err) != GPUCOST_OK) return fail(&err);
    uint64_t count = gpucost_tariffs_count(tariffs);
    gpucost_tariff *rows = calloc(count + 1, sizeof *rows);
    for (uint64_t i = 0; rows && i < count; i++) {
        rows[i].size = sizeof rows[i];
        gpucost_tariffs_at(tariffs, i, &rows[i], &err);
    }
    int result = EXIT_ANSWERED;
    if (quantity >= 0) {
        gpucost_money cost;
        char text[64];
        if (gpucost_tariffs_cost(tariffs, quantity, &cost, &err) == GPUCOST_OK) {
            gpucost_money_format(&cost, 2, text, sizeof text);
            if (wants_json())
                print_json(json_pack("{s:s, s:s}", "amount", text, "currency", cost.currency));
            else
                printf("%s %s\n", text, cost.currency);
        } else {
            result = fail(&err);
        }
    } else if (rows) {
        print_rows("gpucost_tariff", rows, count, sizeof *rows, columns);
        if (count == 0 && wants_text()) printf("no tariff matches\n");
    }
    gpucost_tariffs_free(tariffs);
    free(rows);
    return result;
}

int price_rate(gpucost_store *store)
{
    gpucost_price_filter filter;
    gpucost_error err;
    gpucost_exchange_rate rate = GPUCOST_INIT(gpucost_exchange_rate);
    char when[32] = "always";
    if (word_count() < 3) return usage_error("price rate needs two currencies, such as USD CNY");
    if (!take_filter(&filter)) return EXIT_USAGE;
    if (gpucost_tariff_rate_at(store, word_at(1), word_at(2), filter.at_utc_s, &rate, &err) != GPUCOST_OK)
        return fail(&err);
    if (rate.observed_utc_s) gpucost_instant_format(rate.observed_utc_s, when, sizeof when);
    if (wants_json())
        print_json(struct_json("gpucost_exchange_rate", &rate));
    else
        printf("1 %s = %.9g %s since %s%s%s\n", word_at(1), rate.rate, word_at(2), when, *rate.source ? ", from " : "",
               rate.source);
    return EXIT_ANSWERED;
}

int price_interruption(gpucost_store *store)
{
    gpucost_error err;
    double low, high;
    if (word_count() < 4) return usage_error("price interruption needs provider, region and instance");
    if (gpucost_price_interruption(store, word_at(1), word_at(2), word_at(3), flag_value("product"), &low, &high,
                                   &err) != GPUCOST_OK)
        return fail(&err);
    if (wants_json())
        print_json(json_pack("{s:f, s:f}", "low", low, "high", high));
    else
        printf("%g %% to %g %% of a month's instances were interrupted\n", low * 100, high * 100);
    return EXIT_ANSWERED;
}

int price_plot(gpucost_store *store, const gpucost_quote *quote, int64_t from_utc_s, int64_t to_utc_s,
               gpucost_error *err)
{
    enum { SPANS = 60 };
    static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    int64_t prices[SPANS], span = (to_utc_s - from_utc_s) / SPANS, least = INT64_MAX, most = 0;
    gpucost_history *steps;
    if (span < 1) return EXIT_ANSWERED;
    if (gpucost_history_new(store, quote->offer_id, from_utc_s, to_utc_s, &steps, err) != GPUCOST_OK) return fail(err);
    gpucost_status status = gpucost_history_resample(steps, from_utc_s, span, SPANS, prices, err);
    gpucost_history_free(steps);
    if (status != GPUCOST_OK) return fail(err);
    for (int i = 0; i < SPANS; i++) {
        if (prices[i] > 0 && prices[i] < least) least = prices[i];
        if (prices[i] > most) most = prices[i];
    }
    if (most == 0) return EXIT_ANSWERED;
    printf("  %-30s ", "history");
    for (int i = 0; i < SPANS; i++) {
        double height = most > least ? (double)(prices[i] - least) / (double)(most - least) : 0;
        printf("%s", prices[i] > 0 ? blocks[(int)(height * 7 + 0.5)] : " ");
    }
    printf("\n");
    return EXIT_ANSWERED;
}
