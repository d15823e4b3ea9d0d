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
    if (!find_gains(request, gains, &count, err)) return NULL;
    json_t *rows = json_array();
    for (uint64_t i = 0; i < count; i++)
        json_array_append_new(rows, struct_json("gpucost_requirement_gain", &gains[i]));
    return json_pack("{s:o}", "gains", rows);
}

int print_gains(const cli_request *request, gpucost_error *err)
{
    static const char *const columns[] = {"change", "gain", "step_s", "tokens_per_s", NULL};
    gpucost_requirement_gain gains[GPUCOST_REQUIREMENT_GAINS_MOST];
    uint64_t count;
    if (!find_gains(request, gains, &count, err)) return fail(err);
    if (count)
        print_rows("gpucost_requirement_gain", gains, count, sizeof *gains, columns);
    else
        printf("nothing that was tried makes a step faster, or the job does not fit\n");
    return EXIT_ANSWERED;
}
