/* Integer arithmetic that says when it overflows: true means the result is wrong. */
#ifndef GPUCOST_BASE_CHECKED_H
#define GPUCOST_BASE_CHECKED_H

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef __int128 gpucost__int128;

static inline bool gpucost__add_i64(int64_t a, int64_t b, int64_t *sum)
{
    return __builtin_add_overflow(a, b, sum);
}

static inline bool gpucost__add_u64(uint64_t a, uint64_t b, uint64_t *sum)
{
    return __builtin_add_overflow(a, b, sum);
}

static inline bool gpucost__mul_u64(uint64_t a, uint64_t b, uint64_t *product)
{
    return __builtin_mul_overflow(a, b, product);
}

static inline bool gpucost__add_i128(gpucost__int128 a, gpucost__int128 b, gpucost__int128 *sum)
{
    return __builtin_add_overflow(a, b, sum);
}

static inline bool gpucost__mul_i128(gpucost__int128 a, gpucost__int128 b, gpucost__int128 *product)
{
    return __builtin_mul_overflow(a, b, product);
}

static inline uint64_t gpucost__ceil_div(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

#endif
