/* What frameworks keep in memory beyond the tensors that every one of them keeps. */
#ifndef GPUCOST_MEMORY_PROFILE_H
#define GPUCOST_MEMORY_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct gpucost__memory_profile {
    double gradient_bytes;  /* of a gradient between passes; 0: as its weight */
    double live_parameters; /* that ZeRO-3 keeps gathered; 0: the layer that runs and the one that is fetched */
    double layer_share;     /* of a recomputed layer that is alive at once; 0: all of it */
    double prefill_tokens;  /* most tokens that one pass over prompts takes; 0: the whole prompt */
    double page_tokens;     /* of the key-value cache */
    double sampler_bytes;   /* per sequence slot and vocabulary entry, when the engine sizes itself; 0: as logits */
    bool expandable;        /* expandable segments: what is freed in one size serves another */
    bool fused_update;      /* the optimiser makes no temporaries */
    bool split_tables;      /* embedding and output head are gathered one at a time */
    bool every_second;      /* selective recomputation keeps the output of every second matrix product */
    bool stage_gathered;    /* a pipeline stage stays gathered over a step, its gradients in fp32 */
    bool fused_layer;       /* norms keep their input as it is, gated activations only what goes in and comes out */
    bool joint_attention;   /* query, key and value are one projection, repeated to the number of query heads */
    bool adapter_copies;    /* an adapter keeps its input in a format of its own beside a quantised matrix */
    bool whole_prompt;      /* logits of every prompt token; the cache is copied when it grows; tables in each layer */
    bool static_graph;      /* llama.cpp: one compute buffer, sized for the widest node of the graph */
} gpucost__memory_profile;

/* Of a GPUCOST_FRAMEWORK_*. */
const gpucost__memory_profile *gpucost__memory_profile_of(int32_t framework);

#endif
