/* What a device and its links attain: resolved once per accelerator, formats and cluster, then read by every estimate.
 */
#ifndef GPUCOST_TRAINING_RATES_H
#define GPUCOST_TRAINING_RATES_H

#include "base/error.h"
#include "gpucost/accelerator.h"
#include "gpucost/precision.h"
#include "gpucost/training.h"
#include "gpucost/workload.h"

/* P10 and P90 of measured over projected step time. */
typedef struct gpucost__training_band {
    double low, high;
} gpucost__training_band;

typedef struct gpucost__training_rates {
    double peak_flop_per_s;      /* dense peak of the compute format: what utilisation divides by */
    double matrix_flop_per_s;    /* attained by large products in the compute format */
    double expert_flop_per_s;    /* attained by the grouped products of routed experts */
    double half_flop_per_s;      /* attained by large products in 16 bits, or in the compute format when it is wider */
    double attention_flop_per_s; /* attained by fused attention with 128 channels a head */
    double traffic;            /* memory traffic of a layer's operators, of what is counted when each runs alone */
    double sharded_traffic;    /* the same in frameworks that shard */
    double unfused_traffic;    /* the same in encoders, which train with dropout and biases */
    double routed_traffic;     /* passes over what is sent to experts */
    double logit_traffic;      /* of what is counted for the loss */
    double memory_bytes_per_s; /* attained by operators that stream */
    double stored_scores;      /* products of attention whose scores are stored, of the rate of large ones */
    double multiprocessors;    /* of the device; 0: not known */
    double wave_share;         /* share of what tiles do not fill that is lost */
    double operand_share;      /* share of the operands' traffic that a product does not hide */
    double ramp_s;             /* around a product: gaps, and small kernels that are not counted */
    double operand_bytes;      /* one operand element in the compute format */
    double element_bytes;      /* one activation element */
    double cast_bytes;         /* per operand element that is converted before a product; 0 in 16 bits and wider */
    double weight_bytes;       /* one stored weight */
    double unpack_bytes;       /* traffic of expanding one quantised weight; 0 when weights are not quantised */
    double eager_adapters;     /* launches of a layer with adapters over those of one without, on one device's model */
    double launch_s;           /* host time of one layer, forward and backward, that the device must outlast */
    double step_overhead_s;    /* data loading, clipping and synchronisation of a step */
    double input_sequences_per_s; /* of all devices; 0: as fast as needed */
    double straggler;          /* time of the slowest device over the usual one */
    double unprefetched;       /* 1 when input is read between steps, else 0 */
    double hidden_share;       /* what communication of a layer still costs while computation hides it */
    double hidden_data;        /* the same of what replicas exchange once a step */
    double hidden_weights;     /* the same of weights that are gathered for every pass */
    double gathered_bytes;     /* one weight as it is gathered for a pass */
    double scale_up_bytes_per_s; /* attained by a device inside the domain, one direction */
    double scale_up_latency_s;
    double scale_up_devices;    /* devices in a domain: a node, or a rack with switched links */
    double network_bytes_per_s; /* attained share of one device between domains, one direction */
    double network_latency_s;
    double host_bytes_per_s;        /* attained between device and host */
    double host_memory_bytes_per_s; /* attained by the host's share of one device */
    double gradient_bytes;          /* one gradient as it is reduced */
    double tensor_exposed;          /* share of tensor-parallel communication that nothing hides */
    double tensor_overlaps;         /* 1 where gradients of weights hide the all-reduce of the backward pass */
    double routed_stall_s;          /* a layer with experts waits for their counts, forward and backward */
    double expert_exposed;          /* share of the exchange between experts that nothing hides */
    double stores_scores;           /* 1 when attention scores are stored, by choice or for want of a fused kernel */
    double power_w;
    gpucost__training_band band, encoder_band, routed_band,
        frozen_band; /* decoders, encoders, expert models, adapters */
} gpucost__training_rates;

/* `cluster` is resolved; weights and compute are the workload's formats; `profile` may be NULL. */
gpucost_status gpucost__training_rates_of(const gpucost_accelerator *accelerator, const gpucost_cluster *cluster,
                                          const gpucost_precision *weights, const gpucost_precision *compute,
                                          const gpucost_workload *workload, const gpucost_training_profile *profile,
                                          gpucost__training_rates *rates, gpucost_error *err);

#endif
