/* JSON documents through jansson: a size cap, and errors with line and column. */
#ifndef GPUCOST_BASE_JSON_H
#define GPUCOST_BASE_JSON_H

#include <jansson.h>

#include "base/error.h"

enum { GPUCOST__JSON_MOST_BYTES = 256 * 1024 * 1024 }; /* a larger document is refused; bulk feeds come as CSV */

/* One JSON value and nothing after it; duplicate keys are an error. `source` names it in errors. */
gpucost_status gpucost__json_text(const char *text, size_t bytes, const char *source, json_t **json,
                                  gpucost_error *err);

/* The same from a file, plain or gzip; "-" is standard input. */
gpucost_status gpucost__json_file(const char *path, json_t **json, gpucost_error *err);

/* Indented text, keys in the order they were set; freed with gpucost_text_free(). */
gpucost_status gpucost__json_dump(json_t *json, char **text, gpucost_error *err);

#endif
