/* training --gains: what would make a step faster, the most first. */
#include <stdio.h>

#include "cli.h"

static bool find_gains(const cli_request *request, gpucost_requirement_gain gains[GPUCOST_REQUIREMENT_GAINS_MOST],
                       uint64_t *count, gpucost_error *err)
{
    for (int i = 0; i < (int)GPUCOST_REQUIREMENT_GAINS_MOST; i++) gains[i] = GPUCOST_INIT(gpucost_requirement_gain);
    return gpucost_requirement_gains(request->model, catalogue(), &request->cluster, &request->workload,
                                     request->has_layout ? &request->layout : NULL, &request->profile, gains, 0, count,
                                     err) == GPUCOST_OK;
}

json_t *answer_gains(const cli_request *request, gpucost_error *err)
{
    gpucost_requirement_gain gains[GPUCOST_REQUIREMENT_GAINS_MOST];
    uint64_t count;
    bool fits;
    char reason[256];
    if (!find_gains(request, gains, &count, err) || !request_fits(request, &fits, reason, err)) return NULL;
    json_t *rows = json_array();
    for (uint64_t i = 0; i < count; i++)
        json_array_append_new(rows, struct_json("gpucost_requirement_gain", &gains[i]));
    json_t *object = json_pack("{s:b, s:o}", "fits", fits, "gains", rows);
    if (!fits) json_object_set_new(object, "reason", json_string(reason));
    return object;
}

int print_gains(const cli_request *request, gpucost_error *err)
{
    static const char *const columns[] = {"change", "gain", "step_s", "tokens_per_s", NULL};
    gpucost_requirement_gain gains[GPUCOST_REQUIREMENT_GAINS_MOST];
    uint64_t count;
    bool fits;
    char reason[256];
    if (!find_gains(request, gains, &count, err) || !request_fits(request, &fits, reason, err)) return fail(err);
    if (count)
        print_rows("gpucost_requirement_gain", gains, count, sizeof *gains, columns);
    else if (fits)
        printf("nothing that was tried makes a step faster\n");
    else
        printf("does not fit: %s\n", reason);
    return EXIT_ANSWERED;
}
