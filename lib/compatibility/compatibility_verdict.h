/* One build of a framework, or one CUDA toolkit, on one device with one driver. */
#ifndef GPUCOST_COMPATIBILITY_VERDICT_H
#define GPUCOST_COMPATIBILITY_VERDICT_H

#include <stdbool.h>

#include "base/dotted.h"
#include "compatibility/compatibility_row.h"

/* What is fixed of the machine; a count of 0 leaves it open. */
typedef struct {
    const gpucost_accelerator *accelerator; /* NULL: any device */
    gpucost__dotted capability, driver;
} gpucost__machine;

typedef struct {
    bool works, runs; /* runs: the device can run it, under some driver */
    bool through_ptx;
    const char *driver_least; /* "" when any driver serves */
    const char *driver_last;  /* "" when the newest serves */
    const char *source;
    char reason[320];
} gpucost__verdict;

void gpucost__compatibility_judge(const gpucost_compatibility *row, const gpucost__machine *machine,
                                  gpucost__verdict *verdict);

#endif
