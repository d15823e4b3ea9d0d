/* JSON read in place, value by value, for documents too large to keep as a tree. */
#ifndef GPUCOST_BASE_JSON_SCAN_H
#define GPUCOST_BASE_JSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { GPUCOST__SCAN_DEPTH_MOST = 64 };

typedef struct {
    const char *text, *end, *at;
    const char *source; /* name in errors */
    gpucost_error *err;
} gpucost__scan;

/* A part of the document: the inside of a string as it is written, escapes and all. */
typedef struct {
    const char *text;
    size_t bytes;
} gpucost__span;

/* GPUCOST_E_SYNTAX when the text is not UTF-8. */
gpucost_status gpucost__scan_open(gpucost__scan *scan, const char *text, size_t bytes, const char *source,
                                  gpucost_error *err);

/* Each takes the next value, or fails with where it stands. */
gpucost_status gpucost__scan_object(gpucost__scan *scan); /* '{' */
gpucost_status gpucost__scan_array(gpucost__scan *scan);  /* '[' */
gpucost_status gpucost__scan_string(gpucost__scan *scan, gpucost__span *string);
gpucost_status gpucost__scan_u64(gpucost__scan *scan, uint64_t *value); /* digits only */
gpucost_status gpucost__scan_skip(gpucost__scan *scan);

/* The next key of an object, or the next place of an array; *more is false after the last. `first` is true the first
   time. */
gpucost_status gpucost__scan_key(gpucost__scan *scan, bool first, gpucost__span *key, bool *more);
gpucost_status gpucost__scan_item(gpucost__scan *scan, bool first, bool *more);

/* Nothing but blanks is left. */
gpucost_status gpucost__scan_end(gpucost__scan *scan);

/* Does an object, array or string come next? */
char gpucost__scan_peek(gpucost__scan *scan);

bool gpucost__span_is(gpucost__span span, const char *text);

#endif
