/* memory --inverse: the most that a device holds, and the fewest devices that hold the job. */
#include "cli.h"

#include <stdio.h>

typedef struct {
    gpucost_accelerator card;
    uint64_t sequences, tokens, parameters, devices;
    gpucost_parallelism layout;
} inverse;

static bool ask(const cli_request *request, inverse *found, gpucost_error *err)
{
    const gpucost_workload *work = &request->workload;
    *found = (inverse){.card = GPUCOST_INIT(gpucost_accelerator), .layout = GPUCOST_INIT(gpucost_parallelism)};
    if (!request->cluster.accelerator[0]) {
        err->status = GPUCOST_E_MISSING;
        snprintf(err->field, sizeof err->field, "accelerator");
        snprintf(err->text, sizeof err->text, "on what it runs is missing: --accelerator NAME");
        return false;
    }
    if (gpucost_accelerator_find(catalogue(), request->cluster.accelerator, &found->card, err)) return false;
    uint64_t capacity = found->card.memory_usable_bytes;
    return !gpucost_memory_largest_batch(request->model, work, &request->layout, capacity, &found->sequences, err) &&
           !gpucost_memory_largest_context(request->model, work, &request->layout, capacity, &found->tokens, err) &&
           !gpucost_memory_largest_model(work, &request->layout, capacity, &found->parameters, err) &&
           !gpucost_memory_fewest_devices(request->model, work, capacity, request->cluster.devices_per_node, 0,
                                          &found->devices, &found->layout, err);
}

json_t *answer_inverse(const cli_request *request, gpucost_error *err)
{
    inverse found;
    if (!ask(request, &found, err)) return NULL;
    json_t *object = json_pack("{s:s, s:I, s:I, s:I, s:I, s:I}", "accelerator", found.card.id, "memory_usable_bytes",
                               (json_int_t)found.card.memory_usable_bytes, "largest_batch", (json_int_t)found.sequences,
                               "largest_context", (json_int_t)found.tokens, "largest_model",
                               (json_int_t)found.parameters, "fewest_devices", (json_int_t)found.devices);
    if (found.devices) json_object_set_new(object, "layout", struct_json("gpucost_parallelism", &found.layout));
    return object;
}

int print_inverse(const cli_request *request, gpucost_error *err)
{
    inverse found;
    if (!ask(request, &found, err)) return fail(err);
    printf("%s, in the layout given\n", found.card.name);
    printf("  largest batch    %llu sequences\n", (unsigned long long)found.sequences);
    printf("  longest context  %llu tokens\n", (unsigned long long)found.tokens);
    printf("  largest model    %llu parameters, Llama-like\n", (unsigned long long)found.parameters);
    if (!found.devices) {
        printf("1024 devices are not enough\n");
        return EXIT_ANSWERED;
    }
    printf("Fewest devices: %llu\n", (unsigned long long)found.devices);
    print_struct("gpucost_parallelism", &found.layout);
    return EXIT_ANSWERED;
}
