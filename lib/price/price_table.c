#include "price/price_table.h"

#define FEEDS                                                                                                          \
    "auto|csv|aws_spot_json|aws_spot_text|aws_spot_csv|aws_offer_csv|aws_offer_json|aws_savings_csv|"                  \
    "aws_advisor_json|azure_retail_json|gcp_sku_json|alibaba_spot_json|alibaba_price_json|tencent_json|"               \
    "skypilot_csv|ec2instances_json|tariff_csv|rate_csv|oci_json|aws_savings_json"
#define TERMS "on_demand, spot, reserved, savings_plan, subscription, committed_use or capacity_block"
#define TERM_CHOICES "on_demand|spot|reserved|savings_plan|subscription|committed_use|capacity_block"
#define PRICE_OF(type, stem, text) FIELD_PRICE(type, stem, .unit = "currency/h", .doc = (text))

static const gpucost_field quote_fields[] = {
    FIELD_SIZE(gpucost_quote),
    FIELD(gpucost_quote, offer_id, GPUCOST_FIELD_I64, .doc = "id of the offer in the store"),
    FIELD(gpucost_quote, import_id, GPUCOST_FIELD_I64, .doc = "id of the import that brought the price"),
    FIELD(gpucost_quote, provider, GPUCOST_FIELD_TEXT, .doc = "provider, such as aws"),
    FIELD(gpucost_quote, region, GPUCOST_FIELD_TEXT, .doc = "the provider's region"),
    FIELD(gpucost_quote, zone, GPUCOST_FIELD_TEXT, .fallback = "the whole region", .doc = "zone name or zone id"),
    FIELD(gpucost_quote, instance, GPUCOST_FIELD_TEXT, .doc = "the provider's instance type"),
    FIELD(gpucost_quote, accelerator, GPUCOST_FIELD_TEXT, .fallback = "not known",
          .doc = "catalogue id, or the feed's own word"),
    FIELD(gpucost_quote, accelerator_count, GPUCOST_FIELD_F64, .fallback = "not known",
          .doc = "accelerators of the instance; below 1 for slices"),
    FIELD(gpucost_quote, product, GPUCOST_FIELD_TEXT, .fallback = "not stated", .doc = "operating system or licence"),
    FIELD(gpucost_quote, term, GPUCOST_FIELD_CHOICE, .choices = TERM_CHOICES, .doc = "what is bought"),
    FIELD(gpucost_quote, payment, GPUCOST_FIELD_CHOICE, .choices = "none|partial|all",
          .doc = "how much of a commitment is paid at its start"),
    FIELD(gpucost_quote, term_hours, GPUCOST_FIELD_U64, .unit = "h", .fallback = "no commitment",
          .doc = "length of the commitment"),
    FIELD_PRICE(gpucost_quote, upfront, .unit = "currency", .doc = "paid once per instance"),
    PRICE_OF(gpucost_quote, hourly, "paid per instance and hour"),
    PRICE_OF(gpucost_quote, effective, "hourly price with the upfront part spread over the term"),
    FIELD(gpucost_quote, currency, GPUCOST_FIELD_TEXT, .doc = "ISO 4217 code"),
    FIELD_INSTANT(gpucost_quote, observed, .doc = "when the price was last observed"),
    FIELD(gpucost_quote, age_s, GPUCOST_FIELD_I64, .unit = "s", .doc = "age of the price at the instant asked for"),
    FIELD(gpucost_quote, source, GPUCOST_FIELD_TEXT, .doc = "where the feed has the price from"),
    FIELD(gpucost_quote, tenancy, GPUCOST_FIELD_TEXT, .fallback = "shared", .doc = "dedicated, host or another word"),
    FIELD(gpucost_quote, plan, GPUCOST_FIELD_TEXT, .fallback = "the usual one",
          .doc = "kind of the term, such as convertible, ec2_instance or low_priority"),
    FIELD(gpucost_quote, stated_currency, GPUCOST_FIELD_TEXT, .fallback = "not converted",
          .doc = "currency of the feed, when the prices were converted"),
    FIELD(gpucost_quote, rate, GPUCOST_FIELD_F64, .fallback = "not converted",
          .doc = "one of stated_currency in currency"),
    FIELD_INSTANT(gpucost_quote, rate, .doc = "date of that rate"),
    FIELD(gpucost_quote, rate_source, GPUCOST_FIELD_TEXT, .doc = "feed that the rate is from"),
};
const gpucost_struct gpucost__quote_table =
    STRUCT_TABLE(gpucost_quote, quote_fields, "The price of one offer at one instant");

static const gpucost_field exchange_rate_fields[] = {
    FIELD_SIZE(gpucost_exchange_rate),
    FIELD(gpucost_exchange_rate, base, GPUCOST_FIELD_TEXT, .doc = "ISO 4217 code"),
    FIELD(gpucost_exchange_rate, quote, GPUCOST_FIELD_TEXT, .doc = "ISO 4217 code"),
    FIELD(gpucost_exchange_rate, rate, GPUCOST_FIELD_F64, .doc = "one of base in quote"),
    FIELD_INSTANT(gpucost_exchange_rate, observed, .fallback = "the same currency", .doc = "date of the record"),
    FIELD(gpucost_exchange_rate, import_id, GPUCOST_FIELD_I64, .doc = "import that brought it"),
    FIELD(gpucost_exchange_rate, source, GPUCOST_FIELD_TEXT, .doc = "feed that it is from"),
    FIELD(gpucost_exchange_rate, inverted, GPUCOST_FIELD_FLAG, .doc = "the record is of quote in base"),
    FIELD(gpucost_exchange_rate, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
};
const gpucost_struct gpucost__exchange_rate_table =
    STRUCT_TABLE(gpucost_exchange_rate, exchange_rate_fields, "An exchange rate as of an instant");

static const gpucost_field filter_fields[] = {
    FIELD_SIZE(gpucost_price_filter),
    FIELD_INSTANT(gpucost_price_filter, at, .fallback = "after the last price", .doc = "prices as of this instant"),
    FIELD(gpucost_price_filter, provider, GPUCOST_FIELD_TEXT, .fallback = "all", .doc = "provider, such as aws"),
    FIELD(gpucost_price_filter, regions, GPUCOST_FIELD_TEXT, .fallback = "all",
          .doc = "regions joined by commas; a trailing * matches the rest"),
    FIELD(gpucost_price_filter, instance, GPUCOST_FIELD_TEXT, .fallback = "all", .doc = "instance type"),
    FIELD(gpucost_price_filter, accelerator, GPUCOST_FIELD_TEXT, .fallback = "all",
          .doc = "accelerator, by any of its names"),
    FIELD(gpucost_price_filter, currency, GPUCOST_FIELD_TEXT, .fallback = "all", .doc = "ISO 4217 code"),
    FIELD(gpucost_price_filter, term, GPUCOST_FIELD_TEXT, .fallback = "all but capacity blocks", .doc = TERMS),
    FIELD(gpucost_price_filter, product, GPUCOST_FIELD_TEXT, .fallback = "all", .doc = "operating system or licence"),
    FIELD(gpucost_price_filter, limit, GPUCOST_FIELD_U64, .fallback = "all", .doc = "most quotes to give"),
    FIELD(gpucost_price_filter, tenancy, GPUCOST_FIELD_TEXT, .fallback = "all", .doc = "shared, dedicated or host"),
    FIELD(gpucost_price_filter, plan, GPUCOST_FIELD_TEXT, .fallback = "all", .doc = "kind of the term"),
    FIELD(gpucost_price_filter, least_memory_bytes, GPUCOST_FIELD_U64, .unit = "bytes", .fallback = "any",
          .doc = "least memory of an accelerator"),
    FIELD(gpucost_price_filter, least_network_bytes_per_s, GPUCOST_FIELD_F64, .unit = "bytes/s", .fallback = "any",
          .least = "0", .doc = "least network rate of the instance, one direction"),
    FIELD(gpucost_price_filter, least_capability, GPUCOST_FIELD_TEXT, .fallback = "any",
          .doc = "least CUDA compute capability, such as 8.0"),
    FIELD(gpucost_price_filter, most_age_s, GPUCOST_FIELD_I64, .unit = "s", .fallback = "any", .least = "0",
          .doc = "oldest price to give"),
    FIELD(gpucost_price_filter, convert_to, GPUCOST_FIELD_TEXT, .fallback = "nothing is converted",
          .doc = "currency to compare in, at the store's exchange rates"),
};
const gpucost_struct gpucost__price_filter_table =
    STRUCT_TABLE(gpucost_price_filter, filter_fields, "Which quotes are asked for");

static const gpucost_field options_fields[] = {
    FIELD_SIZE(gpucost_import_options),
    FIELD(gpucost_import_options, feed, GPUCOST_FIELD_CHOICE, .choices = FEEDS, .doc = "format of the feed"),
    FIELD(gpucost_import_options, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
    FIELD(gpucost_import_options, currency, GPUCOST_FIELD_TEXT, .fallback = "CNY in AWS China regions, else USD",
          .doc = "currency of a feed that names none"),
    FIELD(gpucost_import_options, provider, GPUCOST_FIELD_TEXT, .fallback = "aws for AWS feeds",
          .doc = "provider of a feed that names none"),
    FIELD_INSTANT(gpucost_import_options, now, .fallback = "not recorded", .doc = "instant to record for the import"),
    FIELD_INSTANT(gpucost_import_options, observed, .fallback = "such prices are refused",
                  .doc = "instant of prices that have no date"),
    FIELD(gpucost_import_options, region, GPUCOST_FIELD_TEXT, .fallback = "global",
          .doc = "region of a feed that names none"),
    FIELD(gpucost_import_options, instance, GPUCOST_FIELD_TEXT, .fallback = "such prices are refused",
          .doc = "instance type of a feed that names none"),
    FIELD(gpucost_import_options, product, GPUCOST_FIELD_TEXT, .fallback = "not stated",
          .doc = "operating system or licence of a feed that names none"),
    FIELD(gpucost_import_options, term, GPUCOST_FIELD_TEXT, .fallback = "on_demand",
          .doc = "term of a feed that names none, such as subscription_1y"),
    FIELD(gpucost_import_options, accelerators_only, GPUCOST_FIELD_FLAG,
          .doc = "leave out what carries no accelerator"),
    FIELD(gpucost_import_options, reserved2, GPUCOST_FIELD_RESERVED, .doc = "zero"),
};
const gpucost_struct gpucost__import_options_table =
    STRUCT_TABLE(gpucost_import_options, options_fields, "How to import a feed");

static const gpucost_field summary_fields[] = {
    FIELD_SIZE(gpucost_import_summary),
    FIELD(gpucost_import_summary, import_id, GPUCOST_FIELD_I64, .fallback = "the feed added nothing",
          .doc = "id of the import in the store"),
    FIELD(gpucost_import_summary, rows, GPUCOST_FIELD_U64, .doc = "prices in the feed"),
    FIELD(gpucost_import_summary, accepted, GPUCOST_FIELD_U64, .doc = "new prices"),
    FIELD(gpucost_import_summary, unchanged, GPUCOST_FIELD_U64, .doc = "prices that the store already had"),
    FIELD(gpucost_import_summary, rejected, GPUCOST_FIELD_U64, .doc = "prices that were refused"),
    FIELD(gpucost_import_summary, offers, GPUCOST_FIELD_U64, .doc = "new offers"),
    FIELD_INSTANT(gpucost_import_summary, first, .doc = "earliest price of the feed"),
    FIELD_INSTANT(gpucost_import_summary, last, .doc = "latest price of the feed"),
    FIELD(gpucost_import_summary, feed, GPUCOST_FIELD_CHOICE, .choices = FEEDS, .doc = "format that was found"),
    FIELD(gpucost_import_summary, truncated, GPUCOST_FIELD_FLAG, .doc = "the feed says that more pages exist"),
    FIELD(gpucost_import_summary, withdrawn, GPUCOST_FIELD_U64, .doc = "new instants from which an offer was gone"),
    FIELD(gpucost_import_summary, skipped, GPUCOST_FIELD_U64, .doc = "entries of the feed that are no such price"),
    FIELD(gpucost_import_summary, files, GPUCOST_FIELD_U64, .doc = "files that were read"),
};
const gpucost_struct gpucost__import_summary_table =
    STRUCT_TABLE(gpucost_import_summary, summary_fields, "What an import did");

static const gpucost_field reject_fields[] = {
    FIELD_SIZE(gpucost_import_reject),
    FIELD(gpucost_import_reject, line, GPUCOST_FIELD_U64, .doc = "line of the feed, or entry of a JSON list, from 1"),
    FIELD(gpucost_import_reject, field, GPUCOST_FIELD_TEXT, .doc = "field that was refused"),
    FIELD(gpucost_import_reject, value, GPUCOST_FIELD_TEXT, .doc = "its value"),
    FIELD(gpucost_import_reject, reason, GPUCOST_FIELD_TEXT, .doc = "why, and what was allowed"),
    FIELD(gpucost_import_reject, source, GPUCOST_FIELD_TEXT, .fallback = "the feed itself", .doc = "file of a folder"),
};
const gpucost_struct gpucost__import_reject_table =
    STRUCT_TABLE(gpucost_import_reject, reject_fields, "A refused row of a feed");

static const gpucost_field unit_price_fields[] = {
    FIELD_SIZE(gpucost_unit_price),
    PRICE_OF(gpucost_unit_price, accelerator_hour, "price of one accelerator"),
    PRICE_OF(gpucost_unit_price, tflop_hour, "price of 1e12 FLOP/s of dense peak"),
    PRICE_OF(gpucost_unit_price, gb_hour, "price of 1e9 bytes of accelerator memory"),
    FIELD(gpucost_unit_price, tflop_per_s, GPUCOST_FIELD_F64, .unit = "TFLOP/s", .doc = "dense peak of the instance"),
    FIELD(gpucost_unit_price, memory_gb, GPUCOST_FIELD_F64, .unit = "GB", .doc = "accelerator memory of the instance"),
    FIELD(gpucost_unit_price, currency, GPUCOST_FIELD_TEXT, .doc = "ISO 4217 code"),
};
const gpucost_struct gpucost__unit_price_table =
    STRUCT_TABLE(gpucost_unit_price, unit_price_fields, "What a price buys");

static const gpucost_field saving_fields[] = {
    FIELD_SIZE(gpucost_saving),
    FIELD(gpucost_saving, offer_id, GPUCOST_FIELD_I64, .doc = "id of the term's offer"),
    FIELD(gpucost_saving, on_demand_id, GPUCOST_FIELD_I64, .doc = "id of the same instance on demand"),
    FIELD(gpucost_saving, provider, GPUCOST_FIELD_TEXT, .doc = "provider, such as aws"),
    FIELD(gpucost_saving, region, GPUCOST_FIELD_TEXT, .doc = "the provider's region"),
    FIELD(gpucost_saving, zone, GPUCOST_FIELD_TEXT, .fallback = "the whole region", .doc = "zone name or zone id"),
    FIELD(gpucost_saving, instance, GPUCOST_FIELD_TEXT, .doc = "the provider's instance type"),
    FIELD(gpucost_saving, product, GPUCOST_FIELD_TEXT, .fallback = "not stated", .doc = "operating system or licence"),
    FIELD(gpucost_saving, tenancy, GPUCOST_FIELD_TEXT, .fallback = "shared", .doc = "dedicated, host or another word"),
    FIELD(gpucost_saving, plan, GPUCOST_FIELD_TEXT, .fallback = "the usual one", .doc = "kind of the term"),
    FIELD(gpucost_saving, term, GPUCOST_FIELD_CHOICE, .choices = TERM_CHOICES, .doc = "what is bought"),
    FIELD(gpucost_saving, payment, GPUCOST_FIELD_CHOICE, .choices = "none|partial|all",
          .doc = "how much of a commitment is paid at its start"),
    FIELD(gpucost_saving, term_hours, GPUCOST_FIELD_U64, .unit = "h", .fallback = "no commitment",
          .doc = "length of the commitment"),
    PRICE_OF(gpucost_saving, effective, "effective price of the term"),
    PRICE_OF(gpucost_saving, on_demand, "price on demand"),
    FIELD(gpucost_saving, saving, GPUCOST_FIELD_F64,
          .doc = "share of the on-demand price that is saved; below 0: dearer"),
    FIELD(gpucost_saving, break_even_use, GPUCOST_FIELD_F64, .fallback = "no commitment",
          .doc = "share of the hours from which the commitment is cheaper"),
    FIELD(gpucost_saving, currency, GPUCOST_FIELD_TEXT, .doc = "ISO 4217 code"),
};
const gpucost_struct gpucost__saving_table = STRUCT_TABLE(gpucost_saving, saving_fields, "A term against on demand");
