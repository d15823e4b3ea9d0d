#include "support/scenarios.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/fault.h"

static const char config[] = "{\"model_type\": \"llama\", \"hidden_size\": 4096, \"intermediate_size\": 11008,"
                             " \"num_attention_heads\": 32, \"num_hidden_layers\": 32, \"vocab_size\": 32000,"
                             " \"max_position_embeddings\": 4096}";

static gpucost_status model_from_config(gpucost_error *err)
{
    gpucost_model *model = UNTOUCHED;
    gpucost_status status = gpucost_model_from_config(config, "config.json", &model, err);
    END(status, model, gpucost_model_free);
    return status;
}

static gpucost_status model_from_preset(gpucost_error *err)
{
    gpucost_model *model = UNTOUCHED;
    gpucost_status status = gpucost_model_from_preset("llama-2-7b", &model, err);
    END(status, model, gpucost_model_free);
    return status;
}

static gpucost_status model_from_parameters(gpucost_error *err)
{
    gpucost_model *model = UNTOUCHED;
    gpucost_status status = gpucost_model_from_parameters(7000000000, &model, err);
    END(status, model, gpucost_model_free);
    return status;
}

static gpucost_status network_from_preset(gpucost_error *err)
{
    gpucost_network *network = UNTOUCHED;
    gpucost_status status = gpucost_network_from_preset("resnet-18", NULL, &network, err);
    END(status, network, gpucost_network_free);
    return status;
}

static gpucost_status network_from_layers(gpucost_error *err)
{
    gpucost_layer layers[] = {GPUCOST_INIT(gpucost_layer), GPUCOST_INIT(gpucost_layer)};
    layers[0].kind = GPUCOST_LAYER_INPUT;
    layers[0].outputs = 8;
    layers[1].kind = GPUCOST_LAYER_LINEAR;
    gpucost_network *network = UNTOUCHED;
    gpucost_status status = gpucost_network_from_layers(layers, 0, 2, "two", &network, err);
    END(status, network, gpucost_network_free);
    return status;
}

static gpucost_status struct_as_json(gpucost_error *err)
{
    gpucost_workload workload = GPUCOST_INIT(gpucost_workload), back = GPUCOST_INIT(gpucost_workload);
    workload.kind = GPUCOST_WORKLOAD_LORA;
    char *text = UNTOUCHED;
    const gpucost_struct *type = gpucost_struct_find("gpucost_workload");
    gpucost_status status = gpucost_struct_to_json(type, &workload, &text, err);
    END(status, text, gpucost_text_free);
    return status ? status : gpucost_struct_from_json(type, "{\"kind\": \"lora\"}", "job", &back, err);
}

static gpucost_status job_from_json(gpucost_error *err)
{
    gpucost_job *job = UNTOUCHED;
    gpucost_status status =
        gpucost_job_from_json("{\"model\": \"llama-2-7b\", \"workload\": {\"kind\": \"lora\", \"tokens\": 1e8},"
                              " \"plan\": {\"deadline_h\": 24}}", "job.json", &job, err);
    END(status, job, gpucost_job_free);
    return status;
}

static gpucost_status portfolio_new(gpucost_error *err)
{
    static const int32_t demand[] = {10, 10, 7, 4}, interruptible[] = {1, 2, 3, 4};
    gpucost_commitment commitment = GPUCOST_INIT(gpucost_commitment);
    snprintf(commitment.name, sizeof commitment.name, "a year");
    commitment.term_hours = 4;
    commitment.upfront_nanos = 1000000000;
    commitment.hourly_nanos = 100000000;
    gpucost_portfolio_options options = GPUCOST_INIT(gpucost_portfolio_options);
    snprintf(options.currency, sizeof options.currency, "USD");
    options.on_demand_nanos = 1000000000;
    options.spot_nanos = 300000000;
    gpucost_portfolio *portfolio = UNTOUCHED;
    gpucost_status status = gpucost_portfolio_new(demand, interruptible, 4, &commitment, 1, &options, &portfolio, err);
    END(status, portfolio, gpucost_portfolio_free);
    return status;
}

static gpucost_status with_case(const char *json, gpucost_error *err,
                                gpucost_status (*run)(const gpucost_portfolio_case *asked, gpucost_error *err))
{
    gpucost_portfolio_case *asked = UNTOUCHED;
    gpucost_status status = gpucost_portfolio_case_from_json(json, "case.json", &asked, err);
    if (status == GPUCOST_OK) {
        status = run(asked, err);
        gpucost_portfolio_case_free(asked);
    } else if ((void *)asked != UNTOUCHED) {
        abort();
    }
    return status;
}

static const char two_demands[] =
    "{\"scenarios\": [{\"demand\": [1, 2, 1]}, {\"demand\": [2, 0, 3], \"weight\": 2}],"
    " \"options\": {\"currency\": \"USD\", \"on_demand_price\": 1},"
    " \"commitments\": [{\"term_hours\": 2, \"upfront_price\": \"1.5\", \"dates\": [0, 1]}],"
    " \"held\": [{\"end_hour\": 1, \"units\": 1}]}";
static const char payments[] =
    "{\"demand\": [1, 2, 1], \"options\": {\"currency\": \"USD\", \"on_demand_price\": 1, \"discount_rate\": 0.1,"
    " \"billing_hours\": 2}, \"commitments\": [{\"term_hours\": 3, \"upfront_price\": 2, \"hourly_price\": \"0.1\","
    " \"dates\": [0, 1], \"exits\": {\"every_hours\": 1, \"resale_share\": 0.9}}]}";
static const char instances[] =
    "{\"demand\": [7, 3, 9], \"options\": {\"currency\": \"USD\", \"on_demand_price\": 1}, \"commitments\": ["
    "{\"term_hours\": 2, \"upfront_price\": 10, \"unit_size\": 8}, {\"term_hours\": 1, \"upfront_price\": \"0.9\"}]}";

static gpucost_status depend_on(const gpucost_portfolio_case *asked, const gpucost_schedule *schedule,
                                gpucost_error *err)
{
    gpucost_price_range range = GPUCOST_INIT(gpucost_price_range);
    gpucost_demand_effect effect = GPUCOST_INIT(gpucost_demand_effect);
    gpucost_schedule_summary all = GPUCOST_INIT(gpucost_schedule_summary);
    gpucost_schedule_summarise(schedule, &all, NULL);
    gpucost_status status = all.optimal ? gpucost_sensitivity_price(asked, schedule, 0, &range, err) : GPUCOST_OK;
    return status == GPUCOST_OK ? gpucost_sensitivity_demand(asked, schedule, 0.5, &effect, err) : status;
}

static gpucost_status schedule_of(const gpucost_portfolio_case *asked, gpucost_error *err)
{
    gpucost_schedule *schedule = UNTOUCHED;
    gpucost_status status = gpucost_schedule_new(asked, &schedule, err);
    if (status == GPUCOST_OK) {
        status = depend_on(asked, schedule, err);
        gpucost_schedule_free(schedule);
        schedule = UNTOUCHED;
    }
    if ((void *)schedule != UNTOUCHED) abort();
    gpucost_verdict verdict = GPUCOST_INIT(gpucost_verdict);
    int32_t possible;
    gpucost_money cost;
    for (int32_t baseline = 0; status == GPUCOST_OK && baseline < 5; baseline++)
        status = gpucost_schedule_baseline(asked, baseline, &possible, &cost, err);
    return status == GPUCOST_OK ? gpucost_portfolio_verify(asked, NULL, 0, NULL, &verdict, err) : status;
}

static gpucost_status tiers_of(const gpucost_portfolio_case *asked, gpucost_error *err)
{
    gpucost_volume_tier tier = GPUCOST_INIT(gpucost_volume_tier);
    tier.discount = 0.1;
    gpucost_volume_plan plan = GPUCOST_INIT(gpucost_volume_plan);
    gpucost_schedule *schedule = UNTOUCHED;
    gpucost_status status = gpucost_savings_tiers(asked, &tier, 1, &plan, &schedule, err);
    END(status, schedule, gpucost_schedule_free);
    return status;
}

static gpucost_status risk_of(const gpucost_portfolio_case *asked, gpucost_error *err)
{
    gpucost_risk *risk = UNTOUCHED;
    gpucost_risk_options options = GPUCOST_INIT(gpucost_risk_options);
    options.tail_weight = 0.5;
    gpucost_status status = gpucost_risk_new(asked, &options, &risk, err);
    END(status, risk, gpucost_risk_free);
    return status;
}

static gpucost_status schedule_new(gpucost_error *err)
{
    gpucost_status status = with_case(two_demands, err, schedule_of);
    if (status == GPUCOST_OK) status = with_case(payments, err, schedule_of);
    return status == GPUCOST_OK ? with_case(instances, err, schedule_of) : status;
}

static gpucost_status risk_new(gpucost_error *err)
{
    return with_case(two_demands, err, risk_of);
}

static gpucost_status savings_best(gpucost_error *err)
{
    static const int64_t units[] = {1, 2, 3};
    static const int32_t demand[] = {1, 2, 3};
    gpucost_usage_kind kind = GPUCOST_INIT(gpucost_usage_kind);
    kind.on_demand_nanos = 2;
    kind.compute_nanos = 1;
    gpucost_savings_plan plan = GPUCOST_INIT(gpucost_savings_plan);
    snprintf(plan.currency, sizeof plan.currency, "USD");
    gpucost_savings_bill bill = GPUCOST_INIT(gpucost_savings_bill);
    gpucost_volume_choice choice = GPUCOST_INIT(gpucost_volume_choice);
    gpucost_status status = gpucost_savings_best(&kind, 1, units, 3, 1, &plan, &bill, err);
    if (status == GPUCOST_OK) status = gpucost_savings_price(&kind, 1, units, 3, &plan, &bill, err);
    if (status == GPUCOST_OK) status = gpucost_savings_volume(demand, 3, 1, 1, NULL, 0, "USD", &choice, err);
    gpucost_money bound;
    if (status == GPUCOST_OK) status = gpucost_savings_best_pair(&kind, 1, units, 3, &plan, &bill, &bound, err);
    gpucost_resource resource = GPUCOST_INIT(gpucost_resource);
    resource.on_demand_nanos = resource.committed_nanos = 1;
    if (status == GPUCOST_OK)
        status = gpucost_savings_resources(&resource, 1, units, 1, units, 3, "USD", 1, &bill, err);
    static const uint64_t subscriptions[] = {0};
    if (status == GPUCOST_OK)
        status = gpucost_savings_scopes(NULL, 0, subscriptions, 1, units, 3, 1, "USD", &bill, err);
    return status == GPUCOST_OK ? with_case(two_demands, err, tiers_of) : status;
}

static gpucost_status requirement_new(gpucost_error *err)
{
    gpucost_cluster cluster = GPUCOST_INIT(gpucost_cluster);
    snprintf(cluster.accelerator, sizeof cluster.accelerator, "h100-sxm-80gb");
    cluster.devices = 2;
    gpucost_workload workload = GPUCOST_INIT(gpucost_workload);
    workload.kind = GPUCOST_WORKLOAD_LORA;
    workload.tokens = 1000000;
    gpucost_model *model = UNTOUCHED;
    gpucost_requirement *requirement = UNTOUCHED;
    gpucost_status status = gpucost_model_from_preset("llama-2-7b", &model, err);
    if (status) return status;
    status = gpucost_requirement_new(model, NULL, &cluster, &workload, NULL, &requirement, err);
    END(status, requirement, gpucost_requirement_free);
    gpucost_model_free(model);
    return status;
}

static const char feed[] =
    "provider,region,zone,instance,accelerator,accelerator_count,term,upfront,hourly,currency,observed_utc\n"
    "aws,us-east-1,,p5.48xlarge,h100-sxm-80gb,8,on_demand,0,98.32,USD,2024-01-01T00:00:00Z\n"
    "aws,us-east-1,a,p5.48xlarge,h100-sxm-80gb,8,spot,0,35.1,USD,2024-01-01T00:00:00Z\n"
    "aws,us-east-1,,p5.48xlarge,h100-sxm-80gb,8,on_demand,0,0,USD,2024-01-02T00:00:00Z\n";

static gpucost_status price_import(gpucost_error *err)
{
    gpucost_store *store = UNTOUCHED;
    gpucost_import *report = UNTOUCHED;
    gpucost_quotes *quotes = UNTOUCHED;
    gpucost_status status = gpucost_store_open(":memory:", GPUCOST_STORE_CREATE, &store, err);
    if (status) {
        END(status, store, gpucost_store_close);
        return status;
    }
    status = gpucost_price_import_text(store, feed, sizeof feed - 1, "feed.csv", NULL, &report, err);
    END(status, report, gpucost_import_free);
    if (status == GPUCOST_OK) {
        status = gpucost_price_quotes(store, NULL, &quotes, err);
        if (status == GPUCOST_OK && gpucost_quotes_count(quotes) != 2) abort();
        END(status, quotes, gpucost_quotes_free);
    }
    gpucost_store_close(store);
    return status;
}

/* From a store without tariffs, so that the bundled ones are read, and in another currency than its prices. */
static gpucost_status plan_store(gpucost_error *err)
{
    static const char offers[] =
        "provider,region,instance,accelerator,accelerator_count,term,hourly,currency,observed_utc\n"
        "aws,us-west-2,box,h100-sxm-80gb,1,on_demand,4,USD,2024-01-01\n";
    static const char rates[] = "base,quote,rate,observed_utc\nUSD,CNY,7,2023-12-01\n";
    gpucost_store *store = UNTOUCHED;
    gpucost_import *report = UNTOUCHED;
    gpucost_job *job = UNTOUCHED;
    gpucost_plan *plan = UNTOUCHED;
    gpucost_status status = gpucost_store_open(":memory:", GPUCOST_STORE_CREATE, &store, err);
    if (status) return status;
    status = gpucost_price_import_text(store, offers, sizeof offers - 1, "offers", NULL, &report, err);
    END(status, report, gpucost_import_free);
    report = UNTOUCHED;
    if (status == GPUCOST_OK) {
        status = gpucost_price_import_text(store, rates, sizeof rates - 1, "rates", NULL, &report, err);
        END(status, report, gpucost_import_free);
    }
    if (status == GPUCOST_OK)
        status =
            gpucost_job_from_json("{\"model\": \"llama-2-7b\", \"workload\": {\"kind\": \"qlora\", \"tokens\": 1e6}, "
                                  "\"plan\": {\"currency\": \"CNY\", \"most_devices\": 1, \"result_bytes\": 1e12}}",
                                  "job.json", &job, err);
    if (status == GPUCOST_OK) {
        status = gpucost_plan_new(job, NULL, store, &plan, err);
        END(status, plan, gpucost_plan_free);
        gpucost_job_free(job);
    }
    gpucost_store_close(store);
    return status;
}

static gpucost_status plan_new(gpucost_error *err)
{
    gpucost_job *job = UNTOUCHED;
    gpucost_plan *plan = UNTOUCHED;
    char *text = UNTOUCHED;
    gpucost_status status =
        gpucost_job_from_json("{\"model\": \"llama-2-7b\", \"workload\": {\"kind\": \"lora\", \"tokens\": 1e7},"
                              " \"plan\": {\"accelerators\": \"h100-sxm-80gb\", \"most_devices\": 2,"
                              " \"currency\": \"USD\", \"data_provider\": \"aws\", \"data_region\":"
                              " \"us-east-1\", \"data_bytes\": 1e9, \"result_bytes\": 1e9}}",
                              "job.json", &job, err);
    if (status) return status;
    status = gpucost_plan_new(job, NULL, NULL, &plan, err);
    if (status == GPUCOST_OK) {
        status = gpucost_report_plan_text(plan, &text, err);
        END(status, text, gpucost_text_free);
        text = UNTOUCHED;
        if (status == GPUCOST_OK) {
            status = gpucost_report_plan_json(plan, &text, err);
            END(status, text, gpucost_text_free);
            text = UNTOUCHED;
        }
        if (status == GPUCOST_OK) {
            status = gpucost_report_plan_html(plan, NULL, &text, err);
            END(status, text, gpucost_text_free);
        }
        gpucost_plan_free(plan);
    } else if ((void *)plan != UNTOUCHED) {
        abort();
    }
    gpucost_job_free(job);
    return status;
}

static gpucost_status tensors_from_memory(gpucost_error *err)
{
    static const char header[] =
        "\x3b\0\0\0\0\0\0\0{\"w\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]}}  ";
    gpucost_tensors *tensors = UNTOUCHED;
    gpucost_status status = gpucost_tensors_from_memory(header, sizeof header - 1, "file", &tensors, err);
    END(status, tensors, gpucost_tensors_free);
    return status;
}

static gpucost_status tensors_of_index(gpucost_error *err)
{
    static const char index[] = "{\"metadata\":{\"total_size\":24},\"weight_map\":{\"w\":\"a.safetensors\"}}";
    gpucost_tensors *tensors = UNTOUCHED;
    gpucost_status status = gpucost_tensors_from_memory(index, sizeof index - 1, "index.json", &tensors, err);
    END(status, tensors, gpucost_tensors_free);
    return status;
}

static gpucost_status mig_sets(gpucost_error *err)
{
    gpucost_mig_sets *sets = UNTOUCHED;
    gpucost_status status = gpucost_mig_sets_new(NULL, "h100", &sets, err);
    END(status, sets, gpucost_mig_sets_free);
    return status;
}

static gpucost_status fault_log(gpucost_error *err)
{
    gpucost_fault_log *log = UNTOUCHED;
    gpucost_status status = gpucost_fault_log_from_text("[ 1.0] NVRM: Xid (PCI:0000:3b:00): 79, x\n"
                                                        "[ 2.0] NVRM: Xid (PCI:0000:5e:00): 31, x\n",
                                                        "kern.log", &log, err);
    END(status, log, gpucost_fault_log_free);
    return status;
}

/* Forecast, plan, prices: the whole back-test, with a forecast in it that is planned for twice. */
static gpucost_status back_test(gpucost_error *err)
{
    static int32_t demand[140];
    gpucost_portfolio_case *asked = NULL;
    gpucost_portfolio_options prices = GPUCOST_INIT(gpucost_portfolio_options);
    gpucost_commitment term = GPUCOST_INIT(gpucost_commitment);
    gpucost_backtest_options options = GPUCOST_INIT(gpucost_backtest_options);
    gpucost_backtest_row rows[GPUCOST_POLICIES], before[GPUCOST_POLICIES];
    for (int t = 0; t < 140; t++) demand[t] = 2 + t % 24 / 12 + t % 5 / 4;
    strcpy(prices.currency, "USD");
    prices.on_demand_nanos = 10;
    term.term_hours = 5;
    term.upfront_nanos = 20;
    options.split_hour = 120;
    options.step_hours = 10;
    options.paths = 2;
    options.thresholds = 2;
    memset(rows, 0, sizeof rows);
    for (int i = 0; i < GPUCOST_POLICIES; i++) rows[i].size = sizeof rows[i];
    memcpy(before, rows, sizeof rows);
    gpucost_status status = gpucost_portfolio_case_new(demand, NULL, 140, &prices, &asked, err);
    if (status == GPUCOST_OK) status = gpucost_portfolio_case_add_commitment(asked, &term, NULL, 0, err);
    if (status == GPUCOST_OK)
        status = gpucost_backtest_run(asked, &options, sizeof rows[0], GPUCOST_POLICIES, rows, err);
    gpucost_portfolio_case_free(asked);
    if (status != GPUCOST_OK && memcmp(rows, before, sizeof rows) != 0) abort();
    return status;
}

static gpucost_status forecast_new(gpucost_error *err)
{
    static double demand[130];
    gpucost_forecast_options options = GPUCOST_INIT(gpucost_forecast_options);
    gpucost_forecast *forecast = UNTOUCHED;
    for (int t = 0; t < 130; t++) demand[t] = 5 + t % 24 + t % 7;
    options.horizon_hours = 24;
    options.paths = 3;
    gpucost_status status = gpucost_forecast_new(demand, 130, &options, &forecast, err);
    END(status, forecast, gpucost_forecast_free);
    return status;
}

static gpucost_status goodput(gpucost_error *err)
{
    gpucost_training_goodput_case run = GPUCOST_INIT(gpucost_training_goodput_case);
    gpucost_training_goodput_result result = GPUCOST_INIT(gpucost_training_goodput_result), before = result;
    run.work_s = 1e6;
    run.checkpoint_s = 60;
    run.samples = 10;
    gpucost_status status = gpucost_training_goodput(&run, &result, err);
    if (status != GPUCOST_OK && memcmp(&result, &before, sizeof result) != 0) abort();
    return status;
}

static gpucost_status training_steps(gpucost_error *err)
{
    gpucost_model *model = NULL;
    gpucost_training_steps *steps = UNTOUCHED;
    gpucost_cluster cluster = GPUCOST_INIT(gpucost_cluster);
    strcpy(cluster.accelerator, "a100-sxm-80gb");
    gpucost_status status = gpucost_model_from_preset("gpt2", &model, err);
    if (status != GPUCOST_OK) return status;
    status = gpucost_training_steps_new(&steps, err);
    if (status != GPUCOST_OK && (void *)steps != UNTOUCHED) abort();
    bool made = status == GPUCOST_OK;
    for (int i = 0; i < 20 && status == GPUCOST_OK; i++)
        status = gpucost_training_steps_add(steps, model, NULL, &cluster, NULL, NULL, 1, err);
    if (made) gpucost_training_steps_free(steps);
    gpucost_model_free(model);
    return status;
}

static gpucost_status scaling_fit(gpucost_error *err)
{
    static const double devices[] = {1, 2, 4, 8}, throughput[] = {10, 19, 35, 59};
    gpucost_scaling *scaling = UNTOUCHED;
    gpucost_status status = gpucost_scaling_fit(devices, throughput, 4, GPUCOST_SCALING_AUTO, 0, &scaling, err);
    END(status, scaling, gpucost_scaling_free);
    return status;
}

static gpucost_status training_calibrate(gpucost_error *err)
{
    gpucost_model *model = NULL;
    gpucost_training_steps *steps = NULL;
    gpucost_training_profile profile = GPUCOST_INIT(gpucost_training_profile), before = profile;
    gpucost_cluster cluster = GPUCOST_INIT(gpucost_cluster);
    gpucost_workload work = GPUCOST_INIT(gpucost_workload);
    strcpy(cluster.accelerator, "a100-sxm-80gb");
    gpucost_status status = gpucost_model_from_preset("gpt3-6.7b", &model, err);
    if (status == GPUCOST_OK) status = gpucost_training_steps_new(&steps, err);
    for (int i = 0; i < 4 && status == GPUCOST_OK; i++) {
        gpucost_training t = GPUCOST_INIT(gpucost_training);
        work.global_batch = 8u << i;
        status = gpucost_training_estimate(model, NULL, &cluster, &work, NULL, &t, err);
        if (status == GPUCOST_OK)
            status = gpucost_training_steps_add(steps, model, NULL, &cluster, &work, NULL, 1.2 * t.step_s, err);
    }
    if (status == GPUCOST_OK) status = gpucost_training_calibrate(steps, NULL, &profile, NULL, err);
    if (status != GPUCOST_OK && memcmp(&profile, &before, sizeof profile) != 0) abort();
    gpucost_training_steps_free(steps);
    gpucost_model_free(model);
    return status;
}

const scenario *scenarios(uint64_t *count)
{
    static const scenario all[] = {
        {"model_from_config", model_from_config, 0},
        {"model_from_preset", model_from_preset, 0},
        {"model_from_parameters", model_from_parameters, 0},
        {"network_from_preset", network_from_preset, 0},
        {"network_from_layers", network_from_layers, 0},
        {"struct_as_json", struct_as_json, 0},
        {"job_from_json", job_from_json, 0},
        {"portfolio_new", portfolio_new, 0},
        {"schedule_new", schedule_new, 0},
        {"risk_new", risk_new, 0},
        {"savings_best", savings_best, 0},
        {"forecast_new", forecast_new, 0},
        {"back_test", back_test, 0},
        {"mig_sets", mig_sets, 0},
        {"tensors_from_memory", tensors_from_memory, 0},
        {"tensors_of_index", tensors_of_index, 0},
        {"fault_log", fault_log, 0},
        {"goodput", goodput, 0},
        {"training_steps", training_steps, 0},
        {"training_calibrate", training_calibrate, 0},
        {"scaling_fit", scaling_fit, 0},
        {"requirement_new", requirement_new, 0},
        {"price_import", price_import, 1},
        {"plan_new", plan_new, 1},
        {"plan_store", plan_store, 1},
    };
    *count = sizeof all / sizeof *all;
    return all;
}
