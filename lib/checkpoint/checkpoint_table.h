/* Field tables of work under interruptions and of the plan to save it. */
#ifndef GPUCOST_CHECKPOINT_TABLE_H
#define GPUCOST_CHECKPOINT_TABLE_H

#include "base/field.h"
#include "gpucost/checkpoint.h"

extern const gpucost_struct gpucost__checkpoint_case_table;
extern const gpucost_struct gpucost__checkpoint_plan_table;

#endif
