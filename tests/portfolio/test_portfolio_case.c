#include "support/table.h"

#include <math.h>
#include <string.h>

#include "gpucost/portfolio.h"

static gpucost_status read(const char *json, gpucost_error *err)
{
    gpucost_portfolio_case *made = NULL;
    gpucost_status status = gpucost_portfolio_case_from_json(json, "case.json", &made, err);
    if (status != GPUCOST_OK) assert_null(made);
    gpucost_portfolio_case_free(made);
    return status;
}

#define OPTIONS "\"options\": {\"currency\": \"USD\", \"on_demand_price\": 1}"
#define DEMAND "{\"demand\": [1, 2], " OPTIONS
#define TERM(...) DEMAND ", \"commitments\": [{" __VA_ARGS__ "}]}"

static void case__says_what_is_wrong_and_where(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        gpucost_status status;
        const char *field;
    } rows[] = {
        {"{", GPUCOST_E_SYNTAX, ""},
        {"[]", GPUCOST_E_FIELD, ""},
        {"{\"demands\": [1]}", GPUCOST_E_FIELD, "demands"},
        {"{" OPTIONS "}", GPUCOST_E_MISSING, "/demand"},
        {"{\"demand\": 3, " OPTIONS "}", GPUCOST_E_FIELD, "/demand"},
        {"{\"demand\": [], " OPTIONS "}", GPUCOST_E_RANGE, "hours"},
        {"{\"demand\": [1, -1], " OPTIONS "}", GPUCOST_E_FIELD, "/demand/1"},
        {"{\"demand\": [1, 2.5], " OPTIONS "}", GPUCOST_E_FIELD, "/demand/1"},
        {"{\"demand\": [1, 2147483648], " OPTIONS "}", GPUCOST_E_FIELD, "/demand/1"},
        {DEMAND ", \"interruptible\": [1]}", GPUCOST_E_RANGE, "/interruptible"},
        {DEMAND ", \"interruptible\": [1, 3]}", GPUCOST_E_RANGE, "/interruptible/1"},
        {DEMAND ", \"on_demand\": [1, 2, 3]}", GPUCOST_E_RANGE, "/on_demand"},
        {DEMAND ", \"on_demand\": [1, 0]}", GPUCOST_E_RANGE, "/on_demand/1"},
        {DEMAND ", \"on_demand\": [1, -2]}", GPUCOST_E_RANGE, "/on_demand/1"},
        {DEMAND ", \"on_demand\": [1, \"nan\"]}", GPUCOST_E_FIELD, "/on_demand/1"},
        {DEMAND ", \"on_demand\": [1, null]}", GPUCOST_E_FIELD, "/on_demand/1"},
        {DEMAND ", \"on_demand\": [1, \"1e300\"]}", GPUCOST_E_FIELD, "/on_demand/1"},
        {DEMAND ", \"on_demand\": [1, \"0.0000000001\"]}", GPUCOST_E_FIELD, "/on_demand/1"},
        {DEMAND ", \"spot\": [1, -1]}", GPUCOST_E_RANGE, "/spot/1"},
        {DEMAND ", \"spot_units\": [1, -1]}", GPUCOST_E_FIELD, "/spot_units/1"},
        {"{\"demand\": [1], \"options\": {\"currency\": \"usd\", \"on_demand_price\": 1}}", GPUCOST_E_RANGE,
         "currency"},
        {"{\"demand\": [1], \"options\": {\"currency\": \"USD\"}}", GPUCOST_E_RANGE, "on_demand_price"},
        {"{\"demand\": [1], \"options\": {\"currency\": \"USD\", \"on_demand_price\": -1}}", GPUCOST_E_RANGE,
         "/options/on_demand_price"},
        {"{\"demand\": [1], \"options\": {\"currency\": \"USD\", \"on_demand_price\": 1, \"step_h\": 0.5}}",
         GPUCOST_E_RANGE, "step_h"},
        {DEMAND ", \"commitments\": {}}", GPUCOST_E_FIELD, "/commitments"},
        {DEMAND ", \"commitments\": [3]}", GPUCOST_E_FIELD, "/commitments/0"},
        {TERM("\"term_hours\": 0, \"upfront_price\": 1"), GPUCOST_E_RANGE, "/commitments/0/term_hours"},
        {TERM("\"upfront_price\": 1"), GPUCOST_E_RANGE, "/commitments/0/term_hours"},
        {TERM("\"term_hours\": 2"), GPUCOST_E_RANGE, "/commitments/0/hourly_price"},
        {TERM("\"term_hours\": 2, \"upfront_price\": \"-1\""), GPUCOST_E_RANGE, "/commitments/0/upfront_price"},
        {TERM("\"term_hours\": 2, \"upfront_price\": 1, \"currency\": \"EUR\""), GPUCOST_E_CURRENCY,
         "/commitments/0/currency"},
        {TERM("\"term_hours\": 2, \"upfront_price\": 1, \"currency\": 3"), GPUCOST_E_FIELD, "/commitments/0/currency"},
        {TERM("\"term_hours\": 2, \"upfront_price\": 1, \"closing_price\": -1"), GPUCOST_E_RANGE,
         "/commitments/0/closing_price"},
        {TERM("\"term_hours\": 2, \"upfront_price\": 1, \"unit_size\": 0"), GPUCOST_E_RANGE,
         "/commitments/0/unit_size"},
        {TERM("\"term_hours\": 2, \"upfront_price\": \"9223372036854775807\""), GPUCOST_E_RANGE,
         "/commitments/0/upfront_price"},
        {"{\"demand\": [1], \"options\": {\"currency\": \"USD\", \"on_demand_price\": 1, \"discount_rate\": -0.1}}",
         GPUCOST_E_RANGE, "/options/discount_rate"},
        {"{\"demand\": [1], \"options\": {\"currency\": \"USD\", \"on_demand_price\": 1, \"discount_rate\": \"nan\"}}",
         GPUCOST_E_FIELD, "/options/discount_rate"},
        {"{\"demand\": [1], \"options\": {\"currency\": \"USD\", \"on_demand_price\": 1, \"billing_hours\": 0}}",
         GPUCOST_E_RANGE, "/options/billing_hours"},
        {TERM("\"term_hours\": 2, \"length\": 3"), GPUCOST_E_FIELD, "/commitments/0/length"},
        {TERM("\"term_hours\": 2, \"hourly_price\": 1, \"usage_price\": 1"), GPUCOST_E_ARGUMENT,
         "/commitments/0/usage_price"},
        {TERM("\"term_hours\": 2, \"hourly_price\": 1, \"salvage_price\": 2"), GPUCOST_E_RANGE,
         "/commitments/0/salvage_price"},
        {TERM("\"term_hours\": 2, \"hourly_price\": 1, \"first_hour\": 2"), GPUCOST_E_RANGE,
         "/commitments/0/first_hour"},
        {TERM("\"term_hours\": 2, \"hourly_price\": 1, \"dates\": [0], \"every_hours\": 2"), GPUCOST_E_ARGUMENT,
         "/commitments/0/every_hours"},
        {TERM("\"term_hours\": 2, \"hourly_price\": 1, \"dates\": []"), GPUCOST_E_RANGE, "/commitments/0/count"},
        {TERM("\"term_hours\": 2, \"hourly_price\": 1, \"dates\": [1, 1]"), GPUCOST_E_RANGE, "/commitments/0/dates/1"},
        {TERM("\"term_hours\": 2, \"hourly_price\": 1, \"dates\": [2]"), GPUCOST_E_RANGE, "/commitments/0/dates/0"},
        {TERM("\"term_hours\": 2, \"hourly_price\": 1, \"dates\": [\"0\"]"), GPUCOST_E_FIELD, "/commitments/0/dates/0"},
        {DEMAND ", \"held\": [{\"units\": 1}]}", GPUCOST_E_RANGE, "/held/0/end_hour"},
        {DEMAND ", \"held\": [{\"end_hour\": 1}]}", GPUCOST_E_RANGE, "/held/0/units"},
        {DEMAND ", \"held\": [{\"end_hour\": 1, \"units\": 2147483647}, {\"end_hour\": 1, \"units\": 1}]}",
         GPUCOST_E_RANGE, "/held/1/units"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gpucost_error err;
        gpucost_status status = read(rows[i].json, &err);
        if (status != rows[i].status || strcmp(err.field, rows[i].field) != 0 || !err.text[0] ||
            strcmp(err.source, "case.json") != 0)
            fail_msg("%s: %s at \"%s\" of %s: %s", rows[i].json, gpucost_status_name(status), err.field, err.source,
                     err.text);
    }
}

static void case__takes_prices_by_the_hour_in_place_of_one(void **state)
{
    (void)state;
    gpucost_error err;
    assert_int_equal(
        read("{\"demand\": [1, 2], \"options\": {\"currency\": \"USD\"}, \"on_demand\": [1, \"2.5\"]}", &err),
        GPUCOST_OK);
    assert_int_equal(read(TERM("\"term_hours\": 2, \"hourly_price\": 0.25, \"dates\": [0, 1]"), &err), GPUCOST_OK);
    assert_int_equal(read(TERM("\"term_hours\": 2, \"hourly_price\": 1, \"salvage_price\": \"0.5\""), &err),
                     GPUCOST_OK);
}

static void case__refuses_what_it_cannot_use_and_stays_as_it_was(void **state)
{
    (void)state;
    static const int32_t demand[] = {1, 2, 3};
    gpucost_portfolio_options options = GPUCOST_INIT(gpucost_portfolio_options);
    memcpy(options.currency, "USD", 4);
    options.on_demand_nanos = 10;
    gpucost_portfolio_case *made = NULL;
    gpucost_error err;
    assert_int_equal(gpucost_portfolio_case_new(NULL, NULL, 3, &options, &made, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "demand");
    const double no_numbers[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        gpucost_portfolio_options wrong = options;
        wrong.discount_rate = no_numbers[i];
        assert_int_equal(gpucost_portfolio_case_new(demand, NULL, 3, &wrong, &made, &err), GPUCOST_E_RANGE);
        assert_string_equal(err.field, "discount_rate");
    }
    const int32_t negative[] = {1, -2, 3};
    assert_int_equal(gpucost_portfolio_case_new(negative, NULL, 3, &options, &made, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "/demand/1");
    assert_int_equal(gpucost_portfolio_case_new(demand, NULL, 0, &options, &made, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_portfolio_case_new(demand, NULL, 1000001, &options, &made, &err), GPUCOST_E_RANGE);
    assert_null(made);
    assert_int_equal(gpucost_portfolio_case_new(demand, NULL, 3, &options, &made, &err), GPUCOST_OK);
    const int64_t bad[] = {1, 2, 0};
    assert_int_equal(gpucost_portfolio_case_set_prices(made, bad, NULL, NULL, &err), GPUCOST_E_RANGE);
    assert_string_equal(err.field, "/on_demand/2");
    assert_int_equal(gpucost_portfolio_case_add_commitment(made, NULL, NULL, 0, &err), GPUCOST_E_RANGE);
    gpucost_commitment row = GPUCOST_INIT(gpucost_commitment);
    row.term_hours = 2;
    row.hourly_nanos = 5;
    for (int i = 0; i < 256; i++)
        assert_int_equal(gpucost_portfolio_case_add_commitment(made, &row, NULL, 0, &err), GPUCOST_OK);
    assert_int_equal(gpucost_portfolio_case_add_commitment(made, &row, NULL, 0, &err), GPUCOST_E_RANGE);
    gpucost_verdict verdict = GPUCOST_INIT(gpucost_verdict);
    assert_int_equal(gpucost_portfolio_verify(made, NULL, 0, NULL, &verdict, &err), GPUCOST_OK);
    assert_int_equal(verdict.cost.nanos, 60); /* prices as they were: 1 + 2 + 3 units at 10 nanos */
    gpucost_portfolio_case_free(made);
    gpucost_portfolio_case_free(NULL);
}

/* Dates belong to cases: the screening curve covers the whole horizon. */
static void portfolio__refuses_commitments_with_dates(void **state)
{
    (void)state;
    static const int32_t demand[] = {1, 2, 3};
    gpucost_portfolio_options options = GPUCOST_INIT(gpucost_portfolio_options);
    memcpy(options.currency, "USD", 4);
    options.on_demand_nanos = 10;
    gpucost_commitment row = GPUCOST_INIT(gpucost_commitment);
    row.term_hours = 3;
    row.hourly_nanos = 5;
    row.every_hours = 1;
    gpucost_portfolio *made = NULL;
    gpucost_error err;
    assert_int_equal(gpucost_portfolio_new(demand, NULL, 3, &row, 1, &options, &made, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "/commitments/0/every_hours");
    row.every_hours = 0;
    row.salvage_nanos = 1;
    assert_int_equal(gpucost_portfolio_new(demand, NULL, 3, &row, 1, &options, &made, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "/commitments/0/salvage_price");
    assert_null(made);
}

/* Two of three interruptible units fit on spot: 1 at 10, 1 at 10 and 2 at 4. */
static void portfolio__limits_spot(void **state)
{
    (void)state;
    static const int32_t demand[] = {4}, interruptible[] = {3};
    gpucost_portfolio_options options = GPUCOST_INIT(gpucost_portfolio_options);
    memcpy(options.currency, "USD", 4);
    options.on_demand_nanos = 10;
    options.spot_nanos = 4;
    options.spot_units = 2;
    gpucost_portfolio *made = NULL;
    gpucost_error err;
    gpucost_portfolio_summary all = GPUCOST_INIT(gpucost_portfolio_summary);
    assert_int_equal(gpucost_portfolio_new(demand, interruptible, 1, NULL, 0, &options, &made, &err), GPUCOST_OK);
    assert_int_equal(gpucost_portfolio_summarise(made, &all, &err), GPUCOST_OK);
    assert_int_equal(all.cost.nanos, 28);
    gpucost_portfolio_free(made);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(case__says_what_is_wrong_and_where),
        cmocka_unit_test(case__takes_prices_by_the_hour_in_place_of_one),
        cmocka_unit_test(case__refuses_what_it_cannot_use_and_stays_as_it_was),
        cmocka_unit_test(portfolio__refuses_commitments_with_dates),
        cmocka_unit_test(portfolio__limits_spot),
    };
    return RUN_TESTS("portfolio_case", tests);
}
