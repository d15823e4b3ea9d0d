/* memory --render and memory --simulation: jobs without a model. */
#include "cli.h"

#include <stdio.h>

typedef gpucost_status remedy_call(const void *job, uint64_t capacity_bytes, uint64_t index,
                                   gpucost_memory_remedy *remedy, gpucost_error *err);

static gpucost_status render_remedy(const void *job, uint64_t capacity, uint64_t index, gpucost_memory_remedy *remedy,
                                    gpucost_error *err)
{
    return gpucost_memory_render_remedy_at(job, capacity, index, remedy, err);
}

static gpucost_status simulation_remedy(const void *job, uint64_t capacity, uint64_t index,
                                        gpucost_memory_remedy *remedy, gpucost_error *err)
{
    return gpucost_memory_simulation_remedy_at(job, capacity, index, remedy, err);
}

static double gib(uint64_t bytes)
{
    return (double)bytes / 1073741824;
}

/* Does it fit, by how much not, and what would make it fit. */
static int answer(const char *parts_name, const void *parts, uint64_t total_bytes, const void *job, remedy_call *at,
                  uint64_t count)
{
    gpucost_error err;
    gpucost_cluster cluster = GPUCOST_INIT(gpucost_cluster);
    gpucost_accelerator card = GPUCOST_INIT(gpucost_accelerator);
    if (!flags_apply("gpucost_cluster", &cluster)) return EXIT_USAGE;
    bool on_card = cluster.accelerator[0] != '\0';
    if (on_card && gpucost_accelerator_find(catalogue(), cluster.accelerator, &card, &err)) return fail(&err);
    uint64_t capacity = card.memory_usable_bytes;
    bool fits = total_bytes <= capacity;
    json_t *object = json_object(), *changes = json_array();
    json_object_set_new(object, "memory", struct_json(parts_name, parts));
    if (on_card) {
        json_object_set_new(object, "accelerator", json_string(card.id));
        json_object_set_new(object, "memory_usable_bytes", json_integer((json_int_t)capacity));
        json_object_set_new(object, "fits", json_boolean(fits));
    }
    if (!wants_json()) {
        if (on_card && fits)
            printf("%s: fits, %.2f GiB free\n", card.name, gib(capacity - total_bytes));
        else if (on_card)
            printf("%s: does not fit, %.2f GiB too little\n", card.name, gib(total_bytes - capacity));
        print_struct(parts_name, parts);
        if (on_card && !fits) printf("What takes less, each with those above\n");
    }
    for (uint64_t i = 0; on_card && !fits && i < count; i++) {
        gpucost_memory_remedy remedy = GPUCOST_INIT(gpucost_memory_remedy);
        if (at(job, capacity, i, &remedy, &err) || !remedy.applies) continue;
        if (wants_json())
            json_array_append_new(changes, struct_json("gpucost_memory_remedy", &remedy));
        else
            printf("  %-62s %10.2f GiB%s\n", remedy.change, gib(remedy.total_bytes), remedy.fits ? "  fits" : "");
        if (remedy.fits) break; /* what comes after would cost more than is needed */
    }
    if (on_card && !fits) json_object_set(object, "remedies", changes);
    json_decref(changes);
    if (wants_json())
        print_json(object);
    else
        json_decref(object);
    return EXIT_ANSWERED;
}

int run_memory_render(void)
{
    gpucost_memory_render job = GPUCOST_INIT(gpucost_memory_render);
    gpucost_memory_render_parts parts = GPUCOST_INIT(gpucost_memory_render_parts);
    gpucost_error err;
    if (!flags_apply("gpucost_memory_render", &job)) return EXIT_USAGE;
    if (gpucost_memory_render_estimate(&job, &parts, &err)) return fail(&err);
    return answer("gpucost_memory_render_parts", &parts, parts.total_bytes, &job, render_remedy,
                  gpucost_memory_render_remedy_count());
}

int run_memory_simulation(void)
{
    gpucost_memory_simulation job = GPUCOST_INIT(gpucost_memory_simulation);
    gpucost_memory_simulation_parts parts = GPUCOST_INIT(gpucost_memory_simulation_parts);
    gpucost_error err;
    if (!flags_apply("gpucost_memory_simulation", &job)) return EXIT_USAGE;
    if (gpucost_memory_simulation_estimate(&job, &parts, &err)) return fail(&err);
    return answer("gpucost_memory_simulation_parts", &parts, parts.total_bytes, &job, simulation_remedy,
                  gpucost_memory_simulation_remedy_count());
}
