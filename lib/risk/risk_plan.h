/* A plan, and what it costs in every scenario. */
#ifndef GPUCOST_RISK_PLAN_H
#define GPUCOST_RISK_PLAN_H

#include "risk/risk_measure.h"
#include "schedule/schedule_model.h"

/* What plans are priced with. */
typedef struct {
    const gpucost__model *model;
    const gpucost__measure *measure;
    gpucost__segments alone; /* segment j of scenario s is s x segments + j */
    uint32_t *order;         /* scratch of the measure */
} gpucost__pricing;

typedef struct {
    int64_t *bought;       /* [arcs] */
    int64_t *committed;    /* [segments] */
    gpucost__int128 *cost; /* [scenarios] in units of the model */
    gpucost__int128 value; /* measure of the costs */
} gpucost__plan;

/* End with gpucost__pricing_free(), also after a failure. */
gpucost_status gpucost__pricing_new(const gpucost__model *model, const gpucost__measure *measure,
                                    gpucost__pricing *pricing, gpucost_error *err);
void gpucost__pricing_free(gpucost__pricing *pricing);

gpucost_status gpucost__plan_new(const gpucost__pricing *pricing, gpucost__plan *plan, gpucost_error *err);
void gpucost__plan_free(gpucost__plan *plan);
void gpucost__plan_copy(const gpucost__pricing *pricing, const gpucost__plan *from, gpucost__plan *to);

/* Work out committed units, costs and value of what is bought. */
void gpucost__plan_price(const gpucost__pricing *pricing, gpucost__plan *plan);

/* Buy or leave single units, and swap one purchase for another, while that helps; at most `trials` candidates are
   priced. Ends where no such step helps, which need not be the optimum. */
gpucost_status gpucost__plan_polish(const gpucost__pricing *pricing, gpucost__plan *plan, uint64_t trials,
                                    gpucost_error *err);

#endif
