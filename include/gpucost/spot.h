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

GPUCOST_END_DECLS
/** @} */
#endif
