/* Fill a caller's gpucost_error. Every function returns the status it was given, to be returned in turn. */
#ifndef GPUCOST_BASE_ERROR_H
#define GPUCOST_BASE_ERROR_H

#include "gpucost/status.h"

#if defined(__GNUC__)
#define GPUCOST__PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define GPUCOST__PRINTF(at, first)
#endif

/* Passing a failure up: evaluates the call once. */
#define GPUCOST__TRY(call)                          \
    do {                                            \
        gpucost_status try_status = (call);         \
        if (try_status != GPUCOST_OK) return try_status; \
    } while (0)

/* Every public function that takes an error clears it on entry. */
void gpucost__clear(gpucost_error *err);

/* One sentence of what is wrong; no floating-point conversions in `format` (they follow the locale). */
gpucost_status gpucost__fail(gpucost_error *err, gpucost_status status, const char *format, ...) GPUCOST__PRINTF(3, 4);

/* The same, with the field and the value that caused it; either may be NULL. */
gpucost_status gpucost__fail_field(gpucost_error *err, gpucost_status status, const char *field, const char *value,
                                   const char *format, ...) GPUCOST__PRINTF(5, 6);

gpucost_status gpucost__fail_memory(gpucost_error *err);

/* Add the place to an error that has none yet: what is already known stays. */
void gpucost__error_at(gpucost_error *err, const char *source, int32_t line, int32_t column);

/* Put `prefix` before the field: "/model" + "/layers". */
void gpucost__error_under(gpucost_error *err, const char *prefix);

#endif
