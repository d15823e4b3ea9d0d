/* portfolio --deadline TRACE.csv: a job on spot with a deadline, by each way of choosing. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TICKS_MOST = 1000000, POLICIES = 5 };

static const char *const choice_names[] = {"-", "spot", "on_demand"};

typedef struct {
    int32_t *available, *choices;
    int64_t *prices; /* of each tick; when `priced` */
    uint64_t ticks;
    bool priced;
} trace;

/* "1" or "0", with a price when the header has one. */
static bool read_tick(char *line, trace *made)
{
    char *price = strchr(line, ',');
    line[strcspn(line, "\r\n")] = '\0';
    if (price) *price++ = '\0';
    if ((strcmp(line, "0") != 0 && strcmp(line, "1") != 0) || (price != NULL) != made->priced) return false;
    made->available[made->ticks] = line[0] == '1';
    if (price && gpucost_price_parse(price, &made->prices[made->ticks], NULL)) return false;
    made->ticks++;
    return true;
}

static bool read_trace(const char *path, trace *made)
{
    char line[256];
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    if (!file) {
        usage_error("%s: cannot be opened", path);
        return false;
    }
    bool good = fgets(line, sizeof line, file) && strncmp(line, "available", 9) == 0;
    made->priced = good && strncmp(line, "available,spot_price", 20) == 0;
    int number = 1;
    while (good && fgets(line, sizeof line, file)) {
        number++;
        good = made->ticks < TICKS_MOST && read_tick(line, made);
    }
    if (!good)
        usage_error("%s:%d: expected the columns available[,spot_price], 0 or 1 and a price a tick, at most %d ticks",
                    path, number, TICKS_MOST);
    if (file != stdin) fclose(file);
    return good;
}

static int print_one(trace *read, const gpucost_spot_deadline_result *result)
{
    if (wants_json()) {
        json_t *reply = struct_json("gpucost_spot_deadline_result", result), *choices = json_array();
        for (uint64_t t = 0; t < read->ticks; t++) json_array_append_new(choices, json_integer(read->choices[t]));
        json_object_set_new(reply, "choices", choices);
        print_json(reply);
        return EXIT_ANSWERED;
    }
    print_struct("gpucost_spot_deadline_result", result);
    printf("\n");
    for (uint64_t t = 0, from = 0; t < read->ticks; t++) {
        if (t + 1 < read->ticks && read->choices[t + 1] == read->choices[t]) continue;
        printf("  ticks %llu to %llu: %s\n", (unsigned long long)from, (unsigned long long)t,
               choice_names[read->choices[t]]);
        from = t + 1;
    }
    return EXIT_ANSWERED;
}

static int print_all(const gpucost_spot_deadline_result *results)
{
    static const char *const columns[] = {
        "policy", "cost_price", "spot_ticks", "on_demand_ticks", "idle_ticks", "starts", "end_tick", "finished", NULL};
    print_rows("gpucost_spot_deadline_result", results, POLICIES, sizeof *results, columns);
    return EXIT_ANSWERED;
}

static int answer(trace *read)
{
    gpucost_spot_deadline_case asked = GPUCOST_INIT(gpucost_spot_deadline_case);
    gpucost_spot_deadline_result results[POLICIES];
    gpucost_error err;
    if (!flags_apply("gpucost_spot_deadline_case", &asked)) return EXIT_USAGE;
    bool one = flag_given("policy");
    for (int32_t i = 0; i < (one ? 1 : POLICIES); i++) {
        if (!one) asked.policy = i;
        results[i] = GPUCOST_INIT(gpucost_spot_deadline_result);
        if (gpucost_spot_deadline(read->available, read->priced ? read->prices : NULL, read->ticks, &asked,
                                  read->choices, &results[i], &err))
            return fail(&err);
    }
    return one ? print_one(read, &results[0]) : print_all(results);
}

int run_deadline(const char *path)
{
    trace read = {.available = malloc(TICKS_MOST * sizeof(int32_t)), .choices = malloc(TICKS_MOST * sizeof(int32_t)),
                  .prices = malloc(TICKS_MOST * sizeof(int64_t))};
    int code = EXIT_FAILED;
    if (read.available && read.choices && read.prices) code = read_trace(path, &read) ? answer(&read) : EXIT_USAGE;
    free(read.available);
    free(read.choices);
    free(read.prices);
    return code;
}
