/* Facts about compatibility and faults, and their tables. */
#ifndef GPUCOST_COMPATIBILITY_ROW_H
#define GPUCOST_COMPATIBILITY_ROW_H

#include "base/field.h"
#include "base/name_index.h"
#include "gpucost/compatibility.h"

extern const gpucost_struct gpucost__compatibility_table;
extern const gpucost_struct gpucost__compatibility_case_table;
extern const gpucost_struct gpucost__compatibility_answer_table;
extern const gpucost_struct gpucost__fault_table;
extern const gpucost_struct gpucost__cuda_error_table;
extern const gpucost_struct gpucost__fault_events_table;
extern const gpucost_struct gpucost__fault_summary_table;
extern const gpucost_struct gpucost__fault_rate_table;

/* data/compatibility.csv, data/faults.csv and data/cuda_errors.csv, compiled in. */
extern const gpucost_compatibility gpucost__compatibility_rows[];
extern const uint64_t gpucost__compatibility_rows_count;
extern const gpucost_fault gpucost__fault_rows[];
extern const uint64_t gpucost__fault_rows_count;

extern const gpucost_cuda_error gpucost__cuda_error_rows[];
extern const uint64_t gpucost__cuda_error_rows_count;
extern const gpucost__name_index gpucost__cuda_error_names; /* numbers and names */

/* NULL when the code is not known. */
const gpucost_fault *gpucost__fault_row(uint64_t code);

#endif
