#ifndef GPUCOST_HISTORY_H
#define GPUCOST_HISTORY_H
/**
 * @file
 * @defgroup history History
 * The price of one offer over time: as of an instant, step by step, in equal spans, and in figures.
 * @{
 */
#include "gpucost/price.h"

GPUCOST_BEGIN_DECLS

/** Time-weighted figures of one offer's effective price over a window; time without a price does not count. */
typedef struct gpucost_price_statistics {
    uint64_t size;          /**< sizeof this struct; GPUCOST_INIT sets it */
    int64_t from_utc_s;     /**< start of the window that has a price, UTC [s] */
    int64_t to_utc_s;       /**< end of the window, UTC [s] */
    uint64_t observations;  /**< prices recorded in the window */
    uint64_t changes;       /**< of these, prices that differ from the one before */
    int64_t least_nanos;    /**< lowest price [1e-9 currency/h] */
    int64_t mean_nanos;     /**< time-weighted mean [1e-9 currency/h] */
    int64_t p10_nanos;      /**< price not exceeded 10 % of the time [1e-9 currency/h] */
    int64_t p50_nanos;      /**< price not exceeded half of the time [1e-9 currency/h] */
    int64_t p90_nanos;      /**< price not exceeded 90 % of the time [1e-9 currency/h] */
    int64_t most_nanos;     /**< highest price [1e-9 currency/h] */
    int64_t last_nanos;     /**< price at the end [1e-9 currency/h] */
    double volatility;      /**< time-weighted standard deviation over mean */
    char currency[8];       /**< ISO 4217 code */
} gpucost_price_statistics;

/** A time during which an offer had one price. */
typedef struct gpucost_history_step {
    uint64_t size;           /**< sizeof this struct; GPUCOST_INIT sets it */
    int64_t from_utc_s;      /**< start, UTC [s] */
    int64_t to_utc_s;        /**< end, UTC [s]: the next change, a withdrawal or the end of the window */
    int64_t hourly_nanos;    /**< paid per instance and hour [1e-9 currency/h] */
    int64_t upfront_nanos;   /**< paid once per instance [1e-9 currency] */
    int64_t effective_nanos; /**< hourly plus upfront spread over the term, rounded up [1e-9 currency/h] */
    uint64_t observations;   /**< records that say this price, those of the window */
} gpucost_history_step;

/** The price of an offer over a window, step by step. */
typedef struct gpucost_history gpucost_history;

/**
 * The price of one offer as of an instant.
 *
 * @param[in]  store     open store
 * @param[in]  offer_id  from a quote
 * @param[in]  at_utc_s  instant, UTC [s]
 * @param[out] quote     the price
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK             answered
 * @retval GPUCOST_E_UNKNOWN_NAME no such offer
 * @retval GPUCOST_E_UNKNOWN_FACT the offer has no price at that instant
 * @retval GPUCOST_E_STORE        SQLite failed
 * @threads the store's thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_price_as_of(gpucost_store *store, int64_t offer_id, int64_t at_utc_s,
                                               gpucost_quote *quote, gpucost_error *err);

/**
 * Steps of one offer's price over [from, to). Records that repeat a price are one step; time without a price is none.
 *
 * @param[in]  store       open store
 * @param[in]  offer_id    from a quote
 * @param[in]  from_utc_s  start, UTC [s]
 * @param[in]  to_utc_s    end, UTC [s]; after the start
 * @param[out] steps       yours; end it with gpucost_history_free()
 * @param[out] err         filled on failure; may be NULL
 * @retval GPUCOST_OK             answered
 * @retval GPUCOST_E_RANGE        the window is empty
 * @retval GPUCOST_E_UNKNOWN_NAME no such offer
 * @retval GPUCOST_E_STORE        SQLite failed
 * @retval GPUCOST_E_MEMORY       out of memory
 * @threads the store's thread; the steps may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_history_new(gpucost_store *store, int64_t offer_id, int64_t from_utc_s,
                                                  int64_t to_utc_s, gpucost_history **steps, gpucost_error *err);

/**
 * Number of steps.
 *
 * @param[in] steps  the steps
 * @return number of steps
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_history_count(const gpucost_history *steps);

/**
 * The i-th step, in order of time.
 *
 * @param[in]  steps  the steps
 * @param[in]  index  from 0
 * @param[out] step   the step
 * @param[out] err    filled on failure; may be NULL
 * @retval GPUCOST_OK         the step is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_history_at(const gpucost_history *steps, uint64_t index,
                                                  gpucost_history_step *step, gpucost_error *err);

/**
 * The effective price in equal spans: in each the mean over the time that has a price, half to even.
 *
 * @param[in]  steps       the steps
 * @param[in]  from_utc_s  start of the first span, UTC [s]
 * @param[in]  span_s      length of a span [s]
 * @param[in]  count       number of spans
 * @param[out] nanos       [count] price [1e-9 currency/h]; 0 where there is none
 * @param[out] err         filled on failure; may be NULL
 * @retval GPUCOST_OK      answered
 * @retval GPUCOST_E_RANGE a span has no length, or the last one ends past what 64 bits hold
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_history_resample(const gpucost_history *steps, int64_t from_utc_s,
                                                        int64_t span_s, uint64_t count, int64_t *nanos,
                                                        gpucost_error *err);

/**
 * Time-weighted statistics over [from, to), as gpucost_price_statistics_of(), without reading the store again.
 *
 * @param[in]  steps       the steps
 * @param[in]  from_utc_s  start, UTC [s]; not before that of the steps
 * @param[in]  to_utc_s    end, UTC [s]; after the start, and not after that of the steps
 * @param[out] statistics  the figures
 * @param[out] err         filled on failure; may be NULL
 * @retval GPUCOST_OK       answered
 * @retval GPUCOST_E_RANGE  the window is empty, or not inside that of the steps
 * @retval GPUCOST_E_MEMORY out of memory
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_history_statistics(const gpucost_history *steps, int64_t from_utc_s,
                                                      int64_t to_utc_s, gpucost_price_statistics *statistics,
                                                      gpucost_error *err);

/**
 * End steps.
 *
 * @param[in] steps  may be NULL
 * @threads the steps' last user
 * @since 0.1
 */
GPUCOST_API void gpucost_history_free(gpucost_history *steps);

/**
 * Time-weighted statistics of one offer's effective price over [from, to). The price in force at the start counts from
 * there. A window without a price is an answer: zero observations and zero times.
 *
 * @param[in]  store       open store
 * @param[in]  offer_id    from a quote
 * @param[in]  from_utc_s  start, UTC [s]
 * @param[in]  to_utc_s    end, UTC [s]; after the start
 * @param[out] statistics  the figures
 * @param[out] err         filled on failure; may be NULL
 * @retval GPUCOST_OK             answered
 * @retval GPUCOST_E_RANGE        the window is empty
 * @retval GPUCOST_E_UNKNOWN_NAME no such offer
 * @retval GPUCOST_E_STORE        SQLite failed
 * @retval GPUCOST_E_MEMORY       out of memory
 * @threads the store's thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_price_statistics_of(gpucost_store *store, int64_t offer_id, int64_t from_utc_s,
                                                       int64_t to_utc_s, gpucost_price_statistics *statistics,
                                                       gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
