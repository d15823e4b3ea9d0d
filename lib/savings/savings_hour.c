#include "savings/savings_hour.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "savings/savings_table.h"

/* Products of a value and a rate stay in 128 bits: an hour of at most 1e8 of the currency, rates of at most 1e3 a unit;
   both are checked by their product. */
static const gpucost__int128 product_most = (gpucost__int128)1 << 126;

static int64_t rate_of(const gpucost_usage_kind *kind, bool compute)
{
    return compute ? kind->compute_nanos : kind->instance_nanos;
}

/* Does a come before b? Saving percentage 1 - rate / price: the smaller ratio; then the smaller rate. */
static bool before(const gpucost_usage_kind *a, const gpucost_usage_kind *b, bool compute)
{
    gpucost__int128 left = (gpucost__int128)rate_of(a, compute) * b->on_demand_nanos;
    gpucost__int128 right = (gpucost__int128)rate_of(b, compute) * a->on_demand_nanos;
    return left != right ? left < right : rate_of(a, compute) < rate_of(b, compute);
}

static uint64_t put_in_order(const gpucost__usage *usage, bool compute, uint32_t *order)
{
    uint64_t count = 0;
    for (uint32_t k = 0; k < usage->count; k++) {
        if (rate_of(&usage->kinds[k], compute) == 0) continue;
        uint64_t at = count++;
        for (; at > 0 && before(&usage->kinds[k], &usage->kinds[order[at - 1]], compute); at--)
            order[at] = order[at - 1];
        order[at] = k;
    }
    return count;
}

static gpucost_status take_kind(const void *caller, gpucost_usage_kind *ours, gpucost_error *err)
{
    GPUCOST__TRY(gpucost__struct_in(&gpucost__usage_kind_table, caller, ours, err));
    if (ours->on_demand_nanos == 0)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "on_demand_price", "0", "a missing price is not free");
    if (ours->instance_nanos > ours->on_demand_nanos)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "instance_price", NULL,
                                   "the rate exceeds the on-demand price");
    if (ours->compute_nanos > ours->on_demand_nanos)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "compute_price", NULL, "the rate exceeds the on-demand price");
    return GPUCOST_OK;
}

static gpucost_status take_units(const gpucost__usage *usage, gpucost_error *err)
{
    for (uint64_t i = 0; i < usage->hours * usage->count; i++) {
        const gpucost_usage_kind *kind = &usage->kinds[i % usage->count];
        int64_t units = usage->units[i];
        gpucost__int128 value = (gpucost__int128)units * kind->on_demand_nanos;
        if (units >= 0 && value <= product_most / GPUCOST__ATTOS / kind->on_demand_nanos) continue;
        char field[64], text[24];
        snprintf(field, sizeof field, "/units/%llu/%llu", (unsigned long long)(i / usage->count),
                 (unsigned long long)(i % usage->count));
        snprintf(text, sizeof text, "%lld", (long long)units);
        return gpucost__fail_field(err, units < 0 ? GPUCOST_E_RANGE : GPUCOST_E_OVERFLOW, field, text,
                                   "%s units of \"%.64s\" in an hour are %s", text, kind->name,
                                   units < 0 ? "negative" : "more than the arithmetic holds");
    }
    return GPUCOST_OK;
}

gpucost_status gpucost__usage_take(const gpucost_usage_kind *kinds, uint64_t count, const int64_t *units,
                                   uint64_t hours, gpucost__usage *usage, gpucost_error *err)
{
    if (!kinds || !units)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, kinds ? "units" : "kinds", NULL, "no usage was given");
    if (count < 1 || count > GPUCOST__KINDS_MOST)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "count", NULL, "%llu kinds of usage; expected 1..%d",
                                   (unsigned long long)count, GPUCOST__KINDS_MOST);
    if (hours < 1 || hours > 1000000)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "hours", NULL, "%llu hours; expected 1..1000000",
                                   (unsigned long long)hours);
    usage->count = count;
    usage->units = units;
    usage->hours = hours;
    for (uint64_t k = 0; k < count; k++) {
        const char *row = (const char *)kinds + k * kinds->size;
        gpucost_status status = take_kind(row, &usage->kinds[k], err);
        uint64_t size;
        memcpy(&size, row, sizeof size);
        if (status == GPUCOST_OK && size != kinds->size)
            status = gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "size", NULL,
                                         "the kinds of an array must all have the same size");
        if (status == GPUCOST_OK) continue;
        char prefix[48];
        snprintf(prefix, sizeof prefix, "/kinds/%llu/", (unsigned long long)k);
        gpucost__error_under(err, prefix);
        return status;
    }
    usage->instance_count = put_in_order(usage, false, usage->by_instance);
    usage->compute_count = put_in_order(usage, true, usage->by_compute);
    return take_units(usage, err);
}

void gpucost__hour_values(const gpucost__usage *usage, uint64_t hour, gpucost__attos *values)
{
    const int64_t *units = usage->units + hour * usage->count;
    for (uint64_t k = 0; k < usage->count; k++) {
        const gpucost_usage_kind *kind = &usage->kinds[k];
        int64_t left = units[k] > (int64_t)kind->reserved_units ? units[k] - (int64_t)kind->reserved_units : 0;
        values[k] = (gpucost__attos)left * kind->on_demand_nanos * GPUCOST__ATTOS;
    }
}

gpucost__attos gpucost__hour_spend(const gpucost__usage *usage, bool compute, gpucost__attos left,
                                   gpucost__attos *values)
{
    uint64_t count = compute ? usage->compute_count : usage->instance_count;
    const uint32_t *order = compute ? usage->by_compute : usage->by_instance;
    for (uint64_t i = 0; i < count && left > 0; i++) {
        const gpucost_usage_kind *kind = &usage->kinds[order[i]];
        int64_t rate = rate_of(kind, compute);
        gpucost__attos *value = &values[order[i]], all = *value * rate / kind->on_demand_nanos;
        if (all <= left) {
            left -= all;
            *value = 0;
        } else {
            *value -= left * kind->on_demand_nanos / rate;
            left = 0;
        }
    }
    return left;
}

