/* What a network holds: layers with their counts, and who reads whom. */
#ifndef GPUCOST_NETWORK_HANDLE_H
#define GPUCOST_NETWORK_HANDLE_H

#include <stdbool.h>

#include "base/field.h"
#include "gpucost/network.h"

enum { GPUCOST__INPUTS_MOST = 8, GPUCOST__LAYERS_MOST = 10000 };

extern const gpucost_struct gpucost__layer_table;
extern const gpucost_struct gpucost__layer_count_table;
extern const gpucost_struct gpucost__network_options_table;
extern const gpucost_struct gpucost__network_totals_table;

typedef struct gpucost__node {
    gpucost_layer layer; /* zeros that stand for a default are filled in where a rule needs them */
    gpucost_layer_count count;
    uint32_t from[GPUCOST__INPUTS_MOST]; /* [inputs] earlier nodes */
    uint32_t inputs;
    uint32_t uses;   /* nodes that read its result */
    uint32_t last_use; /* the last of them */
    uint64_t keys;   /* positions that a query of attention meets */
    bool kept;       /* the result stays in memory for the backward pass */
    bool kept_alone; /* a norm in fp32 under autocast is the only one that needs its input */
} gpucost__node;

struct gpucost_network {
    gpucost_network_totals totals;
    gpucost__node *nodes;
    uint64_t count;
};

/* Shape, parameters and products of a node whose inputs are known. err->field is the field of the layer. */
gpucost_status gpucost__node_count(const gpucost__node *nodes, gpucost__node *node, gpucost_error *err);

/* Is its result the memory of its first input: a reshape, or a function in place? */
bool gpucost__node_aliases(const gpucost__node *node);

/* Does the backward pass of the node need its input, or its result? */
bool gpucost__node_keeps_input(const gpucost__node *node, uint32_t input);
bool gpucost__node_keeps_result(const gpucost__node *node);

/* Bytes of the result that stay until the backward pass, when elements take `element_bytes` and norms of positions read
   fp32 under autocast. Results that only views and functions in place touch are counted once. */
double gpucost__node_stored_bytes(const gpucost__node *node, double element_bytes, bool autocast);

/* A norm that frameworks compute in fp32 under autocast. */
bool gpucost__node_casts(const gpucost__node *node);

#endif
