/* Field tables of savings plans and volume discounts. */
#ifndef GPUCOST_SAVINGS_TABLE_H
#define GPUCOST_SAVINGS_TABLE_H

#include "base/field.h"
#include "gpucost/savings.h"

extern const gpucost_struct gpucost__usage_kind_table;
extern const gpucost_struct gpucost__savings_plan_table;
extern const gpucost_struct gpucost__savings_bill_table;
extern const gpucost_struct gpucost__volume_tier_table;
extern const gpucost_struct gpucost__volume_choice_table;
extern const gpucost_struct gpucost__volume_plan_table;
extern const gpucost_struct gpucost__resource_table;
extern const gpucost_struct gpucost__scoped_reservation_table;

#endif
