#include "base/money.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "base/error.h"

enum { NANOS_PER_UNIT = 1000000000 };

gpucost__int128 gpucost__money_nanos(const gpucost_money *money)
{
    return (gpucost__int128)money->units * NANOS_PER_UNIT + money->nanos;
}

bool gpucost__money_from_nanos(gpucost__int128 nanos, const char *currency, gpucost_money *money)
{
    gpucost__int128 units = nanos / NANOS_PER_UNIT;
    if (units < INT64_MIN || units > INT64_MAX) return false;
    gpucost_money result = {.units = (int64_t)units, .nanos = (int32_t)(nanos % NANOS_PER_UNIT)};
    memcpy(result.currency, currency, strnlen(currency, 3));
    *money = result;
    return true;
}

bool gpucost__currency_is_valid(const char *currency)
{
    if (strlen(currency) != 3) return false;
    for (int i = 0; i < 3; i++)
        if (currency[i] < 'A' || currency[i] > 'Z') return false;
    return true;
}

static gpucost_status check_currency(const char *currency, gpucost_error *err)
{
    if (gpucost__currency_is_valid(currency)) return GPUCOST_OK;
    return gpucost__fail_field(err, GPUCOST_E_RANGE, "currency", currency,
                               "\"%s\" is not a currency code of three capital letters, such as USD or CNY", currency);
}

gpucost_status gpucost_price_parse(const char *text, int64_t *price_nanos, gpucost_error *err)
{
    gpucost__clear(err);
    switch (gpucost__decimal_i64(text, 9, price_nanos)) {
    case GPUCOST__DECIMAL_OK: return GPUCOST_OK;
    case GPUCOST__DECIMAL_SYNTAX:
        return gpucost__fail_field(err, GPUCOST_E_SYNTAX, NULL, text, "\"%s\" is not a decimal number", text);
    case GPUCOST__DECIMAL_INEXACT:
        return gpucost__fail_field(err, GPUCOST_E_RANGE, NULL, text, "\"%s\" has more than nine decimals", text);
    default: break;
    }
    return gpucost__fail_field(err, GPUCOST_E_OVERFLOW, NULL, text, "\"%s\" exceeds 9.2 billion", text);
}

gpucost_status gpucost_money_parse(const char *text, const char *currency, gpucost_money *money, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(check_currency(currency, err));
    int64_t units = 0;
    const char *point = strchr(text, '.');
    if (strpbrk(text, "eE"))
        return gpucost__fail_field(err, GPUCOST_E_SYNTAX, NULL, text, "\"%s\" is not an amount", text);
    char whole[64];
    snprintf(whole, sizeof whole, "%.*s", point ? (int)(point - text) : (int)strlen(text), text);
    bool negative = text[0] == '-';
    bool bare = whole[0] == '\0' || strcmp(whole, "-") == 0 || strcmp(whole, "+") == 0;
    gpucost__decimal_status status = GPUCOST__DECIMAL_OK;
    if (!bare || !point) status = gpucost__decimal_i64(whole, 0, &units);
    int64_t nanos = 0;
    if (status == GPUCOST__DECIMAL_OK && point && (point[1] || bare)) status = gpucost__decimal_i64(point, 9, &nanos);
    if (status == GPUCOST__DECIMAL_SYNTAX || strlen(text) >= sizeof whole)
        return gpucost__fail_field(err, GPUCOST_E_SYNTAX, NULL, text, "\"%s\" is not a decimal number", text);
    if (status == GPUCOST__DECIMAL_INEXACT)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, NULL, text, "\"%s\" has more than nine decimals", text);
    if (status != GPUCOST__DECIMAL_OK)
        return gpucost__fail_field(err, GPUCOST_E_OVERFLOW, NULL, text, "\"%s\" exceeds 64 bits of units", text);
    *money = (gpucost_money){.units = units, .nanos = (int32_t)(negative ? -nanos : nanos)};
    memcpy(money->currency, currency, 3);
    return GPUCOST_OK;
}

uint64_t gpucost_money_format(const gpucost_money *money, int32_t decimals, char *text, uint64_t capacity)
{
    bool negative = money->units < 0 || money->nanos < 0;
    uint64_t units = money->units < 0 ? 0 - (uint64_t)money->units : (uint64_t)money->units;
    char fraction[16];
    snprintf(fraction, sizeof fraction, "%09d", money->nanos < 0 ? -money->nanos : money->nanos);
    int keep = 9;
    while (keep > decimals && keep > 0 && fraction[keep - 1] == '0') keep--;
    int n = snprintf(text, (size_t)capacity, "%s%llu%s%.*s", negative ? "-" : "", (unsigned long long)units,
                     keep > 0 ? "." : "", keep, fraction);
    return n < 0 ? 0 : (uint64_t)n;
}

gpucost_status gpucost_money_add(const gpucost_money *a, const gpucost_money *b, gpucost_money *sum, gpucost_error *err)
{
    gpucost__clear(err);
    if (a->currency[0] && b->currency[0] && strcmp(a->currency, b->currency) != 0)
        return gpucost__fail(err, GPUCOST_E_CURRENCY, "cannot add %s and %s: nothing converts silently", a->currency,
                             b->currency);
    const char *currency = a->currency[0] ? a->currency : b->currency;
    gpucost__int128 nanos = gpucost__money_nanos(a) + gpucost__money_nanos(b);
    if (!gpucost__money_from_nanos(nanos, currency, sum))
        return gpucost__fail(err, GPUCOST_E_OVERFLOW, "the sum exceeds 64 bits of %s", currency);
    return GPUCOST_OK;
}

int32_t gpucost_money_compare(const gpucost_money *a, const gpucost_money *b)
{
    gpucost__int128 x = gpucost__money_nanos(a), y = gpucost__money_nanos(b);
    return x < y ? -1 : x > y;
}

double gpucost_money_to_double(const gpucost_money *money)
{
    return (double)money->units + (double)money->nanos / 1e9;
}

/* quantity is mantissa x 2^exponent with a 53-bit mantissa, so the product is exact in 128 bits before the shift. */
bool gpucost__price_times(int64_t price_nanos, double quantity, gpucost__int128 *nanos)
{
    int exponent;
    double fraction = frexp(quantity, &exponent);
    gpucost__int128 product = (gpucost__int128)price_nanos * (int64_t)ldexp(fraction, 53);
    int shift = 53 - exponent;
    if (shift <= 0) {
        for (; shift < 0 && product != 0; shift++)
            if (gpucost__mul_i128(product, 2, &product)) return false;
        *nanos = product;
        return true;
    }
    if (shift > 126) {
        *nanos = 0;
        return true;
    }
    bool negative = product < 0;
    if (negative) product = -product;
    gpucost__int128 whole = product >> shift, rest = product - (whole << shift),
                    half = (gpucost__int128)1 << (shift - 1);
    if (rest > half || (rest == half && (whole & 1))) whole++;
    *nanos = negative ? -whole : whole;
    return true;
}

gpucost_status gpucost_money_from_price(int64_t price_nanos, double quantity, const char *currency,
                                        gpucost_money *money, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(check_currency(currency, err));
    if (!isfinite(quantity) || quantity < 0)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "quantity", NULL, "a quantity is finite and not negative");
    gpucost__int128 nanos;
    if (!gpucost__price_times(price_nanos, quantity, &nanos) || !gpucost__money_from_nanos(nanos, currency, money))
        return gpucost__fail(err, GPUCOST_E_OVERFLOW, "the amount exceeds 64 bits of %s", currency);
    return GPUCOST_OK;
}
