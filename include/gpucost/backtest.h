#ifndef GPUCOST_BACKTEST_H
#define GPUCOST_BACKTEST_H
/**
 * @file
 * @defgroup backtest Back-test
 * Ways to buy commitments, tried on a demand that is known: what each would have paid, knowing only the past.
 * @{
 */
#include "gpucost/portfolio.h"

GPUCOST_BEGIN_DECLS

/** Ways to buy, in the order of the rows. */
enum {
    GPUCOST_POLICY_FORECAST = 0,   /**< forecast from what came before, plan for it */
    GPUCOST_POLICY_ONLINE = 1,     /**< the break-even rule, which never forecasts */
    GPUCOST_POLICY_RANDOMISED = 2, /**< mean of the rule with its threshold drawn at random */
    GPUCOST_POLICY_ON_DEMAND = 3,  /**< buy nothing: spot where allowed and cheaper, else on demand */
    GPUCOST_POLICY_HINDSIGHT = 4,  /**< the optimum for the demand that came */
    GPUCOST_POLICIES = 5
};

/** What the plan is made for. */
enum {
    GPUCOST_PLAN_FOR_SCENARIOS = 0, /**< the paths of the forecast */
    GPUCOST_PLAN_FOR_EXPECTED = 1   /**< its expected values, rounded */
};

/** How to try. Zero is the default of every field but split_hour. */
typedef struct gpucost_backtest_options {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t split_hour;       /**< first hour that is paid; what is before it is history [h] */
    uint64_t step_hours;       /**< hours from one forecast and plan to the next, whose purchases stay [h]; 0: one
                                    plan */
    uint64_t rule_commitment;  /**< the one that the break-even rule buys, from 0 */
    uint64_t thresholds;       /**< of the randomised rule; 0 means 100 */
    uint64_t paths;            /**< of the forecast, planned for; 0 means 50 */
    uint64_t seed;             /**< of the paths */
    double tail_weight;        /**< share of the worst cases in what the plan minimises, 0..1 */
    int32_t plan_for;          /**< GPUCOST_PLAN_FOR_* */
    uint32_t reserved;         /**< zero */
} gpucost_backtest_options;

/** What one way would have paid from the split on. */
typedef struct gpucost_backtest_row {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    int32_t policy;            /**< GPUCOST_POLICY_* */
    int32_t optimal;           /**< 1: its cost is proven the least */
    uint64_t plans;            /**< forecasts and plans made */
    uint64_t purchases;        /**< units bought over all dates; 0 of the mean of drawn thresholds */
    double ratio;              /**< cost over that of hindsight; 0 when hindsight pays nothing */
    double bound;              /**< the ratio is never above it, whatever the demand; 0: nothing is proven for this
                                    case */
    gpucost_money cost;        /**< of purchases, spot and on demand */
    gpucost_money regret;      /**< cost less that of hindsight */
} gpucost_backtest_row;

/**
 * Try ways to buy on the demand of a case. Hours before the split are history, and the rest is paid for at its end;
 * nothing but hindsight sees an hour before it has come.
 *
 * The plan is for the paths of gpucost_forecast_new() by gpucost_risk_new(), to the end of the series; with step_hours
 * it is made again every so many hours, with what was bought until then. The rules start at the split with no past, as
 * their proof needs. Their bounds, 2 and e / (e - 1) of the optimum, hold for one commitment of single units that may
 * be bought in any hour at the same price, one on-demand price and no spot that serves; elsewhere bound is 0. The mean
 * over finitely many thresholds may be above its bound by 1 / thresholds.
 *
 * @source{wang2013, sections 4 and 5}
 * @worked tests/backtest/test_backtest.c: constant demand, and demand that ends at the split.
 *
 * @param[in]  portfolio_case  demand, prices and what can be bought when; of several scenarios the first
 * @param[in]  options         where the split is
 * @param[in]  stride          bytes from one row to the next, at least their size
 * @param[in]  room            rows that fit, at least GPUCOST_POLICIES
 * @param[out] rows            [GPUCOST_POLICIES] in the order of GPUCOST_POLICY_*; each has its size set before
 * @param[out] err             filled on failure; may be NULL
 * @retval GPUCOST_OK         tried
 * @retval GPUCOST_E_RANGE    the split is not inside the series, an option is outside its limits, or the history is too
 *                            short
 * @retval GPUCOST_E_ARGUMENT no room, a struct has no size, or the rule's commitment is past the last, has no date
 *                            after the split, or
 *                            comes in purchases of several units
 * @retval GPUCOST_E_NUMERIC  a fit of the forecast failed
 * @retval GPUCOST_E_OVERFLOW an amount exceeds what the arithmetic holds
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread; turns off GSL's abort handler once per process
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_backtest_run(const gpucost_portfolio_case *portfolio_case,
                                            const gpucost_backtest_options *options, uint64_t stride, uint64_t room,
                                            gpucost_backtest_row *rows, gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
