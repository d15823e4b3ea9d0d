#include "schedule/schedule_start.h"

#include <string.h>

uint64_t gpucost__arc_of(const gpucost__model *model, uint64_t commitment, uint64_t hour)
{
    const gpucost__network *network = &model->network;
    uint64_t low = 0, high = network->arc_count; /* arcs rise by hour, and in an hour by commitment */
    while (low < high) {
        uint64_t middle = low + (high - low) / 2, at = model->hour[network->arcs[middle].from];
        if (at < hour || (at == hour && model->commitment[middle] < commitment))
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < network->arc_count && model->hour[network->arcs[low].from] == hour &&
                 model->commitment[low] == commitment;
    return found ? low : network->arc_count;
}

void gpucost__commit_bought(const gpucost__model *model, gpucost__circulation *found)
{
    const gpucost__network *network = &model->network;
    uint64_t segments = network->segments.count;
    memset(found->committed, 0, ((size_t)segments + 1) * sizeof *found->committed);
    for (uint64_t a = 0; a < network->arc_count; a++) {
        found->committed[network->arcs[a].from] += found->bought[a];
        found->committed[network->arcs[a].to] -= found->bought[a];
    }
    for (uint64_t j = 1; j < segments; j++) found->committed[j] += found->committed[j - 1];
}

void gpucost__start_from(const gpucost__model *model, const gpucost_schedule *schedule, gpucost__circulation *found)
{
    for (uint64_t i = 0; i < schedule->summary.purchases; i++) {
        const gpucost_purchase *row = &schedule->purchases[i];
        uint64_t arc = gpucost__arc_of(model, row->commitment, row->start_hour);
        if (arc < model->network.arc_count) found->bought[arc] += (int64_t)row->units;
    }
    gpucost__commit_bought(model, found);
    for (uint64_t j = 0; j < model->network.segments.count; j++) {
        gpucost__int128 value = 0;
        for (uint64_t t = model->hour[j]; t < model->hour[j + 1] && t < schedule->summary.hours; t++)
            value += schedule->values[t];
        found->potential[j + 1] = found->potential[j] + value / model->unit * model->parts;
    }
}

