/* Field tables of work on spot and of what it comes to. */
#ifndef GPUCOST_SPOT_TABLE_H
#define GPUCOST_SPOT_TABLE_H

#include "base/field.h"
#include "gpucost/spot.h"

extern const gpucost_struct gpucost__spot_case_table;
extern const gpucost_struct gpucost__spot_result_table;
extern const gpucost_struct gpucost__spot_deadline_case_table;
extern const gpucost_struct gpucost__spot_deadline_result_table;

#endif
