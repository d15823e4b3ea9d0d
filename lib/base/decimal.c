#include "base/decimal.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/name.h"

typedef struct {
    bool negative;
    bool cut;           /* digits beyond the mantissa's room were not zero */
    gpucost__int128 digits; /* at most 37 of them */
    int exponent;       /* value = digits x 10^exponent */
    int count;          /* significant digits read */
} scanned;

static bool scan_exponent(const char **at, int *exponent)
{
    const char *p = *at + 1;
    bool negative = *p == '-';
    if (*p == '+' || *p == '-') p++;
    if (!gpucost__is_digit(*p)) return false;
    int value = 0;
    for (; gpucost__is_digit(*p); p++)
        if (value < 100000) value = value * 10 + (*p - '0');
    *exponent += negative ? -value : value;
    *at = p;
    return true;
}

static bool scan(const char *text, scanned *out)
{
    *out = (scanned){0};
    const char *p = text;
    out->negative = *p == '-';
    if (*p == '+' || *p == '-') p++;
    bool any = false, fraction = false;
    int64_t small = 0;
    for (;; p++) {
        if (*p == '.' && !fraction) {
            fraction = true;
            continue;
        }
        if (!gpucost__is_digit(*p)) break;
        any = true;
        if (out->count < 18) { /* the usual case, in one register */
            small = small * 10 + (*p - '0');
            if (small != 0) out->count++;
            out->digits = small;
            if (fraction) out->exponent--;
        } else if (out->count < 37) {
            out->digits = out->digits * 10 + (*p - '0');
            out->count++;
            if (fraction) out->exponent--;
        } else {
            if (*p != '0') out->cut = true;
            if (!fraction) out->exponent++;
        }
    }
    if (!any) return false;
    if ((*p == 'e' || *p == 'E') && !scan_exponent(&p, &out->exponent)) return false;
    return *p == '\0';
}

/* Bring digits to exponent 0 after adding `scale`. */
static gpucost__decimal_status to_integer(const char *text, int scale, gpucost__int128 *value)
{
    scanned s;
    if (!scan(text, &s)) return GPUCOST__DECIMAL_SYNTAX;
    gpucost__int128 n = s.digits;
    int exponent = s.exponent + scale;
    if (exponent == 0 && !s.cut) {
        *value = s.negative ? -n : n;
        return GPUCOST__DECIMAL_OK;
    }
    for (; exponent < 0 && n != 0; exponent++) {
        if (n % 10 != 0) return GPUCOST__DECIMAL_INEXACT;
        n /= 10;
    }
    for (; exponent > 0 && n != 0; exponent--)
        if (gpucost__mul_i128(n, 10, &n)) return GPUCOST__DECIMAL_OVERFLOW;
    if (s.cut) return GPUCOST__DECIMAL_INEXACT;
    *value = s.negative ? -n : n;
    return GPUCOST__DECIMAL_OK;
}

gpucost__decimal_status gpucost__decimal_i64(const char *text, int scale, int64_t *value)
{
    gpucost__int128 n;
    gpucost__decimal_status status = to_integer(text, scale, &n);
    if (status != GPUCOST__DECIMAL_OK) return status;
    if (n < INT64_MIN || n > INT64_MAX) return GPUCOST__DECIMAL_OVERFLOW;
    *value = (int64_t)n;
    return GPUCOST__DECIMAL_OK;
}

gpucost__decimal_status gpucost__decimal_u64(const char *text, uint64_t *value)
{
    gpucost__int128 n;
    gpucost__decimal_status status = to_integer(text, 0, &n);
    if (status != GPUCOST__DECIMAL_OK) return status;
    if (n < 0 || n > (gpucost__int128)UINT64_MAX) return GPUCOST__DECIMAL_OVERFLOW;
    *value = (uint64_t)n;
    return GPUCOST__DECIMAL_OK;
}

/* strtod reads the locale's decimal point, so give it that one. */
static double locale_strtod(const char *text)
{
    char copy[512];
    const char *point = localeconv()->decimal_point;
    size_t n = 0;
    for (const char *p = text; *p && n + strlen(point) + 1 < sizeof copy; p++) {
        if (*p == '.') {
            memcpy(copy + n, point, strlen(point));
            n += strlen(point);
        } else {
            copy[n++] = *p;
        }
    }
    copy[n] = '\0';
    return strtod(copy, NULL);
}

gpucost__decimal_status gpucost__decimal_double(const char *text, double *value)
{
    static const double ten_to[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    scanned s;
    if (!scan(text, &s)) return GPUCOST__DECIMAL_SYNTAX;
    double result;
    if (!s.cut && s.digits <= ((gpucost__int128)1 << 53) && s.exponent >= -22 && s.exponent <= 22) {
        /* both operands are exact, so one operation rounds once [clinger1990] */
        result = (double)s.digits;
        result = s.exponent < 0 ? result / ten_to[-s.exponent] : result * ten_to[s.exponent];
        if (s.negative) result = -result;
    } else {
        result = locale_strtod(text);
    }
    if (!isfinite(result)) return GPUCOST__DECIMAL_OVERFLOW;
    *value = result;
    return GPUCOST__DECIMAL_OK;
}

/* snprintf writes the locale's decimal point; ours is '.'. */
static void plain_point(char *text)
{
    const char *point = localeconv()->decimal_point;
    char *at = strcmp(point, ".") == 0 ? NULL : strstr(text, point);
    if (at) {
        size_t width = strlen(point);
        *at = '.';
        memmove(at + 1, at + width, strlen(at + width) + 1);
    }
}

void gpucost__double_text(double value, char text[GPUCOST__DOUBLE_TEXT])
{
    int precision = 1;
    for (; precision <= 17; precision++) {
        snprintf(text, GPUCOST__DOUBLE_TEXT, "%.*g", precision, value);
        if (strtod(text, NULL) == value) break;
    }
    /* 1e+03 is shortest, but people write 1000 */
    double size = fabs(value);
    if (strchr(text, 'e') && size >= 1e-4 && size < 1e15) {
        int decimals = precision - 1 - (int)floor(log10(size));
        snprintf(text, GPUCOST__DOUBLE_TEXT, "%.*f", decimals > 0 ? decimals : 0, value);
    }
    plain_point(text);
}

void gpucost__double_fixed(double value, int decimals, char text[GPUCOST__DOUBLE_TEXT])
{
    if (fabs(value) < 1e17)
        snprintf(text, GPUCOST__DOUBLE_TEXT, "%.*f", decimals, value);
    else
        snprintf(text, GPUCOST__DOUBLE_TEXT, "%.*g", 6, value);
    plain_point(text);
}
