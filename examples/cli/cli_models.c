/* models: what the library knows of architectures. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    list_networks(list);
    return end_list(list);
}

/* With --precision: what the weights take. */
static bool weight_bytes(const cli_request *request, uint64_t *bytes, gpucost_error *err)
{
    *bytes = 0;
    const char *precision = flag_value("precision");
    return !precision || gpucost_model_weight_bytes(request->model, precision, bytes, err) == GPUCOST_OK;
}

static json_t *answer_model(const cli_request *request, gpucost_error *err)
{
    gpucost_architecture architecture = GPUCOST_INIT(gpucost_architecture);
    gpucost_parameters parameters = GPUCOST_INIT(gpucost_parameters);
    if (gpucost_model_architecture(request->model, &architecture, err) ||
        gpucost_model_parameters(request->model, &parameters, err))
        return NULL;
    uint64_t bytes;
    if (!weight_bytes(request, &bytes, err)) return NULL;
    json_t *notes = json_array();
    for (uint64_t i = 0; i < gpucost_model_note_count(request->model); i++)
        json_array_append_new(notes, json_string(gpucost_model_note_at(request->model, i)));
    json_t *reply = json_pack("{s:o, s:o, s:o}", "architecture", struct_json("gpucost_architecture", &architecture),
                              "parameters", struct_json("gpucost_parameters", &parameters), "notes", notes);
    if (bytes) json_object_set_new(reply, "weight_bytes", json_integer((json_int_t)bytes));
    return reply;
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
    uint64_t bytes;
    if (!weight_bytes(request, &bytes, err)) return fail(err);
    if (bytes)
        printf("Weights in %s: %llu bytes (%.2f GiB)\n", flag_value("precision"), (unsigned long long)bytes,
               (double)bytes / 1073741824);
    for (uint64_t i = 0; i < gpucost_model_note_count(request->model); i++)
        printf("Note: %s\n", gpucost_model_note_at(request->model, i));
    return EXIT_ANSWERED;
}

/* What a model file holds, and the model that a GGUF file describes. */
static int show_tensors(const char *path)
{
    gpucost_tensor_totals totals = GPUCOST_INIT(gpucost_tensor_totals);
    gpucost_architecture architecture = GPUCOST_INIT(gpucost_architecture);
    gpucost_tensors *tensors;
    gpucost_model *model = NULL;
    gpucost_error err;
    if (gpucost_tensors_from_file(path, &tensors, &err) != GPUCOST_OK) return fail(&err);
    gpucost_tensors_total(tensors, &totals, &err);
    bool described = gpucost_model_from_tensors(tensors, &model, &err) == GPUCOST_OK &&
                     gpucost_model_architecture(model, &architecture, &err) == GPUCOST_OK;
    gpucost_tensors_free(tensors);
    if (wants_json()) {
        print_json(json_pack("{s:o, s:o}", "totals", struct_json("gpucost_tensor_totals", &totals), "architecture",
                             described ? struct_json("gpucost_architecture", &architecture) : json_null()));
    } else {
        printf("Tensors\n");
        print_struct("gpucost_tensor_totals", &totals);
        if (totals.elements)
            printf("  %-30s %.4f\n", "bits_per_element", 8 * (double)totals.bytes / (double)totals.elements);
        if (described) printf("Architecture\n");
        if (described) print_struct("gpucost_architecture", &architecture);
        for (uint64_t i = 0; described && i < gpucost_model_note_count(model); i++)
            printf("Note: %s\n", gpucost_model_note_at(model, i));
    }
    gpucost_model_free(model);
    return EXIT_ANSWERED;
}

static int run_models(void)
{
    if (flag_value("network")) return run_network_models();
    if (flag_value("tensors")) return show_tensors(flag_value("tensors"));
    bool one = flag_value("model") || flag_value("config") || flag_value("parameters") || flag_value("jobs");
    return one || word_count() > 0 ? run_requests(answer_model, print_model) : list_presets();
}

static const char *const models_structs[] = {"gpucost_network_options", NULL};
static const char *const model_flags[] = {
    "model=NAME\tone preset in full",
    "config=FILE\ta Hugging Face config.json, or a folder that holds one",
    "parameters=N\tonly the number of parameters is known",
    "tensors=PATH\twhat a GGUF or safetensors file, an index or a folder holds; only headers are read",
    "network=NAME\ta list of layers: a preset, or a CSV or JSON file of your own",
    "layers\twith --network: every layer",
    "precision=NAME\talso what the weights take in this format",
    "jobs=FILE\tone JSON job a line in, one JSON answer a line out",
    NULL,
};

const cli_command models_command = {
    .name = "models",
    .summary = "architecture and exact parameter counts",
    .usage = "[--model NAME | --network NAME | --config FILE | --parameters N | --tensors PATH | JOB.json]",
    .details = "Without a model, the presets.\n",
    .structs = models_structs,
    .own_flags = model_flags,
    .run = run_models,
};
