#ifndef GPUCOST_TARIFF_TABLE_H
#define GPUCOST_TARIFF_TABLE_H

#include "base/field.h"
#include "gpucost/tariff.h"

extern const gpucost_struct gpucost__tariff_table;
extern const gpucost_struct gpucost__tariff_filter_table;

#endif
