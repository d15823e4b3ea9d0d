#ifndef GPUCOST_TARIFF_H
#define GPUCOST_TARIFF_H
/**
 * @file
 * @defgroup tariff Tariffs
 * What a store knows beside prices of instances: tariffs of traffic, storage and parts of machines, exchange rates, and
 * how often spot instances were interrupted, each by date.
 * @{
 */
#include "gpucost/price.h"

GPUCOST_BEGIN_DECLS

/** A price of network traffic, storage or a part of machines, from some volume on. */
typedef struct gpucost_tariff {
    uint64_t size;          /**< sizeof this struct; GPUCOST_INIT sets it */
    char provider[16];      /**< such as "aws" */
    char region[48];        /**< the provider's region */
    int32_t kind;           /**< GPUCOST_TARIFF_* */
    int32_t term;           /**< GPUCOST_TERM_* */
    char item[128];         /**< storage class or part */
    char target[48];        /**< of egress: a region or "internet" */
    uint64_t term_hours;    /**< length of a commitment [h] */
    char unit[16];          /**< such as "GB" or "GB-month" */
    char currency[8];       /**< ISO 4217 code */
    double from_quantity;   /**< the price is of units beyond this, a month */
    int64_t unit_nanos;     /**< of one unit [1e-9 currency]; 0 for an allowance */
    int64_t observed_utc_s; /**< since when, UTC [s] */
} gpucost_tariff;

/** Kinds of tariffs. */
enum {
    GPUCOST_TARIFF_ANY = 0,     /**< all, in a filter */
    GPUCOST_TARIFF_EGRESS = 1,  /**< network traffic out of a region */
    GPUCOST_TARIFF_STORAGE = 2, /**< storage */
    GPUCOST_TARIFF_PART = 3     /**< cores, memory or accelerators of machines that are priced by their parts */
};

/** Which tariffs. Empty and zero match everything. */
typedef struct gpucost_tariff_filter {
    uint64_t size;      /**< sizeof this struct; GPUCOST_INIT sets it */
    int64_t at_utc_s;   /**< as of this instant, UTC [s]; 0: the last ones */
    char provider[16];  /**< provider */
    char region[48];    /**< region */
    int32_t kind;       /**< GPUCOST_TARIFF_* */
    uint32_t reserved;  /**< zero */
    char item[128];     /**< storage class or part; a trailing '*' matches the rest */
    char target[48];    /**< where traffic goes */
    char currency[8];   /**< ISO 4217 code */
} gpucost_tariff_filter;

/** Tariffs, those of one item together, in order of their volumes. */
typedef struct gpucost_tariffs gpucost_tariffs;

/**
 * Tariffs as of an instant. None is an answer: an empty list.
 *
 * @param[in]  store    open store
 * @param[in]  filter   NULL for everything
 * @param[out] tariffs  yours; end it with gpucost_tariffs_free()
 * @param[out] err      filled on failure; may be NULL
 * @retval GPUCOST_OK       answered
 * @retval GPUCOST_E_RANGE  a field is outside its limits
 * @retval GPUCOST_E_STORE  SQLite failed
 * @retval GPUCOST_E_MEMORY out of memory
 * @threads the store's thread; the list may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_tariffs_new(gpucost_store *store, const gpucost_tariff_filter *filter,
                                                 gpucost_tariffs **tariffs, gpucost_error *err);

/**
 * Number of tariffs.
 *
 * @param[in] tariffs  a list
 * @return number of tariffs
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_tariffs_count(const gpucost_tariffs *tariffs);

/**
 * The i-th tariff.
 *
 * @param[in]  tariffs  a list
 * @param[in]  index    from 0
 * @param[out] tariff   the tariff
 * @param[out] err      filled on failure; may be NULL
 * @retval GPUCOST_OK         the tariff is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_tariffs_at(const gpucost_tariffs *tariffs, uint64_t index, gpucost_tariff *tariff,
                                              gpucost_error *err);

/**
 * What a quantity costs in a month, volume by volume. The list must be of one item and target.
 *
 * @param[in]  tariffs   a list
 * @param[in]  quantity  units
 * @param[out] cost      the sum
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK             answered
 * @retval GPUCOST_E_ARGUMENT     the list is of several items
 * @retval GPUCOST_E_RANGE        the quantity is negative
 * @retval GPUCOST_E_UNKNOWN_FACT the list is empty, or has no price of the first units
 * @retval GPUCOST_E_OVERFLOW     the sum does not fit
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_tariffs_cost(const gpucost_tariffs *tariffs, double quantity, gpucost_money *cost,
                                                gpucost_error *err);

/**
 * End a list of tariffs.
 *
 * @param[in] tariffs  may be NULL
 * @threads the list's last user
 * @since 0.1
 */
GPUCOST_API void gpucost_tariffs_free(gpucost_tariffs *tariffs);

/**
 * An exchange rate as of an instant: the last record of the pair until then, or of the reverse pair.
 *
 * @param[in]  store           open store
 * @param[in]  base            ISO 4217 code
 * @param[in]  quote           ISO 4217 code
 * @param[in]  at_utc_s        instant, UTC [s]; 0: the last record
 * @param[out] rate            one of @p base in @p quote
 * @param[out] observed_utc_s  instant of the record, UTC [s]; may be NULL; 0 when both are the same currency
 * @param[out] err             filled on failure; may be NULL
 * @retval GPUCOST_OK          answered
 * @retval GPUCOST_E_CURRENCY  the store has no rate of the two until then
 * @retval GPUCOST_E_STORE     SQLite failed
 * @threads the store's thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_tariff_rate(gpucost_store *store, const char *base, const char *quote,
                                              int64_t at_utc_s, double *rate, int64_t *observed_utc_s,
                                              gpucost_error *err);

/**
 * The same with where it is from.
 *
 * @param[in]  store     open store
 * @param[in]  base      ISO 4217 code
 * @param[in]  quote     ISO 4217 code
 * @param[in]  at_utc_s  instant, UTC [s]; 0: the last record
 * @param[out] rate      the rate, its date and its source
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK          answered
 * @retval GPUCOST_E_ARGUMENT  the struct has no size
 * @retval GPUCOST_E_CURRENCY  the store has no rate of the two until then
 * @retval GPUCOST_E_STORE     SQLite failed
 * @threads the store's thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_tariff_rate_at(gpucost_store *store, const char *base, const char *quote,
                                                 int64_t at_utc_s, gpucost_exchange_rate *rate, gpucost_error *err);

/**
 * How often spot instances were interrupted, by the last record of a store: the share of a month's instances.
 *
 * @param[in]  store     open store
 * @param[in]  provider  such as "aws"
 * @param[in]  region    the provider's region
 * @param[in]  instance  the provider's instance type
 * @param[in]  product   operating system; NULL or empty: Linux/UNIX
 * @param[out] low       least share, 0..1
 * @param[out] high      most share, 0..1
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK             answered
 * @retval GPUCOST_E_UNKNOWN_FACT the store has no record of it
 * @retval GPUCOST_E_STORE        SQLite failed
 * @threads the store's thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_price_interruption(gpucost_store *store, const char *provider, const char *region,
                                                      const char *instance, const char *product, double *low,
                                                      double *high, gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
