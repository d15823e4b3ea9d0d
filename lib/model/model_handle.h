/* What a model holds. Immutable once made; the estimates read it in place. */
#ifndef GPUCOST_MODEL_HANDLE_H
#define GPUCOST_MODEL_HANDLE_H

#include <stdbool.h>

#include "base/field.h"
#include "gpucost/model.h"

extern const gpucost_struct gpucost__architecture_table;
extern const gpucost_struct gpucost__parameters_table;

/* Every field of the architecture is meaningful: zeros that stand for a default are filled in. */
struct gpucost_model {
    gpucost_architecture architecture;
    gpucost_parameters parameters;
    char (*notes)[256]; /* [note_count] */
    uint64_t note_count;
};

/* Has layer `index`, from 0, routed experts? */
bool gpucost__layer_has_experts(const gpucost_architecture *a, uint64_t index);

/* Layers with routed experts. */
uint64_t gpucost__expert_layers(const gpucost_architecture *a);

/* Share of a decoder's layers that attend, and that have a recurrent mixer. */
static inline double gpucost__attending_share(const gpucost_architecture *a)
{
    return a->layers ? 1 - (double)a->attention_free_layers / (double)a->layers : 1;
}

static inline double gpucost__recurrent_share(const gpucost_architecture *a)
{
    return a->layers ? (double)a->recurrent_layers / (double)a->layers : 0;
}

#endif
