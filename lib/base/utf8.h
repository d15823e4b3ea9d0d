/* Is text UTF-8? */
#ifndef GPUCOST_BASE_UTF8_H
#define GPUCOST_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the character at the start of text: 1..4, or 0 when it is not UTF-8. `bytes` is what is left. */
size_t gpucost__utf8_width(const char *text, size_t bytes);

bool gpucost__utf8_is_valid(const char *text, size_t bytes);

#endif
