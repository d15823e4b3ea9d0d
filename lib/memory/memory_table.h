/* Field tables of the memory structs. */
#ifndef GPUCOST_MEMORY_TABLE_H
#define GPUCOST_MEMORY_TABLE_H

#include "base/field.h"
#include "gpucost/memory.h"

extern const gpucost_struct gpucost__memory_table;
extern const gpucost_struct gpucost__memory_activation_options_table;
extern const gpucost_struct gpucost__memory_point_table;
extern const gpucost_struct gpucost__memory_render_table;
extern const gpucost_struct gpucost__memory_render_parts_table;
extern const gpucost_struct gpucost__memory_simulation_table;
extern const gpucost_struct gpucost__memory_simulation_parts_table;
extern const gpucost_struct gpucost__memory_remedy_table;

#endif
