/* A plan as data: the field tables decide the names, docs/plan.schema.json describes them. */
#include "accelerator/accelerator_row.h"
#include "base/field.h"
#include "base/json.h"
#include "gpucost/report.h"
#include "gpucost/version.h"
#include "memory/memory_table.h"
#include "model/model_handle.h"
#include "parallelism/parallelism_table.h"
#include "plan/plan_table.h"
#include "portfolio/portfolio_table.h"
#include "serving/serving_table.h"
#include "training/training_table.h"
#include "workload/workload_table.h"

/* Takes the value; false when memory is out, as jansson's *_new calls do for a NULL value. */
static bool put(json_t *object, const char *key, json_t *value)
{
    return json_object_set_new(object, key, value) == 0;
}

static json_t *requirement_json(const gpucost_requirement *requirement)
{
    gpucost_cluster cluster = GPUCOST_INIT(gpucost_cluster);
    gpucost_workload workload = GPUCOST_INIT(gpucost_workload);
    gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism);
    gpucost_memory memory = GPUCOST_INIT(gpucost_memory);
    gpucost_training training = GPUCOST_INIT(gpucost_training);
    gpucost_serving serving = GPUCOST_INIT(gpucost_serving);
    gpucost_requirement_parts(requirement, &cluster, &workload, &layout, &memory, &training, &serving, NULL);
    json_t *object = json_object();
    bool good = put(object, "cluster", gpucost__struct_to_json(&gpucost__cluster_table, &cluster)) &&
                put(object, "workload", gpucost__struct_to_json(&gpucost__workload_table, &workload)) &&
                put(object, "layout", gpucost__struct_to_json(&gpucost__parallelism_table, &layout)) &&
                put(object, "memory", gpucost__struct_to_json(&gpucost__memory_table, &memory));
    if (good && workload.kind == GPUCOST_WORKLOAD_INFERENCE)
        good = put(object, "serving", gpucost__struct_to_json(&gpucost__serving_table, &serving));
    else if (good)
        good = put(object, "training", gpucost__struct_to_json(&gpucost__training_table, &training));
    if (good) return object;
    json_decref(object);
    return NULL;
}

static json_t *portfolio_json(const gpucost_portfolio *portfolio)
{
    gpucost_portfolio_summary summary = GPUCOST_INIT(gpucost_portfolio_summary);
    gpucost_portfolio_summarise(portfolio, &summary, NULL);
    json_t *object = json_object(), *shares = json_array();
    bool good = put(object, "summary", gpucost__struct_to_json(&gpucost__portfolio_summary_table, &summary));
    for (uint64_t i = 0; good && i < gpucost_portfolio_share_count(portfolio); i++) {
        gpucost_portfolio_share share = GPUCOST_INIT(gpucost_portfolio_share);
        gpucost_portfolio_share_at(portfolio, i, &share, NULL);
        good = json_array_append_new(shares, gpucost__struct_to_json(&gpucost__portfolio_share_table, &share)) == 0;
    }
    if (put(object, "shares", shares) && good) return object;
    json_decref(object);
    return NULL;
}

static json_t *option_json(const gpucost_plan *plan, uint64_t index)
{
    gpucost_plan_option option = GPUCOST_INIT(gpucost_plan_option);
    gpucost_plan_option_at(plan, index, &option, NULL);
    json_t *object = gpucost__struct_to_json(&gpucost__plan_option_table, &option);
    if (put(object, "requirement", requirement_json(gpucost_plan_option_requirement(plan, index))) &&
        put(object, "portfolio", portfolio_json(gpucost_plan_option_portfolio(plan, index))))
        return object;
    json_decref(object);
    return NULL;
}

static json_t *job_json(const gpucost_job *job)
{
    const gpucost_model *model;
    gpucost_workload workload = GPUCOST_INIT(gpucost_workload);
    gpucost_training_profile profile = GPUCOST_INIT(gpucost_training_profile);
    gpucost_plan_options options = GPUCOST_INIT(gpucost_plan_options);
    gpucost_job_parts(job, &model, &workload, &profile, &options, NULL);
    json_t *object = json_object();
    if (put(object, "model", gpucost__struct_to_json(&gpucost__architecture_table, &model->architecture)) &&
        put(object, "parameters", gpucost__struct_to_json(&gpucost__parameters_table, &model->parameters)) &&
        put(object, "workload", gpucost__struct_to_json(&gpucost__workload_table, &workload)) &&
        put(object, "profile", gpucost__struct_to_json(&gpucost__training_profile_table, &profile)) &&
        put(object, "plan", gpucost__struct_to_json(&gpucost__plan_options_table, &options)))
        return object;
    json_decref(object);
    return NULL;
}

static bool fill(json_t *root, const gpucost_plan *plan)
{
    json_t *options = json_array(), *dropped = json_array(), *notes = json_array();
    bool good = put(root, "schema", json_string("gpucost-plan-1")) &&
                put(root, "version", json_string(gpucost_version())) &&
                put(root, "job", job_json(gpucost_plan_job(plan)));
    for (uint64_t i = 0; good && i < gpucost_plan_option_count(plan); i++)
        good = json_array_append_new(options, option_json(plan, i)) == 0;
    for (uint64_t i = 0; good && i < gpucost_plan_dropped_count(plan); i++) {
        gpucost_plan_dropped row = GPUCOST_INIT(gpucost_plan_dropped);
        gpucost_plan_dropped_at(plan, i, &row, NULL);
        good = json_array_append_new(dropped, gpucost__struct_to_json(&gpucost__plan_dropped_table, &row)) == 0;
    }
    for (uint64_t i = 0; good && i < gpucost_plan_note_count(plan); i++)
        good = json_array_append_new(notes, json_string(gpucost_plan_note_at(plan, i))) == 0;
    bool stored = put(root, "options", options);
    stored &= put(root, "dropped", dropped);
    stored &= put(root, "notes", notes);
    return good && stored;
}

gpucost_status gpucost_report_plan_json(const gpucost_plan *plan, char **text, gpucost_error *err)
{
    gpucost__clear(err);
    json_t *root = json_object();
    gpucost_status status =
        root && fill(root, plan) ? gpucost__json_dump(root, text, err) : gpucost__fail_memory(err);
    json_decref(root);
    return status;
}
