#include "forecast/forecast_table.h"

static const gpucost_field options_fields[] = {
    FIELD_SIZE(gpucost_forecast_options),
    FIELD(gpucost_forecast_options, horizon_hours, GPUCOST_FIELD_U64, .unit = "h", .fallback = "720", .least = "1",
          .most = "87600", .doc = "hours to forecast"),
    FIELD(gpucost_forecast_options, origins, GPUCOST_FIELD_U64, .fallback = "8", .least = "2", .most = "100",
          .doc = "most points in the past from which it is tried"),
    FIELD(gpucost_forecast_options, paths, GPUCOST_FIELD_U64, .fallback = "200", .least = "1", .most = "1000",
          .doc = "demands to draw"),
    FIELD(gpucost_forecast_options, block_hours, GPUCOST_FIELD_U64, .unit = "h", .fallback = "168", .least = "1",
          .most = "87600", .doc = "hours of residuals that stay together in a path"),
    FIELD(gpucost_forecast_options, seed, GPUCOST_FIELD_U64, .doc = "of the paths"),
    FIELD(gpucost_forecast_options, confidence, GPUCOST_FIELD_F64, .fallback = "0.8", .least = "0.01", .most = "0.99",
          .doc = "share of hours that the band should hold"),
    FIELD(gpucost_forecast_options, draws, GPUCOST_FIELD_CHOICE, .choices = "quasi|random",
          .doc = "where the random numbers of paths come from"),
    FIELD(gpucost_forecast_options, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
};

static const gpucost_field summary_fields[] = {
    FIELD_SIZE(gpucost_forecast_summary),
    FIELD(gpucost_forecast_summary, hours, GPUCOST_FIELD_U64, .unit = "h", .doc = "of history"),
    FIELD(gpucost_forecast_summary, missing_hours, GPUCOST_FIELD_U64, .unit = "h", .doc = "of these, without a value"),
    FIELD(gpucost_forecast_summary, horizon_hours, GPUCOST_FIELD_U64, .unit = "h", .doc = "forecast"),
    FIELD(gpucost_forecast_summary, season_hours, GPUCOST_FIELD_U64, .unit = "h", .doc = "longest season used"),
    FIELD(gpucost_forecast_summary, origins, GPUCOST_FIELD_U64, .doc = "points in the past from which it was tried"),
    FIELD(gpucost_forecast_summary, tested_hours, GPUCOST_FIELD_U64, .unit = "h", .doc = "hours forecast from them"),
    FIELD(gpucost_forecast_summary, regression_weight, GPUCOST_FIELD_F64, .doc = "share of the robust regression"),
    FIELD(gpucost_forecast_summary, smoothing_weight, GPUCOST_FIELD_F64, .doc = "share of damped Holt-Winters"),
    FIELD(gpucost_forecast_summary, seasonal_weight, GPUCOST_FIELD_F64, .doc = "share of the last season repeated"),
    FIELD(gpucost_forecast_summary, mase, GPUCOST_FIELD_F64,
          .doc = "mean absolute error over that of the last season repeated"),
    FIELD(gpucost_forecast_summary, pinball, GPUCOST_FIELD_F64, .unit = "devices",
          .doc = "mean pinball loss over the quantiles 0.1 to 0.9"),
    FIELD(gpucost_forecast_summary, pinball_seasonal, GPUCOST_FIELD_F64, .unit = "devices",
          .doc = "the same of the last season repeated"),
    FIELD(gpucost_forecast_summary, pinball_last, GPUCOST_FIELD_F64, .unit = "devices",
          .doc = "the same of the last value repeated"),
    FIELD(gpucost_forecast_summary, coverage, GPUCOST_FIELD_F64, .doc = "share of tested hours inside the band"),
};

static const gpucost_field hour_fields[] = {
    FIELD_SIZE(gpucost_forecast_hour),
    FIELD(gpucost_forecast_hour, hour, GPUCOST_FIELD_U64, .unit = "h", .doc = "after the history, from 0"),
    FIELD(gpucost_forecast_hour, expected, GPUCOST_FIELD_F64, .unit = "devices", .doc = "forecast"),
    FIELD(gpucost_forecast_hour, low, GPUCOST_FIELD_F64, .unit = "devices", .doc = "lower end of the band"),
    FIELD(gpucost_forecast_hour, high, GPUCOST_FIELD_F64, .unit = "devices", .doc = "upper end of the band"),
};

static const gpucost_field profile_fields[] = {
    FIELD_SIZE(gpucost_forecast_profile),
    FIELD(gpucost_forecast_profile, hours, GPUCOST_FIELD_U64, .unit = "h", .doc = "of the series"),
    FIELD(gpucost_forecast_profile, missing_hours, GPUCOST_FIELD_U64, .unit = "h", .doc = "without a value"),
    FIELD(gpucost_forecast_profile, gaps, GPUCOST_FIELD_U64, .doc = "runs of hours without a value"),
    FIELD(gpucost_forecast_profile, peak, GPUCOST_FIELD_F64, .unit = "devices", .doc = "largest value"),
    FIELD(gpucost_forecast_profile, mean, GPUCOST_FIELD_F64, .unit = "devices", .doc = "mean"),
    FIELD(gpucost_forecast_profile, median, GPUCOST_FIELD_F64, .unit = "devices", .doc = "median"),
    FIELD(gpucost_forecast_profile, base, GPUCOST_FIELD_F64, .unit = "devices", .doc = "reached in 95 % of the hours"),
    FIELD(gpucost_forecast_profile, load_factor, GPUCOST_FIELD_F64, .doc = "mean over peak"),
    FIELD(gpucost_forecast_profile, day_share, GPUCOST_FIELD_F64,
          .doc = "share of the variance explained by the hour of the day"),
    FIELD(gpucost_forecast_profile, week_share, GPUCOST_FIELD_F64,
          .doc = "share explained by the hour of the week; 0 below two weeks"),
    FIELD(gpucost_forecast_profile, trend_share, GPUCOST_FIELD_F64, .doc = "share explained by a straight line"),
};

const gpucost_struct gpucost__forecast_options_table =
    STRUCT_TABLE(gpucost_forecast_options, options_fields, "How to forecast demand.");
const gpucost_struct gpucost__forecast_summary_table =
    STRUCT_TABLE(gpucost_forecast_summary, summary_fields, "A forecast, and how good it was when tried on the past.");
const gpucost_struct gpucost__forecast_hour_table =
    STRUCT_TABLE(gpucost_forecast_hour, hour_fields, "One hour of a forecast.");
const gpucost_struct gpucost__forecast_profile_table =
    STRUCT_TABLE(gpucost_forecast_profile, profile_fields, "A series of demand in a few numbers.");
