/* Time of the operators of a layer on one device. */
#ifndef GPUCOST_TRAINING_ROOFLINE_H
#define GPUCOST_TRAINING_ROOFLINE_H

#include "training/training_flops.h"
#include "training/training_rates.h"

/* How a layer is cut: tokens of one device and pass, and the degrees that divide its matrices and channels. */
typedef struct gpucost__slice {
    double tokens;      /* of one device and pass */
    double keys;        /* that a query meets */
    double tensor;      /* t */
    double experts;     /* devices that share the experts */
    double norm_tensor; /* t with sequence parallelism, else 1 */
    bool materialised;  /* attention scores are stored */
    bool sharded;       /* the framework shards weights or gradients */
    bool frozen;        /* weights have no gradient */
} gpucost__slice;

/* One product of m rows at a given rate: arithmetic, plus what its operands' traffic adds. */
double gpucost__product_s(const gpucost__training_rates *rates, double flop_per_s, double m, double k, double n,
                          double matrices);

double gpucost__weight_gradient_s(const gpucost__training_rates *rates, double flop_per_s, double m, double k, double n,
                                  double matrices, double sum_bytes);

/* Times of one layer: forward, but for the products of the backward pass. */
typedef struct gpucost__layer_time {
    double matrix_s, attention_s, memory_s;
    double input_gradient_s, weight_gradient_s;
    double unpack_s;           /* expanding quantised weights */
    double attention_backward; /* backward over forward time of attention */
} gpucost__layer_time;

void gpucost__layer_time_of(const gpucost__training_rates *rates, const gpucost__layer *layer,
                            const gpucost__slice *slice, gpucost__layer_time *time);

#endif
