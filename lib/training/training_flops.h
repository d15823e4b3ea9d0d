/* The matrix products and the attention of a model, per token: what is counted and what is executed. */
#ifndef GPUCOST_TRAINING_FLOPS_H
#define GPUCOST_TRAINING_FLOPS_H

#include <stdbool.h>

#include "gpucost/model.h"
#include "gpucost/workload.h"

enum { GPUCOST__PRODUCTS_MOST = 12 };

/* Every token times `visits` matrices of k x n, chosen among `matrices` that are stored. */
typedef struct gpucost__product {
    double k, n, visits, matrices;
    bool by_rows; /* tensor parallelism divides k, else n */
} gpucost__product;

/* One kind of layer: how often it occurs and what one token costs in it. */
typedef struct gpucost__layer {
    double count;
    double heads, score_dim, value_dim; /* of all attention blocks of the layer */
    double kv_channels;                 /* key and value channels of one token, as exchanged and cached */
    double norm_channels;               /* channels that norms and residual sums pass over, in multiples of one pass */
    double activation_channels;         /* channels that activations and rotations pass over */
    double routed_channels;             /* channels that are sent to and from experts */
    int products;
    bool routed; /* has a router and routed experts */
    bool causal;
    gpucost__product product[GPUCOST__PRODUCTS_MOST];
} gpucost__layer;

enum { GPUCOST__LAYER_KINDS_MOST = 3 };

/* A model as kinds of layers and a head. */
typedef struct gpucost__stack {
    int kinds;
    gpucost__layer layer[GPUCOST__LAYER_KINDS_MOST];
    gpucost__product head;       /* n is 0 without one */
    double window, window_share; /* keys seen by windowed layers, and the share of such layers */
} gpucost__stack;

void gpucost__stack_of(const gpucost_architecture *architecture, gpucost__stack *stack);

/* Weights of the products that one token meets; the embedding look-up is none. */
double gpucost__stack_active(const gpucost__stack *stack);

/* Mean number of keys that a query of a sequence meets when none is masked. */
double gpucost__stack_keys(const gpucost__stack *stack, double sequence);

/* FLOPs of one token. */
typedef struct gpucost__flops {
    double matrix;    /* forward: 2 per weight met */
    double attention; /* forward, over the whole square */
    double passes;    /* of the matrix products in a step: 3, or 2 where weights are frozen */
    double model;     /* of a training step, recomputation left out */
    double again;     /* computed a second time */
} gpucost__flops;

void gpucost__flops_of(const gpucost__stack *stack, double sequence, int32_t workload_kind, int32_t recompute,
                       gpucost__flops *flops);

#endif
