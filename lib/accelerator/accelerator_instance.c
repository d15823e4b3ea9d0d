#include <string.h>

#include "accelerator/accelerator_row.h"
#include "base/name.h"

static bool has_provider(const gpucost_instance *row, const char *provider)
{
    return !*provider || gpucost__name_equal(row->provider, provider);
}

const gpucost_instance *gpucost__instance_row(const char *provider, const char *name)
{
    gpucost__name_key key;
    gpucost__name_key_of(name, strlen(name), &key);
    const gpucost__name_slot *slot = gpucost__name_first(&gpucost__instance_names, &key);
    while (slot && !has_provider(&gpucost__instance_rows[slot->row], provider))
        slot = gpucost__name_next(&gpucost__instance_names, &key, slot);
    return slot ? &gpucost__instance_rows[slot->row] : NULL;
}

uint64_t gpucost_instance_count(void)
{
    return gpucost__instance_rows_count;
}

gpucost_status gpucost_instance_at(uint64_t index, gpucost_instance *instance, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__instance_table, instance, err));
    if (index >= gpucost__instance_rows_count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "index", NULL, "%llu is past the last of %llu instances",
                                   (unsigned long long)index, (unsigned long long)gpucost__instance_rows_count);
    gpucost__struct_out(&gpucost__instance_table, &gpucost__instance_rows[index], instance);
    return GPUCOST_OK;
}

/* Instances of other providers are no help: they are left out as "". */
static const char *name_at(const void *provider, uint64_t index)
{
    const gpucost_instance *row = &gpucost__instance_rows[index];
    return has_provider(row, provider) ? row->instance : "";
}

/* Each provider once, where it first appears. */
static const char *provider_at(const void *context, uint64_t index)
{
    (void)context;
    for (uint64_t i = 0; i < index; i++)
        if (strcmp(gpucost__instance_rows[i].provider, gpucost__instance_rows[index].provider) == 0) return "";
    return gpucost__instance_rows[index].provider;
}

gpucost_status gpucost_instance_find(const char *provider, const char *name, gpucost_instance *instance,
                                     gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__instance_table, instance, err));
    const gpucost_instance *row = gpucost__instance_row(provider, name);
    if (row) {
        gpucost__struct_out(&gpucost__instance_table, row, instance);
        return GPUCOST_OK;
    }
    for (uint64_t i = 0; i < gpucost__instance_rows_count; i++)
        if (has_provider(&gpucost__instance_rows[i], provider))
            return gpucost__name_unknown("instance", name, name_at, provider, gpucost__instance_rows_count, err);
    return gpucost__name_unknown("provider", provider, provider_at, NULL, gpucost__instance_rows_count, err);
}
