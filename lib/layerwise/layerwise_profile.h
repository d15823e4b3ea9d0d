/* What was fitted, and what a profile leaves to the accelerator. */
#ifndef GPUCOST_LAYERWISE_PROFILE_H
#define GPUCOST_LAYERWISE_PROFILE_H

#include <stdbool.h>

#include "layerwise/layerwise_table.h"

/* Every zero of `profile` filled for a chip. */
void gpucost__layerwise_profile_of(const gpucost_accelerator *accelerator, bool trains,
                                   const gpucost_layerwise_profile *profile, gpucost_layerwise_profile *resolved);

#endif
