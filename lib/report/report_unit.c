#include "report/report_unit.h"

#include <math.h>
#include <stdio.h>

#include "base/decimal.h"

static void with_unit(double value, int decimals, const char *unit, char text[GPUCOST__UNIT_TEXT])
{
    char number[GPUCOST__DOUBLE_TEXT];
    gpucost__double_fixed(value, decimals, number);
    snprintf(text, GPUCOST__UNIT_TEXT, "%s%s%s", number, *unit ? " " : "", unit);
}

/* Three figures. */
static int decimals_of(double value)
{
    return value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
}

void gpucost__unit_bytes(uint64_t bytes, char text[GPUCOST__UNIT_TEXT])
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
    double value = (double)bytes;
    int unit = 0;
    for (; value >= 1024 && unit < 5; unit++) value /= 1024;
    with_unit(value, unit == 0 ? 0 : decimals_of(value), units[unit], text);
}

void gpucost__unit_time(double seconds, char text[GPUCOST__UNIT_TEXT])
{
    if (seconds < 1)
        with_unit(seconds * 1e3, decimals_of(seconds * 1e3), "ms", text);
    else if (seconds < 600)
        with_unit(seconds, decimals_of(seconds), "s", text);
    else if (seconds < 72 * 3600.0)
        with_unit(seconds / 3600, decimals_of(seconds / 3600), "h", text);
    else
        with_unit(seconds / 86400, decimals_of(seconds / 86400), "days", text);
}

void gpucost__unit_count(double count, char text[GPUCOST__UNIT_TEXT])
{
    static const char *const units[] = {"", "k", "M", "B", "T"};
    int unit = 0;
    if (count > 0 && count < 0.1) { /* a rate of few an hour */
        gpucost__double_text(count, text);
        return;
    }
    for (; count >= 1000 && unit < 4; unit++) count /= 1000;
    with_unit(count, unit == 0 && count == floor(count) ? 0 : decimals_of(count), units[unit], text);
}

void gpucost__unit_percent(double share, char text[GPUCOST__UNIT_TEXT])
{
    with_unit(100 * share, fabs(share) < 0.0995 ? 1 : 0, "%", text);
}

void gpucost__unit_money(const gpucost_money *money, char text[GPUCOST__UNIT_TEXT])
{
    const int32_t cent = 10000000;
    gpucost_money rounded = *money;
    int32_t rest = rounded.nanos % cent;
    rounded.nanos -= rest;
    int32_t twice = rest < 0 ? -2 * rest : 2 * rest;
    if (twice > cent || (twice == cent && rounded.nanos / cent % 2 != 0)) rounded.nanos += rest < 0 ? -cent : cent;
    if (rounded.nanos == 100 * cent || rounded.nanos == -100 * cent) {
        rounded.units += rounded.nanos < 0 ? -1 : 1;
        rounded.nanos = 0;
    }
    gpucost_money_format(&rounded, 2, text, GPUCOST__UNIT_TEXT);
}

void gpucost__unit_price(int64_t nanos, char text[GPUCOST__UNIT_TEXT])
{
    if (nanos == 0)
        snprintf(text, GPUCOST__UNIT_TEXT, "-");
    else
        with_unit((double)nanos / 1e9, 3, "", text);
}
