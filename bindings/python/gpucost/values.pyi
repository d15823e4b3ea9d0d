"""Generated from the field tables by scripts/stubs.py."""
import datetime
import decimal
from typing import Any, Literal, Optional, TypeVar, Union

from gpucost.units import Money

_Price = Union[decimal.Decimal, int, str]
_Instant = Union[datetime.datetime, datetime.date, str, int]
_T = TypeVar('_T')


class Field:
    name: str
    doc: str
    choices: tuple[str, ...]
    unit: Optional[str]
    fallback: Optional[str]
    least: Optional[str]
    most: Optional[str]


class Value:
    @classmethod
    def fields(cls) -> tuple[Field, ...]: ...
    @classmethod
    def from_json(cls: type[_T], text: str, source: str = ...) -> _T: ...
    def to_json(self) -> str: ...
    def to_dict(self) -> dict[str, Any]: ...
    def given(self) -> dict[str, str]: ...
    def text(self, name: str) -> str: ...
    def replace(self: _T, **fields: Any) -> _T: ...


CLASSES: dict[str, type[Value]]


def value(cls: type[_T], given: Any, fields: Optional[dict[str, Any]] = ...) -> Optional[_T]: ...


class Accelerator(Value):
    """One schedulable accelerator."""

    id: str
    """catalogue id, such as a100-sxm-80gb"""
    name: str
    """product name"""
    aliases: str
    """other spellings, joined by ';'"""
    vendor: str
    """maker, such as NVIDIA"""
    architecture: str
    """generation, such as Hopper"""
    compute_capability: str
    """CUDA compute capability, such as 9.0; empty where there is none"""
    year: int
    """year of introduction; 2000..2100; 0: unknown"""
    memory_bytes: int
    """printed memory size [bytes]; 1048576..1125899906842624"""
    memory_usable_bytes: int
    """memory that a process can use [bytes]; 1048576..1125899906842624; 0: memory_bytes"""
    memory_type: str
    """kind of memory, such as HBM3"""
    memory_bandwidth_bytes_per_s: float
    """rate of its memory [bytes/s]; 1e6..1e18"""
    fp64_flop_per_s: float
    """fp64 vector rate [FLOP/s]; 1e6..1e21; 0: unknown"""
    fp64_tensor_flop_per_s: float
    """fp64 matrix rate, dense [FLOP/s]; 1e6..1e21; 0: unknown"""
    fp32_flop_per_s: float
    """fp32 vector rate [FLOP/s]; 1e6..1e21; 0: unknown"""
    tf32_flop_per_s: float
    """tf32 matrix rate, dense [FLOP/s]; 1e6..1e21; 0: unknown"""
    fp16_flop_per_s: float
    """fp16 matrix rate, dense [FLOP/s]; 1e6..1e21; 0: unknown"""
    bf16_flop_per_s: float
    """bf16 matrix rate, dense [FLOP/s]; 1e6..1e21; 0: unknown"""
    fp8_flop_per_s: float
    """fp8 matrix rate, dense [FLOP/s]; 1e6..1e21; 0: unknown"""
    int8_op_per_s: float
    """int8 matrix rate, dense [op/s]; 1e6..1e21; 0: unknown"""
    int4_op_per_s: float
    """int4 matrix rate, dense [op/s]; 1e6..1e21; 0: unknown"""
    fp4_flop_per_s: float
    """fp4 matrix rate, dense [FLOP/s]; 1e6..1e21; 0: unknown"""
    multiprocessors: int
    """streaming multiprocessors or compute units; 1..1000000; 0: unknown"""
    l2_bytes: int
    """last-level cache [bytes]; 1024..1099511627776; 0: unknown"""
    scale_up_bytes_per_s: float
    """all links to its neighbours, one direction [bytes/s]; 1e6..1e18; 0: none: PCI Express"""
    pcie_generation: int
    """PCI Express generation; 1..7; 0: unknown"""
    pcie_lanes: int
    """PCI Express lanes [lanes]; 1..32; 0: unknown"""
    power_w: float
    """top of the configurable board power [W]; 1..1000000; 0: unknown"""
    mig_instances: int
    """most MIG instances; 1..64; 0: no MIG"""
    ecc: str
    """error correction of the memory: yes, no or a word"""
    form_factor: str
    """board, such as SXM5"""
    source: str
    """where the row comes from"""

    def __init__(self, *,
                 id: Optional[str] = ...,
                 name: Optional[str] = ...,
                 aliases: Optional[str] = ...,
                 vendor: Optional[str] = ...,
                 architecture: Optional[str] = ...,
                 compute_capability: Optional[str] = ...,
                 year: Optional[float] = ...,
                 memory_bytes: Optional[float] = ...,
                 memory_usable_bytes: Optional[float] = ...,
                 memory_type: Optional[str] = ...,
                 memory_bandwidth_bytes_per_s: Optional[float] = ...,
                 fp64_flop_per_s: Optional[float] = ...,
                 fp64_tensor_flop_per_s: Optional[float] = ...,
                 fp32_flop_per_s: Optional[float] = ...,
                 tf32_flop_per_s: Optional[float] = ...,
                 fp16_flop_per_s: Optional[float] = ...,
                 bf16_flop_per_s: Optional[float] = ...,
                 fp8_flop_per_s: Optional[float] = ...,
                 int8_op_per_s: Optional[float] = ...,
                 int4_op_per_s: Optional[float] = ...,
                 fp4_flop_per_s: Optional[float] = ...,
                 multiprocessors: Optional[float] = ...,
                 l2_bytes: Optional[float] = ...,
                 scale_up_bytes_per_s: Optional[float] = ...,
                 pcie_generation: Optional[float] = ...,
                 pcie_lanes: Optional[float] = ...,
                 power_w: Optional[float] = ...,
                 mig_instances: Optional[float] = ...,
                 ecc: Optional[str] = ...,
                 form_factor: Optional[str] = ...,
                 source: Optional[str] = ...) -> None: ...


class Cluster(Value):
    """Equal accelerators and the links between them."""

    accelerator: str
    """accelerator by any name it has"""
    devices: int
    """accelerators in all; 1..1048576; 0: 1"""
    devices_per_node: int
    """accelerators that share a node; 1..1048576; 0: 8, or all when fewer"""
    scale_up_bytes_per_s: float
    """inside a node, per device and direction [bytes/s]; 1e6..1e18; 0: NVLink or PCI Express of the accelerator"""
    network_bytes_per_s: float
    """between nodes, per node and direction [bytes/s]; 1e6..1e18; 0: 12.5e9 per device"""

    def __init__(self, *,
                 accelerator: Optional[str] = ...,
                 devices: Optional[float] = ...,
                 devices_per_node: Optional[float] = ...,
                 scale_up_bytes_per_s: Optional[float] = ...,
                 network_bytes_per_s: Optional[float] = ...) -> None: ...


class Instance(Value):
    """A cloud instance type that carries accelerators."""

    provider: str
    """such as aws"""
    instance: str
    """the provider's name, such as p5.48xlarge"""
    accelerator: str
    """catalogue id of its accelerator"""
    accelerator_count: int
    """devices per instance as the provider counts them; 1..1024"""
    accelerator_share: float
    """share of one device, below 1 for sliced instances; 0.001..1"""
    vcpus: int
    """virtual processors; 1..100000; 0: unknown"""
    memory_bytes: int
    """host memory [bytes]; 1048576..1125899906842624; 0: unknown"""
    local_storage_bytes: int
    """local NVMe [bytes]; 1048576..1152921504606846976; 0: none or unknown"""
    network_bytes_per_s: float
    """highest advertised network rate, one direction [bytes/s]; 1e6..1e18; 0: unknown"""
    source: str
    """where the row comes from"""

    def __init__(self, *,
                 provider: Optional[str] = ...,
                 instance: Optional[str] = ...,
                 accelerator: Optional[str] = ...,
                 accelerator_count: Optional[float] = ...,
                 accelerator_share: Optional[float] = ...,
                 vcpus: Optional[float] = ...,
                 memory_bytes: Optional[float] = ...,
                 local_storage_bytes: Optional[float] = ...,
                 network_bytes_per_s: Optional[float] = ...,
                 source: Optional[str] = ...) -> None: ...


class Link(Value):
    """A link technology."""

    id: str
    """id, such as nvlink4"""
    kind: str
    """scale_up, host, scale_out or measured"""
    technology: str
    """such as NVLink"""
    generation: str
    """as the technology counts it"""
    scope: str
    """what the figures describe"""
    accelerators: str
    """catalogue ids that carry it, joined by ';'"""
    link_bytes_per_s: float
    """one link, one direction [bytes/s]; 1e6..1e18; 0: unknown"""
    links: int
    """links per device; 1..1024; 0: unknown"""
    device_bytes_per_s: float
    """one device, one direction [bytes/s]; 1e6..1e18; 0: unknown"""
    node_bytes_per_s: float
    """one node, one direction [bytes/s]; 1e6..1e18; 0: unknown"""
    latency_s: float
    """one hop [s]; 1e-9..1; 0: unknown"""
    efficiency: float
    """measured over nominal rate; 0.001..2; 0: unknown"""
    source: str
    """where the row comes from"""

    def __init__(self, *,
                 id: Optional[str] = ...,
                 kind: Optional[str] = ...,
                 technology: Optional[str] = ...,
                 generation: Optional[str] = ...,
                 scope: Optional[str] = ...,
                 accelerators: Optional[str] = ...,
                 link_bytes_per_s: Optional[float] = ...,
                 links: Optional[float] = ...,
                 device_bytes_per_s: Optional[float] = ...,
                 node_bytes_per_s: Optional[float] = ...,
                 latency_s: Optional[float] = ...,
                 efficiency: Optional[float] = ...,
                 source: Optional[str] = ...) -> None: ...


class Precision(Value):
    """A number format of weights, activations or caches."""

    name: str
    """name of the format, such as bf16 or q4_k_m"""
    aliases: str
    """other spellings, joined by ';'"""
    bits_per_weight: float
    """mean storage of one weight, scales included [bits]; 0.5..128"""
    block_weights: int
    """weights that share a scale [weights]; 1..4294967296; 0: no shared scale"""
    rate: str
    """accelerator rate at which its matrices multiply"""
    source: str
    """where the row comes from"""

    def __init__(self, *,
                 name: Optional[str] = ...,
                 aliases: Optional[str] = ...,
                 bits_per_weight: Optional[float] = ...,
                 block_weights: Optional[float] = ...,
                 rate: Optional[str] = ...,
                 source: Optional[str] = ...) -> None: ...


class Workload(Value):
    """What to run: training, fine-tuning or serving a model, and how."""

    kind: Literal['training', 'lora', 'qlora', 'inference']
    """what is done with the model"""
    optimizer: Literal['adamw', 'adamw_8bit', 'adamw_bf16', 'adafactor', 'lion', 'sgd', 'momentum', 'muon']
    """optimiser, by the states it keeps"""
    recompute: Literal['auto', 'none', 'selective', 'full']
    """how much of the forward pass is computed again in the backward pass"""
    attention: Literal['flash', 'materialised']
    """whether attention scores are stored"""
    loss: Literal['plain', 'compiled', 'fused']
    """how the loss over the vocabulary is computed"""
    offload: Literal['none', 'optimizer']
    """what lives in host memory"""
    weights: str
    """format of the weights; 0: bf16, nf4 for qlora"""
    compute: str
    """format of the matrix products; 0: the rate of the weights' format"""
    kv_cache: str
    """format of the key-value cache; 0: the compute format, bf16 when that is narrower"""
    sequence: int
    """length of a sequence [tokens]; 1..100000000; 0: the model's context length, at most 4096"""
    micro_batch: int
    """sequences per device and pass [sequences]; 1..1048576; 0: 1, or the best when a layout is searched"""
    global_batch: int
    """sequences per optimiser step over all devices [sequences]; 1..1000000000; 0: enough for 4 Mi tokens of training, 16 sequences of fine-tuning"""
    tokens: int
    """tokens to train on in all [tokens]; 1..1000000000000000000; 0: unknown: no duration is given"""
    lora_rank: int
    """rank of the adapters; 1..65536; 0: 16"""
    lora_targets: Literal['all_linear', 'attention', 'query_value']
    """matrices that get adapters"""
    master_weights: Literal['auto', 'fp32', 'none']
    """whether narrow weights have a copy that the optimiser updates"""
    prompt_tokens: int
    """length of a request's prompt [tokens]; 1..100000000; 0: 1024"""
    output_tokens: int
    """length of a request's answer [tokens]; 1..100000000; 0: 256"""
    concurrent_sequences: int
    """sequences served at once by one replica [sequences]; 1..1048576; 0: what fits, at most 256"""
    requests_per_s: float
    """request rate to serve [1/s]; 1e-9..1e9; 0: one replica"""
    requests: int
    """requests to serve in all; 1..1000000000000000; 0: a standing service"""
    latency_s: float
    """objective for the time to the first token [s]; 1e-6..86400; 0: none"""
    mfu: float
    """model FLOPs utilisation to assume; 0.0001..1; 0: computed"""
    scaling_efficiency: float
    """efficiency of many devices over one; 0.0001..1; 0: computed"""

    def __init__(self, *,
                 kind: Optional[Literal['training', 'lora', 'qlora', 'inference']] = ...,
                 optimizer: Optional[Literal['adamw', 'adamw_8bit', 'adamw_bf16', 'adafactor', 'lion', 'sgd', 'momentum', 'muon']] = ...,
                 recompute: Optional[Literal['auto', 'none', 'selective', 'full']] = ...,
                 attention: Optional[Literal['flash', 'materialised']] = ...,
                 loss: Optional[Literal['plain', 'compiled', 'fused']] = ...,
                 offload: Optional[Literal['none', 'optimizer']] = ...,
                 weights: Optional[str] = ...,
                 compute: Optional[str] = ...,
                 kv_cache: Optional[str] = ...,
                 sequence: Optional[float] = ...,
                 micro_batch: Optional[float] = ...,
                 global_batch: Optional[float] = ...,
                 tokens: Optional[float] = ...,
                 lora_rank: Optional[float] = ...,
                 lora_targets: Optional[Literal['all_linear', 'attention', 'query_value']] = ...,
                 master_weights: Optional[Literal['auto', 'fp32', 'none']] = ...,
                 prompt_tokens: Optional[float] = ...,
                 output_tokens: Optional[float] = ...,
                 concurrent_sequences: Optional[float] = ...,
                 requests_per_s: Optional[float] = ...,
                 requests: Optional[float] = ...,
                 latency_s: Optional[float] = ...,
                 mfu: Optional[float] = ...,
                 scaling_efficiency: Optional[float] = ...) -> None: ...


class CheckpointCase(Value):
    """doc"""

    work_s: float
    """d"""
    mean_s: float
    """d"""
    checkpoint_s: float
    """d"""
    restart_s: float
    """d"""

    def __init__(self, *,
                 work_s: Optional[float] = ...,
                 mean_s: Optional[float] = ...,
                 checkpoint_s: Optional[float] = ...,
                 restart_s: Optional[float] = ...) -> None: ...


class CheckpointPlan(Value):
    """doc"""

    interval_s: float
    """d"""
    expected_s: float
    """d"""
    overhead: float
    """d"""
    interruptions: float
    """d"""

    def __init__(self, *,
                 interval_s: Optional[float] = ...,
                 expected_s: Optional[float] = ...,
                 overhead: Optional[float] = ...,
                 interruptions: Optional[float] = ...) -> None: ...


class Memory(Value):
    """doc"""

    weights_bytes: int
    """d"""
    gradients_bytes: int
    """d"""
    optimizer_bytes: int
    """d"""
    master_bytes: int
    """d"""
    activations_bytes: int
    """d"""
    logits_bytes: int
    """d"""
    communication_bytes: int
    """d"""
    kv_cache_bytes: int
    """d"""
    workspace_bytes: int
    """d"""
    fragmentation_bytes: int
    """d"""
    context_bytes: int
    """d"""
    total_bytes: int
    """d"""
    allocated_bytes: int
    """d"""
    reserved_bytes: int
    """d"""
    low_bytes: int
    """d"""
    high_bytes: int
    """d"""
    micro_batch: int
    """d"""

    def __init__(self, *,
                 weights_bytes: Optional[float] = ...,
                 gradients_bytes: Optional[float] = ...,
                 optimizer_bytes: Optional[float] = ...,
                 master_bytes: Optional[float] = ...,
                 activations_bytes: Optional[float] = ...,
                 logits_bytes: Optional[float] = ...,
                 communication_bytes: Optional[float] = ...,
                 kv_cache_bytes: Optional[float] = ...,
                 workspace_bytes: Optional[float] = ...,
                 fragmentation_bytes: Optional[float] = ...,
                 context_bytes: Optional[float] = ...,
                 total_bytes: Optional[float] = ...,
                 allocated_bytes: Optional[float] = ...,
                 reserved_bytes: Optional[float] = ...,
                 low_bytes: Optional[float] = ...,
                 high_bytes: Optional[float] = ...,
                 micro_batch: Optional[float] = ...) -> None: ...


class MemoryActivationOptions(Value):
    """doc"""

    sequence: int
    """d"""
    micro_batch: int
    """d"""
    recompute: Literal['a', 'b', 'c']
    """d"""
    attention: Literal['a', 'b', 'c']
    """d"""

    def __init__(self, *,
                 sequence: Optional[float] = ...,
                 micro_batch: Optional[float] = ...,
                 recompute: Optional[Literal['a', 'b', 'c']] = ...,
                 attention: Optional[Literal['a', 'b', 'c']] = ...) -> None: ...


class Architecture(Value):
    """doc"""

    name: str
    """d"""
    model_type: str
    """d"""
    kind: Literal['a', 'b', 'c']
    """d"""
    norm: Literal['a', 'b', 'c']
    """d"""
    layers: int
    """d"""
    encoder_layers: int
    """d"""
    hidden: int
    """d"""
    heads: int
    """d"""
    kv_heads: int
    """d"""
    head_dim: int
    """d"""
    ffn: int
    """d"""
    vocabulary: int
    """d"""
    context_length: int
    """d"""
    learned_positions: int
    """d"""
    token_types: int
    """d"""
    embedding_dim: int
    """d"""
    layer_norms: int
    """d"""
    outer_norms: int
    """d"""
    query_key_norm: int
    """d"""
    experts: int
    """d"""
    experts_per_token: int
    """d"""
    shared_experts: int
    """d"""
    expert_ffn: int
    """d"""
    shared_ffn: int
    """d"""
    dense_layers: int
    """d"""
    expert_interval: int
    """d"""
    q_lora_rank: int
    """d"""
    kv_lora_rank: int
    """d"""
    qk_rope_dim: int
    """d"""
    qk_nope_dim: int
    """d"""
    v_head_dim: int
    """d"""
    sliding_window: int
    """d"""
    sliding_layers: int
    """d"""
    extra_parameters: int
    """d"""
    tied_embeddings: Literal['a', 'b', 'c']
    """d"""
    output_head: Literal['a', 'b', 'c']
    """d"""
    gated_mlp: Literal['a', 'b', 'c']
    """d"""
    qkv_bias: Literal['a', 'b', 'c']
    """d"""
    attention_bias: Literal['a', 'b', 'c']
    """d"""
    mlp_bias: Literal['a', 'b', 'c']
    """d"""
    head_bias: Literal['a', 'b', 'c']
    """d"""
    attention_sinks: Literal['a', 'b', 'c']
    """d"""
    router_bias: Literal['a', 'b', 'c']
    """d"""
    expert_bias: Literal['a', 'b', 'c']
    """d"""
    shared_gate: Literal['a', 'b', 'c']
    """d"""
    pooler: Literal['a', 'b', 'c']
    """d"""
    dropout: Literal['a', 'b', 'c']
    """d"""
    generic: Literal['a', 'b', 'c']
    """d"""

    def __init__(self, *,
                 name: Optional[str] = ...,
                 model_type: Optional[str] = ...,
                 kind: Optional[Literal['a', 'b', 'c']] = ...,
                 norm: Optional[Literal['a', 'b', 'c']] = ...,
                 layers: Optional[float] = ...,
                 encoder_layers: Optional[float] = ...,
                 hidden: Optional[float] = ...,
                 heads: Optional[float] = ...,
                 kv_heads: Optional[float] = ...,
                 head_dim: Optional[float] = ...,
                 ffn: Optional[float] = ...,
                 vocabulary: Optional[float] = ...,
                 context_length: Optional[float] = ...,
                 learned_positions: Optional[float] = ...,
                 token_types: Optional[float] = ...,
                 embedding_dim: Optional[float] = ...,
                 layer_norms: Optional[float] = ...,
                 outer_norms: Optional[float] = ...,
                 query_key_norm: Optional[float] = ...,
                 experts: Optional[float] = ...,
                 experts_per_token: Optional[float] = ...,
                 shared_experts: Optional[float] = ...,
                 expert_ffn: Optional[float] = ...,
                 shared_ffn: Optional[float] = ...,
                 dense_layers: Optional[float] = ...,
                 expert_interval: Optional[float] = ...,
                 q_lora_rank: Optional[float] = ...,
                 kv_lora_rank: Optional[float] = ...,
                 qk_rope_dim: Optional[float] = ...,
                 qk_nope_dim: Optional[float] = ...,
                 v_head_dim: Optional[float] = ...,
                 sliding_window: Optional[float] = ...,
                 sliding_layers: Optional[float] = ...,
                 extra_parameters: Optional[float] = ...,
                 tied_embeddings: Optional[Literal['a', 'b', 'c']] = ...,
                 output_head: Optional[Literal['a', 'b', 'c']] = ...,
                 gated_mlp: Optional[Literal['a', 'b', 'c']] = ...,
                 qkv_bias: Optional[Literal['a', 'b', 'c']] = ...,
                 attention_bias: Optional[Literal['a', 'b', 'c']] = ...,
                 mlp_bias: Optional[Literal['a', 'b', 'c']] = ...,
                 head_bias: Optional[Literal['a', 'b', 'c']] = ...,
                 attention_sinks: Optional[Literal['a', 'b', 'c']] = ...,
                 router_bias: Optional[Literal['a', 'b', 'c']] = ...,
                 expert_bias: Optional[Literal['a', 'b', 'c']] = ...,
                 shared_gate: Optional[Literal['a', 'b', 'c']] = ...,
                 pooler: Optional[Literal['a', 'b', 'c']] = ...,
                 dropout: Optional[Literal['a', 'b', 'c']] = ...,
                 generic: Optional[Literal['a', 'b', 'c']] = ...) -> None: ...


class Parameters(Value):
    """doc"""

    embedding: int
    """d"""
    attention: int
    """d"""
    mlp: int
    """d"""
    experts: int
    """d"""
    router: int
    """d"""
    norms: int
    """d"""
    head: int
    """d"""
    extra: int
    """d"""
    total: int
    """d"""
    active: int
    """d"""
    layer_largest: int
    """d"""

    def __init__(self, *,
                 embedding: Optional[float] = ...,
                 attention: Optional[float] = ...,
                 mlp: Optional[float] = ...,
                 experts: Optional[float] = ...,
                 router: Optional[float] = ...,
                 norms: Optional[float] = ...,
                 head: Optional[float] = ...,
                 extra: Optional[float] = ...,
                 total: Optional[float] = ...,
                 active: Optional[float] = ...,
                 layer_largest: Optional[float] = ...) -> None: ...


class Parallelism(Value):
    """doc"""

    tensor_degree: int
    """d"""
    pipeline_degree: int
    """d"""
    virtual_stages: int
    """d"""
    context_degree: int
    """d"""
    data_degree: int
    """d"""
    expert_degree: int
    """d"""
    zero_stage: Literal['a', 'b', 'c']
    """d"""
    sequence_parallel: Literal['a', 'b', 'c']
    """d"""

    def __init__(self, *,
                 tensor_degree: Optional[float] = ...,
                 pipeline_degree: Optional[float] = ...,
                 virtual_stages: Optional[float] = ...,
                 context_degree: Optional[float] = ...,
                 data_degree: Optional[float] = ...,
                 expert_degree: Optional[float] = ...,
                 zero_stage: Optional[Literal['a', 'b', 'c']] = ...,
                 sequence_parallel: Optional[Literal['a', 'b', 'c']] = ...) -> None: ...


class PlanOptions(Value):
    """doc"""

    currency: str
    """d"""
    regions: str
    """d"""
    providers: str
    """d"""
    accelerators: str
    """d"""
    deadline_h: float
    """d"""
    horizon_h: float
    """d"""
    budget: float
    """d"""
    most_devices: int
    """d"""
    interruptible: float
    """d"""
    no_spot: Literal['a', 'b', 'c']
    """d"""
    objective: Literal['a', 'b', 'c']
    """d"""
    monthly_interruption: float
    """d"""
    restart_s: float
    """d"""
    checkpoint_bytes_per_s: float
    """d"""
    exchange_rate: float
    """d"""
    at_utc_s: Optional[datetime.datetime]
    """d"""
    now_utc_s: Optional[datetime.datetime]
    """d"""
    most_options: int
    """d"""

    def __init__(self, *,
                 currency: Optional[str] = ...,
                 regions: Optional[str] = ...,
                 providers: Optional[str] = ...,
                 accelerators: Optional[str] = ...,
                 deadline_h: Optional[float] = ...,
                 horizon_h: Optional[float] = ...,
                 budget: Optional[float] = ...,
                 most_devices: Optional[float] = ...,
                 interruptible: Optional[float] = ...,
                 no_spot: Optional[Literal['a', 'b', 'c']] = ...,
                 objective: Optional[Literal['a', 'b', 'c']] = ...,
                 monthly_interruption: Optional[float] = ...,
                 restart_s: Optional[float] = ...,
                 checkpoint_bytes_per_s: Optional[float] = ...,
                 exchange_rate: Optional[float] = ...,
                 at_utc_s: Optional[_Instant] = ...,
                 now_utc_s: Optional[_Instant] = ...,
                 most_options: Optional[float] = ...) -> None: ...


class PlanOption(Value):
    """doc"""

    rank: int
    """d"""
    provider: str
    """d"""
    region: str
    """d"""
    instance: str
    """d"""
    accelerator: str
    """d"""
    devices: int
    """d"""
    instances: int
    """d"""
    replicas: int
    """d"""
    work_h: float
    """d"""
    wall_h: float
    """d"""
    device_hours: float
    """d"""
    mfu: float
    """d"""
    bound: Literal['a', 'b', 'c']
    """d"""
    meets_deadline: Literal['a', 'b', 'c']
    """d"""
    cost: Money
    """d"""
    on_demand_cost: Money
    """d"""
    savings: float
    """d"""
    mix: str
    """d"""
    on_demand_nanos: decimal.Decimal
    """d"""
    reserved_nanos: decimal.Decimal
    """d"""
    spot_nanos: decimal.Decimal
    """d"""
    spot_useful_nanos: decimal.Decimal
    """d"""
    price_age_s: int
    """d"""
    offer_id: int
    """d"""

    def __init__(self, *,
                 rank: Optional[float] = ...,
                 provider: Optional[str] = ...,
                 region: Optional[str] = ...,
                 instance: Optional[str] = ...,
                 accelerator: Optional[str] = ...,
                 devices: Optional[float] = ...,
                 instances: Optional[float] = ...,
                 replicas: Optional[float] = ...,
                 work_h: Optional[float] = ...,
                 wall_h: Optional[float] = ...,
                 device_hours: Optional[float] = ...,
                 mfu: Optional[float] = ...,
                 bound: Optional[Literal['a', 'b', 'c']] = ...,
                 meets_deadline: Optional[Literal['a', 'b', 'c']] = ...,
                 cost: Optional[Money] = ...,
                 on_demand_cost: Optional[Money] = ...,
                 savings: Optional[float] = ...,
                 mix: Optional[str] = ...,
                 on_demand_nanos: Optional[_Price] = ...,
                 reserved_nanos: Optional[_Price] = ...,
                 spot_nanos: Optional[_Price] = ...,
                 spot_useful_nanos: Optional[_Price] = ...,
                 price_age_s: Optional[float] = ...,
                 offer_id: Optional[float] = ...) -> None: ...


class PlanDropped(Value):
    """doc"""

    what: str
    """d"""
    candidates: int
    """d"""
    reason: str
    """d"""

    def __init__(self, *,
                 what: Optional[str] = ...,
                 candidates: Optional[float] = ...,
                 reason: Optional[str] = ...) -> None: ...


class Commitment(Value):
    """doc"""

    name: str
    """d"""
    term_hours: int
    """d"""
    upfront_nanos: decimal.Decimal
    """d"""
    hourly_nanos: decimal.Decimal
    """d"""
    usage_nanos: decimal.Decimal
    """d"""

    def __init__(self, *,
                 name: Optional[str] = ...,
                 term_hours: Optional[float] = ...,
                 upfront_nanos: Optional[_Price] = ...,
                 hourly_nanos: Optional[_Price] = ...,
                 usage_nanos: Optional[_Price] = ...) -> None: ...


class PortfolioOptions(Value):
    """doc"""

    currency: str
    """d"""
    on_demand_nanos: decimal.Decimal
    """d"""
    spot_nanos: decimal.Decimal
    """d"""
    horizon_rule: Literal['a', 'b', 'c']
    """d"""

    def __init__(self, *,
                 currency: Optional[str] = ...,
                 on_demand_nanos: Optional[_Price] = ...,
                 spot_nanos: Optional[_Price] = ...,
                 horizon_rule: Optional[Literal['a', 'b', 'c']] = ...) -> None: ...


class PortfolioShare(Value):
    """doc"""

    name: str
    """d"""
    units: int
    """d"""
    purchases: int
    """d"""
    used_hours: float
    """d"""
    paid_hours: float
    """d"""
    utilisation: float
    """d"""
    break_even: float
    """d"""
    cost: Money
    """d"""

    def __init__(self, *,
                 name: Optional[str] = ...,
                 units: Optional[float] = ...,
                 purchases: Optional[float] = ...,
                 used_hours: Optional[float] = ...,
                 paid_hours: Optional[float] = ...,
                 utilisation: Optional[float] = ...,
                 break_even: Optional[float] = ...,
                 cost: Optional[Money] = ...) -> None: ...


class PortfolioSummary(Value):
    """doc"""

    hours: int
    """d"""
    peak_units: int
    """d"""
    demand_hours: float
    """d"""
    coverage: float
    """d"""
    effective_savings: float
    """d"""
    cost: Money
    """d"""
    all_on_demand: Money
    """d"""

    def __init__(self, *,
                 hours: Optional[float] = ...,
                 peak_units: Optional[float] = ...,
                 demand_hours: Optional[float] = ...,
                 coverage: Optional[float] = ...,
                 effective_savings: Optional[float] = ...,
                 cost: Optional[Money] = ...,
                 all_on_demand: Optional[Money] = ...) -> None: ...


class Quote(Value):
    """doc"""

    offer_id: int
    """d"""
    import_id: int
    """d"""
    provider: str
    """d"""
    region: str
    """d"""
    zone: str
    """d"""
    instance: str
    """d"""
    accelerator: str
    """d"""
    accelerator_count: float
    """d"""
    product: str
    """d"""
    term: Literal['a', 'b', 'c']
    """d"""
    payment: Literal['a', 'b', 'c']
    """d"""
    term_hours: int
    """d"""
    upfront_nanos: decimal.Decimal
    """d"""
    hourly_nanos: decimal.Decimal
    """d"""
    effective_nanos: decimal.Decimal
    """d"""
    currency: str
    """d"""
    observed_utc_s: Optional[datetime.datetime]
    """d"""
    age_s: int
    """d"""

    def __init__(self, *,
                 offer_id: Optional[float] = ...,
                 import_id: Optional[float] = ...,
                 provider: Optional[str] = ...,
                 region: Optional[str] = ...,
                 zone: Optional[str] = ...,
                 instance: Optional[str] = ...,
                 accelerator: Optional[str] = ...,
                 accelerator_count: Optional[float] = ...,
                 product: Optional[str] = ...,
                 term: Optional[Literal['a', 'b', 'c']] = ...,
                 payment: Optional[Literal['a', 'b', 'c']] = ...,
                 term_hours: Optional[float] = ...,
                 upfront_nanos: Optional[_Price] = ...,
                 hourly_nanos: Optional[_Price] = ...,
                 effective_nanos: Optional[_Price] = ...,
                 currency: Optional[str] = ...,
                 observed_utc_s: Optional[_Instant] = ...,
                 age_s: Optional[float] = ...) -> None: ...


class PriceFilter(Value):
    """doc"""

    at_utc_s: Optional[datetime.datetime]
    """d"""
    provider: str
    """d"""
    regions: str
    """d"""
    instance: str
    """d"""
    accelerator: str
    """d"""
    currency: str
    """d"""
    term: str
    """d"""
    product: str
    """d"""
    limit: int
    """d"""

    def __init__(self, *,
                 at_utc_s: Optional[_Instant] = ...,
                 provider: Optional[str] = ...,
                 regions: Optional[str] = ...,
                 instance: Optional[str] = ...,
                 accelerator: Optional[str] = ...,
                 currency: Optional[str] = ...,
                 term: Optional[str] = ...,
                 product: Optional[str] = ...,
                 limit: Optional[float] = ...) -> None: ...


class ImportOptions(Value):
    """doc"""

    feed: Literal['a', 'b', 'c']
    """d"""
    currency: str
    """d"""
    provider: str
    """d"""
    now_utc_s: Optional[datetime.datetime]
    """d"""

    def __init__(self, *,
                 feed: Optional[Literal['a', 'b', 'c']] = ...,
                 currency: Optional[str] = ...,
                 provider: Optional[str] = ...,
                 now_utc_s: Optional[_Instant] = ...) -> None: ...


class ImportSummary(Value):
    """doc"""

    import_id: int
    """d"""
    rows: int
    """d"""
    accepted: int
    """d"""
    unchanged: int
    """d"""
    rejected: int
    """d"""
    offers: int
    """d"""
    first_utc_s: Optional[datetime.datetime]
    """d"""
    last_utc_s: Optional[datetime.datetime]
    """d"""
    feed: Literal['a', 'b', 'c']
    """d"""
    truncated: Literal['a', 'b', 'c']
    """d"""

    def __init__(self, *,
                 import_id: Optional[float] = ...,
                 rows: Optional[float] = ...,
                 accepted: Optional[float] = ...,
                 unchanged: Optional[float] = ...,
                 rejected: Optional[float] = ...,
                 offers: Optional[float] = ...,
                 first_utc_s: Optional[_Instant] = ...,
                 last_utc_s: Optional[_Instant] = ...,
                 feed: Optional[Literal['a', 'b', 'c']] = ...,
                 truncated: Optional[Literal['a', 'b', 'c']] = ...) -> None: ...


class ImportReject(Value):
    """doc"""

    line: int
    """d"""
    field: str
    """d"""
    value: str
    """d"""
    reason: str
    """d"""

    def __init__(self, *,
                 line: Optional[float] = ...,
                 field: Optional[str] = ...,
                 value: Optional[str] = ...,
                 reason: Optional[str] = ...) -> None: ...


class PriceStatistics(Value):
    """doc"""

    from_utc_s: Optional[datetime.datetime]
    """d"""
    to_utc_s: Optional[datetime.datetime]
    """d"""
    observations: int
    """d"""
    changes: int
    """d"""
    least_nanos: decimal.Decimal
    """d"""
    mean_nanos: decimal.Decimal
    """d"""
    p10_nanos: decimal.Decimal
    """d"""
    p50_nanos: decimal.Decimal
    """d"""
    p90_nanos: decimal.Decimal
    """d"""
    most_nanos: decimal.Decimal
    """d"""
    last_nanos: decimal.Decimal
    """d"""
    volatility: float
    """d"""
    currency: str
    """d"""

    def __init__(self, *,
                 from_utc_s: Optional[_Instant] = ...,
                 to_utc_s: Optional[_Instant] = ...,
                 observations: Optional[float] = ...,
                 changes: Optional[float] = ...,
                 least_nanos: Optional[_Price] = ...,
                 mean_nanos: Optional[_Price] = ...,
                 p10_nanos: Optional[_Price] = ...,
                 p50_nanos: Optional[_Price] = ...,
                 p90_nanos: Optional[_Price] = ...,
                 most_nanos: Optional[_Price] = ...,
                 last_nanos: Optional[_Price] = ...,
                 volatility: Optional[float] = ...,
                 currency: Optional[str] = ...) -> None: ...


class Serving(Value):
    """doc"""

    meets_latency: Literal['a', 'b', 'c']
    """d"""
    bound: Literal['a', 'b', 'c']
    """d"""
    prefill_s: float
    """d"""
    first_token_s: float
    """d"""
    output_token_s: float
    """d"""
    request_s: float
    """d"""
    concurrent_sequences: float
    """d"""
    output_tokens_per_s: float
    """d"""
    requests_per_s: float
    """d"""
    utilisation: float
    """d"""
    replicas: int
    """d"""
    total_s: float
    """d"""
    low_output_token_s: float
    """d"""
    high_output_token_s: float
    """d"""

    def __init__(self, *,
                 meets_latency: Optional[Literal['a', 'b', 'c']] = ...,
                 bound: Optional[Literal['a', 'b', 'c']] = ...,
                 prefill_s: Optional[float] = ...,
                 first_token_s: Optional[float] = ...,
                 output_token_s: Optional[float] = ...,
                 request_s: Optional[float] = ...,
                 concurrent_sequences: Optional[float] = ...,
                 output_tokens_per_s: Optional[float] = ...,
                 requests_per_s: Optional[float] = ...,
                 utilisation: Optional[float] = ...,
                 replicas: Optional[float] = ...,
                 total_s: Optional[float] = ...,
                 low_output_token_s: Optional[float] = ...,
                 high_output_token_s: Optional[float] = ...) -> None: ...


class SpotCase(Value):
    """doc"""

    work_h: float
    """d"""
    instances: int
    """d"""
    monthly_interruption: float
    """d"""
    checkpoint_s: float
    """d"""
    restart_s: float
    """d"""

    def __init__(self, *,
                 work_h: Optional[float] = ...,
                 instances: Optional[float] = ...,
                 monthly_interruption: Optional[float] = ...,
                 checkpoint_s: Optional[float] = ...,
                 restart_s: Optional[float] = ...) -> None: ...


class SpotResult(Value):
    """doc"""

    wall_h: float
    """d"""
    overhead: float
    """d"""
    interruptions: float
    """d"""
    mean_h: float
    """d"""
    checkpoint_every_h: float
    """d"""

    def __init__(self, *,
                 wall_h: Optional[float] = ...,
                 overhead: Optional[float] = ...,
                 interruptions: Optional[float] = ...,
                 mean_h: Optional[float] = ...,
                 checkpoint_every_h: Optional[float] = ...) -> None: ...


class Training(Value):
    """doc"""

    bound: Literal['a', 'b', 'c']
    """d"""
    matrix_s: float
    """d"""
    attention_s: float
    """d"""
    recompute_s: float
    """d"""
    memory_s: float
    """d"""
    communication_s: float
    """d"""
    bubble_s: float
    """d"""
    optimizer_s: float
    """d"""
    overhead_s: float
    """d"""
    step_s: float
    """d"""
    tokens_per_step: float
    """d"""
    tokens_per_s: float
    """d"""
    tokens_per_s_per_device: float
    """d"""
    model_flop_per_token: float
    """d"""
    mfu: float
    """d"""
    hfu: float
    """d"""
    steps: float
    """d"""
    total_s: float
    """d"""
    device_hours: float
    """d"""
    energy_j: float
    """d"""
    low_step_s: float
    """d"""
    high_step_s: float
    """d"""
    micro_batch: int
    """d"""
    micro_batches: int
    """d"""

    def __init__(self, *,
                 bound: Optional[Literal['a', 'b', 'c']] = ...,
                 matrix_s: Optional[float] = ...,
                 attention_s: Optional[float] = ...,
                 recompute_s: Optional[float] = ...,
                 memory_s: Optional[float] = ...,
                 communication_s: Optional[float] = ...,
                 bubble_s: Optional[float] = ...,
                 optimizer_s: Optional[float] = ...,
                 overhead_s: Optional[float] = ...,
                 step_s: Optional[float] = ...,
                 tokens_per_step: Optional[float] = ...,
                 tokens_per_s: Optional[float] = ...,
                 tokens_per_s_per_device: Optional[float] = ...,
                 model_flop_per_token: Optional[float] = ...,
                 mfu: Optional[float] = ...,
                 hfu: Optional[float] = ...,
                 steps: Optional[float] = ...,
                 total_s: Optional[float] = ...,
                 device_hours: Optional[float] = ...,
                 energy_j: Optional[float] = ...,
                 low_step_s: Optional[float] = ...,
                 high_step_s: Optional[float] = ...,
                 micro_batch: Optional[float] = ...,
                 micro_batches: Optional[float] = ...) -> None: ...


class TrainingBudget(Value):
    """doc"""

    flop: float
    """d"""
    parameters: float
    """d"""
    tokens: float
    """d"""
    peak_flop_per_s: float
    """d"""
    mfu: float
    """d"""
    scaling_efficiency: float
    """d"""
    devices: int
    """d"""

    def __init__(self, *,
                 flop: Optional[float] = ...,
                 parameters: Optional[float] = ...,
                 tokens: Optional[float] = ...,
                 peak_flop_per_s: Optional[float] = ...,
                 mfu: Optional[float] = ...,
                 scaling_efficiency: Optional[float] = ...,
                 devices: Optional[float] = ...) -> None: ...
