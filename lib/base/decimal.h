/* Decimal text to numbers and back, exactly and without a locale. */
#ifndef GPUCOST_BASE_DECIMAL_H
#define GPUCOST_BASE_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/checked.h"

enum { GPUCOST__DOUBLE_TEXT = 32 }; /* room for the shortest text of any double */

typedef enum {
    GPUCOST__DECIMAL_OK,
    GPUCOST__DECIMAL_SYNTAX,  /* not a number */
    GPUCOST__DECIMAL_INEXACT, /* digits are left over at this scale */
    GPUCOST__DECIMAL_OVERFLOW /* does not fit the type */
} gpucost__decimal_status;

/* text x 10^scale as an integer: "1.25" at scale 2 is 125. An exponent is allowed; blanks around are not. */
gpucost__decimal_status gpucost__decimal_i64(const char *text, int scale, int64_t *value);
gpucost__decimal_status gpucost__decimal_u64(const char *text, uint64_t *value);

/* Nearest double, correctly rounded; no infinity, no NaN, no hexadecimal. */
gpucost__decimal_status gpucost__decimal_double(const char *text, double *value);

/* Shortest text that reads back as the same double. */
void gpucost__double_text(double value, char text[GPUCOST__DOUBLE_TEXT]);

/* Text with a fixed number of decimals, for people: at most 17 digits before the point. */
void gpucost__double_fixed(double value, int decimals, char text[GPUCOST__DOUBLE_TEXT]);

#endif
