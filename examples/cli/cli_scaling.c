/* training --scaling: a law fitted to measured throughputs, and what it says of other numbers of devices. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_MOST = 10000, ASKED_MOST = 64 };

typedef struct {
    double devices[POINTS_MOST], throughput[POINTS_MOST];
    uint64_t count;
} points;

/* "8,2570.5": two numbers, and nothing else. */
static bool read_pair(const char *line, double *devices, double *throughput)
{
    char *end;
    *devices = strtod(line, &end);
    if (end == line || *end != ',') return false;
    line = end + 1;
    *throughput = strtod(line, &end);
    return end != line && end[strspn(end, " \t\r\n")] == '\0';
}

static bool read_points(const char *path, points *read)
{
    char line[256];
    FILE *file = fopen(path, "r");
    if (!file) {
        usage_error("%s: cannot be opened", path);
        return false;
    }
    bool good = true;
    read->count = 0;
    for (int number = 1; good && fgets(line, sizeof line, file); number++) {
        if (line[strspn(line, " \t\r\n")] == '\0') continue;
        if (number == 1 && strncmp(line, "devices,throughput", 18) == 0) continue;
        good =
            read->count < POINTS_MOST && read_pair(line, &read->devices[read->count], &read->throughput[read->count]);
        if (!good)
            usage_error("%s:%d: expected devices,throughput, at most %d lines", path, number, POINTS_MOST);
        read->count++;
    }
    fclose(file);
    return good;
}

static bool predict(const gpucost_scaling *scaling, gpucost_scaling_prediction asked[ASKED_MOST],
                    size_t *count)
{
    const char *text;
    *count = 0;
    for (int at = 0; (text = flag_next("at", &at)) != NULL; ++*count) {
        gpucost_error err;
        char *end;
        double devices = strtod(text, &end);
        if (*count == ASKED_MOST || end == text || *end) {
            usage_error("--at %s: expected a number of devices, at most %d times", text, ASKED_MOST);
            return false;
        }
        asked[*count] = GPUCOST_INIT(gpucost_scaling_prediction);
        if (gpucost_scaling_predict(scaling, devices, &asked[*count], &err)) {
            fail(&err);
            return false;
        }
    }
    return true;
}

static void print_answer(const gpucost_scaling_summary *summary,
                         const gpucost_scaling_prediction *asked, size_t count)
{
    static const char *const columns[] = {"devices", "throughput", "low",    "high",
                                          "speedup", "efficiency", "beyond", NULL};
    if (wants_json()) {
        json_t *rows = json_array();
        for (size_t i = 0; i < count; i++)
            json_array_append_new(rows, struct_json("gpucost_scaling_prediction", &asked[i]));
        print_json(json_pack("{s:o, s:o}", "scaling", struct_json("gpucost_scaling_summary", summary),
                             "predictions", rows));
        return;
    }
    print_struct("gpucost_scaling_summary", summary);
    if (!count) return;
    print_rows("gpucost_scaling_prediction", asked, count, sizeof *asked, columns);
    for (size_t i = 0; i < count; i++)
        if (asked[i].beyond) {
            printf("Beyond the measured devices the law itself is not known to hold.\n");
            return;
        }
}

int run_scaling(void)
{
    points *read = malloc(sizeof *read);
    gpucost_scaling_prediction asked[ASKED_MOST];
    gpucost_scaling_summary summary = GPUCOST_INIT(gpucost_scaling_summary);
    gpucost_scaling *scaling = NULL;
    gpucost_error err;
    size_t count;
    int code = EXIT_USAGE;
    if (!read) return EXIT_FAILED;
    if (read_points(flag_value("scaling"), read)) {
        if (gpucost_scaling_fit(read->devices, read->throughput, read->count, GPUCOST_SCALING_AUTO, 0, &scaling,
                                         &err) ||
            gpucost_scaling_summarise(scaling, &summary, &err)) {
            code = fail(&err);
        } else if (predict(scaling, asked, &count)) {
            print_answer(&summary, asked, count);
            code = EXIT_ANSWERED;
        }
    }
    gpucost_scaling_free(scaling);
    free(read);
    return code;
}
