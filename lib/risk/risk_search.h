/* The best plan under a measure: cutting planes over the weights of the scenarios. */
#ifndef GPUCOST_RISK_SEARCH_H
#define GPUCOST_RISK_SEARCH_H

#include "risk/risk_plan.h"

typedef struct {
    gpucost__plan best;
    gpucost__int128 bound; /* no plan has less than bound / bound_sum, in units of the model */
    int64_t bound_sum;
    bool optimal; /* proven in integers */
    uint64_t rounds;
} gpucost__found;

/* The model is weighed anew in each round. End with gpucost__plan_free(&found->best), also after a failure. */
gpucost_status gpucost__risk_search(const gpucost_portfolio_case *asked, gpucost__model *model,
                                    const gpucost__pricing *pricing, uint64_t rounds_most, gpucost__found *found,
                                    gpucost_error *err);

#endif
