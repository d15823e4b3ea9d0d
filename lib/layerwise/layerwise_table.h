/* Field tables of the estimates of networks. */
#ifndef GPUCOST_LAYERWISE_TABLE_H
#define GPUCOST_LAYERWISE_TABLE_H

#include "base/field.h"
#include "gpucost/layerwise.h"

extern const gpucost_struct gpucost__layerwise_profile_table;
extern const gpucost_struct gpucost__layerwise_time_table;
extern const gpucost_struct gpucost__layerwise_memory_table;

#endif
