/* forecast: hourly demand continued, described, or as scenarios to plan for. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>

static double *numbers_of(const gpucost_demand *demand)
{
    uint64_t hours = gpucost_demand_hours(demand);
    double *numbers = malloc((size_t)hours * sizeof *numbers);
    for (uint64_t t = 0; numbers && t < hours; t++) numbers[t] = gpucost_demand_devices(demand)[t];
    return numbers;
}

static int print_profile(const double *numbers, uint64_t hours)
{
    gpucost_forecast_profile profile = GPUCOST_INIT(gpucost_forecast_profile);
    gpucost_error err;
    if (gpucost_forecast_profile_of(numbers, hours, &profile, NULL, &err)) return fail(&err);
    if (wants_json())
        print_json(struct_json("gpucost_forecast_profile", &profile));
    else
        print_struct("gpucost_forecast_profile", &profile);
    return EXIT_ANSWERED;
}

/* How many devices a commitment of that discount pays for, and how sure the history is of it. */
static int print_quantile(const double *numbers, uint64_t hours)
{
    gpucost_risk_sample asked = GPUCOST_INIT(gpucost_risk_sample);
    gpucost_risk_quantile found = GPUCOST_INIT(gpucost_risk_quantile);
    gpucost_error err;
    if (!flags_apply("gpucost_risk_sample", &asked)) return EXIT_USAGE;
    if (asked.block == 0) asked.block = hours < 168 ? 1 : 168;
    if (gpucost_risk_quantile_of(numbers, hours, &asked, &found, &err)) return fail(&err);
    if (wants_json())
        print_json(struct_json("gpucost_risk_quantile", &found));
    else
        print_struct("gpucost_risk_quantile", &found);
    return EXIT_ANSWERED;
}

static void print_scenarios(const gpucost_forecast *forecast, uint64_t hours)
{
    json_t *all = json_array();
    for (uint64_t i = 0; i < gpucost_forecast_path_count(forecast); i++) {
        json_t *path = json_array();
        for (uint64_t h = 0; h < hours; h++)
            json_array_append_new(path, json_integer(gpucost_forecast_path(forecast, i)[h]));
        json_array_append_new(all, json_pack("{s:o}", "demand", path));
    }
    print_json_line(json_pack("{s:o}", "scenarios", all));
}

static int print_forecast(const gpucost_forecast *forecast)
{
    static const char *const columns[] = {"hour", "expected", "low", "high", NULL};
    gpucost_error err;
    gpucost_forecast_summary all = GPUCOST_INIT(gpucost_forecast_summary);
    gpucost_forecast_summarise(forecast, &all, &err);
    if (flag_given("scenarios")) {
        print_scenarios(forecast, all.horizon_hours);
        return EXIT_ANSWERED;
    }
    if (!flag_given("hours")) {
        if (wants_json())
            print_json(struct_json("gpucost_forecast_summary", &all));
        else
            print_struct("gpucost_forecast_summary", &all);
        return EXIT_ANSWERED;
    }
    gpucost_forecast_hour *rows = malloc((size_t)all.horizon_hours * sizeof *rows);
    for (uint64_t h = 0; rows && h < all.horizon_hours; h++) {
        rows[h] = GPUCOST_INIT(gpucost_forecast_hour);
        gpucost_forecast_hour_at(forecast, h, &rows[h], &err);
    }
    if (rows) print_rows("gpucost_forecast_hour", rows, (size_t)all.horizon_hours, sizeof *rows, columns);
    free(rows);
    return EXIT_ANSWERED;
}

static int answer(const double *numbers, uint64_t hours)
{
    gpucost_forecast_options options = GPUCOST_INIT(gpucost_forecast_options);
    gpucost_forecast *forecast;
    gpucost_error err;
    if (flag_given("profile")) return print_profile(numbers, hours);
    if (flag_given("probability")) return print_quantile(numbers, hours);
    if (!flags_apply("gpucost_forecast_options", &options)) return EXIT_USAGE;
    if (gpucost_forecast_new(numbers, hours, &options, &forecast, &err)) return fail(&err);
    int code = print_forecast(forecast);
    gpucost_forecast_free(forecast);
    return code;
}

static int run(void)
{
    gpucost_demand *demand;
    gpucost_error err;
    if (word_count() != 1) return usage_error("forecast needs one FILE.csv of hourly demand");
    if (gpucost_demand_from_csv(word_at(0), &demand, &err)) return fail(&err);
    double *numbers = numbers_of(demand);
    int code = numbers ? answer(numbers, gpucost_demand_hours(demand)) : EXIT_FAILED;
    free(numbers);
    gpucost_demand_free(demand);
    return code;
}

static const char *const structs[] = {"gpucost_forecast_options", "gpucost_risk_sample", NULL};
static const char *const own_flags[] = {
    "hours\tprint every hour: expected devices and the band",
    "scenarios\tprint the paths as the \"scenarios\" of a CASE.json for portfolio",
    "profile\tdescribe the history instead: peak, mean, base, gaps, how much day, week and trend explain",
    NULL,
};
const cli_command forecast_command = {
    .name = "forecast",
    .summary = "hourly demand continued, with bands whose coverage was measured",
    .usage = "FILE.csv [--horizon-hours H] [--hours | --scenarios | --profile | --probability P]",
    .details = "FILE.csv has the columns time,gpus. The forecast is tried from points in the past, where it sees only "
               "what came\n"
               "before: pinball loss beside naive ways, and how often the band held (docs/forecast.md). With "
               "--probability, the\n"
               "quantile of the history that a commitment of that discount pays for, and the interval that so many "
               "weeks allow.\n",
    .structs = structs,
    .own_flags = own_flags,
    .lists = true,
    .run = run,
};
