/* Is text UTF-8, and can it be shown? */
#ifndef GPUCOST_BASE_UTF8_H
#define GPUCOST_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the character at the start of text: 1..4, or 0 when it is not UTF-8. `bytes` is what is left. */
size_t gpucost__utf8_width(const char *text, size_t bytes);

bool gpucost__utf8_is_valid(const char *text, size_t bytes);

/* The same as the width for a character that may be shown, up to the NUL of text; 0 for control characters, which a
   terminal would obey. */
size_t gpucost__utf8_printable(const char *text);

/* Copy text, of at most `bytes`, to be shown: what is not printable becomes '?', ends of lines and tabs
   spaces, and no character is cut in two. */
void gpucost__utf8_copy(char *to, size_t capacity, const char *text, size_t bytes);

#endif
