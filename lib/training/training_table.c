#include "training/training_table.h"

static const gpucost_field training_fields[] = {
    FIELD_SIZE(gpucost_training),
    FIELD(gpucost_training, bound, GPUCOST_FIELD_CHOICE, .choices = "compute|memory|communication|pipeline",
          .doc = "the largest part of the step"),
    FIELD(gpucost_training, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
    FIELD(gpucost_training, matrix_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "matrix products, forward and backward"),
    FIELD(gpucost_training, attention_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "attention scores and their values"),
    FIELD(gpucost_training, recompute_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "what is computed again"),
    FIELD(gpucost_training, memory_s, GPUCOST_FIELD_F64, .unit = "s",
          .doc = "operators bound by memory bandwidth: norms, activations, loss"),
    FIELD(gpucost_training, communication_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "communication that nothing hides"),
    FIELD(gpucost_training, bubble_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "devices idle in the pipeline"),
    FIELD(gpucost_training, optimizer_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "optimiser update"),
    FIELD(gpucost_training, overhead_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "launches, data loading and the rest"),
    FIELD(gpucost_training, step_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "one optimiser step, the sum of the parts"),
    FIELD(gpucost_training, tokens_per_step, GPUCOST_FIELD_F64, .unit = "tokens", .doc = "global batch x sequence"),
    FIELD(gpucost_training, tokens_per_s, GPUCOST_FIELD_F64, .unit = "tokens/s", .doc = "over all devices"),
    FIELD(gpucost_training, tokens_per_s_per_device, GPUCOST_FIELD_F64, .unit = "tokens/s", .doc = "of one device"),
    FIELD(gpucost_training, model_flop_per_token, GPUCOST_FIELD_F64, .unit = "FLOP/token",
          .doc = "FLOPs of the model, recomputation left out"),
    FIELD(gpucost_training, mfu, GPUCOST_FIELD_F64, .doc = "model FLOPs utilisation, 0..1"),
    FIELD(gpucost_training, hfu, GPUCOST_FIELD_F64, .doc = "hardware FLOPs utilisation, 0..1"),
    FIELD(gpucost_training, steps, GPUCOST_FIELD_F64, .fallback = "tokens is not known",
          .doc = "optimiser steps of the whole run"),
    FIELD(gpucost_training, total_s, GPUCOST_FIELD_F64, .unit = "s", .fallback = "tokens is not known",
          .doc = "the whole run without failures"),
    FIELD(gpucost_training, device_hours, GPUCOST_FIELD_F64, .unit = "h", .fallback = "tokens is not known",
          .doc = "devices x total"),
    FIELD(gpucost_training, energy_j, GPUCOST_FIELD_F64, .unit = "J", .fallback = "not known",
          .doc = "boards at their power limit over the run"),
    FIELD(gpucost_training, low_step_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "P10 of step_s"),
    FIELD(gpucost_training, high_step_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "P90 of step_s"),
    FIELD(gpucost_training, micro_batch, GPUCOST_FIELD_U64, .unit = "sequences", .doc = "per device and pass"),
    FIELD(gpucost_training, micro_batches, GPUCOST_FIELD_U64, .doc = "passes per step of one replica"),
};

const gpucost_struct gpucost__training_table =
    STRUCT_TABLE(gpucost_training, training_fields, "Time of a training step and of the whole run.");

#define SHARE(member, text) \
    FIELD(gpucost_training_profile, member, GPUCOST_FIELD_F64, .fallback = "as published runs", .least = "1e-4", \
          .most = "1", .doc = text)
#define RATIO(member, text) \
    FIELD(gpucost_training_profile, member, GPUCOST_FIELD_F64, .fallback = "as published runs", .least = "1e-4", \
          .most = "1000", .doc = text)

static const gpucost_field profile_fields[] = {
    FIELD_SIZE(gpucost_training_profile),
    FIELD(gpucost_training_profile, software, GPUCOST_FIELD_CHOICE, .choices = "auto|megatron|sharded|deepspeed|eager",
          .doc = "family of the framework"),
    FIELD(gpucost_training_profile, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
    FIELD(gpucost_training_profile, release, GPUCOST_FIELD_F64, .unit = "year",
          .fallback = "current, or 2021.5 when attention scores are stored", .least = "2015", .most = "2100",
          .doc = "when the software was released, such as 2024.5"),
    SHARE(matrix_32, "large products in 32 bits and TF32, of their peak"),
    SHARE(matrix_16, "large products in 16 bits, of their peak"),
    SHARE(matrix_8, "large products in 8 bits, of their peak"),
    SHARE(matrix_4, "large products in 4 bits, of their peak"),
    RATIO(experts, "products of routed experts over large ones"),
    SHARE(attention, "fused attention with 128 channels a head, of the 16-bit peak"),
    SHARE(memory, "streaming operators, of the memory bandwidth"),
    RATIO(traffic, "memory traffic of a decoder layer over that of its operators each alone"),
    RATIO(routed_traffic, "passes over what is sent to experts, each way"),
    SHARE(scale_up, "links inside a domain, of their rate"),
    SHARE(network, "network, of its rate"),
    SHARE(tensor_exposed, "tensor-parallel communication that nothing hides"),
    SHARE(expert_exposed, "exchange between experts that nothing hides"),
    SHARE(hidden_share, "what communication still costs while computation hides it"),
    FIELD(gpucost_training_profile, routed_stall_s, GPUCOST_FIELD_F64, .unit = "s", .fallback = "as published runs",
          .least = "1e-9", .most = "10", .doc = "what a layer with experts waits for their counts"),
    FIELD(gpucost_training_profile, launch_s, GPUCOST_FIELD_F64, .unit = "s", .fallback = "as published runs",
          .least = "1e-9", .most = "10", .doc = "host time of one layer, forward and backward"),
    FIELD(gpucost_training_profile, step_overhead_s, GPUCOST_FIELD_F64, .unit = "s", .fallback = "as published runs",
          .least = "1e-9", .most = "1000", .doc = "data loading, clipping and synchronisation of a step"),
    FIELD(gpucost_training_profile, input_sequences_per_s, GPUCOST_FIELD_F64, .unit = "1/s",
          .least = "0", .most = "1e12",
          .doc = "sequences that storage and processors prepare for all devices; 0: as many as needed"),
    FIELD(gpucost_training_profile, straggler, GPUCOST_FIELD_F64, .fallback = "1", .least = "1", .most = "1000",
          .doc = "time of the slowest device over the usual one"),
    FIELD(gpucost_training_profile, unprefetched, GPUCOST_FIELD_FLAG, .doc = "input is read between steps"),
    FIELD(gpucost_training_profile, reserved_end, GPUCOST_FIELD_RESERVED, .doc = "zero"),
    FIELD(gpucost_training_profile, hidden_data, GPUCOST_FIELD_F64, .least = "0", .most = "1",
          .doc = "what exchange between replicas still costs while hidden"),
};

const gpucost_struct gpucost__training_profile_table =
    STRUCT_TABLE(gpucost_training_profile, profile_fields, "What a framework attains on an accelerator.");

static const gpucost_field budget_fields[] = {
    FIELD_SIZE(gpucost_training_budget),
    FIELD(gpucost_training_budget, flop, GPUCOST_FIELD_F64, .unit = "FLOP", .fallback = "6 x parameters x tokens",
          .least = "1", .most = "1e40", .doc = "FLOPs of the whole run"),
    FIELD(gpucost_training_budget, parameters, GPUCOST_FIELD_F64, .least = "1", .most = "1e16",
          .doc = "parameters, when flop is not given"),
    FIELD(gpucost_training_budget, tokens, GPUCOST_FIELD_F64, .unit = "tokens", .least = "1", .most = "1e18",
          .doc = "tokens, when flop is not given"),
    FIELD(gpucost_training_budget, peak_flop_per_s, GPUCOST_FIELD_F64, .unit = "FLOP/s", .least = "1e6", .most = "1e20",
          .doc = "dense peak of one device"),
    FIELD(gpucost_training_budget, mfu, GPUCOST_FIELD_F64, .least = "1e-6", .most = "1",
          .doc = "model FLOPs utilisation on one device"),
    FIELD(gpucost_training_budget, scaling_efficiency, GPUCOST_FIELD_F64, .fallback = "1", .least = "1e-6", .most = "1",
          .doc = "of all devices over one"),
    FIELD(gpucost_training_budget, devices, GPUCOST_FIELD_U64, .fallback = "1", .least = "1", .most = "10000000",
          .doc = "devices"),
};

const gpucost_struct gpucost__training_budget_table =
    STRUCT_TABLE(gpucost_training_budget, budget_fields, "A training run whose FLOPs are known.");
