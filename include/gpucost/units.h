#ifndef GPUCOST_UNITS_H
#define GPUCOST_UNITS_H
/**
 * @file
 * @defgroup units Money, prices and instants
 * Exact amounts and dates. Bytes are counted, never GB or GiB; instants are UTC seconds.
 *
 * A unit price is an int64_t of nano-units (1e-9) of its currency per the unit its name says. An amount is a
 * #gpucost_money. Decimal text is parsed exactly; no amount goes through a double.
 * @{
 */
#include "gpucost/status.h"

GPUCOST_BEGIN_DECLS

/**
 * An amount of money in google.type.Money's form: units and nanos carry the same sign, |nanos| < 1e9.
 * In JSON it is decimal text and a currency; in Python a Decimal.
 */
typedef struct gpucost_money {
    int64_t units;    /**< whole units of the currency */
    int32_t nanos;    /**< 1e-9 units; same sign as units */
    char currency[4]; /**< ISO 4217 code, such as "USD" or "CNY"; empty for zero of any currency */
} gpucost_money;

/**
 * Read an amount from decimal text, such as "12.345" or "-0.5".
 *
 * @param[in]  text      decimal text without exponent, at most nine decimals that are not zero
 * @param[in]  currency  ISO 4217 code of three capital letters
 * @param[out] money     the amount
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK         the amount is exact
 * @retval GPUCOST_E_SYNTAX   not a decimal number
 * @retval GPUCOST_E_RANGE    more than nine decimals, or a currency that is not three capital letters
 * @retval GPUCOST_E_OVERFLOW does not fit 64 bits of units
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_money_parse(const char *text, const char *currency, gpucost_money *money,
                                               gpucost_error *err);

/**
 * Write an amount as decimal text without its currency: at least @p decimals decimals, more when they are not zero.
 *
 * @param[in]  money     the amount
 * @param[in]  decimals  fewest decimals to write, 0..9
 * @param[out] text      [capacity] receives the text, always ended by NUL
 * @param[in]  capacity  room in @p text [bytes]; 40 is always enough
 * @return length of the whole text without NUL [bytes]
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_money_format(const gpucost_money *money, int32_t decimals, char *text, uint64_t capacity);

/**
 * Exact sum of two amounts of one currency.
 *
 * @param[in]  a    an amount
 * @param[in]  b    an amount of the same currency
 * @param[out] sum  a + b
 * @param[out] err  filled on failure; may be NULL
 * @retval GPUCOST_OK         the sum is exact
 * @retval GPUCOST_E_CURRENCY the currencies differ
 * @retval GPUCOST_E_OVERFLOW the sum does not fit 64 bits of units
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_money_add(const gpucost_money *a, const gpucost_money *b, gpucost_money *sum,
                                             gpucost_error *err);

/**
 * Order of two amounts of one currency.
 *
 * @param[in] a  an amount
 * @param[in] b  an amount of the same currency
 * @return -1, 0 or 1 as a is below, equal to or above b
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API int32_t gpucost_money_compare(const gpucost_money *a, const gpucost_money *b);

/**
 * An amount as the nearest double, for plots and ratios only.
 *
 * @param[in] money  an amount
 * @return units of the currency
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API double gpucost_money_to_double(const gpucost_money *money);

/**
 * A price for a quantity: nanos x quantity, rounded half-even once to a nano.
 *
 * @param[in]  price_nanos  unit price [1e-9 currency per unit]
 * @param[in]  quantity     finite and not negative [units]
 * @param[in]  currency     ISO 4217 code
 * @param[out] money        the amount
 * @param[out] err          filled on failure; may be NULL
 * @retval GPUCOST_OK         the amount is the product, rounded once
 * @retval GPUCOST_E_RANGE    the quantity is negative or not finite
 * @retval GPUCOST_E_OVERFLOW does not fit
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_money_from_price(int64_t price_nanos, double quantity, const char *currency,
                                                    gpucost_money *money, gpucost_error *err);

/**
 * Read a unit price from decimal text to nanos, exactly.
 *
 * @param[in]  text         decimal text without exponent
 * @param[out] price_nanos  [1e-9 currency]
 * @param[out] err          filled on failure; may be NULL
 * @retval GPUCOST_OK         the price is exact
 * @retval GPUCOST_E_SYNTAX   not a decimal number
 * @retval GPUCOST_E_RANGE    more than nine decimals
 * @retval GPUCOST_E_OVERFLOW does not fit 64 bits of nanos
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_price_parse(const char *text, int64_t *price_nanos, gpucost_error *err);

/**
 * Read an instant: `2020-02-20T03:21:36.000Z`, `2020-02-20 03:21:36+08:00`, `2020-02-20` (midnight UTC).
 *
 * @param[in]  text   ISO 8601 date, or date and time with zone; fractions of a second are cut
 * @param[out] utc_s  seconds since 1970-01-01T00:00:00Z
 * @param[out] err    filled on failure; may be NULL
 * @retval GPUCOST_OK       the instant was read
 * @retval GPUCOST_E_SYNTAX not such a date
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_instant_parse(const char *text, int64_t *utc_s, gpucost_error *err);

/**
 * Write an instant as `2020-02-20T03:21:36Z`.
 *
 * @param[in]  utc_s     seconds since 1970-01-01T00:00:00Z; what lies outside the years 0001 to 9999 is written as
 *                       their first or last second
 * @param[out] text      [capacity] receives the text, always ended by NUL
 * @param[in]  capacity  room in @p text [bytes]; 24 is enough
 * @return length of the whole text without NUL [bytes]
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_instant_format(int64_t utc_s, char *text, uint64_t capacity);

GPUCOST_END_DECLS
/** @} */
#endif
