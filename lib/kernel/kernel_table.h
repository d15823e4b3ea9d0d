/* Field tables of science kernels. */
#ifndef GPUCOST_KERNEL_TABLE_H
#define GPUCOST_KERNEL_TABLE_H

#include "base/field.h"
#include "gpucost/kernel.h"

extern const gpucost_struct gpucost__kernel_case_table;
extern const gpucost_struct gpucost__kernel_time_table;

#endif
