/* Field tables of what depends on what. */
#ifndef GPUCOST_SENSITIVITY_TABLE_H
#define GPUCOST_SENSITIVITY_TABLE_H

#include "base/field.h"
#include "gpucost/sensitivity.h"

extern const gpucost_struct gpucost__price_range_table;
extern const gpucost_struct gpucost__demand_effect_table;
extern const gpucost_struct gpucost__unit_value_table;

#endif
