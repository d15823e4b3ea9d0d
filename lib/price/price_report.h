/* What an import counts and refuses. */
#ifndef GPUCOST_PRICE_REPORT_H
#define GPUCOST_PRICE_REPORT_H

#include <stdbool.h>

#include "gpucost/price.h"

enum { GPUCOST__REJECTS_KEPT = 10000 };

struct gpucost_import {
    gpucost_import_summary summary;
    int64_t last_new_utc_s; /* of the new prices; 0: none */
    gpucost_import_reject *rejects; /* the first GPUCOST__REJECTS_KEPT */
    uint64_t count, room;
};

/* Count a refused price; false when memory is out. Bytes that are no text become '?'. */
bool gpucost__report_reject(gpucost_import *report, uint64_t line, const char *field, const char *value,
                            const char *reason);

/* Put the rejects from `first` on in order of their lines, and name their file. */
void gpucost__report_sort(gpucost_import *report, uint64_t first, const char *file);

#endif
