#include "gpucost/demand.h"

#include <stdlib.h>

#include "base/csv.h"
#include "base/decimal.h"

enum { HOUR_S = 3600, FIRST_ROOM = 1024 };

#define LAST_UTC_S INT64_C(253402300799) /* 9999-12-31T23:59:59Z */

struct gpucost_demand {
    int64_t start_utc_s;
    uint64_t hours, room;
    int32_t *devices, *interruptible;
};

typedef struct {
    gpucost__input *input;
    gpucost__csv *csv;
    int time, devices, interruptible; /* places of the columns */
} reader;

/* Put the place on an error of the current row. */
static gpucost_status here(const reader *from, gpucost_status status, gpucost_error *err)
{
    if (status != GPUCOST_OK) gpucost__error_at(err, gpucost__input_name(from->input), gpucost__csv_line(from->csv), 0);
    return status;
}

static gpucost_status find_column(const gpucost__csv *csv, const char *const *names, int *column, gpucost_error *err)
{
    for (int i = 0; names[i]; i++) {
        *column = gpucost__csv_column(csv, names[i]);
        if (*column >= 0) return GPUCOST_OK;
    }
    return gpucost__csv_need(csv, names[0], column, err);
}

static gpucost_status read_time(const reader *from, int64_t *utc_s, gpucost_error *err)
{
    const char *name = gpucost__csv_column_name(from->csv, from->time),
               *text = gpucost__csv_cell(from->csv, from->time);
    if (gpucost__decimal_i64(text, 0, utc_s) != GPUCOST__DECIMAL_OK &&
        gpucost_instant_parse(text, utc_s, NULL) != GPUCOST_OK)
        return gpucost__fail_field(err, GPUCOST_E_SYNTAX, name, text,
                                   "\"%s\" is not a time such as 2026-01-31T12:00Z or Unix seconds", text);
    if (*utc_s < 0 || *utc_s > LAST_UTC_S)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, name, text, "\"%s\" is not in the years 1970 to 9999", text);
    if (*utc_s % HOUR_S != 0)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, name, text, "\"%s\" is not on a full UTC hour", text);
    return GPUCOST_OK;
}

/* Each row follows the one before it by an hour. */
static gpucost_status check_order(const reader *from, const gpucost_demand *demand, int64_t utc_s, gpucost_error *err)
{
    const char *name = gpucost__csv_column_name(from->csv, from->time),
               *text = gpucost__csv_cell(from->csv, from->time);
    if (demand->hours == 0) return GPUCOST_OK;
    int64_t expected = demand->start_utc_s + (int64_t)demand->hours * HOUR_S;
    if (utc_s == expected) return GPUCOST_OK;
    char wanted[32];
    gpucost_instant_format(expected, wanted, sizeof wanted);
    if (utc_s > expected)
        return gpucost__fail_field(err, GPUCOST_E_MISSING, name, text,
                                   "%lld hours are missing before \"%s\"; expected %s",
                                   (long long)((utc_s - expected) / HOUR_S), text, wanted);
    return gpucost__fail_field(err, GPUCOST_E_RANGE, name, text, "\"%s\" repeats an hour or goes back; expected %s",
                               text, wanted);
}

static gpucost_status read_count(const reader *from, int column, int32_t *count, gpucost_error *err)
{
    const char *name = gpucost__csv_column_name(from->csv, column), *text = gpucost__csv_cell(from->csv, column);
    int64_t value;
    gpucost__decimal_status status = gpucost__decimal_i64(text, 0, &value);
    if (status == GPUCOST__DECIMAL_OK && value >= 0 && value <= INT32_MAX) {
        *count = (int32_t)value;
        return GPUCOST_OK;
    }
    if (status == GPUCOST__DECIMAL_INEXACT)
        return gpucost__fail_field(
            err, GPUCOST_E_RANGE, name, text,
            "\"%s\" is not a whole number of devices; round it first, upwards if all of it is needed", text);
    return gpucost__fail_field(err, GPUCOST_E_RANGE, name, text,
                               "\"%s\" is not a number of devices; expected a whole number from 0 to 2147483647", text);
}

static gpucost_status make_room(gpucost_demand *demand, gpucost_error *err)
{
    if (demand->hours < demand->room) return GPUCOST_OK;
    uint64_t room = demand->room ? demand->room * 2 : FIRST_ROOM;
    int32_t *devices = realloc(demand->devices, (size_t)room * sizeof *devices);
    if (!devices) return gpucost__fail_memory(err);
    demand->devices = devices;
    int32_t *interruptible = realloc(demand->interruptible, (size_t)room * sizeof *interruptible);
    if (!interruptible) return gpucost__fail_memory(err);
    demand->interruptible = interruptible;
    demand->room = room;
    return GPUCOST_OK;
}

static gpucost_status read_row(const reader *from, gpucost_demand *demand, gpucost_error *err)
{
    int64_t utc_s;
    int32_t devices, interruptible = 0;
    GPUCOST__TRY(read_time(from, &utc_s, err));
    GPUCOST__TRY(check_order(from, demand, utc_s, err));
    GPUCOST__TRY(read_count(from, from->devices, &devices, err));
    if (from->interruptible >= 0) GPUCOST__TRY(read_count(from, from->interruptible, &interruptible, err));
    if (interruptible > devices)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, gpucost__csv_column_name(from->csv, from->interruptible),
                                   gpucost__csv_cell(from->csv, from->interruptible),
                                   "%d interruptible devices exceed the %d that are needed", interruptible, devices);
    GPUCOST__TRY(make_room(demand, err));
    if (demand->hours == 0) demand->start_utc_s = utc_s;
    demand->devices[demand->hours] = devices;
    demand->interruptible[demand->hours++] = interruptible;
    return GPUCOST_OK;
}

static gpucost_status read_all(reader *from, gpucost_demand *demand, gpucost_error *err)
{
    static const char *const times[] = {"time", "timestamp", "hour", NULL};
    static const char *const devices[] = {"gpus", "devices", NULL};
    GPUCOST__TRY(find_column(from->csv, times, &from->time, err));
    GPUCOST__TRY(find_column(from->csv, devices, &from->devices, err));
    from->interruptible = gpucost__csv_column(from->csv, "interruptible");
    for (;;) {
        bool row;
        GPUCOST__TRY(gpucost__csv_next(from->csv, &row, err));
        if (!row) break;
        GPUCOST__TRY(here(from, read_row(from, demand, err), err));
    }
    if (demand->hours > 0) return GPUCOST_OK;
    return here(from, gpucost__fail(err, GPUCOST_E_EMPTY, "the series has no rows"), err);
}

gpucost_status gpucost_demand_from_csv(const char *path, gpucost_demand **demand, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_demand *made = calloc(1, sizeof *made);
    if (!made) return gpucost__fail_memory(err);
    reader from = {0};
    gpucost_status status = gpucost__input_open(path, &from.input, err);
    if (status == GPUCOST_OK) status = gpucost__csv_open(from.input, ',', &from.csv, err);
    if (status == GPUCOST_OK) status = read_all(&from, made, err);
    gpucost__csv_close(from.csv);
    gpucost__input_close(from.input);
    if (status == GPUCOST_OK)
        *demand = made;
    else
        gpucost_demand_free(made);
    return status;
}

void gpucost_demand_free(gpucost_demand *demand)
{
    if (!demand) return;
    free(demand->devices);
    free(demand->interruptible);
    free(demand);
}

uint64_t gpucost_demand_hours(const gpucost_demand *demand)
{
    return demand->hours;
}

int64_t gpucost_demand_start(const gpucost_demand *demand)
{
    return demand->start_utc_s;
}

const int32_t *gpucost_demand_devices(const gpucost_demand *demand)
{
    return demand->devices;
}

const int32_t *gpucost_demand_interruptible(const gpucost_demand *demand)
{
    return demand->interruptible;
}
