#ifndef GPUCOST_SPOT_H
#define GPUCOST_SPOT_H
/**
 * @file
 * @defgroup spot Spot
 * What an hour of useful work costs on capacity that may be taken away.
 * @{
 */
#include "gpucost/checkpoint.h"
#include "gpucost/units.h"

GPUCOST_BEGIN_DECLS

/** Work on spot instances. Zero takes the default. */
typedef struct gpucost_spot_case {
    uint64_t size;                /**< sizeof this struct; GPUCOST_INIT sets it */
    double work_h;                /**< useful hours to be done, 1e-6..1e9 [h] */
    uint64_t instances;           /**< instances that must all run; any interruption stops the work; 0 means 1 */
    double monthly_interruption;  /**< share of instances interrupted in 720 h, 0..1; 0 means 0.10 (docs/spot.md) */
    double checkpoint_s;          /**< time to write a checkpoint [s]; 0 means 60 */
    double restart_s;             /**< time to be back at work [s]; 0 means 600 */
} gpucost_spot_case;

/** How to choose between waiting, spot and on demand. */
enum {
    GPUCOST_SPOT_OPTIMUM = 0,  /**< the least cost had availability been known: the yardstick */
    GPUCOST_SPOT_UNIFORM = 1,  /**< Uniform Progress: spot while it keeps up with an even pace */
    GPUCOST_SPOT_GREEDY = 2,   /**< spot whenever there is any, on demand at the last moment */
    GPUCOST_SPOT_ON_DEMAND = 3, /**< on demand at once */
    GPUCOST_SPOT_CHAIN = 4     /**< the least expected cost when spot comes and goes as a two-state chain */
};

/** A job with a deadline, which is the end of the trace. */
typedef struct gpucost_spot_deadline_case {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t work_ticks;       /**< ticks of work, 1..1e6 */
    uint64_t restart_ticks;    /**< ticks paid without progress whenever a machine starts */
    int64_t spot_nanos;        /**< price of a tick on spot [1e-9 currency] */
    int64_t on_demand_nanos;   /**< price of a tick on demand [1e-9 currency] */
    double appear;             /**< chance a tick that spot comes back, for the chain; 0: counted from the trace */
    double vanish;             /**< chance a tick that it is taken away, for the chain; 0: counted from the trace */
    int32_t policy;            /**< GPUCOST_SPOT_* */
    uint32_t reserved;         /**< zero */
} gpucost_spot_deadline_case;

/** What a way of choosing comes to on a trace. */
typedef struct gpucost_spot_deadline_result {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    int64_t cost_nanos;        /**< of all ticks paid [1e-9 currency] */
    uint64_t spot_ticks;       /**< paid on spot */
    uint64_t on_demand_ticks;  /**< paid on demand */
    uint64_t idle_ticks;       /**< waited before the end */
    uint64_t starts;           /**< machines started */
    uint64_t end_tick;         /**< ticks after which the work was done; 0 if it was not */
    int32_t finished;          /**< 1: done by the deadline */
    int32_t policy;            /**< GPUCOST_SPOT_* that chose */
} gpucost_spot_deadline_result;

/** What it comes to. */
typedef struct gpucost_spot_result {
    uint64_t size;              /**< sizeof this struct; GPUCOST_INIT sets it */
    double wall_h;              /**< expected hours paid [h] */
    double overhead;            /**< hours paid per useful hour, at least 1 */
    double interruptions;       /**< expected interruptions of the whole set */
    double mean_h;              /**< mean time between interruptions of the whole set [h] */
    double checkpoint_every_h;  /**< useful hours between checkpoints [h] */
} gpucost_spot_result;

/**
 * Hours paid per hour of useful work on spot.
 *
 * \f[ \lambda = -\frac{\ln(1 - f)}{720\,\mathrm{h}}, \qquad M = \frac{1}{n\,\lambda}, \qquad
 *     \mathrm{overhead} = \frac{E[T]}{W} \f]
 * f monthly share, taken as a constant rate lambda of one instance (an assumption); n instances are interrupted n times
 * as often, every M hours; E[T] for the work W is that of gpucost_checkpoint_best(). The price of a useful hour is the
 * spot price times the overhead. Waiting for capacity beyond restart_s is not counted.
 *
 * @source{aws_spot_advisor, buckets by region and type}
 * @source{daly2006, captions of figures 3 to 5}
 * @worked 100 h on one instance with the defaults: 100.224 h paid, a checkpoint every 14.29 h
 *         (useful_hours.csv, defaults).
 *
 * @param[in]  work    the work
 * @param[out] result  hours and interruptions
 * @param[out] err     filled on failure; may be NULL
 * @retval GPUCOST_OK        projected
 * @retval GPUCOST_E_RANGE   a field is outside its limits, or no work is given
 * @retval GPUCOST_E_NUMERIC interruptions come so often that the work never ends; so does a share of 1
 * @retval GPUCOST_E_ARGUMENT a struct has no size
 * @retval GPUCOST_E_STRUCT_NEWER the case sets a field that this version does not know
 * @threads any thread; turns off GSL's abort handler once per process
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_spot_useful_hours(const gpucost_spot_case *work, gpucost_spot_result *result,
                                                     gpucost_error *err);

/**
 * A job with a deadline on a trace of spot availability: what each way of choosing costs.
 *
 * In each tick nothing runs, or spot where available, or on demand; a machine that starts is paid for restart_ticks
 * without progress; spot is lost in the first tick that has none. The optimum is a dynamic programme over tick, work
 * left, machine and start with the whole trace known; the chain's policy is the same programme in expectation, and
 * never risks the deadline; Uniform Progress and the greedy rule turn to on demand at the last moment.
 *
 * @source{wu2024, section 4}
 * @worked tests/data/oracle d01 to d03, choice by choice (test_spot_deadline.c).
 *
 * @param[in]  available    [ticks] 1 where spot can be had
 * @param[in]  spot_prices  [ticks] price of a tick on spot [1e-9 currency]; NULL for that of the case
 * @param[in]  ticks        to the deadline, 1..1e6
 * @param[in]  asked        the job
 * @param[out] choices      [ticks] 0 nothing, 1 spot, 2 on demand; or NULL
 * @param[out] result       what it comes to
 * @param[out] err          filled on failure; may be NULL
 * @retval GPUCOST_OK         replayed; it may still not be finished
 * @retval GPUCOST_E_ARGUMENT no ticks or too many, or a struct has no size
 * @retval GPUCOST_E_RANGE    a field or a price is outside its limits, or the programme is too large
 * @retval GPUCOST_E_OVERFLOW the cost exceeds 64 bits
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_spot_deadline(const int32_t *available, const int64_t *spot_prices, uint64_t ticks,
                                                 const gpucost_spot_deadline_case *asked, int32_t *choices,
                                                 gpucost_spot_deadline_result *result, gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
