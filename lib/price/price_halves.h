/* Commitments whose hourly and upfront prices come in two rows, in any order: a row waits here for the other. */
#ifndef GPUCOST_PRICE_HALVES_H
#define GPUCOST_PRICE_HALVES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct gpucost__half {
    struct gpucost__half *next;
    uint64_t hash, line;
    bool upfront; /* which half it is */
    size_t bytes; /* of the key */
    char text[];  /* key, NUL, price, NUL */
} gpucost__half;

typedef struct gpucost__halves gpucost__halves;

gpucost__halves *gpucost__halves_new(void); /* NULL when memory is out */
void gpucost__halves_free(gpucost__halves *halves);

/* The other half of `key`, taken out: free() it. NULL when it has not come yet. */
gpucost__half *gpucost__halves_take(gpucost__halves *halves, const char *key, bool upfront);

/* Keep a half; false when memory is out. */
bool gpucost__halves_keep(gpucost__halves *halves, const char *key, bool upfront, uint64_t line, const char *price);

const char *gpucost__half_price(const gpucost__half *half);

/* Any half that is left, taken out; NULL when there is none. */
gpucost__half *gpucost__halves_take_any(gpucost__halves *halves);

#endif
