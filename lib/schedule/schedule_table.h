/* Field tables of what a schedule says. */
#ifndef GPUCOST_SCHEDULE_TABLE_H
#define GPUCOST_SCHEDULE_TABLE_H

#include "base/field.h"
#include "gpucost/schedule.h"

extern const gpucost_struct gpucost__schedule_summary_table;
extern const gpucost_struct gpucost__schedule_hour_table;
extern const gpucost_struct gpucost__schedule_segment_table;
extern const gpucost_struct gpucost__schedule_month_table;

#endif
