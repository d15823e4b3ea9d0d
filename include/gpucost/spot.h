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
    double work_h;                /**< useful hours to be done [h] */
    uint64_t instances;           /**< instances that must all run; any interruption stops the work; 0 means 1 */
    double monthly_interruption;  /**< share of instances interrupted in 720 h, 0..1; 0 means 0.10 */
    double checkpoint_s;          /**< time to write a checkpoint [s]; 0 means 60 */
    double restart_s;             /**< time to be back at work [s]; 0 means 600 */
} gpucost_spot_case;

/** What it comes to. */
typedef struct gpucost_spot_result {
    uint64_t size;              /**< sizeof this struct; GPUCOST_INIT sets it */
    double wall_h;              /**< expected hours paid [h] */
    double overhead;            /**< hours paid per useful hour, at least 1 */
    double interruptions;       /**< expected interruptions */
    double mean_h;              /**< mean time between interruptions of the whole set [h] */
    double checkpoint_every_h;  /**< useful hours between checkpoints [h] */
} gpucost_spot_result;

/**
 * Hours paid per hour of useful work on spot.
 *
 * An instance is interrupted at the rate -ln(1 - f) / 720 h, f the monthly share, taken as constant (an assumption);
 * n instances together n times as often; checkpoints are placed by gpucost_checkpoint_best().
 *
 * @source{daly2006, section 3}
 *
 * @param[in]  work    the work
 * @param[out] result  hours and interruptions
 * @param[out] err     filled on failure; may be NULL
 * @retval GPUCOST_OK        projected
 * @retval GPUCOST_E_RANGE   a field is outside its limits
 * @retval GPUCOST_E_NUMERIC interruptions come so often that the work never ends
 * @threads any thread; turns off GSL's abort handler once per process
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_spot_useful_hours(const gpucost_spot_case *work, gpucost_spot_result *result,
                                                     gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
