#ifndef GPUCOST_CHECKPOINT_H
#define GPUCOST_CHECKPOINT_H
/**
 * @file
 * @defgroup checkpoint Checkpoints
 * How often to save, and how long work takes when it is interrupted.
 * @{
 */
#include "gpucost/status.h"

GPUCOST_BEGIN_DECLS

/** Work under exponential interruptions. */
typedef struct gpucost_checkpoint_case {
    uint64_t size;           /**< sizeof this struct; GPUCOST_INIT sets it */
    double work_s;           /**< W, work without interruptions, 1e-9..1e15 [s] */
    double mean_s;           /**< M, mean time between interruptions, 1e-9..1e30 [s] */
    double checkpoint_s;     /**< delta, time to write a checkpoint [s]; 0: nothing is lost but the restart */
    double restart_s;        /**< R, time to be back at work [s] */
} gpucost_checkpoint_case;

/** How to save, and what it comes to. */
typedef struct gpucost_checkpoint_plan {
    uint64_t size;           /**< sizeof this struct; GPUCOST_INIT sets it */
    double interval_s;       /**< tau, work between checkpoints [s]; 0: save all the time, because it takes none */
    double expected_s;       /**< E[T], expected wall time [s] */
    double overhead;         /**< E[T] / W, at least 1 */
    double interruptions;    /**< expected interruptions, also while saving and restarting: E[T] / M */
} gpucost_checkpoint_plan;

/**
 * The interval between checkpoints that minimises the expected wall time, and that time.
 *
 * \f[ \tau^* = M\left[1 + W_0\left(-e^{-1-\delta/M}\right)\right], \qquad
 *     E[T] = \frac{W}{\tau}\,M\,e^{R/M}\left(e^{(\tau+\delta)/M} - 1\right) \f]
 * M mean time between interruptions, delta checkpoint, R restart, W work, tau work between checkpoints; a whole number
 * of segments is taken, the better of the two neighbours of W / tau*. Each segment ends with a checkpoint, the last one
 * too; interruptions may strike while saving and restarting. When a checkpoint takes no time, E[T] is the limit
 * W exp(R/M).
 *
 * @source{daly2006, captions of figures 3 to 5}
 * @valid  interruptions at a constant rate, whatever has happened before.
 * @worked M = 24 h, delta = 5 min, R = 10 min, W = 500 h: tau* = 116.690 min; 257 segments of 116.732 min,
 *         E[T] = 547.88179 h (plans.csv, daly_24h).
 *
 * @param[in]  work  the work and its interruptions
 * @param[out] plan  interval and expected time
 * @param[out] err   filled on failure; may be NULL
 * @retval GPUCOST_OK        planned
 * @retval GPUCOST_E_RANGE   a time is outside its limits
 * @retval GPUCOST_E_NUMERIC interruptions come so often that the expected time exceeds any double
 * @retval GPUCOST_E_ARGUMENT a struct has no size
 * @retval GPUCOST_E_STRUCT_NEWER the case sets a field that this version does not know
 * @threads any thread; turns off GSL's abort handler once per process
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_checkpoint_best(const gpucost_checkpoint_case *work, gpucost_checkpoint_plan *plan,
                                                   gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
