#include "sensitivity/sensitivity_table.h"

static const gpucost_field range_fields[] = {
    FIELD_SIZE(gpucost_price_range),
    FIELD(gpucost_price_range, name, GPUCOST_FIELD_TEXT, .doc = "the commitment's name, or on_demand"),
    FIELD(gpucost_price_range, fall, GPUCOST_FIELD_MONEY,
          .doc = "most that a purchase, or an hour on demand, may cost less"),
    FIELD(gpucost_price_range, rise, GPUCOST_FIELD_MONEY, .doc = "most that it may cost more"),
    FIELD(gpucost_price_range, fall_limited, GPUCOST_FIELD_FLAG, .doc = "below that another plan is cheaper"),
    FIELD(gpucost_price_range, rise_limited, GPUCOST_FIELD_FLAG, .doc = "above that another plan is cheaper"),
    FIELD(gpucost_price_range, solutions, GPUCOST_FIELD_U64, .doc = "schedules that were solved to find it"),
};

static const gpucost_field effect_fields[] = {
    FIELD_SIZE(gpucost_demand_effect),
    FIELD(gpucost_demand_effect, scale, GPUCOST_FIELD_F64, .doc = "of the demand"),
    FIELD(gpucost_demand_effect, coverage, GPUCOST_FIELD_F64, .doc = "of that demand by held units and the plan"),
    FIELD(gpucost_demand_effect, utilisation, GPUCOST_FIELD_F64, .doc = "of the plan"),
    FIELD(gpucost_demand_effect, kept, GPUCOST_FIELD_MONEY, .doc = "cost of the plan"),
    FIELD(gpucost_demand_effect, best, GPUCOST_FIELD_MONEY, .doc = "cost of the best plan for that demand"),
    FIELD(gpucost_demand_effect, regret, GPUCOST_FIELD_MONEY, .doc = "kept less best"),
    FIELD(gpucost_demand_effect, all_on_demand, GPUCOST_FIELD_MONEY, .doc = "with neither purchases nor spot"),
};

static const gpucost_field value_fields[] = {
    FIELD_SIZE(gpucost_unit_value),
    FIELD(gpucost_unit_value, unit, GPUCOST_FIELD_U64, .doc = "number in its purchase, from 1"),
    FIELD(gpucost_unit_value, bought, GPUCOST_FIELD_U64, .unit = "units", .doc = "units of the purchase"),
    FIELD(gpucost_unit_value, used_hours, GPUCOST_FIELD_U64, .unit = "h", .doc = "hours of its term in use"),
    FIELD(gpucost_unit_value, utilisation, GPUCOST_FIELD_F64, .doc = "of its hours inside the horizon"),
    FIELD(gpucost_unit_value, saves, GPUCOST_FIELD_MONEY, .doc = "on spot and on demand"),
    FIELD(gpucost_unit_value, cost, GPUCOST_FIELD_MONEY, .doc = "of the unit"),
    FIELD(gpucost_unit_value, earns, GPUCOST_FIELD_MONEY, .doc = "saves less cost"),
};

const gpucost_struct gpucost__price_range_table =
    STRUCT_TABLE(gpucost_price_range, range_fields, "How far a price may move with the plan still the cheapest.");
const gpucost_struct gpucost__demand_effect_table =
    STRUCT_TABLE(gpucost_demand_effect, effect_fields, "A plan under another demand.");
const gpucost_struct gpucost__unit_value_table =
    STRUCT_TABLE(gpucost_unit_value, value_fields, "What one unit of a purchase earns.");
