/* A case from JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/json.h"
#include "portfolio/portfolio_case.h"
#include "portfolio/portfolio_table.h"

static const char *const keys[] = {"demand", "interruptible", "options", "on_demand", "spot", "spot_units",
                                   "commitments", "held", "scenarios"};

/* Series of a document, each NULL when absent. */
typedef struct {
    int32_t *demand, *interruptible, *spot_units;
    int64_t *on_demand, *spot;
    uint64_t hours;
} series;

static gpucost_status wrong(const char *key, size_t index, const char *expected, gpucost_error *err)
{
    char field[64];
    snprintf(field, sizeof field, "/%s/%zu", key, index);
    return gpucost__fail_field(err, GPUCOST_E_FIELD, field, NULL, "expected %s", expected);
}

static gpucost_status read_units(json_t *array, const char *key, int32_t *units, gpucost_error *err)
{
    for (size_t t = 0; t < json_array_size(array); t++) {
        json_t *value = json_array_get(array, t);
        if (!json_is_integer(value) || json_integer_value(value) < 0 || json_integer_value(value) > INT32_MAX)
            return wrong(key, t, "whole units, 0..2147483647", err);
        units[t] = (int32_t)json_integer_value(value);
    }
    return GPUCOST_OK;
}

static gpucost_status read_prices(json_t *array, const char *key, int64_t *prices, gpucost_error *err)
{
    for (size_t t = 0; t < json_array_size(array); t++) {
        json_t *value = json_array_get(array, t);
        char text[GPUCOST__DOUBLE_TEXT] = "";
        const char *price = text;
        if (json_is_string(value))
            price = json_string_value(value);
        else if (json_is_integer(value))
            snprintf(text, sizeof text, "%lld", (long long)json_integer_value(value));
        else if (json_is_real(value))
            gpucost__double_text(json_real_value(value), text);
        if (gpucost_price_parse(price, &prices[t], NULL) != GPUCOST_OK)
            return wrong(key, t, "a price as decimal text with at most nine decimals", err);
    }
    return GPUCOST_OK;
}

/* An array as long as the demand, read into *to; nothing when the key is absent. */
static gpucost_status read_series(json_t *root, const char *key, series *all, int32_t **units, int64_t **prices,
                                  gpucost_error *err)
{
    json_t *array = json_object_get(root, key);
    if (!array) return GPUCOST_OK;
    char field[48];
    snprintf(field, sizeof field, "/%s", key);
    if (!json_is_array(array)) return gpucost__fail_field(err, GPUCOST_E_FIELD, field, NULL, "expected an array");
    if (all->hours == 0) all->hours = json_array_size(array);
    if (json_array_size(array) != all->hours)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, field, NULL, "%zu hours; the demand has %llu",
                                   json_array_size(array), (unsigned long long)all->hours);
    size_t room = (size_t)all->hours + 1;
    if (units) {
        *units = calloc(room, sizeof **units);
        return *units ? read_units(array, key, *units, err) : gpucost__fail_memory(err);
    }
    *prices = calloc(room, sizeof **prices);
    return *prices ? read_prices(array, key, *prices, err) : gpucost__fail_memory(err);
}

static gpucost_status read_demand(json_t *root, series *all, gpucost_error *err)
{
    if (!json_object_get(root, "demand"))
        return gpucost__fail_field(err, GPUCOST_E_MISSING, "/demand", NULL, "a case needs an hourly demand");
    GPUCOST__TRY(read_series(root, "demand", all, &all->demand, NULL, err));
    return read_series(root, "interruptible", all, &all->interruptible, NULL, err);
}

static gpucost_status in_scenario(gpucost_status status, size_t index, gpucost_error *err)
{
    char prefix[48];
    snprintf(prefix, sizeof prefix, "/scenarios/%zu", index);
    if (status != GPUCOST_OK) gpucost__error_under(err, prefix);
    return status;
}

/* The demand of the case, or of the first of its scenarios. */
static gpucost_status read_all(json_t *root, series *all, gpucost_error *err)
{
    json_t *scenarios = json_object_get(root, "scenarios");
    if (!scenarios) {
        GPUCOST__TRY(read_demand(root, all, err));
    } else {
        if (!json_is_array(scenarios) || json_array_size(scenarios) == 0)
            return gpucost__fail_field(err, GPUCOST_E_FIELD, "/scenarios", NULL, "expected an array of demands");
        if (json_object_get(root, "demand") || json_object_get(root, "interruptible"))
            return gpucost__fail_field(err, GPUCOST_E_FIELD, "/demand", NULL, "give either a demand or scenarios");
        GPUCOST__TRY(in_scenario(read_demand(json_array_get(scenarios, 0), all, err), 0, err));
    }
    GPUCOST__TRY(read_series(root, "spot_units", all, &all->spot_units, NULL, err));
    GPUCOST__TRY(read_series(root, "on_demand", all, NULL, &all->on_demand, err));
    return read_series(root, "spot", all, NULL, &all->spot, err);
}

static gpucost_status read_options(json_t *root, const series *all, gpucost_portfolio_options *options,
                                   gpucost_error *err)
{
    *options = GPUCOST_INIT(gpucost_portfolio_options);
    json_t *json = json_object_get(root, "options");
    gpucost_status status =
        json ? gpucost__struct_from_json(&gpucost__portfolio_options_table, json, options, err) : GPUCOST_OK;
    if (status != GPUCOST_OK) gpucost__error_under(err, "/options");
    /* with a price for every hour there is none to state once */
    if (all->on_demand && options->on_demand_nanos == 0) options->on_demand_nanos = 1;
    return status;
}

static gpucost_status read_dates(json_t *array, uint64_t **dates, uint64_t *count, gpucost_error *err)
{
    if (!json_is_array(array)) return gpucost__fail_field(err, GPUCOST_E_FIELD, "/dates", NULL, "expected an array");
    *count = json_array_size(array);
    *dates = calloc((size_t)*count + 1, sizeof **dates);
    if (!*dates) return gpucost__fail_memory(err);
    for (size_t i = 0; i < json_array_size(array); i++) {
        json_t *date = json_array_get(array, i);
        if (!json_is_integer(date) || json_integer_value(date) < 0) return wrong("dates", i, "an hour from 0", err);
        (*dates)[i] = (uint64_t)json_integer_value(date);
    }
    return GPUCOST_OK;
}

/* Take a key out of an object, which is ours; NULL when it is not there. */
static json_t *take_out(json_t *object, const char *key)
{
    json_t *value = json_incref(json_object_get(object, key));
    json_object_del(object, key);
    return value;
}

/* A case has one currency; a commitment that names another was put into the wrong one. */
static gpucost_status check_currency(json_t *object, const gpucost_portfolio_case *made, gpucost_error *err)
{
    json_t *given = take_out(object, "currency");
    const char *code = json_string_value(given), *ours = made->options.currency;
    gpucost_status status = GPUCOST_OK;
    if (given && !code)
        status = gpucost__fail_field(err, GPUCOST_E_FIELD, "/currency", NULL, "expected a currency code");
    if (code && strcmp(code, ours) != 0)
        status = gpucost__fail_field(err, GPUCOST_E_CURRENCY, "/currency", code,
                                     "\"%.16s\" in a case of %s: prices of one case have "
                                     "one currency",
                                     code, ours);
    json_decref(given);
    return status;
}

/* The fields of the struct, and beside them "currency", "dates" and "exits". */
static gpucost_status read_commitment(json_t *object, gpucost_portfolio_case *made, gpucost_error *err)
{
    gpucost_commitment row = GPUCOST_INIT(gpucost_commitment);
    uint64_t *dates = NULL, count = 0;
    GPUCOST__TRY(check_currency(object, made, err));
    json_t *list = take_out(object, "dates"), *exits = take_out(object, "exits");
    gpucost_status status = gpucost__struct_from_json(&gpucost__commitment_table, object, &row, err);
    if (status == GPUCOST_OK && list) status = read_dates(list, &dates, &count, err);
    if (status == GPUCOST_OK) {
        status = gpucost_portfolio_case_add_commitment(made, &row, dates, count, err);
        if (status != GPUCOST_OK) gpucost__error_under(err, "/");
    }
    if (exits) json_object_set_new(object, "exits", exits); /* read when all commitments are there */
    json_decref(list);
    free(dates);
    return status;
}

static gpucost_status read_exits(json_t *root, gpucost_portfolio_case *made, gpucost_error *err)
{
    json_t *list = json_object_get(root, "commitments");
    for (size_t k = 0; k < json_array_size(list); k++) {
        json_t *exits = json_object_get(json_array_get(list, k), "exits");
        if (!exits) continue;
        gpucost_exit how = GPUCOST_INIT(gpucost_exit);
        gpucost_status status = gpucost__struct_from_json(&gpucost__exit_table, exits, &how, err);
        bool read = status == GPUCOST_OK;
        if (read) status = gpucost_portfolio_case_add_exits(made, k, &how, err);
        if (status == GPUCOST_OK) continue;
        char prefix[64];
        snprintf(prefix, sizeof prefix, "/commitments/%zu/exits%s", k, read ? "/" : "");
        gpucost__error_under(err, prefix);
        return status;
    }
    return GPUCOST_OK;
}

static gpucost_status read_weight(json_t *object, gpucost_portfolio_case *made, size_t index, gpucost_error *err)
{
    json_t *weight = json_object_get(object, "weight");
    if (!weight) return GPUCOST_OK;
    if (!json_is_integer(weight) || json_integer_value(weight) < 1)
        return gpucost__fail_field(err, GPUCOST_E_FIELD, "/weight", NULL, "expected a whole number, 1..1000000");
    gpucost_status status = gpucost_portfolio_case_weigh(made, index, (uint64_t)json_integer_value(weight), err);
    if (status != GPUCOST_OK) gpucost__error_under(err, "/");
    return status;
}

static gpucost_status read_scenario(json_t *object, gpucost_portfolio_case *made, size_t index, gpucost_error *err)
{
    const char *key;
    json_t *value;
    if (!json_is_object(object)) return gpucost__fail(err, GPUCOST_E_FIELD, "expected an object");
    json_object_foreach(object, key, value)
        if (strcmp(key, "demand") != 0 && strcmp(key, "interruptible") != 0 && strcmp(key, "weight") != 0)
            return gpucost__fail_field(err, GPUCOST_E_FIELD, key, NULL,
                                       "a scenario has demand, interruptible and weight, not \"%.64s\"", key);
    series all = {.hours = gpucost_portfolio_case_hours(made)};
    gpucost_status status = index > 0 ? read_demand(object, &all, err) : GPUCOST_OK;
    if (status == GPUCOST_OK && index > 0)
        status = gpucost_portfolio_case_add_scenario(made, all.demand, all.interruptible, err);
    free(all.demand);
    free(all.interruptible);
    return status == GPUCOST_OK ? read_weight(object, made, index, err) : status;
}

static gpucost_status read_scenarios(json_t *root, gpucost_portfolio_case *made, gpucost_error *err)
{
    json_t *scenarios = json_object_get(root, "scenarios");
    for (size_t i = 0; i < json_array_size(scenarios); i++)
        GPUCOST__TRY(in_scenario(read_scenario(json_array_get(scenarios, i), made, i, err), i, err));
    return GPUCOST_OK;
}

static gpucost_status read_held(json_t *object, gpucost_portfolio_case *made, gpucost_error *err)
{
    gpucost_held row = GPUCOST_INIT(gpucost_held);
    GPUCOST__TRY(gpucost__struct_from_json(&gpucost__held_table, object, &row, err));
    gpucost_status status = gpucost_portfolio_case_add_held(made, &row, err);
    if (status != GPUCOST_OK) gpucost__error_under(err, "/");
    return status;
}

static gpucost_status read_list(json_t *root, const char *key,
                                gpucost_status (*read)(json_t *, gpucost_portfolio_case *, gpucost_error *),
                                gpucost_portfolio_case *made, gpucost_error *err)
{
    json_t *array = json_object_get(root, key);
    char prefix[64];
    snprintf(prefix, sizeof prefix, "/%s", key);
    if (array && !json_is_array(array))
        return gpucost__fail_field(err, GPUCOST_E_FIELD, prefix, NULL, "expected an array of objects");
    for (size_t i = 0; i < json_array_size(array); i++) {
        gpucost_status status = read(json_array_get(array, i), made, err);
        if (status == GPUCOST_OK) continue;
        snprintf(prefix, sizeof prefix, "/%s/%zu", key, i);
        gpucost__error_under(err, prefix);
        return status;
    }
    return GPUCOST_OK;
}

static gpucost_status check_keys(json_t *root, gpucost_error *err)
{
    if (!json_is_object(root)) return gpucost__fail(err, GPUCOST_E_FIELD, "a case is a JSON object");
    const char *key;
    json_t *value;
    json_object_foreach(root, key, value) {
        bool known = false;
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) known |= strcmp(key, keys[i]) == 0;
        if (!known)
            return gpucost__fail_field(err, GPUCOST_E_FIELD, key, NULL,
                                       "a case has demand, interruptible, options, on_demand, spot, spot_units, "
                                       "commitments, held and scenarios, not \"%.64s\"", key);
    }
    return GPUCOST_OK;
}

static gpucost_status read_case(json_t *root, series *all, gpucost_portfolio_case **made, gpucost_error *err)
{
    gpucost_portfolio_options options;
    GPUCOST__TRY(check_keys(root, err));
    GPUCOST__TRY(read_all(root, all, err));
    GPUCOST__TRY(read_options(root, all, &options, err));
    GPUCOST__TRY(gpucost_portfolio_case_new(all->demand, all->interruptible, all->hours, &options, made, err));
    GPUCOST__TRY(gpucost_portfolio_case_set_prices(*made, all->on_demand, all->spot, all->spot_units, err));
    GPUCOST__TRY(read_scenarios(root, *made, err));
    GPUCOST__TRY(read_list(root, "commitments", read_commitment, *made, err));
    GPUCOST__TRY(read_exits(root, *made, err));
    return read_list(root, "held", read_held, *made, err);
}

/* Takes the document. */
static gpucost_status make_case(json_t *root, const char *source, gpucost_portfolio_case **made, gpucost_error *err)
{
    series all = {0};
    gpucost_portfolio_case *ours = NULL;
    gpucost_status status = read_case(root, &all, &ours, err);
    json_decref(root);
    free(all.demand);
    free(all.interruptible);
    free(all.spot_units);
    free(all.on_demand);
    free(all.spot);
    if (status == GPUCOST_OK) {
        *made = ours;
        return GPUCOST_OK;
    }
    gpucost__error_at(err, source, 0, 0);
    gpucost_portfolio_case_free(ours);
    return status;
}

gpucost_status gpucost_portfolio_case_from_json(const char *text, const char *source, gpucost_portfolio_case **made,
                                                gpucost_error *err)
{
    gpucost__clear(err);
    json_t *root;
    GPUCOST__TRY(gpucost__json_text(text, strlen(text), source, &root, err));
    return make_case(root, source, made, err);
}

gpucost_status gpucost_portfolio_case_from_file(const char *path, gpucost_portfolio_case **made, gpucost_error *err)
{
    gpucost__clear(err);
    json_t *root;
    GPUCOST__TRY(gpucost__json_file(path, &root, err));
    return make_case(root, path, made, err);
}
