/* One pass of one micro-batch on the device of the fullest pipeline stage, and what replicas exchange around it. */
#ifndef GPUCOST_TRAINING_PASS_H
#define GPUCOST_TRAINING_PASS_H

#include "training/training_estimate.h"

/* Sizes of one device and pass. */
typedef struct gpucost__pass {
    double sequence, micro_batch, micro_batches, tokens;
    double tensor, pipeline, chunks, context, data, experts; /* degrees */
    int32_t zero_stage;
    bool sequence_parallel, frozen, again_full, again_scores;
} gpucost__pass;

/* Times of one pass, forward and backward. */
typedef struct gpucost__pass_time {
    double matrix_s, attention_s, recompute_s, memory_s, communication_s, overhead_s;
    double head_s;   /* of those, what only the last stage does */
    double crowding; /* layers of the fullest stage over the mean */
} gpucost__pass_time;

/* Parameters that one device works with. */
typedef struct gpucost__share {
    double dense, experts, trained;
} gpucost__share;

/* Defaults of sequence and batch; fails when the batch is not a multiple of the replicas. */
gpucost_status gpucost__pass_of(const gpucost__training_case *run, const gpucost_parallelism *layout,
                                gpucost__pass *pass, gpucost_error *err);

void gpucost__pass_time_of(const gpucost__training_case *run, const gpucost__pass *pass, gpucost__pass_time *time);

gpucost__share gpucost__share_of(const gpucost__training_case *run, const gpucost__pass *pass);

/* Communication that computation may hide still slows it down: links and memory are shared. */
double gpucost__exposed_s(double hidden_share, double communication_s, double cover_s);

/* Weights and gradients of a pass when weights are sharded (ZeRO stage 3). */
double gpucost__sharded_weights_s(const gpucost__training_case *run, const gpucost__pass *pass,
                                  const gpucost__share *share, const gpucost__pass_time *time);

/* Gradients of a step, and updated weights when states are sharded (ZeRO stages 0 to 2). */
double gpucost__gradients_s(const gpucost__training_case *run, const gpucost__pass *pass, const gpucost__share *share,
                            const gpucost__pass_time *time);

/* Of a pass, when weights are kept in the host. */
double gpucost__visits_s(const gpucost__training_case *run, const gpucost__pass *pass, const gpucost__share *share);

double gpucost__optimizer_s(const gpucost__training_case *run, const gpucost__pass *pass, const gpucost__share *share);

#endif
