/* One line of a kernel log that tells of a fault. */
#ifndef GPUCOST_COMPATIBILITY_LINE_H
#define GPUCOST_COMPATIBILITY_LINE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct gpucost__fault_line {
    char device[32];    /* PCI address in lower case */
    const char *fault;  /* static: "Xid", "SXid" or what amdgpu tells of */
    const char *origin; /* static, or of the bundled facts: as in gpucost_fault */
    uint64_t code;      /* Xid or SXid; 0 for amdgpu */
    bool ends_job;
} gpucost__fault_line;

/* False when the line tells of none. */
bool gpucost__fault_line_read(const char *text, gpucost__fault_line *line);

#endif
