#include "memory/memory_table.h"

#define BYTES(member, text) FIELD(gpucost_memory, member, GPUCOST_FIELD_U64, .unit = "bytes", .doc = (text))

static const gpucost_field memory_fields[] = {
    FIELD_SIZE(gpucost_memory),
    BYTES(weights_bytes, "weights in the format they compute in"),
    BYTES(gradients_bytes, "gradients alive at the peak"),
    BYTES(optimizer_bytes, "optimiser states"),
    BYTES(master_bytes, "fp32 copies of the weights"),
    BYTES(activations_bytes, "activations stored for the backward pass, or alive in inference"),
    BYTES(logits_bytes, "logits and loss"),
    BYTES(communication_bytes, "gathered weights and collective buffers"),
    BYTES(kv_cache_bytes, "key-value cache"),
    BYTES(workspace_bytes, "working set of the running kernels"),
    BYTES(fragmentation_bytes, "reserved by the allocator and not used"),
    BYTES(context_bytes, "driver, CUDA context and communication library"),
    BYTES(total_bytes, "sum of the parts, as nvidia-smi shows it"),
    BYTES(allocated_bytes, "peak of live tensors"),
    BYTES(reserved_bytes, "peak of the framework's pool"),
    BYTES(low_bytes, "P10 of the total"),
    BYTES(high_bytes, "P90 of the total"),
    FIELD(gpucost_memory, micro_batch, GPUCOST_FIELD_U64, .unit = "sequences",
          .doc = "micro-batch, or sequences served at once, that the figures are for"),
};
const gpucost_struct gpucost__memory_table =
    STRUCT_TABLE(gpucost_memory, memory_fields, "Memory of the fullest device, by part");

static const gpucost_field point_fields[] = {
    FIELD_SIZE(gpucost_memory_point),
    FIELD(gpucost_memory_point, batch, GPUCOST_FIELD_U64, .unit = "sequences", .fallback = "the workload's",
          .least = "1", .most = "1048576", .doc = "micro-batch, or sequences served at once"),
    FIELD(gpucost_memory_point, length, GPUCOST_FIELD_U64, .unit = "tokens", .fallback = "the workload's", .least = "1",
          .most = "100000000", .doc = "sequence; of the prompt in inference"),
    FIELD(gpucost_memory_point, tensor_degree, GPUCOST_FIELD_U64, .fallback = "the layout's", .least = "1",
          .most = "1000000", .doc = "devices that share each matrix"),
    FIELD(gpucost_memory_point, pipeline_degree, GPUCOST_FIELD_U64, .fallback = "the layout's", .least = "1",
          .most = "1000000", .doc = "pipeline stages"),
    FIELD(gpucost_memory_point, data_degree, GPUCOST_FIELD_U64, .fallback = "the layout's", .least = "1",
          .most = "1000000", .doc = "replicas that see different sequences"),
    FIELD(gpucost_memory_point, recompute, GPUCOST_FIELD_CHOICE, .choices = "auto|none|selective|full",
          .fallback = "the workload's", .doc = "how much of the forward pass is computed again"),
    FIELD(gpucost_memory_point, zero, GPUCOST_FIELD_CHOICE, .choices = "layout|0|1|2|3", .fallback = "the layout's",
          .doc = "ZeRO stage plus one, so that 1 shards nothing"),
};
const gpucost_struct gpucost__memory_point_table =
    STRUCT_TABLE(gpucost_memory_point, point_fields, "What a search changes between two estimates");

static const gpucost_field activation_fields[] = {
    FIELD_SIZE(gpucost_memory_activation_options),
    FIELD(gpucost_memory_activation_options, sequence, GPUCOST_FIELD_U64, .unit = "tokens",
          .fallback = "the model's context length", .least = "1", .most = "1000000000", .doc = "sequence length"),
    FIELD(gpucost_memory_activation_options, micro_batch, GPUCOST_FIELD_U64, .unit = "sequences", .fallback = "1",
          .least = "1", .most = "1000000", .doc = "sequences per device and pass"),
    FIELD(gpucost_memory_activation_options, recompute, GPUCOST_FIELD_CHOICE, .choices = "auto|none|selective|full",
          .fallback = "none", .doc = "how much of the forward pass is computed again"),
    FIELD(gpucost_memory_activation_options, attention, GPUCOST_FIELD_CHOICE, .choices = "flash|materialised",
          .doc = "how attention is computed"),
};
const gpucost_struct gpucost__memory_activation_options_table =
    STRUCT_TABLE(gpucost_memory_activation_options, activation_fields, "Options of gpucost_memory_activation()");
