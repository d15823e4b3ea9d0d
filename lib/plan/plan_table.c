#include "plan/plan_table.h"

#define T gpucost_plan_options
static const gpucost_field options_fields[] = {
    FIELD_SIZE(T),
    FIELD(T, currency, GPUCOST_FIELD_TEXT, .fallback = "USD", .doc = "currency of the plan, ISO 4217"),
    FIELD(T, regions, GPUCOST_FIELD_TEXT, .fallback = "all",
          .doc = "regions allowed, joined by ','; a trailing '*' matches the rest"),
    FIELD(T, providers, GPUCOST_FIELD_TEXT, .fallback = "all", .doc = "providers allowed, joined by ','"),
    FIELD(T, accelerators, GPUCOST_FIELD_TEXT, .fallback = "all", .doc = "accelerators allowed, joined by ','"),
    FIELD(T, deadline_h, GPUCOST_FIELD_F64, .unit = "h", .fallback = "no deadline", .least = "0.01", .most = "1e6",
          .doc = "the work must end within this time"),
    FIELD(T, horizon_h, GPUCOST_FIELD_F64, .unit = "h", .fallback = "8760", .least = "1", .most = "1e5",
          .doc = "time to plan for when the workload is a standing service"),
    FIELD(T, budget, GPUCOST_FIELD_F64, .unit = "currency", .fallback = "no limit", .least = "0.01", .most = "1e15",
          .doc = "most to spend"),
    FIELD(T, most_devices, GPUCOST_FIELD_U64, .fallback = "1024 for training, 64 per replica", .least = "1",
          .most = "1e6", .doc = "most accelerators at once"),
    FIELD(T, interruptible, GPUCOST_FIELD_F64, .fallback = "all of a job that ends, none of a standing service",
          .least = "0.01", .most = "1", .doc = "share of the work that may run on spot"),
    FIELD(T, no_spot, GPUCOST_FIELD_FLAG, .doc = "nothing runs on spot"),
    FIELD(T, objective, GPUCOST_FIELD_CHOICE, .choices = "cheapest|fastest",
          .doc = "cheapest within the deadline, or fastest within the budget"),
    FIELD(T, monthly_interruption, GPUCOST_FIELD_F64, .fallback = "0.10 for A100, H100 and H200, else 0.20", .least = "0.0001", .most = "0.9999",
          .doc = "share of spot instances interrupted in 720 h"),
    FIELD(T, restart_s, GPUCOST_FIELD_F64, .unit = "s", .fallback = "600", .least = "0.1", .most = "1e6",
          .doc = "time to be back at work after an interruption"),
    FIELD(T, checkpoint_bytes_per_s, GPUCOST_FIELD_F64, .unit = "bytes/s", .fallback = "1e9", .least = "1e3",
          .most = "1e15", .doc = "rate at which a node writes a checkpoint"),
    FIELD(T, exchange_rates, GPUCOST_FIELD_TEXT, .fallback = "other currencies are left out",
          .doc = "units of the plan's currency per unit of another, such as USD=7.12,EUR=7.9"),
    FIELD(T, most_age_h, GPUCOST_FIELD_F64, .unit = "h", .fallback = "any", .least = "1", .most = "1e6",
          .doc = "age of the oldest price to use, counted to now"),
    FIELD_INSTANT(T, at, .fallback = "the last price of the store", .doc = "prices as of"),
    FIELD_INSTANT(T, now, .fallback = "at_utc", .doc = "instant that ages are counted to"),
    FIELD(T, most_options, GPUCOST_FIELD_U64, .fallback = "10", .least = "1", .most = "1000",
          .doc = "options to keep in the ranking"),
    FIELD(T, software, GPUCOST_FIELD_TEXT, .fallback = "any", .doc = "framework the work needs, such as pytorch==2.1"),
    FIELD(T, cuda, GPUCOST_FIELD_TEXT, .fallback = "any", .doc = "CUDA version the work needs"),
    FIELD(T, driver, GPUCOST_FIELD_TEXT, .fallback = "any", .doc = "driver that the machines run"),
};
#undef T
const gpucost_struct gpucost__plan_options_table =
    STRUCT_TABLE(gpucost_plan_options, options_fields, "What to look for.");

#define T gpucost_plan_option
static const gpucost_field option_fields[] = {
    FIELD_SIZE(T),
    FIELD(T, rank, GPUCOST_FIELD_U64, .doc = "from 1, best first"),
    FIELD(T, provider, GPUCOST_FIELD_TEXT, .doc = "provider"),
    FIELD(T, region, GPUCOST_FIELD_TEXT, .doc = "region"),
    FIELD(T, instance, GPUCOST_FIELD_TEXT, .doc = "instance type"),
    FIELD(T, accelerator, GPUCOST_FIELD_TEXT, .doc = "catalogue id"),
    FIELD(T, weights, GPUCOST_FIELD_TEXT, .doc = "format of the weights"),
    FIELD(T, devices, GPUCOST_FIELD_U64, .doc = "accelerators used at once"),
    FIELD(T, instances, GPUCOST_FIELD_U64, .doc = "instances used at once"),
    FIELD(T, replicas, GPUCOST_FIELD_U64, .doc = "replicas of a service; 1 for training"),
    FIELD(T, work_h, GPUCOST_FIELD_F64, .unit = "h", .doc = "work without interruptions"),
    FIELD(T, wall_h, GPUCOST_FIELD_F64, .unit = "h", .doc = "expected time with the billing mix taken"),
    FIELD(T, device_hours, GPUCOST_FIELD_F64, .unit = "h", .doc = "accelerator-hours of the expected time"),
    FIELD(T, mfu, GPUCOST_FIELD_F64, .doc = "model FLOPs utilisation of training"),
    FIELD(T, bound, GPUCOST_FIELD_CHOICE, .choices = "compute|memory|communication|pipeline",
          .doc = "what bounds the work"),
    FIELD(T, meets_deadline, GPUCOST_FIELD_FLAG, .doc = "within the deadline, or there is none"),
    FIELD(T, tight, GPUCOST_FIELD_FLAG, .doc = "the memory fits by the estimate but not by its P90"),
    FIELD(T, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
    FIELD(T, cost, GPUCOST_FIELD_MONEY, .doc = "the billing mix over the work"),
    FIELD(T, on_demand_cost, GPUCOST_FIELD_MONEY, .doc = "the same on demand only; zero when not offered"),
    FIELD(T, savings, GPUCOST_FIELD_F64, .doc = "1 - cost / on_demand_cost"),
    FIELD(T, mix, GPUCOST_FIELD_TEXT, .doc = "the billing mix in words"),
    FIELD_PRICE(T, on_demand, .unit = "currency/h", .doc = "an instance on demand"),
    FIELD_PRICE(T, reserved, .unit = "currency/h",
          .doc = "an instance under the cheapest commitment, upfront spread over the term"),
    FIELD_PRICE(T, spot, .unit = "currency/h", .doc = "an instance on spot"),
    FIELD_PRICE(T, spot_useful, .unit = "currency/h",
          .doc = "a useful hour of an instance on spot, interruptions included"),
    FIELD(T, price_age_s, GPUCOST_FIELD_I64, .unit = "s", .doc = "age of the oldest price used"),
    FIELD(T, offer_id, GPUCOST_FIELD_I64, .doc = "offer of the on-demand, else of the spot price"),
};
#undef T
const gpucost_struct gpucost__plan_option_table = STRUCT_TABLE(gpucost_plan_option, option_fields, "One way to run the work.");

#define T gpucost_plan_dropped
static const gpucost_field dropped_fields[] = {
    FIELD_SIZE(T),
    FIELD(T, what, GPUCOST_FIELD_TEXT, .doc = "the candidate"),
    FIELD(T, candidates, GPUCOST_FIELD_U64, .doc = "candidates that fell out for the same reason"),
    FIELD(T, reason, GPUCOST_FIELD_TEXT, .doc = "why, by how much, and what would help"),
};
#undef T
const gpucost_struct gpucost__plan_dropped_table =
    STRUCT_TABLE(gpucost_plan_dropped, dropped_fields, "A candidate that fell out.");
