/* What the weights of a model take in a format. */
#ifndef GPUCOST_MODEL_BYTES_H
#define GPUCOST_MODEL_BYTES_H

#include "gpucost/precision.h"
#include "model/model_handle.h"

/* As gpucost_model_weight_bytes(), for a row at hand. */
gpucost_status gpucost__model_weight_bytes(const gpucost_model *model, const gpucost_precision *row, uint64_t *bytes,
                                           gpucost_error *err);

#endif
