#include "support/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "gpucost/portfolio.h"

enum { HOURS_MOST = 10000, COMMITMENTS_MOST = 4 };

/* "10x6 7x10" is 10 in each of 6 hours, then 7 in 10; "0..99" is 0, 1, ... 99. */
static uint64_t read_series(const char *text, int32_t *series)
{
    uint64_t hours = 0;
    for (char *end; *text; text = *end ? end + 1 : end) {
        long value = strtol(text, &end, 10), last = value, run = 1;
        if (*end == 'x') run = strtol(end + 1, &end, 10);
        if (*end == '.') last = strtol(end + 2, &end, 10);
        for (long i = 0; i < run * (last - value + 1); i++) {
            assert_true(hours < HOURS_MOST);
            series[hours++] = (int32_t)(value + (last > value ? i : 0));
        }
    }
    return hours;
}

static int64_t nanos_of(const char *text)
{
    int64_t nanos = 0;
    assert_int_equal(gpucost_price_parse(text, &nanos, NULL), GPUCOST_OK);
    return nanos;
}

/* "term:upfront:hourly:usage", one after another. */
static uint64_t read_commitments(const char *text, gpucost_commitment *commitments)
{
    uint64_t count = 0;
    while (*text) {
        char parts[4][32] = {{0}};
        int used = 0;
        int read = sscanf(text, "%31[^:]:%31[^:]:%31[^:]:%31[^ ]%n", parts[0], parts[1], parts[2], parts[3], &used);
        assert_int_equal(read, 4);
        assert_true(count < COMMITMENTS_MOST);
        gpucost_commitment *c = &commitments[count++];
        *c = GPUCOST_INIT(gpucost_commitment);
        snprintf(c->name, sizeof c->name, "commitment %d", (int)count);
        assert_int_equal(gpucost__decimal_u64(parts[0], &c->term_hours), GPUCOST__DECIMAL_OK);
        c->upfront_nanos = nanos_of(parts[1]);
        c->hourly_nanos = nanos_of(parts[2]);
        c->usage_nanos = nanos_of(parts[3]);
        text += used;
        if (*text == ' ') text++;
    }
    return count;
}

static void assert_amount(const gpucost_money *money, const char *expected)
{
    char text[40];
    gpucost_money_format(money, 0, text, sizeof text);
    assert_string_equal(text, expected);
    assert_string_equal(money->currency, "USD");
}

/* The expected units of every share, and shares that sum to the total. */
static void check_shares(const table_row *row, const gpucost_portfolio *portfolio, const gpucost_portfolio_summary *all)
{
    char *at = (char *)(uintptr_t)table_text(row, "expect_units");
    gpucost_money sum = {0};
    double used = 0;
    for (uint64_t i = 0; i < gpucost_portfolio_share_count(portfolio); i++) {
        gpucost_portfolio_share share = GPUCOST_INIT(gpucost_portfolio_share);
        assert_int_equal(gpucost_portfolio_share_at(portfolio, i, &share, NULL), GPUCOST_OK);
        assert_int_equal(share.units, strtoull(at, &at, 10));
        assert_int_equal(gpucost_money_add(&sum, &share.cost, &sum, NULL), GPUCOST_OK);
        assert_true(share.utilisation >= 0 && share.utilisation <= 1);
        used += share.used_hours;
    }
    assert_int_equal(*at, '\0');
    assert_int_equal(gpucost_money_compare(&sum, &all->cost), 0);
    assert_true(used == all->demand_hours);
}

static void check(const table_row *row)
{
    static int32_t demand[HOURS_MOST], interruptible[HOURS_MOST];
    gpucost_commitment commitments[COMMITMENTS_MOST];
    gpucost_portfolio_options options = GPUCOST_INIT(gpucost_portfolio_options);
    uint64_t hours = read_series(table_text(row, "demand"), demand);
    uint64_t marked = read_series(table_text(row, "interruptible"), interruptible);
    assert_true(marked == 0 || marked == hours);
    uint64_t count = read_commitments(table_text(row, "commitments"), commitments);
    memcpy(options.currency, "USD", 4);
    options.horizon_rule = strcmp(table_text(row, "rule"), "inside") == 0;
    options.on_demand_nanos = nanos_of(table_text(row, "on_demand"));
    if (!table_is_empty(row, "spot")) options.spot_nanos = nanos_of(table_text(row, "spot"));

    gpucost_portfolio *portfolio = NULL;
    gpucost_error err;
    gpucost_status status = gpucost_portfolio_new(demand, marked ? interruptible : NULL, hours,
                                                  count ? commitments : NULL, count, &options, &portfolio, &err);
    assert_string_equal(gpucost_status_name(status), table_text(row, "expect_status"));
    assert_string_equal(err.field, table_text(row, "expect_field"));
    if (status != GPUCOST_OK) {
        assert_null(portfolio);
        return;
    }
    gpucost_portfolio_summary summary = GPUCOST_INIT(gpucost_portfolio_summary);
    assert_int_equal(gpucost_portfolio_summarise(portfolio, &summary, &err), GPUCOST_OK);
    assert_true(summary.hours == (double)hours);
    assert_amount(&summary.cost, table_text(row, "expect_cost"));
    assert_amount(&summary.all_on_demand, table_text(row, "expect_all_on_demand"));
    check_shares(row, portfolio, &summary);
    gpucost_portfolio_free(portfolio);
}

int main(void)
{
    return table_run("portfolio/cases.csv", check);
}
