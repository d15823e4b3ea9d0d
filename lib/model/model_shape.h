/* Shapes of bare parameter counts: counts from one least to the next have the same, and what is left over as extra. */
#ifndef GPUCOST_MODEL_SHAPE_H
#define GPUCOST_MODEL_SHAPE_H

#include <stdint.h>

#define GPUCOST__SHAPE_LEAST UINT64_C(1000000)
#define GPUCOST__SHAPE_MOST UINT64_C(100000000000000)

/* The smallest count that gpucost_model_from_parameters() gives the same layers and width as this one. */
uint64_t gpucost__model_shape_least(uint64_t parameters);

#endif
