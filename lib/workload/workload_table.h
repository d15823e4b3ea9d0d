/* Field table of a workload. */
#ifndef GPUCOST_WORKLOAD_TABLE_H
#define GPUCOST_WORKLOAD_TABLE_H

#include "base/field.h"
#include "gpucost/workload.h"

extern const gpucost_struct gpucost__workload_table;

#endif
