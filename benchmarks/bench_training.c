/* Step times a second: one call at a time, in a batch, a search for the best layout, and the 6ND rule in Python. One
   core. bench_training [training_naive.py] */
#include <string.h>

#include "bench.h"
#include "gpucost/gpucost.h"

enum { LAYOUTS = 10000, ROUNDS = 20, SINGLES = 20000, SEARCHES = 20 };

/* Layouts of 96 layers on 1,024 devices. */
static void layouts_of(gpucost_parallelism *layouts)
{
    for (uint64_t i = 0; i < LAYOUTS; i++) {
        layouts[i] = GPUCOST_INIT(gpucost_parallelism);
        layouts[i].tensor_degree = 1u << i % 4;
        layouts[i].pipeline_degree = 1u << i / 4 % 6;
        layouts[i].virtual_stages = layouts[i].pipeline_degree > 1 ? 1 + i / 24 % 3 : 1;
        layouts[i].data_degree = 1024 / layouts[i].tensor_degree / layouts[i].pipeline_degree;
        layouts[i].zero_stage = (int32_t)(i / 72 % 4);
        layouts[i].sequence_parallel = layouts[i].tensor_degree > 1;
    }
}

int main(int argc, char **argv)
{
    static gpucost_parallelism layouts[LAYOUTS];
    static double steps[LAYOUTS];
    gpucost_error err;
    gpucost_model *model;
    gpucost_cluster cluster = GPUCOST_INIT(gpucost_cluster);
    gpucost_workload work = GPUCOST_INIT(gpucost_workload);
    strcpy(cluster.accelerator, "a100-sxm-80gb");
    cluster.devices = 1024;
    work.sequence = 2048;
    work.global_batch = 1536 * 2;
    layouts_of(layouts);
    if (gpucost_model_from_preset("gpt3-175b", &model, &err) != GPUCOST_OK) return 1;

    double begin = now(), best = 1e9, search = 1e9, kept = 0;
    for (int i = 0; i < SINGLES; i++) {
        gpucost_training t = GPUCOST_INIT(gpucost_training);
        if (gpucost_training_estimate(model, NULL, &cluster, &work, &layouts[i % 72], &t, &err) != GPUCOST_OK) {
            printf("%s\n", err.text);
            return 1;
        }
        kept += t.step_s;
    }
    double single = (now() - begin) / SINGLES;
    for (int round = 0; round < ROUNDS; round++) { /* the fastest round: the machine may be busy */
        begin = now();
        if (gpucost_training_estimate_batch(model, NULL, &cluster, &work, NULL, layouts, 0, steps, LAYOUTS, &err))
            return 1;
        double seconds = now() - begin;
        if (seconds < best) best = seconds;
        kept += steps[round];
    }
    for (int round = 0; round < SEARCHES; round++) {
        gpucost_requirement *requirement;
        begin = now();
        if (gpucost_requirement_new(model, NULL, &cluster, &work, NULL, &requirement, &err) != GPUCOST_OK) return 1;
        double seconds = now() - begin;
        if (seconds < search) search = seconds;
        gpucost_requirement_free(requirement);
    }
    print_seconds("gpucost_training_estimate()", single);
    print_seconds("gpucost_training_estimate_batch()", best / LAYOUTS);
    printf("%-40s %10.3f ms\n", "10,000 layouts of a 175B job", 1e3 * best);
    printf("%-40s %10.3f ms\n", "the fastest that fits, memory checked", 1e3 * search);
    double python = argc > 1 ? python_seconds(argv[1]) : 0;
    if (python > 0) {
        print_seconds("6ND in naive Python", python);
        printf("the batch is %.1f times as fast as the 6ND rule in naive Python\n", python / (best / LAYOUTS));
    }
    gpucost_model_free(model);
    return kept <= 0; /* keeps the work */
}
