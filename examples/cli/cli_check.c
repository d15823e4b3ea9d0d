/* check: do things go together, what does an Xid mean, how often do devices fail. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "pytorch==2.1" is a framework and its version. */
static void split_framework(gpucost_compatibility_case *question)
{
    char *equals = strstr(question->framework, "==");
    if (!equals) return;
    snprintf(question->framework_version, sizeof question->framework_version, "%s", equals + 2);
    *equals = '\0';
}

static void print_combination(const gpucost_compatibility_answer *answer)
{
    printf("%s%s%s%sCUDA %s, driver %s or newer", answer->framework, *answer->framework ? " " : "",
           answer->framework_version, *answer->framework ? ", " : "", answer->cuda, answer->driver_least);
    if (*answer->driver_last) printf(", up to branch %s", answer->driver_last);
    printf("%s\n", answer->through_ptx ? " (compiles PTX as it starts)" : "");
}

static int check_combination(void)
{
    gpucost_compatibility_case question = GPUCOST_INIT(gpucost_compatibility_case);
    gpucost_compatibility_answer answer = GPUCOST_INIT(gpucost_compatibility_answer);
    gpucost_error err;
    if (!flags_apply("gpucost_compatibility_case", &question)) return EXIT_USAGE;
    split_framework(&question);
    if (gpucost_compatibility_check(catalogue(), &question, &answer, &err) != GPUCOST_OK) return fail(&err);
    if (wants_json()) {
        print_json(struct_json("gpucost_compatibility_answer", &answer));
        return EXIT_ANSWERED;
    }
    printf("%s: %s\n", answer.possible ? "yes" : "no", answer.reason);
    if (*answer.cuda) {
        printf("%s: ", answer.possible ? "works" : "nearest that works");
        print_combination(&answer);
    } else {
        printf("nothing that is known works\n");
    }
    if (*answer.source) printf("source: %s\n", answer.source);
    return EXIT_ANSWERED;
}

/* {"accelerator": "t4", "framework": "pytorch==2.1", "cuda": "12.1"}: one line of --jobs. */
static json_t *answer_check(json_t *job, const char *source, gpucost_error *err)
{
    gpucost_compatibility_case question = GPUCOST_INIT(gpucost_compatibility_case);
    gpucost_compatibility_answer answer = GPUCOST_INIT(gpucost_compatibility_answer);
    if (!struct_from_json("gpucost_compatibility_case", job, source, &question, err)) return NULL;
    split_framework(&question);
    if (gpucost_compatibility_check(catalogue(), &question, &answer, err) != GPUCOST_OK) return NULL;
    return struct_json("gpucost_compatibility_answer", &answer);
}

static int explain_xid(const char *text)
{
    gpucost_fault fault = GPUCOST_INIT(gpucost_fault);
    gpucost_error err;
    char *end;
    unsigned long long code = strtoull(text, &end, 10);
    if (end == text || *end || *text == '-') return usage_error("--xid %s: expected a number, such as 79", text);
    if (gpucost_fault_find(code, &fault, &err) != GPUCOST_OK) return fail(&err);
    if (wants_json()) {
        print_json(struct_json("gpucost_fault", &fault));
        return EXIT_ANSWERED;
    }
    printf("Xid %s: %s\n", text, fault.meaning);
    print_struct("gpucost_fault", &fault);
    return EXIT_ANSWERED;
}

static int explain_cuda_error(const char *text)
{
    gpucost_cuda_error error = GPUCOST_INIT(gpucost_cuda_error);
    gpucost_error err;
    if (gpucost_cuda_error_find(text, &error, &err) != GPUCOST_OK) return fail(&err);
    if (wants_json()) {
        print_json(struct_json("gpucost_cuda_error", &error));
        return EXIT_ANSWERED;
    }
    printf("CUDA error %llu: %s\n", (unsigned long long)error.code, error.meaning);
    print_struct("gpucost_cuda_error", &error);
    return EXIT_ANSWERED;
}

/* Failures of the machines; those of applications tell nothing about them. */
static int rate_of(const gpucost_fault_summary *summary, gpucost_fault_rate *rate)
{
    gpucost_error err;
    if (!flags_apply("gpucost_fault_rate", rate)) return EXIT_USAGE;
    return gpucost_fault_rate_of(summary->hardware_failures + summary->driver_failures, rate->device_hours,
                                 rate->confidence, rate, &err) == GPUCOST_OK
               ? EXIT_ANSWERED
               : fail(&err);
}

static int read_log(const char *path)
{
    static const char *const columns[] = {"device", "fault", "code", "origin", "events", "failures", "first_line",
                                          "last_line", NULL};
    gpucost_fault_summary summary = GPUCOST_INIT(gpucost_fault_summary);
    gpucost_fault_rate rate = GPUCOST_INIT(gpucost_fault_rate);
    gpucost_fault_log *log;
    gpucost_error err;
    if (gpucost_fault_log_from_file(path, &log, &err) != GPUCOST_OK) return fail(&err);
    gpucost_fault_log_summarise(log, &summary, &err);
    uint64_t count = gpucost_fault_log_count(log);
    bool rated = flag_value("device-hours") != NULL;
    gpucost_fault_events *rows = calloc(count + 1, sizeof *rows);
    int result = rows ? EXIT_ANSWERED : usage_error("out of memory");
    if (rated && result == EXIT_ANSWERED) result = rate_of(&summary, &rate);
    for (uint64_t i = 0; i < count && result == EXIT_ANSWERED; i++) {
        rows[i].size = sizeof rows[i];
        gpucost_fault_log_at(log, i, &rows[i], &err);
    }
    gpucost_fault_log_free(log);
    if (result != EXIT_ANSWERED) {
        /* said already */
    } else if (wants_json()) {
        json_t *events = json_array();
        for (uint64_t i = 0; i < count; i++)
            json_array_append_new(events, struct_json("gpucost_fault_events", &rows[i]));
        print_json(json_pack("{s:o, s:o, s:o}", "summary", struct_json("gpucost_fault_summary", &summary), "events",
                             events, "rate", rated ? struct_json("gpucost_fault_rate", &rate) : json_null()));
    } else {
        print_rows("gpucost_fault_events", rows, count, sizeof *rows, columns);
        if (wants_text()) {
            printf("\nLog\n");
            print_struct("gpucost_fault_summary", &summary);
            if (rated) printf("Failures of hardware, driver and firmware\n");
            if (rated) print_struct("gpucost_fault_rate", &rate);
        }
    }
    free(rows);
    return result;
}

static int run_check(void)
{
    const char *asked;
    if (flag_value("jobs")) return run_lines(answer_check);
    if ((asked = flag_value("xid")) != NULL) return explain_xid(asked);
    if ((asked = flag_value("cuda-error")) != NULL) return explain_cuda_error(asked);
    if ((asked = flag_value("log")) != NULL) return read_log(asked);
    if (!flags_any("gpucost_compatibility_case")) return usage_error("check what? see gpucost-cli check --help");
    return check_combination();
}

static const char *const structs[] = {"gpucost_compatibility_case", NULL};
static const char *const own_flags[] = {
    "xid=N\twhat an Xid of the kernel log means and what to do",
    "cuda-error=E\twhat a CUDA error means and what to do: 700, cudaErrorIllegalAddress, CUDA_ERROR_ILLEGAL_ADDRESS",
    "log=FILE\tcount faults of NVIDIA, NVSwitch and AMD devices in a kernel log (dmesg, syslog; - is standard input)",
    "device-hours=H\twith --log: hours of all devices added; gives the failure rate and its interval",
    "jobs=FILE\tone question a line, as JSON with the fields below, one JSON answer a line",
    "confidence=P\tof the interval (default 0.95)",
    NULL,
};

const cli_command check_command = {
    .name = "check",
    .summary = "do device, framework, CUDA and driver go together; what does an Xid or a CUDA error mean",
    .usage = "[--accelerator NAME] [--framework NAME==VERSION] [--cuda V] [--driver V] | --xid N | --cuda-error E | "
             "--log FILE",
    .details = "Says yes, or why not and the nearest combination that works. \"No\" is an answer: exit code 0.\n",
    .structs = structs,
    .own_flags = own_flags,
    .lists = true,
    .run = run_check,
};
