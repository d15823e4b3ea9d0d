/* Field tables of plans for uncertain demand. */
#ifndef GPUCOST_RISK_TABLE_H
#define GPUCOST_RISK_TABLE_H

#include "base/field.h"
#include "gpucost/risk.h"

extern const gpucost_struct gpucost__risk_options_table;
extern const gpucost_struct gpucost__risk_summary_table;
extern const gpucost_struct gpucost__risk_scenario_table;
extern const gpucost_struct gpucost__risk_point_table;
extern const gpucost_struct gpucost__risk_sample_table;
extern const gpucost_struct gpucost__risk_quantile_table;
extern const gpucost_struct gpucost__risk_gap_options_table;
extern const gpucost_struct gpucost__risk_gap_table;

#endif
