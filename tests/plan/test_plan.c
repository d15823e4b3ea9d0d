#include "support/table.h"

#include <math.h>
#include <stdio.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "gpucost/plan.h"

static const char offers[] =
    "provider,region,zone,instance,accelerator,accelerator_count,term,upfront,hourly,currency,observed_utc,source\n"
    "aws,east,,p4de.24xlarge,a100-sxm-80gb,8,on_demand,0,20,USD,2026-01-01T00:00:00Z,test\n"
    "aws,east,,p4de.24xlarge,a100-sxm-80gb,8,reserved_1y_no,0,12,USD,2026-01-01T00:00:00Z,test\n"
    "aws,east,,p4de.24xlarge,a100-sxm-80gb,8,subscription_1m,7300,0,USD,2026-01-01T00:00:00Z,test\n"
    "aws,west,,p4de.24xlarge,a100-sxm-80gb,8,on_demand,0,21,USD,2026-01-01T00:00:00Z,test\n"
    "aws,east,z1,g6.xlarge,l4,1,spot,0,0.2,USD,2026-01-02T00:00:00Z,test\n"
    "two,north,,h100x8,h100-sxm-80gb,8,on_demand,0,400,CNY,2026-01-01T00:00:00Z,test\n"
    "two,north,,mystery,nonesuch-9000,1,on_demand,0,1,USD,2026-01-01T00:00:00Z,test\n";

/* Round figures, so that every line can be computed by hand. */
static const char tariffs[] = "kind,unit,price,provider,region,item,target,currency,from_quantity,observed_utc\n"
                              "storage,GB-month,0.10,aws,east,disk,,USD,0,2026-01-01\n"
                              "storage,GB-month,0.04,aws,east,disk,,USD,1000,2026-01-01\n"
                              "storage,GB-month,0.30,aws,east,fast,,USD,0,2026-01-01\n"
                              "egress,GB,0,aws,east,,internet,USD,0,2026-01-01\n"
                              "egress,GB,0.09,aws,east,,internet,USD,100,2026-01-01\n"
                              "egress,GB,0.02,aws,south,,*,USD,0,2026-01-01\n"
                              "egress,GB,0.01,aws,south,,ea*,USD,0,2026-01-01\n"
                              "egress,GB,0.12,aws,south,,internet,USD,0,2026-01-01\n"
                              "egress,GB,0.5,two,north,,internet,CNY,0,2026-01-01\n";
static const char rates[] = "base,quote,rate,observed_utc\nUSD,CNY,7.0,2025-12-01\nUSD,CNY,7.25,2026-01-01\n"
                            "USD,CNY,9,2027-01-01\n";

static void import(gpucost_store *store, const char *text, const char *source)
{
    gpucost_import *report = NULL;
    gpucost_error err;
    if (gpucost_price_import_text(store, text, strlen(text), source, NULL, &report, &err)) fail_msg("%s", err.text);
    gpucost_import_free(report);
}

static gpucost_store *open_store(void)
{
    gpucost_store *store = NULL;
    gpucost_import *report = NULL;
    gpucost_error err;
    assert_int_equal(gpucost_store_open(":memory:", GPUCOST_STORE_CREATE, &store, &err), GPUCOST_OK);
    assert_int_equal(gpucost_price_import_text(store, offers, sizeof offers - 1, "offers.csv", NULL, &report, &err),
                     GPUCOST_OK);
    gpucost_import_free(report);
    return store;
}

static gpucost_plan *plan_in(gpucost_store *store, const char *json)
{
    gpucost_job *job = NULL;
    gpucost_plan *plan = NULL;
    gpucost_error err;
    if (gpucost_job_from_json(json, "job.json", &job, &err) || gpucost_plan_new(job, NULL, store, &plan, &err))
        fail_msg("%s %s", err.field, err.text);
    gpucost_job_free(job);
    gpucost_store_close(store);
    return plan;
}

static gpucost_plan *plan_of(const char *json)
{
    return plan_in(open_store(), json);
}

static gpucost_plan *plan_with_tariffs(const char *json)
{
    gpucost_store *store = open_store();
    import(store, tariffs, "tariffs.csv");
    import(store, rates, "rates.csv");
    return plan_in(store, json);
}

static gpucost_plan_option option_at(const gpucost_plan *plan, uint64_t index)
{
    gpucost_plan_option option = GPUCOST_INIT(gpucost_plan_option);
    assert_int_equal(gpucost_plan_option_at(plan, index, &option, NULL), GPUCOST_OK);
    return option;
}

static int has_note(const gpucost_plan *plan, const char *text)
{
    for (uint64_t i = 0; i < gpucost_plan_note_count(plan); i++)
        if (strstr(gpucost_plan_note_at(plan, i), text)) return 1;
    return 0;
}

static int has_dropped(const gpucost_plan *plan, const char *what, const char *reason)
{
    for (uint64_t i = 0; i < gpucost_plan_dropped_count(plan); i++) {
        gpucost_plan_dropped row = GPUCOST_INIT(gpucost_plan_dropped);
        gpucost_plan_dropped_at(plan, i, &row, NULL);
        if (strstr(row.what, what) && strstr(row.reason, reason)) return 1;
    }
    return 0;
}

#define SMALL "\"model\": \"llama-2-7b\", \"workload\": {\"kind\": \"lora\", \"tokens\": 50000000, \"sequence\": 2048}"

static void plan__a_short_job_is_cheapest_on_demand(void **state)
{
    (void)state;
    gpucost_plan *plan = plan_of("{" SMALL ", \"plan\": {\"accelerators\": \"a100-80gb\"}}");
    assert_int_equal(gpucost_plan_option_count(plan), 1); /* one instance type: the dearer region is dropped */
    gpucost_plan_option option = option_at(plan, 0);
    assert_string_equal(option.region, "east");
    assert_string_equal(option.mix, "on demand 100 %");
    /* hours x price, to the rounding of a price per hundredth of the work */
    double expected = option.wall_h * 20 * (double)option.instances;
    assert_close(gpucost_money_to_double(&option.cost), expected, 1e-7);
    assert_true(has_dropped(plan, "other regions", "dearer"));
    gpucost_plan_free(plan);
}

static double wall_s(const char *failures_per_device_hour, double *work_s)
{
    char json[512];
    snprintf(json, sizeof json,
             "{" SMALL ", \"plan\": {\"accelerators\": \"a100-80gb\", \"failures_per_device_hour\": %s}}",
             failures_per_device_hour);
    gpucost_plan *plan = plan_of(json);
    gpucost_plan_option option = option_at(plan, 0);
    *work_s = option.work_h * 3600;
    assert_int_equal(option.devices, 8);
    gpucost_plan_free(plan);
    return option.wall_h * 3600;
}

/* Adapters are saved in a second. One that never fails saves at the end; one that fails now and then takes M exp(R/M)
   (exp((W + 1)/M) - 1) with one segment (daly2006). */
static void plan__failures_of_devices_take_time(void **state)
{
    (void)state;
    double work_s, mean_s = 3600 / (1e-5 * 8);
    double wall = wall_s("1e-12", &work_s);
    assert_close(wall, work_s + 1, 1e-9);
    wall = wall_s("1e-5", &work_s);
    assert_close(wall, mean_s * exp(600 / mean_s) * expm1((work_s + 1) / mean_s), 1e-9);
    assert_true(wall_s("1e-2", &work_s) > (1 + 600 / 45000.0) * work_s); /* every 45,000 s, 600 s to restart at least */
}

static void plan__a_month_of_work_takes_the_subscription(void **state)
{
    (void)state;
    /* 7300 for 730 h is 10 an hour against 20: it pays from 365 h on, and 12 x 8760 for the year never does */
    gpucost_plan *plan =
        plan_of("{\"model\": \"llama-2-7b\", \"workload\": {\"kind\": \"training\", \"tokens\": 55000000000, "
                "\"sequence\": 4096}, \"plan\": {\"accelerators\": \"a100-80gb\", \"most_devices\": 8}}");
    gpucost_plan_option option = option_at(plan, 0);
    assert_true(option.work_h > 365 && option.work_h < 730);
    assert_string_equal(option.mix, "subscription 1 m 100 %");
    assert_int_equal(option.cost.units, 7300);
    assert_int_equal(option.cost.nanos, 0);
    assert_close(option.savings, 1 - 7300 / (20 * option.wall_h), 1e-9);
    gpucost_plan_free(plan);
}

static void plan__spot_pays_for_its_interruptions(void **state)
{
    (void)state;
    gpucost_plan *plan = plan_of("{" SMALL ", \"plan\": {\"accelerators\": \"l4\", \"most_devices\": 1,"
                                 " \"monthly_interruption\": 0.5, \"failures_per_device_hour\": 1e-12}}");
    gpucost_plan_option option = option_at(plan, 0);
    assert_string_equal(option.mix, "spot 100 %");
    assert_true(option.wall_h > option.work_h);
    double reliable_h = option.work_h + 1.0 / 3600; /* saved once */
    assert_close((double)option.spot_useful_nanos / 0.2e9, option.wall_h / reliable_h, 1e-6);
    assert_close(gpucost_money_to_double(&option.cost), option.wall_h * 0.2, 1e-6);
    assert_close(gpucost_money_to_double(&option.lost_cost), (option.wall_h - option.work_h) * 0.2, 1e-6);
    assert_int_equal(option.on_demand_cost.units, 0);
    gpucost_plan_free(plan);
    plan = plan_of("{" SMALL ", \"plan\": {\"accelerators\": \"l4\", \"no_spot\": true}}");
    assert_int_equal(gpucost_plan_option_count(plan), 0);
    gpucost_plan_free(plan);
}

static void plan__spot_only_offers_do_not_run_what_must_not_stop(void **state)
{
    (void)state;
    gpucost_plan *plan = plan_of("{" SMALL ", \"plan\": {\"accelerators\": \"l4\", \"interruptible\": 0.5}}");
    assert_int_equal(gpucost_plan_option_count(plan), 0);
    assert_true(has_dropped(plan, "l4", "must not be interrupted"));
    gpucost_plan_free(plan);
}

static void plan__money_is_compared_in_one_currency_only(void **state)
{
    (void)state;
    gpucost_plan *plan = plan_of("{" SMALL ", \"plan\": {\"currency\": \"CNY\"}}");
    assert_int_equal(gpucost_plan_option_count(plan), 1);
    assert_string_equal(option_at(plan, 0).cost.currency, "CNY");
    assert_true(has_dropped(plan, "aws", "priced in USD"));
    gpucost_plan_free(plan);
    plan = plan_of("{" SMALL ", \"plan\": {\"currency\": \"CNY\", \"exchange_rates\": \"USD=7.25\", \"no_spot\": true,"
                   " \"accelerators\": \"a100-80gb\"}}");
    gpucost_plan_option option = option_at(plan, 0);
    assert_int_equal(option.on_demand_nanos, 145000000000); /* 20 x 7.25 */
    gpucost_plan_free(plan);
}

static void plan__says_what_fell_out_and_what_was_assumed(void **state)
{
    (void)state;
    gpucost_plan *plan = plan_of("{" SMALL ", \"plan\": {\"now_utc\": \"2026-06-01\"}}");
    assert_true(has_dropped(plan, "nonesuch-9000", "not in the catalogue"));
    assert_true(has_note(plan, "store as of 2026-01-02"));
    assert_true(has_note(plan, "interrupted a month"));
    assert_true(has_note(plan, "days old"));
    gpucost_plan_free(plan);
}

static void plan__deadline_and_budget_are_kept(void **state)
{
    (void)state;
    gpucost_plan *loose = plan_of("{" SMALL ", \"plan\": {\"accelerators\": \"a100-80gb\", \"most_devices\": 64}}");
    double hours = option_at(loose, 0).work_h;
    gpucost_plan_free(loose);
    char json[512], deadline[GPUCOST__DOUBLE_TEXT];
    gpucost__double_text(hours * 0.7, deadline);
    snprintf(json, sizeof json, "{" SMALL ", \"plan\": {\"accelerators\": \"a100-80gb\", \"deadline_h\": %s}}",
             deadline);
    gpucost_plan *tight = plan_of(json);
    assert_int_equal(gpucost_plan_option_count(tight), 1);
    assert_true(option_at(tight, 0).wall_h <= hours * 0.7);
    assert_true(option_at(tight, 0).devices > 8);
    gpucost_plan_free(tight);
    gpucost_plan *poor = plan_of("{" SMALL ", \"plan\": {\"accelerators\": \"a100-80gb\", \"budget\": 0.5}}");
    assert_int_equal(gpucost_plan_option_count(poor), 0);
    assert_true(has_dropped(poor, "a100", "budget"));
    gpucost_plan_free(poor);
}

static void plan__a_service_is_planned_for_the_horizon(void **state)
{
    (void)state;
    gpucost_plan *plan = plan_of("{\"model\": \"llama-3-8b\", \"workload\": {\"kind\": \"inference\", "
                                 "\"requests_per_s\": 2}, \"plan\": {\"accelerators\": \"a100-80gb\"}}");
    gpucost_plan_option option = option_at(plan, 0);
    assert_true(option.work_h == 8760);
    /* 12 reserved for the year beats 20 on demand and 12 x 7300 = 10 an hour of subscriptions beats both */
    assert_string_equal(option.mix, "subscription 1 m 100 %");
    assert_int_equal(option.cost.units, 7300 * 12 * (int64_t)option.instances);
    assert_true(option.replicas * 8 >= option.devices);
    gpucost_plan_free(plan);
}

static double amount(gpucost_money money)
{
    return gpucost_money_to_double(&money);
}

static void check_sum(const gpucost_plan_option *option)
{
    gpucost_money sum = {0};
    const gpucost_money *lines[] = {&option->compute_cost, &option->storage_cost, &option->data_cost,
                                    &option->result_cost};
    for (int i = 0; i < 4; i++) assert_int_equal(gpucost_money_add(&sum, lines[i], &sum, NULL), GPUCOST_OK);
    assert_int_equal(gpucost_money_compare(&sum, &option->cost), 0);
    assert_string_equal(option->storage_cost.currency, option->cost.currency);
}

/* 3000 GB from south to east at 0.01 are 30; 1100 GB of results out, 100 of them free, are 90; the data travels
   4.1e12 / 1e9 s. Storage: 0.10 for the first 1000 GB a month, 0.04 beyond. */
static void plan__storage_and_traffic_are_lines_of_the_cost(void **state)
{
    (void)state;
    gpucost_plan *plan = plan_with_tariffs(
        "{" SMALL ", \"plan\": {\"accelerators\": \"a100-80gb\", \"regions\": \"east\", \"data_provider\": \"AWS\","
        " \"data_region\": \"south\", \"data_bytes\": 3e12, \"result_bytes\": 1.1e12, \"transfer_bytes_per_s\": 1e9,"
        " \"storage_class\": \"disk\"}}");
    gpucost_plan_option option = option_at(plan, 0);
    check_sum(&option);
    assert_string_equal(option.not_counted, "");
    assert_int_equal(option.data_cost.units, 30);
    assert_int_equal(option.data_cost.nanos, 0);
    assert_int_equal(option.result_cost.units, 90);
    assert_int_equal(option.result_cost.nanos, 0);
    assert_close(option.transfer_h, 4100.0 / 3600, 1e-12);
    assert_close(amount(option.compute_cost), option.wall_h * 20, 1e-7);
    double months = (option.wall_h + option.transfer_h) / 730, quantity = option.stored_bytes / 1e9 * months;
    assert_true(option.stored_bytes > 3e12 && quantity < 1000); /* the part of a month stays in the first volume */
    assert_close(amount(option.storage_cost), quantity * 0.10, 1e-8);
    assert_close(option.savings, 0, 1e-12);
    gpucost_plan_free(plan);
}

/* A year is 12 months: 12 x (1000 x 0.10 + 500 x 0.04) = 1440. */
static void plan__storage_is_billed_month_by_month(void **state)
{
    (void)state;
    gpucost_plan *plan = plan_with_tariffs(
        "{\"model\": \"llama-3-8b\", \"workload\": {\"kind\": \"inference\", \"requests_per_s\": 2}, \"plan\": "
        "{\"accelerators\": \"a100-80gb\", \"regions\": \"east\", \"data_bytes\": 1.5e12, \"storage_class\": "
        "\"disk\"}}");
    gpucost_plan_option option = option_at(plan, 0);
    check_sum(&option);
    assert_int_equal(option.storage_cost.units, 1440);
    assert_int_equal(option.storage_cost.nanos, 0);
    assert_true(option.transfer_h == 0);
    assert_true(has_note(plan, "no data_region"));
    gpucost_plan_free(plan);
}

/* To another provider traffic leaves by the internet: 0.12 a GB, in CNY at the rate of the day. */
static void plan__traffic_to_another_provider_goes_over_the_internet(void **state)
{
    (void)state;
    gpucost_plan *plan = plan_with_tariffs(
        "{" SMALL ", \"plan\": {\"currency\": \"CNY\", \"providers\": \"two\", \"data_provider\": \"aws\","
        " \"data_region\": \"south\", \"data_bytes\": 1e12, \"result_bytes\": 1e10}}");
    gpucost_plan_option option = option_at(plan, 0);
    check_sum(&option);
    assert_int_equal(option.data_cost.units, 870); /* 1000 x 0.12 x 7.25 */
    assert_int_equal(option.data_cost.nanos, 0);
    assert_int_equal(option.result_cost.units, 5);
    assert_string_equal(option.not_counted, "storage (no tariff)");
    assert_true(has_note(plan, "for want of a tariff"));
    assert_true(has_note(plan, "1 USD = 7.25 CNY of 2026-01-01 (rates.csv)"));
    gpucost_plan_free(plan);
}

static void plan__what_has_no_price_is_named_and_never_free(void **state)
{
    (void)state;
    gpucost_plan *plan =
        plan_with_tariffs("{" SMALL ", \"plan\": {\"accelerators\": \"a100-80gb\", \"regions\": \"west\","
                          " \"result_bytes\": 1e12}}");
    gpucost_plan_option option = option_at(plan, 0);
    assert_string_equal(option.not_counted, "storage (no tariff), results out (no tariff)");
    assert_int_equal(gpucost_money_compare(&option.cost, &option.compute_cost), 0);
    gpucost_plan_free(plan);
    plan = plan_with_tariffs("{" SMALL ", \"plan\": {\"accelerators\": \"a100-80gb\", \"regions\": \"east\"}}");
    assert_string_equal(option_at(plan, 0).not_counted, "storage (several tariffs)"); /* disk or fast? */
    gpucost_plan_free(plan);
    plan = plan_with_tariffs("{" SMALL
                             ", \"plan\": {\"accelerators\": \"a100-80gb\", \"regions\": \"east\", \"currency\": "
                             "\"EUR\", \"exchange_rates\": \"CNY=0.125\"}}");
    assert_int_equal(gpucost_plan_option_count(plan), 0);
    assert_true(has_dropped(plan, "aws", "priced in USD; the store has no rate of it in EUR"));
    gpucost_plan_free(plan);
}

/* What travels leaves less of the deadline, and what cannot arrive in time falls out. */
static void plan__transfers_count_against_the_deadline(void **state)
{
    (void)state;
    gpucost_plan *plan = plan_with_tariffs(
        "{" SMALL ", \"plan\": {\"accelerators\": \"a100-80gb\", \"deadline_h\": 24, \"data_provider\": "
        "\"aws\", \"data_region\": \"east\", \"data_bytes\": 9e13, \"transfer_bytes_per_s\": 1e9}}");
    assert_int_equal(gpucost_plan_option_count(plan), 1); /* 25 h to anywhere but east, where the data is */
    assert_string_equal(option_at(plan, 0).region, "east");
    assert_true(option_at(plan, 0).transfer_h == 0);
    gpucost_plan_free(plan);
    plan = plan_with_tariffs("{" SMALL
                             ", \"plan\": {\"accelerators\": \"a100-80gb\", \"regions\": \"west\", \"deadline_h\": 24, "
                             "\"data_provider\": \"aws\", \"data_region\": \"east\", \"data_bytes\": 9e13, "
                             "\"transfer_bytes_per_s\": 1e9}}");
    assert_int_equal(gpucost_plan_option_count(plan), 0);
    assert_true(has_dropped(plan, "a100", "moving its data takes 25 h"));
    gpucost_plan_free(plan);
}

/* 20 USD at 7.25, the last rate before the prices of 2026-01-02, beside 400 CNY. */
static void plan__stored_rates_convert_when_the_currency_is_named(void **state)
{
    (void)state;
    gpucost_plan *plan = plan_with_tariffs("{" SMALL ", \"plan\": {\"currency\": \"CNY\", \"no_spot\": true}}");
    assert_int_equal(gpucost_plan_option_count(plan), 2);
    for (int i = 0; i < 2; i++) {
        gpucost_plan_option option = option_at(plan, (uint64_t)i);
        assert_int_equal(option.on_demand_nanos,
                         strcmp(option.provider, "aws") == 0 ? 145000000000 : 400000000000);
        check_sum(&option);
    }
    gpucost_plan_free(plan);
    plan = plan_with_tariffs("{" SMALL ", \"plan\": {\"no_spot\": true}}"); /* nobody asked for a currency */
    assert_int_equal(gpucost_plan_option_count(plan), 1);
    assert_true(has_dropped(plan, "two", "priced in CNY; name plan.currency"));
    gpucost_plan_free(plan);
    plan = plan_with_tariffs("{" SMALL ", \"plan\": {\"currency\": \"USD\", \"no_spot\": true}}"); /* the reverse */
    assert_int_equal(gpucost_plan_option_count(plan), 2);
    assert_true(has_note(plan, "reverse"));
    gpucost_plan_free(plan);
    plan = plan_with_tariffs("{" SMALL
                             ", \"plan\": {\"currency\": \"CNY\", \"exchange_rates\": \"USD=2\", \"no_spot\": true,"
                             " \"accelerators\": \"a100-80gb\"}}");
    assert_int_equal(option_at(plan, 0).on_demand_nanos, 40000000000); /* what the job gives comes first */
    assert_true(has_note(plan, "1 USD = 2 CNY, as given"));
    gpucost_plan_free(plan);
}

static void plan__a_store_without_tariffs_uses_the_bundled_ones(void **state)
{
    (void)state;
    gpucost_store *store = open_store();
    import(store,
           "provider,region,zone,instance,accelerator,accelerator_count,term,upfront,hourly,currency,observed_utc\n"
           "aws,us-west-2,,p4de.24xlarge,a100-sxm-80gb,8,on_demand,0,20,USD,2026-01-01\n",
           "more.csv");
    gpucost_plan *plan =
        plan_in(store, "{" SMALL ", \"plan\": {\"regions\": \"us-west-2\", \"result_bytes\": 1.1e12}}");
    gpucost_plan_option option = option_at(plan, 0);
    assert_string_equal(option.not_counted, "");
    assert_int_equal(option.result_cost.units, 90); /* 100 GB free, then 0.09 */
    assert_true(has_note(plan, "bundled list tariffs of 20"));
    gpucost_plan_free(plan);
}

/* 30 an hour up to 96 h, 20 up to 360 h, 10 beyond: a run of W hours costs the three pieces, never the last price
 * alone. */
static void plan__on_demand_falls_with_the_hours_run(void **state)
{
    (void)state;
    static const char steps[] =
        "provider,region,instance,accelerator,accelerator_count,term,hourly,currency,observed_utc,plan\n"
        "tencent,gz,box,a100-sxm-80gb,8,on_demand,30,USD,2026-01-01,\n"
        "tencent,gz,box,a100-sxm-80gb,8,on_demand,20,USD,2026-01-01,after_96h\n"
        "tencent,gz,box,a100-sxm-80gb,8,on_demand,10,USD,2026-01-01,after_360h\n";
    static const char *const tokens[] = {"50000000", "30000000000", "55000000000"};
    for (int i = 0; i < 3; i++) {
        char json[400];
        gpucost_store *store = open_store();
        import(store, steps, "steps.csv");
        snprintf(
            json, sizeof json,
            "{\"model\": \"llama-2-7b\", \"workload\": {\"kind\": \"training\", \"tokens\": %s, \"sequence\": 4096},"
            " \"plan\": {\"providers\": \"tencent\", \"most_devices\": 8}}",
            tokens[i]);
        gpucost_plan *plan = plan_in(store, json);
        gpucost_plan_option option = option_at(plan, 0);
        double hours = option.wall_h, second = hours > 96 ? hours - 96 : 0, third = hours > 360 ? hours - 360 : 0;
        assert_true(i == 0 ? hours < 96 : i == 1 ? hours > 96 && hours < 360 : hours > 360);
        assert_close(amount(option.compute_cost), hours * 30 - second * 10 - third * 10, 2e-3);
        gpucost_plan_free(plan);
    }
}

static void plan__data_has_a_place_and_a_size(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"\"data_region\": \"x\", \"data_bytes\": 1", "/plan/data_provider"},
        {"\"data_provider\": \"aws\", \"data_bytes\": 1", "/plan/data_region"},
        {"\"data_provider\": \"aws\", \"data_region\": \"x\"", "/plan/data_bytes"},
    };
    for (int i = 0; i < 3; i++) {
        char json[512];
        gpucost_job *job = NULL;
        gpucost_error err;
        snprintf(json, sizeof json, "{" SMALL ", \"plan\": {%s}}", bad[i][0]);
        assert_int_equal(gpucost_job_from_json(json, "job.json", &job, &err), GPUCOST_E_MISSING);
        assert_string_equal(err.field, bad[i][1]);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(plan__a_short_job_is_cheapest_on_demand),
        cmocka_unit_test(plan__failures_of_devices_take_time),
        cmocka_unit_test(plan__a_month_of_work_takes_the_subscription),
        cmocka_unit_test(plan__spot_pays_for_its_interruptions),
        cmocka_unit_test(plan__spot_only_offers_do_not_run_what_must_not_stop),
        cmocka_unit_test(plan__money_is_compared_in_one_currency_only),
        cmocka_unit_test(plan__says_what_fell_out_and_what_was_assumed),
        cmocka_unit_test(plan__deadline_and_budget_are_kept),
        cmocka_unit_test(plan__a_service_is_planned_for_the_horizon),
        cmocka_unit_test(plan__storage_and_traffic_are_lines_of_the_cost),
        cmocka_unit_test(plan__storage_is_billed_month_by_month),
        cmocka_unit_test(plan__traffic_to_another_provider_goes_over_the_internet),
        cmocka_unit_test(plan__what_has_no_price_is_named_and_never_free),
        cmocka_unit_test(plan__transfers_count_against_the_deadline),
        cmocka_unit_test(plan__stored_rates_convert_when_the_currency_is_named),
        cmocka_unit_test(plan__a_store_without_tariffs_uses_the_bundled_ones),
        cmocka_unit_test(plan__data_has_a_place_and_a_size),
        cmocka_unit_test(plan__on_demand_falls_with_the_hours_run),
    };
    return RUN_TESTS("plan", tests);
}
