/* A case as a network: dates become nodes, hours become hinges, purchases become arcs, all in one unit of money. */
#ifndef GPUCOST_SCHEDULE_MODEL_H
#define GPUCOST_SCHEDULE_MODEL_H

#include "portfolio/portfolio_case.h"
#include "schedule/schedule_circulation.h"

enum { GPUCOST__CHOICES_MOST = 1 << 26 };

/* One hour with what is held taken out. Unit l counted from the bottom, l > 0, costs `on_demand` up to need - cheap, `spot`
   above it up to `need`, nothing above that. */
typedef struct {
    int64_t on_demand, spot; /* spot is on_demand where no spot can serve */
    int32_t need, cheap;
} gpucost__hour;

/* What unit l of the hour saves when it is committed. */
static inline int64_t gpucost__hour_value(const gpucost__hour *hour, int64_t level)
{
    if (level > hour->need) return 0;
    return level > hour->need - hour->cheap ? hour->spot : hour->on_demand;
}

gpucost__hour gpucost__hour_of(const gpucost_portfolio_case *asked, uint64_t path, uint64_t t);

typedef struct {
    gpucost__network network;
    uint32_t *commitment; /* [arc_count] which one an arc buys */
    uint64_t *hour;       /* [segments + 1] hour of a node; the first is 0, the last T */
    int64_t unit;         /* the greatest common divisor of all prices [nanos] */
    int64_t parts; /* money is counted in unit / parts: the least common multiple of the sizes of purchases, so that one
                             unit of each has a whole price */
    gpucost__int128 *cost; /* [arc_count] of one unit of an arc when all weights are 1 */
    int64_t narrow_most;  /* the sum of weights that 64 bits still hold */
    int64_t weight_most;  /* the same, or that which 128 bits hold when 64 do not do for weights of 1 */
    uint64_t choices;     /* pairs of a commitment and a date, also those that can never pay */
} gpucost__model;

/* The first demand of a case. Purchases that cost no less than all they could save in the worst of every hour are left out
   unless `whole`: no plan needs them. */
gpucost_status gpucost__model_of(const gpucost_portfolio_case *asked, bool whole, gpucost__model *model,
                                 gpucost_error *err);

/* `paths` scenarios from the first of the case, with weight 1 each; in 64 bits. */
gpucost_status gpucost__model_new(const gpucost_portfolio_case *asked, uint64_t first_path, uint64_t paths,
                                  gpucost__model *model, gpucost_error *err);

/* Minimise the sum over the scenarios of weight x cost instead; the sum of weights is at most weight_most. */
void gpucost__model_weigh(gpucost__model *model, const int64_t *weights, uint64_t paths);
void gpucost__model_free(gpucost__model *model);

#endif
