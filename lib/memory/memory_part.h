/* Bytes of a part as a double until the end, as in memory_setting.h: whole numbers below 2^53 and powers of two are
   exact. */
#ifndef GPUCOST_MEMORY_PART_H
#define GPUCOST_MEMORY_PART_H

#include <stdint.h>

/* A field, or what zero means. */
static inline double gpucost__or(uint64_t value, double fallback)
{
    return value ? (double)value : fallback;
}

/* Driver and kernels of a program without a framework: the upper end of 0.3 to 0.6 GiB (pytorch issue 107667, PR
   86509). */
static const double gpucost__bare_context = 0.5 * 1073741824;

#endif
