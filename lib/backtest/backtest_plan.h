/* Planning for a forecast, hour by hour as it would have been. */
#ifndef GPUCOST_BACKTEST_PLAN_H
#define GPUCOST_BACKTEST_PLAN_H

#include "gpucost/backtest.h"

/* Purchases of a whole case's commitments, in hours after the split; end them with free(). */
typedef struct {
    gpucost_purchase *purchases;
    uint64_t count, plans;
} gpucost__planned;

/* `options` have no defaults left. `planned` starts as zeros, and may hold purchases after a failure. */
gpucost_status gpucost__backtest_plan(const gpucost_portfolio_case *whole, const gpucost_backtest_options *options,
                                      gpucost__planned *planned, gpucost_error *err);

#endif
