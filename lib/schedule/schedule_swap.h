/* A plan in whole purchases made better step by step: one more, one less, one for another. */
#ifndef GPUCOST_SCHEDULE_SWAP_H
#define GPUCOST_SCHEDULE_SWAP_H

#include "schedule/schedule_model.h"

/* Whole purchases whose running sum follows the units of a circulation, commitment by commitment. */
gpucost_status gpucost__swap_start(const gpucost_portfolio_case *asked, const gpucost__model *model,
                                   gpucost__circulation *plan, gpucost_error *err);

/* From a plan in whole purchases: the best moves first, while there is one that helps. */
gpucost_status gpucost__swap_search(const gpucost_portfolio_case *asked, const gpucost__model *model,
                                    gpucost__circulation *plan, gpucost_error *err);

#endif
