#ifndef GPUCOST_SCHEDULE_H
#define GPUCOST_SCHEDULE_H
/**
 * @file
 * @defgroup schedule Schedule
 * What to commit to and when: the proven cheapest purchases by date for a known hourly demand, with their proof.
 * @{
 */
#include "gpucost/portfolio.h"

GPUCOST_BEGIN_DECLS

/** Plans that people make without an optimiser, to compare with. */
enum {
    GPUCOST_BASELINE_ON_DEMAND = 0, /**< buy nothing: spot where allowed and cheaper, else on demand */
    GPUCOST_BASELINE_PEAK = 1,      /**< hold the peak all the time, in the cheapest chain of purchases */
    GPUCOST_BASELINE_MEAN = 2,      /**< hold the mean, rounded up, all the time in the same chain */
    GPUCOST_BASELINE_LEVELS = 3,    /**< the cheapest cover of each demand level on its own, summed */
    GPUCOST_BASELINE_PROVIDER = 4   /**< every 720 h the one commitment that would have saved most over the last 720,
                                         as many as would have: what a provider's console recommends
                                         [aws_ri_recommendations] */
};

/** Totals of a schedule. Held commitments count in what is covered and used, never in a cost. */
typedef struct gpucost_schedule_summary {
    uint64_t size;              /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t hours;             /**< horizon [h] */
    uint64_t peak_units;        /**< largest demand */
    uint64_t peak_committed;    /**< most units bought and running at once */
    uint64_t purchases;         /**< rows of the calendar */
    uint64_t choices;           /**< purchases that were weighed: pairs of a commitment and a date */
    int32_t optimal;            /**< 1: cost equals bound */
    uint32_t reserved;          /**< zero */
    double demand_hours;        /**< unit-hours demanded [h] */
    double coverage;            /**< unit-hours served by commitments, held or bought, over those demanded */
    double utilisation;         /**< unit-hours used of what was bought over those paid; 0 without purchases */
    double effective_savings;   /**< 1 - cost / all_on_demand; 0 without a bill */
    double return_on_commitment; /**< what the purchases saved over what they cost, less 1; 0 without purchases */
    gpucost_money cost;         /**< of the plan: purchases, spot and on demand */
    gpucost_money bound;        /**< no plan can cost less; the certificate proves it, but for purchases of several
                                     units */
    gpucost_money all_on_demand; /**< cost of what is not held with neither purchases nor spot */
    gpucost_money committed_cost; /**< of all purchases, less their salvage */
    int32_t coverage_defined;   /**< 0: nothing is demanded, and coverage stands at 0 for want of a value */
    int32_t utilisation_defined; /**< 0: nothing is bought */
    int32_t savings_defined;    /**< 0: all on demand costs nothing */
    int32_t return_defined;     /**< 0: nothing is bought */
} gpucost_schedule_summary;

/** One hour of the cheapest dispatch. */
typedef struct gpucost_schedule_hour {
    uint64_t size;              /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t hour;              /**< from 0 */
    uint64_t demand;            /**< units demanded */
    uint64_t held_used;         /**< of these, served by what was held before */
    uint64_t committed;         /**< units bought and running */
    uint64_t committed_used;    /**< of these, in use */
    uint64_t spot;              /**< units on spot */
    uint64_t on_demand;         /**< units on demand */
    int64_t value_nanos;        /**< u_t: what one more unit in this hour adds to the bill [1e-9 currency/h] */
    int64_t spot_rent_nanos;    /**< max(0, u_t - spot price): what one more unit of spot would save [1e-9
                                     currency/h] */
} gpucost_schedule_hour;

/** The hours between two dates of the graph: nothing starts or ends inside. */
typedef struct gpucost_schedule_segment {
    uint64_t size;              /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t start_hour;        /**< first hour */
    uint64_t end_hour;          /**< hour after the last */
    uint64_t committed;         /**< units bought and running */
    gpucost_money value;        /**< q: the sum of the values of its hours */
} gpucost_schedule_segment;

/** What is paid in the hours of one bill. Fees and use are paid at its end, purchases when they are made. */
typedef struct gpucost_schedule_month {
    uint64_t size;              /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t start_hour;        /**< first hour */
    uint64_t end_hour;          /**< hour after the last, in which it is billed */
    gpucost_money upfront;      /**< for purchases in these hours */
    gpucost_money fees;         /**< hourly fees of what runs */
    gpucost_money settled;      /**< closing fees of terms that end, less refunds and salvage; may be negative */
    gpucost_money usage;        /**< spot and on demand */
    gpucost_money cash;         /**< all of it */
    gpucost_money present_value; /**< what it is worth at hour 0; over all months the cost of the schedule, to the
                                      nano */
} gpucost_schedule_month;

/** A solved schedule; immutable. */
typedef struct gpucost_schedule gpucost_schedule;

/**
 * The cheapest purchases by date, in whole units, proven: a minimum convex-cost circulation over the dates on which
 * purchases start or end, by capacity scaling.
 *
 * \f[ \min \sum_{k,s} c_{k,s} x_{k,s} + \sum_t p_t (U_t - C_t)^+ + s_t \min(U_t, C_t), \quad
 *     U_t = \Big( R_t - \sum_{k,s:\, s \le t < s + L_k} x_{k,s} \Big)^+ \f]
 * R_t is the demand that is not held, C_t what spot can serve of it, U_t what purchases leave. Of plans of equal cost
 * one is returned, always the same. With a discount rate every price is first turned into its value at hour 0, and so
 * is every amount of the schedule but the cash of its months.
 *
 * Purchases of several units (unit_size) are no network. Then the values prove what single units at their share of the
 * price would cost; the bound is better, from one circulation for each size with the others at a rent, and from branch
 * and bound where dates are few. optimal tells whether it meets the plan; cost - bound is the proven gap
 * (docs/schedule.md).
 *
 * @source{ahuja1993, chapters 10 and 14}
 * @worked demand 1, 2, 1; on demand 1; two hours for 1.5: bought at hours 0 and 1, cost 3 (test_schedule.c).
 *
 * @param[in]  portfolio_case  what is asked; not kept
 * @param[out] schedule        yours; end it with gpucost_schedule_free()
 * @param[out] err             filled on failure; may be NULL
 * @retval GPUCOST_OK         solved
 * @retval GPUCOST_E_RANGE    more than 2^26 pairs of a commitment and a date
 * @retval GPUCOST_E_OVERFLOW the price of a unit, split between those of an instance, exceeds what is held
 *                            (docs/schedule.md), or the
 *                            bill exceeds 64 bits of units
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread; a schedule may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_schedule_new(const gpucost_portfolio_case *portfolio_case,
                                                gpucost_schedule **schedule, gpucost_error *err);

/**
 * The same, from a schedule of a case like this one: with other prices or demand, or commitments added at the end. The
 * nearer the two are, the sooner it is found; where several plans cost the same it may be another one.
 *
 * @param[in]  portfolio_case  what is asked; not kept
 * @param[in]  from            a schedule
 * @param[out] schedule        yours; end it with gpucost_schedule_free()
 * @param[out] err             filled on failure; may be NULL
 * @retval GPUCOST_OK         solved; other codes as gpucost_schedule_new()
 * @threads any thread; a schedule may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_schedule_again(const gpucost_portfolio_case *portfolio_case,
                                                  const gpucost_schedule *from, gpucost_schedule **schedule,
                                                  gpucost_error *err);

/**
 * A schedule of your own plan: what it costs and how it is used, beside the bound of the best plan. Values and bound
 * are those of the optimum.
 *
 * @param[in]  portfolio_case  what is asked; not kept
 * @param[in]  purchases       [count] the plan: commitment, start_hour and units count; NULL when count is 0
 * @param[in]  count           number of purchases
 * @param[out] schedule        yours; end it with gpucost_schedule_free()
 * @param[out] err             filled on failure; may be NULL
 * @retval GPUCOST_OK         priced
 * @retval GPUCOST_E_ARGUMENT a purchase is not allowed: no such commitment, date or number of units
 * @retval GPUCOST_E_RANGE    more than 2^31-1 units of one purchase; other codes as gpucost_schedule_new()
 * @threads any thread; a schedule may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_schedule_price(const gpucost_portfolio_case *portfolio_case,
                                                  const gpucost_purchase *purchases, uint64_t count,
                                                  gpucost_schedule **schedule, gpucost_error *err);

/**
 * End a schedule.
 *
 * @param[in] schedule  may be NULL
 * @threads the last user of the schedule
 * @since 0.1
 */
GPUCOST_API void gpucost_schedule_free(gpucost_schedule *schedule);

/**
 * Totals of a schedule.
 *
 * @param[in]  schedule  a schedule
 * @param[out] summary   the totals
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK         filled
 * @retval GPUCOST_E_ARGUMENT the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_schedule_summarise(const gpucost_schedule *schedule,
                                                      gpucost_schedule_summary *summary, gpucost_error *err);

/**
 * Number of shares: every commitment in its order, then spot when it was offered, then on demand.
 *
 * @param[in] schedule  a schedule
 * @return number of shares
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_schedule_share_count(const gpucost_schedule *schedule);

/**
 * The i-th share. `units` is the most running at once, `purchases` the units bought over all dates; in an hour with
 * idle units the earlier commitment is the one in use.
 *
 * @param[in]  schedule  a schedule
 * @param[in]  index     from 0
 * @param[out] share     the share
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK         the share is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_schedule_share_at(const gpucost_schedule *schedule, uint64_t index,
                                                     gpucost_portfolio_share *share, gpucost_error *err);

/**
 * Number of purchases: rows of the calendar.
 *
 * @param[in] schedule  a schedule
 * @return number of purchases
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_schedule_purchase_count(const gpucost_schedule *schedule);

/**
 * The i-th purchase, by date and then by commitment.
 *
 * @param[in]  schedule  a schedule
 * @param[in]  index     from 0
 * @param[out] purchase  the purchase
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK         the purchase is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_schedule_purchase_at(const gpucost_schedule *schedule, uint64_t index,
                                                        gpucost_purchase *purchase, gpucost_error *err);

/**
 * What happens in one hour.
 *
 * @param[in]  schedule  a schedule
 * @param[in]  hour      from 0
 * @param[out] row       the hour
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK         the hour is there
 * @retval GPUCOST_E_ARGUMENT @p hour is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_schedule_hour_at(const gpucost_schedule *schedule, uint64_t hour,
                                                    gpucost_schedule_hour *row, gpucost_error *err);

/**
 * The shadow prices of all hours: the proof that gpucost_portfolio_verify() takes. Demand charged at them, less the
 * rent of capped spot, recovers the bill exactly.
 *
 * @param[in] schedule  a schedule
 * @return [hours] u_t [1e-9 currency/h], borrowed from the schedule
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API const int64_t *gpucost_schedule_values(const gpucost_schedule *schedule);

/**
 * Number of segments.
 *
 * @param[in] schedule  a schedule
 * @return number of segments
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_schedule_segment_count(const gpucost_schedule *schedule);

/**
 * The i-th segment.
 *
 * @param[in]  schedule  a schedule
 * @param[in]  index     from 0
 * @param[out] segment   the segment
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK         the segment is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_schedule_segment_at(const gpucost_schedule *schedule, uint64_t index,
                                                       gpucost_schedule_segment *segment, gpucost_error *err);

/**
 * Number of bills: one every billing_hours, until nothing more is due.
 *
 * @param[in] schedule  a schedule
 * @return number of months
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_schedule_month_count(const gpucost_schedule *schedule);

/**
 * The cash of the i-th bill.
 *
 * @param[in]  schedule  a schedule
 * @param[in]  index     from 0
 * @param[out] month     what is paid
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK         the month is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_schedule_month_at(const gpucost_schedule *schedule, uint64_t index,
                                                     gpucost_schedule_month *month, gpucost_error *err);

/**
 * What a plan made without an optimiser costs.
 *
 * @param[in]  portfolio_case  what is asked
 * @param[in]  baseline        GPUCOST_BASELINE_*
 * @param[out] possible        0 when the dates allow no such plan; then the cost is 0
 * @param[out] cost            its cost
 * @param[out] err             filled on failure; may be NULL
 * @retval GPUCOST_OK         priced
 * @retval GPUCOST_E_ARGUMENT @p baseline is none of them
 * @retval GPUCOST_E_OVERFLOW the bill exceeds 64 bits of units
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_schedule_baseline(const gpucost_portfolio_case *portfolio_case, int32_t baseline,
                                                     int32_t *possible, gpucost_money *cost, gpucost_error *err);

/**
 * What buying without a forecast would have cost: a unit is bought when the last term's worth of hours, each counted
 * once, would have paid for it. Only what was seen up to an hour is used in it.
 *
 * At threshold 1 and one on-demand price the cost is at most twice the least, and no rule without chance promises less.
 * Drawn with density e^z / (e - 1) the threshold z makes the mean cost at most e / (e - 1) = 1.582 times the least.
 *
 * @source{wang2013, sections 4 and 5}
 * @worked tests/schedule/test_schedule_online.c.
 *
 * @param[in]  portfolio_case  what is asked; its dates restrict when the rule may buy
 * @param[in]  commitment      the one that the rule buys, from 0
 * @param[in]  threshold       share of the break-even point at which it buys, 0..1
 * @param[out] purchases       units bought
 * @param[out] cost            of purchases, spot and on demand
 * @param[out] err             filled on failure; may be NULL
 * @retval GPUCOST_OK         run
 * @retval GPUCOST_E_ARGUMENT @p commitment is past the last, or comes in purchases of several units
 * @retval GPUCOST_E_RANGE    the threshold is not in 0..1
 * @retval GPUCOST_E_OVERFLOW the bill exceeds 64 bits of units
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_schedule_online(const gpucost_portfolio_case *portfolio_case, uint64_t commitment,
                                                   double threshold, uint64_t *purchases, gpucost_money *cost,
                                                   gpucost_error *err);

/**
 * The mean cost of the rule with its threshold drawn at random: thresholds at the middle of equal parts of their
 * distribution, so the same answer every time.
 *
 * @source{wang2013, section 5}
 *
 * @param[in]  portfolio_case  what is asked
 * @param[in]  commitment      the one that the rule buys, from 0
 * @param[in]  draws           thresholds, 1..10000
 * @param[out] cost            mean over them, rounded once
 * @param[out] err             filled on failure; may be NULL
 * @retval GPUCOST_OK      run
 * @retval GPUCOST_E_RANGE the number of thresholds is not allowed; other codes as gpucost_schedule_online()
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_schedule_online_mean(const gpucost_portfolio_case *portfolio_case,
                                                        uint64_t commitment, uint64_t draws, gpucost_money *cost,
                                                        gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
