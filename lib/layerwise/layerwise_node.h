/* Time of one layer on one device. */
#ifndef GPUCOST_LAYERWISE_NODE_H
#define GPUCOST_LAYERWISE_NODE_H

#include "gpucost/layerwise.h"
#include "network/network_handle.h"

/* What a device attains. */
typedef struct gpucost__pace {
    gpucost_layerwise_profile profile; /* resolved */
    double peak_flop_per_s;            /* dense peak of the compute format */
    double product_flop_per_s, vector_flop_per_s, attention_flop_per_s, memory_bytes_per_s;
    double element_bytes; /* of a result */
    double norm_bytes;    /* of what norms read and write: 4 under autocast */
    double multiprocessors;
    double quantum;       /* channels are padded to multiples of it */
    bool matrix_units, trains, stores_scores;
} gpucost__pace;

/* Forward and backward; kernels are launched for both. */
typedef struct gpucost__node_time {
    double products_s, attention_s, memory_s; /* forward */
    double products_back_s, attention_back_s, memory_back_s;
    double kernels, kernels_back;
} gpucost__node_time;

/* `nodes` are those of its network; `samples` of one pass. */
void gpucost__node_time_of(const gpucost__pace *pace, const gpucost__node *nodes, const gpucost__node *node,
                           double samples, gpucost__node_time *time);

#endif
