/* UTC instants and the proleptic Gregorian calendar, without the C library's time zone. */
#include "base/error.h"
#include "gpucost/units.h"

#include <stdbool.h>
#include <stdio.h>

/* Days since 1970-01-01 of a date in the proleptic Gregorian calendar; years begin in March so that
   a leap day ends one. 146097 days make an era of 400 years. */
static int64_t days_from_date(int64_t year, int month, int day)
{
    year -= month <= 2;
    int64_t era = (year >= 0 ? year : year - 399) / 400;
    int64_t year_of_era = year - era * 400;
    int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
}

static void date_from_days(int64_t days, int64_t *year, int *month, int *day)
{
    days += 719468;
    int64_t era = (days >= 0 ? days : days - 146096) / 146097;
    int64_t day_of_era = days - era * 146097;
    int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t shifted = (5 * day_of_year + 2) / 153;
    *day = (int)(day_of_year - (153 * shifted + 2) / 5 + 1);
    *month = (int)(shifted < 10 ? shifted + 3 : shifted - 9);
    *year = year_of_era + era * 400 + (*month <= 2);
}

/* Exactly `digits` decimal digits. */
static bool take_number(const char **at, int digits, int *value)
{
    *value = 0;
    for (int i = 0; i < digits; i++, (*at)++) {
        if (**at < '0' || **at > '9') return false;
        *value = *value * 10 + (**at - '0');
    }
    return true;
}

static bool take(const char **at, char c)
{
    if (**at != c) return false;
    (*at)++;
    return true;
}

static int days_in_month(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (month == 2 && leap);
}

static bool take_date(const char **at, int64_t *days)
{
    int year, month, day;
    if (!take_number(at, 4, &year) || !take(at, '-') || !take_number(at, 2, &month) || !take(at, '-') ||
        !take_number(at, 2, &day))
        return false;
    if (year < 1 || month < 1 || month > 12 || day < 1 || day > days_in_month(year, month)) return false;
    *days = days_from_date(year, month, day);
    return true;
}

static bool take_time(const char **at, int *seconds)
{
    int hour, minute, second = 0;
    if (!take_number(at, 2, &hour) || !take(at, ':') || !take_number(at, 2, &minute)) return false;
    if (take(at, ':')) {
        if (!take_number(at, 2, &second)) return false;
        if (take(at, '.') || take(at, ','))
            while (**at >= '0' && **at <= '9') (*at)++;
    }
    if (hour > 23 || minute > 59 || second > 60) return false; /* 60: a leap second, taken as the next one */
    *seconds = hour * 3600 + minute * 60 + second;
    return true;
}

/* Z, +08:00, +0800, " +02:00", or nothing, which is UTC. */
static bool take_zone(const char **at, int *offset_s)
{
    *offset_s = 0;
    if (**at == ' ') (*at)++;
    if (take(at, 'Z') || take(at, 'z') || **at == '\0') return true;
    int sign = **at == '-' ? -1 : 1;
    if (!take(at, '+') && !take(at, '-')) return false;
    int hour, minute = 0;
    if (!take_number(at, 2, &hour)) return false;
    take(at, ':');
    if (**at && !take_number(at, 2, &minute)) return false;
    if (hour > 14 || minute > 59) return false;
    *offset_s = sign * (hour * 3600 + minute * 60);
    return true;
}

gpucost_status gpucost_instant_parse(const char *text, int64_t *utc_s, gpucost_error *err)
{
    gpucost__clear(err);
    const char *at = text;
    int64_t days;
    int seconds = 0, offset_s = 0;
    bool good = take_date(&at, &days);
    if (good && *at) good = (take(&at, 'T') || take(&at, ' ')) && take_time(&at, &seconds) && take_zone(&at, &offset_s);
    if (!good || *at)
        return gpucost__fail_field(err, GPUCOST_E_SYNTAX, NULL, text,
                                   "\"%s\" is not a date such as 2020-02-20 or 2020-02-20T03:21:36Z", text);
    *utc_s = days * 86400 + seconds - offset_s;
    return GPUCOST_OK;
}

uint64_t gpucost_instant_format(int64_t utc_s, char *text, uint64_t capacity)
{
    const int64_t first = -62135596800, last = 253402300799; /* years 0001 to 9999 */
    utc_s = utc_s < first ? first : utc_s > last ? last : utc_s;
    int64_t days = (utc_s >= 0 ? utc_s : utc_s - 86399) / 86400;
    int seconds = (int)(utc_s - days * 86400);
    int64_t year;
    int month, day;
    date_from_days(days, &year, &month, &day);
    int n = snprintf(text, (size_t)capacity, "%04lld-%02d-%02dT%02d:%02d:%02dZ", (long long)year, month, day,
                     seconds / 3600, seconds / 60 % 60, seconds % 60);
    return n < 0 ? 0 : (uint64_t)n;
}
