/* Field table of the serving struct. */
#ifndef GPUCOST_SERVING_TABLE_H
#define GPUCOST_SERVING_TABLE_H

#include "base/field.h"
#include "gpucost/serving.h"

extern const gpucost_struct gpucost__serving_table;

#endif
