/* training --kernel and training --goodput: times without a model. */

#include "cli.h"

static int answer(const char *struct_name, const void *result)
{
    if (wants_json())
        print_json(struct_json(struct_name, result));
    else
        print_struct(struct_name, result);
    return EXIT_ANSWERED;
}

int run_training_kernel(void)
{
    gpucost_kernel_case kernel = GPUCOST_INIT(gpucost_kernel_case);
    gpucost_kernel_time time = GPUCOST_INIT(gpucost_kernel_time);
    gpucost_cluster cluster = GPUCOST_INIT(gpucost_cluster);
    gpucost_error err;
    if (!flags_apply("gpucost_kernel_case", &kernel) || !flags_apply("gpucost_cluster", &cluster)) return EXIT_USAGE;
    if (gpucost_struct_set(gpucost_struct_find("gpucost_kernel_case"), &kernel, "kind", flag_value("kernel"), &err))
        return usage_error("--kernel: %s", err.text);
    if (!cluster.accelerator[0]) return usage_error("on what the kernel runs is missing: --accelerator NAME");
    if (gpucost_kernel_time_of(catalogue(), cluster.accelerator, &kernel, &time, &err)) return fail(&err);
    return answer("gpucost_kernel_time", &time);
}

int run_training_goodput(void)
{
    gpucost_training_goodput_case run = GPUCOST_INIT(gpucost_training_goodput_case);
    gpucost_training_goodput_result result = GPUCOST_INIT(gpucost_training_goodput_result);
    gpucost_error err;
    if (!flags_apply("gpucost_training_goodput_case", &run)) return EXIT_USAGE;
    if (gpucost_training_goodput(&run, &result, &err)) return fail(&err);
    return answer("gpucost_training_goodput_result", &result);
}
