/* What scenes and simulations share. Bytes of a part are a double until the end, as in memory_setting.h: whole numbers
   below 2^53 and powers of two are exact. */
#ifndef GPUCOST_MEMORY_PART_H
#define GPUCOST_MEMORY_PART_H

#include <stdint.h>

#include "gpucost/memory.h"

/* A field, or what zero means. */
static inline double gpucost__or(uint64_t value, double fallback)
{
    return value ? (double)value : fallback;
}

/* Driver and kernels of a program without a framework: the upper end of 0.3 to 0.6 GiB (pytorch issue 107667, PR
   86509). */
static const double gpucost__bare_context = 0.5 * 1073741824;

/* memory_remedy.c: is there a remedy of this index, and what it comes to after those before it. */
gpucost_status gpucost__memory_remedy_index(uint64_t index, uint64_t count, gpucost_error *err);
void gpucost__memory_remedy_out(const char *change, uint64_t before_bytes, uint64_t after_bytes,
                                uint64_t capacity_bytes, gpucost_memory_remedy *remedy);

#endif
