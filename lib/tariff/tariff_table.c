#include "tariff/tariff_table.h"

#define TERM_CHOICES "on_demand|spot|reserved|savings_plan|subscription|committed_use|capacity_block"

static const gpucost_field tariff_fields[] = {
    FIELD_SIZE(gpucost_tariff),
    FIELD(gpucost_tariff, provider, GPUCOST_FIELD_TEXT, .doc = "provider, such as aws"),
    FIELD(gpucost_tariff, region, GPUCOST_FIELD_TEXT, .doc = "the provider's region"),
    FIELD(gpucost_tariff, kind, GPUCOST_FIELD_CHOICE, .choices = "any|egress|storage|part", .doc = "what is priced"),
    FIELD(gpucost_tariff, term, GPUCOST_FIELD_CHOICE, .choices = TERM_CHOICES, .doc = "how it is bought"),
    FIELD(gpucost_tariff, item, GPUCOST_FIELD_TEXT, .doc = "storage class, or part of machines"),
    FIELD(gpucost_tariff, target, GPUCOST_FIELD_TEXT, .doc = "of egress: a region or internet"),
    FIELD(gpucost_tariff, term_hours, GPUCOST_FIELD_U64, .unit = "h", .fallback = "no commitment",
          .doc = "length of the commitment"),
    FIELD(gpucost_tariff, unit, GPUCOST_FIELD_TEXT, .doc = "what one unit is, such as GB-month"),
    FIELD(gpucost_tariff, currency, GPUCOST_FIELD_TEXT, .doc = "ISO 4217 code"),
    FIELD(gpucost_tariff, from_quantity, GPUCOST_FIELD_F64, .doc = "the price is of units beyond this, a month"),
    FIELD_PRICE(gpucost_tariff, unit, .unit = "currency", .doc = "price of one unit"),
    FIELD_INSTANT(gpucost_tariff, observed, .doc = "since when it holds"),
};
const gpucost_struct gpucost__tariff_table =
    STRUCT_TABLE(gpucost_tariff, tariff_fields, "A price of traffic, storage or a part of machines");

static const gpucost_field tariff_filter_fields[] = {
    FIELD_SIZE(gpucost_tariff_filter),
    FIELD_INSTANT(gpucost_tariff_filter, at, .fallback = "the last ones", .doc = "tariffs as of this instant"),
    FIELD(gpucost_tariff_filter, provider, GPUCOST_FIELD_TEXT, .fallback = "all", .doc = "provider, such as aws"),
    FIELD(gpucost_tariff_filter, region, GPUCOST_FIELD_TEXT, .fallback = "all", .doc = "region"),
    FIELD(gpucost_tariff_filter, kind, GPUCOST_FIELD_CHOICE, .choices = "any|egress|storage|part",
          .doc = "what is priced"),
    FIELD(gpucost_tariff_filter, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
    FIELD(gpucost_tariff_filter, item, GPUCOST_FIELD_TEXT, .fallback = "all",
          .doc = "storage class or part; a trailing * matches the rest"),
    FIELD(gpucost_tariff_filter, target, GPUCOST_FIELD_TEXT, .fallback = "all", .doc = "where traffic goes"),
    FIELD(gpucost_tariff_filter, currency, GPUCOST_FIELD_TEXT, .fallback = "all", .doc = "ISO 4217 code"),
};
const gpucost_struct gpucost__tariff_filter_table =
    STRUCT_TABLE(gpucost_tariff_filter, tariff_filter_fields, "Which tariffs are asked for");
