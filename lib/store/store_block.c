/* A record is the seconds since the one before (of the first: since the period's start) times four, plus what follows:
   the change of the hourly price, or of both. Numbers are LEB128, seven bits a byte, lowest first; a change has its
   sign in the lowest bit. */
#include "store/store_block.h"

#include <stdlib.h>

enum { SAME = 0, HOURLY = 1, BOTH = 2, GONE = 3 }; /* what follows */
enum { RECORD_MOST = 3 * 10 };                      /* bytes of a record */

static void put(gpucost__block *block, uint64_t number)
{
    for (; number >= 128; number >>= 7) block->bytes[block->used++] = (unsigned char)(number | 128);
    block->bytes[block->used++] = (unsigned char)number;
}

static const unsigned char *take(const unsigned char *from, const unsigned char *end, uint64_t *number)
{
    uint64_t read = 0;
    for (int shift = 0; from < end && shift < 64; shift += 7) {
        unsigned char byte = *from++;
        read |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) {
            *number = read;
            return from;
        }
    }
    return NULL;
}

/* Differences wrap around; added again they give the same number. */
static uint64_t change(int64_t from, int64_t to)
{
    uint64_t difference = (uint64_t)to - (uint64_t)from;
    return difference << 1 ^ (difference >> 63 ? UINT64_MAX : 0);
}

static int64_t changed(int64_t from, uint64_t change)
{
    return (int64_t)((uint64_t)from + (change >> 1 ^ (change & 1 ? UINT64_MAX : 0)));
}

void gpucost__block_start(gpucost__block *block, int64_t period)
{
    block->used = 0;
    block->records = 0;
    block->last = (gpucost__record){.observed_utc_s = period * GPUCOST__PERIOD_S};
}

bool gpucost__block_add(gpucost__block *block, const gpucost__record *record)
{
    if (block->room - block->used < RECORD_MOST) {
        size_t room = block->room ? block->room * 2 : 4096;
        unsigned char *grown = realloc(block->bytes, room);
        if (!grown) return false;
        block->bytes = grown;
        block->room = room;
    }
    gpucost__record *last = &block->last;
    uint64_t seconds = (uint64_t)record->observed_utc_s - (uint64_t)last->observed_utc_s;
    unsigned what = record->hourly_nanos == GPUCOST__WITHDRAWN     ? GONE
                    : record->upfront_nanos != last->upfront_nanos ? BOTH
                    : record->hourly_nanos != last->hourly_nanos   ? HOURLY
                                                                   : SAME;
    put(block, seconds << 2 | what);
    if (what == HOURLY || what == BOTH) put(block, change(last->hourly_nanos, record->hourly_nanos));
    if (what == BOTH) put(block, change(last->upfront_nanos, record->upfront_nanos));
    last->observed_utc_s = record->observed_utc_s;
    if (what == HOURLY || what == BOTH) *last = *record;
    block->records++;
    return true;
}

bool gpucost__block_read(const unsigned char *bytes, size_t size, int64_t period, uint64_t count, gpucost__record *rows)
{
    const unsigned char *from = bytes, *end = bytes + size;
    uint64_t second = 0, number;
    if (period < 0 || period >= INT64_MAX / GPUCOST__PERIOD_S) return false;
    int64_t start = period * GPUCOST__PERIOD_S, hourly = 0, upfront = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (!(from = take(from, end, &number))) return false;
        unsigned what = number & 3;
        number >>= 2;
        second += number;
        if (number >= GPUCOST__PERIOD_S || second >= GPUCOST__PERIOD_S || (number == 0 && i > 0)) return false;
        if (what == HOURLY || what == BOTH) {
            if (!(from = take(from, end, &number))) return false;
            hourly = changed(hourly, number);
        }
        if (what == BOTH) {
            if (!(from = take(from, end, &number))) return false;
            upfront = changed(upfront, number);
        }
        rows[i] = (gpucost__record){.observed_utc_s = start + (int64_t)second,
                                    .hourly_nanos = what == GONE ? GPUCOST__WITHDRAWN : hourly,
                                    .upfront_nanos = what == GONE ? 0 : upfront};
    }
    return from == end;
}
