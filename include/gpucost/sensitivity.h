#ifndef GPUCOST_SENSITIVITY_H
#define GPUCOST_SENSITIVITY_H
/**
 * @file
 * @defgroup sensitivity Sensitivity
 * How much of a schedule hangs on its prices and its demand, and why it buys so many.
 * @{
 */
#include "gpucost/schedule.h"

GPUCOST_BEGIN_DECLS

/** The price of on demand, in place of the number of a commitment. */
enum { GPUCOST_RANGE_ON_DEMAND = -1 };

/** How far one price may move, all others as they are, with the plan still the cheapest: exact to the nano. */
typedef struct gpucost_price_range {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    char name[64];             /**< the commitment's name, or "on_demand" */
    gpucost_money fall;        /**< most that a purchase, or an hour on demand, may cost less; to nothing, or on demand
                                    to spot, when there is no limit */
    gpucost_money rise;        /**< most that it may cost more; 0 when there is no limit */
    int32_t fall_limited;      /**< 0: the plan stays the cheapest however far the price falls */
    int32_t rise_limited;      /**< 0: the plan stays the cheapest however far the price rises */
    uint64_t solutions;        /**< schedules that were solved to find it */
} gpucost_price_range;

/** The plan under another demand. */
typedef struct gpucost_demand_effect {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    double scale;              /**< of the demand */
    double coverage;           /**< of that demand by held units and the plan; 0 without demand */
    double utilisation;        /**< of the plan; 0 when it buys nothing */
    gpucost_money kept;        /**< cost of the plan */
    gpucost_money best;        /**< cost of the best plan for that demand */
    gpucost_money regret;      /**< kept less best */
    gpucost_money all_on_demand; /**< that demand with neither purchases nor spot */
} gpucost_demand_effect;

/** One unit of a purchase: what it earns, the others of the plan in use before it. */
typedef struct gpucost_unit_value {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t unit;             /**< number in its purchase, from 1; past the units bought: what one more would do */
    uint64_t bought;           /**< units of the purchase */
    uint64_t used_hours;       /**< hours of its term in use [h] */
    double utilisation;        /**< of its hours inside the horizon */
    gpucost_money saves;       /**< on spot and on demand */
    gpucost_money cost;        /**< of the unit */
    gpucost_money earns;       /**< saves less cost */
} gpucost_unit_value;

/**
 * How far a price may move with the plan still the cheapest. The least cost is a concave function of one price, and
 * that of the plan a straight line that touches it: where they part is found by Newton's method on whole nanos, each
 * step an optimum from the one before. With a discount rate amounts are at hour 0.
 *
 * @worked demand 1, 2, 1, on demand 1, two hours for 1.5: two are bought while each costs at most 2
 *         (test_sensitivity.c).
 *
 * @param[in]  portfolio_case  the case
 * @param[in]  schedule        its optimum
 * @param[in]  price           number of a commitment from 0, or GPUCOST_RANGE_ON_DEMAND
 * @param[out] range           how far
 * @param[out] err             filled on failure; may be NULL
 * @retval GPUCOST_OK         found
 * @retval GPUCOST_E_ARGUMENT no such price, the schedule is not a proven optimum of the case, or the struct has no size
 * @retval GPUCOST_E_OVERFLOW an amount exceeds what is held
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_sensitivity_price(const gpucost_portfolio_case *portfolio_case,
                                                     const gpucost_schedule *schedule, int64_t price,
                                                     gpucost_price_range *range, gpucost_error *err);

/**
 * What the plan costs when the demand is larger or smaller than thought, beside the best plan for that demand. Units of
 * an hour are scaled and rounded half to even.
 *
 * @param[in]  portfolio_case  the case
 * @param[in]  schedule        a schedule of it
 * @param[in]  scale           of the demand and its interruptible part, 0..1000: 1.1 is 10 % more
 * @param[out] effect          what it does
 * @param[out] err             filled on failure; may be NULL
 * @retval GPUCOST_OK         found
 * @retval GPUCOST_E_ARGUMENT the schedule is of another case, or the struct has no size
 * @retval GPUCOST_E_RANGE    the scale is not allowed, or a demand exceeds 2^31-1 units
 * @retval GPUCOST_E_OVERFLOW an amount exceeds 64 bits of units
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_sensitivity_demand(const gpucost_portfolio_case *portfolio_case,
                                                      const gpucost_schedule *schedule, double scale,
                                                      gpucost_demand_effect *effect, gpucost_error *err);

/**
 * Why so many: what one unit of a purchase earns when the units before it, and all other purchases, are in use first.
 * Each earns at least nothing in an optimum, and the one after the last at most nothing.
 *
 * @param[in]  portfolio_case  the case
 * @param[in]  schedule        a schedule of it
 * @param[in]  purchase        which one, from 0
 * @param[in]  unit            number of the unit, from 1 to 2^31-1
 * @param[out] value           what it earns
 * @param[out] err             filled on failure; may be NULL
 * @retval GPUCOST_OK         found
 * @retval GPUCOST_E_ARGUMENT no such purchase, the schedule is of another case, or the struct has no size
 * @retval GPUCOST_E_RANGE    the unit is not in 1..2^31-1
 * @retval GPUCOST_E_OVERFLOW an amount exceeds 64 bits of units
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_sensitivity_unit(const gpucost_portfolio_case *portfolio_case,
                                                    const gpucost_schedule *schedule, uint64_t purchase, uint64_t unit,
                                                    gpucost_unit_value *value, gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
