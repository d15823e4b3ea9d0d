#include "risk/risk_table.h"

static const gpucost_field options_fields[] = {
    FIELD_SIZE(gpucost_risk_options),
    FIELD(gpucost_risk_options, tail_weight, GPUCOST_FIELD_F64, .least = "0", .most = "1",
          .doc = "share of the worst cases in what is minimised: 0 is the mean alone"),
    FIELD(gpucost_risk_options, confidence, GPUCOST_FIELD_F64, .fallback = "0.95", .least = "0.000001",
          .most = "0.999999", .doc = "CVaR is the mean of the worst 1 - confidence"),
    FIELD(gpucost_risk_options, rounds, GPUCOST_FIELD_U64, .fallback = "400", .least = "1", .most = "100000",
          .doc = "most weights of the scenarios to try"),
    FIELD(gpucost_risk_options, reveal_hour, GPUCOST_FIELD_U64, .unit = "h", .most = "1000000",
          .doc = "hour by which it is clear which scenario came true; 0: never"),
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
    FIELD(gpucost_risk_summary, replanned, GPUCOST_FIELD_MONEY,
          .doc = "mean cost when purchases from reveal_hour on are chosen for the demand that came"),
};

static const gpucost_field scenario_fields[] = {
    FIELD_SIZE(gpucost_risk_scenario),
    FIELD(gpucost_risk_scenario, probability, GPUCOST_FIELD_F64, .doc = "its share of the weights"),
    FIELD(gpucost_risk_scenario, worst_weight, GPUCOST_FIELD_F64, .doc = "its share of the objective"),
    FIELD(gpucost_risk_scenario, cost, GPUCOST_FIELD_MONEY, .doc = "cost under the plan"),
    FIELD(gpucost_risk_scenario, foresight, GPUCOST_FIELD_MONEY, .doc = "the least had its demand been known"),
};

static const gpucost_field point_fields[] = {
    FIELD_SIZE(gpucost_risk_point),
    FIELD(gpucost_risk_point, tail_weight, GPUCOST_FIELD_F64,
          .doc = "least weight of the worst cases from which it is the best"),
    FIELD(gpucost_risk_point, optimal, GPUCOST_FIELD_FLAG, .doc = "proven where it was found"),
    FIELD(gpucost_risk_point, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
    FIELD(gpucost_risk_point, mean, GPUCOST_FIELD_MONEY, .doc = "mean cost"),
    FIELD(gpucost_risk_point, cvar, GPUCOST_FIELD_MONEY, .doc = "mean cost of the worst 1 - confidence"),
    FIELD(gpucost_risk_point, worst, GPUCOST_FIELD_MONEY, .doc = "largest cost"),
    FIELD(gpucost_risk_point, committed_cost, GPUCOST_FIELD_MONEY, .doc = "of the purchases"),
};

static const gpucost_field sample_fields[] = {
    FIELD_SIZE(gpucost_risk_sample),
    FIELD(gpucost_risk_sample, probability, GPUCOST_FIELD_F64, .least = "0.000001", .most = "0.999999",
          .doc = "of the quantile; for a commitment its discount"),
    FIELD(gpucost_risk_sample, confidence, GPUCOST_FIELD_F64, .fallback = "0.95", .least = "0.000001",
          .most = "0.999999", .doc = "that the interval holds the true quantile"),
    FIELD(gpucost_risk_sample, block, GPUCOST_FIELD_U64, .fallback = "1", .least = "1", .most = "1000000",
          .doc = "draws next to each other that depend on each other"),
};

static const gpucost_field quantile_fields[] = {
    FIELD_SIZE(gpucost_risk_quantile),
    FIELD(gpucost_risk_quantile, value, GPUCOST_FIELD_F64,
          .doc = "least draw that the share of the quantile does not exceed"),
    FIELD(gpucost_risk_quantile, low, GPUCOST_FIELD_F64, .doc = "the true quantile is not below"),
    FIELD(gpucost_risk_quantile, high, GPUCOST_FIELD_F64, .doc = "nor above"),
    FIELD(gpucost_risk_quantile, band, GPUCOST_FIELD_F64,
          .doc = "most that the true distribution is away from the sample's"),
    FIELD(gpucost_risk_quantile, independent, GPUCOST_FIELD_U64, .doc = "draws counted as independent"),
    FIELD(gpucost_risk_quantile, low_open, GPUCOST_FIELD_FLAG, .doc = "the sample is too small for a lower end"),
    FIELD(gpucost_risk_quantile, high_open, GPUCOST_FIELD_FLAG, .doc = "too small for an upper end"),
};

static const gpucost_field gap_options_fields[] = {
    FIELD_SIZE(gpucost_risk_gap_options),
    FIELD(gpucost_risk_gap_options, batches, GPUCOST_FIELD_U64, .fallback = "10", .least = "2", .most = "500",
          .doc = "parts into which the scenarios are split"),
    FIELD(gpucost_risk_gap_options, confidence, GPUCOST_FIELD_F64, .fallback = "0.95", .least = "0.5",
          .most = "0.999999", .doc = "of the upper end"),
};

static const gpucost_field gap_fields[] = {
    FIELD_SIZE(gpucost_risk_gap),
    FIELD(gpucost_risk_gap, batches, GPUCOST_FIELD_U64, .doc = "parts into which the scenarios were split"),
    FIELD(gpucost_risk_gap, batch_size, GPUCOST_FIELD_U64, .doc = "scenarios in each"),
    FIELD(gpucost_risk_gap, plan_cost, GPUCOST_FIELD_MONEY, .doc = "mean cost of the plan over the batches"),
    FIELD(gpucost_risk_gap, best_cost, GPUCOST_FIELD_MONEY, .doc = "mean of the least costs of the batches"),
    FIELD(gpucost_risk_gap, gap, GPUCOST_FIELD_MONEY, .doc = "plan_cost less best_cost"),
    FIELD(gpucost_risk_gap, error, GPUCOST_FIELD_MONEY, .doc = "standard error of the gap"),
    FIELD(gpucost_risk_gap, gap_high, GPUCOST_FIELD_MONEY, .doc = "with the confidence the plan's true gap is no more"),
};

const gpucost_struct gpucost__risk_options_table =
    STRUCT_TABLE(gpucost_risk_options, options_fields, "What to minimise when the demand is uncertain.");
const gpucost_struct gpucost__risk_summary_table =
    STRUCT_TABLE(gpucost_risk_summary, summary_fields, "A plan for uncertain demand.");
const gpucost_struct gpucost__risk_scenario_table =
    STRUCT_TABLE(gpucost_risk_scenario, scenario_fields, "One scenario under a plan.");
const gpucost_struct gpucost__risk_point_table =
    STRUCT_TABLE(gpucost_risk_point, point_fields, "A plan that is best for some weight of the worst cases.");
const gpucost_struct gpucost__risk_sample_table =
    STRUCT_TABLE(gpucost_risk_sample, sample_fields, "Which quantile of a sample, and how sure to be.");
const gpucost_struct gpucost__risk_quantile_table =
    STRUCT_TABLE(gpucost_risk_quantile, quantile_fields, "A quantile of a sample with its interval.");
const gpucost_struct gpucost__risk_gap_options_table =
    STRUCT_TABLE(gpucost_risk_gap_options, gap_options_fields, "How to split scenarios into batches.");
const gpucost_struct gpucost__risk_gap_table =
    STRUCT_TABLE(gpucost_risk_gap, gap_fields, "How far a plan may be from the best.");
