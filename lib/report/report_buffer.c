#include "report/report_buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void gpucost__buffer_add(gpucost__buffer *buffer, const char *format, ...)
{
    if (buffer->failed) return;
    for (;;) {
        va_list arguments;
        va_start(arguments, format);
        size_t left = buffer->room - buffer->used;
        int length = vsnprintf(left ? buffer->text + buffer->used : NULL, left, format, arguments);
        va_end(arguments);
        if (length >= 0 && (size_t)length < left) {
            buffer->used += (size_t)length;
            return;
        }
        size_t room = (buffer->used + (size_t)(length < 0 ? 0 : length) + 1) * 2;
        char *grown = length < 0 ? NULL : realloc(buffer->text, room);
        if (!grown) {
            buffer->failed = true;
            return;
        }
        buffer->text = grown;
        buffer->room = room;
    }
}

gpucost_status gpucost__buffer_take(gpucost__buffer *buffer, char **text, gpucost_error *err)
{
    if (buffer->failed) {
        free(buffer->text);
        return gpucost__fail_memory(err);
    }
    *text = buffer->text;
    return GPUCOST_OK;
}
