#ifndef GPUCOST_PORTFOLIO_H
#define GPUCOST_PORTFOLIO_H
/**
 * @file
 * @defgroup portfolio Portfolio
 * The cheapest mix of commitments, spot and on-demand capacity for an hourly demand, as a proven optimum.
 * @{
 */
#include "gpucost/units.h"

GPUCOST_BEGIN_DECLS

/** A commitment that can be bought. Prices are not negative and not all zero: a missing price is not free. */
typedef struct gpucost_commitment {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    char name[64];             /**< for the reader */
    uint64_t term_hours;       /**< length of one purchase [h], 1..1e6 */
    int64_t upfront_nanos;     /**< paid at each purchase, per unit [1e-9 currency] */
    int64_t hourly_nanos;      /**< paid every hour of the term, used or not, per unit [1e-9 currency/h] */
    int64_t usage_nanos;       /**< paid for every hour used, per unit; at most spot, on demand [1e-9 currency/h] */
    int64_t salvage_nanos;     /**< credited for every hour of the term left at the horizon, per unit; cases only */
    uint64_t first_hour;       /**< first hour in which it can be bought; cases only */
    uint64_t last_hour;        /**< last such hour; 0 means the horizon's last; cases only */
    uint64_t every_hours;      /**< hours between dates of purchase; 0 means 1, any hour; cases only */
    uint64_t unit_size;        /**< units in one purchase, such as the GPUs of an instance, whose price this is; 0 means
                                    1; cases only */
    int64_t closing_nanos;     /**< paid when the term ends, per unit [1e-9 currency]; cases only */
    int64_t refund_nanos;      /**< given back when the term ends, per unit [1e-9 currency]; cases only */
} gpucost_commitment;

/** How a commitment can be left before its term ends. */
typedef struct gpucost_exit {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t first_hours;      /**< first exit, so long after the purchase [h]; 0 means every_hours */
    uint64_t every_hours;      /**< hours between exits; what is left of a term counts in whole steps of them; 0
                                    means 730 */
    uint64_t keep_hours;       /**< least that must be left of the term [h]; 0 means 1 */
    double resale_share;       /**< share of the upfront price of what is left that comes back, 0..1 */
    double fee_share;          /**< share of that which the market keeps, 0..1 */
    double penalty_share;      /**< share of what is left of upfront price and hourly fees that leaving costs, 0..1 */
    int64_t penalty_nanos;     /**< fixed fee of leaving, per unit [1e-9 currency] */
} gpucost_exit;

/** The rest of the problem. */
typedef struct gpucost_portfolio_options {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    char currency[8];          /**< ISO 4217 code of every price */
    int64_t on_demand_nanos;   /**< price of a unit on demand [1e-9 currency/h] */
    int64_t spot_nanos;        /**< price of a useful hour of a unit on spot [1e-9 currency/h]; 0: no spot */
    int32_t horizon_rule;      /**< 0: terms that run past the horizon are paid in full; 1: hourly fees end with it */
    uint32_t reserved;         /**< zero */
    double step_h;             /**< length of one entry of the demand [h]; 0 means 1, which a case needs */
    uint64_t spot_units;       /**< most units that spot can serve at once; 0: no such limit */
    double discount_rate;      /**< of a year: 0.08 makes 108 in a year worth 100 now; cases only */
    uint64_t billing_hours;    /**< hours from one bill of hourly fees and use to the next; 0 means 730; cases only */
} gpucost_portfolio_options;

/** What one option contributes: a commitment, spot or on demand. */
typedef struct gpucost_portfolio_share {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    char name[64];             /**< the commitment's name, "spot" or "on_demand" */
    uint64_t units;            /**< units committed; for spot and on demand the most in use at once */
    uint64_t purchases;        /**< purchases in a row that cover the horizon with one unit; 0 for spot and on demand */
    double used_hours;         /**< unit-hours used [h] */
    double paid_hours;         /**< unit-hours paid, also past the horizon when such terms are paid in full [h] */
    double utilisation;        /**< used over paid; 0 when nothing is paid */
    double break_even;         /**< share of the horizon in use at which it costs as much as on demand; above 1 it
                                    cannot pay; 0 for spot, on demand, and when use saves nothing */
    gpucost_money cost;        /**< over the horizon */
} gpucost_portfolio_share;

/** The whole result. */
typedef struct gpucost_portfolio_summary {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    double hours;              /**< horizon [h] */
    uint64_t peak_units;       /**< largest demand */
    double demand_hours;       /**< unit-hours demanded [h] */
    double coverage;           /**< unit-hours served by commitments over those demanded; 0 without demand */
    double effective_savings;  /**< 1 - cost / all_on_demand; 0 without demand */
    gpucost_money cost;        /**< least cost; the exact sum of the shares */
    gpucost_money all_on_demand; /**< cost of the same demand on demand only */
} gpucost_portfolio_summary;

/** A commitment that runs already. It is sunk: it serves the lowest units of its hours and adds nothing to the bill. */
typedef struct gpucost_held {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t start_hour;       /**< first hour that it covers */
    uint64_t end_hour;         /**< hour at which it has expired */
    uint64_t units;            /**< units held, 1..2^31-1 */
} gpucost_held;

/** Units of one commitment bought at one date. */
typedef struct gpucost_purchase {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    char name[64];             /**< name of the commitment */
    uint64_t commitment;       /**< which one, from 0 in the order in which they were added */
    uint64_t start_hour;       /**< hour of purchase, the first that it covers */
    uint64_t end_hour;         /**< hour at which it expires, at most the horizon */
    uint64_t units;            /**< units bought, a multiple of unit_size */
    double break_even;         /**< share of its hours in use at which it costs as much as on demand */
    gpucost_money unit_cost;   /**< of one purchase, unit_size units, less its salvage */
    gpucost_money cost;        /**< of all units */
    gpucost_money last_unit_saves; /**< what the bill would rise by with one purchase less; not negative in an
                                        optimum */
    gpucost_money next_unit_saves; /**< what the bill would fall by with one purchase more; not positive in an
                                        optimum */
} gpucost_purchase;

/** What gpucost_portfolio_verify() found. */
typedef struct gpucost_verdict {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    int32_t plan_valid;        /**< 1: every purchase is allowed */
    int32_t proof_valid;       /**< 1: no hour is worth more than it costs, and no purchase less than its hours */
    int32_t optimal;           /**< 1: both are valid, and cost equals bound */
    uint32_t reserved;         /**< zero */
    gpucost_money cost;        /**< of the plan with the best use of what is bought; 0 when it is not valid */
    gpucost_money bound;       /**< no plan can cost less; 0 when the proof is not valid */
    gpucost_money gap;         /**< cost less bound; 0 unless both are valid */
    char reason[192];          /**< the first thing that is wrong; empty when nothing is */
} gpucost_verdict;

/** A solved portfolio; immutable. */
typedef struct gpucost_portfolio gpucost_portfolio;

/**
 * The cheapest mix when every commitment covers the whole horizon: lower envelope of screening curves on the
 * load-duration curve. Whole units, proven optimal (docs/portfolio.md).
 *
 * \f[ \mathrm{cost} = \sum_l \min\Big( \min_i (F_i + v_i H_l),\; p\,M_l + \min(p, s)\,(H_l - M_l) \Big) \f]
 * Level l of the demand is in use for H_l hours, in M_l of them by work that must run; F_i is what a unit of
 * commitment i costs over the horizon whether used or not, v_i its usage price, p on demand, s spot. Terms shorter than
 * the horizon are bought again until they cover it: ceil(T / term) purchases, the last one in full or with hourly fees
 * inside the horizon only (horizon_rule); upfront parts are always paid in full. Buying a short term for part of the
 * horizon is not considered.
 *
 * Commitments serve the bottom levels of each hour, on demand the rest of the must-run work, spot the rest of the
 * interruptible work when it is cheaper than on demand. At equal cost the earlier commitment is taken, then spot and on
 * demand; at equal price on demand before spot, because it is not taken away.
 *
 * @source{portfolio_screening}
 * @worked 24 h of 10 (x6), 7 (x10), 4 (x8); fixed/usage 0/1.0, 6/0.5, 14.4/0: 3, 3 and 4 units, 117.6
 *         (cases.csv, screening_curve).
 *
 * With step_h the demand has entries of another length than an hour: prices are turned into prices per entry, rounded
 * half-even to a nano once, and everything after that is exact.
 *
 * @param[in]  demand         [hours] units in each hour, not negative
 * @param[in]  interruptible  [hours] units of them that spot may serve, 0..demand; NULL for none
 * @param[in]  hours          T [h], 1..1e6
 * @param[in]  commitments    [count] what can be bought, all of the same size; NULL when count is 0
 * @param[in]  count          number of commitments, at most 256
 * @param[in]  options        prices and currency
 * @param[out] portfolio      yours; end it with gpucost_portfolio_free()
 * @param[out] err            filled on failure; may be NULL
 * @retval GPUCOST_OK         solved
 * @retval GPUCOST_E_RANGE    a demand is negative, interruptible exceeds demand, a price is negative, on demand or a
 *                            whole commitment is free, a count is outside its limits, or the currency is not a code
 * @retval GPUCOST_E_ARGUMENT a usage price exceeds that of on demand, or that of spot when interruptible is given; a
 *                            commitment has dates or a salvage, or money is discounted, which need a case; a needed
 *                            pointer is NULL; a struct has no size, or not that of its neighbours
 * @retval GPUCOST_E_STRUCT_NEWER a struct sets a field that this version does not know
 * @retval GPUCOST_E_OVERFLOW the bill exceeds 64 bits of units
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread; a portfolio may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_portfolio_new(const int32_t *demand, const int32_t *interruptible, uint64_t hours,
                                                 const gpucost_commitment *commitments, uint64_t count,
                                                 const gpucost_portfolio_options *options,
                                                 gpucost_portfolio **portfolio, gpucost_error *err);

/**
 * End a portfolio.
 *
 * @param[in] portfolio  may be NULL
 * @threads the last user of the portfolio
 * @since 0.1
 */
GPUCOST_API void gpucost_portfolio_free(gpucost_portfolio *portfolio);

/**
 * Totals of a portfolio.
 *
 * @param[in]  portfolio  a portfolio
 * @param[out] summary    the totals
 * @param[out] err        filled on failure; may be NULL
 * @retval GPUCOST_OK         filled
 * @retval GPUCOST_E_ARGUMENT the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_portfolio_summarise(const gpucost_portfolio *portfolio,
                                                       gpucost_portfolio_summary *summary, gpucost_error *err);

/**
 * Number of shares: every commitment in its order, then spot when it was offered, then on demand.
 *
 * @param[in] portfolio  a portfolio
 * @return number of shares
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_portfolio_share_count(const gpucost_portfolio *portfolio);

/**
 * The i-th share.
 *
 * @param[in]  portfolio  a portfolio
 * @param[in]  index      from 0
 * @param[out] share      the share
 * @param[out] err        filled on failure; may be NULL
 * @retval GPUCOST_OK         the share is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_portfolio_share_at(const gpucost_portfolio *portfolio, uint64_t index,
                                                      gpucost_portfolio_share *share, gpucost_error *err);

/**
 * The whole question of a schedule: hourly demand, prices, what is held and what can be bought when. It is filled by
 * the calls below, then solved by gpucost_schedule_new() as often as wanted.
 */
typedef struct gpucost_portfolio_case gpucost_portfolio_case;

/**
 * Hours of a case.
 *
 * @param[in] portfolio_case  the case
 * @return T [h]
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_portfolio_case_hours(const gpucost_portfolio_case *portfolio_case);

/**
 * Demands of a case.
 *
 * @param[in] portfolio_case  the case
 * @return number of scenarios, at least 1
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_portfolio_case_scenarios(const gpucost_portfolio_case *portfolio_case);

/**
 * Start a case. The demand is copied.
 *
 * @param[in]  demand         [hours] units in each hour, not negative
 * @param[in]  interruptible  [hours] units of them that spot may serve, 0..demand; NULL for none
 * @param[in]  hours          T [h], 1..1e6
 * @param[in]  options        prices and currency; step_h is 0 or 1
 * @param[out] made           yours; end it with gpucost_portfolio_case_free()
 * @param[out] err            filled on failure; may be NULL
 * @retval GPUCOST_OK             made
 * @retval GPUCOST_E_RANGE        a demand, a price, the currency or the number of hours is not allowed
 * @retval GPUCOST_E_ARGUMENT     no demand, or a struct has no size
 * @retval GPUCOST_E_STRUCT_NEWER a struct sets a field that this version does not know
 * @retval GPUCOST_E_MEMORY       out of memory
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_portfolio_case_new(const int32_t *demand, const int32_t *interruptible,
                                                      uint64_t hours, const gpucost_portfolio_options *options,
                                                      gpucost_portfolio_case **made, gpucost_error *err);

/**
 * A case from JSON (docs/schedule.md): demand, interruptible, options, on_demand, spot, spot_units, commitments, held.
 *
 * @param[in]  text    the JSON
 * @param[in]  source  its name in errors
 * @param[out] made    yours; end it with gpucost_portfolio_case_free()
 * @param[out] err     filled on failure; may be NULL
 * @retval GPUCOST_OK       made
 * @retval GPUCOST_E_SYNTAX not JSON
 * @retval GPUCOST_E_FIELD  an unknown key or a wrong type
 * @retval GPUCOST_E_RANGE  a value is not allowed
 * @retval GPUCOST_E_MEMORY out of memory
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_portfolio_case_from_json(const char *text, const char *source,
                                                            gpucost_portfolio_case **made, gpucost_error *err);

/**
 * The same from a file, plain or gzip.
 *
 * @param[in]  path  the file; "-" is standard input
 * @param[out] made  yours; end it with gpucost_portfolio_case_free()
 * @param[out] err   filled on failure; may be NULL
 * @retval GPUCOST_OK   made
 * @retval GPUCOST_E_IO the file cannot be read; other codes as gpucost_portfolio_case_from_json()
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_portfolio_case_from_file(const char *path, gpucost_portfolio_case **made,
                                                            gpucost_error *err);

/**
 * Prices that change by the hour, in place of those of the options. Copied; NULL leaves what is there.
 *
 * @param[in,out] portfolio_case  the case
 * @param[in]     on_demand       [hours] positive [1e-9 currency/h]; NULL to leave it
 * @param[in]     spot            [hours] price of a useful hour, 0 where there is no spot [1e-9 currency/h]; or NULL
 * @param[in]     spot_units      [hours] most units on spot, not negative; or NULL
 * @param[out]    err             filled on failure; may be NULL
 * @retval GPUCOST_OK       set
 * @retval GPUCOST_E_RANGE  a price or a limit is not allowed; the case is as before
 * @threads one thread at a time
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_portfolio_case_set_prices(gpucost_portfolio_case *portfolio_case,
                                                             const int64_t *on_demand, const int64_t *spot,
                                                             const int32_t *spot_units, gpucost_error *err);

/**
 * Another way in which the demand may go: gpucost_risk_new() plans for all of them. The demand of
 * gpucost_portfolio_case_new() is the first; gpucost_schedule_new() reads that one only.
 *
 * @param[in,out] portfolio_case  the case
 * @param[in]     demand          [hours] units in each hour, not negative
 * @param[in]     interruptible   [hours] units of them that spot may serve; NULL for none
 * @param[out]    err             filled on failure; may be NULL
 * @retval GPUCOST_OK         added
 * @retval GPUCOST_E_RANGE    a demand is not allowed, or there are 1,000 scenarios already
 * @retval GPUCOST_E_ARGUMENT no demand
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads one thread at a time
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_portfolio_case_add_scenario(gpucost_portfolio_case *portfolio_case,
                                                               const int32_t *demand, const int32_t *interruptible,
                                                               gpucost_error *err);

/**
 * How likely a scenario is beside the others; 1 unless said.
 *
 * @param[in,out] portfolio_case  the case
 * @param[in]     scenario        from 0
 * @param[in]     weight          1..1e6
 * @param[out]    err             filled on failure; may be NULL
 * @retval GPUCOST_OK         set
 * @retval GPUCOST_E_ARGUMENT @p scenario is past the last
 * @retval GPUCOST_E_RANGE    the weight is not allowed
 * @threads one thread at a time
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_portfolio_case_weigh(gpucost_portfolio_case *portfolio_case, uint64_t scenario,
                                                        uint64_t weight, gpucost_error *err);

/**
 * Something that can be bought.
 *
 * @param[in,out] portfolio_case  the case
 * @param[in]     commitment      what it costs; usage_nanos is 0
 * @param[in]     dates           [count] hours of purchase, rising; NULL for the grid of first_hour and every_hours
 * @param[in]     count           number of dates
 * @param[out]    err             filled on failure; may be NULL
 * @retval GPUCOST_OK             added
 * @retval GPUCOST_E_RANGE        a field or a date is not allowed, it is free, or its salvage exceeds its price
 * @retval GPUCOST_E_ARGUMENT     a usage price, or dates and a grid at once
 * @retval GPUCOST_E_STRUCT_NEWER the struct sets a field that this version does not know
 * @retval GPUCOST_E_MEMORY       out of memory
 * @threads one thread at a time
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_portfolio_case_add_commitment(gpucost_portfolio_case *portfolio_case,
                                                                 const gpucost_commitment *commitment,
                                                                 const uint64_t *dates, uint64_t count,
                                                                 gpucost_error *err);

/**
 * Let a commitment be left early, by resale, refund or against a penalty: each exit becomes a shorter commitment, after
 * those that are there. Leaving after m hours costs the fees of m hours, closing_nanos and the penalty, and gives back
 * resale_share x (1 - fee_share) of the upfront price of what is left.
 *
 * @source{aws_ri_marketplace, general and sell}
 *
 * @param[in,out] portfolio_case  the case
 * @param[in]     commitment      which one, from 0 in the order in which they were added
 * @param[in]     how             when it can be left, and what that costs
 * @param[out]    err             filled on failure; may be NULL
 * @retval GPUCOST_OK         added
 * @retval GPUCOST_E_ARGUMENT @p commitment is past the last
 * @retval GPUCOST_E_RANGE    a field is not allowed, there is no date to leave, or there are more than 256 commitments;
 *                            the case
 *                            is as before
 * @retval GPUCOST_E_OVERFLOW a penalty exceeds 64 bits of nanos
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads one thread at a time
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_portfolio_case_add_exits(gpucost_portfolio_case *portfolio_case, uint64_t commitment,
                                                            const gpucost_exit *how, gpucost_error *err);

/**
 * Something that runs already.
 *
 * @param[in,out] portfolio_case  the case
 * @param[in]     held            what, from when to when
 * @param[out]    err             filled on failure; may be NULL
 * @retval GPUCOST_OK       added
 * @retval GPUCOST_E_RANGE  no units, no hours, or more than 2^31-1 units at once
 * @threads one thread at a time
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_portfolio_case_add_held(gpucost_portfolio_case *portfolio_case,
                                                           const gpucost_held *held, gpucost_error *err);

/**
 * End a case.
 *
 * @param[in] portfolio_case  may be NULL
 * @threads the last user of the case
 * @since 0.1
 */
GPUCOST_API void gpucost_portfolio_case_free(gpucost_portfolio_case *portfolio_case);

/**
 * Check a plan and a proof that it is the cheapest, wherever they come from. Shares nothing with the solver but the
 * case.
 *
 * A proof is a value u_t of a unit in each hour. It holds when 0 <= u_t <= p_t and no allowed purchase costs less than
 * the values of its hours; then no plan costs less than the sum of R_t u_t - C_t max(0, u_t - s_t), with R_t the
 * demand that is not held and C_t what spot can serve of it (docs/schedule.md).
 *
 * @param[in]  portfolio_case  the case
 * @param[in]  purchases       [count] the plan: commitment, start_hour and units count; NULL when count is 0
 * @param[in]  count           number of purchases
 * @param[in]  values          [hours] u_t [1e-9 currency]; NULL for no proof
 * @param[out] verdict         what was found
 * @param[out] err             filled on failure; may be NULL
 * @retval GPUCOST_OK             checked; the verdict may still be no
 * @retval GPUCOST_E_ARGUMENT     a needed pointer is NULL, or a struct has no size
 * @retval GPUCOST_E_STRUCT_NEWER a purchase sets a field that this version does not know
 * @retval GPUCOST_E_OVERFLOW     an amount exceeds 64 bits of units
 * @retval GPUCOST_E_MEMORY       out of memory
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_portfolio_verify(const gpucost_portfolio_case *portfolio_case,
                                                    const gpucost_purchase *purchases, uint64_t count,
                                                    const int64_t *values, gpucost_verdict *verdict,
                                                    gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
