/* Blocks: the records of an offer in one period, packed, so that a long history is read in few rows. */
#ifndef GPUCOST_STORE_BLOCK_H
#define GPUCOST_STORE_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    GPUCOST__PERIOD_S = 2592000, /* 30 days; the period of an instant is its seconds divided by this */
    GPUCOST__BLOCK_LEAST = 64    /* records that are worth a block */
};

#define GPUCOST__WITHDRAWN INT64_C(-1)

/* A price from an instant on, until the next record. */
typedef struct {
    int64_t observed_utc_s;
    int64_t hourly_nanos; /* GPUCOST__WITHDRAWN: no price from here on */
    int64_t upfront_nanos;
} gpucost__record;

/* A block that is being packed. */
typedef struct {
    unsigned char *bytes; /* [used]; free() them */
    size_t used, room;
    uint64_t records;
    gpucost__record last; /* its prices: those of the last record that has some */
} gpucost__block;

/* Begin the block of a period; the bytes are used again. */
void gpucost__block_start(gpucost__block *block, int64_t period);

/* Records of the period in order of time; false when memory is out. */
bool gpucost__block_add(gpucost__block *block, const gpucost__record *record);

/* Records of a block into rows [count]; false when the bytes are no block of that period and count. Instants are in
   order and inside the period; what the prices are is the caller's to check. */
bool gpucost__block_read(const unsigned char *bytes, size_t size, int64_t period, uint64_t count,
                         gpucost__record *rows);

#endif
