#include "savings/savings_table.h"

static const gpucost_field kind_fields[] = {
    FIELD_SIZE(gpucost_usage_kind),
    FIELD(gpucost_usage_kind, name, GPUCOST_FIELD_TEXT, .doc = "name for the reader"),
    FIELD_PRICE(gpucost_usage_kind, on_demand, .unit = "currency/h", .least = "0.000000001",
          .doc = "price of a unit on demand"),
    FIELD_PRICE(gpucost_usage_kind, instance, .unit = "currency/h", .fallback = "does not apply",
          .least = "0.000000001", .doc = "rate under the plan of one family"),
    FIELD_PRICE(gpucost_usage_kind, compute, .unit = "currency/h", .fallback = "does not apply",
          .least = "0.000000001", .doc = "rate under the plan for everything"),
    FIELD(gpucost_usage_kind, reserved_units, GPUCOST_FIELD_U64, .unit = "units", .most = "1000000000000",
          .doc = "served by reservations before any plan"),
};

static const gpucost_field plan_fields[] = {
    FIELD_SIZE(gpucost_savings_plan),
    FIELD(gpucost_savings_plan, currency, GPUCOST_FIELD_TEXT, .doc = "ISO 4217 code of every price"),
    FIELD_PRICE(gpucost_savings_plan, instance, .unit = "currency/h", .least = "0",
          .doc = "committed to the plan of one family"),
    FIELD_PRICE(gpucost_savings_plan, compute, .unit = "currency/h", .least = "0",
          .doc = "committed to the plan for everything"),
};

static const gpucost_field bill_fields[] = {
    FIELD_SIZE(gpucost_savings_bill),
    FIELD(gpucost_savings_bill, utilisation, GPUCOST_FIELD_F64, .doc = "commitment used over commitment paid"),
    FIELD(gpucost_savings_bill, coverage, GPUCOST_FIELD_F64,
          .doc = "usage that plans serve over usage that they could"),
    FIELD(gpucost_savings_bill, effective_savings, GPUCOST_FIELD_F64,
          .doc = "share of the on-demand bill that is saved"),
    FIELD(gpucost_savings_bill, return_on_commitment, GPUCOST_FIELD_F64,
          .doc = "what the plans served at on-demand prices over what they cost, less 1"),
    FIELD(gpucost_savings_bill, cost, GPUCOST_FIELD_MONEY, .doc = "committed and on demand"),
    FIELD(gpucost_savings_bill, committed, GPUCOST_FIELD_MONEY, .doc = "cost of the plans"),
    FIELD(gpucost_savings_bill, unused, GPUCOST_FIELD_MONEY, .doc = "part of it that was lost"),
    FIELD(gpucost_savings_bill, on_demand, GPUCOST_FIELD_MONEY, .doc = "usage that no plan serves"),
    FIELD(gpucost_savings_bill, all_on_demand, GPUCOST_FIELD_MONEY, .doc = "the same usage without a plan"),
    FIELD(gpucost_savings_bill, coverage_defined, GPUCOST_FIELD_FLAG, .doc = "a plan applies to some usage"),
    FIELD(gpucost_savings_bill, utilisation_defined, GPUCOST_FIELD_FLAG, .doc = "something is committed"),
    FIELD(gpucost_savings_bill, savings_defined, GPUCOST_FIELD_FLAG, .doc = "there is usage"),
    FIELD(gpucost_savings_bill, return_defined, GPUCOST_FIELD_FLAG, .doc = "something is committed"),
};

static const gpucost_field tier_fields[] = {
    FIELD_SIZE(gpucost_volume_tier),
    FIELD_PRICE(gpucost_volume_tier, threshold, .unit = "currency", .least = "0",
          .doc = "list value from which it holds"),
    FIELD(gpucost_volume_tier, discount, GPUCOST_FIELD_F64, .least = "0", .most = "1",
          .doc = "share taken off the part of the list value above the threshold"),
};

static const gpucost_field choice_fields[] = {
    FIELD_SIZE(gpucost_volume_choice),
    FIELD(gpucost_volume_choice, units, GPUCOST_FIELD_U64, .unit = "units", .doc = "committed for the whole horizon"),
    FIELD(gpucost_volume_choice, cost, GPUCOST_FIELD_MONEY, .doc = "committed and on demand"),
    FIELD(gpucost_volume_choice, committed, GPUCOST_FIELD_MONEY, .doc = "of the units, after discounts"),
    FIELD(gpucost_volume_choice, list_value, GPUCOST_FIELD_MONEY, .doc = "of the units, before discounts"),
    FIELD(gpucost_volume_choice, all_on_demand, GPUCOST_FIELD_MONEY, .doc = "without any units"),
};

static const gpucost_field volume_plan_fields[] = {
    FIELD_SIZE(gpucost_volume_plan),
    FIELD(gpucost_volume_plan, optimal, GPUCOST_FIELD_FLAG, .doc = "the cost equals the bound"),
    FIELD(gpucost_volume_plan, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
    FIELD(gpucost_volume_plan, solutions, GPUCOST_FIELD_U64, .doc = "schedules that were solved to find it"),
    FIELD(gpucost_volume_plan, cost, GPUCOST_FIELD_MONEY, .doc = "of the plan after discounts"),
    FIELD(gpucost_volume_plan, bound, GPUCOST_FIELD_MONEY, .doc = "no plan can cost less"),
    FIELD(gpucost_volume_plan, gap, GPUCOST_FIELD_MONEY, .doc = "cost less bound"),
    FIELD(gpucost_volume_plan, list_value, GPUCOST_FIELD_MONEY, .doc = "of all purchases before discounts"),
    FIELD(gpucost_volume_plan, discount, GPUCOST_FIELD_MONEY, .doc = "taken off it"),
};

static const gpucost_field resource_fields[] = {
    FIELD_SIZE(gpucost_resource),
    FIELD(gpucost_resource, name, GPUCOST_FIELD_TEXT, .doc = "name for the reader, such as vcpu or memory_gb"),
    FIELD_PRICE(gpucost_resource, on_demand, .unit = "currency/h", .least = "0.000000001",
                .doc = "price of a unit on demand"),
    FIELD_PRICE(gpucost_resource, committed, .unit = "currency/h", .least = "0.000000001",
                .doc = "price of a committed unit, used or not"),
    FIELD(gpucost_resource, committed_units, GPUCOST_FIELD_U64, .unit = "units", .most = "4611686018427387904",
          .doc = "units committed"),
};

static const gpucost_field scoped_fields[] = {
    FIELD_SIZE(gpucost_scoped_reservation),
    FIELD(gpucost_scoped_reservation, name, GPUCOST_FIELD_TEXT, .doc = "name for the reader"),
    FIELD(gpucost_scoped_reservation, scope, GPUCOST_FIELD_CHOICE, .choices = "group|subscription|shared",
          .doc = "whose use it may serve"),
    FIELD(gpucost_scoped_reservation, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
    FIELD(gpucost_scoped_reservation, place, GPUCOST_FIELD_U64, .most = "4294967295",
          .doc = "number of the resource group or of the subscription"),
    FIELD(gpucost_scoped_reservation, units, GPUCOST_FIELD_U64, .unit = "units", .most = "2147483647",
          .doc = "units reserved"),
    FIELD_PRICE(gpucost_scoped_reservation, hourly, .unit = "currency/h", .least = "0",
                .doc = "price of a unit, used or not"),
};

const gpucost_struct gpucost__usage_kind_table =
    STRUCT_TABLE(gpucost_usage_kind, kind_fields, "One kind of usage and its rates.");
const gpucost_struct gpucost__savings_plan_table =
    STRUCT_TABLE(gpucost_savings_plan, plan_fields, "What is committed to savings plans.");
const gpucost_struct gpucost__savings_bill_table =
    STRUCT_TABLE(gpucost_savings_bill, bill_fields, "What usage costs under savings plans.");
const gpucost_struct gpucost__volume_tier_table =
    STRUCT_TABLE(gpucost_volume_tier, tier_fields, "A discount by volume.");
const gpucost_struct gpucost__volume_choice_table =
    STRUCT_TABLE(gpucost_volume_choice, choice_fields, "The best number of units under volume discounts.");
const gpucost_struct gpucost__volume_plan_table =
    STRUCT_TABLE(gpucost_volume_plan, volume_plan_fields, "Purchases by date under volume discounts.");
const gpucost_struct gpucost__resource_table = STRUCT_TABLE(
    gpucost_resource, resource_fields, "A resource that machines are made of, and what is committed of it.");
const gpucost_struct gpucost__scoped_reservation_table =
    STRUCT_TABLE(gpucost_scoped_reservation, scoped_fields, "Reserved units that serve one scope.");
