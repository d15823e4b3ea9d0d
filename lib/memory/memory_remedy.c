#include <string.h>

#include "base/error.h"
#include "memory/memory_part.h"
#include "memory/memory_table.h"

gpucost_status gpucost__memory_remedy_index(uint64_t index, uint64_t count, gpucost_error *err)
{
    if (index < count) return GPUCOST_OK;
    return gpucost__fail_field(err, GPUCOST_E_RANGE, "index", NULL, "expected less than the count of remedies, %llu",
                               (unsigned long long)count);
}

void gpucost__memory_remedy_out(const char *change, uint64_t before_bytes, uint64_t after_bytes,
                                uint64_t capacity_bytes, gpucost_memory_remedy *remedy)
{
    gpucost_memory_remedy made = {.size = sizeof made,
                                  .total_bytes = after_bytes,
                                  .fits = after_bytes <= capacity_bytes,
                                  .applies = after_bytes < before_bytes};
    strncpy(made.change, change, sizeof made.change - 1);
    gpucost__struct_out(&gpucost__memory_remedy_table, &made, remedy);
}
