/* accelerators and models: what the library knows. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int list_accelerators(void)
{
    static const char *const columns[] = {"id", "name", "memory_usable_bytes", "memory_bandwidth_bytes_per_s",
                                          "bf16_flop_per_s", "fp8_flop_per_s", "power_w", NULL};
    uint64_t total = gpucost_accelerator_count(catalogue()), count = word_count() ? (uint64_t)word_count() : total;
    gpucost_accelerator *rows = calloc(count, sizeof *rows);
    gpucost_error err;
    if (!rows) return usage_error("out of memory");
    int result = EXIT_ANSWERED;
    for (uint64_t i = 0; i < count && result == EXIT_ANSWERED; i++) {
        rows[i].size = sizeof rows[i];
        gpucost_status status = word_count() ? gpucost_accelerator_find(catalogue(), word_at((int)i), &rows[i], &err)
                                             : gpucost_accelerator_at(catalogue(), i, &rows[i], &err);
        if (status != GPUCOST_OK) result = fail(&err);
    }
    if (result == EXIT_ANSWERED) print_rows("gpucost_accelerator", rows, count, sizeof *rows, columns);
    free(rows);
    return result;
}

/* One column an accelerator, one row a fact. */
static int compare_accelerators(void)
{
    const gpucost_struct *type = gpucost_struct_find("gpucost_accelerator");
    gpucost_error err;
    for (uint64_t f = 1; f < type->count; f++) {
        const gpucost_field *field = &type->fields[f];
        if (strcmp(field->name, "aliases") == 0 || strcmp(field->name, "source") == 0) continue;
        printf("%-30s", field->name);
        for (int i = 0; i < word_count(); i++) {
            gpucost_accelerator row = GPUCOST_INIT(gpucost_accelerator);
            char text[256];
            if (gpucost_accelerator_find(catalogue(), word_at(i), &row, &err) != GPUCOST_OK ||
                gpucost_struct_get(type, &row, field->name, text, sizeof text, &err) != GPUCOST_OK)
                return fail(&err);
            printf("  %-26s", strcmp(text, "0") == 0 ? "-" : text);
        }
        printf("  %s\n", field->unit ? field->unit : "");
    }
    return EXIT_ANSWERED;
}

/* {"accelerators": ["h100", "a100-80gb"]}: those rows, in that order. */
static json_t *answer_accelerators(json_t *job, const char *source, gpucost_error *err)
{
    json_t *names = json_object_get(job, "accelerators"), *list = json_array(), *name;
    size_t i;
    (void)source;
    json_array_foreach(names, i, name) {
        gpucost_accelerator row = GPUCOST_INIT(gpucost_accelerator);
        if (gpucost_accelerator_find(catalogue(), json_is_string(name) ? json_string_value(name) : "", &row, err)) {
            snprintf(err->field, sizeof err->field, "/accelerators/%zu", i);
            json_decref(list);
            return NULL;
        }
        json_array_append_new(list, struct_json("gpucost_accelerator", &row));
    }
    if (json_is_array(names)) return list;
    json_decref(list);
    memset(err, 0, sizeof *err);
    err->status = GPUCOST_E_MISSING;
    snprintf(err->field, sizeof err->field, "/accelerators");
    snprintf(err->text, sizeof err->text, "expected a list of names, such as [\"h100\", \"a100-80gb\"]");
    return NULL;
}

/* Is the only word a job file? */
static bool is_job_file(void)
{
    const char *word = word_count() == 1 ? word_at(0) : "";
    size_t length = strlen(word);
    return length > 5 && strcmp(word + length - 5, ".json") == 0;
}

static int run_accelerators(void)
{
    if (flag_value("jobs")) return run_lines(answer_accelerators);
    if (is_job_file()) {
        gpucost_error err;
        json_t *job = read_object(word_at(0), &err);
        json_t *reply = job ? answer_accelerators(job, word_at(0), &err) : NULL;
        json_decref(job);
        if (!reply) return fail(&err);
        print_json(reply);
        return EXIT_ANSWERED;
    }
    const char *first = flag_value("compare");
    if (!first) return list_accelerators();
    if (word_count() == 0) return usage_error("--compare needs two or more names");
    return compare_accelerators();
}

static int list_presets(void)
{
    json_t *list = json_array();
    for (uint64_t i = 0; i < gpucost_model_preset_count(); i++) {
        gpucost_model *model;
        gpucost_error err;
        gpucost_parameters parameters = GPUCOST_INIT(gpucost_parameters);
        if (gpucost_model_from_preset(gpucost_model_preset_at(i), &model, &err) != GPUCOST_OK) return fail(&err);
        gpucost_model_parameters(model, &parameters, &err);
        gpucost_model_free(model);
        if (wants_json())
            json_array_append_new(list, json_pack("{s:s, s:I, s:I}", "name", gpucost_model_preset_at(i), "total",
                                                  (json_int_t)parameters.total, "active",
                                                  (json_int_t)parameters.active));
        else
            printf("%-40s %16llu parameters, %llu active\n", gpucost_model_preset_at(i),
                   (unsigned long long)parameters.total, (unsigned long long)parameters.active);
    }
    if (wants_json())
        print_json(list);
    else
        json_decref(list);
    return EXIT_ANSWERED;
}

static json_t *answer_model(const cli_request *request, gpucost_error *err)
{
    gpucost_architecture architecture = GPUCOST_INIT(gpucost_architecture);
    gpucost_parameters parameters = GPUCOST_INIT(gpucost_parameters);
    if (gpucost_model_architecture(request->model, &architecture, err) ||
        gpucost_model_parameters(request->model, &parameters, err))
        return NULL;
    json_t *notes = json_array();
    for (uint64_t i = 0; i < gpucost_model_note_count(request->model); i++)
        json_array_append_new(notes, json_string(gpucost_model_note_at(request->model, i)));
    return json_pack("{s:o, s:o, s:o}", "architecture", struct_json("gpucost_architecture", &architecture),
                     "parameters", struct_json("gpucost_parameters", &parameters), "notes", notes);
}

static int print_model(const cli_request *request, gpucost_error *err)
{
    gpucost_architecture architecture = GPUCOST_INIT(gpucost_architecture);
    gpucost_parameters parameters = GPUCOST_INIT(gpucost_parameters);
    if (gpucost_model_architecture(request->model, &architecture, err) ||
        gpucost_model_parameters(request->model, &parameters, err))
        return fail(err);
    printf("Architecture\n");
    print_struct("gpucost_architecture", &architecture);
    printf("Parameters\n");
    print_struct("gpucost_parameters", &parameters);
    for (uint64_t i = 0; i < gpucost_model_note_count(request->model); i++)
        printf("Note: %s\n", gpucost_model_note_at(request->model, i));
    return EXIT_ANSWERED;
}

static int run_models(void)
{
    bool one = flag_value("model") || flag_value("config") || flag_value("parameters") || flag_value("jobs");
    return one || word_count() > 0 ? run_requests(answer_model, print_model) : list_presets();
}

static const char *const no_structs[] = {NULL};
static const char *const accelerator_flags[] = {"compare\tside by side, one row a fact",
                                               "jobs=FILE\tone JSON job a line in, one JSON list a line out", NULL};
static const char *const model_flags[] = {
    "model=NAME\tone preset in full",
    "config=FILE\ta Hugging Face config.json, or a folder that holds one",
    "parameters=N\tonly the number of parameters is known",
    "jobs=FILE\tone JSON job a line in, one JSON answer a line out",
    NULL,
};

const cli_command accelerators_command = {
    .name = "accelerators",
    .summary = "what is known of accelerators, by any name people type",
    .usage = "[--compare] [NAME ... | JOB.json]",
    .details = "A job is {\"accelerators\": [names]}. Without names, all of them. Rates are dense; 0 or - is unknown or not there.\n",
    .structs = no_structs,
    .own_flags = accelerator_flags,
    .lists = true,
    .run = run_accelerators,
};
const cli_command models_command = {
    .name = "models",
    .summary = "architecture and exact parameter counts",
    .usage = "[--model NAME | --config FILE | --parameters N | JOB.json]",
    .details = "Without a model, the presets.\n",
    .structs = no_structs,
    .own_flags = model_flags,
    .run = run_models,
};
