/* Names as people type them: only letters, digits and a decimal point count, and case does not. */
#ifndef GPUCOST_BASE_NAME_H
#define GPUCOST_BASE_NAME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/* A name being read: [start, end), at the next character. */
typedef struct {
    const char *start, *at, *end;
} gpucost__name_cursor;

static inline gpucost__name_cursor gpucost__name_range(const char *start, const char *end)
{
    return (gpucost__name_cursor){start, start, end};
}

static inline bool gpucost__is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The next character that counts, in lower case, or 0 at the end. A point between two digits counts: opt-1.3b is not
   opt-13b. */
static inline char gpucost__name_letter(gpucost__name_cursor *name)
{
    while (name->at < name->end) {
        const char *p = name->at++;
        char c = *p;
        if (c >= 'A' && c <= 'Z') return (char)(c - 'A' + 'a');
        if ((c >= 'a' && c <= 'z') || gpucost__is_digit(c) || (unsigned char)c >= 0x80) return c;
        if (c == '.' && p > name->start && gpucost__is_digit(p[-1]) && p + 1 < name->end && gpucost__is_digit(p[1]))
            return c;
    }
    return '\0';
}

bool gpucost__name_equal(const char *a, const char *b);

/* Is `name` one of a list joined by `separator`? A trailing '*' in a listed name matches any rest. */
bool gpucost__name_listed(const char *list, char separator, const char *name);

/* The i-th name to compare with; may give several, joined by ';'. */
typedef const char *(*gpucost__name_at)(const void *context, uint64_t index);

/* GPUCOST_E_UNKNOWN_NAME: `what` ("accelerator") is not known; did you mean the nearest three? */
gpucost_status gpucost__name_unknown(const char *what, const char *name, gpucost__name_at at, const void *context,
                                     uint64_t count, gpucost_error *err);

#endif
