#include "risk/risk_table.h"

static const gpucost_field options_fields[] = {
    FIELD_SIZE(gpucost_risk_options),
    FIELD(gpucost_risk_options, tail_weight, GPUCOST_FIELD_F64, .least = "0", .most = "1",
          .doc = "share of the worst cases in what is minimised: 0 is the mean alone"),
    FIELD(gpucost_risk_options, confidence, GPUCOST_FIELD_F64, .fallback = "0.95", .least = "0.000001",
          .most = "0.999999", .doc = "CVaR is the mean of the worst 1 - confidence"),
    FIELD(gpucost_risk_options, rounds, GPUCOST_FIELD_U64, .fallback = "400", .least = "1", .most = "100000",
          .doc = "most weights of the scenarios to try"),
};

static const gpucost_field summary_fields[] = {
    FIELD_SIZE(gpucost_risk_summary),
    FIELD(gpucost_risk_summary, scenarios, GPUCOST_FIELD_U64, .doc = "demands planned for"),
    FIELD(gpucost_risk_summary, purchases, GPUCOST_FIELD_U64, .doc = "rows of the calendar"),
    FIELD(gpucost_risk_summary, rounds, GPUCOST_FIELD_U64, .doc = "weights of the scenarios tried"),
    FIELD(gpucost_risk_summary, optimal, GPUCOST_FIELD_FLAG, .doc = "proven: no plan in whole units is better"),
    FIELD(gpucost_risk_summary, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
    FIELD(gpucost_risk_summary, objective, GPUCOST_FIELD_MONEY, .doc = "(1 - w) x mean + w x CVaR"),
    FIELD(gpucost_risk_summary, bound, GPUCOST_FIELD_MONEY, .doc = "no plan can have less"),
    FIELD(gpucost_risk_summary, gap, GPUCOST_FIELD_MONEY, .doc = "objective less bound; 0 when optimal"),
    FIELD(gpucost_risk_summary, mean, GPUCOST_FIELD_MONEY, .doc = "mean cost"),
    FIELD(gpucost_risk_summary, cvar, GPUCOST_FIELD_MONEY, .doc = "mean cost of the worst 1 - confidence"),
    FIELD(gpucost_risk_summary, quantile, GPUCOST_FIELD_MONEY, .doc = "cost not exceeded with that confidence"),
    FIELD(gpucost_risk_summary, worst, GPUCOST_FIELD_MONEY, .doc = "largest cost"),
    FIELD(gpucost_risk_summary, committed_cost, GPUCOST_FIELD_MONEY, .doc = "of the purchases, in every scenario"),
    FIELD(gpucost_risk_summary, foresight, GPUCOST_FIELD_MONEY,
          .doc = "mean of the least costs had each demand been known"),
};

static const gpucost_field scenario_fields[] = {
    FIELD_SIZE(gpucost_risk_scenario),
    FIELD(gpucost_risk_scenario, probability, GPUCOST_FIELD_F64, .doc = "its share of the weights"),
    FIELD(gpucost_risk_scenario, worst_weight, GPUCOST_FIELD_F64, .doc = "its share of the objective"),
    FIELD(gpucost_risk_scenario, cost, GPUCOST_FIELD_MONEY, .doc = "cost under the plan"),
    FIELD(gpucost_risk_scenario, foresight, GPUCOST_FIELD_MONEY, .doc = "the least had its demand been known"),
};

const gpucost_struct gpucost__risk_options_table =
    STRUCT_TABLE(gpucost_risk_options, options_fields, "What to minimise when the demand is uncertain.");
const gpucost_struct gpucost__risk_summary_table =
    STRUCT_TABLE(gpucost_risk_summary, summary_fields, "A plan for uncertain demand.");
const gpucost_struct gpucost__risk_scenario_table =
    STRUCT_TABLE(gpucost_risk_scenario, scenario_fields, "One scenario under a plan.");
