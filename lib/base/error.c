#include "base/error.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

_Static_assert(sizeof(gpucost_error) == 512, "gpucost_error is 512 bytes for ever");

static const struct {
    gpucost_status value;
    const char *name, *text;
} statuses[] = {
#define ROW(name, value, text) {value, #name, text},
    GPUCOST_STATUS_LIST(ROW)
#undef ROW
};
enum { STATUS_COUNT = sizeof(statuses) / sizeof(statuses[0]) };

const char *gpucost_status_text(gpucost_status status)
{
    for (size_t i = 0; i < STATUS_COUNT; i++)
        if (statuses[i].value == status) return statuses[i].text;
    return "unknown status";
}

const char *gpucost_status_name(gpucost_status status)
{
    for (size_t i = 0; i < STATUS_COUNT; i++)
        if (statuses[i].value == status) return statuses[i].name;
    return NULL;
}

int32_t gpucost_status_at(uint64_t index, gpucost_status *status)
{
    if (index >= STATUS_COUNT) return 0;
    *status = statuses[index].value;
    return 1;
}

void gpucost_text_free(char *text)
{
    free(text);
}

void gpucost__clear(gpucost_error *err)
{
    if (err) memset(err, 0, sizeof *err);
}

static gpucost_status fill(gpucost_error *err, gpucost_status status, const char *field, const char *value,
                           const char *format, va_list arguments)
{
    if (!err) return status;
    gpucost__clear(err);
    err->status = status;
    if (field) gpucost__utf8_copy(err->field, sizeof err->field, field, SIZE_MAX);
    if (value) gpucost__utf8_copy(err->value, sizeof err->value, value, SIZE_MAX);
    char text[1024];
    vsnprintf(text, sizeof text, format, arguments);
    gpucost__utf8_copy(err->text, sizeof err->text, text, SIZE_MAX);
    return status;
}

gpucost_status gpucost__fail(gpucost_error *err, gpucost_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(err, status, NULL, NULL, format, arguments);
    va_end(arguments);
    return status;
}

gpucost_status gpucost__fail_field(gpucost_error *err, gpucost_status status, const char *field, const char *value,
                                   const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(err, status, field, value, format, arguments);
    va_end(arguments);
    return status;
}

gpucost_status gpucost__fail_memory(gpucost_error *err)
{
    return gpucost__fail(err, GPUCOST_E_MEMORY, "out of memory");
}

void gpucost__error_at(gpucost_error *err, const char *source, int32_t line, int32_t column)
{
    if (!err) return;
    if (source && !err->source[0]) {
        size_t n = strlen(source), room = sizeof err->source - 1, start = n > room ? n - room + 3 : 0;
        while (start > 0 && ((unsigned char)source[start] & 0xC0) == 0x80) start++; /* not inside a character */
        if (start > 0) memcpy(err->source, "...", 4); /* keep the tail: the file name says more than the root */
        size_t used = strlen(err->source);
        gpucost__utf8_copy(err->source + used, sizeof err->source - used, source + start, SIZE_MAX);
    }
    if (!err->line) err->line = line;
    if (!err->column) err->column = column;
}

void gpucost__error_under(gpucost_error *err, const char *prefix)
{
    if (!err) return;
    char joined[2 * sizeof err->field];
    snprintf(joined, sizeof joined, "%s%s", prefix, err->field);
    gpucost__utf8_copy(err->field, sizeof err->field, joined, SIZE_MAX);
}

uint64_t gpucost_error_format(const gpucost_error *err, char *text, uint64_t capacity)
{
    char line[16] = "", column[16] = "";
    if (err->line > 0) snprintf(line, sizeof line, ":%d", err->line);
    if (err->line > 0 && err->column > 0) snprintf(column, sizeof column, ":%d", err->column);
    const char *why = err->text[0] ? err->text : gpucost_status_text(err->status);
    int n = snprintf(text, (size_t)capacity, "%s%s%s%s%s%s%s", err->source, line, column,
                     err->source[0] ? ": " : "", err->field, err->field[0] ? ": " : "", why);
    return n < 0 ? 0 : (uint64_t)n;
}
