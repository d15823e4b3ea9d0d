/* Memory estimates a second: one call at a time, in a batch, and in a naive Python program. One core, no allocation
   in the batch. bench_memory [memory_naive.py] */

#include "bench.h"
#include "gpucost/gpucost.h"

enum { POINTS = 4096, ROUNDS = 64, SINGLES = 20000 };

static void points_of(gpucost_memory_point *points)
{
    for (uint64_t i = 0; i < POINTS; i++) {
        points[i] = GPUCOST_INIT(gpucost_memory_point);
        points[i].batch = 1 + i % 8;
        points[i].tensor_degree = 8;
        points[i].pipeline_degree = 1 + i % 4;
        points[i].data_degree = 8;
        points[i].recompute = (int32_t)(1 + i % 3);
        points[i].zero = (int32_t)(1 + i % 4);
    }
}

int main(int argc, char **argv)
{
    static gpucost_memory_point points[POINTS];
    static gpucost_memory memories[POINTS];
    gpucost_error err;
    gpucost_model *model;
    gpucost_workload work = GPUCOST_INIT(gpucost_workload);
    work.sequence = 4096;
    points_of(points);
    if (gpucost_model_from_preset("llama-3-70b", &model, &err) != GPUCOST_OK) return 1;

    double begin = now(), best = 1e9;
    uint64_t sum = 0;
    for (int i = 0; i < SINGLES; i++) {
        gpucost_memory memory = GPUCOST_INIT(gpucost_memory);
        gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism);
        layout.tensor_degree = layout.data_degree = 8;
        work.micro_batch = 1 + (uint64_t)i % 8;
        if (gpucost_memory_estimate(model, &work, &layout, &memory, &err) != GPUCOST_OK) return 1;
        sum += memory.total_bytes & 1;
    }
    double single = (now() - begin) / SINGLES;
    for (int round = 0; round < ROUNDS; round++) { /* the fastest round: the machine may be busy */
        begin = now();
        if (gpucost_memory_estimate_batch(model, &work, NULL, points, 0, memories, 0, POINTS, &err) != GPUCOST_OK)
            return 1;
        double seconds = (now() - begin) / POINTS;
        if (seconds < best) best = seconds;
        sum += memories[round].total_bytes & 1;
    }
    print_seconds("gpucost_memory_estimate()", single);
    print_seconds("gpucost_memory_estimate_batch()", best);
    double python = argc > 1 ? python_seconds(argv[1]) : 0;
    if (python > 0) {
        print_seconds("naive Python", python);
        printf("the batch is %.0f times as fast as naive Python\n", python / best);
    }
    gpucost_model_free(model);
    return sum > 1u << 31; /* keeps the work */
}
