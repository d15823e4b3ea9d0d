#include "backtest/backtest_table.h"

static const gpucost_field options_fields[] = {
    FIELD_SIZE(gpucost_backtest_options),
    FIELD(gpucost_backtest_options, split_hour, GPUCOST_FIELD_U64, .unit = "h", .least = "1", .most = "1000000",
          .doc = "first hour that is paid; what is before it is history"),
    FIELD(gpucost_backtest_options, step_hours, GPUCOST_FIELD_U64, .unit = "h", .least = "1", .most = "1000000",
          .doc = "hours from one forecast and plan to the next; 0: one plan"),
    FIELD(gpucost_backtest_options, rule_commitment, GPUCOST_FIELD_U64,
          .doc = "the one that the break-even rule buys, from 0"),
    FIELD(gpucost_backtest_options, thresholds, GPUCOST_FIELD_U64, .fallback = "100", .least = "1", .most = "10000",
          .doc = "of the randomised rule"),
    FIELD(gpucost_backtest_options, paths, GPUCOST_FIELD_U64, .fallback = "50", .least = "1", .most = "1000",
          .doc = "of the forecast, planned for"),
    FIELD(gpucost_backtest_options, seed, GPUCOST_FIELD_U64, .doc = "of the paths"),
    FIELD(gpucost_backtest_options, tail_weight, GPUCOST_FIELD_F64, .least = "0", .most = "1",
          .doc = "share of the worst cases in what the plan minimises"),
    FIELD(gpucost_backtest_options, plan_for, GPUCOST_FIELD_CHOICE, .choices = "scenarios|expected",
          .doc = "what the plan is made for: paths of the forecast, or its expected values"),
    FIELD(gpucost_backtest_options, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
};

static const gpucost_field row_fields[] = {
    FIELD_SIZE(gpucost_backtest_row),
    FIELD(gpucost_backtest_row, policy, GPUCOST_FIELD_CHOICE,
          .choices = "forecast|online|randomised|on_demand|hindsight", .doc = "way to buy"),
    FIELD(gpucost_backtest_row, optimal, GPUCOST_FIELD_FLAG, .doc = "its cost is proven the least"),
    FIELD(gpucost_backtest_row, plans, GPUCOST_FIELD_U64, .doc = "forecasts and plans made"),
    FIELD(gpucost_backtest_row, purchases, GPUCOST_FIELD_U64, .unit = "units", .doc = "bought over all dates"),
    FIELD(gpucost_backtest_row, ratio, GPUCOST_FIELD_F64, .doc = "cost over that of hindsight; 0 when that is 0"),
    FIELD(gpucost_backtest_row, bound, GPUCOST_FIELD_F64,
          .doc = "the ratio is never above it, whatever the demand; 0: nothing is proven"),
    FIELD(gpucost_backtest_row, cost, GPUCOST_FIELD_MONEY, .doc = "of purchases, spot and on demand"),
    FIELD(gpucost_backtest_row, regret, GPUCOST_FIELD_MONEY, .doc = "cost less that of hindsight"),
};

const gpucost_struct gpucost__backtest_options_table =
    STRUCT_TABLE(gpucost_backtest_options, options_fields, "How to try ways to buy on a known demand.");
const gpucost_struct gpucost__backtest_row_table =
    STRUCT_TABLE(gpucost_backtest_row, row_fields, "What one way to buy would have paid.");
