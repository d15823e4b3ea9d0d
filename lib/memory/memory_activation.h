/* What autograd keeps of a layer's forward pass. */
#ifndef GPUCOST_MEMORY_ACTIVATION_H
#define GPUCOST_MEMORY_ACTIVATION_H

#include "memory/memory_setting.h"

/* Which linear layers have their input kept: a weight that gets no gradient needs none. */
enum {
    GPUCOST__INPUTS_ALL,       /* every linear layer is trained or adapted */
    GPUCOST__INPUTS_ATTENTION, /* those of the attention only */
    GPUCOST__INPUTS_TWICE      /* all, and the quantised matrix under each adapter keeps a copy of its own */
};

/* One layer, one micro-batch, on one device [bytes]. */
double gpucost__memory_layer_activation(const gpucost__memory_setting *setting, bool expert_layer, int32_t recompute,
                                        int32_t inputs);

/* All layers of a stage with the micro-batches in flight, embedding and head included [bytes]. */
double gpucost__memory_stage_activation(const gpucost__memory_setting *setting, const gpucost__memory_stage *stage,
                                        int32_t inputs);

#endif
