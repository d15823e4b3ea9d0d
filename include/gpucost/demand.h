#ifndef GPUCOST_DEMAND_H
#define GPUCOST_DEMAND_H
/**
 * @file
 * @defgroup demand Demand
 * Devices needed in each hour, as whole numbers on a UTC grid without gaps.
 * @{
 */
#include "gpucost/units.h"

GPUCOST_BEGIN_DECLS

/** An immutable hourly series. */
typedef struct gpucost_demand gpucost_demand;

/**
 * Read a `time,gpus` CSV: one row an hour, in order; a column `interruptible` says how many of them may be interrupted.
 *
 * Times are ISO 8601 or Unix seconds, on full UTC hours. `timestamp` and `hour` may stand for `time`, `devices` for
 * `gpus`; other columns are not read. A gap, a repeated hour, a fraction of a device or a negative number is an error
 * that names the line.
 *
 * @param[in]  path    file, plain or gzip; "-" is standard input
 * @param[out] demand  yours; end it with gpucost_demand_free()
 * @param[out] err     file, line, field and value; may be NULL
 * @retval GPUCOST_OK        read
 * @retval GPUCOST_E_IO      the file cannot be read
 * @retval GPUCOST_E_SYNTAX  not CSV, or a date cannot be read
 * @retval GPUCOST_E_MISSING a column is missing, or hours are missing between two rows
 * @retval GPUCOST_E_RANGE   an hour repeats, goes back or is not a full hour, or a count is not a whole number from 0
 * @retval GPUCOST_E_EMPTY   no rows
 * @retval GPUCOST_E_MEMORY  out of memory
 * @threads any thread; a series may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_demand_from_csv(const char *path, gpucost_demand **demand, gpucost_error *err);

/**
 * End a series.
 *
 * @param[in] demand  may be NULL
 * @threads the last user of the series
 * @since 0.1
 */
GPUCOST_API void gpucost_demand_free(gpucost_demand *demand);

/**
 * Number of hours.
 *
 * @param[in] demand  a series
 * @return T [h]
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_demand_hours(const gpucost_demand *demand);

/**
 * First hour.
 *
 * @param[in] demand  a series
 * @return UTC [s]
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API int64_t gpucost_demand_start(const gpucost_demand *demand);

/**
 * Devices in each hour.
 *
 * @param[in] demand  a series
 * @return [T] devices, borrowed from the series
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API const int32_t *gpucost_demand_devices(const gpucost_demand *demand);

/**
 * Devices in each hour that may be interrupted; never more than gpucost_demand_devices().
 *
 * @param[in] demand  a series
 * @return [T] devices, borrowed from the series
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API const int32_t *gpucost_demand_interruptible(const gpucost_demand *demand);

GPUCOST_END_DECLS
/** @} */
#endif
