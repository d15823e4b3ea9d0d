/* Time of collectives by latency and bandwidth over two levels of links. */
#ifndef GPUCOST_TRAINING_COLLECTIVE_H
#define GPUCOST_TRAINING_COLLECTIVE_H

#include "training/training_rates.h"

/* `ranks` devices, of which every `stride`-th of the cluster is one. */
typedef struct gpucost__group {
    double ranks, inside; /* all, and those that share a domain */
} gpucost__group;

gpucost__group gpucost__group_of(const gpucost__training_rates *rates, double ranks, double stride);

/* `bytes` is the whole buffer: what every rank holds after the collective, or what it held before. Each of its
   `messages` pays the latency of a whole ring. A reduce-scatter takes as long as an all-gather, an all-reduce is one of
   each. */
double gpucost__all_gather_s(const gpucost__training_rates *rates, gpucost__group group, double bytes, double messages);
double gpucost__all_reduce_s(const gpucost__training_rates *rates, gpucost__group group, double bytes, double messages);

/* `bytes` is what one rank sends in all, its own share included. A token is sent to `copies` ranks; to another domain it
   travels once and is copied there. */
double gpucost__all_to_all_s(const gpucost__training_rates *rates, gpucost__group group, double bytes, double copies);

/* One message to the next pipeline stage, `stride` devices away. */
double gpucost__send_s(const gpucost__training_rates *rates, double stride, double bytes);

#endif
