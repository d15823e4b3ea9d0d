#include "portfolio/portfolio_screening.h"

/* Index of the cheapest term for one level of the step, or `count` when spot and on demand are cheaper. */
static uint64_t cheapest(const gpucost__step *step, const gpucost__term *terms, uint64_t count, int64_t on_demand,
                         int64_t spot)
{
    uint64_t best = count;
    gpucost__int128 least = (gpucost__int128)step->must_hours * on_demand +
                            (gpucost__int128)(step->hours - step->must_hours) * spot;
    for (uint64_t i = 0; i < count; i++) {
        gpucost__int128 cost = terms[i].fixed + (gpucost__int128)step->hours * terms[i].usage;
        if (cost < least || (cost == least && best == count)) {
            best = i;
            least = cost;
        }
    }
    return best;
}

void gpucost__screen(const gpucost__curve *curve, const gpucost__term *terms, uint64_t count, int64_t on_demand,
                     int64_t spot, gpucost__bought *bought, gpucost__left *left)
{
    for (uint64_t i = 0; i < count; i++) bought[i] = (gpucost__bought){0};
    *left = (gpucost__left){0};
    for (uint64_t s = 0; s < curve->count; s++) {
        const gpucost__step *step = &curve->steps[s];
        uint64_t best = cheapest(step, terms, count, on_demand, spot);
        if (best < count) {
            bought[best].units += step->units;
            bought[best].used_hours += (gpucost__int128)step->units * step->hours;
            left->committed += step->units;
        } else {
            left->on_demand_hours += (gpucost__int128)step->units * step->must_hours;
            left->spot_hours += (gpucost__int128)step->units * (step->hours - step->must_hours);
        }
    }
}
