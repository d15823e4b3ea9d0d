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
    uint64_t reveal_hour;      /**< hour by which it is clear which scenario came true, for replanned [h]; 0: never */
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
    gpucost_money replanned;   /**< mean cost when purchases before reveal_hour stay and later ones are chosen for the
                                    demand that came: waiting saves at least mean - replanned; the mean
                                    without a reveal_hour */
} gpucost_risk_summary;

/** One scenario under the plan. */
typedef struct gpucost_risk_scenario {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    double probability;        /**< its share of the weights */
    double worst_weight;       /**< its share of the objective: more than the probability in the tail */
    gpucost_money cost;        /**< under the plan */
    gpucost_money foresight;   /**< the least had its demand been known */
} gpucost_risk_scenario;

/** One plan that is best for some weight of the worst cases. */
typedef struct gpucost_risk_point {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    double tail_weight;        /**< least weight from which it is the best of the points; 0 for the first */
    int32_t optimal;           /**< 1: proven where it was found */
    uint32_t reserved;         /**< zero */
    gpucost_money mean;        /**< mean cost */
    gpucost_money cvar;        /**< mean cost of the worst 1 - confidence */
    gpucost_money worst;       /**< largest cost */
    gpucost_money committed_cost; /**< of the purchases */
} gpucost_risk_point;

/** Which quantile of a sample, and how sure to be. Zero is the default of every field but probability. */
typedef struct gpucost_risk_sample {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    double probability;        /**< of the quantile: for a commitment the discount, 1 - its cost over that on demand */
    double confidence;         /**< that the interval holds the true quantile; 0 means 0.95 */
    uint64_t block;            /**< draws next to each other that depend on each other, such as 168 hours; 0 means 1 */
} gpucost_risk_sample;

/** A quantile of a sample with what is not known of it. */
typedef struct gpucost_risk_quantile {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    double value;              /**< least draw that the share `probability` does not exceed */
    double low;                /**< the true quantile is not below; the least draw when low_open */
    double high;               /**< nor above; the largest draw when high_open */
    double band;               /**< epsilon: most that the true distribution is away from the sample's */
    uint64_t independent;      /**< draws counted as independent */
    int32_t low_open;          /**< 1: the sample is too small for a lower end */
    int32_t high_open;         /**< 1: too small for an upper end */
} gpucost_risk_quantile;

/** How to split scenarios for gpucost_risk_gap_of(). Zero is the default of every field. */
typedef struct gpucost_risk_gap_options {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t batches;          /**< M, at least 2; 0 means 10 */
    double confidence;         /**< of gap_high; 0 means 0.95 */
} gpucost_risk_gap_options;

/** How far a plan may be from the best for the distribution that scenarios were drawn from. */
typedef struct gpucost_risk_gap {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t batches;          /**< M */
    uint64_t batch_size;       /**< n scenarios in each; what does not fill a batch is left out */
    gpucost_money plan_cost;   /**< mean cost of the plan over the batches: in expectation not below the best */
    gpucost_money best_cost;   /**< mean of the least costs of the batches: in expectation not above the best */
    gpucost_money gap;         /**< plan_cost - best_cost */
    gpucost_money error;       /**< standard error of gap */
    gpucost_money gap_high;    /**< upper end of the one-sided confidence interval from 0 of the plan's true gap */
} gpucost_risk_gap;

/** A plan for uncertain demand; immutable. */
typedef struct gpucost_risk gpucost_risk;

/**
 * The purchases, decided now, that minimise the mean cost, its tail or a mix over the scenarios of a case.
 *
 * \f[ \min_x \max_{\theta} \sum_s \theta_s\, \mathrm{cost}_s(x), \quad (1-w)\pi_s \le \theta_s \le (1-w)\pi_s
 *     + w \pi_s / (1-\alpha), \; \sum_s \theta_s = 1 \f]
 * For given weights it is one circulation, a plan and a bound; the plan's costs say which weights are worst for it.
 * Cutting planes over the weights end at the bound of the linear programme; a search over single units ends at the
 * plan. With w = 0 one circulation is the optimum. The gap that is left is reported, and is 0 when it is below the
 * smallest step that whole units can make. Purchases of several units get plan and bound as in gpucost_schedule_new(),
 * at a few weights.
 *
 * @source{rockafellar2000, section 2}
 * @worked tests/data/oracle s01 to s03: 119844, 119632, 66051.25.
 *
 * @param[in]  portfolio_case  what is asked, with its scenarios; not kept
 * @param[in]  options         NULL for the mean alone
 * @param[out] risk            yours; end it with gpucost_risk_free()
 * @param[out] err             filled on failure; may be NULL
 * @retval GPUCOST_OK         solved
 * @retval GPUCOST_E_ARGUMENT the options have no size
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

/**
 * The efficient frontier: the plans that are best for some weight of the worst cases, from the least mean to the least
 * CVaR.
 *
 * Where the values of two neighbours tie, the case is solved again, and a third plan that is better there splits them.
 * So no plan between two points is better than both at any weight. tail_weight of the options is not read.
 *
 * @param[in]  portfolio_case  what is asked, with its scenarios
 * @param[in]  options         confidence and rounds; NULL for the defaults
 * @param[in]  stride          bytes from one point to the next, at least their size
 * @param[in]  room            points that fit, at least 2; the search ends when they are full
 * @param[out] points          [room] by rising tail_weight; each has its size set before
 * @param[out] count           points written
 * @param[out] err             filled on failure; may be NULL
 * @retval GPUCOST_OK         found; other codes as gpucost_risk_new()
 * @retval GPUCOST_E_ARGUMENT no room for two points, or a struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_risk_frontier(const gpucost_portfolio_case *portfolio_case,
                                                 const gpucost_risk_options *options, uint64_t stride, uint64_t room,
                                                 gpucost_risk_point *points, uint64_t *count, gpucost_error *err);

/**
 * A quantile of a sample, such as the newsvendor's quantity, and an interval for the true one that holds for every
 * distribution.
 *
 * \f[ P\Big(\sup_x |F_n(x) - F(x)| > \varepsilon\Big) \le 2 e^{-2 n \varepsilon^2} \f]
 *
 * @source{massart1990, corollary 1}
 * @worked n = 365, confidence 0.95: epsilon 0.0711 (cases.md C25, tests/data/risk/sample.csv).
 *
 * @param[in]  draws   [count] finite
 * @param[in]  count   number of draws, at least one block
 * @param[in]  asked   which quantile
 * @param[out] result  the quantile and its interval
 * @param[out] err     filled on failure; may be NULL
 * @retval GPUCOST_OK         found
 * @retval GPUCOST_E_ARGUMENT no draws, or a struct has no size
 * @retval GPUCOST_E_RANGE    the probability is not between 0 and 1, a draw is not finite, or the block exceeds the
 *                            draws
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread; turns off GSL's abort handler once per process
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_risk_quantile_of(const double *draws, uint64_t count,
                                                    const gpucost_risk_sample *asked, gpucost_risk_quantile *result,
                                                    gpucost_error *err);

/**
 * Is a plan good enough, given that scenarios are a sample? A confidence interval for what its mean cost exceeds the
 * least by, over the distribution that the scenarios of the case were drawn from, independently and with equal weights.
 *
 * \f[ G_m = \frac1n \sum_{s \in B_m} \mathrm{cost}_s(\hat x) - \min_x \frac1n \sum_{s \in B_m} \mathrm{cost}_s(x),
 *     \quad \Big[0,\; \bar G + t_{M-1,\alpha}\, s_G / \sqrt M \Big] \f]
 * Each batch has its own least cost, one circulation. The plan must not have been chosen on these scenarios: draw fresh
 * ones.
 *
 * @source{mak1999, section 3}
 * @worked tests/risk/test_risk_sample.c: uniform newsvendor, coverage counted.
 *
 * @param[in]  portfolio_case  what is asked, with the scenarios
 * @param[in]  purchases       [count] the plan: commitment, start_hour and units count; NULL when count is 0
 * @param[in]  count           number of purchases
 * @param[in]  options         NULL for the defaults
 * @param[out] gap             the interval
 * @param[out] err             filled on failure; may be NULL
 * @retval GPUCOST_OK         found
 * @retval GPUCOST_E_ARGUMENT fewer scenarios than batches, weights that differ, a purchase that the case does not sell,
 *                            or a
 *                            struct has no size
 * @retval GPUCOST_E_RANGE    an option is outside its limits
 * @retval GPUCOST_E_OVERFLOW an amount exceeds what the arithmetic holds
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread; turns off GSL's abort handler once per process
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_risk_gap_of(const gpucost_portfolio_case *portfolio_case,
                                               const gpucost_purchase *purchases, uint64_t count,
                                               const gpucost_risk_gap_options *options, gpucost_risk_gap *gap,
                                               gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
