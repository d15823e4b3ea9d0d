/* Field table of a layout, and a layout with its zeros resolved. */
#ifndef GPUCOST_PARALLELISM_TABLE_H
#define GPUCOST_PARALLELISM_TABLE_H

#include "base/field.h"
#include "gpucost/parallelism.h"

extern const gpucost_struct gpucost__parallelism_table;

/* A caller's layout (NULL: one device) with every zero degree set to 1, checked against the model. */
gpucost_status gpucost__parallelism_resolve(const gpucost_parallelism *layout, const gpucost_model *model,
                                            gpucost_parallelism *resolved, gpucost_error *err);

/* The same for a cluster: the layout must take exactly its devices. */
gpucost_status gpucost__parallelism_fill(const gpucost_parallelism *layout, const gpucost_model *model,
                                         uint64_t devices, gpucost_parallelism *resolved, gpucost_error *err);

/* The rules alone, for a layout whose degrees are 1 or more and within their limits. */
gpucost_status gpucost__parallelism_divides(const gpucost_parallelism *resolved,
                                            const gpucost_architecture *architecture, gpucost_error *err);

#endif
