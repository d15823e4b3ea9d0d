#include "schedule/schedule_provider.h"

#include <stdlib.h>

/* Every month the provider's console looks at the last one and recommends the one commitment, and the number of it,
   that would have saved most over that month [aws_ri_recommendations]. */
enum { LOOKBACK = 720 };

typedef struct {
    const gpucost_portfolio_case *asked;
    gpucost__hour *hours;  /* [T] */
    int64_t *running;      /* [T + 1] units bought that run */
    gpucost__int128 paid;
} buyer;

/* What `units` more save in the month before, beside those that run at the date. */
static gpucost__int128 saving(const buyer *b, uint64_t start, int64_t running, int64_t units)
{
    gpucost__int128 saved = 0;
    for (uint64_t t = start - LOOKBACK; t < start; t++) {
        const gpucost__hour *hour = &b->hours[t];
        int64_t low = running < hour->need ? running : hour->need,
                high = running + units < hour->need ? running + units : hour->need;
        int64_t middle = hour->need - hour->cheap,
                dear = (high < middle ? high : middle) - (low < middle ? low : middle);
        saved += (gpucost__int128)dear * hour->on_demand + (gpucost__int128)(high - low - dear) * hour->spot;
    }
    return saved;
}

/* The last unit that pays: savings fall from unit to unit. */
static int64_t best_units(const buyer *b, uint64_t start, int64_t running, gpucost__int128 monthly)
{
    int64_t low = 0, high = 0;
    for (uint64_t t = start - LOOKBACK; t < start; t++)
        if (b->hours[t].need > high) high = b->hours[t].need;
    while (low < high) {
        int64_t middle = low + (high - low + 1) / 2;
        if (saving(b, start, running, middle) - saving(b, start, running, middle - 1) > monthly)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static void follow(buyer *b, uint64_t start)
{
    const gpucost_portfolio_case *asked = b->asked;
    gpucost__int128 most = 0;
    int64_t units = 0;
    uint64_t which = 0, when = 0;
    for (uint64_t k = 0; k < asked->count; k++) {
        const gpucost__dated *dated = &asked->dated[k];
        uint64_t index = gpucost__date_index(dated, start);
        if (index == dated->count || dated->row.unit_size > 1) continue;
        uint64_t date = gpucost__date_at(dated, index);
        if (date >= start + LOOKBACK) continue;
        gpucost__int128 cost = gpucost__dated_cost(asked, dated, index);
        gpucost__int128 monthly = cost * LOOKBACK / (int64_t)dated->row.term_hours;
        int64_t found = best_units(b, start, b->running[date], monthly);
        gpucost__int128 gain = saving(b, start, b->running[date], found) - monthly * found;
        if (gain <= most) continue;
        most = gain;
        units = found;
        which = k;
        when = index;
    }
    if (units == 0) return;
    const gpucost__dated *dated = &asked->dated[which];
    uint64_t date = gpucost__date_at(dated, when), end = date + dated->row.term_hours;
    b->paid += gpucost__dated_cost(asked, dated, when) * units;
    for (uint64_t t = date; t < end && t < asked->hours; t++) b->running[t] += units;
}

gpucost_status gpucost__provider_cost(const gpucost_portfolio_case *asked, gpucost__int128 *cost, gpucost_error *err)
{
    buyer b = {.asked = asked};
    b.hours = malloc((size_t)asked->hours * sizeof *b.hours);
    b.running = calloc((size_t)asked->hours + 1, sizeof *b.running);
    if (!b.hours || !b.running) {
        free(b.hours);
        free(b.running);
        return gpucost__fail_memory(err);
    }
    for (uint64_t t = 0; t < asked->hours; t++) b.hours[t] = gpucost__hour_of(asked, 0, t);
    for (uint64_t start = LOOKBACK; start < asked->hours; start += LOOKBACK) follow(&b, start);
    for (uint64_t t = 0; t < asked->hours; t++) {
        int64_t left = b.hours[t].need > b.running[t] ? b.hours[t].need - b.running[t] : 0;
        int64_t spot = left < b.hours[t].cheap ? left : b.hours[t].cheap;
        b.paid += (gpucost__int128)spot * b.hours[t].spot + (gpucost__int128)(left - spot) * b.hours[t].on_demand;
    }
    *cost = b.paid;
    free(b.hours);
    free(b.running);
    return GPUCOST_OK;
}
