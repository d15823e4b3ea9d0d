/* training --calibrate: a profile fitted to one's own measured steps. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static bool wrong_line(gpucost_status status, const char *field, const char *text, gpucost_error *err)
{
    memset(err, 0, sizeof *err);
    err->status = status;
    snprintf(err->field, sizeof err->field, "%s", field);
    snprintf(err->text, sizeof err->text, "%s", text);
    return false;
}

/* {"model": ..., "workload": {...}, "layout": {...}, "cluster": {...}, "step_s": 12.3} */
static bool add_step(gpucost_training_steps *steps, json_t *line, const char *path, gpucost_error *err)
{
    json_t *measured = json_object_get(line, "step_s");
    if (!json_is_number(measured))
        return wrong_line(GPUCOST_E_FIELD, "/step_s", "expected the measured time of a step [s]", err);
    double step_s = json_number_value(measured);
    json_object_del(line, "step_s");
    cli_request request = {0};
    bool good = request_from_json(line, path, &request, err) &&
                gpucost_training_steps_add(steps, request.model, catalogue(), &request.cluster, &request.workload,
                                           request.has_layout ? &request.layout : NULL, step_s, err) == GPUCOST_OK;
    request_free(&request);
    return good;
}

static bool read_steps(FILE *file, const char *path, gpucost_training_steps *steps, gpucost_error *err)
{
    char *text = NULL;
    size_t room = 0;
    bool good = true;
    for (int number = 1; good && getline(&text, &room, file) > 0; number++) {
        if (text[strspn(text, " \t\r\n")] == '\0') continue;
        json_error_t where;
        json_t *line = json_loads(text, JSON_REJECT_DUPLICATES, &where);
        good = line ? add_step(steps, line, path, err) : wrong_line(GPUCOST_E_SYNTAX, "", where.text, err);
        json_decref(line);
        if (good) continue;
        snprintf(err->source, sizeof err->source, "%s", path);
        err->line = number;
    }
    free(text);
    return good;
}

static json_t *profile_json(const gpucost_training_profile *profile, const gpucost_training_calibration *calibration)
{
    return json_pack("{s:o, s:o}", "profile", struct_json("gpucost_training_profile", profile), "calibration",
                     struct_json("gpucost_training_calibration", calibration));
}

int run_calibrate(void)
{
    const char *path = flag_value("calibrate");
    gpucost_error err = {0};
    if (word_count()) return usage_error("--calibrate takes the place of a job file");
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    if (!file) return usage_error("%s: %s", path, strerror(errno));
    gpucost_training_steps *steps = NULL;
    gpucost_training_profile profile = GPUCOST_INIT(gpucost_training_profile);
    gpucost_training_calibration calibration = GPUCOST_INIT(gpucost_training_calibration);
    bool good = gpucost_training_steps_new(&steps, &err) == GPUCOST_OK && read_steps(file, path, steps, &err) &&
                gpucost_training_calibrate(steps, NULL, &profile, &calibration, &err) == GPUCOST_OK;
    gpucost_training_steps_free(steps);
    if (file != stdin) fclose(file);
    if (!good) return fail(&err);
    if (wants_json()) {
        print_json(profile_json(&profile, &calibration));
        return EXIT_ANSWERED;
    }
    printf("Profile\n");
    print_struct("gpucost_training_profile", &profile);
    printf("Calibration\n");
    print_struct("gpucost_training_calibration", &calibration);
    return EXIT_ANSWERED;
}
