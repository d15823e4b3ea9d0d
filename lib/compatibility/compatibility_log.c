#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/name.h"
#include "compatibility/compatibility_line.h"
#include "compatibility/compatibility_row.h"
#include "gpucost/units.h"

/* One failure writes many lines within seconds; recovery, by a reset or a new job, takes longer than this. */
enum { SAME_FAILURE_S = 60 };

struct gpucost_fault_log {
    gpucost_fault_events *rows; /* [count] */
    uint64_t count, room;
    gpucost_fault_summary summary;
};

/* The last failure of each device while a log is read. */
typedef struct {
    char device[sizeof(((gpucost_fault_events *)0)->device)];
    int64_t last_s;
    bool timed, failed;
} device_state;

typedef struct {
    gpucost_fault_log *log;
    device_state *devices; /* [log->summary.devices] */
    uint64_t room;
} reading;

static bool two_digits(const char *text, int64_t *value)
{
    if (!(gpucost__is_digit(text[0]) || text[0] == ' ') || !gpucost__is_digit(text[1])) return false;
    *value = (text[0] == ' ' ? 0 : text[0] - '0') * 10 + (text[1] - '0');
    return true;
}

/* "Feb 29 12:00:00" without a year, which only differences need: a leap year, in which every date exists. */
static bool syslog_time(const char *line, int64_t *at_s)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    static const int64_t days_before[] = {0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335};
    int64_t day, hour, minute, second;
    if (strlen(line) < 15 || line[3] != ' ' || line[6] != ' ' || line[9] != ':' || line[12] != ':') return false;
    for (int64_t month = 0; month < 12; month++) {
        if (strncmp(line, months + 3 * month, 3) != 0) continue;
        if (!two_digits(line + 4, &day) || !two_digits(line + 7, &hour) || !two_digits(line + 10, &minute) ||
            !two_digits(line + 13, &second))
            return false;
        *at_s = ((days_before[month] + day) * 24 + hour) * 3600 + minute * 60 + second;
        return true;
    }
    return false;
}

/* "[12345.678901]": seconds since the machine started. */
static bool kernel_time(const char *line, int64_t *at_s)
{
    const char *p = strchr(line, '[');
    if (!p) return false;
    for (p++; *p == ' '; p++) {}
    int64_t seconds = 0;
    const char *start = p;
    for (; gpucost__is_digit(*p) && p - start < 12; p++) seconds = seconds * 10 + (*p - '0');
    if (p == start || *p != '.') return false;
    *at_s = seconds;
    return true;
}

static bool iso_time(const char *line, int64_t *at_s)
{
    char text[40];
    snprintf(text, sizeof text, "%.*s", (int)strcspn(line, " \t"), line);
    return strlen(text) > 10 && gpucost_instant_parse(text, at_s, NULL) == GPUCOST_OK;
}

static gpucost_status device_of(reading *r, const char *name, device_state **device, gpucost_error *err)
{
    gpucost_fault_summary *summary = &r->log->summary;
    for (uint64_t i = 0; i < summary->devices; i++)
        if (strcmp(r->devices[i].device, name) == 0) {
            *device = &r->devices[i];
            return GPUCOST_OK;
        }
    if (summary->devices == r->room) {
        uint64_t room = r->room ? 2 * r->room : 16;
        device_state *grown = realloc(r->devices, (size_t)room * sizeof *grown);
        if (!grown) return gpucost__fail_memory(err);
        r->devices = grown;
        r->room = room;
    }
    *device = &r->devices[summary->devices++];
    memset(*device, 0, sizeof **device);
    snprintf((*device)->device, sizeof (*device)->device, "%s", name);
    return GPUCOST_OK;
}

static gpucost_status row_of(gpucost_fault_log *log, const gpucost__fault_line *line, gpucost_fault_events **row,
                             gpucost_error *err)
{
    for (uint64_t i = 0; i < log->count; i++) {
        *row = &log->rows[i];
        if ((*row)->code == line->code && strcmp((*row)->device, line->device) == 0 &&
            strcmp((*row)->fault, line->fault) == 0)
            return GPUCOST_OK;
    }
    if (log->count == log->room) {
        uint64_t room = log->room ? 2 * log->room : 16;
        gpucost_fault_events *grown = realloc(log->rows, (size_t)room * sizeof *grown);
        if (!grown) return gpucost__fail_memory(err);
        log->rows = grown;
        log->room = room;
    }
    *row = &log->rows[log->count++];
    **row = GPUCOST_INIT(gpucost_fault_events);
    snprintf((*row)->device, sizeof (*row)->device, "%s", line->device);
    snprintf((*row)->fault, sizeof (*row)->fault, "%s", line->fault);
    snprintf((*row)->origin, sizeof (*row)->origin, "%s", line->origin);
    (*row)->code = line->code;
    return GPUCOST_OK;
}

/* A line that ends a job: a new failure, or one more line of the last one. */
static void count_failure(gpucost_fault_summary *summary, gpucost_fault_events *row, device_state *device,
                          bool timed, int64_t at_s)
{
    bool same = device->failed && timed && device->timed && at_s >= device->last_s &&
                at_s - device->last_s <= SAME_FAILURE_S;
    device->failed = true;
    device->timed = timed;
    device->last_s = at_s;
    if (same) return;
    row->failures++;
    summary->failures++;
    if (strcmp(row->origin, "hardware") == 0) summary->hardware_failures++;
    if (strcmp(row->origin, "driver") == 0) summary->driver_failures++;
    if (strcmp(row->origin, "application") == 0) summary->application_failures++;
}

static gpucost_status read_line(reading *r, const char *text, uint64_t number, gpucost_error *err)
{
    gpucost__fault_line line;
    if (!gpucost__fault_line_read(text, &line)) return GPUCOST_OK;
    device_state *device = NULL;
    gpucost_fault_events *row = NULL;
    GPUCOST__TRY(device_of(r, line.device, &device, err));
    GPUCOST__TRY(row_of(r->log, &line, &row, err));
    gpucost_fault_summary *summary = &r->log->summary;
    if (!row->events) row->first_line = number;
    row->last_line = number;
    row->events++;
    summary->events++;
    int64_t at_s = 0;
    bool timed = iso_time(text, &at_s) || syslog_time(text, &at_s) || kernel_time(text, &at_s);
    if (!timed) summary->untimed++;
    if (line.ends_job) count_failure(summary, row, device, timed, at_s);
    return GPUCOST_OK;
}

static gpucost_status read_log(gpucost__input *input, gpucost_fault_log **log, gpucost_error *err)
{
    reading r = {.log = calloc(1, sizeof *r.log)};
    gpucost_status status = r.log ? GPUCOST_OK : gpucost__fail_memory(err);
    while (status == GPUCOST_OK) {
        char *line;
        size_t bytes;
        status = gpucost__input_line(input, &line, &bytes, err);
        if (status != GPUCOST_OK || !line) break;
        r.log->summary.lines++;
        status = read_line(&r, line, r.log->summary.lines, err);
    }
    free(r.devices);
    if (status != GPUCOST_OK) {
        gpucost_fault_log_free(r.log);
        return status;
    }
    r.log->summary.size = sizeof r.log->summary;
    *log = r.log;
    return GPUCOST_OK;
}

gpucost_status gpucost_fault_log_from_file(const char *path, gpucost_fault_log **log, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost__input *input;
    GPUCOST__TRY(gpucost__input_open(path, &input, err));
    gpucost_status status = read_log(input, log, err);
    gpucost__input_close(input);
    return status;
}

gpucost_status gpucost_fault_log_from_text(const char *text, const char *source, gpucost_fault_log **log,
                                           gpucost_error *err)
{
    gpucost__clear(err);
    gpucost__input *input;
    GPUCOST__TRY(gpucost__input_memory(text, strlen(text), source, &input, err));
    gpucost_status status = read_log(input, log, err);
    gpucost__input_close(input);
    return status;
}

void gpucost_fault_log_free(gpucost_fault_log *log)
{
    if (!log) return;
    free(log->rows);
    free(log);
}

gpucost_status gpucost_fault_log_summarise(const gpucost_fault_log *log, gpucost_fault_summary *summary,
                                           gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__fault_summary_table, summary, err));
    gpucost__struct_out(&gpucost__fault_summary_table, &log->summary, summary);
    return GPUCOST_OK;
}

uint64_t gpucost_fault_log_count(const gpucost_fault_log *log)
{
    return log->count;
}

gpucost_status gpucost_fault_log_at(const gpucost_fault_log *log, uint64_t index, gpucost_fault_events *events,
                                    gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__fault_events_table, events, err));
    if (index >= log->count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "index", NULL, "%llu is past the last of %llu rows",
                                   (unsigned long long)index, (unsigned long long)log->count);
    gpucost__struct_out(&gpucost__fault_events_table, &log->rows[index], events);
    return GPUCOST_OK;
}
