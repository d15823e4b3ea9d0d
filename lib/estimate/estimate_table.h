/* Field table of what a change would gain. */
#ifndef GPUCOST_ESTIMATE_TABLE_H
#define GPUCOST_ESTIMATE_TABLE_H

#include "base/field.h"
#include "gpucost/estimate.h"

extern const gpucost_struct gpucost__requirement_gain_table;

#endif
