/* price history: the steps of one offer's price, or their picture. */
#include "cli_price.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The offer of --offer, else the only one of the filter. */
static int find_offer(gpucost_store *store, int64_t at_utc_s, gpucost_quote *quote, gpucost_error *err)
{
    gpucost_price_filter filter = GPUCOST_INIT(gpucost_price_filter);
    const char *id = flag_value("offer");
    char *end;
    uint64_t count;
    if (id) {
        long long offer = strtoll(id, &end, 10);
        if (end == id || *end) return usage_error("--offer %s: expected an offer_id as price query prints it", id);
        return gpucost_price_as_of(store, offer, at_utc_s, quote, err) == GPUCOST_OK ? EXIT_ANSWERED : fail(err);
    }
    if (!flags_apply("gpucost_price_filter", &filter)) return EXIT_USAGE;
    gpucost_quote *rows = price_quotes(store, &filter, &count, err);
    if (!rows) return fail(err);
    if (count == 1) *quote = rows[0];
    free(rows);
    if (count == 1) return EXIT_ANSWERED;
    return usage_error(
        "%llu offers match, and a history is of one: name it with --offer ID (price query prints offer_id)",
        (unsigned long long)count);
}

static gpucost_status take_window(gpucost_store *store, int64_t *from, int64_t *to, gpucost_error *err)
{
    const char *start = flag_value("from"), *end = flag_value("to");
    gpucost_status status = end ? gpucost_instant_parse(end, to, err) : gpucost_price_last(store, to, err);
    if (!end) *to += 1;
    *from = *to - INT64_C(30) * 86400;
    return status == GPUCOST_OK && start ? gpucost_instant_parse(start, from, err) : status;
}

static int print_steps(const gpucost_history *steps)
{
    static const char *const columns[] = {"from_utc", "to_utc", "effective_price", "hourly_price", "upfront_price",
                                          "observations", NULL};
    uint64_t count = gpucost_history_count(steps);
    gpucost_history_step *rows = calloc(count + 1, sizeof *rows);
    for (uint64_t i = 0; rows && i < count; i++) {
        rows[i].size = sizeof rows[i];
        gpucost_history_at(steps, i, &rows[i], NULL);
    }
    if (!rows) return usage_error("out of memory");
    print_rows("gpucost_history_step", rows, count, sizeof *rows, columns);
    if (count == 0 && wants_text()) printf("no price in this time\n");
    free(rows);
    return EXIT_ANSWERED;
}

/* Means of equal spans; those without a price are told as such. */
static int print_spans(const gpucost_history *steps, int64_t from, int64_t to, gpucost_error *err)
{
    const char *text = flag_value("span-h");
    char *end;
    double hours = strtod(text, &end);
    if (end == text || *end || !(hours * 3600 >= 1) || hours > 1e6)
        return usage_error("--span-h %s: expected a number of hours, at least a second", text);
    int64_t span = (int64_t)(hours * 3600 + 0.5);
    uint64_t count = (uint64_t)((to - from + span - 1) / span);
    int64_t *means = count <= 10000000 ? malloc((size_t)(count + 1) * sizeof *means) : NULL;
    if (!means) return usage_error("--span-h %s: %llu spans are too many", text, (unsigned long long)count);
    if (gpucost_history_resample(steps, from, span, count, means, err) != GPUCOST_OK) {
        free(means);
        return fail(err);
    }
    json_t *list = json_array();
    for (uint64_t i = 0; i < count; i++) {
        char since[32], price[48] = "";
        gpucost_money mean = {.units = means[i] / 1000000000, .nanos = (int32_t)(means[i] % 1000000000)};
        gpucost_instant_format(from + span * (int64_t)i, since, sizeof since);
        if (means[i]) gpucost_money_format(&mean, 2, price, sizeof price);
        if (wants_json())
            json_array_append_new(list, json_pack("{s:s, s:o}", "from_utc", since, "mean_price",
                                                  means[i] ? json_string(price) : json_null()));
        else
            printf("%s%s%s\n", since, means[i] ? "  " : "  no price", price);
    }
    free(means);
    return end_list(list);
}

static int draw(const gpucost_history *steps, gpucost_quote *quote, gpucost_error *err)
{
    char *text;
    quote->age_s = (int64_t)time(NULL) - quote->observed_utc_s;
    if (gpucost_report_history_svg(steps, quote, &text, err) != GPUCOST_OK) return fail(err);
    int result = write_text(flag_value("svg"), text);
    gpucost_text_free(text);
    return result;
}

int price_history(gpucost_store *store)
{
    gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
    gpucost_history *steps;
    gpucost_error err;
    int64_t from, to;
    if (take_window(store, &from, &to, &err) != GPUCOST_OK) return fail(&err);
    int result = find_offer(store, to - 1, &quote, &err);
    if (result != EXIT_ANSWERED) return result;
    if (gpucost_history_new(store, quote.offer_id, from, to, &steps, &err) != GPUCOST_OK) return fail(&err);
    result = flag_value("svg")      ? draw(steps, &quote, &err)
             : flag_value("span-h") ? print_spans(steps, from, to, &err)
                                    : print_steps(steps);
    gpucost_history_free(steps);
    return result;
}
