/* memory, training and serving: one model on one cluster. */
#include "cli.h"

#include <stdio.h>
#include <string.h>

/* What the three have in common: parts of a requirement, or of the layout that was given. */
typedef struct {
    gpucost_cluster cluster;
    gpucost_workload workload;
    gpucost_parallelism layout;
    gpucost_memory memory;
    gpucost_training training;
    gpucost_serving serving;
    gpucost_accelerator accelerator;
    bool has_accelerator, fits;
    char reason[256];
} parts;

static bool search_layout(const cli_request *request, parts *found, gpucost_error *err)
{
    gpucost_requirement *requirement;
    if (gpucost_requirement_new(request->model, catalogue(), &request->cluster, &request->workload, &request->profile,
                                &requirement, err))
        return false;
    bool good = gpucost_requirement_parts(requirement, &found->cluster, &found->workload, &found->layout,
                                          &found->memory, &found->training, &found->serving, err) == GPUCOST_OK;
    found->fits = gpucost_requirement_fits(requirement) != 0;
    snprintf(found->reason, sizeof found->reason, "%s", gpucost_requirement_reason(requirement));
    gpucost_requirement_free(requirement);
    return good;
}

static bool given_layout(const cli_request *request, bool timed, parts *found, gpucost_error *err)
{
    found->workload = request->workload;
    found->layout = request->layout;
    if (gpucost_memory_estimate(request->model, &request->workload, &request->layout, &found->memory, err))
        return false;
    if (found->has_accelerator) {
        found->fits = found->memory.total_bytes <= found->accelerator.memory_usable_bytes;
        if (!found->fits)
            snprintf(found->reason, sizeof found->reason, "needs %llu bytes more than the device has",
                     (unsigned long long)(found->memory.total_bytes - found->accelerator.memory_usable_bytes));
    }
    if (!timed) return true;
    gpucost_cluster cluster = request->cluster;
    if (!cluster.devices && gpucost_parallelism_devices(&request->layout, &cluster.devices, err)) return false;
    if (request->workload.kind == GPUCOST_WORKLOAD_INFERENCE)
        return gpucost_serving_estimate(request->model, catalogue(), &cluster, &request->workload, &request->layout,
                                        &found->serving, err) == GPUCOST_OK;
    return gpucost_training_estimate_with(request->model, catalogue(), &cluster, &request->workload, &request->layout,
                                          &request->profile, &found->training, err) == GPUCOST_OK;
}

static bool estimate(const cli_request *request, bool timed, parts *found, gpucost_error *err)
{
    memset(found, 0, sizeof *found);
    found->cluster = GPUCOST_INIT(gpucost_cluster);
    found->workload = GPUCOST_INIT(gpucost_workload);
    found->layout = GPUCOST_INIT(gpucost_parallelism);
    found->memory = GPUCOST_INIT(gpucost_memory);
    found->training = GPUCOST_INIT(gpucost_training);
    found->serving = GPUCOST_INIT(gpucost_serving);
    found->accelerator = GPUCOST_INIT(gpucost_accelerator);
    found->fits = true;
    const char *name = request->cluster.accelerator;
    found->has_accelerator = name[0] != '\0';
    if (found->has_accelerator && gpucost_accelerator_find(catalogue(), name, &found->accelerator, err)) return false;
    bool search = found->has_accelerator && !request->has_layout && (timed || request->cluster.devices > 1);
    if (search) return search_layout(request, found, err);
    if (timed && !found->has_accelerator) {
        err->status = GPUCOST_E_MISSING;
        snprintf(err->field, sizeof err->field, "accelerator");
        snprintf(err->text, sizeof err->text, "on what it runs is missing: --accelerator NAME");
        return false;
    }
    return given_layout(request, timed, found, err);
}

bool request_fits(const cli_request *request, bool *fits, char reason[256], gpucost_error *err)
{
    parts found;
    if (!estimate(request, true, &found, err)) return false;
    *fits = found.fits;
    snprintf(reason, 256, "%s", found.reason);
    return true;
}

static json_t *to_json(const parts *found, bool timed, bool serving)
{
    json_t *object = json_object();
    if (found->has_accelerator) {
        json_object_set_new(object, "accelerator", json_string(found->accelerator.id));
        json_object_set_new(object, "memory_usable_bytes",
                            json_integer((json_int_t)found->accelerator.memory_usable_bytes));
        json_object_set_new(object, "fits", json_boolean(found->fits));
        if (!found->fits) json_object_set_new(object, "reason", json_string(found->reason));
    }
    json_object_set_new(object, "memory", struct_json("gpucost_memory", &found->memory));
    json_object_set_new(object, "layout", struct_json("gpucost_parallelism", &found->layout));
    json_object_set_new(object, "workload", struct_json("gpucost_workload", &found->workload));
    if (timed && serving)
        json_object_set_new(object, "serving", struct_json("gpucost_serving", &found->serving));
    else if (timed)
        json_object_set_new(object, "training", struct_json("gpucost_training", &found->training));
    return object;
}

static void print_parts(const parts *found, bool timed, bool serving)
{
    if (found->has_accelerator)
        printf("%s: %s%s\n", found->accelerator.name, found->fits ? "fits" : "does not fit: ", found->reason);
    printf("Layout\n");
    print_struct("gpucost_parallelism", &found->layout);
    printf("Memory of the fullest device\n");
    print_struct("gpucost_memory", &found->memory);
    if (!timed || !found->fits) return;
    printf("%s\n", serving ? "Serving" : "Training");
    if (serving)
        print_struct("gpucost_serving", &found->serving);
    else
        print_struct("gpucost_training", &found->training);
}

static bool is_serving(const cli_request *request)
{
    return request->workload.kind == GPUCOST_WORKLOAD_INFERENCE;
}

static json_t *answer(const cli_request *request, bool timed, gpucost_error *err)
{
    parts found;
    return estimate(request, timed, &found, err) ? to_json(&found, timed, is_serving(request)) : NULL;
}

static int print_text(const cli_request *request, bool timed, gpucost_error *err)
{
    parts found;
    if (!estimate(request, timed, &found, err)) return fail(err);
    print_parts(&found, timed, is_serving(request));
    return EXIT_ANSWERED;
}

static json_t *answer_memory(const cli_request *request, gpucost_error *err)
{
    return answer(request, false, err);
}

static int print_memory(const cli_request *request, gpucost_error *err)
{
    return print_text(request, false, err);
}

static json_t *answer_time(const cli_request *request, gpucost_error *err)
{
    return answer(request, true, err);
}

static int print_time(const cli_request *request, gpucost_error *err)
{
    return print_text(request, true, err);
}

static bool trains(const cli_request *request, gpucost_error *err)
{
    if (!is_serving(request)) return true;
    memset(err, 0, sizeof *err);
    err->status = GPUCOST_E_ARGUMENT;
    snprintf(err->field, sizeof err->field, "/workload/kind");
    snprintf(err->text, sizeof err->text, "inference does not train: see gpucost-cli serving");
    return false;
}

static json_t *answer_training(const cli_request *request, gpucost_error *err)
{
    return trains(request, err) ? answer_time(request, err) : NULL;
}

static int print_training(const cli_request *request, gpucost_error *err)
{
    return trains(request, err) ? print_time(request, err) : fail(err);
}

static int run_memory(void)
{
    if (flag_value("network")) return run_network("memory");
    int kinds = flag_given("render") + flag_given("simulation") + flag_given("inverse");
    if (kinds > 1) return usage_error("give one of --render, --simulation and --inverse");
    if ((flag_given("render") || flag_given("simulation")) &&
        (word_count() || flag_value("jobs") || flag_value("model") || flag_value("config") || flag_value("parameters")))
        return usage_error("--render and --simulation take flags only: no job and no model");
    if (flag_given("render")) return run_memory_render();
    if (flag_given("simulation")) return run_memory_simulation();
    if (flag_given("inverse")) return run_requests(answer_inverse, print_inverse);
    return run_requests(answer_memory, print_memory);
}

/* Time from FLOPs alone, for those who know them. */
static int run_from_flops(void)
{
    gpucost_training_budget budget = GPUCOST_INIT(gpucost_training_budget);
    gpucost_error err;
    double seconds;
    if (!flags_apply("gpucost_training_budget", &budget)) return EXIT_USAGE;
    if (gpucost_training_time_from_flops(&budget, &seconds, &err) != GPUCOST_OK) return fail(&err);
    if (wants_json())
        print_json(json_pack("{s:f}", "total_s", seconds));
    else
        printf("total_s  %.6g s  (%.2f h, %.2f days)\n", seconds, seconds / 3600, seconds / 86400);
    return EXIT_ANSWERED;
}

static int run_training(void)
{
    const char *kind = flag_value("kind");
    if (kind && strcmp(kind, "inference") == 0) return usage_error("inference does not train: see gpucost-cli serving");
    if (flag_value("network")) return run_network("training");
    if (flag_given("scaling")) return run_scaling();
    if (flag_value("kernel")) return run_training_kernel();
    if (flag_given("goodput")) return run_training_goodput();
    if (flag_value("calibrate")) return run_calibrate();
    if (flag_given("gains")) return run_requests(answer_gains, print_gains);
    return flag_given("from-flops") ? run_from_flops() : run_requests(answer_training, print_training);
}

/* A serving job needs no kind; one that names another is refused by request_kind(). */
static int run_serving(void)
{
    const char *kind = flag_value("kind");
    if (kind && strcmp(kind, "inference") != 0) return usage_error("serving is of kind inference, not %s", kind);
    flag_set("kind", "inference");
    if (flag_value("network")) return run_network("serving");
    return run_requests(answer_time, print_time);
}

#define MODEL_FLAGS                                                                        \
    "model=NAME\ta preset; see gpucost-cli models", "config=FILE\ta Hugging Face config.json", \
        "parameters=N\tonly the number of parameters is known",                            \
        "network=NAME\ta list of layers: a preset of gpucost-cli models, or a CSV or JSON file", \
        "jobs=FILE\tone JSON job a line in, one JSON answer a line out; - is standard input"

static const char *const estimate_structs[] = {"gpucost_workload", "gpucost_parallelism", "gpucost_cluster",
                                               "gpucost_network_options", "gpucost_layerwise_profile", NULL};
static const char *const training_structs[] = {"gpucost_workload", "gpucost_parallelism", "gpucost_cluster",
                                               "gpucost_training_budget", "gpucost_training_goodput_case",
                                               "gpucost_kernel_case", "gpucost_network_options",
                                               "gpucost_layerwise_profile", NULL};
static const char *const model_flags[] = {MODEL_FLAGS, NULL};
static const char *const memory_structs[] = {"gpucost_workload",      "gpucost_parallelism",       "gpucost_cluster",
                                             "gpucost_memory_render", "gpucost_memory_simulation",
                                             "gpucost_network_options", "gpucost_layerwise_profile", NULL};
static const char *const memory_flags[] = {
    MODEL_FLAGS, "inverse\tlargest batch, context and model, fewest devices of --accelerator",
    "render\tno model: a scene", "simulation\tno model: grids, particles, matrices, transforms, qubits", NULL};
static const char *const training_flags[] = {
    MODEL_FLAGS,
    "from-flops\tno model: FLOPs, or parameters and tokens",
    "scaling=FILE\tno model: fit a law to devices,throughput of a CSV",
    "at=N\twith --scaling: predict N devices; may be given again",
    "goodput\tno model: wall time of a run of --work-s whose devices fail",
    "kernel=WORD\tno model: gemm, stencil, fft, spmv, nbody or alignment of size --n",
    "gains\twhat would make a step faster, and by how much",
    "profile=FILE\twhat training attains, as --calibrate prints it",
    "calibrate=FILE\tfit a profile to measured steps: JSON lines of jobs with step_s; - is standard input",
    NULL};

const cli_command memory_command = {
    .name = "memory",
    .summary = "bytes that the fullest device must hold",
    .usage = "[JOB.json] --model NAME [flags]",
    .details =
        "A job file has the sections model, workload, layout and cluster. With --accelerator and --devices but no\n"
        "layout, the fastest layout that fits is searched. --render --triangles 2e7 --textures 500 and\n"
        "--simulation --qubits 34 need no model; with --accelerator they say what would make it fit.\n",
    .structs = memory_structs,
    .own_flags = memory_flags,
    .run = run_memory,
};
const cli_command training_command = {
    .name = "training",
    .summary = "time of a step and of a run, and what bounds it",
    .usage = "[JOB.json] --model NAME --accelerator NAME --devices N [flags]",
    .details =
        "Without a layout the fastest one that fits is searched. --from-flops --parameters 7e9 --tokens 2e12\n"
        "--peak-flop-per-s 312e12 --mfu 0.5 --devices 64 needs no model; neither do --scaling points.csv --at 128,\n"
        "--goodput --work-s 4e6 --devices 16384 --checkpoint-s 30 and --kernel stencil --n 1e9 --accelerator a100.\n"
        "A line for --calibrate: {\"model\": \"llama-2-7b\", \"cluster\": {\"accelerator\": \"a100-80gb-sxm\",\n"
        "\"devices\": 8}, \"layout\": {\"dp\": 8}, \"workload\": {...}, \"step_s\": 12.3}; --format json prints the\n"
        "profile that --profile reads. --network resnet-50 --accelerator a100 --devices 8 --weights fp32 --compute "
        "fp16\n"
        "--micro-batch 256 --samples 115e6 trains a list of layers, each device a copy.\n",
    .structs = training_structs,
    .own_flags = training_flags,
    .run = run_training,
};
const cli_command serving_command = {
    .name = "serving",
    .summary = "latency, throughput and replicas of a model that answers requests",
    .usage = "[JOB.json] --model NAME --accelerator NAME [--devices N] [flags]",
    .details =
        "Without a layout the best one that fits is searched. --network resnet-50 --accelerator l40s --micro-batch 32\n"
        "answers for a list of layers: time of a batch and samples a second.\n",
    .structs = estimate_structs,
    .own_flags = model_flags,
    .run = run_serving,
};
