#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A plan with ages counted to today, from --store or the bundled offers. */
static gpucost_plan *make_plan(const cli_request *request, gpucost_error *err)
{
    gpucost_plan_options options = request->options;
    if (!options.now_utc_s) options.now_utc_s = (int64_t)time(NULL);
    gpucost_store *store = NULL;
    gpucost_job *job = NULL;
    gpucost_plan *plan = NULL;
    const char *path = flag_value("store");
    if ((!path || gpucost_store_open(path, GPUCOST_STORE_READ, &store, err) == GPUCOST_OK) &&
        gpucost_job_new(request->model, &request->workload, &request->profile, &options, &job, err) == GPUCOST_OK)
        gpucost_plan_new(job, catalogue(), store, &plan, err);
    gpucost_job_free(job);
    gpucost_store_close(store);
    return plan;
}

static json_t *answer(const cli_request *request, gpucost_error *err)
{
    gpucost_plan *plan = make_plan(request, err);
    char *text = NULL;
    json_t *reply = NULL;
    if (plan && gpucost_report_plan_json(plan, &text, err) == GPUCOST_OK) reply = json_loads(text, 0, NULL);
    gpucost_text_free(text);
    gpucost_plan_free(plan);
    return reply;
}

/* --html FILE: the page, with the price histories when the plan is made from a store. */
static int write_page(const gpucost_plan *plan, gpucost_error *err)
{
    gpucost_store *store = NULL;
    char *text = NULL;
    const char *path = flag_value("store");
    int result = EXIT_ANSWERED;
    if ((path && gpucost_store_open(path, GPUCOST_STORE_READ, &store, err) != GPUCOST_OK) ||
        gpucost_report_plan_html(plan, store, &text, err) != GPUCOST_OK)
        result = fail(err);
    else
        result = write_text(flag_value("html"), text);
    gpucost_text_free(text);
    gpucost_store_close(store);
    return result;
}

static int print_text(const cli_request *request, gpucost_error *err)
{
    gpucost_plan *plan = make_plan(request, err);
    const char *page = flag_value("html");
    char *text = NULL;
    int result = plan ? EXIT_ANSWERED : fail(err);
    if (plan && page) result = write_page(plan, err);
    if (result == EXIT_ANSWERED && (!page || strcmp(page, "-") != 0)) {
        if (gpucost_report_plan_text(plan, &text, err) == GPUCOST_OK)
            printf("%s", text);
        else
            result = fail(err);
    }
    gpucost_text_free(text);
    gpucost_plan_free(plan);
    return result;
}

static int run(void)
{
    if (flag_value("html") && (wants_json() || flag_value("jobs")))
        return usage_error("--html writes one plan as a page: without --format json and --jobs");
    return run_requests(answer, print_text);
}

static const char *const structs[] = {"gpucost_workload", "gpucost_plan_options", NULL};
static const char *const own_flags[] = {
    "store=FILE\tprices; without it the bundled, dated list offers",
    "model=NAME\ta preset; see gpucost-cli models",
    "config=FILE\ta Hugging Face config.json",
    "parameters=N\tonly the number of parameters is known",
    "html=FILE\talso write the plan as one HTML page; - is standard output, and no text then",
    "profile=FILE\twhat training attains, as gpucost-cli training --calibrate prints it",
    "jobs=FILE\tone JSON job a line in, one JSON plan a line out; - is standard input",
    NULL,
};
const cli_command plan_command = {
    .name = "plan",
    .summary = "what to rent for a workload, for how long and for how much",
    .usage = "[JOB.json] [--store prices.db] [flags]",
    .details = "A job file: {\"model\": \"llama-2-7b\", \"workload\": {\"kind\": \"lora\", \"tokens\": 2e8},\n"
               "\"plan\": {\"deadline_h\": 48}}. Flags override the file.\n",
    .structs = structs,
    .own_flags = own_flags,
    .run = run,
};
