/* What a model_type says beyond sizes: which norms, biases, tables and heads a layer of that type has. */
#ifndef GPUCOST_MODEL_TRAITS_H
#define GPUCOST_MODEL_TRAITS_H

#include "gpucost/model.h"

enum {
    GPUCOST__GATED = 1 << 0,       /* three matrices in a feed-forward layer */
    GPUCOST__QKV_BIAS = 1 << 1,    /* on query, key and value */
    GPUCOST__OUT_BIAS = 1 << 2,    /* on the attention output */
    GPUCOST__MLP_BIAS = 1 << 3,    /* on the feed-forward layer */
    GPUCOST__BIASES = GPUCOST__QKV_BIAS | GPUCOST__OUT_BIAS | GPUCOST__MLP_BIAS,
    GPUCOST__HEAD = 1 << 4,        /* a language-model head */
    GPUCOST__HEAD_BIAS = 1 << 5,   /* with a bias */
    GPUCOST__TIED = 1 << 6,        /* the head is the embedding table unless the config says otherwise */
    GPUCOST__SINKS = 1 << 7,       /* a learned attention sink per head */
    GPUCOST__ROUTER_BIAS = 1 << 8, /* a bias, or a learned correction, per expert */
    GPUCOST__EXPERT_BIAS = 1 << 9, /* in the experts */
    GPUCOST__SHARED_GATE = 1 << 10, /* before the shared expert */
    GPUCOST__POOLER = 1 << 11,     /* a dense layer on the first token */
    GPUCOST__DROPOUT = 1 << 12,    /* on unless the config sets it to 0 */
    GPUCOST__ONE_TYPE = 1 << 13,   /* a token-type table of one row unless the config says otherwise */
    GPUCOST__TWO_TYPES = 1 << 14   /* of two rows */
};

enum { GPUCOST__NORM_NONE, GPUCOST__NORM_PER_HEAD, GPUCOST__NORM_ALL_HEADS }; /* of query and key */

enum {
    GPUCOST__POSITIONS_COMPUTED,
    GPUCOST__POSITIONS_LEARNED,     /* a row per position */
    GPUCOST__POSITIONS_LEARNED_2,   /* and two more rows (OPT, BART) */
    GPUCOST__POSITIONS_LEARNED_IN_2 /* two rows are not positions (RoBERTa: its 514 rows serve 512) */
};

typedef struct gpucost__traits {
    const char *model_type;
    uint8_t kind, norm, layer_norms, outer_norms, query_key_norm, positions;
    uint32_t flags;
} gpucost__traits;

/* Traits of a model_type, or those of the most common decoder (Llama's) with *known = 0. */
const gpucost__traits *gpucost__traits_of(const char *model_type, int *known);

/* Set everything that follows from traits; sizes must be there already. */
void gpucost__traits_apply(const gpucost__traits *traits, gpucost_architecture *a);

/* Parameters of the query and key norms of a layer of one kind, GPUCOST__NORM_*. */
uint64_t gpucost__query_key_norm(int kind, const gpucost_architecture *a);

#endif
