/* Field tables of fitted laws. */
#ifndef GPUCOST_SCALING_TABLE_H
#define GPUCOST_SCALING_TABLE_H

#include "base/field.h"
#include "gpucost/scaling.h"

extern const gpucost_struct gpucost__scaling_summary_table;
extern const gpucost_struct gpucost__scaling_prediction_table;

#endif
