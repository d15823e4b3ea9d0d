/* portfolio --savings FILE.json: what hourly usage costs under savings plans, and the best ones. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS_MOST = 256 };

typedef struct {
    gpucost_usage_kind kinds[KINDS_MOST];
    uint64_t count, hours;
    int64_t *units; /* [hours][count] */
    gpucost_savings_plan plan;
    const char *best; /* "", "compute", "instance" or "pair" */
} question;

static bool refuse(const char *path, const char *text)
{
    fprintf(stderr, "gpucost-cli: %s: %s\n", path, text);
    return false;
}

static bool read_units(json_t *hours, const char *path, question *asked)
{
    asked->hours = json_array_size(hours);
    asked->units = calloc((size_t)(asked->hours * asked->count) + 1, sizeof *asked->units);
    if (!asked->units) return refuse(path, "out of memory");
    for (uint64_t t = 0; t < asked->hours; t++) {
        json_t *row = json_array_get(hours, t);
        if (json_array_size(row) != asked->count) return refuse(path, "/units: every hour needs a number for each kind");
        for (uint64_t k = 0; k < asked->count; k++) {
            json_t *number = json_array_get(row, k);
            if (!json_is_integer(number)) return refuse(path, "/units: expected whole numbers");
            asked->units[t * asked->count + k] = json_integer_value(number);
        }
    }
    return true;
}

static bool read_question(json_t *json, const char *path, question *asked)
{
    gpucost_error err;
    json_t *kinds = json_object_get(json, "kinds"), *plan = json_object_get(json, "plan");
    asked->count = json_array_size(kinds);
    asked->best = json_is_string(json_object_get(json, "best")) ? json_string_value(json_object_get(json, "best")) : "";
    asked->plan = GPUCOST_INIT(gpucost_savings_plan);
    if (asked->count < 1 || asked->count > KINDS_MOST) return refuse(path, "/kinds: expected 1..256 kinds of usage");
    if (!json_is_array(json_object_get(json, "units"))) return refuse(path, "/units: expected an array of hours");
    for (uint64_t k = 0; k < asked->count; k++) {
        asked->kinds[k] = GPUCOST_INIT(gpucost_usage_kind);
        if (!struct_from_json("gpucost_usage_kind", json_array_get(kinds, k), path, &asked->kinds[k], &err)) return fail(&err), false;
    }
    if (!plan) return refuse(path, "/plan: expected a currency, and what is committed");
    if (!struct_from_json("gpucost_savings_plan", plan, path, &asked->plan, &err)) return fail(&err), false;
    return read_units(json_object_get(json, "units"), path, asked);
}

static int answer_question(question *asked)
{
    gpucost_error err;
    gpucost_savings_bill bill = GPUCOST_INIT(gpucost_savings_bill);
    gpucost_money bound = {0};
    gpucost_status status;
    if (strcmp(asked->best, "pair") == 0)
        status = gpucost_savings_best_pair(asked->kinds, asked->count, asked->units, asked->hours, &asked->plan, &bill, &bound, &err);
    else if (strcmp(asked->best, "compute") == 0 || strcmp(asked->best, "instance") == 0)
        status = gpucost_savings_best(asked->kinds, asked->count, asked->units, asked->hours, asked->best[0] == 'c', &asked->plan, &bill, &err);
    else
        status = gpucost_savings_price(asked->kinds, asked->count, asked->units, asked->hours, &asked->plan, &bill, &err);
    if (status != GPUCOST_OK) return fail(&err);
    char least[40];
    gpucost_money_format(&bound, 0, least, sizeof least);
    if (wants_json()) {
        json_t *all = json_pack("{s:o, s:o}", "plan", struct_json("gpucost_savings_plan", &asked->plan), "bill",
                                struct_json("gpucost_savings_bill", &bill));
        if (bound.currency[0])
            json_object_set_new(all, "bound", json_pack("{s:s, s:s}", "amount", least, "currency", bound.currency));
        print_json(all);
        return EXIT_ANSWERED;
    }
    print_struct("gpucost_savings_plan", &asked->plan);
    printf("\n");
    print_struct("gpucost_savings_bill", &bill);
    if (bound.currency[0]) printf("proven: no pair of plans costs less than %s %s\n", least, bound.currency);
    return EXIT_ANSWERED;
}

int run_savings(const char *path)
{
    static question asked;
    gpucost_error err;
    json_t *json = read_object(path, &err);
    if (!json) return fail(&err);
    int code = read_question(json, path, &asked) ? answer_question(&asked) : EXIT_FAILED;
    free(asked.units);
    json_decref(json);
    return code;
}
