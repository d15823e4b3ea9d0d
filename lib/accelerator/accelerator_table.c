#include "accelerator/accelerator_row.h"

/* Rates and bandwidths that no chip, link or node is outside of: a cell beyond them has the wrong unit. */
#define RATE(member, text) \
    FIELD(gpucost_accelerator, member, GPUCOST_FIELD_F64, .unit = "FLOP/s", .fallback = "unknown", .least = "1e6", \
          .most = "1e21", .doc = (text))
#define SPEED .unit = "bytes/s", .least = "1e6", .most = "1e18"

static const gpucost_field accelerator_fields[] = {
    FIELD_SIZE(gpucost_accelerator),
    FIELD(gpucost_accelerator, id, GPUCOST_FIELD_TEXT, .doc = "catalogue id, such as a100-sxm-80gb"),
    FIELD(gpucost_accelerator, name, GPUCOST_FIELD_TEXT, .doc = "product name"),
    FIELD(gpucost_accelerator, aliases, GPUCOST_FIELD_TEXT, .doc = "other spellings, joined by ';'"),
    FIELD(gpucost_accelerator, vendor, GPUCOST_FIELD_TEXT, .doc = "maker, such as NVIDIA"),
    FIELD(gpucost_accelerator, architecture, GPUCOST_FIELD_TEXT, .doc = "generation, such as Hopper"),
    FIELD(gpucost_accelerator, compute_capability, GPUCOST_FIELD_TEXT,
          .doc = "CUDA compute capability, such as 9.0; empty where there is none"),
    FIELD(gpucost_accelerator, year, GPUCOST_FIELD_U64, .fallback = "unknown", .least = "2000", .most = "2100",
          .doc = "year of introduction"),
    FIELD(gpucost_accelerator, memory_bytes, GPUCOST_FIELD_U64, .unit = "bytes", .least = "1048576",
          .most = "1125899906842624", .doc = "printed memory size"),
    FIELD(gpucost_accelerator, memory_usable_bytes, GPUCOST_FIELD_U64, .unit = "bytes", .fallback = "memory_bytes",
          .least = "1048576", .most = "1125899906842624", .doc = "memory that a process can use"),
    FIELD(gpucost_accelerator, memory_type, GPUCOST_FIELD_TEXT, .doc = "kind of memory, such as HBM3"),
    FIELD(gpucost_accelerator, memory_bandwidth_bytes_per_s, GPUCOST_FIELD_F64, SPEED, .doc = "rate of its memory"),
    RATE(fp64_flop_per_s, "fp64 vector rate"),
    RATE(fp64_tensor_flop_per_s, "fp64 matrix rate, dense"),
    RATE(fp32_flop_per_s, "fp32 vector rate"),
    RATE(tf32_flop_per_s, "tf32 matrix rate, dense"),
    RATE(fp16_flop_per_s, "fp16 matrix rate, dense"),
    RATE(bf16_flop_per_s, "bf16 matrix rate, dense"),
    RATE(fp8_flop_per_s, "fp8 matrix rate, dense"),
    FIELD(gpucost_accelerator, int8_op_per_s, GPUCOST_FIELD_F64, .unit = "op/s", .fallback = "unknown", .least = "1e6",
          .most = "1e21", .doc = "int8 matrix rate, dense"),
    FIELD(gpucost_accelerator, int4_op_per_s, GPUCOST_FIELD_F64, .unit = "op/s", .fallback = "unknown", .least = "1e6",
          .most = "1e21", .doc = "int4 matrix rate, dense"),
    RATE(fp4_flop_per_s, "fp4 matrix rate, dense"),
    FIELD(gpucost_accelerator, multiprocessors, GPUCOST_FIELD_U64, .fallback = "unknown", .least = "1",
          .most = "1000000", .doc = "streaming multiprocessors or compute units"),
    FIELD(gpucost_accelerator, l2_bytes, GPUCOST_FIELD_U64, .unit = "bytes", .fallback = "unknown", .least = "1024",
          .most = "1099511627776", .doc = "last-level cache"),
    FIELD(gpucost_accelerator, scale_up_bytes_per_s, GPUCOST_FIELD_F64, SPEED, .fallback = "none: PCI Express",
          .doc = "all links to its neighbours, one direction"),
    FIELD(gpucost_accelerator, pcie_generation, GPUCOST_FIELD_U64, .fallback = "unknown", .least = "1", .most = "7",
          .doc = "PCI Express generation"),
    FIELD(gpucost_accelerator, pcie_lanes, GPUCOST_FIELD_U64, .unit = "lanes", .fallback = "unknown", .least = "1",
          .most = "32", .doc = "PCI Express lanes"),
    FIELD(gpucost_accelerator, power_w, GPUCOST_FIELD_F64, .unit = "W", .fallback = "unknown", .least = "1",
          .most = "1000000", .doc = "top of the configurable board power"),
    FIELD(gpucost_accelerator, mig_instances, GPUCOST_FIELD_U64, .fallback = "no MIG", .least = "1", .most = "64",
          .doc = "most MIG instances"),
    FIELD(gpucost_accelerator, ecc, GPUCOST_FIELD_TEXT, .doc = "error correction of the memory: yes, no or a word"),
    FIELD(gpucost_accelerator, form_factor, GPUCOST_FIELD_TEXT, .doc = "board, such as SXM5"),
    FIELD(gpucost_accelerator, source, GPUCOST_FIELD_TEXT, .doc = "where the row comes from"),
};
const gpucost_struct gpucost__accelerator_table =
    STRUCT_TABLE(gpucost_accelerator, accelerator_fields, "One schedulable accelerator.");

static const gpucost_field link_fields[] = {
    FIELD_SIZE(gpucost_link),
    FIELD(gpucost_link, id, GPUCOST_FIELD_TEXT, .doc = "id, such as nvlink4"),
    FIELD(gpucost_link, kind, GPUCOST_FIELD_TEXT, .doc = "scale_up, host, scale_out or measured"),
    FIELD(gpucost_link, technology, GPUCOST_FIELD_TEXT, .doc = "such as NVLink"),
    FIELD(gpucost_link, generation, GPUCOST_FIELD_TEXT, .doc = "as the technology counts it"),
    FIELD(gpucost_link, scope, GPUCOST_FIELD_TEXT, .doc = "what the figures describe"),
    FIELD(gpucost_link, accelerators, GPUCOST_FIELD_TEXT, .doc = "catalogue ids that carry it, joined by ';'"),
    FIELD(gpucost_link, link_bytes_per_s, GPUCOST_FIELD_F64, SPEED, .fallback = "unknown",
          .doc = "one link, one direction"),
    FIELD(gpucost_link, links, GPUCOST_FIELD_U64, .fallback = "unknown", .least = "1", .most = "1024",
          .doc = "links per device"),
    FIELD(gpucost_link, device_bytes_per_s, GPUCOST_FIELD_F64, SPEED, .fallback = "unknown",
          .doc = "one device, one direction"),
    FIELD(gpucost_link, node_bytes_per_s, GPUCOST_FIELD_F64, SPEED, .fallback = "unknown",
          .doc = "one node, one direction"),
    FIELD(gpucost_link, latency_s, GPUCOST_FIELD_F64, .unit = "s", .fallback = "unknown", .least = "1e-9", .most = "1",
          .doc = "one hop"),
    /* in-network reduction lifts bus bandwidth above the wire's rate */
    FIELD(gpucost_link, efficiency, GPUCOST_FIELD_F64, .fallback = "unknown", .least = "0.001", .most = "2",
          .doc = "measured over nominal rate"),
    FIELD(gpucost_link, source, GPUCOST_FIELD_TEXT, .doc = "where the row comes from"),
};
const gpucost_struct gpucost__link_table = STRUCT_TABLE(gpucost_link, link_fields, "A link technology.");

static const gpucost_field instance_fields[] = {
    FIELD_SIZE(gpucost_instance),
    FIELD(gpucost_instance, provider, GPUCOST_FIELD_TEXT, .doc = "such as aws"),
    FIELD(gpucost_instance, instance, GPUCOST_FIELD_TEXT, .doc = "the provider's name, such as p5.48xlarge"),
    FIELD(gpucost_instance, accelerator, GPUCOST_FIELD_TEXT, .doc = "catalogue id of its accelerator"),
    FIELD(gpucost_instance, accelerator_count, GPUCOST_FIELD_U64, .least = "1", .most = "1024",
          .doc = "devices per instance as the provider counts them"),
    FIELD(gpucost_instance, accelerator_share, GPUCOST_FIELD_F64, .least = "0.001", .most = "1",
          .doc = "share of one device, below 1 for sliced instances"),
    FIELD(gpucost_instance, vcpus, GPUCOST_FIELD_U64, .fallback = "unknown", .least = "1", .most = "100000",
          .doc = "virtual processors"),
    FIELD(gpucost_instance, memory_bytes, GPUCOST_FIELD_U64, .unit = "bytes", .fallback = "unknown",
          .least = "1048576", .most = "1125899906842624", .doc = "host memory"),
    FIELD(gpucost_instance, local_storage_bytes, GPUCOST_FIELD_U64, .unit = "bytes", .fallback = "none or unknown",
          .least = "1048576", .most = "1152921504606846976", .doc = "local NVMe"),
    FIELD(gpucost_instance, network_bytes_per_s, GPUCOST_FIELD_F64, SPEED, .fallback = "unknown",
          .doc = "highest advertised network rate, one direction"),
    FIELD(gpucost_instance, source, GPUCOST_FIELD_TEXT, .doc = "where the row comes from"),
};
const gpucost_struct gpucost__instance_table =
    STRUCT_TABLE(gpucost_instance, instance_fields, "A cloud instance type that carries accelerators.");

static const gpucost_field cluster_fields[] = {
    FIELD_SIZE(gpucost_cluster),
    FIELD(gpucost_cluster, accelerator, GPUCOST_FIELD_TEXT, .doc = "accelerator by any name it has"),
    FIELD(gpucost_cluster, devices, GPUCOST_FIELD_U64, .fallback = "1", .least = "1", .most = "1048576",
          .doc = "accelerators in all"),
    FIELD(gpucost_cluster, devices_per_node, GPUCOST_FIELD_U64, .fallback = "8, or all when fewer", .least = "1",
          .most = "1048576", .doc = "accelerators that share a node"),
    FIELD(gpucost_cluster, scale_up_bytes_per_s, GPUCOST_FIELD_F64, SPEED,
          .fallback = "NVLink or PCI Express of the accelerator", .doc = "inside a node, per device and direction"),
    FIELD(gpucost_cluster, network_bytes_per_s, GPUCOST_FIELD_F64, SPEED,
          .fallback = "per device 25e9 (A100), 50e9 (H100 to GB200), 100e9 (B300, GB300), else 12.5e9",
          .doc = "between nodes, per node and direction"),
};
const gpucost_struct gpucost__cluster_table =
    STRUCT_TABLE(gpucost_cluster, cluster_fields, "Equal accelerators and the links between them.");
