/* A job: a model, a workload and what to look for. */
#include "plan/plan_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/json.h"
#include "base/money.h"
#include "model/model_handle.h"
#include "plan/plan_table.h"
#include "training/training_table.h"
#include "workload/workload_table.h"

static const char *const sections[] = {"model", "workload", "profile", "plan"};

/* `path` as seen from the folder of the job file. */
static void beside(const char *source, const char *path, char *joined, size_t capacity)
{
    const char *slash = strrchr(source, '/');
    if (path[0] == '/' || !slash)
        snprintf(joined, capacity, "%s", path);
    else
        snprintf(joined, capacity, "%.*s/%s", (int)(slash - source), source, path);
}

static gpucost_status model_from_count(json_t *count, gpucost_model **model, gpucost_error *err)
{
    double parameters = json_number_value(count);
    if (!json_is_number(count) || !(parameters >= 1e6 && parameters <= 1e14))
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "/parameters", NULL,
                                   "expected a number of parameters, 1e6..1e14");
    return gpucost_model_from_parameters((uint64_t)parameters, model, err);
}

static gpucost_status read_model(json_t *json, const char *source, gpucost_model **model, gpucost_error *err)
{
    if (!json)
        return gpucost__fail_field(
            err, GPUCOST_E_MISSING, "", NULL,
            "the model is missing: a preset name, {\"config\": path}, {\"parameters\": 7e9} or a "
            "Hugging Face config");
    if (json_is_string(json)) return gpucost_model_from_preset(json_string_value(json), model, err);
    if (!json_is_object(json))
        return gpucost__fail_field(err, GPUCOST_E_FIELD, "", NULL, "expected a preset name or an object");
    json_t *config = json_object_get(json, "config"), *count = json_object_get(json, "parameters");
    if (json_object_size(json) == 1 && json_is_string(config)) {
        char path[1024];
        beside(source, json_string_value(config), path, sizeof path);
        return gpucost_model_from_file(path, model, err);
    }
    if (json_object_size(json) == 1 && count) return model_from_count(count, model, err);
    char *text;
    GPUCOST__TRY(gpucost__json_dump(json, &text, err));
    gpucost_status status = gpucost_model_from_config(text, source, model, err);
    gpucost_text_free(text);
    return status;
}

/* Errors of a file of its own keep their source; others get the job's, and the pointer of their section. */
static gpucost_status in_section(gpucost_status status, const char *section, const char *source, gpucost_error *err)
{
    if (status != GPUCOST_OK && err && (!err->source[0] || strcmp(err->source, source) == 0)) {
        gpucost__error_under(err, section);
        gpucost__error_at(err, source, 0, 0);
    }
    return status;
}

/* "USD=7.12,EUR=7.9": codes once each, not the plan's own, positive rates. */
static gpucost_status check_rates(const gpucost_plan_options *options, const char *currency, gpucost_error *err)
{
    char list[sizeof options->exchange_rates], seen[sizeof list] = "";
    memcpy(list, options->exchange_rates, sizeof list);
    char *rest = list, *entry;
    while ((entry = strtok_r(rest, ", ", &rest)) != NULL) {
        char *equals = strchr(entry, '=');
        double rate;
        if (equals) *equals = '\0';
        if (!equals || !gpucost__currency_is_valid(entry) ||
            gpucost__decimal_double(equals + 1, &rate) != GPUCOST__DECIMAL_OK || !(rate >= 1e-6 && rate <= 1e6))
            return gpucost__fail_field(err, GPUCOST_E_RANGE, "exchange_rates", options->exchange_rates,
                                       "expected currency=rate pairs such as USD=7.12,EUR=7.9, rates 1e-6..1e6");
        if (strcmp(entry, currency) == 0 || strstr(seen, entry))
            return gpucost__fail_field(err, GPUCOST_E_RANGE, "exchange_rates", options->exchange_rates, "%s is %s",
                                       entry, strstr(seen, entry) ? "given twice" : "the plan's own currency");
        strcat(seen, entry);
        strcat(seen, " ");
    }
    return GPUCOST_OK;
}

static gpucost_status check_money(const gpucost_plan_options *options, gpucost_error *err)
{
    const char *currency = options->currency[0] ? options->currency : "USD";
    if (!gpucost__currency_is_valid(currency))
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "currency", currency,
                                   "\"%s\" is not a currency code of three capital letters, such as USD or CNY",
                                   currency);
    return check_rates(options, currency, err);
}

static gpucost_status check_data(const gpucost_plan_options *options, gpucost_error *err)
{
    const char *missing = options->data_region[0] && !options->data_provider[0]   ? "data_provider"
                          : options->data_provider[0] && !options->data_region[0] ? "data_region"
                          : options->data_region[0] && !(options->data_bytes > 0) ? "data_bytes"
                                                                                  : NULL;
    if (!missing) return GPUCOST_OK;
    return gpucost__fail_field(err, GPUCOST_E_MISSING, missing, NULL,
                               "data has a data_provider, a data_region and data_bytes; %s is missing", missing);
}

static gpucost_status check_options(const gpucost_plan_options *options, gpucost_error *err)
{
    GPUCOST__TRY(check_money(options, err));
    return check_data(options, err);
}

static gpucost_status read_sections(json_t *root, const char *source, gpucost_job *job, gpucost_error *err)
{
    if (!json_is_object(root)) return gpucost__fail(err, GPUCOST_E_FIELD, "a job is a JSON object");
    const char *key;
    json_t *value;
    json_object_foreach(root, key, value) {
        bool known = false;
        for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) known |= strcmp(key, sections[i]) == 0;
        if (!known) {
            char pointer[64];
            snprintf(pointer, sizeof pointer, "/%s", key);
            return gpucost__fail_field(err, GPUCOST_E_FIELD, pointer, NULL,
                                       "a job has the sections model, workload, profile and plan, not \"%s\"", key);
        }
    }
    job->workload = GPUCOST_INIT(gpucost_workload);
    job->profile = GPUCOST_INIT(gpucost_training_profile);
    job->options = GPUCOST_INIT(gpucost_plan_options);
    json_t *workload = json_object_get(root, "workload"), *plan = json_object_get(root, "plan");
    json_t *profile = json_object_get(root, "profile");
    if (workload)
        GPUCOST__TRY(in_section(gpucost__struct_from_json(&gpucost__workload_table, workload, &job->workload, err),
                                "/workload", source, err));
    if (profile)
        GPUCOST__TRY(
            in_section(gpucost__struct_from_json(&gpucost__training_profile_table, profile, &job->profile, err),
                       "/profile", source, err));
    if (plan)
        GPUCOST__TRY(in_section(gpucost__struct_from_json(&gpucost__plan_options_table, plan, &job->options, err),
                                "/plan", source, err));
    GPUCOST__TRY(in_section(check_options(&job->options, err), "/plan/", source, err));
    GPUCOST__TRY(
        in_section(read_model(json_object_get(root, "model"), source, &job->model, err), "/model", source, err));
    gpucost_workload resolved = GPUCOST_INIT(gpucost_workload);
    return in_section(gpucost_workload_resolve(&job->workload, &resolved, err), "/workload/", source, err);
}

gpucost_status gpucost_job_from_json(const char *json, const char *source, gpucost_job **job, gpucost_error *err)
{
    gpucost__clear(err);
    json_t *root;
    GPUCOST__TRY(gpucost__json_text(json, strlen(json), source, &root, err));
    gpucost_job *made = calloc(1, sizeof *made);
    gpucost_status status = made ? read_sections(root, source, made, err) : gpucost__fail_memory(err);
    json_decref(root);
    if (status != GPUCOST_OK) {
        gpucost__error_at(err, source, 0, 0);
        gpucost_job_free(made);
        return status;
    }
    *job = made;
    return GPUCOST_OK;
}

gpucost_status gpucost_job_from_file(const char *path, gpucost_job **job, gpucost_error *err)
{
    gpucost__clear(err);
    json_t *root;
    char *text;
    GPUCOST__TRY(gpucost__json_file(path, &root, err));
    gpucost_status status = gpucost__json_dump(root, &text, err);
    json_decref(root);
    if (status != GPUCOST_OK) return status;
    status = gpucost_job_from_json(text, path, job, err);
    gpucost_text_free(text);
    return status;
}

static gpucost_status copy_model(const gpucost_model *model, gpucost_model **copy, gpucost_error *err)
{
    gpucost_model *made;
    GPUCOST__TRY(gpucost_model_from_architecture(&model->architecture, &made, err));
    if (model->note_count) {
        char(*notes)[256] = realloc(made->notes, model->note_count * sizeof *notes);
        if (!notes) {
            gpucost_model_free(made);
            return gpucost__fail_memory(err);
        }
        memcpy(notes, model->notes, model->note_count * sizeof *notes);
        made->notes = notes;
        made->note_count = model->note_count;
    }
    *copy = made;
    return GPUCOST_OK;
}

gpucost_status gpucost_job_new(const gpucost_model *model, const gpucost_workload *workload,
                               const gpucost_training_profile *profile, const gpucost_plan_options *options,
                               gpucost_job **job, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_workload resolved = GPUCOST_INIT(gpucost_workload);
    GPUCOST__TRY(gpucost_workload_resolve(workload, &resolved, err));
    gpucost_job *made = calloc(1, sizeof *made);
    if (!made) return gpucost__fail_memory(err);
    gpucost_status status = gpucost__struct_in(&gpucost__workload_table, workload, &made->workload, err);
    if (status == GPUCOST_OK)
        status = gpucost__struct_in(&gpucost__training_profile_table, profile, &made->profile, err);
    if (status == GPUCOST_OK)
        status = gpucost__struct_in(&gpucost__plan_options_table, options, &made->options, err);
    if (status == GPUCOST_OK) status = check_options(&made->options, err);
    if (status == GPUCOST_OK) status = copy_model(model, &made->model, err);
    if (status != GPUCOST_OK) {
        gpucost_job_free(made);
        return status;
    }
    *job = made;
    return GPUCOST_OK;
}

void gpucost_job_free(gpucost_job *job)
{
    if (!job) return;
    gpucost_model_free(job->model);
    free(job);
}

gpucost_status gpucost_job_parts(const gpucost_job *job, const gpucost_model **model, gpucost_workload *workload,
                                 gpucost_training_profile *profile, gpucost_plan_options *options, gpucost_error *err)
{
    gpucost__clear(err);
    if (workload) GPUCOST__TRY(gpucost__struct_can_out(&gpucost__workload_table, workload, err));
    if (profile) GPUCOST__TRY(gpucost__struct_can_out(&gpucost__training_profile_table, profile, err));
    if (options) GPUCOST__TRY(gpucost__struct_can_out(&gpucost__plan_options_table, options, err));
    if (model) *model = job->model;
    if (workload) gpucost__struct_out(&gpucost__workload_table, &job->workload, workload);
    if (profile) gpucost__struct_out(&gpucost__training_profile_table, &job->profile, profile);
    if (options) gpucost__struct_out(&gpucost__plan_options_table, &job->options, options);
    return GPUCOST_OK;
}
