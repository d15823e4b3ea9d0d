#include "schedule/schedule_table.h"

static const gpucost_field summary_fields[] = {
    FIELD_SIZE(gpucost_schedule_summary),
    FIELD(gpucost_schedule_summary, hours, GPUCOST_FIELD_U64, .unit = "h", .doc = "horizon"),
    FIELD(gpucost_schedule_summary, peak_units, GPUCOST_FIELD_U64, .unit = "units", .doc = "largest demand"),
    FIELD(gpucost_schedule_summary, peak_committed, GPUCOST_FIELD_U64, .unit = "units",
          .doc = "most units bought and running at once"),
    FIELD(gpucost_schedule_summary, purchases, GPUCOST_FIELD_U64, .doc = "rows of the calendar"),
    FIELD(gpucost_schedule_summary, choices, GPUCOST_FIELD_U64,
          .doc = "pairs of a commitment and a date that were weighed"),
    FIELD(gpucost_schedule_summary, optimal, GPUCOST_FIELD_FLAG, .doc = "the cost equals the bound"),
    FIELD(gpucost_schedule_summary, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
    FIELD(gpucost_schedule_summary, demand_hours, GPUCOST_FIELD_F64, .unit = "h", .doc = "unit-hours demanded"),
    FIELD(gpucost_schedule_summary, coverage, GPUCOST_FIELD_F64,
          .doc = "unit-hours served by commitments, held or bought, over those demanded"),
    FIELD(gpucost_schedule_summary, utilisation, GPUCOST_FIELD_F64,
          .doc = "unit-hours used of what was bought over those paid"),
    FIELD(gpucost_schedule_summary, effective_savings, GPUCOST_FIELD_F64,
          .doc = "share of the on-demand bill that is saved"),
    FIELD(gpucost_schedule_summary, return_on_commitment, GPUCOST_FIELD_F64,
          .doc = "what the purchases saved over what they cost, less 1"),
    FIELD(gpucost_schedule_summary, cost, GPUCOST_FIELD_MONEY, .doc = "least cost"),
    FIELD(gpucost_schedule_summary, bound, GPUCOST_FIELD_MONEY, .doc = "no plan can cost less"),
    FIELD(gpucost_schedule_summary, all_on_demand, GPUCOST_FIELD_MONEY,
          .doc = "cost of what is not held with neither purchases nor spot"),
    FIELD(gpucost_schedule_summary, committed_cost, GPUCOST_FIELD_MONEY, .doc = "of all purchases, less their salvage"),
    FIELD(gpucost_schedule_summary, coverage_defined, GPUCOST_FIELD_FLAG, .doc = "something is demanded"),
    FIELD(gpucost_schedule_summary, utilisation_defined, GPUCOST_FIELD_FLAG, .doc = "something is bought"),
    FIELD(gpucost_schedule_summary, savings_defined, GPUCOST_FIELD_FLAG, .doc = "all on demand costs something"),
    FIELD(gpucost_schedule_summary, return_defined, GPUCOST_FIELD_FLAG, .doc = "something is bought"),
};

static const gpucost_field hour_fields[] = {
    FIELD_SIZE(gpucost_schedule_hour),
    FIELD(gpucost_schedule_hour, hour, GPUCOST_FIELD_U64, .unit = "h", .doc = "hour from 0"),
    FIELD(gpucost_schedule_hour, demand, GPUCOST_FIELD_U64, .unit = "units", .doc = "demanded"),
    FIELD(gpucost_schedule_hour, held_used, GPUCOST_FIELD_U64, .unit = "units",
          .doc = "served by what was held before"),
    FIELD(gpucost_schedule_hour, committed, GPUCOST_FIELD_U64, .unit = "units", .doc = "bought and running"),
    FIELD(gpucost_schedule_hour, committed_used, GPUCOST_FIELD_U64, .unit = "units", .doc = "of these, in use"),
    FIELD(gpucost_schedule_hour, spot, GPUCOST_FIELD_U64, .unit = "units", .doc = "on spot"),
    FIELD(gpucost_schedule_hour, on_demand, GPUCOST_FIELD_U64, .unit = "units", .doc = "on demand"),
    FIELD_PRICE(gpucost_schedule_hour, value, .unit = "currency/h",
                .doc = "what one more unit in this hour adds to the bill"),
    FIELD_PRICE(gpucost_schedule_hour, spot_rent, .unit = "currency/h", .doc = "what one more unit of spot would save"),
};

static const gpucost_field segment_fields[] = {
    FIELD_SIZE(gpucost_schedule_segment),
    FIELD(gpucost_schedule_segment, start_hour, GPUCOST_FIELD_U64, .unit = "h", .doc = "first hour"),
    FIELD(gpucost_schedule_segment, end_hour, GPUCOST_FIELD_U64, .unit = "h", .doc = "hour after the last"),
    FIELD(gpucost_schedule_segment, committed, GPUCOST_FIELD_U64, .unit = "units", .doc = "bought and running"),
    FIELD(gpucost_schedule_segment, value, GPUCOST_FIELD_MONEY, .doc = "sum of the values of its hours"),
};

static const gpucost_field month_fields[] = {
    FIELD_SIZE(gpucost_schedule_month),
    FIELD(gpucost_schedule_month, start_hour, GPUCOST_FIELD_U64, .unit = "h", .doc = "first hour"),
    FIELD(gpucost_schedule_month, end_hour, GPUCOST_FIELD_U64, .unit = "h",
          .doc = "hour after the last, in which it is billed"),
    FIELD(gpucost_schedule_month, upfront, GPUCOST_FIELD_MONEY, .doc = "paid for purchases in it"),
    FIELD(gpucost_schedule_month, fees, GPUCOST_FIELD_MONEY, .doc = "hourly fees of what runs"),
    FIELD(gpucost_schedule_month, settled, GPUCOST_FIELD_MONEY,
          .doc = "paid at the end of terms, less refunds and salvage"),
    FIELD(gpucost_schedule_month, usage, GPUCOST_FIELD_MONEY, .doc = "spot and on demand"),
    FIELD(gpucost_schedule_month, cash, GPUCOST_FIELD_MONEY, .doc = "all of it"),
    FIELD(gpucost_schedule_month, present_value, GPUCOST_FIELD_MONEY, .doc = "what it is worth at hour 0"),
};

const gpucost_struct gpucost__schedule_summary_table =
    STRUCT_TABLE(gpucost_schedule_summary, summary_fields, "Totals of a schedule.");
const gpucost_struct gpucost__schedule_hour_table =
    STRUCT_TABLE(gpucost_schedule_hour, hour_fields, "One hour of a schedule.");
const gpucost_struct gpucost__schedule_segment_table =
    STRUCT_TABLE(gpucost_schedule_segment, segment_fields, "The hours between two dates of a schedule.");
const gpucost_struct gpucost__schedule_month_table =
    STRUCT_TABLE(gpucost_schedule_month, month_fields, "What is paid in one month of a schedule.");
