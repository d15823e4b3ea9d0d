#include "support/table.h"

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

static gpucost_plan *plan_of(const char *json)
{
    gpucost_store *store = open_store();
    gpucost_job *job = NULL;
    gpucost_plan *plan = NULL;
    gpucost_error err;
    if (gpucost_job_from_json(json, "job.json", &job, &err) || gpucost_plan_new(job, NULL, store, &plan, &err))
        fail_msg("%s %s", err.field, err.text);
    gpucost_job_free(job);
    gpucost_store_close(store);
    return plan;
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
    double expected = option.work_h * 20 * (double)option.instances;
    assert_close(gpucost_money_to_double(&option.cost), expected, 1e-7);
    assert_true(option.wall_h == option.work_h);
    assert_true(has_dropped(plan, "other regions", "dearer"));
    gpucost_plan_free(plan);
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
    assert_close(option.savings, 1 - 7300 / (20 * option.work_h), 1e-9);
    gpucost_plan_free(plan);
}

static void plan__spot_pays_for_its_interruptions(void **state)
{
    (void)state;
    gpucost_plan *plan = plan_of("{" SMALL ", \"plan\": {\"accelerators\": \"l4\", \"most_devices\": 1,"
                                 " \"monthly_interruption\": 0.5}}");
    gpucost_plan_option option = option_at(plan, 0);
    assert_string_equal(option.mix, "spot 100 %");
    assert_true(option.wall_h > option.work_h);
    assert_close((double)option.spot_useful_nanos / 0.2e9, option.wall_h / option.work_h, 1e-6);
    assert_close(gpucost_money_to_double(&option.cost), option.wall_h * 0.2, 1e-6);
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
    snprintf(json, sizeof json, "{" SMALL ", \"plan\": {\"accelerators\": \"a100-80gb\", \"deadline_h\": %s}}", deadline);
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

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(plan__a_short_job_is_cheapest_on_demand),
        cmocka_unit_test(plan__a_month_of_work_takes_the_subscription),
        cmocka_unit_test(plan__spot_pays_for_its_interruptions),
        cmocka_unit_test(plan__spot_only_offers_do_not_run_what_must_not_stop),
        cmocka_unit_test(plan__money_is_compared_in_one_currency_only),
        cmocka_unit_test(plan__says_what_fell_out_and_what_was_assumed),
        cmocka_unit_test(plan__deadline_and_budget_are_kept),
        cmocka_unit_test(plan__a_service_is_planned_for_the_horizon),
    };
    return RUN_TESTS("plan", tests);
}
