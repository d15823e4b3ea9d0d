/* One hour of usage under plans, by the provider's rule. */
#ifndef GPUCOST_SAVINGS_HOUR_H
#define GPUCOST_SAVINGS_HOUR_H

#include <stdbool.h>

#include "base/checked.h"
#include "gpucost/savings.h"

enum { GPUCOST__KINDS_MOST = 256, GPUCOST__ATTOS = 1000000000 }; /* attos in a nano */

/* Amounts in 1e-18 of the currency: what is left of usage after a plan that ends in the middle is no whole number of
   nanos, and is rounded here, 1e-9 of a nano at a time. */
typedef gpucost__int128 gpucost__attos;

/* Kinds in the order in which each plan serves them. */
typedef struct {
    gpucost_usage_kind kinds[GPUCOST__KINDS_MOST];
    uint32_t by_instance[GPUCOST__KINDS_MOST], by_compute[GPUCOST__KINDS_MOST];
    uint64_t count, instance_count, compute_count;
    const int64_t *units; /* [hours][count] */
    uint64_t hours;
} gpucost__usage;

gpucost_status gpucost__usage_take(const gpucost_usage_kind *kinds, uint64_t count, const int64_t *units,
                                   uint64_t hours, gpucost__usage *usage, gpucost_error *err);

/* Usage of an hour after reservations, at on-demand prices. */
void gpucost__hour_values(const gpucost__usage *usage, uint64_t hour, gpucost__attos *values);

/* Spend `left` on the values by the rates of one plan; what is not spent is returned. */
gpucost__attos gpucost__hour_spend(const gpucost__usage *usage, bool compute, gpucost__attos left,
                                   gpucost__attos *values);

#endif
