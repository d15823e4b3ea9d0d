/* Text that grows. A failed allocation is remembered, so that a report checks once, at its end. */
#ifndef GPUCOST_REPORT_BUFFER_H
#define GPUCOST_REPORT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

typedef struct {
    char *text; /* free()d by whoever takes it */
    size_t used, room;
    bool failed;
} gpucost__buffer;

void gpucost__buffer_add(gpucost__buffer *buffer, const char *format, ...) GPUCOST__PRINTF(2, 3);

/* The text to the caller, or GPUCOST_E_MEMORY. */
gpucost_status gpucost__buffer_take(gpucost__buffer *buffer, char **text, gpucost_error *err);

#endif
