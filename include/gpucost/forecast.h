#ifndef GPUCOST_FORECAST_H
#define GPUCOST_FORECAST_H
/**
 * @file
 * @defgroup forecast Forecast
 * Hourly demand continued: expected values, bands whose coverage was measured on the series itself, and paths to plan
 * for.
 * @{
 */
#include "gpucost/units.h"

GPUCOST_BEGIN_DECLS

/** Where the random numbers of paths come from. */
enum {
    GPUCOST_DRAWS_QUASI = 0, /**< Halton points with a random shift for the first factors, Mersenne Twister for the
                                  rest */
    GPUCOST_DRAWS_RANDOM = 1 /**< Mersenne Twister */
};

/** How to forecast. Zero is the default of every field. */
typedef struct gpucost_forecast_options {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t horizon_hours;    /**< hours to forecast [h]; 0 means 720 */
    uint64_t origins;          /**< most points in the past from which it is tried; 0 means 8 */
    uint64_t paths;            /**< demands to draw; 0 means 200 */
    uint64_t block_hours;      /**< hours of residuals that stay together in a path [h]; 0 means 168 */
    uint64_t seed;             /**< of the paths */
    double confidence;         /**< share of hours that the band should hold; 0 means 0.8 */
    int32_t draws;             /**< GPUCOST_DRAWS_* */
    uint32_t reserved;         /**< zero */
} gpucost_forecast_options;

/** What was found, and how good it was when tried on the past. Errors are in devices. */
typedef struct gpucost_forecast_summary {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t hours;            /**< of history [h] */
    uint64_t missing_hours;    /**< of these, without a value [h] */
    uint64_t horizon_hours;    /**< forecast [h] */
    uint64_t season_hours;     /**< longest season that history shows three times: 168 or 24 [h] */
    uint64_t origins;          /**< points in the past from which it was tried */
    uint64_t tested_hours;     /**< hours that they forecast and that have a value [h] */
    double regression_weight;  /**< share of the robust regression in the forecast */
    double smoothing_weight;   /**< share of damped Holt-Winters */
    double seasonal_weight;    /**< share of the last season repeated */
    double mase;               /**< mean absolute error over that of the last season repeated, in the history, one
                                    season ahead */
    double pinball;            /**< mean pinball loss over the quantiles 0.1 to 0.9 */
    double pinball_seasonal;   /**< the same of the last season repeated */
    double pinball_last;       /**< the same of the last value repeated */
    double coverage;           /**< share of tested hours inside the band made from the other origins */
} gpucost_forecast_summary;

/** One hour of the forecast. */
typedef struct gpucost_forecast_hour {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t hour;             /**< from 0, the hour after the history */
    double expected;           /**< devices */
    double low;                /**< lower end of the band [devices] */
    double high;               /**< upper end of the band [devices] */
} gpucost_forecast_hour;

/** A series in a few numbers. Hours without a value are left out. */
typedef struct gpucost_forecast_profile {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t hours;            /**< of the series [h] */
    uint64_t missing_hours;    /**< without a value [h] */
    uint64_t gaps;             /**< runs of hours without a value */
    double peak;               /**< largest value [devices] */
    double mean;               /**< [devices] */
    double median;             /**< [devices] */
    double base;               /**< reached in 95 % of the hours [devices] */
    double load_factor;        /**< mean over peak; 0 without demand */
    double day_share;          /**< share of the variance that the hour of the day explains */
    double week_share;         /**< share that the hour of the week explains; 0 below two weeks */
    double trend_share;        /**< share that a straight line explains */
} gpucost_forecast_profile;

/** A forecast; immutable. */
typedef struct gpucost_forecast gpucost_forecast;

/**
 * Continue an hourly series.
 *
 * Three forecasts of log(1 + demand) are mixed: a robust regression on a bent trend and Fourier terms of day, week and,
 * with two years of history, year; damped Holt-Winters smoothing; and the last season repeated. The weights are the
 * inverse squares of their errors from several origins in the past, where each saw only what came before. The band is
 * that of the errors of the mix at these origins by distance. A path adds to the forecast a random level that drifts,
 * and blocks of the regression's residuals scaled to the spread of these errors.
 *
 * @source{hyndman2021, chapters 5, 7, 8 and 13}
 * @source{gardner1985, section 3}
 * @worked tests/forecast/test_forecast.c: known seasons and trends are recovered.
 *
 * @param[in]  demand    [hours] devices in each hour; NaN marks an hour that is not known
 * @param[in]  hours     of history [h], at least three days
 * @param[in]  options   NULL for the defaults
 * @param[out] forecast  yours; end it with gpucost_forecast_free()
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK         forecast
 * @retval GPUCOST_E_RANGE    a value is negative or infinite, the history is too short or mostly missing, or an option
 *                            is outside
 *                            its limits
 * @retval GPUCOST_E_ARGUMENT no series, or the options have no size
 * @retval GPUCOST_E_NUMERIC  a fit failed
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread; a forecast may be shared; turns off GSL's abort handler once per process
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_forecast_new(const double *demand, uint64_t hours,
                                                const gpucost_forecast_options *options, gpucost_forecast **forecast,
                                                gpucost_error *err);

/**
 * End a forecast.
 *
 * @param[in] forecast  may be NULL
 * @threads the last user of the forecast
 * @since 0.1
 */
GPUCOST_API void gpucost_forecast_free(gpucost_forecast *forecast);

/**
 * Totals of a forecast.
 *
 * @param[in]  forecast  a forecast
 * @param[out] summary   the totals
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK         filled
 * @retval GPUCOST_E_ARGUMENT the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_forecast_summarise(const gpucost_forecast *forecast,
                                                      gpucost_forecast_summary *summary, gpucost_error *err);

/**
 * One hour of a forecast.
 *
 * @param[in]  forecast  a forecast
 * @param[in]  index     from 0; the summary has their number
 * @param[out] hour      the hour
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK         the hour is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_forecast_hour_at(const gpucost_forecast *forecast, uint64_t index,
                                                    gpucost_forecast_hour *hour, gpucost_error *err);

/**
 * Number of paths.
 *
 * @param[in] forecast  a forecast
 * @return number of paths
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_forecast_path_count(const gpucost_forecast *forecast);

/**
 * A way in which the demand may go, in whole devices: a scenario for gpucost_portfolio_case_add_scenario().
 *
 * @param[in] forecast  a forecast
 * @param[in] index     from 0
 * @return [horizon_hours] devices, borrowed from the forecast; NULL past the last
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API const int32_t *gpucost_forecast_path(const gpucost_forecast *forecast, uint64_t index);

/**
 * Points in the unit cube for Monte Carlo: the same on every platform for the same seed.
 *
 * Quasi-random points are Halton's (GSL, whose Sobol stops at 40 dimensions and gives zeros beyond without a word),
 * shifted modulo 1 by one random vector, so that averages over several seeds have no bias and their spread is an error
 * bar. Dimensions from the 13th on are Mersenne Twister numbers: Halton's are correlated there.
 *
 * @source{owen1998, section 3}
 * @worked mean of a normal newsvendor's cost from 16 shifts (test_forecast_draws.c).
 *
 * @param[in]  kind        GPUCOST_DRAWS_*
 * @param[in]  seed        of the shift and of the twister
 * @param[in]  count       number of points
 * @param[in]  dimensions  of a point, 1..1e6
 * @param[out] points      [count][dimensions] in [0, 1)
 * @param[out] err         filled on failure; may be NULL
 * @retval GPUCOST_OK         drawn
 * @retval GPUCOST_E_ARGUMENT no such kind, or no room
 * @retval GPUCOST_E_RANGE    no dimensions or too many
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread; turns off GSL's abort handler once per process
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_forecast_draws(int32_t kind, uint64_t seed, uint64_t count, uint64_t dimensions,
                                                  double *points, gpucost_error *err);

/**
 * A series in a few numbers, and its duration curve.
 *
 * @param[in]  demand    [hours] devices in each hour; NaN marks an hour that is not known
 * @param[in]  hours     of the series [h]
 * @param[out] profile   the numbers
 * @param[out] duration  [hours] values from the largest down, NaN at the end for those not known; or NULL
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK         done
 * @retval GPUCOST_E_ARGUMENT no series, or the struct has no size
 * @retval GPUCOST_E_RANGE    a value is negative or infinite, or none is known
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread; turns off GSL's abort handler once per process
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_forecast_profile_of(const double *demand, uint64_t hours,
                                                       gpucost_forecast_profile *profile, double *duration,
                                                       gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
