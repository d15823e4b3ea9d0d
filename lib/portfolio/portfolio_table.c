#include "portfolio/portfolio_table.h"

static const gpucost_field commitment_fields[] = {
    FIELD_SIZE(gpucost_commitment),
    FIELD(gpucost_commitment, name, GPUCOST_FIELD_TEXT, .doc = "name for the reader, such as \"1 year no upfront\""),
    FIELD(gpucost_commitment, term_hours, GPUCOST_FIELD_U64, .unit = "h", .least = "1", .most = "1000000",
          .doc = "length of one purchase"),
    FIELD_PRICE(gpucost_commitment, upfront, .unit = "currency", .least = "0",
          .doc = "paid at each purchase, per unit"),
    FIELD_PRICE(gpucost_commitment, hourly, .unit = "currency/h", .least = "0",
          .doc = "paid in every hour of the term, used or not, per unit"),
    FIELD_PRICE(gpucost_commitment, usage, .unit = "currency/h", .least = "0",
          .doc = "paid in every hour used, per unit"),
    FIELD_PRICE(gpucost_commitment, salvage, .unit = "currency/h", .least = "0",
          .doc = "credited for every hour of the term left at the horizon, per unit; cases only"),
    FIELD(gpucost_commitment, first_hour, GPUCOST_FIELD_U64, .unit = "h", .most = "999999",
          .doc = "first hour in which it can be bought; cases only"),
    FIELD(gpucost_commitment, last_hour, GPUCOST_FIELD_U64, .unit = "h", .fallback = "the horizon's last",
          .most = "999999", .doc = "last hour in which it can be bought; cases only"),
    FIELD(gpucost_commitment, every_hours, GPUCOST_FIELD_U64, .unit = "h", .fallback = "1", .least = "1",
          .most = "1000000", .doc = "hours between dates of purchase; cases only"),
    FIELD(gpucost_commitment, unit_size, GPUCOST_FIELD_U64, .unit = "units", .fallback = "1", .least = "1",
          .most = "1024", .doc = "units in one purchase, whose price this is; cases only"),
    FIELD_PRICE(gpucost_commitment, closing, .unit = "currency", .least = "0",
          .doc = "paid when the term ends, per unit; cases only"),
    FIELD_PRICE(gpucost_commitment, refund, .unit = "currency", .least = "0",
          .doc = "given back when the term ends, per unit; cases only"),
};

static const gpucost_field exit_fields[] = {
    FIELD_SIZE(gpucost_exit),
    FIELD(gpucost_exit, first_hours, GPUCOST_FIELD_U64, .unit = "h", .fallback = "every_hours", .least = "1",
          .most = "1000000", .doc = "hours after the purchase in which it can be left first"),
    FIELD(gpucost_exit, every_hours, GPUCOST_FIELD_U64, .unit = "h", .fallback = "730", .least = "1", .most = "1000000",
          .doc = "hours between such dates; what is left of a term counts in whole steps of them"),
    FIELD(gpucost_exit, keep_hours, GPUCOST_FIELD_U64, .unit = "h", .fallback = "1", .least = "1", .most = "1000000",
          .doc = "least that must be left of the term"),
    FIELD(gpucost_exit, resale_share, GPUCOST_FIELD_F64, .least = "0", .most = "1",
          .doc = "share of the upfront price of what is left that a buyer pays, or the provider gives back"),
    FIELD(gpucost_exit, fee_share, GPUCOST_FIELD_F64, .least = "0", .most = "1",
          .doc = "share of it that the market keeps"),
    FIELD(gpucost_exit, penalty_share, GPUCOST_FIELD_F64, .least = "0", .most = "1",
          .doc = "share of what is left of upfront price and hourly fees that leaving costs"),
    FIELD_PRICE(gpucost_exit, penalty, .unit = "currency", .least = "0", .doc = "fixed fee of leaving, per unit"),
};

static const gpucost_field options_fields[] = {
    FIELD_SIZE(gpucost_portfolio_options),
    FIELD(gpucost_portfolio_options, currency, GPUCOST_FIELD_TEXT, .doc = "ISO 4217 code of every price"),
    FIELD_PRICE(gpucost_portfolio_options, on_demand, .unit = "currency/h",
          .least = "0.000000001", .doc = "price of a unit on demand"),
    FIELD_PRICE(gpucost_portfolio_options, spot, .unit = "currency/h", .fallback = "no spot",
          .least = "0.000000001", .doc = "price of a useful hour of a unit on spot"),
    FIELD(gpucost_portfolio_options, horizon_rule, GPUCOST_FIELD_CHOICE, .choices = "full|inside",
          .doc = "terms that run past the horizon: paid in full, or hourly fees inside it only"),
    FIELD(gpucost_portfolio_options, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
    FIELD(gpucost_portfolio_options, step_h, GPUCOST_FIELD_F64, .unit = "h", .fallback = "1", .least = "0.000001",
          .most = "10000", .doc = "length of one entry of the demand"),
    FIELD(gpucost_portfolio_options, spot_units, GPUCOST_FIELD_U64, .unit = "units", .fallback = "no limit",
          .least = "1", .most = "2147483647", .doc = "most units that spot can serve at once"),
    FIELD(gpucost_portfolio_options, discount_rate, GPUCOST_FIELD_F64, .least = "0", .most = "10",
          .doc = "what money is worth less after a year, as a share; cases only"),
    FIELD(gpucost_portfolio_options, billing_hours, GPUCOST_FIELD_U64, .unit = "h", .fallback = "730", .least = "1",
          .most = "1000000", .doc = "hours from one bill of fees and use to the next; cases only"),
};

static const gpucost_field held_fields[] = {
    FIELD_SIZE(gpucost_held),
    FIELD(gpucost_held, start_hour, GPUCOST_FIELD_U64, .unit = "h", .doc = "first hour that it covers"),
    FIELD(gpucost_held, end_hour, GPUCOST_FIELD_U64, .unit = "h", .least = "1", .doc = "hour at which it has expired"),
    FIELD(gpucost_held, units, GPUCOST_FIELD_U64, .unit = "units", .least = "1", .most = "2147483647",
          .doc = "units held"),
};

static const gpucost_field purchase_fields[] = {
    FIELD_SIZE(gpucost_purchase),
    FIELD(gpucost_purchase, name, GPUCOST_FIELD_TEXT, .doc = "name of the commitment"),
    FIELD(gpucost_purchase, commitment, GPUCOST_FIELD_U64, .doc = "which commitment, from 0"),
    FIELD(gpucost_purchase, start_hour, GPUCOST_FIELD_U64, .unit = "h", .doc = "hour of purchase"),
    FIELD(gpucost_purchase, end_hour, GPUCOST_FIELD_U64, .unit = "h",
          .doc = "hour at which it expires, at most the horizon"),
    FIELD(gpucost_purchase, units, GPUCOST_FIELD_U64, .unit = "units", .doc = "units bought"),
    FIELD(gpucost_purchase, break_even, GPUCOST_FIELD_F64,
          .doc = "share of its hours in use at which it costs as much as on demand"),
    FIELD(gpucost_purchase, unit_cost, GPUCOST_FIELD_MONEY, .doc = "cost of one unit, less its salvage"),
    FIELD(gpucost_purchase, cost, GPUCOST_FIELD_MONEY, .doc = "cost of all units"),
    FIELD(gpucost_purchase, last_unit_saves, GPUCOST_FIELD_MONEY,
          .doc = "what the bill would rise by with one unit less"),
    FIELD(gpucost_purchase, next_unit_saves, GPUCOST_FIELD_MONEY,
          .doc = "what the bill would fall by with one unit more"),
};

static const gpucost_field verdict_fields[] = {
    FIELD_SIZE(gpucost_verdict),
    FIELD(gpucost_verdict, plan_valid, GPUCOST_FIELD_FLAG, .doc = "every purchase is allowed"),
    FIELD(gpucost_verdict, proof_valid, GPUCOST_FIELD_FLAG,
          .doc = "no hour is worth more than it costs, and no purchase less than its hours"),
    FIELD(gpucost_verdict, optimal, GPUCOST_FIELD_FLAG, .doc = "both are valid, and the cost equals the bound"),
    FIELD(gpucost_verdict, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
    FIELD(gpucost_verdict, cost, GPUCOST_FIELD_MONEY, .doc = "cost of the plan with the best use of what is bought"),
    FIELD(gpucost_verdict, bound, GPUCOST_FIELD_MONEY, .doc = "no plan can cost less"),
    FIELD(gpucost_verdict, gap, GPUCOST_FIELD_MONEY, .doc = "cost less bound"),
    FIELD(gpucost_verdict, reason, GPUCOST_FIELD_TEXT, .doc = "the first thing that is wrong"),
};

static const gpucost_field share_fields[] = {
    FIELD_SIZE(gpucost_portfolio_share),
    FIELD(gpucost_portfolio_share, name, GPUCOST_FIELD_TEXT, .doc = "the commitment's name, spot or on_demand"),
    FIELD(gpucost_portfolio_share, units, GPUCOST_FIELD_U64, .unit = "units",
          .doc = "units committed; for spot and on demand the most in use at once"),
    FIELD(gpucost_portfolio_share, purchases, GPUCOST_FIELD_U64,
          .doc = "purchases in a row that cover the horizon with one unit; none for spot and on demand"),
    FIELD(gpucost_portfolio_share, used_hours, GPUCOST_FIELD_F64, .unit = "h", .doc = "unit-hours used"),
    FIELD(gpucost_portfolio_share, paid_hours, GPUCOST_FIELD_F64, .unit = "h", .doc = "unit-hours paid"),
    FIELD(gpucost_portfolio_share, utilisation, GPUCOST_FIELD_F64, .doc = "used over paid; 0 when nothing is paid"),
    FIELD(gpucost_portfolio_share, break_even, GPUCOST_FIELD_F64,
          .doc = "share of the horizon in use at which it costs the same as on demand"),
    FIELD(gpucost_portfolio_share, cost, GPUCOST_FIELD_MONEY, .doc = "cost over the horizon"),
};

static const gpucost_field summary_fields[] = {
    FIELD_SIZE(gpucost_portfolio_summary),
    FIELD(gpucost_portfolio_summary, hours, GPUCOST_FIELD_F64, .unit = "h", .doc = "horizon"),
    FIELD(gpucost_portfolio_summary, peak_units, GPUCOST_FIELD_U64, .unit = "units", .doc = "largest demand"),
    FIELD(gpucost_portfolio_summary, demand_hours, GPUCOST_FIELD_F64, .unit = "h", .doc = "unit-hours demanded"),
    FIELD(gpucost_portfolio_summary, coverage, GPUCOST_FIELD_F64,
          .doc = "unit-hours served by commitments over those demanded"),
    FIELD(gpucost_portfolio_summary, effective_savings, GPUCOST_FIELD_F64,
          .doc = "share of the on-demand bill that is saved"),
    FIELD(gpucost_portfolio_summary, cost, GPUCOST_FIELD_MONEY, .doc = "least cost, the exact sum of the shares"),
    FIELD(gpucost_portfolio_summary, all_on_demand, GPUCOST_FIELD_MONEY,
          .doc = "cost of the same demand on demand only"),
};

const gpucost_struct gpucost__commitment_table =
    STRUCT_TABLE(gpucost_commitment, commitment_fields, "A commitment that can be bought.");
const gpucost_struct gpucost__exit_table =
    STRUCT_TABLE(gpucost_exit, exit_fields, "How a commitment can be left early.");
const gpucost_struct gpucost__portfolio_options_table =
    STRUCT_TABLE(gpucost_portfolio_options, options_fields, "Prices, currency and rules of a portfolio.");
const gpucost_struct gpucost__portfolio_share_table =
    STRUCT_TABLE(gpucost_portfolio_share, share_fields, "What one option contributes to a portfolio.");
const gpucost_struct gpucost__portfolio_summary_table =
    STRUCT_TABLE(gpucost_portfolio_summary, summary_fields, "Totals of a portfolio.");
const gpucost_struct gpucost__held_table = STRUCT_TABLE(gpucost_held, held_fields, "A commitment that runs already.");
const gpucost_struct gpucost__purchase_table =
    STRUCT_TABLE(gpucost_purchase, purchase_fields, "Units of one commitment bought at one date.");
const gpucost_struct gpucost__verdict_table =
    STRUCT_TABLE(gpucost_verdict, verdict_fields, "What the check of a plan and its proof found.");
