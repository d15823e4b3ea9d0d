/* Field tables of a plan. */
#ifndef GPUCOST_PLAN_TABLE_H
#define GPUCOST_PLAN_TABLE_H

#include "base/field.h"
#include "gpucost/plan.h"

extern const gpucost_struct gpucost__plan_options_table;
extern const gpucost_struct gpucost__plan_option_table;
extern const gpucost_struct gpucost__plan_dropped_table;

#endif
