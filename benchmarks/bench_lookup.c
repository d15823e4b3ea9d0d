/* Time of one look-up by name: accelerators, instances, precisions and model presets, each by every spelling that the
   bundled facts have, and by spellings of other programs. The slowest spelling is what counts. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "gpucost/gpucost.h"

enum { ROUNDS = 2000, TRIES = 5 };

typedef gpucost_status (*look_up)(const char *name);

static gpucost_accelerator accelerator;
static gpucost_instance instance;
static gpucost_precision precision;
static gpucost_error error;

static gpucost_status find_accelerator(const char *name)
{
    return gpucost_accelerator_find(NULL, name, &accelerator, &error);
}

static gpucost_status find_instance(const char *name)
{
    return gpucost_instance_find("", name, &instance, &error);
}

static gpucost_status find_precision(const char *name)
{
    return gpucost_precision_find(name, &precision, &error);
}

static gpucost_status find_model(const char *name)
{
    gpucost_model *model;
    gpucost_status status = gpucost_model_from_preset(name, &model, &error);
    if (status == GPUCOST_OK) gpucost_model_free(model);
    return status;
}

typedef struct {
    double sum, worst;
    unsigned count, missed;
    char name[400];
} timing;

/* The fastest of a few tries: the machine may be busy. */
static void measure(look_up find, const char *name, timing *t)
{
    double best = 1e9;
    if (find(name) != GPUCOST_OK) {
        t->missed++;
        return;
    }
    for (int i = 0; i < TRIES; i++) {
        double begin = now();
        for (int k = 0; k < ROUNDS; k++) find(name);
        double seconds = (now() - begin) / ROUNDS;
        if (seconds < best) best = seconds;
    }
    t->sum += best;
    t->count++;
    if (best <= t->worst) return;
    t->worst = best;
    snprintf(t->name, sizeof t->name, "%.*s", (int)sizeof t->name - 1, name);
}

/* As the facts write it, in capitals, and with blanks for dashes. */
static void measure_spellings(look_up find, const char *name, timing *t)
{
    char text[400];
    measure(find, name, t);
    snprintf(text, sizeof text, "%s", name);
    for (char *p = text; *p; p++) *p = (char)toupper((unsigned char)*p);
    measure(find, text, t);
    for (char *p = text; *p; p++)
        if (*p == '-' || *p == '_') *p = ' ';
    measure(find, text, t);
}

static void measure_list(look_up find, const char *names, timing *t)
{
    char text[1024];
    snprintf(text, sizeof text, "%s", names);
    for (char *name = strtok(text, ";"); name; name = strtok(NULL, ";")) measure_spellings(find, name, t);
}

static void print(const char *what, const timing *t)
{
    printf("%-22s %5u spellings: mean %6.1f ns, slowest %6.1f ns (%s)", what, t->count, 1e9 * t->sum / t->count,
           1e9 * t->worst, t->name);
    printf(t->missed ? ", %u not found\n" : "\n", t->missed);
}

int main(void)
{
    timing t[5] = {0};
    for (uint64_t i = 0; i < gpucost_accelerator_count(NULL); i++) {
        gpucost_accelerator row = GPUCOST_INIT(gpucost_accelerator);
        if (gpucost_accelerator_at(NULL, i, &row, NULL) != GPUCOST_OK) return 1;
        char names[512];
        snprintf(names, sizeof names, "%s;%s;%s", row.id, row.name, row.aliases);
        accelerator = GPUCOST_INIT(gpucost_accelerator);
        measure_list(find_accelerator, names, &t[0]);
        unsigned long long gigabytes = row.memory_bytes >> 30;
        snprintf(names, sizeof names, "%s %s %llu GB", row.vendor, row.id, gigabytes);
        measure(find_accelerator, names, &t[1]);
    }
    for (uint64_t i = 0; i < gpucost_instance_count(); i++) {
        gpucost_instance row = GPUCOST_INIT(gpucost_instance);
        if (gpucost_instance_at(i, &row, NULL) != GPUCOST_OK) return 1;
        instance = GPUCOST_INIT(gpucost_instance);
        measure_spellings(find_instance, row.instance, &t[2]);
    }
    for (uint64_t i = 0; i < gpucost_precision_count(); i++) {
        gpucost_precision row = GPUCOST_INIT(gpucost_precision);
        if (gpucost_precision_at(i, &row, NULL) != GPUCOST_OK) return 1;
        char names[512];
        snprintf(names, sizeof names, "%s;%s", row.name, row.aliases);
        precision = GPUCOST_INIT(gpucost_precision);
        measure_list(find_precision, names, &t[3]);
    }
    for (uint64_t i = 0; i < gpucost_model_preset_count(); i++)
        measure_spellings(find_model, gpucost_model_preset_at(i), &t[4]);
    print("accelerators", &t[0]);
    print("  vendor and memory", &t[1]);
    print("instances", &t[2]);
    print("precisions", &t[3]);
    print("models, made and freed", &t[4]);
    return 0;
}
