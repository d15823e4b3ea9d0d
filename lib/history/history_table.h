#ifndef GPUCOST_HISTORY_TABLE_H
#define GPUCOST_HISTORY_TABLE_H

#include "base/field.h"
#include "gpucost/history.h"

extern const gpucost_struct gpucost__history_step_table;
extern const gpucost_struct gpucost__price_statistics_table;

#endif
