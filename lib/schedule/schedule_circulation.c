#include "schedule/schedule_circulation.h"

#include <stdlib.h>

gpucost_status gpucost__circulation_new(const gpucost__network *network, gpucost__circulation *found,
                                        gpucost_error *err)
{
    size_t nodes = (size_t)network->segments.count + 1, arcs = (size_t)network->arc_count + 1;
    *found = (gpucost__circulation){.bought = calloc(arcs, sizeof *found->bought),
                                    .committed = calloc(nodes, sizeof *found->committed),
                                    .potential = calloc(nodes, sizeof *found->potential)};
    if (found->bought && found->committed && found->potential) return GPUCOST_OK;
    gpucost__circulation_free(found);
    return gpucost__fail_memory(err);
}

gpucost_status gpucost__circulate_from(const gpucost__network *network, gpucost__circulation *found, gpucost_error *err)
{
    bool ok = network->wide ? gpucost__search_wide(network, found) : gpucost__search_narrow(network, found);
    if (ok) return GPUCOST_OK;
    gpucost__circulation_free(found);
    return gpucost__fail_memory(err);
}

gpucost_status gpucost__circulate(const gpucost__network *network, gpucost__circulation *found, gpucost_error *err)
{
    GPUCOST__TRY(gpucost__circulation_new(network, found, err));
    return gpucost__circulate_from(network, found, err);
}

void gpucost__circulation_free(gpucost__circulation *found)
{
    free(found->bought);
    free(found->committed);
    free(found->potential);
    *found = (gpucost__circulation){0};
}

gpucost__int128 gpucost__circulation_cost(const gpucost__network *network, const gpucost__circulation *found)
{
    gpucost__int128 cost = 0;
    for (uint64_t j = 0; j < network->segments.count; j++)
        cost += gpucost__segment_cost(&network->segments, j, found->committed[j]);
    for (uint64_t a = 0; a < network->arc_count; a++)
        cost += (gpucost__int128)found->bought[a] * network->arcs[a].cost;
    return cost;
}
