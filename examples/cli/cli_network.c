/* --network: a model as a list of layers, bundled or a user's own, in models, memory, training and serving. */
#include "cli.h"

#include <stdio.h>
#include <string.h>

static bool is_file(const char *name)
{
    FILE *file = strcmp(name, "-") == 0 ? NULL : fopen(name, "r");
    if (file) fclose(file);
    return file || strcmp(name, "-") == 0;
}

/* A file when there is one of this name, else a preset. False when an error is set, or printed and err is OK. */
static bool open_network(gpucost_network **network, gpucost_error *err)
{
    const char *name = flag_value("network");
    gpucost_network_options options = GPUCOST_INIT(gpucost_network_options);
    memset(err, 0, sizeof *err);
    if (is_file(name)) return gpucost_network_from_file(name, network, err) == GPUCOST_OK;
    if (!flags_apply("gpucost_network_options", &options)) return false;
    return gpucost_network_from_preset(name, &options, network, err) == GPUCOST_OK;
}

static int refused(const gpucost_error *err)
{
    return err->status == GPUCOST_OK ? EXIT_USAGE : fail(err);
}

static void print_layers(const gpucost_network *network)
{
    printf("%-28s %8s %7s %7s %14s %16s %14s\n", "layer", "channels", "height", "width", "parameters", "multiply-adds",
           "stored bytes");
    for (uint64_t i = 0; i < gpucost_network_count(network); i++) {
        gpucost_layer layer = GPUCOST_INIT(gpucost_layer);
        gpucost_layer_count count = GPUCOST_INIT(gpucost_layer_count);
        gpucost_network_at(network, i, &layer, &count, NULL);
        printf("%-28s %8llu %7llu %7llu %14llu %16llu %14llu\n", layer.name, (unsigned long long)count.channels,
               (unsigned long long)count.height, (unsigned long long)count.width, (unsigned long long)count.parameters,
               (unsigned long long)count.multiply_adds, (unsigned long long)count.stored_bytes);
    }
}

static json_t *layers_json(const gpucost_network *network)
{
    json_t *rows = json_array();
    for (uint64_t i = 0; i < gpucost_network_count(network); i++) {
        gpucost_layer layer = GPUCOST_INIT(gpucost_layer);
        gpucost_layer_count count = GPUCOST_INIT(gpucost_layer_count);
        gpucost_network_at(network, i, &layer, &count, NULL);
        json_array_append_new(rows, json_pack("{s:o, s:o}", "layer", struct_json("gpucost_layer", &layer), "count",
                                              struct_json("gpucost_layer_count", &count)));
    }
    return rows;
}

int run_network_models(void)
{
    gpucost_network *network;
    gpucost_network_totals totals = GPUCOST_INIT(gpucost_network_totals);
    gpucost_error err;
    if (!open_network(&network, &err)) return refused(&err);
    gpucost_network_total(network, &totals, &err);
    bool layers = flag_given("layers");
    if (wants_json()) {
        json_t *object = json_pack("{s:o}", "network", struct_json("gpucost_network_totals", &totals));
        if (layers) json_object_set_new(object, "layers", layers_json(network));
        print_json(object);
    } else {
        print_struct("gpucost_network_totals", &totals);
        if (layers) print_layers(network);
    }
    gpucost_network_free(network);
    return EXIT_ANSWERED;
}

void list_networks(json_t *list)
{
    for (uint64_t i = 0; i < gpucost_network_preset_count(); i++) {
        gpucost_network *network;
        gpucost_network_totals totals = GPUCOST_INIT(gpucost_network_totals);
        gpucost_error err;
        if (gpucost_network_from_preset(gpucost_network_preset_at(i), NULL, &network, &err) != GPUCOST_OK) continue;
        gpucost_network_total(network, &totals, &err);
        gpucost_network_free(network);
        if (wants_json())
            json_array_append_new(list, json_pack("{s:s, s:I, s:I}", "name", totals.name, "total",
                                                  (json_int_t)totals.parameters, "multiply_adds",
                                                  (json_int_t)totals.multiply_adds));
        else
            printf("%-40s %16llu parameters, %.4g GFLOP a sample\n", totals.name, (unsigned long long)totals.parameters,
                   totals.flop / 1e9);
    }
}

/* What a job of a network needs, from flags. */
typedef struct {
    gpucost_workload workload;
    gpucost_cluster cluster;
    gpucost_layerwise_profile profile;
    gpucost_accelerator card;
    gpucost_layerwise_memory memory;
    gpucost_layerwise_time time;
    uint64_t largest;
    bool on_card, fits;
} parts;

static bool read_flags(parts *p, gpucost_error *err)
{
    memset(p, 0, sizeof *p);
    memset(err, 0, sizeof *err);
    p->workload = GPUCOST_INIT(gpucost_workload);
    p->cluster = GPUCOST_INIT(gpucost_cluster);
    p->profile = GPUCOST_INIT(gpucost_layerwise_profile);
    p->card = GPUCOST_INIT(gpucost_accelerator);
    p->memory = GPUCOST_INIT(gpucost_layerwise_memory);
    p->time = GPUCOST_INIT(gpucost_layerwise_time);
    const char *samples = flag_value("samples");
    if (!flags_apply("gpucost_workload", &p->workload) || !flags_apply("gpucost_cluster", &p->cluster) ||
        !flags_apply("gpucost_layerwise_profile", &p->profile))
        return false;
    if (samples && gpucost_struct_set(gpucost_struct_find("gpucost_workload"), &p->workload, "tokens", samples, err))
        return false;
    p->on_card = p->cluster.accelerator[0] != '\0';
    p->fits = true;
    if (p->profile.zero_stage && !p->profile.shards) p->profile.shards = p->cluster.devices;
    return !p->on_card || gpucost_accelerator_find(catalogue(), p->cluster.accelerator, &p->card, err) == GPUCOST_OK;
}

static bool estimate(const gpucost_network *network, bool timed, parts *p, gpucost_error *err)
{
    if (!read_flags(p, err)) return false;
    if (timed && !p->on_card) {
        usage_error("on what it runs is missing: --accelerator NAME");
        return false;
    }
    if (gpucost_layerwise_memory_of(network, &p->workload, &p->profile, &p->memory, err)) return false;
    if (p->on_card) {
        if (gpucost_layerwise_largest_batch(network, &p->workload, &p->profile, p->card.memory_usable_bytes,
                                            &p->largest, err))
            return false;
        p->fits = p->memory.total_bytes <= p->card.memory_usable_bytes;
    }
    return !timed || gpucost_layerwise_time_of(network, catalogue(), &p->cluster, &p->workload, &p->profile, &p->time,
                                               err) == GPUCOST_OK;
}

static void print_answer(const char *section, bool timed, const parts *p)
{
    if (wants_json()) {
        json_t *object = json_pack("{s:o}", "memory", struct_json("gpucost_layerwise_memory", &p->memory));
        if (p->on_card) {
            json_object_set_new(object, "accelerator", json_string(p->card.id));
            json_object_set_new(object, "memory_usable_bytes", json_integer((json_int_t)p->card.memory_usable_bytes));
            json_object_set_new(object, "fits", json_boolean(p->fits));
            json_object_set_new(object, "largest_batch", json_integer((json_int_t)p->largest));
        }
        if (timed) json_object_set_new(object, section, struct_json("gpucost_layerwise_time", &p->time));
        print_json(object);
        return;
    }
    if (p->on_card)
        printf("%s: %s; at most %llu samples a pass\n", p->card.name, p->fits ? "fits" : "does not fit",
               (unsigned long long)p->largest);
    printf("Memory of a device\n");
    print_struct("gpucost_layerwise_memory", &p->memory);
    if (!timed || !p->fits) return;
    printf("%c%s\n", section[0] - 'a' + 'A', section + 1);
    print_struct("gpucost_layerwise_time", &p->time);
}

int run_network(const char *section)
{
    gpucost_network *network;
    gpucost_error err;
    parts p;
    if (word_count() || flag_value("jobs") || flag_value("model") || flag_value("config") || flag_value("parameters"))
        return usage_error("--network takes flags only: no job and no other model");
    if (!open_network(&network, &err)) return refused(&err);
    bool timed = strcmp(section, "memory") != 0, good = estimate(network, timed, &p, &err);
    gpucost_network_free(network);
    if (!good) return refused(&err);
    print_answer(section, timed, &p);
    return EXIT_ANSWERED;
}
