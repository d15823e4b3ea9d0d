/* What a device attains while it serves. */
#ifndef GPUCOST_SERVING_RATES_H
#define GPUCOST_SERVING_RATES_H

#include "training/training_rates.h"

typedef struct gpucost__serving_rates {
    gpucost__training_rates compute; /* products, attention and links, as while prompts are read */
    double weight_bytes;             /* one stored weight */
    double cache_bytes;              /* one channel of the key-value cache */
    double weights_bytes_per_s;      /* attained by reading weights */
    double cache_bytes_per_s;        /* attained by reading the cache */
    double decode_matrix;            /* rate of products of few rows, of that of large ones */
    double layer_s;                  /* kernels of a layer that wait for each other, per step */
    double reduce_s;                 /* latency of one all-reduce among devices of a node */
    double step_s;                   /* scheduling and sampling of a step */
    double sequence_s;               /* scheduling and sampling of one sequence in a step */
    double unpacked_matrix;          /* rate of products whose weights are expanded first, relative */
    double wave;                     /* share of the other seats' prompts that come before a sequence's first token */
    double prompt_s;                 /* receiving, tokenising and scheduling a prompt */
    double low, high;                /* P10 and P90 of measured over projected time per output token */
} gpucost__serving_rates;

gpucost_status gpucost__serving_rates_of(const gpucost_accelerator *accelerator, const gpucost_cluster *cluster,
                                         const gpucost_precision *weights, const gpucost_precision *compute,
                                         const gpucost_precision *cache, const gpucost_workload *workload,
                                         gpucost__serving_rates *rates, gpucost_error *err);

#endif
