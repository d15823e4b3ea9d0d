/* From a model to a plan in thirty lines: cc first_plan.c $(pkg-config --cflags --libs gpucost) */
#include <stdio.h>

#include "gpucost/gpucost.h"

int main(void)
{
    gpucost_error err;
    gpucost_model *model = NULL;
    gpucost_job *job = NULL;
    gpucost_plan *plan = NULL;
    char *text = NULL;

    gpucost_workload workload = GPUCOST_INIT(gpucost_workload);
    workload.kind = GPUCOST_WORKLOAD_LORA;
    workload.tokens = 200000000;

    /* No store: the dated list offers that come with the library. */
    gpucost_status failed = gpucost_model_from_preset("llama-2-7b", &model, &err);
    if (!failed) failed = gpucost_job_new(model, &workload, NULL, NULL, &job, &err);
    if (!failed) failed = gpucost_plan_new(job, NULL, NULL, &plan, &err);
    if (!failed) failed = gpucost_report_plan_text(plan, &text, &err);
    if (failed)
        fprintf(stderr, "%s: %s\n", err.field, err.text);
    else
        fputs(text, stdout);

    gpucost_text_free(text);
    gpucost_plan_free(plan);
    gpucost_job_free(job);
    gpucost_model_free(model);
    return failed != GPUCOST_OK;
}
