#include <stdlib.h>

#include "network/network_handle.h"

void gpucost_network_free(gpucost_network *network)
{
    if (!network) return;
    free(network->nodes);
    free(network);
}

gpucost_status gpucost_network_total(const gpucost_network *network, gpucost_network_totals *totals, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__network_totals_table, totals, err));
    gpucost__struct_out(&gpucost__network_totals_table, &network->totals, totals);
    return GPUCOST_OK;
}

uint64_t gpucost_network_count(const gpucost_network *network)
{
    return network->count;
}

gpucost_status gpucost_network_at(const gpucost_network *network, uint64_t index, gpucost_layer *layer,
                                  gpucost_layer_count *count, gpucost_error *err)
{
    gpucost__clear(err);
    if (index >= network->count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "index", NULL, "%llu is not below the %llu layers",
                                   (unsigned long long)index, (unsigned long long)network->count);
    if (layer) GPUCOST__TRY(gpucost__struct_can_out(&gpucost__layer_table, layer, err));
    if (count) GPUCOST__TRY(gpucost__struct_can_out(&gpucost__layer_count_table, count, err));
    if (layer) gpucost__struct_out(&gpucost__layer_table, &network->nodes[index].layer, layer);
    if (count) gpucost__struct_out(&gpucost__layer_count_table, &network->nodes[index].count, count);
    return GPUCOST_OK;
}
