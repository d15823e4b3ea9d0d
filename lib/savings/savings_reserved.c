/* Units that are reserved, used or lost by the hour: of resources that machines are made of, and inside a scope. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/money.h"
#include "savings/savings_table.h"

typedef gpucost__int128 wide;

enum { RESOURCES_MOST = 64, RESERVATIONS_MOST = 1024, GROUPS_MOST = 4096, HOURS_MOST = 1000000 };

static const wide need_most = (wide)1 << 62;

/* Sums over all hours [nanos]. */
typedef struct {
    wide committed, unused, on_demand, all;
} totals;

static gpucost_status write_bill(const totals *sum, const char *currency, gpucost_savings_bill *bill,
                                 gpucost_error *err)
{
    wide cost = sum->committed + sum->on_demand;
    double served = (double)(sum->all - sum->on_demand), paid = (double)sum->committed;
    *bill = (gpucost_savings_bill){.size = sizeof *bill,
                                   .coverage_defined = sum->all > 0,
                                   .savings_defined = sum->all > 0,
                                   .utilisation_defined = sum->committed > 0,
                                   .return_defined = sum->committed > 0};
    if (sum->committed > 0) {
        bill->utilisation = 1 - (double)sum->unused / paid;
        bill->return_on_commitment = served / paid - 1;
    }
    if (sum->all > 0) {
        bill->coverage = served / (double)sum->all;
        bill->effective_savings = (double)(sum->all - cost) / (double)sum->all;
    }
    if (gpucost__money_from_nanos(cost, currency, &bill->cost) &&
        gpucost__money_from_nanos(sum->committed, currency, &bill->committed) &&
        gpucost__money_from_nanos(sum->unused, currency, &bill->unused) &&
        gpucost__money_from_nanos(sum->on_demand, currency, &bill->on_demand) &&
        gpucost__money_from_nanos(sum->all, currency, &bill->all_on_demand))
        return GPUCOST_OK;
    return gpucost__fail(err, GPUCOST_E_OVERFLOW, "the bill exceeds 64 bits of %s", currency);
}

static gpucost_status check_count(const char *field, uint64_t value, uint64_t most, gpucost_error *err)
{
    if (value >= 1 && value <= most) return GPUCOST_OK;
    return gpucost__fail_field(err, GPUCOST_E_RANGE, field, NULL, "%llu is not allowed; expected 1..%llu",
                               (unsigned long long)value, (unsigned long long)most);
}

static gpucost_status check_units(const int64_t *units, uint64_t count, gpucost_error *err)
{
    for (uint64_t i = 0; i < count; i++)
        if (units[i] < 0 || units[i] > INT32_MAX)
            return gpucost__fail_field(err, GPUCOST_E_RANGE, "units", NULL, "entry %llu: %lld units; expected 0..%d",
                                       (unsigned long long)i, (long long)units[i], INT32_MAX);
    return GPUCOST_OK;
}

static gpucost_status check_currency(const char *currency, gpucost_error *err)
{
    if (currency && gpucost__currency_is_valid(currency)) return GPUCOST_OK;
    return gpucost__fail_field(err, GPUCOST_E_RANGE, "currency", currency,
                               "expected a currency code of three capital letters");
}

static gpucost_status row_in(const gpucost_struct *type, const void *rows, uint64_t index, const char *name, void *ours,
                             gpucost_error *err)
{
    uint64_t size;
    memcpy(&size, rows, sizeof size); /* rows of a caller of another age lie one of its own structs apart */
    gpucost_status status = gpucost__struct_in(type, (const char *)rows + index * size, ours, err);
    if (status == GPUCOST_OK) return status;
    char prefix[64];
    snprintf(prefix, sizeof prefix, "/%s/%llu/", name, (unsigned long long)index);
    gpucost__error_under(err, prefix);
    return status;
}

/* ---- resources ---- */

static int falling(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x < *y) - (*x > *y);
}

static gpucost_status need_of(const int64_t *recipe, uint64_t count, uint64_t machines, const int64_t *units,
                              uint64_t hours, uint64_t resource, int64_t *need, gpucost_error *err)
{
    for (uint64_t t = 0; t < hours; t++) {
        wide sum = 0;
        for (uint64_t m = 0; m < machines; m++) sum += (wide)recipe[m * count + resource] * units[t * machines + m];
        if (sum > need_most)
            return gpucost__fail_field(err, GPUCOST_E_OVERFLOW, "units", NULL,
                                       "hour %llu needs more than 2^62 units of a resource", (unsigned long long)t);
        need[t] = (int64_t)sum;
    }
    return GPUCOST_OK;
}

/* A unit pays while the hours that need it, at the on-demand price, cost more than all hours at its own. */
static uint64_t best_units(int64_t *need, uint64_t hours, const gpucost_resource *row)
{
    qsort(need, (size_t)hours, sizeof *need, falling);
    wide enough = (wide)hours * row->committed_nanos / row->on_demand_nanos +
                  1; /* first number of hours that is more than worth it */
    return enough <= (wide)hours ? (uint64_t)need[enough - 1] : 0;
}

static void add_resource(const gpucost_resource *row, const int64_t *need, uint64_t hours, totals *sum)
{
    for (uint64_t t = 0; t < hours; t++) {
        wide units = (wide)row->committed_units, more = need[t] - units;
        sum->committed += units * row->committed_nanos;
        sum->all += (wide)need[t] * row->on_demand_nanos;
        if (more > 0)
            sum->on_demand += more * row->on_demand_nanos;
        else
            sum->unused -= more * row->committed_nanos;
    }
}

gpucost_status gpucost_savings_resources(gpucost_resource *resources, uint64_t count, const int64_t *recipe,
                                         uint64_t machines, const int64_t *units, uint64_t hours, const char *currency,
                                         int32_t choose, gpucost_savings_bill *bill, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_resource rows[RESOURCES_MOST];
    gpucost_savings_bill made;
    totals sum = {0};
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__savings_bill_table, bill, err));
    GPUCOST__TRY(check_count("count", count, RESOURCES_MOST, err));
    GPUCOST__TRY(check_count("machines", machines, GROUPS_MOST, err));
    GPUCOST__TRY(check_count("hours", hours, HOURS_MOST, err));
    GPUCOST__TRY(check_currency(currency, err));
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__resource_table, resources, err));
    GPUCOST__TRY(check_units(recipe, machines * count, err));
    GPUCOST__TRY(check_units(units, hours * machines, err));
    int64_t *need = malloc((size_t)hours * sizeof *need), *sorted = malloc((size_t)hours * sizeof *sorted);
    gpucost_status status = need && sorted ? GPUCOST_OK : gpucost__fail_memory(err);
    for (uint64_t i = 0; i < count && status == GPUCOST_OK; i++) {
        status = row_in(&gpucost__resource_table, resources, i, "resources", &rows[i], err);
        if (status == GPUCOST_OK && (rows[i].on_demand_nanos == 0 || rows[i].committed_nanos == 0))
            status = gpucost__fail_field(err, GPUCOST_E_RANGE,
                                         rows[i].on_demand_nanos ? "committed_price" : "on_demand_price", "0",
                                         "a missing price is not free");
        if (status == GPUCOST_OK) status = need_of(recipe, count, machines, units, hours, i, need, err);
        if (status != GPUCOST_OK) break;
        memcpy(sorted, need, (size_t)hours * sizeof *sorted);
        if (choose) rows[i].committed_units = best_units(sorted, hours, &rows[i]);
        add_resource(&rows[i], need, hours, &sum);
    }
    free(need);
    free(sorted);
    if (status == GPUCOST_OK) status = write_bill(&sum, currency, &made, err);
    if (status != GPUCOST_OK) return status;
    uint64_t size = resources->size;
    for (uint64_t i = 0; i < count; i++)
        gpucost__struct_out(&gpucost__resource_table, &rows[i], (char *)resources + i * size);
    gpucost__struct_out(&gpucost__savings_bill_table, &made, bill);
    return GPUCOST_OK;
}

/* ---- scopes ---- */

static bool in_scope(const gpucost_scoped_reservation *row, uint64_t group, uint64_t subscription)
{
    if (row->scope == GPUCOST_SCOPE_GROUP) return row->place == group;
    return row->scope == GPUCOST_SCOPE_SHARED || row->place == subscription;
}

/* One hour, narrow scopes first [azure_reservation_scope]; `left` is what each group runs. */
static void apply(const gpucost_scoped_reservation *rows, uint64_t count, const uint64_t *subscriptions,
                  uint64_t groups, int64_t *left, totals *sum)
{
    for (int32_t scope = GPUCOST_SCOPE_GROUP; scope <= GPUCOST_SCOPE_SHARED; scope++)
        for (uint64_t i = 0; i < count; i++) {
            if (rows[i].scope != scope) continue;
            int64_t spare = (int64_t)rows[i].units;
            sum->committed += (wide)spare * rows[i].hourly_nanos;
            for (uint64_t g = 0; g < groups && spare > 0; g++) {
                if (!in_scope(&rows[i], g, subscriptions[g])) continue;
                int64_t used = left[g] < spare ? left[g] : spare;
                left[g] -= used;
                spare -= used;
            }
            sum->unused += (wide)spare * rows[i].hourly_nanos;
        }
}

gpucost_status gpucost_savings_scopes(const gpucost_scoped_reservation *reservations, uint64_t count,
                                      const uint64_t *subscriptions, uint64_t groups, const int64_t *units,
                                      uint64_t hours, int64_t on_demand_nanos, const char *currency,
                                      gpucost_savings_bill *bill, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_savings_bill made;
    totals sum = {0};
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__savings_bill_table, bill, err));
    GPUCOST__TRY(check_count("groups", groups, GROUPS_MOST, err));
    GPUCOST__TRY(check_count("hours", hours, HOURS_MOST, err));
    GPUCOST__TRY(check_currency(currency, err));
    GPUCOST__TRY(check_units(units, hours * groups, err));
    if (count > RESERVATIONS_MOST || (count > 0 && !reservations))
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "count", NULL, "expected 0..%d reservations",
                                   RESERVATIONS_MOST);
    if (on_demand_nanos <= 0)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "on_demand_nanos", NULL, "a missing price is not free");
    gpucost_scoped_reservation *rows = malloc(((size_t)count + 1) * sizeof *rows);
    int64_t *left = malloc((size_t)groups * sizeof *left);
    gpucost_status status = rows && left ? GPUCOST_OK : gpucost__fail_memory(err);
    for (uint64_t i = 0; i < count && status == GPUCOST_OK; i++)
        status = row_in(&gpucost__scoped_reservation_table, reservations, i, "reservations", &rows[i], err);
    for (uint64_t t = 0; t < hours && status == GPUCOST_OK; t++) {
        memcpy(left, units + t * groups, (size_t)groups * sizeof *left);
        for (uint64_t g = 0; g < groups; g++) sum.all += (wide)left[g] * on_demand_nanos;
        apply(rows, count, subscriptions, groups, left, &sum);
        for (uint64_t g = 0; g < groups; g++) sum.on_demand += (wide)left[g] * on_demand_nanos;
    }
    free(rows);
    free(left);
    if (status == GPUCOST_OK) status = write_bill(&sum, currency, &made, err);
    if (status == GPUCOST_OK) gpucost__struct_out(&gpucost__savings_bill_table, &made, bill);
    return status;
}
