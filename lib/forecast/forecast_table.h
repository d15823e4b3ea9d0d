/* Field tables of forecasts. */
#ifndef GPUCOST_FORECAST_TABLE_H
#define GPUCOST_FORECAST_TABLE_H

#include "base/field.h"
#include "gpucost/forecast.h"

extern const gpucost_struct gpucost__forecast_options_table;
extern const gpucost_struct gpucost__forecast_summary_table;
extern const gpucost_struct gpucost__forecast_hour_table;
extern const gpucost_struct gpucost__forecast_profile_table;

#endif
