#include "savings/savings_tier.h"

#include <math.h>
#include <stdio.h>

#include "savings/savings_table.h"

gpucost_status gpucost__tiers_take(const gpucost_volume_tier *tiers, uint64_t count, gpucost__tiers *ours,
                                   gpucost_error *err)
{
    if (count > GPUCOST__TIERS_MOST)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "count", NULL, "%llu tiers; at most %d",
                                   (unsigned long long)count, GPUCOST__TIERS_MOST);
    if (count > 0 && !tiers) return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "tiers", NULL, "no tiers were given");
    for (uint64_t i = 0; i < count; i++) {
        gpucost_volume_tier row;
        gpucost_status status = gpucost__struct_in(&gpucost__volume_tier_table,
                                                   (const char *)tiers + i * tiers->size, &row, err);
        if (status == GPUCOST_OK && i > 0 && row.threshold_nanos <= ours->threshold[i - 1])
            status = gpucost__fail_field(err, GPUCOST_E_RANGE, "threshold_price", NULL, "thresholds must rise");
        if (status == GPUCOST_OK && i > 0 && llround(row.discount * GPUCOST__BILLION) < ours->discount[i - 1])
            status =
                gpucost__fail_field(err, GPUCOST_E_RANGE, "discount", NULL, "a larger volume has no smaller discount");
        if (status != GPUCOST_OK) {
            char prefix[48];
            snprintf(prefix, sizeof prefix, "/tiers/%llu/", (unsigned long long)i);
            gpucost__error_under(err, prefix);
            return status;
        }
        ours->threshold[i] = row.threshold_nanos;
        ours->discount[i] = llround(row.discount * GPUCOST__BILLION);
    }
    ours->count = count;
    return GPUCOST_OK;
}

gpucost__int128 gpucost__tiers_off(const gpucost__tiers *tiers, gpucost__int128 list)
{
    gpucost__int128 off = 0;
    for (uint64_t i = 0; i < tiers->count; i++) {
        gpucost__int128 top = i + 1 < tiers->count && tiers->threshold[i + 1] < list ? tiers->threshold[i + 1] : list;
        if (top > tiers->threshold[i]) off += (top - tiers->threshold[i]) * tiers->discount[i];
    }
    return off;
}

int64_t gpucost__tiers_at(const gpucost__tiers *tiers, gpucost__int128 list)
{
    int64_t discount = 0;
    for (uint64_t i = 0; i < tiers->count && tiers->threshold[i] <= list; i++) discount = tiers->discount[i];
    return discount;
}

gpucost__int128 gpucost__tiers_nanos(gpucost__int128 billionths)
{
    gpucost__int128 nanos = billionths / GPUCOST__BILLION, rest = billionths % GPUCOST__BILLION * 2;
    return nanos + (rest > GPUCOST__BILLION || (rest == GPUCOST__BILLION && nanos % 2 != 0));
}
