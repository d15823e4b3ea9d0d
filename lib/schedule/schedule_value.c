#include "schedule/schedule_value.h"

/* The value q of a segment lies between the sums of what its hours' next and last units save. Start every hour at the
   former and hand out the rest in order. Where nothing is committed q may be more than the hours are worth: it proves
   as much without the surplus. */
static void share_out(const gpucost_portfolio_case *asked, uint64_t start, uint64_t end, int64_t units,
                      gpucost__int128 value, int64_t *values)
{
    for (uint64_t t = start; t < end; t++) {
        gpucost__hour hour = gpucost__hour_of(asked, 0, t);
        values[t] = gpucost__hour_value(&hour, units + 1);
        value -= values[t];
    }
    for (uint64_t t = start; t < end && value > 0 && units > 0; t++) {
        gpucost__hour hour = gpucost__hour_of(asked, 0, t);
        int64_t more = gpucost__hour_value(&hour, units) - values[t];
        if (more > value) more = (int64_t)value;
        values[t] += more;
        value -= more;
    }
}

void gpucost__values_of(const gpucost_portfolio_case *asked, const gpucost__model *model,
                        const gpucost__circulation *found, int64_t *values)
{
    for (uint64_t j = 0; j < model->network.segments.count; j++) {
        /* rounded down: the proof of whole nanos holds, and gives away less than one in a segment */
        gpucost__int128 value = (found->potential[j + 1] - found->potential[j]) * model->unit / model->parts;
        share_out(asked, model->hour[j], model->hour[j + 1], found->committed[j], value, values);
    }
}
