/* portfolio --savings FILE.json: what hourly usage costs under savings plans, commitments by resource or reservations
   with scopes, and the best of them; portfolio --size TYPE. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS_MOST = 256, RESOURCES_MOST = 64, RESERVATIONS_MOST = 1024 };

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

/* Rows of `width` whole numbers, one after another; NULL with a message when they are not. */
static int64_t *read_matrix(json_t *json, const char *key, uint64_t width, const char *path, uint64_t *count)
{
    json_t *rows = json_object_get(json, key);
    *count = json_array_size(rows);
    int64_t *numbers = calloc((size_t)(*count * width) + 1, sizeof *numbers);
    bool good = numbers && *count > 0;
    for (uint64_t t = 0; good && t < *count; t++) {
        json_t *row = json_array_get(rows, t);
        good = json_array_size(row) == width;
        for (uint64_t k = 0; good && k < width; k++) {
            good = json_is_integer(json_array_get(row, k));
            if (good) numbers[t * width + k] = json_integer_value(json_array_get(row, k));
        }
    }
    if (good) return numbers;
    fprintf(stderr, "gpucost-cli: %s: /%s: expected rows of %llu whole numbers\n", path, key,
            (unsigned long long)width);
    free(numbers);
    return NULL;
}

static bool read_question(json_t *json, const char *path, question *asked)
{
    gpucost_error err;
    json_t *kinds = json_object_get(json, "kinds"), *plan = json_object_get(json, "plan");
    asked->count = json_array_size(kinds);
    asked->best = json_is_string(json_object_get(json, "best")) ? json_string_value(json_object_get(json, "best")) : "";
    asked->plan = GPUCOST_INIT(gpucost_savings_plan);
    if (asked->count < 1 || asked->count > KINDS_MOST) return refuse(path, "/kinds: expected 1..256 kinds of usage");
    for (uint64_t k = 0; k < asked->count; k++) {
        asked->kinds[k] = GPUCOST_INIT(gpucost_usage_kind);
        if (!struct_from_json("gpucost_usage_kind", json_array_get(kinds, k), path, &asked->kinds[k], &err))
            return fail(&err), false;
    }
    if (!plan) return refuse(path, "/plan: expected a currency, and what is committed");
    if (!struct_from_json("gpucost_savings_plan", plan, path, &asked->plan, &err)) return fail(&err), false;
    asked->units = read_matrix(json, "units", asked->count, path, &asked->hours);
    return asked->units != NULL;
}

static int answer_question(question *asked)
{
    gpucost_error err;
    gpucost_savings_bill bill = GPUCOST_INIT(gpucost_savings_bill);
    gpucost_money bound = {0};
    gpucost_status status;
    if (strcmp(asked->best, "pair") == 0)
        status = gpucost_savings_best_pair(asked->kinds, asked->count, asked->units, asked->hours, &asked->plan, &bill,
                                           &bound, &err);
    else if (strcmp(asked->best, "compute") == 0 || strcmp(asked->best, "instance") == 0)
        status = gpucost_savings_best(asked->kinds, asked->count, asked->units, asked->hours, asked->best[0] == 'c',
                                      &asked->plan, &bill, &err);
    else
        status =
            gpucost_savings_price(asked->kinds, asked->count, asked->units, asked->hours, &asked->plan, &bill, &err);
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

static int print_bill(json_t *rows, const gpucost_savings_bill *bill)
{
    if (wants_json()) {
        json_t *all = json_pack("{s:o}", "bill", struct_json("gpucost_savings_bill", bill));
        if (rows) json_object_set(all, "resources", rows);
        print_json(all);
        return EXIT_ANSWERED;
    }
    for (size_t i = 0; i < json_array_size(rows); i++) {
        json_t *row = json_array_get(rows, i);
        printf("%-24s committed %lld\n", json_string_value(json_object_get(row, "name")),
               (long long)json_integer_value(json_object_get(row, "committed_units")));
    }
    print_struct("gpucost_savings_bill", bill);
    return EXIT_ANSWERED;
}

/* {"resources": [...], "recipe": [[...]], "machines": [[...]], "currency": "USD", "choose": true} */
static int answer_resources(json_t *json, const char *path)
{
    gpucost_resource rows[RESOURCES_MOST];
    gpucost_error err;
    json_t *list = json_object_get(json, "resources");
    uint64_t count = json_array_size(list), machines = 0, hours = 0;
    if (count < 1 || count > RESOURCES_MOST) return refuse(path, "/resources: expected 1..64 of them"), EXIT_FAILED;
    for (uint64_t i = 0; i < count; i++) {
        rows[i] = GPUCOST_INIT(gpucost_resource);
        if (!struct_from_json("gpucost_resource", json_array_get(list, i), path, &rows[i], &err)) return fail(&err);
    }
    const char *currency = json_string_value(json_object_get(json, "currency"));
    int64_t *recipe = read_matrix(json, "recipe", count, path, &machines);
    int64_t *units = recipe ? read_matrix(json, "machines", machines, path, &hours) : NULL;
    gpucost_savings_bill bill = GPUCOST_INIT(gpucost_savings_bill);
    int code = EXIT_FAILED;
    if (units && gpucost_savings_resources(rows, count, recipe, machines, units, hours, currency ? currency : "",
                                           json_is_true(json_object_get(json, "choose")), &bill, &err))
        fail(&err);
    else if (units) {
        json_t *made = json_array();
        for (uint64_t i = 0; i < count; i++) json_array_append_new(made, struct_json("gpucost_resource", &rows[i]));
        code = print_bill(made, &bill);
        json_decref(made);
    }
    free(recipe);
    free(units);
    return code;
}

/* {"reservations": [...], "subscriptions": [0, 0, 1], "units": [[...]], "on_demand_price": "2", "currency": "USD"} */
static int answer_scopes(json_t *json, const char *path)
{
    static gpucost_scoped_reservation rows[RESERVATIONS_MOST];
    static uint64_t subscriptions[RESERVATIONS_MOST];
    gpucost_error err;
    json_t *list = json_object_get(json, "reservations"), *places = json_object_get(json, "subscriptions");
    uint64_t count = json_array_size(list), groups = json_array_size(places), hours = 0;
    if (count > RESERVATIONS_MOST || groups < 1 || groups > RESERVATIONS_MOST)
        return refuse(path, "/subscriptions: expected a number for each of 1..1024 resource groups"), EXIT_FAILED;
    for (uint64_t i = 0; i < count; i++) {
        rows[i] = GPUCOST_INIT(gpucost_scoped_reservation);
        if (!struct_from_json("gpucost_scoped_reservation", json_array_get(list, i), path, &rows[i], &err))
            return fail(&err);
    }
    for (uint64_t g = 0; g < groups; g++) subscriptions[g] = (uint64_t)json_integer_value(json_array_get(places, g));
    const char *currency = json_string_value(json_object_get(json, "currency"));
    const char *price = json_string_value(json_object_get(json, "on_demand_price"));
    int64_t nanos = 0, *units = read_matrix(json, "units", groups, path, &hours);
    gpucost_savings_bill bill = GPUCOST_INIT(gpucost_savings_bill);
    int code = EXIT_FAILED;
    if (units && (gpucost_price_parse(price ? price : "", &nanos, &err) ||
                  gpucost_savings_scopes(rows, count, subscriptions, groups, units, hours, nanos,
                                         currency ? currency : "", &bill, &err)))
        fail(&err);
    else if (units)
        code = print_bill(NULL, &bill);
    free(units);
    return code;
}

int run_size(const char *instance_type)
{
    double units;
    int32_t flexible;
    gpucost_error err;
    if (gpucost_savings_units(instance_type, &units, &flexible, &err)) return fail(&err);
    if (wants_json())
        print_json(json_pack("{s:f, s:b}", "units", units, "flexible", flexible));
    else
        printf("%s: %g normalised units; reservations %s over the sizes of its family\n", instance_type, units,
               flexible ? "float" : "do not float");
    return EXIT_ANSWERED;
}

int run_savings(const char *path)
{
    static question asked;
    gpucost_error err;
    json_t *json = read_object(path, &err);
    if (!json) return fail(&err);
    int code;
    if (json_object_get(json, "resources"))
        code = answer_resources(json, path);
    else if (json_object_get(json, "reservations"))
        code = answer_scopes(json, path);
    else
        code = read_question(json, path, &asked) ? answer_question(&asked) : EXIT_FAILED;
    free(asked.units);
    json_decref(json);
    return code;
}
