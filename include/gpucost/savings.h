#ifndef GPUCOST_SAVINGS_H
#define GPUCOST_SAVINGS_H
/**
 * @file
 * @defgroup savings Savings plans
 * Commitments to spend so much an hour over several kinds of usage, and discounts by volume.
 * @{
 */
#include "gpucost/schedule.h"

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
    double coverage;           /**< usage that plans serve over usage that they could, both at on-demand prices; 0
                                    without usage */
    double effective_savings;  /**< 1 - cost / all_on_demand; 0 without usage */
    double return_on_commitment; /**< what the plans served at on-demand prices over what they cost, less 1; 0
                                      without a plan */
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
 * Cost of hourly usage under plans, by the provider's rule: reservations, then the plan of one family, then the plan
 * for everything; in each the usage with the highest saving percentage first, at equal percentage the lower rate; what
 * is committed and not used in an hour is lost.
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
 * The best commitment to one kind of plan. Exact: the highest percentage first is the best use of any amount, so an
 * hour's saving is concave in it, and all breakpoints are tried in order. The plan for everything is chosen on top of
 * plan->instance_nanos; the plan of one family is chosen for compute_nanos = 0, because with both the cost is not
 * convex.
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
 * @retval GPUCOST_E_ARGUMENT compute is 0 and plan->compute_nanos is not; a needed pointer is NULL; a struct has no
 *                            size
 * @retval GPUCOST_E_RANGE    as gpucost_savings_price()
 * @retval GPUCOST_E_OVERFLOW as gpucost_savings_price()
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_savings_best(const gpucost_usage_kind *kinds, uint64_t count, const int64_t *units,
                                                uint64_t hours, int32_t compute, gpucost_savings_plan *plan,
                                                gpucost_savings_bill *bill, gpucost_error *err);

/**
 * Both kinds of plan at once. With both free the cost is not convex, so the commitment to the plan of one family is
 * divided into spans, each with a proven bound, and the plan for everything chosen exactly beside it; what is left of a
 * span that may still hide something better is the gap to `bound` (docs/savings.md).
 *
 * @param[in]     kinds    [count] kinds of usage, all of the same size
 * @param[in]     count    1..256
 * @param[in]     units    [hours][count] usage, not negative
 * @param[in]     hours    1..1e6
 * @param[in,out] plan     currency in, both commitments out
 * @param[out]    bill     what it costs
 * @param[out]    bound    no pair of commitments in whole nanos costs less
 * @param[out]    err      filled on failure; may be NULL
 * @retval GPUCOST_OK         found
 * @retval GPUCOST_E_RANGE    as gpucost_savings_price()
 * @retval GPUCOST_E_ARGUMENT a needed pointer is NULL, or a struct has no size
 * @retval GPUCOST_E_OVERFLOW as gpucost_savings_price()
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_savings_best_pair(const gpucost_usage_kind *kinds, uint64_t count,
                                                     const int64_t *units, uint64_t hours, gpucost_savings_plan *plan,
                                                     gpucost_savings_bill *bill, gpucost_money *bound,
                                                     gpucost_error *err);

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

/** Purchases by date under volume discounts. */
typedef struct gpucost_volume_plan {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    int32_t optimal;           /**< 1: cost equals bound */
    uint32_t reserved;         /**< zero */
    uint64_t solutions;        /**< schedules that were solved to find it */
    gpucost_money cost;        /**< of the plan after discounts */
    gpucost_money bound;       /**< no plan can cost less */
    gpucost_money gap;         /**< cost less bound */
    gpucost_money list_value;  /**< of all purchases, before discounts */
    gpucost_money discount;    /**< taken off it, rounded once */
} gpucost_volume_plan;

/**
 * What to buy when, with discounts by volume. At each date the list value (upfront and all hourly fees) of what is
 * bought lies on top of that of what runs, and each part of it is discounted by its tier; what was bought before keeps
 * its price. That is no network: a bound, the best plan found, and the gap. With one date and terms to the horizon the
 * bound is exact.
 *
 * Bound: a plan whose running list value reaches tier i and no higher pays at least list less d_i everywhere, plus what
 * the levels below the threshold, each bought once at its own tier, lose against d_i. Each tier is one schedule, the
 * least of them the bound.
 *
 * @source{aws_ri_tiers, volume discounts}
 * @worked tests/data/oracle v01: 143421.2, proven (scripts/validate_portfolio.py).
 *
 * @param[in]  portfolio_case  the case; horizon_rule full, no discount_rate
 * @param[in]  tiers           [count] by rising threshold, all of the same size; NULL when count is 0
 * @param[in]  count           at most 64
 * @param[out] plan            what it costs
 * @param[out] schedule        the plan at list prices, plan->discount above its cost; yours, end it with
 *                             gpucost_schedule_free()
 * @param[out] err             filled on failure; may be NULL
 * @retval GPUCOST_OK         found
 * @retval GPUCOST_E_ARGUMENT the case has fees inside the horizon only, or discounts money; a needed pointer is NULL;
 *                            no size
 * @retval GPUCOST_E_RANGE    a tier is not allowed
 * @retval GPUCOST_E_OVERFLOW a list value exceeds 2^60 nanos, or the bill 64 bits of units
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_savings_tiers(const gpucost_portfolio_case *portfolio_case,
                                                 const gpucost_volume_tier *tiers, uint64_t count,
                                                 gpucost_volume_plan *plan, gpucost_schedule **schedule,
                                                 gpucost_error *err);

/**
 * Units of an instance type: those of nano, 0.25, to xlarge, 8, and 8 for each more xlarge. Where reservations float
 * over the sizes of a family, all sizes in these units are one demand. For most GPU families they do not: each size is
 * a demand of its own.
 *
 * @source{aws_ri_size_flexibility, factors and limits}
 * @worked p4d.24xlarge 192, and floats; g5.xlarge 8, and does not (test_savings_reserved.c).
 *
 * @param[in]  instance_type  such as "m5.large"
 * @param[out] units          its units
 * @param[out] flexible       1: a regional reservation for Linux floats over the sizes of its family
 * @param[out] err            filled on failure; may be NULL
 * @retval GPUCOST_OK             known
 * @retval GPUCOST_E_UNKNOWN_NAME no such size; metal has none
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_savings_units(const char *instance_type, double *units, int32_t *flexible,
                                                 gpucost_error *err);

/**
 * What reserved units serve in an hour: the smallest size first, the last one perhaps in part.
 *
 * @source{aws_ri_size_flexibility, all}
 *
 * @param[in]  sizes_units     [count] units of a machine of each size
 * @param[in]  running         [count] machines
 * @param[in]  count           number of sizes
 * @param[in]  reserved_units  units reserved
 * @param[out] covered         [count] machines that they serve, with fractions
 * @param[out] err             filled on failure; may be NULL
 * @retval GPUCOST_OK      worked out
 * @retval GPUCOST_E_RANGE units or machines are not allowed
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_savings_flexible(const double *sizes_units, const uint64_t *running, uint64_t count,
                                                    double reserved_units, double *covered, gpucost_error *err);

/** A resource that machines are made of, such as vCPUs, memory or GPUs of one kind, and what is committed of it. */
typedef struct gpucost_resource {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    char name[64];             /**< for the reader */
    int64_t on_demand_nanos;   /**< per unit and hour [1e-9 currency] */
    int64_t committed_nanos;   /**< per committed unit in every hour, used or not [1e-9 currency] */
    uint64_t committed_units;  /**< units committed */
} gpucost_resource;

/**
 * The bill of machines whose resources are committed one by one, and the best commitments. Each resource is a problem
 * of its own, linked by what a machine is made of: a unit pays while the hours that need it would cost more on demand.
 *
 * @source{gcp_cud_resources, all}
 *
 * @param[in,out] resources  [count] prices, and commitments in or out; all of the same size
 * @param[in]     count      1..64
 * @param[in]     recipe     [machines][count] whole units of each resource in a machine
 * @param[in]     machines   kinds of machine, 1..4096
 * @param[in]     units      [hours][machines] machines running
 * @param[in]     hours      1..1e6
 * @param[in]     currency   ISO 4217 code
 * @param[in]     choose     1: set committed_units to the best; 0: price those that are there
 * @param[out]    bill       what it costs
 * @param[out]    err        filled on failure; may be NULL
 * @retval GPUCOST_OK         priced
 * @retval GPUCOST_E_RANGE    a price, a number or the currency is not allowed
 * @retval GPUCOST_E_ARGUMENT a struct has no size
 * @retval GPUCOST_E_OVERFLOW a need or the bill exceeds 64 bits
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_savings_resources(gpucost_resource *resources, uint64_t count, const int64_t *recipe,
                                                     uint64_t machines, const int64_t *units, uint64_t hours,
                                                     const char *currency, int32_t choose, gpucost_savings_bill *bill,
                                                     gpucost_error *err);

/** Whose use a reservation may serve. */
enum { GPUCOST_SCOPE_GROUP = 0, GPUCOST_SCOPE_SUBSCRIPTION = 1, GPUCOST_SCOPE_SHARED = 2 };

/** Reserved units of one product that serve one scope. */
typedef struct gpucost_scoped_reservation {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    char name[64];             /**< for the reader */
    int32_t scope;             /**< GPUCOST_SCOPE_* */
    uint32_t reserved;         /**< zero */
    uint64_t place;            /**< number of the resource group, or of the subscription; nothing when shared */
    uint64_t units;            /**< units reserved */
    int64_t hourly_nanos;      /**< per unit in every hour, used or not [1e-9 currency] */
} gpucost_scoped_reservation;

/**
 * The bill of reservations with scopes: in each hour those of a resource group are applied first, then those of a
 * subscription, then shared ones; what is not used in the hour is lost.
 *
 * @source{azure_reservation_scope, order}
 *
 * @param[in]  reservations   [count] what is reserved, all of the same size; NULL when count is 0
 * @param[in]  count          at most 1024
 * @param[in]  subscriptions  [groups] subscription of each resource group
 * @param[in]  groups         resource groups, 1..4096
 * @param[in]  units          [hours][groups] units running
 * @param[in]  hours          1..1e6
 * @param[in]  on_demand_nanos  price of a unit without a reservation, positive [1e-9 currency/h]
 * @param[in]  currency       ISO 4217 code
 * @param[out] bill           what it costs
 * @param[out] err            filled on failure; may be NULL
 * @retval GPUCOST_OK         priced
 * @retval GPUCOST_E_RANGE    a price, a number or the currency is not allowed
 * @retval GPUCOST_E_ARGUMENT a struct has no size
 * @retval GPUCOST_E_OVERFLOW the bill exceeds 64 bits of units
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_savings_scopes(const gpucost_scoped_reservation *reservations, uint64_t count,
                                                  const uint64_t *subscriptions, uint64_t groups, const int64_t *units,
                                                  uint64_t hours, int64_t on_demand_nanos, const char *currency,
                                                  gpucost_savings_bill *bill, gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
