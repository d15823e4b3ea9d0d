/* Formats without copies, for the subjects that compute with them. */
#ifndef GPUCOST_PRECISION_ROW_H
#define GPUCOST_PRECISION_ROW_H

#include "base/field.h"
#include "base/name_index.h"
#include "gpucost/precision.h"

extern const gpucost_struct gpucost__precision_table;

/* data/precisions.csv, compiled in. */
extern const gpucost_precision gpucost__precision_rows[];
extern const uint64_t gpucost__precision_rows_count;
extern const gpucost__name_index gpucost__precision_names;

/* The row of a format by name or alias, static; NULL when there is none. */
const gpucost_precision *gpucost__precision_row(const char *name);

/* The same, with GPUCOST_E_UNKNOWN_NAME and the nearest names when there is none. */
gpucost_status gpucost__precision_need(const char *name, const gpucost_precision **row, gpucost_error *err);

#endif
