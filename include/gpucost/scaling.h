#ifndef GPUCOST_SCALING_H
#define GPUCOST_SCALING_H
/**
 * @file
 * @defgroup scaling Scaling
 * Laws of scaling fitted to measured throughputs, and what they say of other numbers of devices.
 * @{
 */
#include "gpucost/status.h"

GPUCOST_BEGIN_DECLS

/** Laws of scaling. */
enum {
    GPUCOST_SCALING_AUTO = 0,   /**< USL when its crosstalk is told from zero, else Amdahl */
    GPUCOST_SCALING_AMDAHL = 1, /**< a share of the work does not scale */
    GPUCOST_SCALING_USL = 2     /**< and devices wait for each other, pair by pair */
};

/** A law fitted to measured throughputs; immutable. */
typedef struct gpucost_scaling gpucost_scaling;

/** What was fitted. Intervals are two-sided at the asked confidence and cut at zero. */
typedef struct gpucost_scaling_summary {
    uint64_t size;       /**< sizeof this struct; GPUCOST_INIT sets it */
    int32_t law;         /**< GPUCOST_SCALING_AMDAHL or GPUCOST_SCALING_USL */
    uint32_t reserved;   /**< zero */
    uint64_t points;     /**< measurements */
    double confidence;   /**< of the intervals, 0..1 */
    double rate;         /**< lambda, throughput of one device */
    double rate_low;     /**< lower end */
    double rate_high;    /**< upper end */
    double serial;       /**< sigma, share of the work that does not scale */
    double serial_low;   /**< lower end */
    double serial_high;  /**< upper end */
    double crosstalk;    /**< kappa, cost of each pair of devices; 0 under Amdahl */
    double crosstalk_low;  /**< lower end */
    double crosstalk_high; /**< upper end; 0 under Amdahl when it was not tried */
    double residual;     /**< root mean square of measured over fitted - 1 */
    double devices_least; /**< fewest devices measured */
    double devices_most; /**< most devices measured */
    double peak_devices; /**< where throughput is highest; 0: it grows without end */
} gpucost_scaling_summary;

/** What a law says of a number of devices. */
typedef struct gpucost_scaling_prediction {
    uint64_t size;       /**< sizeof this struct; GPUCOST_INIT sets it */
    double devices;      /**< N */
    double throughput;   /**< of all devices */
    double low;          /**< lower end of the fitted curve's interval */
    double high;         /**< upper end */
    double speedup;      /**< over one device */
    double efficiency;   /**< speedup over devices */
    int32_t beyond;      /**< 1: outside the measured devices; the law itself is not known to hold there */
    uint32_t reserved;   /**< zero */
} gpucost_scaling_prediction;

/**
 * Fit Amdahl's law or the Universal Scalability Law to measured throughputs, by least squares on their logarithms.
 *
 * \f[ X(N) = \frac{\lambda N}{1 + \sigma (N - 1) + \kappa N (N - 1)} \f]
 * with sigma and kappa at least 0; kappa is 0 under Amdahl. Without measurements, throughputs of
 * gpucost_training_estimate() at several N may stand for them.
 *
 * @source{gunther2008, equation 5} @source{amdahl1967, page 483}
 * @worked 1, 2, 4 and 8 devices at 100, 190.476, 347.826 and 592.593 give rate 100, serial share 0.05, 20 at most of
 *         speedup.
 *
 * @param[in]  devices     [count] numbers of devices, at least 1; different in three points, in four for the USL
 * @param[in]  throughput  [count] measured; any unit
 * @param[in]  count       points, at most 10000
 * @param[in]  law         GPUCOST_SCALING_*
 * @param[in]  confidence  of the intervals, 0.5 to 0.9999; 0 means 0.95
 * @param[out] scaling     yours; end it with gpucost_scaling_free()
 * @param[out] err         filled on failure; may be NULL
 * @retval GPUCOST_OK         fitted
 * @retval GPUCOST_E_ARGUMENT too few points for the law
 * @retval GPUCOST_E_RANGE    a number is outside its limits
 * @retval GPUCOST_E_NUMERIC  the points follow no such law: throughput falls too fast
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread; turns off GSL's abort handler once per process
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_scaling_fit(const double *devices, const double *throughput,
                                                        uint64_t count, int32_t law, double confidence,
                                                        gpucost_scaling **scaling, gpucost_error *err);

/**
 * End a fit.
 *
 * @param[in] scaling  may be NULL
 * @threads the last user of the fit
 * @since 0.1
 */
GPUCOST_API void gpucost_scaling_free(gpucost_scaling *scaling);

/**
 * What was fitted.
 *
 * @param[in]  scaling  a fit
 * @param[out] summary  parameters and their intervals
 * @param[out] err      filled on failure; may be NULL
 * @retval GPUCOST_OK         filled
 * @retval GPUCOST_E_ARGUMENT a struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_scaling_summarise(const gpucost_scaling *scaling,
                                                              gpucost_scaling_summary *summary,
                                                              gpucost_error *err);

/**
 * Throughput and efficiency at a number of devices, with a mark when no measurement supports it.
 *
 * @param[in]  scaling     a fit
 * @param[in]  devices     N, 1 to 1e9
 * @param[out] prediction  throughput, interval, efficiency
 * @param[out] err         filled on failure; may be NULL
 * @retval GPUCOST_OK         predicted
 * @retval GPUCOST_E_RANGE    devices is outside its limits
 * @retval GPUCOST_E_ARGUMENT a struct has no size
 * @threads any thread; turns off GSL's abort handler once per process
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_scaling_predict(const gpucost_scaling *scaling, double devices,
                                                            gpucost_scaling_prediction *prediction,
                                                            gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
