#include "support/table.h"

#include <string.h>

#include "gpucost/portfolio.h"

static const int32_t demand[] = {2, 1, 2, 0};

static gpucost_portfolio_options prices(void)
{
    gpucost_portfolio_options options = GPUCOST_INIT(gpucost_portfolio_options);
    memcpy(options.currency, "USD", 4);
    options.on_demand_nanos = 1000000000;
    return options;
}

static gpucost_commitment commitment(const char *name, int64_t upfront_nanos)
{
    gpucost_commitment c = GPUCOST_INIT(gpucost_commitment);
    strncpy(c.name, name, sizeof c.name - 1);
    c.term_hours = 4;
    c.upfront_nanos = upfront_nanos;
    return c;
}

static gpucost_status ask(uint64_t hours, const gpucost_commitment *commitments, uint64_t count,
                          const gpucost_portfolio_options *options, gpucost_portfolio **portfolio, gpucost_error *err)
{
    return gpucost_portfolio_new(demand, NULL, hours, commitments, count, options, portfolio, err);
}

static void portfolio__refuses_a_call_it_cannot_read(void **state)
{
    (void)state;
    gpucost_portfolio_options options = prices(), bad = prices();
    gpucost_commitment row = commitment("row", 1), none = {0};
    gpucost_portfolio *portfolio = NULL;
    gpucost_error err;
    assert_int_equal(ask(0, NULL, 0, &options, &portfolio, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "hours");
    assert_int_equal(ask(1000001, NULL, 0, &options, &portfolio, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.text, "1000001 is not allowed; expected 1..1000000");
    assert_int_equal(ask(4, &row, 257, &options, &portfolio, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "count");
    assert_int_equal(ask(4, NULL, 1, &options, &portfolio, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(ask(4, &none, 1, &options, &portfolio, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "/commitments/0/size");
    assert_int_equal(ask(4, NULL, 0, NULL, &portfolio, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "currency");
    bad.size = 0;
    assert_int_equal(ask(4, NULL, 0, &bad, &portfolio, NULL), GPUCOST_E_ARGUMENT);
    bad = prices();
    bad.horizon_rule = 2;
    assert_int_equal(ask(4, NULL, 0, &bad, &portfolio, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "horizon_rule");
    memcpy(options.currency, "usd", 4);
    assert_int_equal(ask(4, NULL, 0, &options, &portfolio, &err), GPUCOST_E_RANGE);
    options = prices();
    assert_int_equal(gpucost_portfolio_new(NULL, NULL, 4, NULL, 0, &options, &portfolio, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "demand");
    assert_null(portfolio);
}

static void portfolio__names_both_prices_of_a_usage_that_never_pays(void **state)
{
    (void)state;
    gpucost_portfolio_options options = prices();
    gpucost_commitment rows[] = {commitment("fine", 1), commitment("dear to use", 1)};
    rows[1].usage_nanos = 600000000;
    options.spot_nanos = 350000000;
    gpucost_portfolio *portfolio = NULL;
    gpucost_error err;
    assert_int_equal(gpucost_portfolio_new(demand, demand, 4, rows, 2, &options, &portfolio, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "/commitments/1/usage_price");
    assert_string_equal(err.value, "0.6");
    assert_string_equal(err.text, "a usage price of 0.6 an hour exceeds the spot price of 0.35");
    rows[1].usage_nanos = 1000000001;
    assert_int_equal(ask(4, rows, 2, &options, &portfolio, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.text, "a usage price of 1.000000001 an hour exceeds the on-demand price of 1");
    assert_null(portfolio);
}

/* A caller built against a later header has longer rows. */
static void portfolio__rows_of_a_newer_caller_are_found(void **state)
{
    (void)state;
    struct { gpucost_commitment c; uint64_t later; } rows[2];
    memset(rows, 0, sizeof rows);
    rows[0].c = commitment("dear", 5000000000);
    rows[1].c = commitment("cheap", 2000000000);
    rows[0].c.size = rows[1].c.size = sizeof rows[0];
    gpucost_portfolio_options options = prices();
    gpucost_portfolio *portfolio = NULL;
    gpucost_error err;
    assert_int_equal(ask(4, &rows[0].c, 2, &options, &portfolio, &err), GPUCOST_OK);
    gpucost_portfolio_share share = GPUCOST_INIT(gpucost_portfolio_share);
    assert_int_equal(gpucost_portfolio_share_at(portfolio, 1, &share, &err), GPUCOST_OK);
    assert_string_equal(share.name, "cheap");
    assert_int_equal(share.units, 2); /* 2 hours of level 2 cost as much on demand: a tie */
    gpucost_portfolio_free(portfolio);
    portfolio = NULL;
    rows[1].later = 1;
    assert_int_equal(ask(4, &rows[0].c, 2, &options, &portfolio, &err), GPUCOST_E_STRUCT_NEWER);
    rows[1].later = 0;
    rows[1].c.size = sizeof(gpucost_commitment);
    assert_int_equal(ask(4, &rows[0].c, 2, &options, &portfolio, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "/commitments/1/size");
    assert_null(portfolio);
}

/* The same six hours, as hours, as quarters of an hour and as one entry of six hours, cost the same. */
static void portfolio__the_length_of_an_entry_does_not_change_the_bill(void **state)
{
    (void)state;
    static const struct {
        uint64_t entries;
        double step_h;
    } cuts[] = {{6, 1}, {24, 0.25}, {1, 6}};
    gpucost_commitment rows[] = {commitment("8 h", 2000000000)};
    rows[0].term_hours = 8;
    gpucost_money costs[3];
    for (int i = 0; i < 3; i++) {
        int32_t units[24];
        for (uint64_t t = 0; t < cuts[i].entries; t++) units[t] = 3;
        gpucost_portfolio_options options = prices();
        options.step_h = cuts[i].step_h;
        gpucost_portfolio *portfolio = NULL;
        gpucost_error err;
        gpucost_portfolio_summary summary = GPUCOST_INIT(gpucost_portfolio_summary);
        assert_int_equal(
            gpucost_portfolio_new(units, NULL, cuts[i].entries, rows, 1, &options, &portfolio, &err), GPUCOST_OK);
        gpucost_portfolio_summarise(portfolio, &summary, &err);
        assert_true(summary.hours == 6 && summary.demand_hours == 18);
        costs[i] = summary.cost;
        gpucost_portfolio_free(portfolio);
    }
    assert_int_equal(gpucost_money_compare(&costs[0], &costs[1]), 0);
    assert_int_equal(gpucost_money_compare(&costs[0], &costs[2]), 0);
}

static void portfolio__ties_go_to_the_earlier_commitment(void **state)
{
    (void)state;
    gpucost_commitment rows[] = {commitment("first", 2000000000), commitment("second", 2000000000)};
    gpucost_portfolio_options options = prices();
    gpucost_portfolio *portfolio = NULL;
    gpucost_error err;
    assert_int_equal(ask(4, rows, 2, &options, &portfolio, &err), GPUCOST_OK);
    assert_int_equal(gpucost_portfolio_share_count(portfolio), 3);
    gpucost_portfolio_share share = GPUCOST_INIT(gpucost_portfolio_share);
    gpucost_portfolio_share_at(portfolio, 0, &share, &err);
    assert_int_equal(share.units, 2);
    assert_int_equal(share.purchases, 1);
    assert_true(share.used_hours == 5 && share.paid_hours == 8 && share.utilisation == 0.625);
    assert_true(share.break_even == 0.5);
    gpucost_portfolio_share_at(portfolio, 1, &share, &err);
    assert_int_equal(share.units, 0);
    assert_true(share.utilisation == 0);
    gpucost_portfolio_share_at(portfolio, 2, &share, &err);
    assert_string_equal(share.name, "on_demand");
    gpucost_portfolio_free(portfolio);
}

static void portfolio__hands_out_only_what_is_there(void **state)
{
    (void)state;
    gpucost_portfolio_options options = prices();
    options.spot_nanos = 500000000;
    gpucost_portfolio *portfolio = NULL;
    gpucost_error err;
    assert_int_equal(gpucost_portfolio_new(demand, demand, 4, NULL, 0, &options, &portfolio, &err), GPUCOST_OK);
    assert_int_equal(gpucost_portfolio_share_count(portfolio), 2);
    gpucost_portfolio_share share = GPUCOST_INIT(gpucost_portfolio_share), none = {0}, before;
    assert_int_equal(gpucost_portfolio_share_at(portfolio, 0, &share, &err), GPUCOST_OK);
    assert_string_equal(share.name, "spot");
    assert_int_equal(share.units, 2);
    before = share;
    assert_int_equal(gpucost_portfolio_share_at(portfolio, 2, &share, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.text, "share 2 is past the last of 2");
    assert_memory_equal(&share, &before, sizeof share);
    assert_int_equal(gpucost_portfolio_share_at(portfolio, 0, &none, &err), GPUCOST_E_ARGUMENT);
    gpucost_portfolio_summary empty = {0};
    assert_int_equal(gpucost_portfolio_summarise(portfolio, &empty, &err), GPUCOST_E_ARGUMENT);
    gpucost_portfolio_free(portfolio);
    gpucost_portfolio_free(NULL);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(portfolio__refuses_a_call_it_cannot_read),
        cmocka_unit_test(portfolio__names_both_prices_of_a_usage_that_never_pays),
        cmocka_unit_test(portfolio__rows_of_a_newer_caller_are_found),
        cmocka_unit_test(portfolio__the_length_of_an_entry_does_not_change_the_bill),
        cmocka_unit_test(portfolio__ties_go_to_the_earlier_commitment),
        cmocka_unit_test(portfolio__hands_out_only_what_is_there),
    };
    return RUN_TESTS("portfolio", tests);
}
