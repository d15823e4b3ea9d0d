#include "price/price_check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "gpucost/units.h"

/* Above this no instance is priced; below it hourly plus upfront per hour stays inside 64 bits. */
#define HOURLY_MOST_NANOS INT64_C(1000000000000000000)

static bool refuse(gpucost__refusal *refusal, int cell, const char *format, ...) GPUCOST__PRINTF(3, 4);
static bool refuse(gpucost__refusal *refusal, int cell, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(refusal->reason, sizeof refusal->reason, format, arguments);
    va_end(arguments);
    refusal->cell = cell;
    return false;
}

const char *gpucost__check_instant(const char *text, int64_t *utc_s)
{
    char month[16];
    if (strlen(text) == 7) {
        snprintf(month, sizeof month, "%s-01", text);
        text = month;
    }
    if (!*text)
        return "is empty; a price needs the date at which it was observed: in the feed, or in the option observed_utc";
    if (gpucost_instant_parse(text, utc_s, NULL) != GPUCOST_OK)
        return "is not a date such as 2024-05, 2024-05-01 or 2024-05-01T12:00:00Z";
    return *utc_s > 0 ? NULL : "is before 1970";
}

static bool read_amount(const gpucost__price_row *row, int cell, int64_t *nanos, gpucost__refusal *refusal)
{
    const char *text = row->text[cell];
    gpucost_status status = gpucost_price_parse(text, nanos, NULL);
    double value;
    if (status != GPUCOST_OK && row->through_double && gpucost__decimal_double(text, &value) == GPUCOST__DECIMAL_OK &&
        value < 1e9) {
        char fixed[GPUCOST__DOUBLE_TEXT];
        gpucost__double_fixed(value, 9, fixed);
        status = gpucost_price_parse(fixed, nanos, NULL);
    }
    if (status == GPUCOST_OK) {
        if (*nanos >= 0) return true;
        return refuse(refusal, cell, "is negative; a price is above 0");
    }
    gpucost_error why;
    gpucost_price_parse(text, nanos, &why);
    return refuse(refusal, cell, "%s", why.text);
}

static bool read_amounts(const gpucost__price_row *row, const char *word, gpucost__price_term *term,
                         gpucost__price *read, gpucost__refusal *refusal)
{
    if (!*row->text[GPUCOST__ROW_HOURLY])
        return refuse(refusal, GPUCOST__ROW_HOURLY, "is empty; an unknown price is not a price");
    if (!read_amount(row, GPUCOST__ROW_HOURLY, &read->hourly_nanos, refusal)) return false;
    if (*row->text[GPUCOST__ROW_UPFRONT] && !read_amount(row, GPUCOST__ROW_UPFRONT, &read->upfront_nanos, refusal))
        return false;
    if (read->hourly_nanos > HOURLY_MOST_NANOS)
        return refuse(refusal, GPUCOST__ROW_HOURLY, "exceeds 1000000000 an hour");
    if (read->upfront_nanos > 0 && term->hours == 0)
        return refuse(refusal, GPUCOST__ROW_UPFRONT, "is not 0, and the term %s has no upfront part", word);
    if (read->upfront_nanos > 0 && term->payment == GPUCOST_PAYMENT_NONE)
        return refuse(refusal, GPUCOST__ROW_UPFRONT, "is not 0, and the term %s is paid by the hour", word);
    if (read->hourly_nanos == 0 && read->upfront_nanos == 0)
        return refuse(refusal, GPUCOST__ROW_HOURLY, "is 0; nothing is free unless it was paid upfront");
    if (term->payment == GPUCOST__PAYMENT_UNSTATED)
        term->payment = read->upfront_nanos == 0  ? GPUCOST_PAYMENT_NONE
                        : read->hourly_nanos == 0 ? GPUCOST_PAYMENT_ALL
                                                  : GPUCOST_PAYMENT_PARTIAL;
    return true;
}

bool gpucost__check_price(const gpucost__price_row *row, gpucost__price_term *term, gpucost__price *read,
                          gpucost__refusal *refusal)
{
    const char *word = row->text[GPUCOST__ROW_TERM];
    if (!gpucost__price_term_parse(word, term))
        return refuse(
            refusal, GPUCOST__ROW_TERM,
            "is not a term such as on_demand, spot, reserved_1y_no, savings_plan_3y, cud_1y or subscription_1m");
    const char *why = gpucost__check_instant(row->text[GPUCOST__ROW_OBSERVED], &read->observed_utc_s);
    if (why) return refuse(refusal, GPUCOST__ROW_OBSERVED, "%s", why);
    if (!row->withdrawn) {
        if (!read_amounts(row, word, term, read, refusal)) return false;
        if (row->whole_term && term->hours > 0) {
            read->upfront_nanos = read->hourly_nanos;
            read->hourly_nanos = 0;
            term->payment = GPUCOST_PAYMENT_ALL;
        }
        return true;
    }
    if (term->payment == GPUCOST__PAYMENT_UNSTATED) term->payment = GPUCOST_PAYMENT_NONE;
    return true;
}
