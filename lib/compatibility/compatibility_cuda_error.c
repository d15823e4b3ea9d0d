#include <string.h>

#include "compatibility/compatibility_row.h"

uint64_t gpucost_cuda_error_count(void)
{
    return gpucost__cuda_error_rows_count;
}

gpucost_status gpucost_cuda_error_at(uint64_t index, gpucost_cuda_error *error, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__cuda_error_table, error, err));
    if (index >= gpucost__cuda_error_rows_count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "index", NULL, "%llu is past the last of %llu CUDA errors",
                                   (unsigned long long)index, (unsigned long long)gpucost__cuda_error_rows_count);
    gpucost__struct_out(&gpucost__cuda_error_table, &gpucost__cuda_error_rows[index], error);
    return GPUCOST_OK;
}

static const char *runtime_at(const void *context, uint64_t index)
{
    (void)context;
    return gpucost__cuda_error_rows[index].runtime;
}

gpucost_status gpucost_cuda_error_find(const char *name, gpucost_cuda_error *error, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__cuda_error_table, error, err));
    gpucost__name_key key;
    gpucost__name_key_of(name, strlen(name), &key);
    const gpucost__name_slot *slot = gpucost__name_first(&gpucost__cuda_error_names, &key);
    if (!slot)
        return gpucost__name_unknown("CUDA error", name, runtime_at, NULL, gpucost__cuda_error_rows_count, err);
    gpucost__struct_out(&gpucost__cuda_error_table, &gpucost__cuda_error_rows[slot->row], error);
    return GPUCOST_OK;
}
