#include "accelerator/accelerator_row.h"

uint64_t gpucost_link_count(void)
{
    return gpucost__link_rows_count;
}

gpucost_status gpucost_link_at(uint64_t index, gpucost_link *link, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__link_table, link, err));
    if (index >= gpucost__link_rows_count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "index", NULL, "%llu is past the last of %llu links",
                                   (unsigned long long)index, (unsigned long long)gpucost__link_rows_count);
    gpucost__struct_out(&gpucost__link_table, &gpucost__link_rows[index], link);
    return GPUCOST_OK;
}
