/* Callers of any age are served: compiled against a smaller struct of the past, or a larger one of the future.
   Every value struct of the library has a row: how to hand it to a call. */
#include "support/table.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "gpucost/gpucost.h"

enum { ROOM = 4096 + 64 };

typedef union {
    uint64_t size;
    unsigned char bytes[ROOM];
} caller;

static gpucost_model *model;
static gpucost_job *job;
static gpucost_store *store;
static gpucost_quotes *quotes;
static gpucost_import *report;
static gpucost_portfolio *portfolio;
static gpucost_portfolio_case *asked;
static gpucost_schedule *schedule;
static gpucost_risk *risk;
static gpucost_plan *plan, *nothing_fits;
static gpucost_fault_log *fault_log;
static gpucost_tensors *tensors;

static gpucost_cluster one_gpu(void)
{
    gpucost_cluster cluster = GPUCOST_INIT(gpucost_cluster);
    strcpy(cluster.accelerator, "h100-sxm-80gb");
    return cluster;
}

/* Calls that take the struct. What they answer does not matter here, only that age does not change it. */
static gpucost_status in_cluster(void *value, gpucost_error *err)
{
    gpucost_cluster resolved = GPUCOST_INIT(gpucost_cluster);
    gpucost_accelerator accelerator = GPUCOST_INIT(gpucost_accelerator);
    return gpucost_cluster_resolve(NULL, value, &resolved, &accelerator, err);
}

static gpucost_status in_accelerator(void *value, gpucost_error *err)
{
    double rate;
    return gpucost_accelerator_rate(value, "bf16", &rate, err);
}

static gpucost_status in_accelerator_filter(void *value, gpucost_error *err)
{
    gpucost_accelerator row = GPUCOST_INIT(gpucost_accelerator);
    int32_t matches;
    gpucost_status status = gpucost_accelerator_at(NULL, 0, &row, err);
    return status ? status : gpucost_accelerator_matches(&row, value, &matches, err);
}

static gpucost_status in_compatibility(void *value, gpucost_error *err)
{
    gpucost_compatibility_answer answer = GPUCOST_INIT(gpucost_compatibility_answer);
    return gpucost_compatibility_check(NULL, value, &answer, err);
}

static gpucost_status in_workload(void *value, gpucost_error *err)
{
    gpucost_workload resolved = GPUCOST_INIT(gpucost_workload);
    return gpucost_workload_resolve(value, &resolved, err);
}

static gpucost_status in_parallelism(void *value, gpucost_error *err)
{
    uint64_t devices;
    return gpucost_parallelism_devices(value, &devices, err);
}

static gpucost_status in_architecture(void *value, gpucost_error *err)
{
    gpucost_model *made = NULL;
    gpucost_status status = gpucost_model_from_architecture(value, &made, err);
    gpucost_model_free(made);
    return status;
}

static gpucost_status in_activation(void *value, gpucost_error *err)
{
    uint64_t bytes;
    return gpucost_memory_activation(model, NULL, value, &bytes, err);
}

static gpucost_status in_render(void *value, gpucost_error *err)
{
    gpucost_memory_render_parts parts = GPUCOST_INIT(gpucost_memory_render_parts);
    return gpucost_memory_render_estimate(value, &parts, err);
}

static gpucost_status in_simulation(void *value, gpucost_error *err)
{
    gpucost_memory_simulation_parts parts = GPUCOST_INIT(gpucost_memory_simulation_parts);
    return gpucost_memory_simulation_estimate(value, &parts, err);
}

static gpucost_status in_budget(void *value, gpucost_error *err)
{
    double total_s;
    return gpucost_training_time_from_flops(value, &total_s, err);
}

static gpucost_status in_checkpoint(void *value, gpucost_error *err)
{
    gpucost_checkpoint_plan best = GPUCOST_INIT(gpucost_checkpoint_plan);
    return gpucost_checkpoint_best(value, &best, err);
}

static gpucost_status in_spot(void *value, gpucost_error *err)
{
    gpucost_spot_result result = GPUCOST_INIT(gpucost_spot_result);
    return gpucost_spot_useful_hours(value, &result, err);
}

static gpucost_status in_portfolio(void *value, gpucost_error *err)
{
    static const int32_t demand[] = {1, 2, 3};
    gpucost_portfolio *made = NULL;
    gpucost_status status = gpucost_portfolio_new(demand, NULL, 3, NULL, 0, value, &made, err);
    gpucost_portfolio_free(made);
    return status;
}

static gpucost_status in_commitment(void *value, gpucost_error *err)
{
    static const int32_t demand[] = {1, 2, 3};
    gpucost_portfolio_options options = GPUCOST_INIT(gpucost_portfolio_options);
    options.on_demand_nanos = 1000000000;
    strcpy(options.currency, "USD");
    gpucost_portfolio *made = NULL;
    gpucost_status status = gpucost_portfolio_new(demand, NULL, 3, value, 1, &options, &made, err);
    gpucost_portfolio_free(made);
    return status;
}

static gpucost_status in_held(void *value, gpucost_error *err)
{
    return gpucost_portfolio_case_add_held(asked, value, err);
}

static gpucost_status in_exit(void *value, gpucost_error *err)
{
    gpucost_portfolio_case *made = NULL;
    gpucost_status status = gpucost_portfolio_case_from_json(
        "{\"demand\": [1], \"options\": {\"currency\": \"USD\", \"on_demand_price\": 1},"
        " \"commitments\": [{\"term_hours\": 8760, \"upfront_price\": 1}]}", "case.json", &made, err);
    if (status == GPUCOST_OK) status = gpucost_portfolio_case_add_exits(made, 0, value, err);
    gpucost_portfolio_case_free(made);
    return status;
}

static gpucost_status in_purchase(void *value, gpucost_error *err)
{
    gpucost_verdict verdict = GPUCOST_INIT(gpucost_verdict);
    return gpucost_portfolio_verify(asked, value, 1, NULL, &verdict, err);
}

static gpucost_status in_risk(void *value, gpucost_error *err)
{
    gpucost_risk *made = NULL;
    gpucost_status status = gpucost_risk_new(asked, value, &made, err);
    gpucost_risk_free(made);
    return status;
}

static const int64_t usage[] = {1};

static gpucost_usage_kind a_kind(void)
{
    gpucost_usage_kind kind = GPUCOST_INIT(gpucost_usage_kind);
    kind.on_demand_nanos = 2;
    kind.compute_nanos = 1;
    return kind;
}

static gpucost_savings_plan a_plan(void)
{
    gpucost_savings_plan none = GPUCOST_INIT(gpucost_savings_plan);
    strcpy(none.currency, "USD");
    return none;
}

static gpucost_status in_kind(void *value, gpucost_error *err)
{
    gpucost_savings_plan none = a_plan();
    gpucost_savings_bill bill = GPUCOST_INIT(gpucost_savings_bill);
    return gpucost_savings_price(value, 1, usage, 1, &none, &bill, err);
}

static gpucost_status in_savings(void *value, gpucost_error *err)
{
    gpucost_usage_kind kind = a_kind();
    gpucost_savings_bill bill = GPUCOST_INIT(gpucost_savings_bill);
    return gpucost_savings_price(&kind, 1, usage, 1, value, &bill, err);
}

static gpucost_status in_tier(void *value, gpucost_error *err)
{
    static const int32_t demand[] = {1};
    gpucost_volume_choice choice = GPUCOST_INIT(gpucost_volume_choice);
    return gpucost_savings_volume(demand, 1, 1, 1, value, 1, "USD", &choice, err);
}

static gpucost_status in_filter(void *value, gpucost_error *err)
{
    gpucost_quotes *made = NULL;
    gpucost_status status = gpucost_price_quotes(store, value, &made, err);
    gpucost_quotes_free(made);
    return status;
}

static const char feed[] =
    "provider,region,zone,instance,accelerator,accelerator_count,term,upfront,hourly,currency,observed_utc\n"
    "aws,us-east-1,,p5.48xlarge,h100-sxm-80gb,8,on_demand,0,98.32,USD,2024-01-01T00:00:00Z\n"
    "aws,us-east-1,,p5.48xlarge,h100-sxm-80gb,8,on_demand,0,0,USD,2024-01-02T00:00:00Z\n"
    "aws,us-east-1,,p5.48xlarge,h100-sxm-80gb,8,spot,0,40,USD,2024-01-01T00:00:00Z\n";
static const char tariff_feed[] = "kind,unit,price,provider,region,item,observed_utc\n"
                                  "storage,GB-month,0.023,aws,us-east-1,s3-standard,2024-01-01\n";

static const char rate_feed[] = "base,quote,rate,observed_utc\nUSD,CNY,7.1,2024-01-01\n";

static gpucost_status in_import(void *value, gpucost_error *err)
{
    gpucost_import *made = NULL;
    gpucost_status status = gpucost_price_import_text(store, feed, sizeof feed - 1, "feed", value, &made, err);
    gpucost_import_free(made);
    return status;
}

static gpucost_status in_plan_options(void *value, gpucost_error *err)
{
    gpucost_job *made = NULL;
    gpucost_status status = gpucost_job_new(model, NULL, NULL, value, &made, err);
    gpucost_job_free(made);
    return status;
}

/* Calls that fill the struct. */
static gpucost_status out_accelerator(void *value, gpucost_error *err)
{
    return gpucost_accelerator_at(NULL, 0, value, err);
}
static gpucost_status out_link(void *value, gpucost_error *err) { return gpucost_link_at(0, value, err); }
static gpucost_status out_instance(void *value, gpucost_error *err) { return gpucost_instance_at(0, value, err); }
static gpucost_status out_precision(void *value, gpucost_error *err) { return gpucost_precision_at(0, value, err); }
static gpucost_status out_tensor(void *value, gpucost_error *err) { return gpucost_tensors_at(tensors, 0, value, err); }
static gpucost_status out_tensor_totals(void *value, gpucost_error *err)
{
    return gpucost_tensors_total(tensors, value, err);
}
static gpucost_status out_mig(void *value, gpucost_error *err) { return gpucost_mig_at(0, value, err); }
static gpucost_status out_mig_fit(void *value, gpucost_error *err)
{
    return gpucost_mig_fits(NULL, "h100", "3g.40gb", value, err);
}
static gpucost_status out_compatibility(void *value, gpucost_error *err)
{
    return gpucost_compatibility_at(0, value, err);
}
static gpucost_status out_fault(void *value, gpucost_error *err) { return gpucost_fault_at(0, value, err); }
static gpucost_status out_cuda_error(void *value, gpucost_error *err) { return gpucost_cuda_error_at(0, value, err); }
static gpucost_status out_fault_rate(void *value, gpucost_error *err)
{
    return gpucost_fault_rate_of(1, 10, 0, value, err);
}
static gpucost_status out_fault_events(void *value, gpucost_error *err)
{
    return gpucost_fault_log_at(fault_log, 0, value, err);
}
static gpucost_status out_fault_summary(void *value, gpucost_error *err)
{
    return gpucost_fault_log_summarise(fault_log, value, err);
}
static gpucost_status out_render(void *value, gpucost_error *err)
{
    return gpucost_memory_render_estimate(NULL, value, err);
}

static gpucost_status out_simulation(void *value, gpucost_error *err)
{
    return gpucost_memory_simulation_estimate(NULL, value, err);
}

static gpucost_status out_remedy(void *value, gpucost_error *err)
{
    return gpucost_memory_render_remedy_at(NULL, 1, 0, value, err);
}

static gpucost_status out_workload(void *value, gpucost_error *err)
{
    return gpucost_workload_resolve(NULL, value, err);
}
static gpucost_status out_architecture(void *value, gpucost_error *err)
{
    return gpucost_model_architecture(model, value, err);
}
static gpucost_status out_parameters(void *value, gpucost_error *err)
{
    return gpucost_model_parameters(model, value, err);
}
static gpucost_status out_plan_options(void *value, gpucost_error *err)
{
    return gpucost_job_parts(job, NULL, NULL, NULL, value, err);
}
static gpucost_status out_quote(void *value, gpucost_error *err) { return gpucost_quotes_at(quotes, 0, value, err); }
static gpucost_status out_summary(void *value, gpucost_error *err)
{
    return gpucost_import_summarise(report, value, err);
}
static gpucost_status out_reject(void *value, gpucost_error *err)
{
    return gpucost_import_reject_at(report, 0, value, err);
}
static gpucost_status out_portfolio(void *value, gpucost_error *err)
{
    return gpucost_portfolio_summarise(portfolio, value, err);
}
static gpucost_status out_share(void *value, gpucost_error *err)
{
    return gpucost_portfolio_share_at(portfolio, 0, value, err);
}
static gpucost_status out_schedule(void *value, gpucost_error *err)
{
    return gpucost_schedule_summarise(schedule, value, err);
}
static gpucost_status out_hour(void *value, gpucost_error *err)
{
    return gpucost_schedule_hour_at(schedule, 0, value, err);
}
static gpucost_status out_segment(void *value, gpucost_error *err)
{
    return gpucost_schedule_segment_at(schedule, 0, value, err);
}
static gpucost_status out_month(void *value, gpucost_error *err)
{
    return gpucost_schedule_month_at(schedule, 0, value, err);
}
static gpucost_status out_range(void *value, gpucost_error *err)
{
    return gpucost_sensitivity_price(asked, schedule, 0, value, err);
}
static gpucost_status out_effect(void *value, gpucost_error *err)
{
    return gpucost_sensitivity_demand(asked, schedule, 2, value, err);
}
static gpucost_status out_unit(void *value, gpucost_error *err)
{
    return gpucost_sensitivity_unit(asked, schedule, 0, 1, value, err);
}
static gpucost_status out_purchase(void *value, gpucost_error *err)
{
    return gpucost_schedule_purchase_at(schedule, 0, value, err);
}
static gpucost_status out_verdict(void *value, gpucost_error *err)
{
    return gpucost_portfolio_verify(asked, NULL, 0, NULL, value, err);
}
static gpucost_status out_risk(void *value, gpucost_error *err) { return gpucost_risk_summarise(risk, value, err); }
static gpucost_status out_point(void *value, gpucost_error *err)
{
    enum { WIDEST = 4096 };
    static char room[2 * WIDEST];
    uint64_t size, count;
    memcpy(&size, value, sizeof size);
    uint64_t stride = (size < 8 ? 8 : size + 7) / 8 * 8;
    for (uint64_t i = 0; i < 2; i++) memcpy(room + i * stride, value, size < 8 ? 8 : size);
    gpucost_status status =
        gpucost_risk_frontier(asked, NULL, stride, 2, (gpucost_risk_point *)(void *)room, &count, err);
    if (status == GPUCOST_OK) memcpy(value, room, size);
    return status;
}
static gpucost_status in_sample(void *value, gpucost_error *err)
{
    static const double draws[] = {1, 2, 3};
    gpucost_risk_quantile found = GPUCOST_INIT(gpucost_risk_quantile);
    return gpucost_risk_quantile_of(draws, 3, value, &found, err);
}
static gpucost_status out_quantile(void *value, gpucost_error *err)
{
    static const double draws[] = {1, 2, 3};
    gpucost_risk_sample half = GPUCOST_INIT(gpucost_risk_sample);
    half.probability = 0.5;
    return gpucost_risk_quantile_of(draws, 3, &half, value, err);
}
static gpucost_status in_gap(void *value, gpucost_error *err)
{
    gpucost_risk_gap found = GPUCOST_INIT(gpucost_risk_gap);
    return gpucost_risk_gap_of(asked, NULL, 0, value, &found, err);
}
static gpucost_status out_gap(void *value, gpucost_error *err)
{
    gpucost_risk_gap_options two = GPUCOST_INIT(gpucost_risk_gap_options);
    two.batches = 2;
    return gpucost_risk_gap_of(asked, NULL, 0, &two, value, err);
}
static const double *flat(void)
{
    static double demand[120];
    for (int t = 0; t < 120; t++) demand[t] = 2;
    return demand;
}
static gpucost_forecast *forecast_of(void)
{
    gpucost_forecast *made = NULL;
    gpucost_forecast_new(flat(), 120, NULL, &made, NULL);
    return made;
}
static gpucost_status in_forecast(void *value, gpucost_error *err)
{
    gpucost_forecast *made = NULL;
    gpucost_status status = gpucost_forecast_new(flat(), 120, value, &made, err);
    gpucost_forecast_free(made);
    return status;
}
static gpucost_status out_forecast(void *value, gpucost_error *err)
{
    gpucost_forecast *made = forecast_of();
    gpucost_status status = gpucost_forecast_summarise(made, value, err);
    gpucost_forecast_free(made);
    return status;
}
static gpucost_status out_forecast_hour(void *value, gpucost_error *err)
{
    gpucost_forecast *made = forecast_of();
    gpucost_status status = gpucost_forecast_hour_at(made, 1, value, err);
    gpucost_forecast_free(made);
    return status;
}
static gpucost_status out_profile_of_demand(void *value, gpucost_error *err)
{
    return gpucost_forecast_profile_of(flat(), 120, value, NULL, err);
}
static gpucost_portfolio_case *level_case(void)
{
    static int32_t demand[140];
    gpucost_portfolio_case *made = NULL;
    gpucost_portfolio_options options = GPUCOST_INIT(gpucost_portfolio_options);
    gpucost_commitment row = GPUCOST_INIT(gpucost_commitment);
    for (int t = 0; t < 140; t++) demand[t] = 2;
    memcpy(options.currency, "USD", 4);
    options.on_demand_nanos = 10;
    row.term_hours = 5;
    row.upfront_nanos = 20;
    gpucost_portfolio_case_new(demand, NULL, 140, &options, &made, NULL);
    gpucost_portfolio_case_add_commitment(made, &row, NULL, 0, NULL);
    return made;
}
static gpucost_status in_backtest(void *value, gpucost_error *err)
{
    gpucost_backtest_row found[GPUCOST_POLICIES];
    gpucost_portfolio_case *level = level_case();
    for (int i = 0; i < GPUCOST_POLICIES; i++) found[i] = GPUCOST_INIT(gpucost_backtest_row);
    gpucost_status status = gpucost_backtest_run(level, value, sizeof found[0], GPUCOST_POLICIES, found, err);
    gpucost_portfolio_case_free(level);
    return status;
}
static gpucost_status out_backtest(void *value, gpucost_error *err)
{
    enum { WIDEST = 4096 };
    static char room[GPUCOST_POLICIES * WIDEST];
    gpucost_backtest_options options = GPUCOST_INIT(gpucost_backtest_options);
    gpucost_portfolio_case *level = level_case();
    uint64_t size;
    options.split_hour = 120;
    options.paths = 2;
    memcpy(&size, value, sizeof size);
    uint64_t stride = (size < 8 ? 8 : size + 7) / 8 * 8;
    for (uint64_t i = 0; i < GPUCOST_POLICIES; i++) memcpy(room + i * stride, value, size < 8 ? 8 : size);
    gpucost_status status = gpucost_backtest_run(level, &options, stride, GPUCOST_POLICIES,
                                                 (gpucost_backtest_row *)(void *)room, err);
    gpucost_portfolio_case_free(level);
    if (status == GPUCOST_OK) memcpy(value, room, size);
    return status;
}
static gpucost_status out_scenario(void *value, gpucost_error *err)
{
    return gpucost_risk_scenario_at(risk, 0, value, err);
}
static gpucost_status out_option(void *value, gpucost_error *err)
{
    return gpucost_plan_option_at(plan, 0, value, err);
}
static gpucost_status out_dropped(void *value, gpucost_error *err)
{
    return gpucost_plan_dropped_at(nothing_fits, 0, value, err);
}

static gpucost_status out_compatibility_answer(void *value, gpucost_error *err)
{
    gpucost_compatibility_case question = GPUCOST_INIT(gpucost_compatibility_case);
    strcpy(question.cuda, "12.1");
    return gpucost_compatibility_check(NULL, &question, value, err);
}

static gpucost_status out_cluster(void *value, gpucost_error *err)
{
    gpucost_cluster cluster = one_gpu();
    gpucost_accelerator accelerator = GPUCOST_INIT(gpucost_accelerator);
    return gpucost_cluster_resolve(NULL, &cluster, value, &accelerator, err);
}

static gpucost_status out_memory(void *value, gpucost_error *err)
{
    return gpucost_memory_estimate(model, NULL, NULL, value, err);
}

static gpucost_status in_profile(void *value, gpucost_error *err)
{
    gpucost_training_profile resolved = GPUCOST_INIT(gpucost_training_profile);
    return gpucost_training_profile_resolve(NULL, "A100", value, &resolved, err);
}

static gpucost_status out_profile(void *value, gpucost_error *err)
{
    return gpucost_training_profile_resolve(NULL, "A100", NULL, value, err);
}

static gpucost_status out_training(void *value, gpucost_error *err)
{
    gpucost_cluster cluster = one_gpu();
    gpucost_workload workload = GPUCOST_INIT(gpucost_workload);
    return gpucost_training_estimate(model, NULL, &cluster, &workload, NULL, value, err);
}

static gpucost_status out_serving(void *value, gpucost_error *err)
{
    gpucost_cluster cluster = one_gpu();
    gpucost_workload workload = GPUCOST_INIT(gpucost_workload);
    workload.kind = GPUCOST_WORKLOAD_INFERENCE;
    workload.concurrent_sequences = 4;
    return gpucost_serving_estimate(model, NULL, &cluster, &workload, NULL, value, err);
}

static gpucost_status out_parallelism(void *value, gpucost_error *err)
{
    return gpucost_requirement_parts(gpucost_plan_option_requirement(plan, 0), NULL, NULL, value, NULL, NULL, NULL,
                                     err);
}

static gpucost_status out_checkpoint(void *value, gpucost_error *err)
{
    gpucost_checkpoint_case work = GPUCOST_INIT(gpucost_checkpoint_case);
    work.work_s = 1.8e6;
    work.mean_s = 86400;
    work.checkpoint_s = 300;
    work.restart_s = 600;
    return gpucost_checkpoint_best(&work, value, err);
}

static gpucost_status in_goodput(void *value, gpucost_error *err)
{
    gpucost_training_goodput_result result = GPUCOST_INIT(gpucost_training_goodput_result);
    return gpucost_training_goodput(value, &result, err);
}

static gpucost_status out_goodput(void *value, gpucost_error *err)
{
    gpucost_training_goodput_case run = GPUCOST_INIT(gpucost_training_goodput_case);
    run.work_s = 1e6;
    run.checkpoint_s = 60;
    return gpucost_training_goodput(&run, value, err);
}

static gpucost_scaling *scaling_of(gpucost_error *err)
{
    static const double devices[] = {1, 2, 4, 8}, throughput[] = {10, 19, 35, 59};
    gpucost_scaling *scaling = NULL;
    gpucost_scaling_fit(devices, throughput, 4, GPUCOST_SCALING_AUTO, 0, &scaling, err);
    return scaling;
}

static gpucost_status out_scaling(void *value, gpucost_error *err)
{
    gpucost_scaling *scaling = scaling_of(err);
    gpucost_status status = gpucost_scaling_summarise(scaling, value, err);
    gpucost_scaling_free(scaling);
    return status;
}

static gpucost_status out_prediction(void *value, gpucost_error *err)
{
    gpucost_scaling *scaling = scaling_of(err);
    gpucost_status status = gpucost_scaling_predict(scaling, 16, value, err);
    gpucost_scaling_free(scaling);
    return status;
}

static gpucost_status out_calibration(void *value, gpucost_error *err)
{
    gpucost_training_profile profile = GPUCOST_INIT(gpucost_training_profile);
    gpucost_training_steps *steps = NULL;
    gpucost_cluster cluster = GPUCOST_INIT(gpucost_cluster);
    snprintf(cluster.accelerator, sizeof cluster.accelerator, "a100-sxm-80gb");
    gpucost_status status = gpucost_training_steps_new(&steps, err);
    for (int i = 0; i < 4 && status == GPUCOST_OK; i++) {
        gpucost_workload work = GPUCOST_INIT(gpucost_workload);
        gpucost_training t = GPUCOST_INIT(gpucost_training);
        work.global_batch = 8u << i;
        status = gpucost_training_estimate(model, NULL, &cluster, &work, NULL, &t, err);
        if (status == GPUCOST_OK)
            status = gpucost_training_steps_add(steps, model, NULL, &cluster, &work, NULL, 1.2 * t.step_s, err);
    }
    if (status == GPUCOST_OK) status = gpucost_training_calibrate(steps, NULL, &profile, value, err);
    gpucost_training_steps_free(steps);
    return status;
}

/* ---- networks ---- */

static gpucost_status with_network(const gpucost_network_options *options, gpucost_network **network,
                                   gpucost_error *err)
{
    return gpucost_network_from_preset("resnet-18", options, network, err);
}

static gpucost_status in_network_options(void *value, gpucost_error *err)
{
    gpucost_network *network = NULL;
    gpucost_status status = with_network(value, &network, err);
    gpucost_network_free(network);
    return status;
}

static gpucost_status in_layer(void *value, gpucost_error *err)
{
    gpucost_network *network = NULL;
    gpucost_status status = gpucost_network_from_layers(value, 0, 1, NULL, &network, err);
    gpucost_network_free(network);
    return status;
}

static gpucost_status of_network(void *layer, void *count, void *totals, gpucost_error *err)
{
    gpucost_network *network = NULL;
    gpucost_status status = with_network(NULL, &network, err);
    if (status == GPUCOST_OK)
        status =
            totals ? gpucost_network_total(network, totals, err) : gpucost_network_at(network, 1, layer, count, err);
    gpucost_network_free(network);
    return status;
}

static gpucost_status out_layer(void *value, gpucost_error *err)
{
    return of_network(value, NULL, NULL, err);
}

static gpucost_status out_layer_count(void *value, gpucost_error *err)
{
    return of_network(NULL, value, NULL, err);
}

static gpucost_status out_network_totals(void *value, gpucost_error *err)
{
    return of_network(NULL, NULL, value, err);
}

static gpucost_status in_layerwise_profile(void *value, gpucost_error *err)
{
    gpucost_layerwise_profile resolved = GPUCOST_INIT(gpucost_layerwise_profile);
    return gpucost_layerwise_profile_resolve(NULL, "A100", value, &resolved, err);
}

static gpucost_status out_layerwise_profile(void *value, gpucost_error *err)
{
    return gpucost_layerwise_profile_resolve(NULL, "A100", NULL, value, err);
}

static gpucost_status out_layerwise_time(void *value, gpucost_error *err)
{
    gpucost_network *network = NULL;
    gpucost_cluster cluster = GPUCOST_INIT(gpucost_cluster);
    strcpy(cluster.accelerator, "A100");
    gpucost_status status = with_network(NULL, &network, err);
    if (status == GPUCOST_OK) status = gpucost_layerwise_time_of(network, NULL, &cluster, NULL, NULL, value, err);
    gpucost_network_free(network);
    return status;
}

static gpucost_status out_layerwise_memory(void *value, gpucost_error *err)
{
    gpucost_network *network = NULL;
    gpucost_status status = with_network(NULL, &network, err);
    if (status == GPUCOST_OK) status = gpucost_layerwise_memory_of(network, NULL, NULL, value, err);
    gpucost_network_free(network);
    return status;
}

static gpucost_status in_kernel(void *value, gpucost_error *err)
{
    gpucost_kernel_time time = GPUCOST_INIT(gpucost_kernel_time);
    return gpucost_kernel_time_of(NULL, "A100", value, &time, err);
}

static gpucost_status out_kernel(void *value, gpucost_error *err)
{
    gpucost_kernel_case kernel = GPUCOST_INIT(gpucost_kernel_case);
    kernel.n = 1e6;
    return gpucost_kernel_time_of(NULL, "A100", &kernel, value, err);
}

static gpucost_status out_gain(void *value, gpucost_error *err)
{
    enum { WIDEST = 4096 };
    static char room[GPUCOST_REQUIREMENT_GAINS_MOST * WIDEST];
    uint64_t size, stride, count;
    memcpy(&size, value, sizeof size);
    gpucost_cluster cluster = GPUCOST_INIT(gpucost_cluster);
    snprintf(cluster.accelerator, sizeof cluster.accelerator, "h100-sxm-80gb");
    cluster.devices = 64;
    stride = size < 16 ? 16 : (size + 7) / 8 * 8;
    for (uint64_t i = 0; i < GPUCOST_REQUIREMENT_GAINS_MOST; i++) memcpy(room + i * stride, value, size < 8 ? 8 : size);
    gpucost_status status = gpucost_requirement_gains(model, NULL, &cluster, NULL, NULL, NULL,
                                                      (gpucost_requirement_gain *)(void *)room, stride, &count, err);
    if (status == GPUCOST_OK && count == 0) fail_msg("nothing gains");
    if (status == GPUCOST_OK) memcpy(value, room, size);
    return status;
}

static gpucost_status in_deadline(void *value, gpucost_error *err)
{
    static const int32_t available[] = {1, 0, 1};
    gpucost_spot_deadline_result found = GPUCOST_INIT(gpucost_spot_deadline_result);
    return gpucost_spot_deadline(available, NULL, 3, value, NULL, &found, err);
}
static gpucost_status out_deadline(void *value, gpucost_error *err)
{
    static const int32_t available[] = {1, 0, 1};
    gpucost_spot_deadline_case late = GPUCOST_INIT(gpucost_spot_deadline_case);
    late.work_ticks = 2;
    late.on_demand_nanos = 3;
    late.spot_nanos = 1;
    return gpucost_spot_deadline(available, NULL, 3, &late, NULL, value, err);
}

static gpucost_status out_spot(void *value, gpucost_error *err)
{
    gpucost_spot_case work = GPUCOST_INIT(gpucost_spot_case);
    work.work_h = 100;
    return gpucost_spot_useful_hours(&work, value, err);
}

static gpucost_status out_bill(void *value, gpucost_error *err)
{
    gpucost_usage_kind kind = a_kind();
    gpucost_savings_plan none = a_plan();
    return gpucost_savings_price(&kind, 1, usage, 1, &none, value, err);
}

static gpucost_status in_resource(void *value, gpucost_error *err)
{
    gpucost_savings_bill bill = GPUCOST_INIT(gpucost_savings_bill);
    static const int64_t one[] = {1};
    gpucost_status status = gpucost_savings_resources(value, 1, one, 1, one, 1, "USD", 0, &bill, err);
    return status == GPUCOST_E_RANGE && strcmp(err->field, "on_demand_price") == 0 ? GPUCOST_OK
                                                                                   : status; /* read; it has no price */
}

static gpucost_status in_scoped(void *value, gpucost_error *err)
{
    static const int64_t one[] = {1};
    static const uint64_t place[] = {0};
    gpucost_savings_bill bill = GPUCOST_INIT(gpucost_savings_bill);
    return gpucost_savings_scopes(value, 1, place, 1, one, 1, 1, "USD", &bill, err);
}

static gpucost_status out_volume_plan(void *value, gpucost_error *err)
{
    gpucost_schedule *made = NULL;
    gpucost_status status = gpucost_savings_tiers(asked, NULL, 0, value, &made, err);
    gpucost_schedule_free(made);
    return status;
}

static gpucost_status out_choice(void *value, gpucost_error *err)
{
    static const int32_t demand[] = {1};
    return gpucost_savings_volume(demand, 1, 1, 1, NULL, 0, "USD", value, err);
}

static gpucost_status out_statistics(void *value, gpucost_error *err)
{
    gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
    gpucost_status status = gpucost_quotes_at(quotes, 0, &quote, err);
    return status ? status : gpucost_price_statistics_of(store, quote.offer_id, 1704067200, 1704153600, value, err);
}

static gpucost_status out_step(void *value, gpucost_error *err)
{
    gpucost_history *steps = NULL;
    gpucost_status status = gpucost_history_new(store, 1, 1704067200, 1704153600, &steps, err);
    if (status == GPUCOST_OK) status = gpucost_history_at(steps, 0, value, err);
    gpucost_history_free(steps);
    return status;
}

static gpucost_status in_unit_quote(void *value, gpucost_error *err)
{
    gpucost_unit_price price = GPUCOST_INIT(gpucost_unit_price);
    return gpucost_price_units(value, NULL, &price, err);
}

static gpucost_status out_unit_price(void *value, gpucost_error *err)
{
    gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
    gpucost_status status = gpucost_quotes_at(quotes, 0, &quote, err);
    return status ? status : gpucost_price_units(&quote, NULL, value, err);
}

static gpucost_status out_saving(void *value, gpucost_error *err)
{
    gpucost_savings *savings = NULL;
    gpucost_status status = gpucost_price_savings(store, NULL, &savings, err);
    if (status == GPUCOST_OK) status = gpucost_savings_at(savings, 0, value, err);
    gpucost_savings_free(savings);
    return status;
}

static gpucost_status in_tariff_filter(void *value, gpucost_error *err)
{
    gpucost_tariffs *made = NULL;
    gpucost_status status = gpucost_tariffs_new(store, value, &made, err);
    gpucost_tariffs_free(made);
    return status;
}

static gpucost_status out_tariff(void *value, gpucost_error *err)
{
    gpucost_tariffs *made = NULL;
    gpucost_status status = gpucost_tariffs_new(store, NULL, &made, err);
    if (status == GPUCOST_OK) status = gpucost_tariffs_at(made, 0, value, err);
    gpucost_tariffs_free(made);
    return status;
}

static gpucost_status out_rate(void *value, gpucost_error *err)
{
    return gpucost_tariff_rate_at(store, "USD", "CNY", 0, value, err);
}

typedef gpucost_status call(void *value, gpucost_error *err);

static const struct row {
    const char *name;
    call *in, *out;
} rows[] = {
    {"gpucost_accelerator", in_accelerator, out_accelerator},
    {"gpucost_link", NULL, out_link},
    {"gpucost_instance", NULL, out_instance},
    {"gpucost_cluster", in_cluster, out_cluster},
    {"gpucost_precision", NULL, out_precision},
    {"gpucost_mig", NULL, out_mig},
    {"gpucost_mig_fit", NULL, out_mig_fit},
    {"gpucost_accelerator_filter", in_accelerator_filter, NULL},
    {"gpucost_compatibility", NULL, out_compatibility},
    {"gpucost_compatibility_case", in_compatibility, NULL},
    {"gpucost_compatibility_answer", NULL, out_compatibility_answer},
    {"gpucost_fault", NULL, out_fault},
    {"gpucost_cuda_error", NULL, out_cuda_error},
    {"gpucost_fault_events", NULL, out_fault_events},
    {"gpucost_fault_summary", NULL, out_fault_summary},
    {"gpucost_fault_rate", NULL, out_fault_rate},
    {"gpucost_architecture", in_architecture, out_architecture},
    {"gpucost_parameters", NULL, out_parameters},
    {"gpucost_tensor", NULL, out_tensor},
    {"gpucost_tensor_totals", NULL, out_tensor_totals},
    {"gpucost_parallelism", in_parallelism, out_parallelism},
    {"gpucost_workload", in_workload, out_workload},
    {"gpucost_memory", NULL, out_memory},
    {"gpucost_memory_activation_options", in_activation, NULL},
    {"gpucost_memory_point", NULL, NULL},
    {"gpucost_memory_render", in_render, NULL},
    {"gpucost_memory_render_parts", NULL, out_render},
    {"gpucost_memory_simulation", in_simulation, NULL},
    {"gpucost_memory_simulation_parts", NULL, out_simulation},
    {"gpucost_memory_remedy", NULL, out_remedy},
    {"gpucost_training", NULL, out_training},
    {"gpucost_training_budget", in_budget, NULL},
    {"gpucost_training_goodput_case", in_goodput, NULL},
    {"gpucost_training_goodput_result", NULL, out_goodput},
    {"gpucost_training_calibration", NULL, out_calibration},
    {"gpucost_training_profile", in_profile, out_profile},
    {"gpucost_scaling_summary", NULL, out_scaling},
    {"gpucost_scaling_prediction", NULL, out_prediction},
    {"gpucost_serving", NULL, out_serving},
    {"gpucost_checkpoint_case", in_checkpoint, NULL},
    {"gpucost_checkpoint_plan", NULL, out_checkpoint},
    {"gpucost_quote", in_unit_quote, out_quote},
    {"gpucost_history_step", NULL, out_step},
    {"gpucost_unit_price", NULL, out_unit_price},
    {"gpucost_saving", NULL, out_saving},
    {"gpucost_tariff", NULL, out_tariff},
    {"gpucost_tariff_filter", in_tariff_filter, NULL},
    {"gpucost_exchange_rate", NULL, out_rate},
    {"gpucost_price_filter", in_filter, NULL},
    {"gpucost_price_statistics", NULL, out_statistics},
    {"gpucost_import_options", in_import, NULL},
    {"gpucost_import_summary", NULL, out_summary},
    {"gpucost_import_reject", NULL, out_reject},
    {"gpucost_commitment", in_commitment, NULL},
    {"gpucost_portfolio_options", in_portfolio, NULL},
    {"gpucost_portfolio_share", NULL, out_share},
    {"gpucost_portfolio_summary", NULL, out_portfolio},
    {"gpucost_layer", in_layer, out_layer},
    {"gpucost_layer_count", NULL, out_layer_count},
    {"gpucost_network_options", in_network_options, NULL},
    {"gpucost_network_totals", NULL, out_network_totals},
    {"gpucost_layerwise_profile", in_layerwise_profile, out_layerwise_profile},
    {"gpucost_layerwise_time", NULL, out_layerwise_time},
    {"gpucost_layerwise_memory", NULL, out_layerwise_memory},
    {"gpucost_kernel_case", in_kernel, NULL},
    {"gpucost_kernel_time", NULL, out_kernel},
    {"gpucost_requirement_gain", NULL, out_gain},
    {"gpucost_held", in_held, NULL},
    {"gpucost_exit", in_exit, NULL},
    {"gpucost_schedule_month", NULL, out_month},
    {"gpucost_price_range", NULL, out_range},
    {"gpucost_demand_effect", NULL, out_effect},
    {"gpucost_unit_value", NULL, out_unit},
    {"gpucost_purchase", in_purchase, out_purchase},
    {"gpucost_verdict", NULL, out_verdict},
    {"gpucost_schedule_summary", NULL, out_schedule},
    {"gpucost_schedule_hour", NULL, out_hour},
    {"gpucost_schedule_segment", NULL, out_segment},
    {"gpucost_risk_options", in_risk, NULL},
    {"gpucost_risk_summary", NULL, out_risk},
    {"gpucost_risk_scenario", NULL, out_scenario},
    {"gpucost_risk_point", NULL, out_point},
    {"gpucost_risk_sample", in_sample, NULL},
    {"gpucost_risk_quantile", NULL, out_quantile},
    {"gpucost_risk_gap_options", in_gap, NULL},
    {"gpucost_risk_gap", NULL, out_gap},
    {"gpucost_backtest_options", in_backtest, NULL},
    {"gpucost_backtest_row", NULL, out_backtest},
    {"gpucost_forecast_options", in_forecast, NULL},
    {"gpucost_forecast_summary", NULL, out_forecast},
    {"gpucost_forecast_hour", NULL, out_forecast_hour},
    {"gpucost_forecast_profile", NULL, out_profile_of_demand},
    {"gpucost_usage_kind", in_kind, NULL},
    {"gpucost_savings_plan", in_savings, NULL},
    {"gpucost_savings_bill", NULL, out_bill},
    {"gpucost_volume_tier", in_tier, NULL},
    {"gpucost_volume_choice", NULL, out_choice},
    {"gpucost_volume_plan", NULL, out_volume_plan},
    {"gpucost_resource", in_resource, NULL},
    {"gpucost_scoped_reservation", in_scoped, NULL},
    {"gpucost_spot_case", in_spot, NULL},
    {"gpucost_spot_result", NULL, out_spot},
    {"gpucost_spot_deadline_case", in_deadline, NULL},
    {"gpucost_spot_deadline_result", NULL, out_deadline},
    {"gpucost_plan_options", in_plan_options, out_plan_options},
    {"gpucost_plan_option", NULL, out_option},
    {"gpucost_plan_dropped", NULL, out_dropped},
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

static void growth__every_struct_has_a_row(void **state)
{
    (void)state;
    for (uint64_t s = 0; s < gpucost_struct_count(); s++) {
        bool found = false;
        for (size_t i = 0; i < ROW_COUNT; i++) found |= strcmp(rows[i].name, gpucost_struct_at(s)->name) == 0;
        if (!found) fail_msg("%s has no row in this test", gpucost_struct_at(s)->name);
    }
    assert_int_equal(gpucost_struct_count(), ROW_COUNT);
}

static caller filled(uint64_t size, unsigned char beyond)
{
    caller value;
    memset(&value, 0, sizeof value);
    memset(value.bytes + size, beyond, sizeof value - size);
    value.size = size;
    return value;
}

static void growth__inputs_of_any_age_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (!rows[i].in) continue;
        const gpucost_struct *type = gpucost_struct_find(rows[i].name);
        assert_non_null(type);
        gpucost_error err;
        caller today = filled(type->size, 0xA5), old = filled(sizeof old.size, 0xA5),
               newer = filled(type->size + 16, 0xA5);
        gpucost_status status = rows[i].in(&today, &err);
        if (rows[i].in(&old, &err) != status) fail_msg("%s: an older caller gets %s", rows[i].name, err.text);
        if (rows[i].in(&newer, &err) != status) fail_msg("%s: a newer caller gets %s", rows[i].name, err.text);
        newer.bytes[type->size + 15] = 1;
        assert_int_equal(rows[i].in(&newer, &err), GPUCOST_E_STRUCT_NEWER);
        assert_int_equal(err.status, GPUCOST_E_STRUCT_NEWER);
        caller none = filled(type->size, 0);
        none.size = 0;
        assert_int_equal(rows[i].in(&none, &err), GPUCOST_E_ARGUMENT);
    }
}

static void growth__outputs_fit_callers_of_any_age(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (!rows[i].out) continue;
        const gpucost_struct *type = gpucost_struct_find(rows[i].name);
        assert_non_null(type);
        gpucost_error err;
        caller today = filled(type->size, 0xA5), newer = filled(type->size + 16, 0xA5), expected;
        memset(newer.bytes + type->size, 0x5A, 16);
        if (rows[i].out(&today, &err) != GPUCOST_OK) fail_msg("%s: %s", rows[i].name, err.text);
        assert_int_equal(today.size, type->size);
        assert_int_equal(today.bytes[type->size], 0xA5);
        assert_int_equal(rows[i].out(&newer, &err), GPUCOST_OK);
        expected = filled(type->size + 16, 0xA5);
        memcpy(expected.bytes + 8, today.bytes + 8, type->size - 8);
        assert_memory_equal(&newer, &expected, sizeof newer); /* our fields, zeros to the caller's end, nothing after */
        uint64_t half = type->fields[type->count / 2].offset;
        caller old = filled(half, 0xA5);
        assert_int_equal(rows[i].out(&old, &err), GPUCOST_OK);
        expected = filled(half, 0xA5);
        memcpy(expected.bytes + 8, today.bytes + 8, half - 8);
        assert_memory_equal(&old, &expected, sizeof old);
        caller none = filled(type->size, 0), before;
        none.size = 0;
        before = none;
        assert_int_equal(rows[i].out(&none, &err), GPUCOST_E_ARGUMENT);
        assert_memory_equal(&none, &before, sizeof none);
    }
}

static int set_up(void **state)
{
    (void)state;
    gpucost_error err;
    static const int32_t demand[] = {1, 2, 3};
    static const char header[] =
        "\x3b\0\0\0\0\0\0\0{\"w\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]}}  ";
    gpucost_workload workload = GPUCOST_INIT(gpucost_workload);
    workload.kind = GPUCOST_WORKLOAD_LORA;
    workload.tokens = 1000000;
    gpucost_plan_options narrow = GPUCOST_INIT(gpucost_plan_options);
    narrow.most_devices = 1;
    strcpy(narrow.accelerators, "t4");
    gpucost_portfolio_options options = GPUCOST_INIT(gpucost_portfolio_options);
    options.on_demand_nanos = 1000000000;
    strcpy(options.currency, "USD");
    gpucost_commitment hour = GPUCOST_INIT(gpucost_commitment);
    hour.term_hours = 1;
    hour.hourly_nanos = 1;
    gpucost_model *big = NULL;
    gpucost_job *hopeless = NULL;
    gpucost_import *tariffs = NULL, *rates = NULL;
    bool failed =
        gpucost_model_from_preset("llama-2-7b", &model, &err) ||
        gpucost_model_from_parameters(UINT64_C(1000000000000), &big, &err) ||
        gpucost_job_new(model, &workload, NULL, NULL, &job, &err) ||
        gpucost_job_new(big, &workload, NULL, &narrow, &hopeless, &err) ||
        gpucost_plan_new(job, NULL, NULL, &plan, &err) || gpucost_plan_new(hopeless, NULL, NULL, &nothing_fits, &err) ||
        gpucost_store_open(":memory:", GPUCOST_STORE_CREATE, &store, &err) ||
        gpucost_price_import_text(store, tariff_feed, sizeof tariff_feed - 1, "tariffs", NULL, &tariffs, &err) ||
        gpucost_price_import_text(store, rate_feed, sizeof rate_feed - 1, "rates", NULL, &rates, &err) ||
        gpucost_price_import_text(store, feed, sizeof feed - 1, "feed", NULL, &report, &err) ||
        gpucost_price_quotes(store, NULL, &quotes, &err) ||
        gpucost_tensors_from_memory(header, sizeof header - 1, "file", &tensors, &err) ||
        gpucost_fault_log_from_text("NVRM: Xid (PCI:0000:3b:00): 79", "log", &fault_log, &err) ||
        gpucost_portfolio_new(demand, NULL, 3, NULL, 0, &options, &portfolio, &err) ||
        gpucost_portfolio_case_new(demand, NULL, 3, &options, &asked, &err) ||
        gpucost_portfolio_case_add_commitment(asked, &hour, NULL, 0, &err) ||
        gpucost_portfolio_case_add_scenario(asked, demand, NULL, &err) ||
        gpucost_schedule_new(asked, &schedule, &err) || gpucost_risk_new(asked, NULL, &risk, &err);
    if (failed) print_error("%s: %s\n", err.field, err.text);
    gpucost_job_free(hopeless);
    gpucost_import_free(tariffs);
    gpucost_import_free(rates);
    gpucost_model_free(big);
    return failed;
}

static int tear_down(void **state)
{
    (void)state;
    gpucost_portfolio_free(portfolio);
    gpucost_risk_free(risk);
    gpucost_schedule_free(schedule);
    gpucost_portfolio_case_free(asked);
    gpucost_quotes_free(quotes);
    gpucost_import_free(report);
    gpucost_tensors_free(tensors);
    gpucost_fault_log_free(fault_log);
    gpucost_store_close(store);
    gpucost_plan_free(nothing_fits);
    gpucost_plan_free(plan);
    gpucost_job_free(job);
    gpucost_model_free(model);
    return 0;
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(growth__every_struct_has_a_row, set_up),
        cmocka_unit_test(growth__inputs_of_any_age_are_read),
        cmocka_unit_test_teardown(growth__outputs_fit_callers_of_any_age, tear_down),
    };
    return RUN_TESTS("struct growth", tests);
}
