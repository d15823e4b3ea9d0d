/* Discounts by volume: the part of a list value above each threshold. */
#ifndef GPUCOST_SAVINGS_TIER_H
#define GPUCOST_SAVINGS_TIER_H

#include "base/checked.h"
#include "gpucost/savings.h"

enum { GPUCOST__TIERS_MOST = 64, GPUCOST__BILLION = 1000000000 };

typedef struct {
    int64_t threshold[GPUCOST__TIERS_MOST], discount[GPUCOST__TIERS_MOST]; /* nanos, rising; billionths, not falling */
    uint64_t count;
} gpucost__tiers;

gpucost_status gpucost__tiers_take(const gpucost_volume_tier *tiers, uint64_t count, gpucost__tiers *ours,
                                   gpucost_error *err);

/* What is taken off a list value from 0 up [billionths of a nano]; below 2^96 nanos. */
gpucost__int128 gpucost__tiers_off(const gpucost__tiers *tiers, gpucost__int128 list);

/* Discount of the next nano above a list value [billionths]. */
int64_t gpucost__tiers_at(const gpucost__tiers *tiers, gpucost__int128 list);

/* Half-even, of an amount that is not negative. */
gpucost__int128 gpucost__tiers_nanos(gpucost__int128 billionths);

#endif
