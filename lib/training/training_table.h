/* Field tables of the training structs. */
#ifndef GPUCOST_TRAINING_TABLE_H
#define GPUCOST_TRAINING_TABLE_H

#include "base/field.h"
#include "gpucost/training.h"

extern const gpucost_struct gpucost__training_table;
extern const gpucost_struct gpucost__training_budget_table;
extern const gpucost_struct gpucost__training_profile_table;
extern const gpucost_struct gpucost__training_calibration_table;
extern const gpucost_struct gpucost__training_goodput_case_table;
extern const gpucost_struct gpucost__training_goodput_result_table;

#endif
