#include "cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Sections that only estimates read; the rest of the job is the library's. */
static bool take_section(json_t *job, const char *key, const char *struct_name, void *value, const char *source,
                         bool *given, gpucost_error *err)
{
    json_t *section = json_object_get(job, key);
    if (!section) return true;
    *given = true;
    bool good = struct_from_json(struct_name, section, source, value, err);
    if (!good) {
        char field[sizeof err->field + 16];
        snprintf(field, sizeof field, "/%s%s", key, err->field);
        snprintf(err->field, sizeof err->field, "%.*s", (int)sizeof err->field - 1, field);
    }
    json_object_del(job, key);
    return good;
}

/* --kind before the rest is read, because what a format may be depends on it; a serving job of another kind is refused.
 */
static bool kind_from_flag(json_t *job, const char *source, gpucost_error *err)
{
    const char *kind = flag_value("kind");
    if (!kind) return true;
    json_t *workload = json_object_get(job, "workload");
    if (!workload) {
        workload = json_object();
        json_object_set_new(job, "workload", workload);
    }
    json_t *given = json_object_get(workload, "kind");
    bool forced = strcmp(kind, "inference") == 0 && given && json_is_string(given);
    if (forced && strcmp(json_string_value(given), kind) != 0) {
        memset(err, 0, sizeof *err);
        err->status = GPUCOST_E_ARGUMENT;
        snprintf(err->source, sizeof err->source, "%s", source);
        snprintf(err->field, sizeof err->field, "/workload/kind");
        snprintf(err->text, sizeof err->text, "the job is of kind %s, not inference", json_string_value(given));
        return false;
    }
    if (json_is_object(workload)) json_object_set_new(workload, "kind", json_string(kind));
    return true;
}

/* --model, --config and --parameters as the job's model section; false when a bad flag is printed. */
static bool model_from_flags(json_t *job)
{
    const char *model = flag_value("model"), *config = flag_value("config");
    double parameters = 0;
    if (!flag_number("parameters", 1e6, 1e14, "a number of parameters", &parameters)) return false;
    if (model) json_object_set_new(job, "model", json_string(model));
    if (config) {
        /* relative to here, not to the job file */
        char folder[4096], whole[2 * sizeof folder];
        bool here = config[0] != '/' && getcwd(folder, sizeof folder);
        snprintf(whole, sizeof whole, "%s%s%s", here ? folder : "", here ? "/" : "", config);
        json_object_set_new(job, "model", json_pack("{s:s}", "config", whole));
    }
    if (parameters > 0) json_object_set_new(job, "model", json_pack("{s:f}", "parameters", parameters));
    return true;
}

/* --profile FILE in place of the job's section. */
static bool profile_from_flag(gpucost_training_profile *profile, gpucost_error *err)
{
    const char *path = flag_value("profile");
    if (!path) return true;
    json_t *whole = read_object(path, err),
           *section = json_object_get(whole, "profile"); /* with its calibration, or bare */
    *profile = GPUCOST_INIT(gpucost_training_profile);
    bool good = whole && struct_from_json("gpucost_training_profile", section ? section : whole, path, profile, err);
    json_decref(whole);
    return good;
}

bool request_from_json(json_t *json, const char *source, cli_request *made, gpucost_error *err)
{
    bool cluster_given = false;
    memset(made, 0, sizeof *made);
    made->workload = GPUCOST_INIT(gpucost_workload);
    made->profile = GPUCOST_INIT(gpucost_training_profile);
    made->options = GPUCOST_INIT(gpucost_plan_options);
    made->layout = GPUCOST_INIT(gpucost_parallelism);
    made->cluster = GPUCOST_INIT(gpucost_cluster);
    if (json_is_object(json) && !model_from_flags(json)) return false;
    if (json_is_object(json) && !kind_from_flag(json, source, err)) return false;
    if (!take_section(json, "layout", "gpucost_parallelism", &made->layout, source, &made->has_layout, err) ||
        !take_section(json, "cluster", "gpucost_cluster", &made->cluster, source, &cluster_given, err))
        return false;
    char *text = json_dumps(json, JSON_ENCODE_ANY);
    gpucost_job *job = NULL;
    gpucost_status status = gpucost_job_from_json(text, source, &job, err);
    free(text);
    if (status != GPUCOST_OK) return false;
    const gpucost_model *model;
    gpucost_job_parts(job, &model, &made->workload, &made->profile, &made->options, err);
    memset(err, 0, sizeof *err);
    bool good = profile_from_flag(&made->profile, err) && flags_apply("gpucost_workload", &made->workload) &&
                flags_apply("gpucost_plan_options", &made->options) &&
                flags_apply("gpucost_parallelism", &made->layout) && flags_apply("gpucost_cluster", &made->cluster);
    made->has_layout |= flags_any("gpucost_parallelism");
    if (good &&
        gpucost_job_new(model, &made->workload, &made->profile, &made->options, &made->job, err) == GPUCOST_OK) {
        gpucost_job_parts(made->job, (const gpucost_model **)&made->model, NULL, NULL, NULL, err);
        gpucost_job_free(job);
        return true;
    }
    gpucost_job_free(job);
    return false;
}

static gpucost_catalogue *overlay;

bool open_catalogue(gpucost_error *err)
{
    const char *path = flag_value("catalogue");
    return !path || gpucost_catalogue_from_csv(path, &overlay, err) == GPUCOST_OK;
}

const gpucost_catalogue *catalogue(void)
{
    return overlay;
}

static bool is_folder(FILE *file)
{
    struct stat about;
    return file && fstat(fileno(file), &about) == 0 && S_ISDIR(about.st_mode);
}

static json_t *cannot_read(const char *path, const char *why, gpucost_error *err)
{
    memset(err, 0, sizeof *err);
    err->status = GPUCOST_E_IO;
    snprintf(err->source, sizeof err->source, "%s", path);
    snprintf(err->text, sizeof err->text, "%s", why);
    return NULL;
}

json_t *read_object(const char *path, gpucost_error *err)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    bool folder = is_folder(file);
    if (!file || folder) {
        if (file) fclose(file);
        return cannot_read(path, folder ? "is a folder, expected a file" : strerror(errno), err);
    }
    json_error_t where;
    unsigned char mark[3];
    if (file != stdin && (fread(mark, 1, 3, file) != 3 || memcmp(mark, "\xEF\xBB\xBF", 3) != 0)) rewind(file);
    json_t *json = json_loadf(file, JSON_REJECT_DUPLICATES, &where);
    if (file != stdin) fclose(file);
    if (json) return json;
    memset(err, 0, sizeof *err);
    err->status = GPUCOST_E_SYNTAX;
    err->line = where.line > 0 ? where.line : 0;
    err->column = where.column > 0 ? where.column : 0;
    snprintf(err->source, sizeof err->source, "%s", path);
    snprintf(err->text, sizeof err->text, "%s", where.text);
    return NULL;
}

bool struct_from_json(const char *struct_name, json_t *object, const char *source, void *value, gpucost_error *err)
{
    char *text = json_dumps(object, JSON_ENCODE_ANY);
    gpucost_status status =
        gpucost_struct_from_json(gpucost_struct_find(struct_name), text ? text : "", source, value, err);
    free(text);
    return status == GPUCOST_OK;
}

bool request_from_words(cli_request *made, gpucost_error *err)
{
    const char *path = word_count() > 0 ? word_at(0) : NULL;
    memset(err, 0, sizeof *err);
    if (word_count() > 1) {
        usage_error("\"%s\" is one word too many: a job is one file", word_at(1));
        return false;
    }
    if (!!flag_value("model") + !!flag_value("config") + !!flag_value("parameters") > 1) {
        usage_error("give one of --model, --config and --parameters");
        return false;
    }
    json_t *json = path ? read_object(path, err) : json_object();
    if (!json) return false;
    bool good = request_from_json(json, path ? path : "the command line", made, err);
    json_decref(json);
    return good;
}

void request_free(cli_request *made)
{
    gpucost_job_free(made->job);
}

int run_lines(json_t *(*answer)(json_t *job, const char *source, gpucost_error *err))
{
    const char *path = flag_value("jobs");
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    gpucost_error unread;
    if (!file || is_folder(file)) {
        cannot_read(path, file ? "is a folder, expected a file" : strerror(errno), &unread);
        if (file) fclose(file);
        return fail(&unread);
    }
    char *line = NULL;
    size_t room = 0;
    int number = 0, result = EXIT_ANSWERED;
    while (getline(&line, &room, file) > 0) {
        number++;
        if (line[strspn(line, " \t\r\n")] == '\0') continue;
        gpucost_error err = {0};
        json_error_t where;
        bool marked = number == 1 && memcmp(line, "\xEF\xBB\xBF", 3) == 0; /* UTF-8 byte order mark */
        json_t *job = json_loads(line + (marked ? 3 : 0), JSON_REJECT_DUPLICATES, &where), *reply = NULL;
        if (job) {
            reply = answer(job, path, &err);
        } else {
            err.status = GPUCOST_E_SYNTAX;
            err.column = where.column > 0 ? where.column : 0;
            snprintf(err.text, sizeof err.text, "%s", where.text);
        }
        if (!reply) {
            result = EXIT_FAILED;
            if (err.status == GPUCOST_OK) break; /* a bad flag: already printed */
            err.line = number;
            snprintf(err.source, sizeof err.source, "%s", path);
            reply = error_json(&err);
        }
        print_json_line(reply);
        json_decref(job);
    }
    free(line);
    if (file != stdin) fclose(file);
    return result;
}

static json_t *(*answer_request)(const cli_request *request, gpucost_error *err);

static json_t *answer_line(json_t *job, const char *source, gpucost_error *err)
{
    cli_request request = {0};
    json_t *reply = request_from_json(job, source, &request, err) ? answer_request(&request, err) : NULL;
    request_free(&request);
    return reply;
}

int run_requests(json_t *(*answer)(const cli_request *request, gpucost_error *err),
                 int (*print_text)(const cli_request *request, gpucost_error *err))
{
    answer_request = answer;
    if (flag_value("jobs"))
        return word_count() ? usage_error("--jobs takes the place of a job file") : run_lines(answer_line);
    gpucost_error err = {0};
    cli_request request = {0};
    int result = EXIT_ANSWERED;
    if (!request_from_words(&request, &err)) {
        result = err.status == GPUCOST_OK ? EXIT_USAGE : fail(&err);
    } else if (wants_json()) {
        json_t *reply = answer(&request, &err);
        if (reply)
            print_json(reply);
        else
            result = fail(&err);
    } else {
        result = print_text(&request, &err);
    }
    request_free(&request);
    return result;
}
