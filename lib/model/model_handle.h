/* What a model holds. Immutable once made; the estimates read it in place. */
#ifndef GPUCOST_MODEL_HANDLE_H
#define GPUCOST_MODEL_HANDLE_H

#include "base/field.h"
#include "gpucost/model.h"

extern const gpucost_struct gpucost__architecture_table;
extern const gpucost_struct gpucost__parameters_table;

struct gpucost_model {
    gpucost_architecture architecture;
    gpucost_parameters parameters;
    char (*notes)[256]; /* [note_count] */
    uint64_t note_count;
};

#endif
