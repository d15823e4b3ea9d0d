#ifndef GPUCOST_RISK_H
#define GPUCOST_RISK_H
/**
 * @file
 * @defgroup risk Risk
 * What to commit to when the demand is uncertain: least mean cost, least cost in the worst cases, or a mix of both.
 * @{
 */
#include "gpucost/portfolio.h"

GPUCOST_BEGIN_DECLS

/** What to minimise: (1 - tail_weight) x mean + tail_weight x CVaR. Zero is the default of every field. */
typedef struct gpucost_risk_options {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    double tail_weight;        /**< w, 0..1: 0 is the mean alone, 1 the worst cases alone */
    double confidence;         /**< alpha: CVaR is the mean of the worst 1 - alpha; 0 means 0.95 */
    uint64_t rounds;           /**< most weights of the scenarios to try; 0 means 400 */
} gpucost_risk_options;

/** The plan as a whole. */
typedef struct gpucost_risk_summary {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t scenarios;        /**< demands planned for */
    uint64_t purchases;        /**< rows of the calendar */
    uint64_t rounds;           /**< weights of the scenarios tried, each a circulation */
    int32_t optimal;           /**< 1: proven, no plan in whole units is better */
    uint32_t reserved;         /**< zero */
    gpucost_money objective;   /**< (1 - w) x mean + w x CVaR, rounded half-even to a nano */
    gpucost_money bound;       /**< no plan can have less, rounded down */
    gpucost_money gap;         /**< objective less bound; 0 when optimal */
    gpucost_money mean;        /**< mean cost */
    gpucost_money cvar;        /**< mean cost of the worst 1 - alpha */
    gpucost_money quantile;    /**< the cost that is not exceeded with probability alpha */
    gpucost_money worst;       /**< largest cost */
    gpucost_money committed_cost; /**< of the purchases, the same in every scenario */
    gpucost_money foresight;   /**< mean of the least costs had each demand been known: what waiting can save at most is
                                    mean - foresight */
} gpucost_risk_summary;

/** One scenario under the plan. */
typedef struct gpucost_risk_scenario {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    double probability;        /**< its share of the weights */
    double worst_weight;       /**< its share of the objective: more than the probability in the tail */
    gpucost_money cost;        /**< under the plan */
    gpucost_money foresight;   /**< the least had its demand been known */
} gpucost_risk_scenario;

/** A plan for uncertain demand; immutable. */
typedef struct gpucost_risk gpucost_risk;

/**
 * The purchases, decided now, that minimise the mean cost, its tail or a mix over the scenarios of a case.
 *
 * \f[ \min_x \max_{\theta} \sum_s \theta_s\, \mathrm{cost}_s(x), \quad (1-w)\pi_s \le \theta_s \le (1-w)\pi_s + w \pi_s /
 *     (1-\alpha), \; \sum_s \theta_s = 1 \f]
 * For given weights it is one circulation, a plan and a bound; the plan's costs say which weights are worst for it. Cutting
 * planes over the weights end at the bound of the linear programme; a search over single units ends at the plan. With w = 0 one
 * circulation is the optimum. The gap that is left is reported, and is 0 when it is below the smallest step that whole
 * units can make.
 *
 * @source{rockafellar2000, section 2}
 * @worked tests/data/oracle s01 to s03: 119844, 119632, 66051.25.
 *
 * @param[in]  portfolio_case  what is asked, with its scenarios; not kept
 * @param[in]  options         NULL for the mean alone
 * @param[out] risk            yours; end it with gpucost_risk_free()
 * @param[out] err             filled on failure; may be NULL
 * @retval GPUCOST_OK         solved
 * @retval GPUCOST_E_ARGUMENT a commitment comes in purchases of several units, or the options have no size
 * @retval GPUCOST_E_RANGE    an option is outside its limits, or there are too many dates
 * @retval GPUCOST_E_OVERFLOW an amount, times the weights, exceeds what the arithmetic holds (docs/risk.md)
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread; the result may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_risk_new(const gpucost_portfolio_case *portfolio_case,
                                            const gpucost_risk_options *options, gpucost_risk **risk,
                                            gpucost_error *err);

/**
 * End a plan.
 *
 * @param[in] risk  may be NULL
 * @threads the last user of the plan
 * @since 0.1
 */
GPUCOST_API void gpucost_risk_free(gpucost_risk *risk);

/**
 * Totals of a plan.
 *
 * @param[in]  risk     a plan
 * @param[out] summary  the totals
 * @param[out] err      filled on failure; may be NULL
 * @retval GPUCOST_OK         filled
 * @retval GPUCOST_E_ARGUMENT the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_risk_summarise(const gpucost_risk *risk, gpucost_risk_summary *summary,
                                                  gpucost_error *err);

/**
 * The i-th purchase, by date and then by commitment. Savings of the last and next unit are of the objective.
 *
 * @param[in]  risk      a plan
 * @param[in]  index     from 0; the summary has their number
 * @param[out] purchase  the purchase
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK         the purchase is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_risk_purchase_at(const gpucost_risk *risk, uint64_t index,
                                                    gpucost_purchase *purchase, gpucost_error *err);

/**
 * The i-th scenario.
 *
 * @param[in]  risk      a plan
 * @param[in]  index     from 0; the summary has their number
 * @param[out] scenario  what it costs
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK         the scenario is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_risk_scenario_at(const gpucost_risk *risk, uint64_t index,
                                                    gpucost_risk_scenario *scenario, gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
