#include "history/history_table.h"

#define PRICE_OF(type, stem, text) FIELD_PRICE(type, stem, .unit = "currency/h", .doc = (text))

static const gpucost_field step_fields[] = {
    FIELD_SIZE(gpucost_history_step),
    FIELD_INSTANT(gpucost_history_step, from, .doc = "start of the step"),
    FIELD_INSTANT(gpucost_history_step, to, .doc = "end of the step"),
    PRICE_OF(gpucost_history_step, hourly, "paid per instance and hour"),
    FIELD_PRICE(gpucost_history_step, upfront, .unit = "currency", .doc = "paid once per instance"),
    PRICE_OF(gpucost_history_step, effective, "hourly price with the upfront part spread over the term"),
    FIELD(gpucost_history_step, observations, GPUCOST_FIELD_U64, .doc = "records of the window that say this price"),
};
const gpucost_struct gpucost__history_step_table =
    STRUCT_TABLE(gpucost_history_step, step_fields, "A time during which an offer had one price");

static const gpucost_field statistics_fields[] = {
    FIELD_SIZE(gpucost_price_statistics),
    FIELD_INSTANT(gpucost_price_statistics, from, .fallback = "no price in the window",
                  .doc = "start of what has a price in the window"),
    FIELD_INSTANT(gpucost_price_statistics, to, .fallback = "no price in the window",
                  .doc = "end of what has a price in the window"),
    FIELD(gpucost_price_statistics, observations, GPUCOST_FIELD_U64, .doc = "prices recorded in the window"),
    FIELD(gpucost_price_statistics, changes, GPUCOST_FIELD_U64, .doc = "prices that differ from the one before"),
    PRICE_OF(gpucost_price_statistics, least, "lowest price"),
    PRICE_OF(gpucost_price_statistics, mean, "time-weighted mean, half to even"),
    PRICE_OF(gpucost_price_statistics, p10, "price not exceeded a tenth of the time"),
    PRICE_OF(gpucost_price_statistics, p50, "price not exceeded half of the time"),
    PRICE_OF(gpucost_price_statistics, p90, "price not exceeded nine tenths of the time"),
    PRICE_OF(gpucost_price_statistics, most, "highest price"),
    PRICE_OF(gpucost_price_statistics, last, "price at the end"),
    FIELD(gpucost_price_statistics, volatility, GPUCOST_FIELD_F64, .doc = "time-weighted standard deviation over mean"),
    FIELD(gpucost_price_statistics, currency, GPUCOST_FIELD_TEXT, .doc = "ISO 4217 code"),
};
const gpucost_struct gpucost__price_statistics_table =
    STRUCT_TABLE(gpucost_price_statistics, statistics_fields, "Time-weighted figures of one offer's effective price");
