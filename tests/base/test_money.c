#include "support/table.h"

#include "base/decimal.h"
#include "gpucost/units.h"

static void money__parses_exactly_and_prints_back(void **state)
{
    (void)state;
    static const char *same[] = {"12.345", "-0.5", "0", "98.32", "9223372036854775807.999999999", "0.000000001"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        gpucost_money money;
        char text[40];
        assert_int_equal(gpucost_money_parse(same[i], "USD", &money, NULL), GPUCOST_OK);
        gpucost_money_format(&money, 0, text, sizeof text);
        assert_string_equal(text, same[i]);
    }
    gpucost_money money;
    assert_int_equal(gpucost_money_parse(".5", "CNY", &money, NULL), GPUCOST_OK);
    assert_int_equal(money.units, 0);
    assert_int_equal(money.nanos, 500000000);
}

static void money__refuses_what_it_cannot_hold(void **state)
{
    (void)state;
    gpucost_money money = {.units = 7};
    gpucost_error err;
    assert_int_equal(gpucost_money_parse("1.0000000001", "USD", &money, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_money_parse("1,5", "USD", &money, &err), GPUCOST_E_SYNTAX);
    assert_int_equal(gpucost_money_parse("", "USD", &money, &err), GPUCOST_E_SYNTAX);
    assert_int_equal(gpucost_money_parse("1", "usd", &money, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_money_parse("9223372036854775808", "USD", &money, &err), GPUCOST_E_OVERFLOW);
    assert_int_equal(money.units, 7);
}

static void money__adds_without_loss(void **state)
{
    (void)state;
    gpucost_money a, b, sum;
    gpucost_money_parse("-1.75", "USD", &a, NULL);
    gpucost_money_parse("0.8", "USD", &b, NULL);
    assert_int_equal(gpucost_money_add(&a, &b, &sum, NULL), GPUCOST_OK);
    assert_int_equal(sum.units, 0);
    assert_int_equal(sum.nanos, -950000000);
    assert_int_equal(gpucost_money_compare(&a, &sum), -1);
    gpucost_money_parse("1", "CNY", &b, NULL);
    assert_int_equal(gpucost_money_add(&a, &b, &sum, NULL), GPUCOST_E_CURRENCY);
}

static void money__multiplies_and_rounds_half_even_once(void **state)
{
    (void)state;
    static const struct { int64_t nanos; double quantity; int64_t expect_nanos; } rows[] = {
        {1, 0.5, 0}, {3, 0.5, 2}, {5, 0.5, 2}, {1000000000, 0.1, 100000000}, {98320000000, 24, 2359680000000}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gpucost_money money;
        assert_int_equal(gpucost_money_from_price(rows[i].nanos, rows[i].quantity, "USD", &money, NULL), GPUCOST_OK);
        assert_int_equal(money.units * 1000000000 + money.nanos, rows[i].expect_nanos);
    }
}

static void price__reads_decimal_text(void **state)
{
    (void)state;
    int64_t nanos;
    assert_int_equal(gpucost_price_parse("7.344000", &nanos, NULL), GPUCOST_OK);
    assert_int_equal(nanos, 7344000000);
    assert_int_equal(gpucost_price_parse("0.3636000000", &nanos, NULL), GPUCOST_OK);
    assert_int_equal(nanos, 363600000);
    assert_int_equal(gpucost_price_parse("free", &nanos, NULL), GPUCOST_E_SYNTAX);
}

static void instant__reads_the_forms_of_real_feeds(void **state)
{
    (void)state;
    /* 1582168896 = date -u -d 2020-02-20T03:21:36 +%s */
    static const char *same[] = {"2020-02-20T03:21:36.000Z", "2020-02-20T03:21:36+00:00", "2020-02-20 03:21:36",
                                 "2020-02-20T11:21:36+08:00", "2020-02-19 22:21:36.000000 -0500"};
    int64_t utc_s;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        assert_int_equal(gpucost_instant_parse(same[i], &utc_s, NULL), GPUCOST_OK);
        assert_int_equal(utc_s, 1582168896);
    }
    char text[24];
    gpucost_instant_format(1582168896, text, sizeof text);
    assert_string_equal(text, "2020-02-20T03:21:36Z");
    assert_int_equal(gpucost_instant_parse("2023-02-29", &utc_s, NULL), GPUCOST_E_SYNTAX);
    assert_int_equal(gpucost_instant_parse("2024-02-29", &utc_s, NULL), GPUCOST_OK);
    assert_int_equal(utc_s, 1709164800);
    assert_int_equal(gpucost_instant_parse("20/02/2020", &utc_s, NULL), GPUCOST_E_SYNTAX);
    gpucost_instant_format(INT64_MIN, text, sizeof text);
    assert_string_equal(text, "0001-01-01T00:00:00Z");
    gpucost_instant_format(INT64_MAX, text, sizeof text);
    assert_string_equal(text, "9999-12-31T23:59:59Z");
}

static void decimal__agrees_with_correct_rounding(void **state)
{
    (void)state;
    static const struct { const char *text; double value; } rows[] = {
        {"0.1", 0.1}, {"1e23", 1e23}, {"9007199254740993", 9007199254740992.0}, {"3.352e12", 3.352e12},
        {"123456789012345678901234567890", 123456789012345678901234567890.0}, {"-2.5E-3", -0.0025}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double value;
        assert_int_equal(gpucost__decimal_double(rows[i].text, &value), GPUCOST__DECIMAL_OK);
        assert_true(value == rows[i].value);
        char text[GPUCOST__DOUBLE_TEXT];
        double back;
        gpucost__double_text(value, text);
        assert_int_equal(gpucost__decimal_double(text, &back), GPUCOST__DECIMAL_OK);
        assert_true(back == value);
    }
    char plain[GPUCOST__DOUBLE_TEXT];
    gpucost__double_text(1000, plain);
    assert_string_equal(plain, "1000");
    gpucost__double_text(1.752e4, plain);
    assert_string_equal(plain, "17520");
    gpucost__double_text(0.0005, plain);
    assert_string_equal(plain, "0.0005");
    gpucost__double_text(1e21, plain);
    assert_string_equal(plain, "1e+21");
    double value;
    static const char *bad[] = {"", ".", "1e", "0x10", "nan", "inf", "1 ", "1e999", "--1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_true(gpucost__decimal_double(bad[i], &value) != GPUCOST__DECIMAL_OK);
    uint64_t count;
    assert_int_equal(gpucost__decimal_u64("15e12", &count), GPUCOST__DECIMAL_OK);
    assert_true(count == 15000000000000u);
    assert_int_equal(gpucost__decimal_u64("1.5", &count), GPUCOST__DECIMAL_INEXACT);
    assert_int_equal(gpucost__decimal_u64("18446744073709551616", &count), GPUCOST__DECIMAL_OVERFLOW);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(money__parses_exactly_and_prints_back),
        cmocka_unit_test(money__refuses_what_it_cannot_hold),
        cmocka_unit_test(money__adds_without_loss),
        cmocka_unit_test(money__multiplies_and_rounds_half_even_once),
        cmocka_unit_test(price__reads_decimal_text),
        cmocka_unit_test(instant__reads_the_forms_of_real_feeds),
        cmocka_unit_test(decimal__agrees_with_correct_rounding),
    };
    return RUN_TESTS("money", tests);
}
