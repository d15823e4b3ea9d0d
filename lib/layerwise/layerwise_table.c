#include "layerwise/layerwise_table.h"

#define P(member, type, ...) FIELD(gpucost_layerwise_profile, member, type, __VA_ARGS__)
#define SHARE(member, text)                                                                                       \
    P(member, GPUCOST_FIELD_F64, .fallback = "the accelerator's", .least = "1e-4", .most = "1", .doc = text)
#define FACTOR(member, most_text, text) \
    P(member, GPUCOST_FIELD_F64, .fallback = "the default", .least = "1e-6", .most = most_text, .doc = text)
#define SECONDS(member, text)                                                                                       \
    P(member, GPUCOST_FIELD_F64, .unit = "s", .fallback = "the default", .least = "1e-9", .most = "100", .doc = text)
#define T(member, ...) FIELD(gpucost_layerwise_time, member, GPUCOST_FIELD_F64, __VA_ARGS__)
#define M(member, text) FIELD(gpucost_layerwise_memory, member, GPUCOST_FIELD_U64, .unit = "bytes", .doc = text)

static const gpucost_field profile_fields[] = {
    FIELD_SIZE(gpucost_layerwise_profile),
    P(fusion, GPUCOST_FIELD_CHOICE, .choices = "auto|eager|norms|engine", .doc = "what of a layer runs as one kernel"),
    P(images, GPUCOST_FIELD_CHOICE, .choices = "auto|channels_first|channels_last",
      .doc = "order of an image in memory"),
    SHARE(products_32, "large products in 32 bits and TF32, of their peak"),
    SHARE(products_16, "large products in 16 bits, of their peak"),
    SHARE(products_8, "large products in 8 bits, of their peak"),
    SHARE(fused_attention, "fused attention with 128 channels a head, of the 16-bit peak"),
    SHARE(memory, "streaming operators, of the memory bandwidth"),
    SHARE(unhidden, "share of a product's traffic that its arithmetic does not hide"),
    FACTOR(group_channels, "1024", "channels of a group that matrix units need to be busy"),
    FACTOR(depthwise, "1000", "passes of a depthwise convolution of 3 x 3 over memory"),
    FACTOR(reordered, "100", "passes that convolutions in channels-first images add in 16 bits, each way"),
    FACTOR(traffic, "100", "passes of operators over what is counted when each runs alone"),
    SECONDS(launch_s, "host time of one kernel"),
    SECONDS(kernel_s, "least time of one kernel on the device"),
    SECONDS(step_overhead_s, "data loading, optimiser bookkeeping and synchronisation of a step"),
    FACTOR(straggler, "1000", "time of the slowest device over the usual one, when there are several"),
    SHARE(scale_up, "links inside a node, of their rate"),
    SHARE(fabric, "network between nodes, of its rate"),
    P(input_samples_per_s, GPUCOST_FIELD_F64, .unit = "1/s", .fallback = "as fast as needed", .least = "1e-6",
      .most = "1e12", .doc = "what storage and processors prepare for all devices"),
    P(unprefetched, GPUCOST_FIELD_FLAG, .doc = "input is read between steps, not during them"),
    P(zero_stage, GPUCOST_FIELD_CHOICE, .choices = "0|1|2|3",
      .doc = "what replicas share: 0 nothing, 1 optimiser states, 2 gradients, 3 weights"),
    P(shards, GPUCOST_FIELD_U64, .fallback = "all devices for times, 1 for memory", .least = "1", .most = "1000000",
      .doc = "replicas that share"),
    P(split, GPUCOST_FIELD_U64, .fallback = "1", .least = "1", .most = "4096",
      .doc = "devices that share the positions of each sample"),
    P(evaluations, GPUCOST_FIELD_F64, .fallback = "1", .least = "1", .most = "1e6",
      .doc = "passes that make one sample in inference, such as denoising steps"),
};

static const gpucost_field time_fields[] = {
    FIELD_SIZE(gpucost_layerwise_time),
    FIELD(gpucost_layerwise_time, bound, GPUCOST_FIELD_CHOICE, .choices = "products|memory|communication|host",
          .doc = "the largest part"),
    FIELD(gpucost_layerwise_time, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
    T(products_s, .unit = "s", .doc = "convolutions and matrix products"),
    T(attention_s, .unit = "s", .doc = "attention scores and their product with values"),
    T(memory_s, .unit = "s", .doc = "operators bound by memory bandwidth"),
    T(recompute_s, .unit = "s", .doc = "what is computed again"),
    T(communication_s, .unit = "s", .doc = "communication that nothing hides"),
    T(optimizer_s, .unit = "s", .doc = "optimiser update"),
    T(host_s, .unit = "s", .doc = "launches, input and synchronisation that nothing hides"),
    T(step_s, .unit = "s", .doc = "one step, or one batch"),
    T(samples_per_step, .doc = "samples of a step, over all devices"),
    T(samples_per_s, .unit = "1/s", .doc = "over all devices"),
    T(samples_per_s_per_device, .unit = "1/s", .doc = "of one device"),
    T(flop_per_sample, .unit = "FLOP", .doc = "of the network's products"),
    T(mfu, .doc = "model FLOPs utilisation, 0..1"),
    T(steps, .doc = "steps of the whole run; 0 when not known"),
    T(total_s, .unit = "s", .doc = "the whole run without failures; 0 when not known"),
    T(device_hours, .unit = "h", .doc = "devices x total; 0 when not known"),
    T(energy_j, .unit = "J", .doc = "boards at their power limit over the run; 0 when not known"),
    T(low_step_s, .unit = "s", .doc = "P10 of step_s"),
    T(high_step_s, .unit = "s", .doc = "P90 of step_s"),
    FIELD(gpucost_layerwise_time, micro_batch, GPUCOST_FIELD_U64, .doc = "samples per device and pass"),
    FIELD(gpucost_layerwise_time, micro_batches, GPUCOST_FIELD_U64, .doc = "passes per step of one device"),
};

static const gpucost_field memory_fields[] = {
    FIELD_SIZE(gpucost_layerwise_memory),
    M(weights_bytes, "weights and their copies in other formats"),
    M(gradients_bytes, "gradients"),
    M(optimizer_bytes, "optimiser states"),
    M(activations_bytes, "what the backward pass needs; inference: the largest results at once"),
    M(input_bytes, "samples, this batch and the next"),
    M(workspace_bytes, "gradients of results, buffers of convolutions and of the reduction"),
    M(context_bytes, "driver and libraries"),
    M(total_bytes, "sum"),
    M(bytes_per_sample, "what one sample more takes"),
};

const gpucost_struct gpucost__layerwise_profile_table =
    STRUCT_TABLE(gpucost_layerwise_profile, profile_fields, "How the software runs a network, and what it attains.");
const gpucost_struct gpucost__layerwise_time_table =
    STRUCT_TABLE(gpucost_layerwise_time, time_fields, "Time of a training step or an inference batch of a network.");
const gpucost_struct gpucost__layerwise_memory_table =
    STRUCT_TABLE(gpucost_layerwise_memory, memory_fields, "Memory of one device that trains or runs a network.");
