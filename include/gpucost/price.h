#ifndef GPUCOST_PRICE_H
#define GPUCOST_PRICE_H
/**
 * @file
 * @defgroup price Prices
 * Offers and their price histories: import feeds, ask for quotes as of an instant, and summarise a window.
 *
 * A price is for a whole instance, never per accelerator. A price of zero or an unknown one is never "free": it is
 * rejected on import. A price holds from its instant until the next one of the same offer, or until the offer was seen
 * to be gone (withdrawn).
 * @{
 */
#include "gpucost/store.h"
#include "gpucost/units.h"

GPUCOST_BEGIN_DECLS

/** Formats of feeds. */
enum {
    GPUCOST_FEED_AUTO = 0,          /**< told from the first bytes */
    GPUCOST_FEED_CSV = 1,           /**< our documented CSV (docs/price.md) */
    GPUCOST_FEED_AWS_SPOT_JSON = 2, /**< describe-spot-price-history, JSON */
    GPUCOST_FEED_AWS_SPOT_TEXT = 3, /**< describe-spot-price-history, text */
    GPUCOST_FEED_AWS_SPOT_CSV = 4,  /**< observed_utc,region,zone_id,instance,on_demand,spot */
    GPUCOST_FEED_AWS_OFFER_CSV = 5, /**< AWS Price List bulk file of EC2, CSV */
    GPUCOST_FEED_AWS_OFFER_JSON = 6, /**< AWS Price List products, JSON */
    GPUCOST_FEED_AWS_SAVINGS_CSV = 7, /**< AWS Price List bulk file of Compute Savings Plans, CSV */
    GPUCOST_FEED_AWS_ADVISOR_JSON = 8, /**< AWS spot instance advisor: interruptions */
    GPUCOST_FEED_AZURE_RETAIL_JSON = 9, /**< Azure Retail Prices */
    GPUCOST_FEED_GCP_SKU_JSON = 10, /**< Google Cloud Billing Catalog: parts of machines */
    GPUCOST_FEED_ALIBABA_SPOT_JSON = 11, /**< Alibaba Cloud DescribeSpotPriceHistory */
    GPUCOST_FEED_ALIBABA_PRICE_JSON = 12, /**< Alibaba Cloud DescribePrice */
    GPUCOST_FEED_TENCENT_JSON = 13, /**< Tencent Cloud instance, spot and reserved prices */
    GPUCOST_FEED_SKYPILOT_CSV = 14, /**< SkyPilot catalogue */
    GPUCOST_FEED_EC2INSTANCES_JSON = 15, /**< ec2instances.info */
    GPUCOST_FEED_TARIFF_CSV = 16,   /**< tariffs of network, storage and parts (docs/price.md) */
    GPUCOST_FEED_RATE_CSV = 17,     /**< exchange rates (docs/price.md) */
    GPUCOST_FEED_OCI_JSON = 18,     /**< Oracle Cloud price list */
    GPUCOST_FEED_AWS_SAVINGS_JSON = 19 /**< AWS Price List bulk file of Compute Savings Plans, JSON */
};

/** What is bought. */
enum {
    GPUCOST_TERM_ON_DEMAND = 0,    /**< by the hour, no commitment */
    GPUCOST_TERM_SPOT = 1,         /**< by the hour, may be interrupted */
    GPUCOST_TERM_RESERVED = 2,     /**< a reservation for a term */
    GPUCOST_TERM_SAVINGS_PLAN = 3, /**< a spend commitment for a term, at this instance's rate */
    GPUCOST_TERM_SUBSCRIPTION = 4, /**< prepaid for a term (包年包月) */
    GPUCOST_TERM_COMMITTED_USE = 5, /**< a resource commitment for a term */
    GPUCOST_TERM_CAPACITY_BLOCK = 6 /**< capacity booked for days ahead; quoted only when asked for */
};

/** When a commitment is paid. */
enum {
    GPUCOST_PAYMENT_NONE = 0,    /**< by the hour */
    GPUCOST_PAYMENT_PARTIAL = 1, /**< part at the start */
    GPUCOST_PAYMENT_ALL = 2      /**< all at the start */
};

/** The price of one offer at one instant. */
typedef struct gpucost_quote {
    uint64_t size;              /**< sizeof this struct; GPUCOST_INIT sets it */
    int64_t offer_id;           /**< id in the store */
    int64_t import_id;          /**< import that brought the price */
    char provider[16];          /**< such as "aws" */
    char region[48];            /**< the provider's region */
    char zone[48];              /**< zone name or id; empty when the price is for the region */
    char instance[64];          /**< the provider's instance type */
    char accelerator[32];       /**< catalogue id, or the feed's own word when it is not known */
    double accelerator_count;   /**< accelerators of the instance; below 1 for slices; 0 when not known */
    char product[48];           /**< operating system or licence, such as "Linux/UNIX"; empty: not stated */
    int32_t term;               /**< GPUCOST_TERM_* */
    int32_t payment;            /**< GPUCOST_PAYMENT_* */
    uint64_t term_hours;        /**< length of the commitment [h]: 730 a month, 8760 a year; 0 without one */
    int64_t upfront_nanos;      /**< paid once per instance [1e-9 currency] */
    int64_t hourly_nanos;       /**< paid per instance and hour [1e-9 currency/h] */
    int64_t effective_nanos;    /**< hourly plus upfront spread over the term, rounded up [1e-9 currency/h] */
    char currency[8];           /**< ISO 4217 code */
    int64_t observed_utc_s;     /**< when the price was last observed, UTC [s] */
    int64_t age_s;              /**< from then to the instant asked for, or to the last price of the store [s] */
    char source[128];           /**< where the feed has the price from, else the name of the feed */
    char tenancy[16];           /**< such as "dedicated" or "host"; empty: shared */
    char plan[32];              /**< kind of the term, such as "convertible" or "ec2_instance"; empty: the usual one */
    char stated_currency[8];    /**< currency of the feed, when the prices were converted; empty: they were not */
    double rate;                /**< one of stated_currency in currency; 0 when the prices were not converted */
    int64_t rate_utc_s;         /**< date of that rate, UTC [s] */
    char rate_source[128];      /**< feed that the rate is from */
} gpucost_quote;

/** An exchange rate as of an instant. */
typedef struct gpucost_exchange_rate {
    uint64_t size;              /**< sizeof this struct; GPUCOST_INIT sets it */
    char base[8];               /**< ISO 4217 code */
    char quote[8];              /**< ISO 4217 code */
    double rate;                /**< one of base in quote */
    int64_t observed_utc_s;     /**< date of the record, UTC [s]; 0 when both are the same currency */
    int64_t import_id;          /**< import that brought it */
    char source[128];           /**< feed that it is from */
    int32_t inverted;           /**< 1: the record is of quote in base */
    uint32_t reserved;          /**< zero */
} gpucost_exchange_rate;

/** Which quotes. Empty and zero match everything. */
typedef struct gpucost_price_filter {
    uint64_t size;          /**< sizeof this struct; GPUCOST_INIT sets it */
    int64_t at_utc_s;       /**< as of this instant, UTC [s]; 0: after the last price */
    char provider[16];      /**< provider */
    char regions[256];      /**< regions, joined by ','; a trailing '*' matches the rest */
    char instance[64];      /**< instance type */
    char accelerator[32];   /**< accelerator, any name that the catalogue knows or that the store keeps */
    char currency[8];       /**< ISO 4217 code */
    char term[16];          /**< on_demand, spot, reserved, ...; empty: all but capacity blocks */
    char product[48];       /**< operating system or licence */
    uint64_t limit;         /**< most quotes; 0 means all */
    char tenancy[16];       /**< tenancy; "shared" for what is not dedicated */
    char plan[32];          /**< kind of the term */
    uint64_t least_memory_bytes;        /**< memory of an accelerator [bytes] */
    double least_network_bytes_per_s;   /**< network of the instance, one direction [bytes/s] */
    char least_capability[8];           /**< CUDA compute capability, such as "8.0" */
    int64_t most_age_s;     /**< oldest price [s] */
    char convert_to[8];     /**< currency to compare in, at the store's rates as of at_utc; empty: nothing is
                                 converted */
} gpucost_price_filter;

/** How to import a feed. */
typedef struct gpucost_import_options {
    uint64_t size;          /**< sizeof this struct; GPUCOST_INIT sets it */
    int32_t feed;           /**< GPUCOST_FEED_* */
    uint32_t reserved;      /**< zero */
    char currency[8];       /**< currency of a feed that names none; empty: CNY in AWS China regions, else USD */
    char provider[16];      /**< provider of a CSV feed that names none; empty: "aws" for AWS feeds */
    int64_t now_utc_s;      /**< instant to record for the import, UTC [s] */
    int64_t observed_utc_s; /**< instant of the prices of a feed that has no dates, UTC [s] */
    char region[48];        /**< region of a feed that names none */
    char instance[64];      /**< instance type of a feed that names none */
    char product[48];       /**< operating system or licence of a feed that names none */
    char term[32];          /**< term of a feed that names none, such as "subscription_1y"; empty: on_demand */
    int32_t accelerators_only; /**< 1: leave out instances that carry no accelerator */
    uint32_t reserved2;     /**< zero */
} gpucost_import_options;

/** What an import did. */
typedef struct gpucost_import_summary {
    uint64_t size;          /**< sizeof this struct; GPUCOST_INIT sets it */
    int64_t import_id;      /**< id in the store; 0 when the feed added nothing */
    uint64_t rows;          /**< prices in the feed: accepted, unchanged and rejected */
    uint64_t accepted;      /**< new prices */
    uint64_t unchanged;     /**< prices that the store already had */
    uint64_t rejected;      /**< rows that were refused */
    uint64_t offers;        /**< new offers */
    int64_t first_utc_s;    /**< earliest price of the feed, UTC [s] */
    int64_t last_utc_s;     /**< latest price of the feed, UTC [s] */
    int32_t feed;           /**< GPUCOST_FEED_* as found */
    int32_t truncated;      /**< 1 when the feed says that more pages exist */
    uint64_t withdrawn;     /**< new instants from which an offer was gone; not counted as rows */
    uint64_t skipped;       /**< entries that are no such price, such as storage; not counted as rows */
    uint64_t files;         /**< files read */
} gpucost_import_summary;

/** A refused row. */
typedef struct gpucost_import_reject {
    uint64_t size;          /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t line;          /**< line of the feed, or number of the entry in a JSON list, from 1 */
    char field[32];         /**< field that was refused */
    char value[64];         /**< its value */
    char reason[192];       /**< why, and what was allowed */
    char source[128];       /**< file of a folder; empty otherwise */
} gpucost_import_reject;

/** Report of one import. */
typedef struct gpucost_import gpucost_import;

/** A list of quotes, cheapest first. */
typedef struct gpucost_quotes gpucost_quotes;

/** What a price buys. */
typedef struct gpucost_unit_price {
    uint64_t size;                  /**< sizeof this struct; GPUCOST_INIT sets it */
    int64_t accelerator_hour_nanos; /**< of one accelerator [1e-9 currency/h] */
    int64_t tflop_hour_nanos;       /**< of 1e12 FLOP/s of dense peak [1e-9 currency/h] */
    int64_t gb_hour_nanos;          /**< of 1e9 bytes of accelerator memory [1e-9 currency/h] */
    double tflop_per_s;             /**< dense peak of the instance [1e12 FLOP/s] */
    double memory_gb;               /**< accelerator memory of the instance [1e9 bytes] */
    char currency[8];               /**< ISO 4217 code */
} gpucost_unit_price;

/** A term against on demand. */
typedef struct gpucost_saving {
    uint64_t size;               /**< sizeof this struct; GPUCOST_INIT sets it */
    int64_t offer_id;            /**< the term's offer */
    int64_t on_demand_id;        /**< the same instance on demand */
    char provider[16];           /**< such as "aws" */
    char region[48];             /**< the provider's region */
    char zone[48];               /**< zone; empty when the price is for the region */
    char instance[64];           /**< the provider's instance type */
    char product[48];            /**< operating system or licence */
    char tenancy[16];            /**< empty: shared */
    char plan[32];               /**< kind of the term */
    int32_t term;                /**< GPUCOST_TERM_* */
    int32_t payment;             /**< GPUCOST_PAYMENT_* */
    uint64_t term_hours;         /**< length of the commitment [h] */
    int64_t effective_nanos;     /**< of the term [1e-9 currency/h] */
    int64_t on_demand_nanos;     /**< on demand [1e-9 currency/h] */
    double saving;               /**< 1 - effective / on demand; below 0 when the term is dearer */
    double break_even_use;       /**< share of the hours from which a commitment is cheaper; above 1: never */
    char currency[8];            /**< ISO 4217 code */
} gpucost_saving;

/** Terms against on demand, the largest saving first. */
typedef struct gpucost_savings gpucost_savings;

/**
 * Import a feed into a store, in one transaction: all of its good rows or nothing.
 *
 * Order in the feed does not matter. A price that the store already has is unchanged; another price for the same offer
 * and instant is a reject, for the first one recorded stays. The same feed twice adds nothing. The files of a folder
 * are one transaction, in the order of their names; files that hold no price are passed over, hidden ones are not read.
 *
 * @param[in]  store    open for writing
 * @param[in]  path     file, plain or gzip, or a folder of them; "-" is standard input
 * @param[in]  options  NULL for the defaults
 * @param[out] report   yours; end it with gpucost_import_free()
 * @param[out] err      file, line, field and value; may be NULL
 * @retval GPUCOST_OK               imported; rejects are in the report
 * @retval GPUCOST_E_IO             the file cannot be read
 * @retval GPUCOST_E_EMPTY          the feed holds no price
 * @retval GPUCOST_E_SYNTAX         the feed is not what it says
 * @retval GPUCOST_E_MISSING        a required column is missing
 * @retval GPUCOST_E_RANGE          an option is outside its limits, or a document exceeds its size cap
 * @retval GPUCOST_E_STORE_READONLY the store is open for reading
 * @retval GPUCOST_E_STORE_BUSY     another writer holds the store
 * @retval GPUCOST_E_STORE_FULL     no room is left
 * @retval GPUCOST_E_STORE_CORRUPT  the store is damaged
 * @retval GPUCOST_E_STORE          SQLite failed
 * @retval GPUCOST_E_MEMORY         out of memory
 * @threads the store's thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_price_import(gpucost_store *store, const char *path,
                                                const gpucost_import_options *options, gpucost_import **report,
                                                gpucost_error *err);

/**
 * Import a feed that is in memory; otherwise as gpucost_price_import().
 *
 * @param[in]  store    open for writing
 * @param[in]  text     [bytes] the feed
 * @param[in]  bytes    its length [bytes]
 * @param[in]  source   its name in errors and in the store
 * @param[in]  options  NULL for the defaults
 * @param[out] report   yours; end it with gpucost_import_free()
 * @param[out] err      filled on failure; may be NULL
 * @return as gpucost_price_import()
 * @threads the store's thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_price_import_text(gpucost_store *store, const char *text, uint64_t bytes,
                                                     const char *source, const gpucost_import_options *options,
                                                     gpucost_import **report, gpucost_error *err);

/**
 * Counts of an import.
 *
 * @param[in]  report   a report
 * @param[out] summary  the counts
 * @param[out] err      filled on failure; may be NULL
 * @retval GPUCOST_OK         filled
 * @retval GPUCOST_E_ARGUMENT the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_import_summarise(const gpucost_import *report, gpucost_import_summary *summary,
                                                    gpucost_error *err);

/**
 * Rejects that a report keeps: all counted, the first 10,000 kept.
 *
 * @param[in] report  a report
 * @return number kept
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_import_reject_count(const gpucost_import *report);

/**
 * The i-th reject.
 *
 * @param[in]  report  a report
 * @param[in]  index   from 0
 * @param[out] reject  the row
 * @param[out] err     filled on failure; may be NULL
 * @retval GPUCOST_OK         the row is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_import_reject_at(const gpucost_import *report, uint64_t index,
                                                    gpucost_import_reject *reject, gpucost_error *err);

/**
 * End a report.
 *
 * @param[in] report  may be NULL
 * @threads the report's last user
 * @since 0.1
 */
GPUCOST_API void gpucost_import_free(gpucost_import *report);

/**
 * Quotes as of an instant, cheapest effective price per accelerator first. None is an answer: an empty list.
 *
 * Prices of two currencies cannot be compared: each currency is a block, in the order of their codes. With convert_to,
 * prices come in that currency, with the rate, its date and source; what has no rate, or no value
 * at it, keeps its own, in blocks after it.
 * Offers whose number of accelerators is not known come last in their block. Withdrawn offers are not quoted.
 *
 * @param[in]  store   open store
 * @param[in]  filter  NULL for everything
 * @param[out] quotes  yours; end it with gpucost_quotes_free()
 * @param[out] err     filled on failure; may be NULL
 * @retval GPUCOST_OK             answered
 * @retval GPUCOST_E_UNKNOWN_NAME the accelerator or the term is not known
 * @retval GPUCOST_E_RANGE        a field is outside its limits
 * @retval GPUCOST_E_STORE        SQLite failed
 * @retval GPUCOST_E_MEMORY       out of memory
 * @threads the store's thread; the list may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_price_quotes(gpucost_store *store, const gpucost_price_filter *filter,
                                                gpucost_quotes **quotes, gpucost_error *err);

/**
 * Number of quotes.
 *
 * @param[in] quotes  a list
 * @return number of quotes
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_quotes_count(const gpucost_quotes *quotes);

/**
 * The i-th quote.
 *
 * @param[in]  quotes  a list
 * @param[in]  index   from 0
 * @param[out] quote   the quote
 * @param[out] err     filled on failure; may be NULL
 * @retval GPUCOST_OK         the quote is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_quotes_at(const gpucost_quotes *quotes, uint64_t index, gpucost_quote *quote,
                                             gpucost_error *err);

/**
 * End a list of quotes.
 *
 * @param[in] quotes  may be NULL
 * @threads the list's last user
 * @since 0.1
 */
GPUCOST_API void gpucost_quotes_free(gpucost_quotes *quotes);

/**
 * Instant of the last price in a store.
 *
 * @param[in]  store   open store
 * @param[out] utc_s   UTC [s]; 0 when the store holds no price
 * @param[out] err     filled on failure; may be NULL
 * @retval GPUCOST_OK      answered
 * @retval GPUCOST_E_STORE SQLite failed
 * @threads the store's thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_price_last(gpucost_store *store, int64_t *utc_s, gpucost_error *err);

/**
 * What one accelerator, 1e12 FLOP/s of dense peak and 1e9 bytes of accelerator memory cost for an hour.
 *
 * @param[in]  quote      a quote
 * @param[in]  precision  fp64, fp32, tf32, fp16, bf16, fp8 or fp4; NULL or empty: bf16
 * @param[out] price      the figures, rounded half to even
 * @param[out] err        filled on failure; may be NULL
 * @retval GPUCOST_OK             answered
 * @retval GPUCOST_E_UNKNOWN_NAME no such precision
 * @retval GPUCOST_E_UNKNOWN_FACT the accelerator, its number or its rate is not known
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_price_units(const gpucost_quote *quote, const char *precision,
                                               gpucost_unit_price *price, gpucost_error *err);

/**
 * Every term against the same instance on demand, the largest saving first. Terms without an on-demand price of the
 * same region, product, tenancy and currency are left out.
 *
 * @param[in]  store    open store
 * @param[in]  filter   which offers; its term and plan choose among the terms; NULL for everything
 * @param[out] savings  yours; end it with gpucost_savings_free()
 * @param[out] err      filled on failure; may be NULL
 * @return as gpucost_price_quotes()
 * @threads the store's thread; the list may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_price_savings(gpucost_store *store, const gpucost_price_filter *filter,
                                                 gpucost_savings **savings, gpucost_error *err);

/**
 * Number of savings.
 *
 * @param[in] savings  a list
 * @return number of rows
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_savings_count(const gpucost_savings *savings);

/**
 * The i-th saving.
 *
 * @param[in]  savings  a list
 * @param[in]  index    from 0
 * @param[out] saving   the row
 * @param[out] err      filled on failure; may be NULL
 * @retval GPUCOST_OK         the row is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_savings_at(const gpucost_savings *savings, uint64_t index, gpucost_saving *saving,
                                              gpucost_error *err);

/**
 * End a list of savings.
 *
 * @param[in] savings  may be NULL
 * @threads the list's last user
 * @since 0.1
 */
GPUCOST_API void gpucost_savings_free(gpucost_savings *savings);

GPUCOST_END_DECLS
/** @} */
#endif
