#ifndef GPUCOST_SAVINGS_H
#define GPUCOST_SAVINGS_H
/**
 * @file
 * @defgroup savings Savings plans
 * Commitments to spend so much an hour over several kinds of usage, and discounts by volume.
 * @{
 */
#include "gpucost/units.h"

GPUCOST_BEGIN_DECLS

/** One kind of usage and its rates. A plan whose rate is 0 does not apply to it. */
typedef struct gpucost_usage_kind {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    char name[64];             /**< for the reader */
    int64_t on_demand_nanos;   /**< per unit and hour [1e-9 currency] */
    int64_t instance_nanos;    /**< rate under the plan of one family, at most on demand; 0: it does not apply */
    int64_t compute_nanos;     /**< rate under the plan for everything, at most on demand; 0: it does not apply */
    uint64_t reserved_units;   /**< units that reservations serve before any plan, in every hour */
} gpucost_usage_kind;

/** What is committed: spent in every hour, used or not. */
typedef struct gpucost_savings_plan {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    char currency[8];          /**< ISO 4217 code of every price */
    int64_t instance_nanos;    /**< plan of one family [1e-9 currency/h] */
    int64_t compute_nanos;     /**< plan for everything [1e-9 currency/h] */
} gpucost_savings_plan;

/** What usage costs under a plan. Fees of reservations are not part of it. */
typedef struct gpucost_savings_bill {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    double utilisation;        /**< commitment used over commitment paid; 0 without a plan */
    double coverage;           /**< usage that plans serve over usage that they could, both at on-demand prices; 0 without usage */
    double effective_savings;  /**< 1 - cost / all_on_demand; 0 without usage */
    double return_on_commitment; /**< what the plans served at on-demand prices over what they cost, less 1; 0 without a plan */
    gpucost_money cost;        /**< committed and on demand */
    gpucost_money committed;   /**< of the plans */
    gpucost_money unused;      /**< part of it that was lost */
    gpucost_money on_demand;   /**< usage that no plan serves */
    gpucost_money all_on_demand; /**< the same usage without a plan, after reservations */
    int32_t coverage_defined;   /**< 0: no plan applies to any usage, and coverage stands at 0 for want of a value */
    int32_t utilisation_defined; /**< 0: nothing is committed */
    int32_t savings_defined;    /**< 0: there is no usage */
    int32_t return_defined;     /**< 0: nothing is committed */
} gpucost_savings_bill;

/**
 * Cost of hourly usage under plans, by the provider's rule: reservations, then the plan of one family, then the plan for
 * everything; in each the usage with the highest saving percentage first, at equal percentage the lower rate; what is
 * committed and not used in an hour is lost.
 *
 * @source{aws_savings_plans_apply, all}
 * @worked its four scenarios: tests/data/savings/hours.csv.
 *
 * @param[in]  kinds    [count] kinds of usage, all of the same size
 * @param[in]  count    1..256
 * @param[in]  units    [hours][count] usage, not negative
 * @param[in]  hours    1..1e6
 * @param[in]  plan     what is committed
 * @param[out] bill     what it costs
 * @param[out] err      filled on failure; may be NULL
 * @retval GPUCOST_OK         priced
 * @retval GPUCOST_E_RANGE    a price, a rate, usage or the currency is not allowed
 * @retval GPUCOST_E_ARGUMENT a needed pointer is NULL, or a struct has no size
 * @retval GPUCOST_E_OVERFLOW the bill exceeds what the arithmetic holds
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_savings_price(const gpucost_usage_kind *kinds, uint64_t count, const int64_t *units,
                                                 uint64_t hours, const gpucost_savings_plan *plan,
                                                 gpucost_savings_bill *bill, gpucost_error *err);

/**
 * The best commitment to one kind of plan. Exact: the highest percentage first is the best use of any amount, so an hour's
 * saving is concave in it, and all breakpoints are tried in order. The plan for everything is chosen on top of
 * plan->instance_nanos; the plan of one family is chosen for compute_nanos = 0, because with both the cost is not convex.
 *
 * @param[in]     kinds    [count] kinds of usage, all of the same size
 * @param[in]     count    1..256
 * @param[in]     units    [hours][count] usage, not negative
 * @param[in]     hours    1..1e6
 * @param[in]     compute  1: choose compute_nanos; 0: choose instance_nanos
 * @param[in,out] plan     currency and the other commitment in, the choice out
 * @param[out]    bill     what it costs
 * @param[out]    err      filled on failure; may be NULL
 * @retval GPUCOST_OK         found
 * @retval GPUCOST_E_ARGUMENT compute is 0 and plan->compute_nanos is not; a needed pointer is NULL; a struct has no size
 * @retval GPUCOST_E_RANGE    as gpucost_savings_price()
 * @retval GPUCOST_E_OVERFLOW as gpucost_savings_price()
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_savings_best(const gpucost_usage_kind *kinds, uint64_t count, const int64_t *units,
                                                uint64_t hours, int32_t compute, gpucost_savings_plan *plan,
                                                gpucost_savings_bill *bill, gpucost_error *err);

/** A discount by volume: it applies to the part of the list value above the threshold. */
typedef struct gpucost_volume_tier {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    int64_t threshold_nanos;   /**< list value from which it holds [1e-9 currency] */
    double discount;           /**< 0..1, taken to the billionth */
} gpucost_volume_tier;

/** The best number of units under volume discounts. */
typedef struct gpucost_volume_choice {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t units;            /**< units committed for the whole horizon */
    gpucost_money cost;        /**< committed and on demand */
    gpucost_money committed;   /**< of the units, after discounts */
    gpucost_money list_value;  /**< of the units, before discounts */
    gpucost_money all_on_demand; /**< without any */
} gpucost_volume_choice;

/**
 * How many units to commit for the whole horizon when the price falls with the volume. Exact: between two values of the
 * demand the cost is concave, so only these values are tried.
 *
 * @source{portfolio_screening}
 * @worked tests/data/oracle v01: 9 units, 143421.2.
 *
 * @param[in]  demand           [hours] units in each hour, not negative
 * @param[in]  hours            1..1e6
 * @param[in]  on_demand_nanos  price of a unit on demand, positive [1e-9 currency/h]
 * @param[in]  unit_list_nanos  list value of a unit over the horizon, positive [1e-9 currency]
 * @param[in]  tiers            [count] by rising threshold, all of the same size; NULL when count is 0
 * @param[in]  count            at most 64
 * @param[in]  currency         ISO 4217 code
 * @param[out] choice           the best number
 * @param[out] err              filled on failure; may be NULL
 * @retval GPUCOST_OK         found
 * @retval GPUCOST_E_RANGE    a demand, a price or a tier is not allowed
 * @retval GPUCOST_E_ARGUMENT a needed pointer is NULL, or a struct has no size
 * @retval GPUCOST_E_OVERFLOW the bill exceeds 64 bits of units
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_savings_volume(const int32_t *demand, uint64_t hours, int64_t on_demand_nanos,
                                                  int64_t unit_list_nanos, const gpucost_volume_tier *tiers,
                                                  uint64_t count, const char *currency, gpucost_volume_choice *choice,
                                                  gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
