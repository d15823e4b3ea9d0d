/* Versions as numbers between points: 2.10 comes after 2.9. */
#ifndef GPUCOST_BASE_DOTTED_H
#define GPUCOST_BASE_DOTTED_H

#include <stdbool.h>
#include <stdint.h>

enum { GPUCOST__DOTTED_MOST = 6 };

typedef struct {
    uint32_t part[GPUCOST__DOTTED_MOST]; /* zero past count */
    int count;                           /* 0: no version at all */
} gpucost__dotted;

/* Letters before it and what follows the numbers ("rc1", "+cu121") are left out; false when there is no number. */
bool gpucost__dotted_read(const char *text, gpucost__dotted *version);

/* The same where no version at all is an answer too. */
gpucost__dotted gpucost__dotted_of(const char *text);

/* -1, 0 or 1; missing parts are zero. */
int gpucost__dotted_compare(const gpucost__dotted *a, const gpucost__dotted *b);

/* The same over the first `parts`, and over those that both have: 525.60 and 525.60.13 are equal. */
int gpucost__dotted_compare_parts(const gpucost__dotted *a, const gpucost__dotted *b, int parts);
int gpucost__dotted_compare_common(const gpucost__dotted *a, const gpucost__dotted *b);

#endif
