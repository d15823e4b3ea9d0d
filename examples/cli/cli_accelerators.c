/* accelerators: what the library knows of devices and their MIG profiles. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_filter(gpucost_accelerator_filter *filter)
{
    *filter = GPUCOST_INIT(gpucost_accelerator_filter);
    if (!flags_apply("gpucost_accelerator_filter", filter)) return false;
    const char *gib = flag_value("memory-gib");
    if (!gib) return true;
    char *end;
    double value = strtod(gib, &end);
    if (end == gib || *end || !(value > 0) || value > 1048576) {
        usage_error("--memory-gib %s: expected a number of GiB", gib);
        return false;
    }
    filter->memory_bytes = (uint64_t)(value * 1073741824);
    return true;
}

/* Those that were named, or all, that the filter lets through. *rows is the caller's to free. */
static int read_accelerators(gpucost_accelerator **rows, size_t *count)
{
    gpucost_accelerator_filter filter;
    gpucost_error err;
    *rows = NULL;
    if (!read_filter(&filter)) return EXIT_USAGE;
    uint64_t total = word_count() ? (uint64_t)word_count() : gpucost_accelerator_count(catalogue());
    *count = 0;
    *rows = calloc((size_t)total, sizeof **rows);
    if (!*rows) return usage_error("out of memory");
    for (uint64_t i = 0; i < total; i++) {
        gpucost_accelerator *row = &(*rows)[*count];
        int32_t matches;
        row->size = sizeof *row;
        if ((word_count() ? gpucost_accelerator_find(catalogue(), word_at((int)i), row, &err)
                          : gpucost_accelerator_at(catalogue(), i, row, &err)) != GPUCOST_OK ||
            gpucost_accelerator_matches(row, &filter, &matches, &err) != GPUCOST_OK)
            return fail(&err);
        *count += matches == 1;
    }
    return EXIT_ANSWERED;
}

static int list_accelerators(void)
{
    static const char *const columns[] = {"id", "name", "memory_usable_bytes", "memory_bandwidth_bytes_per_s",
                                          "bf16_flop_per_s", "fp8_flop_per_s", "power_w", NULL};
    gpucost_accelerator *rows;
    size_t count;
    int result = read_accelerators(&rows, &count);
    if (result == EXIT_ANSWERED) print_rows("gpucost_accelerator", rows, count, sizeof *rows, columns);
    free(rows);
    return result;
}

/* At most two decimals, without zeros at the end. */
static void number_text(double value, const char *unit, char *text, size_t capacity)
{
    char number[48];
    snprintf(number, sizeof number, "%.2f", value);
    char *end = number + strlen(number);
    while (end[-1] == '0') *--end = '\0';
    if (end[-1] == '.') *--end = '\0';
    snprintf(text, capacity, "%s %s", number, unit);
}

/* A fact in the unit that people use; "-" when it is not known. */
static void human_text(const gpucost_field *field, const gpucost_accelerator *row, char *text, size_t capacity)
{
    static const struct {
        const char *unit, *human;
        double factor;
    } units[] = {{"bytes/s", "GB/s", 1e9}, {"FLOP/s", "TFLOP/s", 1e12}, {"op/s", "TOP/s", 1e12}, {"W", "W", 1}};
    gpucost_error err;
    if (gpucost_struct_get(gpucost_struct_find("gpucost_accelerator"), row, field->name, text, capacity, &err))
        snprintf(text, capacity, "%.60s", err.text);
    if (!*text || strcmp(text, "0") == 0) snprintf(text, capacity, "-");
    if (!field->unit || strcmp(text, "-") == 0) return;
    double value = strtod(text, NULL);
    if (strcmp(field->unit, "bytes") == 0) {
        bool large = value >= 1073741824;
        number_text(value / (large ? 1073741824 : 1048576), large ? "GiB" : "MiB", text, capacity);
    }
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(field->unit, units[i].unit) == 0)
            number_text(value / units[i].factor, units[i].human, text, capacity);
}

/* "memory_bandwidth_bytes_per_s" is "memory bandwidth": the unit stands with the value. */
static void fact_name(const char *field, char text[64])
{
    static const char *const units[] = {"_bytes_per_s", "_flop_per_s", "_op_per_s", "_bytes", "_w"};
    size_t length = strlen(field);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        size_t unit = strlen(units[i]);
        if (length > unit && strcmp(field + length - unit, units[i]) == 0) length -= unit;
    }
    snprintf(text, 64, "%.*s", (int)length, field);
    for (char *c = text; *c; c++)
        if (*c == '_') *c = ' ';
}

static void print_cells(const char *left, int left_width, char (*cells)[64], const int *widths, size_t count)
{
    printf("| %-*s |", left_width, left);
    for (size_t i = 0; i < count; i++) printf(" %-*s |", widths[i], cells[i]);
    printf("\n");
}

/* A Markdown table that is aligned as text, too: one row a fact, one column an accelerator. */
static void print_comparison(const gpucost_accelerator *rows, size_t count, int *widths, char (*cells)[64])
{
    const gpucost_struct *type = gpucost_struct_find("gpucost_accelerator");
    static const char *const left_out[] = {"size", "id", "name", "aliases", "source"};
    char fact[64];
    int left_width = 0;
    for (int pass = 0; pass < 2; pass++) { /* widths, then text */
        for (size_t i = 0; i < count; i++) {
            snprintf(cells[i], sizeof cells[i], "%s", rows[i].name);
            if ((int)strlen(cells[i]) > widths[i]) widths[i] = (int)strlen(cells[i]);
        }
        if (pass) {
            print_cells("", left_width, cells, widths, count);
            printf("|%.*s|", left_width + 2, "----------------------------------------------------------------");
            for (size_t i = 0; i < count; i++)
                printf("%.*s|", widths[i] + 2, "------------------------------------------------------------------");
            printf("\n");
        }
        for (uint64_t f = 0; f < type->count; f++) {
            const gpucost_field *field = &type->fields[f];
            bool out = false, known = false;
            for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
                out = out || strcmp(left_out[i], field->name) == 0;
            if (out) continue;
            for (size_t i = 0; i < count; i++) {
                human_text(field, &rows[i], cells[i], sizeof cells[i]);
                known = known || strcmp(cells[i], "-") != 0;
                if ((int)strlen(cells[i]) > widths[i]) widths[i] = (int)strlen(cells[i]);
            }
            fact_name(field->name, fact);
            if ((int)strlen(fact) > left_width) left_width = (int)strlen(fact);
            if (pass && known) print_cells(fact, left_width, cells, widths, count);
        }
    }
}

static int compare_accelerators(void)
{
    gpucost_accelerator *rows;
    size_t count;
    if (!wants_text()) return list_accelerators();
    int result = read_accelerators(&rows, &count);
    int *widths = calloc(count + 1, sizeof *widths);
    char(*cells)[64] = calloc(count + 1, sizeof *cells);
    if (result == EXIT_ANSWERED && (!widths || !cells)) result = usage_error("out of memory");
    if (result == EXIT_ANSWERED) print_comparison(rows, count, widths, cells);
    free(cells);
    free(widths);
    free(rows);
    return result;
}

static int check_profiles(const char *device, const char *profiles)
{
    gpucost_mig_fit fit = GPUCOST_INIT(gpucost_mig_fit);
    gpucost_error err;
    if (gpucost_mig_fits(catalogue(), device, profiles, &fit, &err) != GPUCOST_OK) return fail(&err);
    if (wants_json())
        print_json(struct_json("gpucost_mig_fit", &fit));
    else if (fit.fits)
        printf("yes: %s\n", fit.placements);
    else
        printf("no: %s\n", fit.reason);
    return EXIT_ANSWERED;
}

static int print_mig(const gpucost_mig *rows, size_t count, const gpucost_mig_sets *sets)
{
    static const char *const columns[] = {"profile",         "compute_slices", "memory_slices", "memory_bytes",
                                          "multiprocessors", "most_instances", "placements",    NULL};
    uint64_t set_count = sets ? gpucost_mig_sets_count(sets) : 0;
    if (wants_json()) {
        json_t *profiles = json_array(), *largest = json_array();
        for (size_t i = 0; i < count; i++) json_array_append_new(profiles, struct_json("gpucost_mig", &rows[i]));
        for (uint64_t i = 0; i < set_count; i++)
            json_array_append_new(largest, json_string(gpucost_mig_sets_at(sets, i)));
        print_json(json_pack("{s:o, s:o}", "profiles", profiles, "largest_sets", largest));
        return EXIT_ANSWERED;
    }
    print_rows("gpucost_mig", rows, count, sizeof *rows, columns);
    if (!wants_text()) return EXIT_ANSWERED;
    if (sets) printf("\nSets to which nothing can be added\n");
    for (uint64_t i = 0; i < set_count; i++) printf("  %s\n", gpucost_mig_sets_at(sets, i));
    return EXIT_ANSWERED;
}

static int show_mig(const char *device)
{
    gpucost_accelerator chip = GPUCOST_INIT(gpucost_accelerator);
    gpucost_mig_sets *sets = NULL;
    gpucost_error err;
    if (gpucost_accelerator_find(catalogue(), device, &chip, &err) != GPUCOST_OK) return fail(&err);
    gpucost_mig *rows = calloc((size_t)gpucost_mig_count() + 1, sizeof *rows);
    if (!rows) return usage_error("out of memory");
    size_t count = 0, length = strlen(chip.id);
    for (uint64_t i = 0; i < gpucost_mig_count(); i++) {
        rows[count].size = sizeof rows[count];
        gpucost_mig_at(i, &rows[count], &err);
        const char *at = strstr(rows[count].accelerators, chip.id);
        count += at && (at == rows[count].accelerators || at[-1] == ';') && (!at[length] || at[length] == ';');
    }
    /* profiles are worth showing where their placements are not known */
    int result = gpucost_mig_sets_new(catalogue(), chip.id, &sets, &err) != GPUCOST_OK && !count
                     ? fail(&err)
                     : print_mig(rows, count, sets);
    gpucost_mig_sets_free(sets);
    free(rows);
    return result;
}

/* {"accelerators": ["h100", "a100-80gb"]}: those rows, in that order. */
static json_t *answer_accelerators(json_t *job, const char *source, gpucost_error *err)
{
    json_t *names = json_object_get(job, "accelerators"), *list = json_array(), *name;
    size_t i;
    (void)source;
    json_array_foreach(names, i, name) {
        gpucost_accelerator row = GPUCOST_INIT(gpucost_accelerator);
        if (gpucost_accelerator_find(catalogue(), json_is_string(name) ? json_string_value(name) : "", &row, err)) {
            snprintf(err->field, sizeof err->field, "/accelerators/%zu", i);
            json_decref(list);
            return NULL;
        }
        json_array_append_new(list, struct_json("gpucost_accelerator", &row));
    }
    if (json_is_array(names)) return list;
    json_decref(list);
    memset(err, 0, sizeof *err);
    err->status = GPUCOST_E_MISSING;
    snprintf(err->field, sizeof err->field, "/accelerators");
    snprintf(err->text, sizeof err->text, "expected a list of names, such as [\"h100\", \"a100-80gb\"]");
    return NULL;
}

/* Is the only word a job file? */
static bool is_job_file(void)
{
    const char *word = word_count() == 1 ? word_at(0) : "";
    size_t length = strlen(word);
    return length > 5 && strcmp(word + length - 5, ".json") == 0;
}

static int run_accelerators(void)
{
    const char *mig = flag_value("mig"), *profiles = flag_value("profiles");
    if (flag_value("jobs")) return run_lines(answer_accelerators);
    if (profiles && !mig) return usage_error("--profiles needs --mig NAME");
    if (mig) return profiles ? check_profiles(mig, profiles) : show_mig(mig);
    if (is_job_file()) {
        gpucost_error err;
        json_t *job = read_object(word_at(0), &err);
        json_t *reply = job ? answer_accelerators(job, word_at(0), &err) : NULL;
        json_decref(job);
        if (!reply) return fail(&err);
        print_json(reply);
        return EXIT_ANSWERED;
    }
    if (!flag_value("compare")) return list_accelerators();
    if (word_count() == 0) return usage_error("--compare needs two or more names");
    return compare_accelerators();
}

static const char *const structs[] = {"gpucost_accelerator_filter", NULL};
static const char *const own_flags[] = {
    "compare\tside by side, one row a fact: a Markdown table",
    "memory-gib=N\tleast printed memory, in GiB",
    "mig=NAME\tMIG profiles of one accelerator and the sets of them that fit",
    "profiles=LIST\twith --mig: do these fit together, such as 2x3g.40gb or 4g.40gb,3g.40gb",
    "jobs=FILE\tone JSON job a line in, one JSON list a line out",
    NULL,
};

const cli_command accelerators_command = {
    .name = "accelerators",
    .summary = "what is known of accelerators, by any name people type",
    .usage = "[--compare] [FILTER] [NAME ... | JOB.json] | --mig NAME [--profiles LIST]",
    .details = "A job is {\"accelerators\": [names]}. Without names, all of them. Rates are dense; 0 or - is unknown "
               "or not there.\n",
    .structs = structs,
    .own_flags = own_flags,
    .lists = true,
    .run = run_accelerators,
};
