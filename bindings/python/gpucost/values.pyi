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
    """between nodes, per node and direction [bytes/s]; 1e6..1e18; 0: per device 25e9 (A100), 50e9 (H100 to GB200), 100e9 (B300, GB300), else 12.5e9"""

    def __init__(self, *,
                 accelerator: Optional[str] = ...,
                 devices: Optional[float] = ...,
                 devices_per_node: Optional[float] = ...,
                 scale_up_bytes_per_s: Optional[float] = ...,
                 network_bytes_per_s: Optional[float] = ...) -> None: ...


class Mig(Value):
    """A MIG profile."""

    accelerators: str
    """catalogue ids that have the profile, joined by ';'"""
    profile: str
    """such as 3g.40gb"""
    compute_slices: int
    """slices of compute it takes; 1..1024; 0: none or unknown"""
    memory_slices: int
    """slices of memory it takes; 1..1024; 0: none or unknown"""
    memory_bytes: int
    """memory that it offers [bytes]; 1048576..1125899906842624; 0: unknown"""
    most_instances: int
    """how many of it fit at once; 1..1024; 0: none or unknown"""
    placements: str
    """memory slices at which it may start, joined by ';'"""
    multiprocessors: int
    """streaming multiprocessors; 1..1024; 0: none or unknown"""
    l2_share: float
    """share of the last-level cache; 0.001..1; 0: unknown"""
    copy_engines: int
    """copy engines; 1..1024; 0: none or unknown"""
    video_decoders: int
    """video decoders; 1..1024; 0: none or unknown"""
    jpeg_decoders: int
    """JPEG decoders; 1..1024; 0: none or unknown"""
    optical_flow_engines: int
    """optical flow engines; 1..1024; 0: none or unknown"""
    video_encoders: int
    """video encoders; 1..1024; 0: none or unknown"""
    driver_least: str
    """oldest driver that has the profile, where it is stated"""
    source: str
    """where the row comes from"""

    def __init__(self, *,
                 accelerators: Optional[str] = ...,
                 profile: Optional[str] = ...,
                 compute_slices: Optional[float] = ...,
                 memory_slices: Optional[float] = ...,
                 memory_bytes: Optional[float] = ...,
                 most_instances: Optional[float] = ...,
                 placements: Optional[str] = ...,
                 multiprocessors: Optional[float] = ...,
                 l2_share: Optional[float] = ...,
                 copy_engines: Optional[float] = ...,
                 video_decoders: Optional[float] = ...,
                 jpeg_decoders: Optional[float] = ...,
                 optical_flow_engines: Optional[float] = ...,
                 video_encoders: Optional[float] = ...,
                 driver_least: Optional[str] = ...,
                 source: Optional[str] = ...) -> None: ...


class MigFit(Value):
    """Whether MIG profiles fit one device together."""

    fits: bool
    """they fit"""
    instances: int
    """instances asked for"""
    compute_slices: int
    """compute slices they take together"""
    memory_slices: int
    """memory slices they take together"""
    placements: str
    """where each may start; empty when they do not fit"""
    reason: str
    """why they do not fit; empty when they do"""

    def __init__(self, *,
                 fits: Optional[bool] = ...,
                 instances: Optional[float] = ...,
                 compute_slices: Optional[float] = ...,
                 memory_slices: Optional[float] = ...,
                 placements: Optional[str] = ...,
                 reason: Optional[str] = ...) -> None: ...


class AcceleratorFilter(Value):
    """What an accelerator must be."""

    memory_bytes: int
    """least printed memory [bytes]; 1..1125899906842624; 0: any"""
    memory_bandwidth_bytes_per_s: float
    """least memory bandwidth [bytes/s]; 1..1e18; 0: any"""
    power_w: float
    """most board power [W]; 1..1000000; 0: any"""
    vendor: str
    """maker, such as NVIDIA; 0: any"""
    architecture: str
    """generation, such as Hopper; 0: any"""
    form_factor: str
    """part of the form factor, such as SXM; 0: any"""
    compute_capability: str
    """least CUDA compute capability; 0: any"""
    rate: str
    """throughput that it must have, such as fp8; 0: any"""

    def __init__(self, *,
                 memory_bytes: Optional[float] = ...,
                 memory_bandwidth_bytes_per_s: Optional[float] = ...,
                 power_w: Optional[float] = ...,
                 vendor: Optional[str] = ...,
                 architecture: Optional[str] = ...,
                 form_factor: Optional[str] = ...,
                 compute_capability: Optional[str] = ...,
                 rate: Optional[str] = ...) -> None: ...


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


class Compatibility(Value):
    """What a toolkit, a build of a framework or an architecture needs."""

    kind: str
    """toolkit, framework, architecture or channel"""
    name: str
    """such as CUDA, PyTorch or Ampere"""
    version: str
    """release"""
    cuda: str
    """CUDA version it is built for, or the first one that builds for the architecture"""
    cuda_last: str
    """last CUDA version that builds for the architecture"""
    driver: str
    """driver that came with this CUDA version"""
    driver_least: str
    """oldest driver under minor-version compatibility"""
    driver_last: str
    """last driver branch that supports the architecture"""
    capability_least: str
    """lowest compute capability it has code for"""
    capability_most: str
    """highest compute capability it has code for"""
    capabilities: str
    """compute capabilities it has machine code for, joined by ';'"""
    ptx: str
    """compute capability of its PTX; empty without PTX"""
    cudnn: str
    """cuDNN version it was tested with"""
    python: str
    """Python versions it was tested with"""
    source: str
    """where the row comes from"""

    def __init__(self, *,
                 kind: Optional[str] = ...,
                 name: Optional[str] = ...,
                 version: Optional[str] = ...,
                 cuda: Optional[str] = ...,
                 cuda_last: Optional[str] = ...,
                 driver: Optional[str] = ...,
                 driver_least: Optional[str] = ...,
                 driver_last: Optional[str] = ...,
                 capability_least: Optional[str] = ...,
                 capability_most: Optional[str] = ...,
                 capabilities: Optional[str] = ...,
                 ptx: Optional[str] = ...,
                 cudnn: Optional[str] = ...,
                 python: Optional[str] = ...,
                 source: Optional[str] = ...) -> None: ...


class CompatibilityCase(Value):
    """A combination of device, framework, CUDA and driver."""

    accelerator: str
    """accelerator by any name it has; 0: any device"""
    framework: str
    """pytorch or tensorflow; 0: CUDA alone"""
    framework_version: str
    """such as 2.1 or 2.1.2+cu121; 0: any"""
    cuda: str
    """such as 12.1 or cu121; 0: any"""
    driver: str
    """such as 525.60.13; 0: any"""

    def __init__(self, *,
                 accelerator: Optional[str] = ...,
                 framework: Optional[str] = ...,
                 framework_version: Optional[str] = ...,
                 cuda: Optional[str] = ...,
                 driver: Optional[str] = ...) -> None: ...


class CompatibilityAnswer(Value):
    """Whether a combination works, and the nearest one that does."""

    possible: bool
    """the combination works"""
    through_ptx: bool
    """the working combination compiles PTX as it starts"""
    reason: str
    """why, or why not"""
    framework: str
    """framework of the combination that works"""
    framework_version: str
    """release of the combination that works"""
    cuda: str
    """CUDA version of the combination that works; empty when none works"""
    driver_least: str
    """oldest driver of the combination that works"""
    driver_last: str
    """last driver branch of the device; empty when it is still supported"""
    capability: str
    """compute capability of the accelerator"""
    source: str
    """row that decided"""

    def __init__(self, *,
                 possible: Optional[bool] = ...,
                 through_ptx: Optional[bool] = ...,
                 reason: Optional[str] = ...,
                 framework: Optional[str] = ...,
                 framework_version: Optional[str] = ...,
                 cuda: Optional[str] = ...,
                 driver_least: Optional[str] = ...,
                 driver_last: Optional[str] = ...,
                 capability: Optional[str] = ...,
                 source: Optional[str] = ...) -> None: ...


class Fault(Value):
    """An event that the NVIDIA driver writes to the kernel log."""

    code: int
    """Xid"""
    mnemonic: str
    """NVIDIA's names, joined by ';'"""
    meaning: str
    """what happened"""
    origin: str
    """hardware, driver, application or information; empty when current products do not report it"""
    cause: str
    """what is behind it most often"""
    action: str
    """what to do"""
    ends_job: bool
    """work on the device cannot go on"""
    resolution: str
    """NVIDIA's bucket of what to do at once"""
    investigation: str
    """NVIDIA's bucket of what to look into"""
    source: str
    """where the row comes from"""

    def __init__(self, *,
                 code: Optional[float] = ...,
                 mnemonic: Optional[str] = ...,
                 meaning: Optional[str] = ...,
                 origin: Optional[str] = ...,
                 cause: Optional[str] = ...,
                 action: Optional[str] = ...,
                 ends_job: Optional[bool] = ...,
                 resolution: Optional[str] = ...,
                 investigation: Optional[str] = ...,
                 source: Optional[str] = ...) -> None: ...


class CudaError(Value):
    """An error of the CUDA runtime and driver interfaces."""

    code: int
    """number of both interfaces"""
    runtime: str
    """name in the runtime interface"""
    driver: str
    """name in the driver interface"""
    meaning: str
    """what happened"""
    origin: str
    """application, software, machine or hardware"""
    cause: str
    """what is behind it most often"""
    action: str
    """what to do"""
    ends_process: bool
    """the process cannot go on with the device"""
    source: str
    """where the row comes from"""

    def __init__(self, *,
                 code: Optional[float] = ...,
                 runtime: Optional[str] = ...,
                 driver: Optional[str] = ...,
                 meaning: Optional[str] = ...,
                 origin: Optional[str] = ...,
                 cause: Optional[str] = ...,
                 action: Optional[str] = ...,
                 ends_process: Optional[bool] = ...,
                 source: Optional[str] = ...) -> None: ...


class FaultEvents(Value):
    """Events of one kind on one device."""

    device: str
    """PCI address"""
    code: int
    """Xid or SXid; 0 for amdgpu"""
    events: int
    """lines in the log"""
    failures: int
    """those that end a job, with lines of one failure counted once"""
    first_line: int
    """line of the first event"""
    last_line: int
    """line of the last event"""
    origin: str
    """hardware, driver, application or information; empty when not known"""
    fault: str
    """Xid, SXid or such as amdgpu ring timeout"""

    def __init__(self, *,
                 device: Optional[str] = ...,
                 code: Optional[float] = ...,
                 events: Optional[float] = ...,
                 failures: Optional[float] = ...,
                 first_line: Optional[float] = ...,
                 last_line: Optional[float] = ...,
                 origin: Optional[str] = ...,
                 fault: Optional[str] = ...) -> None: ...


class FaultSummary(Value):
    """A kernel log in short."""

    lines: int
    """lines read"""
    events: int
    """lines of faults"""
    devices: int
    """devices with a fault"""
    failures: int
    """failures that end a job, of any origin"""
    hardware_failures: int
    """failures of hardware"""
    driver_failures: int
    """failures of driver or firmware"""
    application_failures: int
    """failures of applications"""
    untimed: int
    """lines of faults without a readable time, none of them merged"""

    def __init__(self, *,
                 lines: Optional[float] = ...,
                 events: Optional[float] = ...,
                 devices: Optional[float] = ...,
                 failures: Optional[float] = ...,
                 hardware_failures: Optional[float] = ...,
                 driver_failures: Optional[float] = ...,
                 application_failures: Optional[float] = ...,
                 untimed: Optional[float] = ...) -> None: ...


class FaultRate(Value):
    """How often devices fail, with its interval."""

    failures: int
    """failures seen; ..1000000000"""
    device_hours: float
    """hours of all devices added [h]; 1e-6..1e12"""
    confidence: float
    """share of intervals that hold the true rate; 0.5..0.999999; 0: 0.95"""
    per_hour: float
    """failures per device and hour [1/h]"""
    low_per_hour: float
    """lower end of the interval [1/h]"""
    high_per_hour: float
    """upper end of the interval [1/h]"""
    mean_h: float
    """device hours between failures; 0 when none was seen [h]"""
    mean_low_h: float
    """shortest mean inside the interval [h]"""
    mean_high_h: float
    """longest mean inside the interval; 0 when none was seen: unbounded [h]"""

    def __init__(self, *,
                 failures: Optional[float] = ...,
                 device_hours: Optional[float] = ...,
                 confidence: Optional[float] = ...,
                 per_hour: Optional[float] = ...,
                 low_per_hour: Optional[float] = ...,
                 high_per_hour: Optional[float] = ...,
                 mean_h: Optional[float] = ...,
                 mean_low_h: Optional[float] = ...,
                 mean_high_h: Optional[float] = ...) -> None: ...


class Architecture(Value):
    """shape of a transformer"""

    name: str
    """preset name, or the file it was read from; 0: model_type"""
    model_type: str
    """Hugging Face model_type; 0: custom"""
    kind: Literal['decoder', 'encoder', 'encoder_decoder']
    """halves of the transformer"""
    norm: Literal['rms', 'layer', 'bare']
    """what a normalisation layer holds"""
    layers: int
    """transformer layers, of the decoder if there are two stacks; 1..10000"""
    encoder_layers: int
    """encoder layers of an encoder-decoder model; 1..10000"""
    hidden: int
    """width of the residual stream; 1..1000000"""
    heads: int
    """query heads; 1..1000000"""
    kv_heads: int
    """key and value heads; 1..1000000; 0: heads"""
    head_dim: int
    """channels of one head; 1..1000000; 0: hidden / heads"""
    ffn: int
    """width of the dense feed-forward layer; 1..10000000"""
    vocabulary: int
    """rows of the embedding table as stored; 1..1000000000"""
    context_length: int
    """longest sequence it was made for [tokens]; 1..1000000000000; 0: 2048"""
    learned_positions: int
    """rows of learned position tables; 1..1000000000"""
    token_types: int
    """rows of a token-type table; 1..1000000"""
    embedding_dim: int
    """width of the embedding table; 1..1000000; 0: hidden"""
    layer_norms: int
    """norms of full width in a layer; 1..16; 0: 2"""
    outer_norms: int
    """norms of full width outside the layers; 1..16"""
    query_key_norm: int
    """parameters of query and key norms in a layer; 1..10000000"""
    experts: int
    """routed experts of a layer; 0 for a dense model; 1..100000"""
    experts_per_token: int
    """routed experts that a token visits; 1..100000"""
    shared_experts: int
    """experts that every token visits; 1..100000"""
    expert_ffn: int
    """width of one routed expert; 1..10000000; 0: ffn"""
    shared_ffn: int
    """width of all shared experts together; 1..10000000; 0: shared_experts x expert_ffn"""
    dense_layers: int
    """first layers that are dense, without experts; 1..10000"""
    expert_interval: int
    """one layer in so many has experts; 1..10000; 0: 1"""
    q_lora_rank: int
    """latent attention: rank of the query; 1..1000000"""
    kv_lora_rank: int
    """latent attention: rank of key and value; 1..1000000"""
    qk_rope_dim: int
    """latent attention: rotary channels of a head; 1..1000000"""
    qk_nope_dim: int
    """latent attention: other channels of a key head; 1..1000000"""
    v_head_dim: int
    """latent attention: channels of a value head; 1..1000000"""
    sliding_window: int
    """attention window [tokens]; 1..1000000000000"""
    sliding_layers: int
    """layers that use the window; 1..10000"""
    extra_parameters: int
    """parameters that no other field explains; 1..10000000000000000"""
    tied_embeddings: bool
    """the output head is the embedding table"""
    output_head: bool
    """there is a language-model head"""
    gated_mlp: bool
    """the feed-forward layer has a gate matrix"""
    qkv_bias: bool
    """query, key and value have biases"""
    attention_bias: bool
    """the attention output has a bias"""
    mlp_bias: bool
    """the feed-forward layer has biases"""
    head_bias: bool
    """the output head has a bias"""
    attention_sinks: bool
    """each head learns a sink"""
    router_bias: bool
    """the router has a bias per expert"""
    expert_bias: bool
    """experts have biases"""
    shared_gate: bool
    """shared experts sit behind a learned gate"""
    pooler: bool
    """an encoder ends in a dense pooler"""
    dropout: bool
    """training stores dropout masks"""
    generic: bool
    """the model_type was not known and read by common names"""
    attention_free_layers: int
    """layers without attention; 1..10000"""
    ffn_free_layers: int
    """layers without a feed-forward layer; 1..10000"""
    attention_reused: int
    """attention layers that use the weights of an earlier one; 1..10000"""
    recurrent_layers: int
    """layers with a mixer that keeps a state instead of a cache; 1..10000"""
    recurrent_parameters: int
    """parameters of one such mixer; 1..1000000000000"""
    recurrent_state: int
    """numbers that it keeps of a sequence; 1..1000000000000"""
    tower_parameters: int
    """vision and audio towers and what joins them to the decoder; 1..10000000000000000"""
    attention_gate: bool
    """the attention output passes a gate as wide as the heads"""

    def __init__(self, *,
                 name: Optional[str] = ...,
                 model_type: Optional[str] = ...,
                 kind: Optional[Literal['decoder', 'encoder', 'encoder_decoder']] = ...,
                 norm: Optional[Literal['rms', 'layer', 'bare']] = ...,
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
                 tied_embeddings: Optional[bool] = ...,
                 output_head: Optional[bool] = ...,
                 gated_mlp: Optional[bool] = ...,
                 qkv_bias: Optional[bool] = ...,
                 attention_bias: Optional[bool] = ...,
                 mlp_bias: Optional[bool] = ...,
                 head_bias: Optional[bool] = ...,
                 attention_sinks: Optional[bool] = ...,
                 router_bias: Optional[bool] = ...,
                 expert_bias: Optional[bool] = ...,
                 shared_gate: Optional[bool] = ...,
                 pooler: Optional[bool] = ...,
                 dropout: Optional[bool] = ...,
                 generic: Optional[bool] = ...,
                 attention_free_layers: Optional[float] = ...,
                 ffn_free_layers: Optional[float] = ...,
                 attention_reused: Optional[float] = ...,
                 recurrent_layers: Optional[float] = ...,
                 recurrent_parameters: Optional[float] = ...,
                 recurrent_state: Optional[float] = ...,
                 tower_parameters: Optional[float] = ...,
                 attention_gate: Optional[bool] = ...) -> None: ...


class Parameters(Value):
    """parameters of a model by block"""

    embedding: int
    """token, position and token-type tables"""
    attention: int
    """query, key, value, output and their norms, all layers"""
    mlp: int
    """dense and shared feed-forward layers, all layers"""
    experts: int
    """routed experts, all layers"""
    router: int
    """routers and gates of shared experts, all layers"""
    norms: int
    """norms of full width"""
    head: int
    """output head when it is not tied, and pooler"""
    extra: int
    """what no other part explains"""
    total: int
    """sum of the parts, recurrent and tower among them"""
    active: int
    """parameters that one token of text visits, embedding table included"""
    layer_largest: int
    """parameters of the largest layer"""
    recurrent: int
    """recurrent mixers, all layers"""
    tower: int
    """vision and audio towers and what joins them to the decoder"""

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
                 layer_largest: Optional[float] = ...,
                 recurrent: Optional[float] = ...,
                 tower: Optional[float] = ...) -> None: ...


class Tensor(Value):
    """One tensor of a model file."""

    name: str
    """as the file writes it"""
    type: str
    """as the format calls it, such as q4_k or BF16"""
    rows: int
    """elements over those of the innermost dimension"""
    columns: int
    """innermost dimension"""
    elements: int
    """numbers as they are stored"""
    bytes: int
    """what they take [bytes]"""

    def __init__(self, *,
                 name: Optional[str] = ...,
                 type: Optional[str] = ...,
                 rows: Optional[float] = ...,
                 columns: Optional[float] = ...,
                 elements: Optional[float] = ...,
                 bytes: Optional[float] = ...) -> None: ...


class TensorTotals(Value):
    """What a model file holds."""

    format: str
    """gguf, safetensors or index"""
    architecture: str
    """general.architecture of a GGUF file"""
    type: str
    """the type that most bytes have"""
    files: int
    """files read, or named by an index that stands alone"""
    tensors: int
    """number of tensors"""
    elements: int
    """elements of all tensors; 0: not told"""
    bytes: int
    """bytes of all tensors [bytes]"""
    header_bytes: int
    """bytes of the headers read [bytes]"""

    def __init__(self, *,
                 format: Optional[str] = ...,
                 architecture: Optional[str] = ...,
                 type: Optional[str] = ...,
                 files: Optional[float] = ...,
                 tensors: Optional[float] = ...,
                 elements: Optional[float] = ...,
                 bytes: Optional[float] = ...,
                 header_bytes: Optional[float] = ...) -> None: ...


class Layer(Value):
    """A layer as it is described."""

    name: str
    """unique name; 0: kind and number"""
    from: str
    """layers that it reads, joined by ';'; 0: the layer before"""
    kind: Literal['convolution', 'transposed', 'linear', 'batch_norm', 'layer_norm', 'group_norm', 'rms_norm', 'activation', 'max_pool', 'average_pool', 'global_pool', 'attention', 'add', 'multiply', 'concat', 'upsample', 'embedding', 'dropout', 'reshape', 'slice', 'input']
    """what it does"""
    function: Literal['relu', 'gelu', 'silu', 'hardswish', 'sigmoid', 'tanh', 'softmax']
    """function of an activation"""
    bias: bool
    """products add a bias to each output channel"""
    plain: bool
    """a norm without weights"""
    same: bool
    """padded so that the output is the input over the stride"""
    positions: bool
    """concat and slice along positions, not channels"""
    outputs: int
    """channels of the result; 1..100000000; 0: as the input"""
    kernel_height: int
    """height of a window; 1..4096; 0: 1"""
    kernel_width: int
    """width of a window; 1..4096; 0: kernel_height"""
    stride: int
    """step of a window, or times of an upsampling; 1..4096; 0: 1; a pool: its window; upsample: 2"""
    padding: int
    """rows and columns added on each side; ..4096"""
    groups: int
    """groups of a convolution or a group norm; 1..1000000; 0: 1"""
    heads: int
    """heads of attention; 1..100000; 0: 1"""
    window: int
    """positions that a query meets; 1..1000000000; 0: all"""
    height: int
    """height of a reshape, slice or input; 1..1000000000; 0: 1"""
    width: int
    """width of a reshape or input; 1..1000000; 0: 1"""
    rows: int
    """rows of an embedding table; 1..10000000000"""
    parameters: int
    """further parameters; ..1000000000000"""

    def __init__(self, *,
                 name: Optional[str] = ...,
                 from: Optional[str] = ...,
                 kind: Optional[Literal['convolution', 'transposed', 'linear', 'batch_norm', 'layer_norm', 'group_norm', 'rms_norm', 'activation', 'max_pool', 'average_pool', 'global_pool', 'attention', 'add', 'multiply', 'concat', 'upsample', 'embedding', 'dropout', 'reshape', 'slice', 'input']] = ...,
                 function: Optional[Literal['relu', 'gelu', 'silu', 'hardswish', 'sigmoid', 'tanh', 'softmax']] = ...,
                 bias: Optional[bool] = ...,
                 plain: Optional[bool] = ...,
                 same: Optional[bool] = ...,
                 positions: Optional[bool] = ...,
                 outputs: Optional[float] = ...,
                 kernel_height: Optional[float] = ...,
                 kernel_width: Optional[float] = ...,
                 stride: Optional[float] = ...,
                 padding: Optional[float] = ...,
                 groups: Optional[float] = ...,
                 heads: Optional[float] = ...,
                 window: Optional[float] = ...,
                 height: Optional[float] = ...,
                 width: Optional[float] = ...,
                 rows: Optional[float] = ...,
                 parameters: Optional[float] = ...) -> None: ...


class LayerCount(Value):
    """What a layer has and does for one sample."""

    input_channels: int
    """channels of its first input"""
    input_height: int
    """height of its first input"""
    input_width: int
    """width of its first input"""
    channels: int
    """channels of its result"""
    height: int
    """height of its result"""
    width: int
    """width of its result"""
    parameters: int
    """trained numbers"""
    multiply_adds: int
    """of products, forward"""
    input_elements: int
    """of all inputs"""
    output_elements: int
    """of its result"""
    stored_bytes: int
    """kept for the backward pass in 16-bit mixed precision [bytes]"""

    def __init__(self, *,
                 input_channels: Optional[float] = ...,
                 input_height: Optional[float] = ...,
                 input_width: Optional[float] = ...,
                 channels: Optional[float] = ...,
                 height: Optional[float] = ...,
                 width: Optional[float] = ...,
                 parameters: Optional[float] = ...,
                 multiply_adds: Optional[float] = ...,
                 input_elements: Optional[float] = ...,
                 output_elements: Optional[float] = ...,
                 stored_bytes: Optional[float] = ...) -> None: ...


class NetworkOptions(Value):
    """How large the samples of a network are."""

    height: int
    """height of an image [pixels]; 1..65536; 0: the preset's"""
    width: int
    """width of an image [pixels]; 1..65536; 0: height"""
    frames: int
    """frames of a video; 1..100000; 0: the preset's"""
    context_tokens: int
    """text that guides a diffusion model [tokens]; 1..1000000; 0: the preset's"""
    classes: int
    """classes of a classifier; 1..10000000; 0: the preset's"""

    def __init__(self, *,
                 height: Optional[float] = ...,
                 width: Optional[float] = ...,
                 frames: Optional[float] = ...,
                 context_tokens: Optional[float] = ...,
                 classes: Optional[float] = ...) -> None: ...


class NetworkTotals(Value):
    """A network's sums over its layers, for one sample."""

    name: str
    """of the preset, or of the file"""
    family: str
    """rule that made the layers"""
    height: int
    """of a sample [pixels]"""
    width: int
    """of a sample [pixels]"""
    frames: int
    """of a sample"""
    context_tokens: int
    """of the text beside a sample [tokens]"""
    layers: int
    """layers of the list"""
    parameters: int
    """trained numbers"""
    parameters_published: int
    """what the authors print, exact or rounded"""
    multiply_adds: int
    """of products, forward"""
    flop: float
    """2 x multiply_adds [FLOP]"""
    activation_elements: int
    """elements of all results"""
    stored_bytes: int
    """kept for the backward pass in 16-bit mixed precision [bytes]"""

    def __init__(self, *,
                 name: Optional[str] = ...,
                 family: Optional[str] = ...,
                 height: Optional[float] = ...,
                 width: Optional[float] = ...,
                 frames: Optional[float] = ...,
                 context_tokens: Optional[float] = ...,
                 layers: Optional[float] = ...,
                 parameters: Optional[float] = ...,
                 parameters_published: Optional[float] = ...,
                 multiply_adds: Optional[float] = ...,
                 flop: Optional[float] = ...,
                 activation_elements: Optional[float] = ...,
                 stored_bytes: Optional[float] = ...) -> None: ...


class Parallelism(Value):
    """how a model is split over devices"""

    tensor_degree: int
    """devices that share each matrix; 1..1000000; 0: 1"""
    pipeline_degree: int
    """pipeline stages; 1..1000000; 0: 1"""
    virtual_stages: int
    """model chunks per stage of an interleaved pipeline; 1..1000000; 0: 1"""
    context_degree: int
    """devices that share a sequence; 1..1000000; 0: 1"""
    data_degree: int
    """replicas that see different sequences; 1..1000000; 0: 1"""
    expert_degree: int
    """devices, inside data x context, that share the experts; 1..1000000; 0: 1"""
    zero_stage: Literal['0', '1', '2', '3']
    """ZeRO or FSDP: 0 shards nothing, 1 optimiser, 2 and gradients, 3 and weights"""
    sequence_parallel: bool
    """norms and dropout are split by sequence over the tensor group"""
    pipeline_schedule: Literal['1f1b', 'gpipe']
    """order of the micro-batches: gpipe holds all of a step"""

    def __init__(self, *,
                 tensor_degree: Optional[float] = ...,
                 pipeline_degree: Optional[float] = ...,
                 virtual_stages: Optional[float] = ...,
                 context_degree: Optional[float] = ...,
                 data_degree: Optional[float] = ...,
                 expert_degree: Optional[float] = ...,
                 zero_stage: Optional[Literal['0', '1', '2', '3']] = ...,
                 sequence_parallel: Optional[bool] = ...,
                 pipeline_schedule: Optional[Literal['1f1b', 'gpipe']] = ...) -> None: ...


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
    offload: Literal['none', 'optimizer', 'weights']
    """what lives in host memory"""
    weights: str
    """format of the weights; 0: bf16, nf4 for qlora, fp32 shards in training with fsdp"""
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
    framework: Literal['auto', 'transformers', 'transformers_legacy', 'deepspeed', 'fsdp', 'megatron', 'torchtune', 'torchtitan', 'litgpt', 'unsloth', 'vllm', 'sglang', 'tensorrt_llm', 'llama_cpp']
    """whose code runs the job, by what it keeps in memory"""
    prefill_logits: Literal['auto', 'last', 'all']
    """tokens of a prompt whose logits are computed; 0: as the framework does"""
    gradients: Literal['auto', 'weights', 'fp32']
    """format of gradients between passes; 0: as the framework does"""
    optimizer_in_backward: bool
    """each weight is updated as soon as its gradient is known"""
    activation_offload: bool
    """what the backward pass needs waits in host memory"""
    train_embeddings: bool
    """adapters also train embedding and output head, as full copies"""
    lora_dropout: bool
    """adapters drop out their inputs"""
    dora: bool
    """adapters have magnitudes of their own, DoRA"""
    kv_expanded: bool
    """latent attention caches keys and values of every head"""
    kv_whole: bool
    """layers with a window cache the whole context"""
    prefill_chunk: int
    """most tokens that one pass of a prompt takes [tokens]; 1..100000000; 0: as the framework does"""
    residual: str
    """format of what layers pass on in training, fp32 where peft prepares a quantised model; 0: the compute format, bf16 when that is narrower"""

    def __init__(self, *,
                 kind: Optional[Literal['training', 'lora', 'qlora', 'inference']] = ...,
                 optimizer: Optional[Literal['adamw', 'adamw_8bit', 'adamw_bf16', 'adafactor', 'lion', 'sgd', 'momentum', 'muon']] = ...,
                 recompute: Optional[Literal['auto', 'none', 'selective', 'full']] = ...,
                 attention: Optional[Literal['flash', 'materialised']] = ...,
                 loss: Optional[Literal['plain', 'compiled', 'fused']] = ...,
                 offload: Optional[Literal['none', 'optimizer', 'weights']] = ...,
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
                 scaling_efficiency: Optional[float] = ...,
                 framework: Optional[Literal['auto', 'transformers', 'transformers_legacy', 'deepspeed', 'fsdp', 'megatron', 'torchtune', 'torchtitan', 'litgpt', 'unsloth', 'vllm', 'sglang', 'tensorrt_llm', 'llama_cpp']] = ...,
                 prefill_logits: Optional[Literal['auto', 'last', 'all']] = ...,
                 gradients: Optional[Literal['auto', 'weights', 'fp32']] = ...,
                 optimizer_in_backward: Optional[bool] = ...,
                 activation_offload: Optional[bool] = ...,
                 train_embeddings: Optional[bool] = ...,
                 lora_dropout: Optional[bool] = ...,
                 dora: Optional[bool] = ...,
                 kv_expanded: Optional[bool] = ...,
                 kv_whole: Optional[bool] = ...,
                 prefill_chunk: Optional[float] = ...,
                 residual: Optional[str] = ...) -> None: ...


class Memory(Value):
    """Memory of the fullest device, by part"""

    weights_bytes: int
    """weights in the format they compute in [bytes]"""
    gradients_bytes: int
    """gradients alive at the peak [bytes]"""
    optimizer_bytes: int
    """optimiser states [bytes]"""
    master_bytes: int
    """fp32 copies of the weights [bytes]"""
    activations_bytes: int
    """activations stored for the backward pass, or alive in inference [bytes]"""
    logits_bytes: int
    """logits and loss [bytes]"""
    communication_bytes: int
    """gathered weights and collective buffers [bytes]"""
    kv_cache_bytes: int
    """key-value cache [bytes]"""
    workspace_bytes: int
    """working set of the running kernels [bytes]"""
    fragmentation_bytes: int
    """reserved by the allocator and not used [bytes]"""
    context_bytes: int
    """driver, CUDA context and communication library [bytes]"""
    total_bytes: int
    """sum of the parts, as nvidia-smi shows it [bytes]"""
    allocated_bytes: int
    """peak of live tensors [bytes]"""
    reserved_bytes: int
    """peak of the framework's pool [bytes]"""
    low_bytes: int
    """P10 of the total [bytes]"""
    high_bytes: int
    """P90 of the total [bytes]"""
    micro_batch: int
    """micro-batch, or sequences served at once, that the figures are for [sequences]"""

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
    """Options of gpucost_memory_activation()"""

    sequence: int
    """sequence length [tokens]; 1..1000000000; 0: the model's context length"""
    micro_batch: int
    """sequences per device and pass [sequences]; 1..1000000; 0: 1"""
    recompute: Literal['auto', 'none', 'selective', 'full']
    """how much of the forward pass is computed again; 0: none"""
    attention: Literal['flash', 'materialised']
    """how attention is computed"""

    def __init__(self, *,
                 sequence: Optional[float] = ...,
                 micro_batch: Optional[float] = ...,
                 recompute: Optional[Literal['auto', 'none', 'selective', 'full']] = ...,
                 attention: Optional[Literal['flash', 'materialised']] = ...) -> None: ...


class MemoryPoint(Value):
    """What a search changes between two estimates"""

    batch: int
    """micro-batch, or sequences served at once [sequences]; 1..1048576; 0: the workload's"""
    length: int
    """sequence; of the prompt in inference [tokens]; 1..100000000; 0: the workload's"""
    tensor_degree: int
    """devices that share each matrix; 1..1000000; 0: the layout's"""
    pipeline_degree: int
    """pipeline stages; 1..1000000; 0: the layout's"""
    data_degree: int
    """replicas that see different sequences; 1..1000000; 0: the layout's"""
    recompute: Literal['auto', 'none', 'selective', 'full']
    """how much of the forward pass is computed again; 0: the workload's"""
    zero: Literal['layout', '0', '1', '2', '3']
    """ZeRO stage plus one, so that 1 shards nothing; 0: the layout's"""

    def __init__(self, *,
                 batch: Optional[float] = ...,
                 length: Optional[float] = ...,
                 tensor_degree: Optional[float] = ...,
                 pipeline_degree: Optional[float] = ...,
                 data_degree: Optional[float] = ...,
                 recompute: Optional[Literal['auto', 'none', 'selective', 'full']] = ...,
                 zero: Optional[Literal['layout', '0', '1', '2', '3']] = ...) -> None: ...


class MemoryRender(Value):
    """A scene and how it is rendered"""

    triangles: int
    """triangles that are stored, each instanced object once; 0..1000000000000000"""
    vertices: int
    """vertices; 1..1000000000000000; 0: half of the triangles"""
    vertex_bytes: int
    """position, normal and coordinates [bytes]; 1..1000000; 0: 32"""
    motion_steps: int
    """positions of each vertex over the shutter; 1..1000000; 0: 1"""
    instances: int
    """placed copies of objects; 0..1000000000000000"""
    textures: int
    """textures, all of one size; 0..1000000000000000"""
    texture_width: int
    """width of a texture [texels]; 1..1000000000000000; 0: 2048"""
    texture_height: int
    """height of a texture [texels]; 1..1000000000000000; 0: as wide"""
    texture_channels: int
    """channels of a texel; 1..4; 0: 4"""
    texture_channel_bits: int
    """bits of a channel [bits]; 8..32; 0: 8"""
    texture_compression: Literal['plain', 'bc1', 'bc7', 'astc_6x6', 'astc_8x8']
    """how textures are compressed"""
    texture_no_mips: bool
    """the largest level only"""
    voxels: int
    """voxels of volumes, all grids together; 0..1000000000000000"""
    voxel_bytes: int
    """size of a voxel [bytes]; 1..1000000; 0: 2"""
    width: int
    """width of the image [pixels]; 1..1000000000000000; 0: 1920"""
    height: int
    """height of the image [pixels]; 1..1000000000000000; 0: 1080"""
    aovs: int
    """images beside the colour: albedo, normal, depth, light groups; 0..1000000"""
    pixel_bytes: int
    """of each image [bytes]; 1..1000000; 0: 16"""
    paths: int
    """paths in flight; 1..1000000000000000; 0: 1048576"""
    path_bytes: int
    """state of a path [bytes]; 1..1000000; 0: 212"""
    bvh: Literal['wide', 'binary', 'none']
    """acceleration structure over triangles"""
    denoiser: bool
    """a convolutional denoiser runs on the whole image"""

    def __init__(self, *,
                 triangles: Optional[float] = ...,
                 vertices: Optional[float] = ...,
                 vertex_bytes: Optional[float] = ...,
                 motion_steps: Optional[float] = ...,
                 instances: Optional[float] = ...,
                 textures: Optional[float] = ...,
                 texture_width: Optional[float] = ...,
                 texture_height: Optional[float] = ...,
                 texture_channels: Optional[float] = ...,
                 texture_channel_bits: Optional[float] = ...,
                 texture_compression: Optional[Literal['plain', 'bc1', 'bc7', 'astc_6x6', 'astc_8x8']] = ...,
                 texture_no_mips: Optional[bool] = ...,
                 voxels: Optional[float] = ...,
                 voxel_bytes: Optional[float] = ...,
                 width: Optional[float] = ...,
                 height: Optional[float] = ...,
                 aovs: Optional[float] = ...,
                 pixel_bytes: Optional[float] = ...,
                 paths: Optional[float] = ...,
                 path_bytes: Optional[float] = ...,
                 bvh: Optional[Literal['wide', 'binary', 'none']] = ...,
                 denoiser: Optional[bool] = ...) -> None: ...


class MemoryRenderParts(Value):
    """Memory of a renderer, by part"""

    geometry_bytes: int
    """vertices, indices, instances [bytes]"""
    bvh_bytes: int
    """nodes, and the triangles in their order [bytes]"""
    textures_bytes: int
    """all levels [bytes]"""
    volumes_bytes: int
    """voxels [bytes]"""
    frame_bytes: int
    """colour and other images [bytes]"""
    paths_bytes: int
    """paths in flight [bytes]"""
    denoiser_bytes: int
    """features of its widest layer [bytes]"""
    context_bytes: int
    """driver and kernels [bytes]"""
    total_bytes: int
    """sum of the parts [bytes]"""

    def __init__(self, *,
                 geometry_bytes: Optional[float] = ...,
                 bvh_bytes: Optional[float] = ...,
                 textures_bytes: Optional[float] = ...,
                 volumes_bytes: Optional[float] = ...,
                 frame_bytes: Optional[float] = ...,
                 paths_bytes: Optional[float] = ...,
                 denoiser_bytes: Optional[float] = ...,
                 context_bytes: Optional[float] = ...,
                 total_bytes: Optional[float] = ...) -> None: ...


class MemorySimulation(Value):
    """A simulation, solver, state vector or index"""

    cells_x: int
    """cells of a grid along x; 0..1000000000000000"""
    cells_y: int
    """cells along y; 1..1000000000000000; 0: 1"""
    cells_z: int
    """cells along z, which devices share; 1..1000000000000000; 0: 1"""
    cell_values: int
    """numbers in a cell and time level; 1..1000000; 0: 1"""
    value_bytes: int
    """of a number of grids, matrices and vectors [bytes]; 1..16; 0: 8"""
    time_levels: int
    """copies of the fields; 1..64; 0: 2"""
    cell_bytes: int
    """beside the fields: flags, materials [bytes]; 0..1000000"""
    halo: int
    """layers of ghost cells on every side that has neighbours; 0..1024"""
    particles: int
    """particles; 0..1000000000000000"""
    particle_bytes: int
    """size of a particle [bytes]; 1..1000000; 0: 72"""
    neighbours: int
    """entries of a particle's list of neighbours, four bytes each; 0..1000000"""
    rows: int
    """rows of a sparse matrix in compressed rows; 0..1000000000000000"""
    row_nonzeros: int
    """entries of a row in the mean; 0..1000000"""
    column_bytes: int
    """of a column index [bytes]; 1..8; 0: 4"""
    matrices: int
    """matrices of that pattern; 1..1000000; 0: 1"""
    vectors: int
    """vectors of the solver; 1..1000000; 0: 5"""
    fft_points: int
    """points of a transform; 0..1000000000000000"""
    fft_point_bytes: int
    """size of a point [bytes]; 1..1000000; 0: 16"""
    fft_copies: int
    """arrays of that size; 1..1000000; 0: 2"""
    qubits: int
    """qubits of a state vector; 0..62"""
    amplitude_bytes: int
    """size of an amplitude [bytes]; 1..32; 0: 16"""
    index_entries: int
    """entries of an index that every device holds; 0..1000000000000000"""
    entry_bytes: int
    """size of an entry [bytes]; 1..1000000; 0: 1"""
    devices: int
    """devices that share the rest; 1..1048576; 0: 1"""

    def __init__(self, *,
                 cells_x: Optional[float] = ...,
                 cells_y: Optional[float] = ...,
                 cells_z: Optional[float] = ...,
                 cell_values: Optional[float] = ...,
                 value_bytes: Optional[float] = ...,
                 time_levels: Optional[float] = ...,
                 cell_bytes: Optional[float] = ...,
                 halo: Optional[float] = ...,
                 particles: Optional[float] = ...,
                 particle_bytes: Optional[float] = ...,
                 neighbours: Optional[float] = ...,
                 rows: Optional[float] = ...,
                 row_nonzeros: Optional[float] = ...,
                 column_bytes: Optional[float] = ...,
                 matrices: Optional[float] = ...,
                 vectors: Optional[float] = ...,
                 fft_points: Optional[float] = ...,
                 fft_point_bytes: Optional[float] = ...,
                 fft_copies: Optional[float] = ...,
                 qubits: Optional[float] = ...,
                 amplitude_bytes: Optional[float] = ...,
                 index_entries: Optional[float] = ...,
                 entry_bytes: Optional[float] = ...,
                 devices: Optional[float] = ...) -> None: ...


class MemorySimulationParts(Value):
    """Memory of one device of a simulation, by part"""

    grid_bytes: int
    """fields of its slab with ghost cells [bytes]"""
    particles_bytes: int
    """particles and their neighbours [bytes]"""
    matrix_bytes: int
    """values, columns and row starts [bytes]"""
    vectors_bytes: int
    """vectors of the solver [bytes]"""
    fft_bytes: int
    """transform and its workspace [bytes]"""
    state_bytes: int
    """amplitudes [bytes]"""
    index_bytes: int
    """index [bytes]"""
    exchange_bytes: int
    """what is sent and received [bytes]"""
    context_bytes: int
    """driver and kernels [bytes]"""
    total_bytes: int
    """sum of the parts [bytes]"""

    def __init__(self, *,
                 grid_bytes: Optional[float] = ...,
                 particles_bytes: Optional[float] = ...,
                 matrix_bytes: Optional[float] = ...,
                 vectors_bytes: Optional[float] = ...,
                 fft_bytes: Optional[float] = ...,
                 state_bytes: Optional[float] = ...,
                 index_bytes: Optional[float] = ...,
                 exchange_bytes: Optional[float] = ...,
                 context_bytes: Optional[float] = ...,
                 total_bytes: Optional[float] = ...) -> None: ...


class MemoryRemedy(Value):
    """One change that takes less memory, and what it leads to with those before it"""

    change: str
    """what is changed"""
    total_bytes: int
    """memory with it and all changes before it [bytes]"""
    fits: bool
    """1 when that is at most the capacity"""
    applies: bool
    """0 when it saves nothing more"""

    def __init__(self, *,
                 change: Optional[str] = ...,
                 total_bytes: Optional[float] = ...,
                 fits: Optional[bool] = ...,
                 applies: Optional[bool] = ...) -> None: ...


class LayerwiseProfile(Value):
    """How the software runs a network, and what it attains."""

    fusion: Literal['auto', 'eager', 'norms', 'engine']
    """what of a layer runs as one kernel"""
    images: Literal['auto', 'channels_first', 'channels_last']
    """order of an image in memory"""
    products_32: float
    """large products in 32 bits and TF32, of their peak; 1e-4..1; 0: the accelerator's"""
    products_16: float
    """large products in 16 bits, of their peak; 1e-4..1; 0: the accelerator's"""
    products_8: float
    """large products in 8 bits, of their peak; 1e-4..1; 0: the accelerator's"""
    fused_attention: float
    """fused attention with 128 channels a head, of the 16-bit peak; 1e-4..1; 0: the accelerator's"""
    memory: float
    """streaming operators, of the memory bandwidth; 1e-4..1; 0: the accelerator's"""
    unhidden: float
    """share of a product's traffic that its arithmetic does not hide; 1e-4..1; 0: the accelerator's"""
    group_channels: float
    """channels of a group that matrix units need to be busy; 1e-6..1024; 0: the default"""
    depthwise: float
    """passes of a depthwise convolution of 3 x 3 over memory; 1e-6..1000; 0: the default"""
    reordered: float
    """passes that convolutions in channels-first images add in 16 bits, each way; 1e-6..100; 0: the default"""
    traffic: float
    """passes of operators over what is counted when each runs alone; 1e-6..100; 0: the default"""
    launch_s: float
    """host time of one kernel [s]; 1e-9..100; 0: the default"""
    kernel_s: float
    """least time of one kernel on the device [s]; 1e-9..100; 0: the default"""
    step_overhead_s: float
    """data loading, optimiser bookkeeping and synchronisation of a step [s]; 1e-9..100; 0: the default"""
    straggler: float
    """time of the slowest device over the usual one, when there are several; 1e-6..1000; 0: the default"""
    scale_up: float
    """links inside a node, of their rate; 1e-4..1; 0: the accelerator's"""
    fabric: float
    """network between nodes, of its rate; 1e-4..1; 0: the accelerator's"""
    input_samples_per_s: float
    """what storage and processors prepare for all devices [1/s]; 1e-6..1e12; 0: as fast as needed"""
    unprefetched: bool
    """input is read between steps, not during them"""
    zero_stage: Literal['0', '1', '2', '3']
    """what replicas share: 0 nothing, 1 optimiser states, 2 gradients, 3 weights"""
    shards: int
    """replicas that share; 1..1000000; 0: all devices for times, 1 for memory"""
    split: int
    """devices that share the positions of each sample; 1..4096; 0: 1"""
    evaluations: float
    """passes that make one sample in inference, such as denoising steps; 1..1e6; 0: 1"""

    def __init__(self, *,
                 fusion: Optional[Literal['auto', 'eager', 'norms', 'engine']] = ...,
                 images: Optional[Literal['auto', 'channels_first', 'channels_last']] = ...,
                 products_32: Optional[float] = ...,
                 products_16: Optional[float] = ...,
                 products_8: Optional[float] = ...,
                 fused_attention: Optional[float] = ...,
                 memory: Optional[float] = ...,
                 unhidden: Optional[float] = ...,
                 group_channels: Optional[float] = ...,
                 depthwise: Optional[float] = ...,
                 reordered: Optional[float] = ...,
                 traffic: Optional[float] = ...,
                 launch_s: Optional[float] = ...,
                 kernel_s: Optional[float] = ...,
                 step_overhead_s: Optional[float] = ...,
                 straggler: Optional[float] = ...,
                 scale_up: Optional[float] = ...,
                 fabric: Optional[float] = ...,
                 input_samples_per_s: Optional[float] = ...,
                 unprefetched: Optional[bool] = ...,
                 zero_stage: Optional[Literal['0', '1', '2', '3']] = ...,
                 shards: Optional[float] = ...,
                 split: Optional[float] = ...,
                 evaluations: Optional[float] = ...) -> None: ...


class LayerwiseTime(Value):
    """Time of a training step or an inference batch of a network."""

    bound: Literal['products', 'memory', 'communication', 'host']
    """the largest part"""
    products_s: float
    """convolutions and matrix products [s]"""
    attention_s: float
    """attention scores and their product with values [s]"""
    memory_s: float
    """operators bound by memory bandwidth [s]"""
    recompute_s: float
    """what is computed again [s]"""
    communication_s: float
    """communication that nothing hides [s]"""
    optimizer_s: float
    """optimiser update [s]"""
    host_s: float
    """launches, input and synchronisation that nothing hides [s]"""
    step_s: float
    """one step, or one batch [s]"""
    samples_per_step: float
    """samples of a step, over all devices"""
    samples_per_s: float
    """over all devices [1/s]"""
    samples_per_s_per_device: float
    """of one device [1/s]"""
    flop_per_sample: float
    """of the network's products [FLOP]"""
    mfu: float
    """model FLOPs utilisation, 0..1"""
    steps: float
    """steps of the whole run; 0 when not known"""
    total_s: float
    """the whole run without failures; 0 when not known [s]"""
    device_hours: float
    """devices x total; 0 when not known [h]"""
    energy_j: float
    """boards at their power limit over the run; 0 when not known [J]"""
    low_step_s: float
    """P10 of step_s [s]"""
    high_step_s: float
    """P90 of step_s [s]"""
    micro_batch: int
    """samples per device and pass"""
    micro_batches: int
    """passes per step of one device"""

    def __init__(self, *,
                 bound: Optional[Literal['products', 'memory', 'communication', 'host']] = ...,
                 products_s: Optional[float] = ...,
                 attention_s: Optional[float] = ...,
                 memory_s: Optional[float] = ...,
                 recompute_s: Optional[float] = ...,
                 communication_s: Optional[float] = ...,
                 optimizer_s: Optional[float] = ...,
                 host_s: Optional[float] = ...,
                 step_s: Optional[float] = ...,
                 samples_per_step: Optional[float] = ...,
                 samples_per_s: Optional[float] = ...,
                 samples_per_s_per_device: Optional[float] = ...,
                 flop_per_sample: Optional[float] = ...,
                 mfu: Optional[float] = ...,
                 steps: Optional[float] = ...,
                 total_s: Optional[float] = ...,
                 device_hours: Optional[float] = ...,
                 energy_j: Optional[float] = ...,
                 low_step_s: Optional[float] = ...,
                 high_step_s: Optional[float] = ...,
                 micro_batch: Optional[float] = ...,
                 micro_batches: Optional[float] = ...) -> None: ...


class LayerwiseMemory(Value):
    """Memory of one device that trains or runs a network."""

    weights_bytes: int
    """weights and their copies in other formats [bytes]"""
    gradients_bytes: int
    """gradients [bytes]"""
    optimizer_bytes: int
    """optimiser states [bytes]"""
    activations_bytes: int
    """what the backward pass needs; inference: the largest results at once [bytes]"""
    input_bytes: int
    """samples, this batch and the next [bytes]"""
    workspace_bytes: int
    """gradients of results, buffers of convolutions and of the reduction [bytes]"""
    context_bytes: int
    """driver and libraries [bytes]"""
    total_bytes: int
    """sum [bytes]"""
    bytes_per_sample: int
    """what one sample more takes [bytes]"""

    def __init__(self, *,
                 weights_bytes: Optional[float] = ...,
                 gradients_bytes: Optional[float] = ...,
                 optimizer_bytes: Optional[float] = ...,
                 activations_bytes: Optional[float] = ...,
                 input_bytes: Optional[float] = ...,
                 workspace_bytes: Optional[float] = ...,
                 context_bytes: Optional[float] = ...,
                 total_bytes: Optional[float] = ...,
                 bytes_per_sample: Optional[float] = ...) -> None: ...


class Training(Value):
    """Time of a training step and of the whole run."""

    bound: Literal['compute', 'memory', 'communication', 'pipeline']
    """the largest part of the step"""
    matrix_s: float
    """matrix products, forward and backward [s]"""
    attention_s: float
    """attention scores and their values [s]"""
    recompute_s: float
    """what is computed again [s]"""
    memory_s: float
    """operators bound by memory bandwidth: norms, activations, loss [s]"""
    communication_s: float
    """communication that nothing hides [s]"""
    bubble_s: float
    """devices idle in the pipeline [s]"""
    optimizer_s: float
    """optimiser update [s]"""
    overhead_s: float
    """launches, data loading and the rest [s]"""
    step_s: float
    """one optimiser step, the sum of the parts [s]"""
    tokens_per_step: float
    """global batch x sequence [tokens]"""
    tokens_per_s: float
    """over all devices [tokens/s]"""
    tokens_per_s_per_device: float
    """of one device [tokens/s]"""
    model_flop_per_token: float
    """FLOPs of the model, recomputation left out [FLOP/token]"""
    mfu: float
    """model FLOPs utilisation, 0..1"""
    hfu: float
    """hardware FLOPs utilisation, 0..1"""
    steps: float
    """optimiser steps of the whole run; 0: tokens is not known"""
    total_s: float
    """the whole run without failures [s]; 0: tokens is not known"""
    device_hours: float
    """devices x total [h]; 0: tokens is not known"""
    energy_j: float
    """boards at their power limit over the run [J]; 0: not known"""
    low_step_s: float
    """P10 of step_s [s]"""
    high_step_s: float
    """P90 of step_s [s]"""
    micro_batch: int
    """per device and pass [sequences]"""
    micro_batches: int
    """passes per step of one replica"""

    def __init__(self, *,
                 bound: Optional[Literal['compute', 'memory', 'communication', 'pipeline']] = ...,
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
    """A training run whose FLOPs are known."""

    flop: float
    """FLOPs of the whole run [FLOP]; 1..1e40; 0: 6 x parameters x tokens"""
    parameters: float
    """parameters, when flop is not given; 1..1e16"""
    tokens: float
    """tokens, when flop is not given [tokens]; 1..1e18"""
    peak_flop_per_s: float
    """dense peak of one device [FLOP/s]; 1e6..1e20"""
    mfu: float
    """model FLOPs utilisation on one device; 1e-6..1"""
    scaling_efficiency: float
    """of all devices over one; 1e-6..1; 0: 1"""
    devices: int
    """devices; 1..10000000; 0: 1"""

    def __init__(self, *,
                 flop: Optional[float] = ...,
                 parameters: Optional[float] = ...,
                 tokens: Optional[float] = ...,
                 peak_flop_per_s: Optional[float] = ...,
                 mfu: Optional[float] = ...,
                 scaling_efficiency: Optional[float] = ...,
                 devices: Optional[float] = ...) -> None: ...


class TrainingProfile(Value):
    """What a framework attains on an accelerator."""

    software: Literal['auto', 'megatron', 'sharded', 'deepspeed', 'eager']
    """family of the framework"""
    release: float
    """when the software was released, such as 2024.5 [year]; 2015..2100; 0: current, or 2021.5 when attention scores are stored"""
    matrix_32: float
    """large products in 32 bits and TF32, of their peak; 1e-4..1; 0: as published runs"""
    matrix_16: float
    """large products in 16 bits, of their peak; 1e-4..1; 0: as published runs"""
    matrix_8: float
    """large products in 8 bits, of their peak; 1e-4..1; 0: as published runs"""
    matrix_4: float
    """large products in 4 bits, of their peak; 1e-4..1; 0: as published runs"""
    experts: float
    """products of routed experts over large ones; 1e-4..1000; 0: as published runs"""
    attention: float
    """fused attention with 128 channels a head, of the 16-bit peak; 1e-4..1; 0: as published runs"""
    memory: float
    """streaming operators, of the memory bandwidth; 1e-4..1; 0: as published runs"""
    traffic: float
    """memory traffic of a decoder layer over that of its operators each alone; 1e-4..1000; 0: as published runs"""
    routed_traffic: float
    """passes over what is sent to experts, each way; 1e-4..1000; 0: as published runs"""
    scale_up: float
    """links inside a domain, of their rate; 1e-4..1; 0: as published runs"""
    network: float
    """network, of its rate; 1e-4..1; 0: as published runs"""
    tensor_exposed: float
    """tensor-parallel communication that nothing hides; 1e-4..1; 0: as published runs"""
    expert_exposed: float
    """exchange between experts that nothing hides; 1e-4..1; 0: as published runs"""
    hidden_share: float
    """what communication still costs while computation hides it; 1e-4..1; 0: as published runs"""
    routed_stall_s: float
    """what a layer with experts waits for their counts [s]; 1e-9..10; 0: as published runs"""
    launch_s: float
    """host time of one layer, forward and backward [s]; 1e-9..10; 0: as published runs"""
    step_overhead_s: float
    """data loading, clipping and synchronisation of a step [s]; 1e-9..1000; 0: as published runs"""
    input_sequences_per_s: float
    """sequences that storage and processors prepare for all devices; 0: as many as needed [1/s]; 0..1e12"""
    straggler: float
    """time of the slowest device over the usual one; 1..1000; 0: 1"""
    unprefetched: bool
    """input is read between steps"""
    hidden_data: float
    """what exchange between replicas still costs while hidden; 0..1"""

    def __init__(self, *,
                 software: Optional[Literal['auto', 'megatron', 'sharded', 'deepspeed', 'eager']] = ...,
                 release: Optional[float] = ...,
                 matrix_32: Optional[float] = ...,
                 matrix_16: Optional[float] = ...,
                 matrix_8: Optional[float] = ...,
                 matrix_4: Optional[float] = ...,
                 experts: Optional[float] = ...,
                 attention: Optional[float] = ...,
                 memory: Optional[float] = ...,
                 traffic: Optional[float] = ...,
                 routed_traffic: Optional[float] = ...,
                 scale_up: Optional[float] = ...,
                 network: Optional[float] = ...,
                 tensor_exposed: Optional[float] = ...,
                 expert_exposed: Optional[float] = ...,
                 hidden_share: Optional[float] = ...,
                 routed_stall_s: Optional[float] = ...,
                 launch_s: Optional[float] = ...,
                 step_overhead_s: Optional[float] = ...,
                 input_sequences_per_s: Optional[float] = ...,
                 straggler: Optional[float] = ...,
                 unprefetched: Optional[bool] = ...,
                 hidden_data: Optional[float] = ...) -> None: ...


class TrainingCalibration(Value):
    """What measured steps told of a profile."""

    steps: int
    """measured steps"""
    products: float
    """factor on matrix_32 to matrix_4 and attention"""
    products_low: float
    """lower end of its 90 % interval"""
    products_high: float
    """upper end of its 90 % interval"""
    memory: float
    """factor on memory"""
    memory_low: float
    """lower end of its 90 % interval"""
    memory_high: float
    """upper end of its 90 % interval"""
    links: float
    """factor on scale_up and network"""
    links_low: float
    """lower end of its 90 % interval"""
    links_high: float
    """upper end of its 90 % interval"""
    overhead: float
    """factor on launch_s, step_overhead_s and routed_stall_s"""
    overhead_low: float
    """lower end of its 90 % interval"""
    overhead_high: float
    """upper end of its 90 % interval"""
    error_before: float
    """median of |projected / measured - 1| before"""
    error_after: float
    """median of |projected / measured - 1| calibrated"""
    products_told: bool
    """the steps tell it"""
    memory_told: bool
    """the steps tell it"""
    links_told: bool
    """the steps tell it"""
    overhead_told: bool
    """the steps tell it"""

    def __init__(self, *,
                 steps: Optional[float] = ...,
                 products: Optional[float] = ...,
                 products_low: Optional[float] = ...,
                 products_high: Optional[float] = ...,
                 memory: Optional[float] = ...,
                 memory_low: Optional[float] = ...,
                 memory_high: Optional[float] = ...,
                 links: Optional[float] = ...,
                 links_low: Optional[float] = ...,
                 links_high: Optional[float] = ...,
                 overhead: Optional[float] = ...,
                 overhead_low: Optional[float] = ...,
                 overhead_high: Optional[float] = ...,
                 error_before: Optional[float] = ...,
                 error_after: Optional[float] = ...,
                 products_told: Optional[bool] = ...,
                 memory_told: Optional[bool] = ...,
                 links_told: Optional[bool] = ...,
                 overhead_told: Optional[bool] = ...) -> None: ...


class TrainingGoodputCase(Value):
    """A training run that is interrupted."""

    work_s: float
    """the run without failures [s]; 1e-6..1e15"""
    devices: int
    """devices that must all work; 1..10000000; 0: 1"""
    failures_per_device_hour: float
    """interruptions of the run for each device [1/h]; 1e-12..1000; 0: 2e-5"""
    checkpoint_bytes: float
    """written by all devices together, when checkpoint_s is not given [bytes]; 1..1e18; 0: nothing is written"""
    storage_bytes_per_s: float
    """rate of the storage [bytes/s]; 1..1e18; 0: unknown"""
    checkpoint_s: float
    """what a checkpoint stops the run for [s]; 1e-9..1e15; 0: checkpoint_bytes over the rate of the storage"""
    restart_s: float
    """from an interruption to the first step [s]; 1e-9..1e15; 0: 600"""
    interval_s: float
    """work between checkpoints [s]; 1e-6..1e15; 0: the best"""
    samples: int
    """simulated runs behind the percentiles; 10..1000000; 0: 1000"""
    seed: int
    """equal seeds give equal percentiles"""

    def __init__(self, *,
                 work_s: Optional[float] = ...,
                 devices: Optional[float] = ...,
                 failures_per_device_hour: Optional[float] = ...,
                 checkpoint_bytes: Optional[float] = ...,
                 storage_bytes_per_s: Optional[float] = ...,
                 checkpoint_s: Optional[float] = ...,
                 restart_s: Optional[float] = ...,
                 interval_s: Optional[float] = ...,
                 samples: Optional[float] = ...,
                 seed: Optional[float] = ...) -> None: ...


class TrainingGoodputResult(Value):
    """How long an interrupted training run takes."""

    mean_s: float
    """mean time between interruptions of the run [s]"""
    checkpoint_s: float
    """what a checkpoint stops the run for [s]"""
    interval_s: float
    """work between checkpoints [s]"""
    expected_s: float
    """expected wall time [s]"""
    low_s: float
    """P10 of the wall time [s]"""
    median_s: float
    """P50 of the wall time [s]"""
    high_s: float
    """P90 of the wall time [s]"""
    goodput: float
    """work over expected wall time, 0..1"""
    interruptions: float
    """expected interruptions, those of restarts included"""
    saving_s: float
    """of the expected time, in checkpoints that were kept [s]"""
    restarting_s: float
    """of the expected time, between interruption and work [s]"""
    repeating_s: float
    """of the expected time, in work and checkpoints that were lost [s]"""
    lost_device_hours: float
    """devices x (expected - work) [h]"""

    def __init__(self, *,
                 mean_s: Optional[float] = ...,
                 checkpoint_s: Optional[float] = ...,
                 interval_s: Optional[float] = ...,
                 expected_s: Optional[float] = ...,
                 low_s: Optional[float] = ...,
                 median_s: Optional[float] = ...,
                 high_s: Optional[float] = ...,
                 goodput: Optional[float] = ...,
                 interruptions: Optional[float] = ...,
                 saving_s: Optional[float] = ...,
                 restarting_s: Optional[float] = ...,
                 repeating_s: Optional[float] = ...,
                 lost_device_hours: Optional[float] = ...) -> None: ...


class RequirementGain(Value):
    """A change that would make a training step faster."""

    change: str
    """what changes"""
    step_s: float
    """time of a step then [s]"""
    tokens_per_s: float
    """over all devices then [tokens/s]"""
    gain: float
    """tokens/s then over now, - 1"""

    def __init__(self, *,
                 change: Optional[str] = ...,
                 step_s: Optional[float] = ...,
                 tokens_per_s: Optional[float] = ...,
                 gain: Optional[float] = ...) -> None: ...


class KernelCase(Value):
    """A science kernel."""

    kind: Literal['gemm', 'stencil', 'fft', 'spmv', 'nbody', 'alignment']
    """what is computed"""
    rate: str
    """accelerator rate that computes it: fp64, fp64_tensor, fp32, tf32 and so on; 0: fp64; fp32 for alignments"""
    n: float
    """rows, cells, points, bodies or residues; 1..1e15; 0: missing"""
    m: float
    """columns of a product, residues of the other sequence; 1..1e15; 0: n"""
    k: float
    """inner dimension of a product; 1..1e15; 0: n"""
    nonzeros: float
    """nonzeros of a sparse matrix; 1..1e15; 0: 7 a row"""
    points: float
    """points of a stencil; 1..1e15; 0: 7"""
    variables: float
    """variables of a cell, read and written in a step; 1..1e15; 0: 1"""
    flop_per_cell: float
    """operations of a cell [FLOP]; 1e-3..1e12; 0: 2 for each point and variable"""
    bytes_per_cell: float
    """traffic of a cell [bytes]; 1e-3..1e12; 0: each variable read and written once"""
    repeats: float
    """steps, or kernels in a batch; 1..1e15; 0: 1"""
    arithmetic: float
    """share of the rate that is attained; 1e-4..1; 0: 0.8"""
    bandwidth: float
    """share of the memory bandwidth that is attained; 1e-4..1; 0: 0.8"""

    def __init__(self, *,
                 kind: Optional[Literal['gemm', 'stencil', 'fft', 'spmv', 'nbody', 'alignment']] = ...,
                 rate: Optional[str] = ...,
                 n: Optional[float] = ...,
                 m: Optional[float] = ...,
                 k: Optional[float] = ...,
                 nonzeros: Optional[float] = ...,
                 points: Optional[float] = ...,
                 variables: Optional[float] = ...,
                 flop_per_cell: Optional[float] = ...,
                 bytes_per_cell: Optional[float] = ...,
                 repeats: Optional[float] = ...,
                 arithmetic: Optional[float] = ...,
                 bandwidth: Optional[float] = ...) -> None: ...


class KernelTime(Value):
    """Time of a science kernel by its roofline."""

    bound: Literal['arithmetic', 'memory']
    """what takes longer"""
    flop: float
    """operations of all repeats [FLOP]"""
    bytes: float
    """compulsory memory traffic of all repeats [bytes]"""
    intensity: float
    """flop over bytes [FLOP/byte]"""
    ridge: float
    """intensity where arithmetic and memory take as long [FLOP/byte]"""
    time_s: float
    """of all repeats [s]"""
    flop_per_s: float
    """flop over time_s [FLOP/s]"""
    utilisation: float
    """of the rate, 0..1"""

    def __init__(self, *,
                 bound: Optional[Literal['arithmetic', 'memory']] = ...,
                 flop: Optional[float] = ...,
                 bytes: Optional[float] = ...,
                 intensity: Optional[float] = ...,
                 ridge: Optional[float] = ...,
                 time_s: Optional[float] = ...,
                 flop_per_s: Optional[float] = ...,
                 utilisation: Optional[float] = ...) -> None: ...


class ScalingSummary(Value):
    """A law of scaling fitted to throughputs."""

    law: Literal['auto', 'amdahl', 'usl']
    """law that was fitted"""
    points: int
    """measurements"""
    confidence: float
    """of the intervals, 0..1"""
    rate: float
    """throughput of one device"""
    rate_low: float
    """lower end of rate"""
    rate_high: float
    """upper end of rate"""
    serial: float
    """share of the work that does not scale"""
    serial_low: float
    """lower end of serial"""
    serial_high: float
    """upper end of serial"""
    crosstalk: float
    """cost of each pair of devices; 0: Amdahl's law"""
    crosstalk_low: float
    """lower end of crosstalk"""
    crosstalk_high: float
    """upper end of crosstalk; 0: was not tried"""
    residual: float
    """root mean square of measured over fitted - 1"""
    devices_least: float
    """fewest devices measured"""
    devices_most: float
    """most devices measured"""
    peak_devices: float
    """devices where throughput is highest; 0: it grows without end"""

    def __init__(self, *,
                 law: Optional[Literal['auto', 'amdahl', 'usl']] = ...,
                 points: Optional[float] = ...,
                 confidence: Optional[float] = ...,
                 rate: Optional[float] = ...,
                 rate_low: Optional[float] = ...,
                 rate_high: Optional[float] = ...,
                 serial: Optional[float] = ...,
                 serial_low: Optional[float] = ...,
                 serial_high: Optional[float] = ...,
                 crosstalk: Optional[float] = ...,
                 crosstalk_low: Optional[float] = ...,
                 crosstalk_high: Optional[float] = ...,
                 residual: Optional[float] = ...,
                 devices_least: Optional[float] = ...,
                 devices_most: Optional[float] = ...,
                 peak_devices: Optional[float] = ...) -> None: ...


class ScalingPrediction(Value):
    """What a law of scaling says of some devices."""

    devices: float
    """devices"""
    throughput: float
    """of all devices"""
    low: float
    """lower end of the fitted curve's interval"""
    high: float
    """upper end of the fitted curve's interval"""
    speedup: float
    """over one device"""
    efficiency: float
    """speedup over devices"""
    beyond: bool
    """outside the measured devices"""

    def __init__(self, *,
                 devices: Optional[float] = ...,
                 throughput: Optional[float] = ...,
                 low: Optional[float] = ...,
                 high: Optional[float] = ...,
                 speedup: Optional[float] = ...,
                 efficiency: Optional[float] = ...,
                 beyond: Optional[bool] = ...) -> None: ...


class Serving(Value):
    """Latency and throughput of a served model, and the replicas it needs."""

    meets_latency: bool
    """1 when the time to the first token is within the objective, or there is none"""
    bound: Literal['compute', 'memory', 'communication', 'pipeline']
    """what bounds decoding"""
    prefill_s: float
    """compute of one prompt [s]"""
    first_token_s: float
    """mean time to the first token, waiting included [s]"""
    output_token_s: float
    """per output token of a sequence [s]"""
    request_s: float
    """mean time of a whole request [s]"""
    concurrent_sequences: float
    """decoded at once [sequences]"""
    output_tokens_per_s: float
    """one replica at full load [tokens/s]"""
    requests_per_s: float
    """one replica at full load [1/s]"""
    utilisation: float
    """load over capacity with the replicas below, 0..1"""
    replicas: int
    """replicas for the request rate; 1 when none is given"""
    total_s: float
    """time to serve all requests [s]; 0: a standing service"""
    low_output_token_s: float
    """P10 of output_token_s [s]"""
    high_output_token_s: float
    """P90 of output_token_s [s]"""

    def __init__(self, *,
                 meets_latency: Optional[bool] = ...,
                 bound: Optional[Literal['compute', 'memory', 'communication', 'pipeline']] = ...,
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


class CheckpointCase(Value):
    """Work under exponential interruptions."""

    work_s: float
    """work without interruptions [s]; 1e-9..1e15"""
    mean_s: float
    """mean time between interruptions [s]; 1e-9..1e30"""
    checkpoint_s: float
    """time to write a checkpoint [s]; 0..1e15"""
    restart_s: float
    """time to be back at work [s]; 0..1e15"""

    def __init__(self, *,
                 work_s: Optional[float] = ...,
                 mean_s: Optional[float] = ...,
                 checkpoint_s: Optional[float] = ...,
                 restart_s: Optional[float] = ...) -> None: ...


class CheckpointPlan(Value):
    """How often to save, and what it comes to."""

    interval_s: float
    """work between checkpoints [s]"""
    expected_s: float
    """expected wall time [s]"""
    overhead: float
    """expected wall time over work, at least 1"""
    interruptions: float
    """expected number of interruptions"""

    def __init__(self, *,
                 interval_s: Optional[float] = ...,
                 expected_s: Optional[float] = ...,
                 overhead: Optional[float] = ...,
                 interruptions: Optional[float] = ...) -> None: ...


class SpotCase(Value):
    """Work on spot instances."""

    work_h: float
    """useful hours to be done [h]; 1e-6..1e9"""
    instances: int
    """instances that must all run; any interruption stops the work; 1..1000000; 0: 1"""
    monthly_interruption: float
    """share of instances interrupted in 720 h; 1e-9..1; 0: 0.10"""
    checkpoint_s: float
    """time to write a checkpoint [s]; 0.001..1e9; 0: 60"""
    restart_s: float
    """time to be back at work [s]; 0.001..1e9; 0: 600"""

    def __init__(self, *,
                 work_h: Optional[float] = ...,
                 instances: Optional[float] = ...,
                 monthly_interruption: Optional[float] = ...,
                 checkpoint_s: Optional[float] = ...,
                 restart_s: Optional[float] = ...) -> None: ...


class SpotResult(Value):
    """What work on spot comes to."""

    wall_h: float
    """expected hours paid [h]"""
    overhead: float
    """hours paid per useful hour, at least 1"""
    interruptions: float
    """expected interruptions"""
    mean_h: float
    """mean time between interruptions of the whole set [h]"""
    checkpoint_every_h: float
    """useful hours between checkpoints [h]"""

    def __init__(self, *,
                 wall_h: Optional[float] = ...,
                 overhead: Optional[float] = ...,
                 interruptions: Optional[float] = ...,
                 mean_h: Optional[float] = ...,
                 checkpoint_every_h: Optional[float] = ...) -> None: ...


class SpotDeadlineCase(Value):
    """A job with a deadline, on spot where that pays."""

    work_ticks: int
    """work to be done [ticks]; 1..1000000"""
    restart_ticks: int
    """paid without progress whenever a machine starts [ticks]; ..10000"""
    spot_price: decimal.Decimal
    """spot machine [per tick]; 0.."""
    on_demand_price: decimal.Decimal
    """machine on demand [per tick]; 0.000000001.."""
    appear: float
    """chance a tick that spot comes back; policy chain; 1e-9..1; 0: that of the trace"""
    vanish: float
    """chance a tick that it is taken away; policy chain; 1e-9..1; 0: that of the trace"""
    policy: Literal['optimum', 'uniform', 'greedy', 'on_demand', 'chain']
    """how to choose"""

    def __init__(self, *,
                 work_ticks: Optional[float] = ...,
                 restart_ticks: Optional[float] = ...,
                 spot_price: Optional[_Price] = ...,
                 on_demand_price: Optional[_Price] = ...,
                 appear: Optional[float] = ...,
                 vanish: Optional[float] = ...,
                 policy: Optional[Literal['optimum', 'uniform', 'greedy', 'on_demand', 'chain']] = ...) -> None: ...


class SpotDeadlineResult(Value):
    """What a way of choosing comes to."""

    cost_price: decimal.Decimal
    """of all ticks paid"""
    spot_ticks: int
    """paid on spot [ticks]"""
    on_demand_ticks: int
    """paid on demand [ticks]"""
    idle_ticks: int
    """waited before the end [ticks]"""
    starts: int
    """machines started"""
    end_tick: int
    """when the work was done; 0 if not [ticks]"""
    finished: bool
    """done by the deadline"""
    policy: Literal['optimum', 'uniform', 'greedy', 'on_demand', 'chain']
    """what chose"""

    def __init__(self, *,
                 cost_price: Optional[_Price] = ...,
                 spot_ticks: Optional[float] = ...,
                 on_demand_ticks: Optional[float] = ...,
                 idle_ticks: Optional[float] = ...,
                 starts: Optional[float] = ...,
                 end_tick: Optional[float] = ...,
                 finished: Optional[bool] = ...,
                 policy: Optional[Literal['optimum', 'uniform', 'greedy', 'on_demand', 'chain']] = ...) -> None: ...


class Commitment(Value):
    """A commitment that can be bought."""

    name: str
    """name for the reader, such as "1 year no upfront""""
    term_hours: int
    """length of one purchase [h]; 1..1000000"""
    upfront_price: decimal.Decimal
    """paid at each purchase, per unit [currency]; 0.."""
    hourly_price: decimal.Decimal
    """paid in every hour of the term, used or not, per unit [currency/h]; 0.."""
    usage_price: decimal.Decimal
    """paid in every hour used, per unit [currency/h]; 0.."""
    salvage_price: decimal.Decimal
    """credited for every hour of the term left at the horizon, per unit; cases only [currency/h]; 0.."""
    first_hour: int
    """first hour in which it can be bought; cases only [h]; ..999999"""
    last_hour: int
    """last hour in which it can be bought; cases only [h]; ..999999; 0: the horizon's last"""
    every_hours: int
    """hours between dates of purchase; cases only [h]; 1..1000000; 0: 1"""
    unit_size: int
    """units in one purchase, whose price this is; cases only [units]; 1..1024; 0: 1"""
    closing_price: decimal.Decimal
    """paid when the term ends, per unit; cases only [currency]; 0.."""
    refund_price: decimal.Decimal
    """given back when the term ends, per unit; cases only [currency]; 0.."""

    def __init__(self, *,
                 name: Optional[str] = ...,
                 term_hours: Optional[float] = ...,
                 upfront_price: Optional[_Price] = ...,
                 hourly_price: Optional[_Price] = ...,
                 usage_price: Optional[_Price] = ...,
                 salvage_price: Optional[_Price] = ...,
                 first_hour: Optional[float] = ...,
                 last_hour: Optional[float] = ...,
                 every_hours: Optional[float] = ...,
                 unit_size: Optional[float] = ...,
                 closing_price: Optional[_Price] = ...,
                 refund_price: Optional[_Price] = ...) -> None: ...


class Exit(Value):
    """How a commitment can be left early."""

    first_hours: int
    """hours after the purchase in which it can be left first [h]; 1..1000000; 0: every_hours"""
    every_hours: int
    """hours between such dates; what is left of a term counts in whole steps of them [h]; 1..1000000; 0: 730"""
    keep_hours: int
    """least that must be left of the term [h]; 1..1000000; 0: 1"""
    resale_share: float
    """share of the upfront price of what is left that a buyer pays, or the provider gives back; 0..1"""
    fee_share: float
    """share of it that the market keeps; 0..1"""
    penalty_share: float
    """share of what is left of upfront price and hourly fees that leaving costs; 0..1"""
    penalty_price: decimal.Decimal
    """fixed fee of leaving, per unit [currency]; 0.."""

    def __init__(self, *,
                 first_hours: Optional[float] = ...,
                 every_hours: Optional[float] = ...,
                 keep_hours: Optional[float] = ...,
                 resale_share: Optional[float] = ...,
                 fee_share: Optional[float] = ...,
                 penalty_share: Optional[float] = ...,
                 penalty_price: Optional[_Price] = ...) -> None: ...


class PortfolioOptions(Value):
    """Prices, currency and rules of a portfolio."""

    currency: str
    """ISO 4217 code of every price"""
    on_demand_price: decimal.Decimal
    """price of a unit on demand [currency/h]; 0.000000001.."""
    spot_price: decimal.Decimal
    """price of a useful hour of a unit on spot [currency/h]; 0.000000001..; 0: no spot"""
    horizon_rule: Literal['full', 'inside']
    """terms that run past the horizon: paid in full, or hourly fees inside it only"""
    step_h: float
    """length of one entry of the demand [h]; 0.000001..10000; 0: 1"""
    spot_units: int
    """most units that spot can serve at once [units]; 1..2147483647; 0: no limit"""
    discount_rate: float
    """what money is worth less after a year, as a share; cases only; 0..10"""
    billing_hours: int
    """hours from one bill of fees and use to the next; cases only [h]; 1..1000000; 0: 730"""

    def __init__(self, *,
                 currency: Optional[str] = ...,
                 on_demand_price: Optional[_Price] = ...,
                 spot_price: Optional[_Price] = ...,
                 horizon_rule: Optional[Literal['full', 'inside']] = ...,
                 step_h: Optional[float] = ...,
                 spot_units: Optional[float] = ...,
                 discount_rate: Optional[float] = ...,
                 billing_hours: Optional[float] = ...) -> None: ...


class PortfolioShare(Value):
    """What one option contributes to a portfolio."""

    name: str
    """the commitment's name, spot or on_demand"""
    units: int
    """units committed; for spot and on demand the most in use at once [units]"""
    purchases: int
    """purchases in a row that cover the horizon with one unit; none for spot and on demand"""
    used_hours: float
    """unit-hours used [h]"""
    paid_hours: float
    """unit-hours paid [h]"""
    utilisation: float
    """used over paid; 0 when nothing is paid"""
    break_even: float
    """share of the horizon in use at which it costs the same as on demand"""
    cost: Money
    """cost over the horizon"""

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
    """Totals of a portfolio."""

    hours: float
    """horizon [h]"""
    peak_units: int
    """largest demand [units]"""
    demand_hours: float
    """unit-hours demanded [h]"""
    coverage: float
    """unit-hours served by commitments over those demanded"""
    effective_savings: float
    """share of the on-demand bill that is saved"""
    cost: Money
    """least cost, the exact sum of the shares"""
    all_on_demand: Money
    """cost of the same demand on demand only"""

    def __init__(self, *,
                 hours: Optional[float] = ...,
                 peak_units: Optional[float] = ...,
                 demand_hours: Optional[float] = ...,
                 coverage: Optional[float] = ...,
                 effective_savings: Optional[float] = ...,
                 cost: Optional[Money] = ...,
                 all_on_demand: Optional[Money] = ...) -> None: ...


class Held(Value):
    """A commitment that runs already."""

    start_hour: int
    """first hour that it covers [h]"""
    end_hour: int
    """hour at which it has expired [h]; 1.."""
    units: int
    """units held [units]; 1..2147483647"""

    def __init__(self, *,
                 start_hour: Optional[float] = ...,
                 end_hour: Optional[float] = ...,
                 units: Optional[float] = ...) -> None: ...


class Purchase(Value):
    """Units of one commitment bought at one date."""

    name: str
    """name of the commitment"""
    commitment: int
    """which commitment, from 0"""
    start_hour: int
    """hour of purchase [h]"""
    end_hour: int
    """hour at which it expires, at most the horizon [h]"""
    units: int
    """units bought [units]"""
    break_even: float
    """share of its hours in use at which it costs as much as on demand"""
    unit_cost: Money
    """cost of one unit, less its salvage"""
    cost: Money
    """cost of all units"""
    last_unit_saves: Money
    """what the bill would rise by with one unit less"""
    next_unit_saves: Money
    """what the bill would fall by with one unit more"""

    def __init__(self, *,
                 name: Optional[str] = ...,
                 commitment: Optional[float] = ...,
                 start_hour: Optional[float] = ...,
                 end_hour: Optional[float] = ...,
                 units: Optional[float] = ...,
                 break_even: Optional[float] = ...,
                 unit_cost: Optional[Money] = ...,
                 cost: Optional[Money] = ...,
                 last_unit_saves: Optional[Money] = ...,
                 next_unit_saves: Optional[Money] = ...) -> None: ...


class Verdict(Value):
    """What the check of a plan and its proof found."""

    plan_valid: bool
    """every purchase is allowed"""
    proof_valid: bool
    """no hour is worth more than it costs, and no purchase less than its hours"""
    optimal: bool
    """both are valid, and the cost equals the bound"""
    cost: Money
    """cost of the plan with the best use of what is bought"""
    bound: Money
    """no plan can cost less"""
    gap: Money
    """cost less bound"""
    reason: str
    """the first thing that is wrong"""

    def __init__(self, *,
                 plan_valid: Optional[bool] = ...,
                 proof_valid: Optional[bool] = ...,
                 optimal: Optional[bool] = ...,
                 cost: Optional[Money] = ...,
                 bound: Optional[Money] = ...,
                 gap: Optional[Money] = ...,
                 reason: Optional[str] = ...) -> None: ...


class ScheduleSummary(Value):
    """Totals of a schedule."""

    hours: int
    """horizon [h]"""
    peak_units: int
    """largest demand [units]"""
    peak_committed: int
    """most units bought and running at once [units]"""
    purchases: int
    """rows of the calendar"""
    choices: int
    """pairs of a commitment and a date that were weighed"""
    optimal: bool
    """the cost equals the bound"""
    demand_hours: float
    """unit-hours demanded [h]"""
    coverage: float
    """unit-hours served by commitments, held or bought, over those demanded"""
    utilisation: float
    """unit-hours used of what was bought over those paid"""
    effective_savings: float
    """share of the on-demand bill that is saved"""
    return_on_commitment: float
    """what the purchases saved over what they cost, less 1"""
    cost: Money
    """least cost"""
    bound: Money
    """no plan can cost less"""
    all_on_demand: Money
    """cost of what is not held with neither purchases nor spot"""
    committed_cost: Money
    """of all purchases, less their salvage"""
    coverage_defined: bool
    """something is demanded"""
    utilisation_defined: bool
    """something is bought"""
    savings_defined: bool
    """all on demand costs something"""
    return_defined: bool
    """something is bought"""

    def __init__(self, *,
                 hours: Optional[float] = ...,
                 peak_units: Optional[float] = ...,
                 peak_committed: Optional[float] = ...,
                 purchases: Optional[float] = ...,
                 choices: Optional[float] = ...,
                 optimal: Optional[bool] = ...,
                 demand_hours: Optional[float] = ...,
                 coverage: Optional[float] = ...,
                 utilisation: Optional[float] = ...,
                 effective_savings: Optional[float] = ...,
                 return_on_commitment: Optional[float] = ...,
                 cost: Optional[Money] = ...,
                 bound: Optional[Money] = ...,
                 all_on_demand: Optional[Money] = ...,
                 committed_cost: Optional[Money] = ...,
                 coverage_defined: Optional[bool] = ...,
                 utilisation_defined: Optional[bool] = ...,
                 savings_defined: Optional[bool] = ...,
                 return_defined: Optional[bool] = ...) -> None: ...


class ScheduleHour(Value):
    """One hour of a schedule."""

    hour: int
    """hour from 0 [h]"""
    demand: int
    """demanded [units]"""
    held_used: int
    """served by what was held before [units]"""
    committed: int
    """bought and running [units]"""
    committed_used: int
    """of these, in use [units]"""
    spot: int
    """on spot [units]"""
    on_demand: int
    """on demand [units]"""
    value_price: decimal.Decimal
    """what one more unit in this hour adds to the bill [currency/h]"""
    spot_rent_price: decimal.Decimal
    """what one more unit of spot would save [currency/h]"""

    def __init__(self, *,
                 hour: Optional[float] = ...,
                 demand: Optional[float] = ...,
                 held_used: Optional[float] = ...,
                 committed: Optional[float] = ...,
                 committed_used: Optional[float] = ...,
                 spot: Optional[float] = ...,
                 on_demand: Optional[float] = ...,
                 value_price: Optional[_Price] = ...,
                 spot_rent_price: Optional[_Price] = ...) -> None: ...


class ScheduleSegment(Value):
    """The hours between two dates of a schedule."""

    start_hour: int
    """first hour [h]"""
    end_hour: int
    """hour after the last [h]"""
    committed: int
    """bought and running [units]"""
    value: Money
    """sum of the values of its hours"""

    def __init__(self, *,
                 start_hour: Optional[float] = ...,
                 end_hour: Optional[float] = ...,
                 committed: Optional[float] = ...,
                 value: Optional[Money] = ...) -> None: ...


class ScheduleMonth(Value):
    """What is paid in one month of a schedule."""

    start_hour: int
    """first hour [h]"""
    end_hour: int
    """hour after the last, in which it is billed [h]"""
    upfront: Money
    """paid for purchases in it"""
    fees: Money
    """hourly fees of what runs"""
    settled: Money
    """paid at the end of terms, less refunds and salvage"""
    usage: Money
    """spot and on demand"""
    cash: Money
    """all of it"""
    present_value: Money
    """what it is worth at hour 0"""

    def __init__(self, *,
                 start_hour: Optional[float] = ...,
                 end_hour: Optional[float] = ...,
                 upfront: Optional[Money] = ...,
                 fees: Optional[Money] = ...,
                 settled: Optional[Money] = ...,
                 usage: Optional[Money] = ...,
                 cash: Optional[Money] = ...,
                 present_value: Optional[Money] = ...) -> None: ...


class PriceRange(Value):
    """How far a price may move with the plan still the cheapest."""

    name: str
    """the commitment's name, or on_demand"""
    fall: Money
    """most that a purchase, or an hour on demand, may cost less"""
    rise: Money
    """most that it may cost more"""
    fall_limited: bool
    """below that another plan is cheaper"""
    rise_limited: bool
    """above that another plan is cheaper"""
    solutions: int
    """schedules that were solved to find it"""

    def __init__(self, *,
                 name: Optional[str] = ...,
                 fall: Optional[Money] = ...,
                 rise: Optional[Money] = ...,
                 fall_limited: Optional[bool] = ...,
                 rise_limited: Optional[bool] = ...,
                 solutions: Optional[float] = ...) -> None: ...


class DemandEffect(Value):
    """A plan under another demand."""

    scale: float
    """of the demand"""
    coverage: float
    """of that demand by held units and the plan"""
    utilisation: float
    """of the plan"""
    kept: Money
    """cost of the plan"""
    best: Money
    """cost of the best plan for that demand"""
    regret: Money
    """kept less best"""
    all_on_demand: Money
    """with neither purchases nor spot"""

    def __init__(self, *,
                 scale: Optional[float] = ...,
                 coverage: Optional[float] = ...,
                 utilisation: Optional[float] = ...,
                 kept: Optional[Money] = ...,
                 best: Optional[Money] = ...,
                 regret: Optional[Money] = ...,
                 all_on_demand: Optional[Money] = ...) -> None: ...


class UnitValue(Value):
    """What one unit of a purchase earns."""

    unit: int
    """number in its purchase, from 1"""
    bought: int
    """units of the purchase [units]"""
    used_hours: int
    """hours of its term in use [h]"""
    utilisation: float
    """of its hours inside the horizon"""
    saves: Money
    """on spot and on demand"""
    cost: Money
    """of the unit"""
    earns: Money
    """saves less cost"""

    def __init__(self, *,
                 unit: Optional[float] = ...,
                 bought: Optional[float] = ...,
                 used_hours: Optional[float] = ...,
                 utilisation: Optional[float] = ...,
                 saves: Optional[Money] = ...,
                 cost: Optional[Money] = ...,
                 earns: Optional[Money] = ...) -> None: ...


class ForecastOptions(Value):
    """How to forecast demand."""

    horizon_hours: int
    """hours to forecast [h]; 1..87600; 0: 720"""
    origins: int
    """most points in the past from which it is tried; 2..100; 0: 8"""
    paths: int
    """demands to draw; 1..1000; 0: 200"""
    block_hours: int
    """hours of residuals that stay together in a path [h]; 1..87600; 0: 168"""
    seed: int
    """of the paths"""
    confidence: float
    """share of hours that the band should hold; 0.01..0.99; 0: 0.8"""
    draws: Literal['quasi', 'random']
    """where the random numbers of paths come from"""

    def __init__(self, *,
                 horizon_hours: Optional[float] = ...,
                 origins: Optional[float] = ...,
                 paths: Optional[float] = ...,
                 block_hours: Optional[float] = ...,
                 seed: Optional[float] = ...,
                 confidence: Optional[float] = ...,
                 draws: Optional[Literal['quasi', 'random']] = ...) -> None: ...


class ForecastSummary(Value):
    """A forecast, and how good it was when tried on the past."""

    hours: int
    """of history [h]"""
    missing_hours: int
    """of these, without a value [h]"""
    horizon_hours: int
    """forecast [h]"""
    season_hours: int
    """longest season used [h]"""
    origins: int
    """points in the past from which it was tried"""
    tested_hours: int
    """hours forecast from them [h]"""
    regression_weight: float
    """share of the robust regression"""
    smoothing_weight: float
    """share of damped Holt-Winters"""
    seasonal_weight: float
    """share of the last season repeated"""
    mase: float
    """mean absolute error over that of the last season repeated"""
    pinball: float
    """mean pinball loss over the quantiles 0.1 to 0.9 [devices]"""
    pinball_seasonal: float
    """the same of the last season repeated [devices]"""
    pinball_last: float
    """the same of the last value repeated [devices]"""
    coverage: float
    """share of tested hours inside the band"""

    def __init__(self, *,
                 hours: Optional[float] = ...,
                 missing_hours: Optional[float] = ...,
                 horizon_hours: Optional[float] = ...,
                 season_hours: Optional[float] = ...,
                 origins: Optional[float] = ...,
                 tested_hours: Optional[float] = ...,
                 regression_weight: Optional[float] = ...,
                 smoothing_weight: Optional[float] = ...,
                 seasonal_weight: Optional[float] = ...,
                 mase: Optional[float] = ...,
                 pinball: Optional[float] = ...,
                 pinball_seasonal: Optional[float] = ...,
                 pinball_last: Optional[float] = ...,
                 coverage: Optional[float] = ...) -> None: ...


class ForecastHour(Value):
    """One hour of a forecast."""

    hour: int
    """after the history, from 0 [h]"""
    expected: float
    """forecast [devices]"""
    low: float
    """lower end of the band [devices]"""
    high: float
    """upper end of the band [devices]"""

    def __init__(self, *,
                 hour: Optional[float] = ...,
                 expected: Optional[float] = ...,
                 low: Optional[float] = ...,
                 high: Optional[float] = ...) -> None: ...


class ForecastProfile(Value):
    """A series of demand in a few numbers."""

    hours: int
    """of the series [h]"""
    missing_hours: int
    """without a value [h]"""
    gaps: int
    """runs of hours without a value"""
    peak: float
    """largest value [devices]"""
    mean: float
    """mean [devices]"""
    median: float
    """median [devices]"""
    base: float
    """reached in 95 % of the hours [devices]"""
    load_factor: float
    """mean over peak"""
    day_share: float
    """share of the variance explained by the hour of the day"""
    week_share: float
    """share explained by the hour of the week; 0 below two weeks"""
    trend_share: float
    """share explained by a straight line"""

    def __init__(self, *,
                 hours: Optional[float] = ...,
                 missing_hours: Optional[float] = ...,
                 gaps: Optional[float] = ...,
                 peak: Optional[float] = ...,
                 mean: Optional[float] = ...,
                 median: Optional[float] = ...,
                 base: Optional[float] = ...,
                 load_factor: Optional[float] = ...,
                 day_share: Optional[float] = ...,
                 week_share: Optional[float] = ...,
                 trend_share: Optional[float] = ...) -> None: ...


class RiskOptions(Value):
    """What to minimise when the demand is uncertain."""

    tail_weight: float
    """share of the worst cases in what is minimised: 0 is the mean alone; 0..1"""
    confidence: float
    """CVaR is the mean of the worst 1 - confidence; 0.000001..0.999999; 0: 0.95"""
    rounds: int
    """most weights of the scenarios to try; 1..100000; 0: 400"""
    reveal_hour: int
    """hour by which it is clear which scenario came true; 0: never [h]; ..1000000"""

    def __init__(self, *,
                 tail_weight: Optional[float] = ...,
                 confidence: Optional[float] = ...,
                 rounds: Optional[float] = ...,
                 reveal_hour: Optional[float] = ...) -> None: ...


class RiskSummary(Value):
    """A plan for uncertain demand."""

    scenarios: int
    """demands planned for"""
    purchases: int
    """rows of the calendar"""
    rounds: int
    """weights of the scenarios tried"""
    optimal: bool
    """proven: no plan in whole units is better"""
    objective: Money
    """(1 - w) x mean + w x CVaR"""
    bound: Money
    """no plan can have less"""
    gap: Money
    """objective less bound; 0 when optimal"""
    mean: Money
    """mean cost"""
    cvar: Money
    """mean cost of the worst 1 - confidence"""
    quantile: Money
    """cost not exceeded with that confidence"""
    worst: Money
    """largest cost"""
    committed_cost: Money
    """of the purchases, in every scenario"""
    foresight: Money
    """mean of the least costs had each demand been known"""
    replanned: Money
    """mean cost when purchases from reveal_hour on are chosen for the demand that came"""

    def __init__(self, *,
                 scenarios: Optional[float] = ...,
                 purchases: Optional[float] = ...,
                 rounds: Optional[float] = ...,
                 optimal: Optional[bool] = ...,
                 objective: Optional[Money] = ...,
                 bound: Optional[Money] = ...,
                 gap: Optional[Money] = ...,
                 mean: Optional[Money] = ...,
                 cvar: Optional[Money] = ...,
                 quantile: Optional[Money] = ...,
                 worst: Optional[Money] = ...,
                 committed_cost: Optional[Money] = ...,
                 foresight: Optional[Money] = ...,
                 replanned: Optional[Money] = ...) -> None: ...


class RiskScenario(Value):
    """One scenario under a plan."""

    probability: float
    """its share of the weights"""
    worst_weight: float
    """its share of the objective"""
    cost: Money
    """cost under the plan"""
    foresight: Money
    """the least had its demand been known"""

    def __init__(self, *,
                 probability: Optional[float] = ...,
                 worst_weight: Optional[float] = ...,
                 cost: Optional[Money] = ...,
                 foresight: Optional[Money] = ...) -> None: ...


class RiskPoint(Value):
    """A plan that is best for some weight of the worst cases."""

    tail_weight: float
    """least weight of the worst cases from which it is the best"""
    optimal: bool
    """proven where it was found"""
    mean: Money
    """mean cost"""
    cvar: Money
    """mean cost of the worst 1 - confidence"""
    worst: Money
    """largest cost"""
    committed_cost: Money
    """of the purchases"""

    def __init__(self, *,
                 tail_weight: Optional[float] = ...,
                 optimal: Optional[bool] = ...,
                 mean: Optional[Money] = ...,
                 cvar: Optional[Money] = ...,
                 worst: Optional[Money] = ...,
                 committed_cost: Optional[Money] = ...) -> None: ...


class RiskSample(Value):
    """Which quantile of a sample, and how sure to be."""

    probability: float
    """of the quantile; for a commitment its discount; 0.000001..0.999999"""
    confidence: float
    """that the interval holds the true quantile; 0.000001..0.999999; 0: 0.95"""
    block: int
    """draws next to each other that depend on each other; 1..1000000; 0: 1"""

    def __init__(self, *,
                 probability: Optional[float] = ...,
                 confidence: Optional[float] = ...,
                 block: Optional[float] = ...) -> None: ...


class RiskQuantile(Value):
    """A quantile of a sample with its interval."""

    value: float
    """least draw that the share of the quantile does not exceed"""
    low: float
    """the true quantile is not below"""
    high: float
    """nor above"""
    band: float
    """most that the true distribution is away from the sample's"""
    independent: int
    """draws counted as independent"""
    low_open: bool
    """the sample is too small for a lower end"""
    high_open: bool
    """too small for an upper end"""

    def __init__(self, *,
                 value: Optional[float] = ...,
                 low: Optional[float] = ...,
                 high: Optional[float] = ...,
                 band: Optional[float] = ...,
                 independent: Optional[float] = ...,
                 low_open: Optional[bool] = ...,
                 high_open: Optional[bool] = ...) -> None: ...


class RiskGapOptions(Value):
    """How to split scenarios into batches."""

    batches: int
    """parts into which the scenarios are split; 2..500; 0: 10"""
    confidence: float
    """of the upper end; 0.5..0.999999; 0: 0.95"""

    def __init__(self, *,
                 batches: Optional[float] = ...,
                 confidence: Optional[float] = ...) -> None: ...


class RiskGap(Value):
    """How far a plan may be from the best."""

    batches: int
    """parts into which the scenarios were split"""
    batch_size: int
    """scenarios in each"""
    plan_cost: Money
    """mean cost of the plan over the batches"""
    best_cost: Money
    """mean of the least costs of the batches"""
    gap: Money
    """plan_cost less best_cost"""
    error: Money
    """standard error of the gap"""
    gap_high: Money
    """with the confidence the plan's true gap is no more"""

    def __init__(self, *,
                 batches: Optional[float] = ...,
                 batch_size: Optional[float] = ...,
                 plan_cost: Optional[Money] = ...,
                 best_cost: Optional[Money] = ...,
                 gap: Optional[Money] = ...,
                 error: Optional[Money] = ...,
                 gap_high: Optional[Money] = ...) -> None: ...


class BacktestOptions(Value):
    """How to try ways to buy on a known demand."""

    split_hour: int
    """first hour that is paid; what is before it is history [h]; 1..1000000"""
    step_hours: int
    """hours from one forecast and plan to the next; 0: one plan [h]; 1..1000000"""
    rule_commitment: int
    """the one that the break-even rule buys, from 0"""
    thresholds: int
    """of the randomised rule; 1..10000; 0: 100"""
    paths: int
    """of the forecast, planned for; 1..1000; 0: 50"""
    seed: int
    """of the paths"""
    tail_weight: float
    """share of the worst cases in what the plan minimises; 0..1"""
    plan_for: Literal['scenarios', 'expected']
    """what the plan is made for: paths of the forecast, or its expected values"""

    def __init__(self, *,
                 split_hour: Optional[float] = ...,
                 step_hours: Optional[float] = ...,
                 rule_commitment: Optional[float] = ...,
                 thresholds: Optional[float] = ...,
                 paths: Optional[float] = ...,
                 seed: Optional[float] = ...,
                 tail_weight: Optional[float] = ...,
                 plan_for: Optional[Literal['scenarios', 'expected']] = ...) -> None: ...


class BacktestRow(Value):
    """What one way to buy would have paid."""

    policy: Literal['forecast', 'online', 'randomised', 'on_demand', 'hindsight']
    """way to buy"""
    optimal: bool
    """its cost is proven the least"""
    plans: int
    """forecasts and plans made"""
    purchases: int
    """bought over all dates [units]"""
    ratio: float
    """cost over that of hindsight; 0 when that is 0"""
    bound: float
    """the ratio is never above it, whatever the demand; 0: nothing is proven"""
    cost: Money
    """of purchases, spot and on demand"""
    regret: Money
    """cost less that of hindsight"""

    def __init__(self, *,
                 policy: Optional[Literal['forecast', 'online', 'randomised', 'on_demand', 'hindsight']] = ...,
                 optimal: Optional[bool] = ...,
                 plans: Optional[float] = ...,
                 purchases: Optional[float] = ...,
                 ratio: Optional[float] = ...,
                 bound: Optional[float] = ...,
                 cost: Optional[Money] = ...,
                 regret: Optional[Money] = ...) -> None: ...


class UsageKind(Value):
    """One kind of usage and its rates."""

    name: str
    """name for the reader"""
    on_demand_price: decimal.Decimal
    """price of a unit on demand [currency/h]; 0.000000001.."""
    instance_price: decimal.Decimal
    """rate under the plan of one family [currency/h]; 0.000000001..; 0: does not apply"""
    compute_price: decimal.Decimal
    """rate under the plan for everything [currency/h]; 0.000000001..; 0: does not apply"""
    reserved_units: int
    """served by reservations before any plan [units]; ..1000000000000"""

    def __init__(self, *,
                 name: Optional[str] = ...,
                 on_demand_price: Optional[_Price] = ...,
                 instance_price: Optional[_Price] = ...,
                 compute_price: Optional[_Price] = ...,
                 reserved_units: Optional[float] = ...) -> None: ...


class SavingsPlan(Value):
    """What is committed to savings plans."""

    currency: str
    """ISO 4217 code of every price"""
    instance_price: decimal.Decimal
    """committed to the plan of one family [currency/h]; 0.."""
    compute_price: decimal.Decimal
    """committed to the plan for everything [currency/h]; 0.."""

    def __init__(self, *,
                 currency: Optional[str] = ...,
                 instance_price: Optional[_Price] = ...,
                 compute_price: Optional[_Price] = ...) -> None: ...


class SavingsBill(Value):
    """What usage costs under savings plans."""

    utilisation: float
    """commitment used over commitment paid"""
    coverage: float
    """usage that plans serve over usage that they could"""
    effective_savings: float
    """share of the on-demand bill that is saved"""
    return_on_commitment: float
    """what the plans served at on-demand prices over what they cost, less 1"""
    cost: Money
    """committed and on demand"""
    committed: Money
    """cost of the plans"""
    unused: Money
    """part of it that was lost"""
    on_demand: Money
    """usage that no plan serves"""
    all_on_demand: Money
    """the same usage without a plan"""
    coverage_defined: bool
    """a plan applies to some usage"""
    utilisation_defined: bool
    """something is committed"""
    savings_defined: bool
    """there is usage"""
    return_defined: bool
    """something is committed"""

    def __init__(self, *,
                 utilisation: Optional[float] = ...,
                 coverage: Optional[float] = ...,
                 effective_savings: Optional[float] = ...,
                 return_on_commitment: Optional[float] = ...,
                 cost: Optional[Money] = ...,
                 committed: Optional[Money] = ...,
                 unused: Optional[Money] = ...,
                 on_demand: Optional[Money] = ...,
                 all_on_demand: Optional[Money] = ...,
                 coverage_defined: Optional[bool] = ...,
                 utilisation_defined: Optional[bool] = ...,
                 savings_defined: Optional[bool] = ...,
                 return_defined: Optional[bool] = ...) -> None: ...


class VolumeTier(Value):
    """A discount by volume."""

    threshold_price: decimal.Decimal
    """list value from which it holds [currency]; 0.."""
    discount: float
    """share taken off the part of the list value above the threshold; 0..1"""

    def __init__(self, *,
                 threshold_price: Optional[_Price] = ...,
                 discount: Optional[float] = ...) -> None: ...


class VolumeChoice(Value):
    """The best number of units under volume discounts."""

    units: int
    """committed for the whole horizon [units]"""
    cost: Money
    """committed and on demand"""
    committed: Money
    """of the units, after discounts"""
    list_value: Money
    """of the units, before discounts"""
    all_on_demand: Money
    """without any units"""

    def __init__(self, *,
                 units: Optional[float] = ...,
                 cost: Optional[Money] = ...,
                 committed: Optional[Money] = ...,
                 list_value: Optional[Money] = ...,
                 all_on_demand: Optional[Money] = ...) -> None: ...


class VolumePlan(Value):
    """Purchases by date under volume discounts."""

    optimal: bool
    """the cost equals the bound"""
    solutions: int
    """schedules that were solved to find it"""
    cost: Money
    """of the plan after discounts"""
    bound: Money
    """no plan can cost less"""
    gap: Money
    """cost less bound"""
    list_value: Money
    """of all purchases before discounts"""
    discount: Money
    """taken off it"""

    def __init__(self, *,
                 optimal: Optional[bool] = ...,
                 solutions: Optional[float] = ...,
                 cost: Optional[Money] = ...,
                 bound: Optional[Money] = ...,
                 gap: Optional[Money] = ...,
                 list_value: Optional[Money] = ...,
                 discount: Optional[Money] = ...) -> None: ...


class Resource(Value):
    """A resource that machines are made of, and what is committed of it."""

    name: str
    """name for the reader, such as vcpu or memory_gb"""
    on_demand_price: decimal.Decimal
    """price of a unit on demand [currency/h]; 0.000000001.."""
    committed_price: decimal.Decimal
    """price of a committed unit, used or not [currency/h]; 0.000000001.."""
    committed_units: int
    """units committed [units]; ..4611686018427387904"""

    def __init__(self, *,
                 name: Optional[str] = ...,
                 on_demand_price: Optional[_Price] = ...,
                 committed_price: Optional[_Price] = ...,
                 committed_units: Optional[float] = ...) -> None: ...


class ScopedReservation(Value):
    """Reserved units that serve one scope."""

    name: str
    """name for the reader"""
    scope: Literal['group', 'subscription', 'shared']
    """whose use it may serve"""
    place: int
    """number of the resource group or of the subscription; ..4294967295"""
    units: int
    """units reserved [units]; ..2147483647"""
    hourly_price: decimal.Decimal
    """price of a unit, used or not [currency/h]; 0.."""

    def __init__(self, *,
                 name: Optional[str] = ...,
                 scope: Optional[Literal['group', 'subscription', 'shared']] = ...,
                 place: Optional[float] = ...,
                 units: Optional[float] = ...,
                 hourly_price: Optional[_Price] = ...) -> None: ...


class Quote(Value):
    """The price of one offer at one instant"""

    offer_id: int
    """id of the offer in the store"""
    import_id: int
    """id of the import that brought the price"""
    provider: str
    """provider, such as aws"""
    region: str
    """the provider's region"""
    zone: str
    """zone name or zone id; 0: the whole region"""
    instance: str
    """the provider's instance type"""
    accelerator: str
    """catalogue id, or the feed's own word; 0: not known"""
    accelerator_count: float
    """accelerators of the instance; below 1 for slices; 0: not known"""
    product: str
    """operating system or licence; 0: not stated"""
    term: Literal['on_demand', 'spot', 'reserved', 'savings_plan', 'subscription', 'committed_use', 'capacity_block']
    """what is bought"""
    payment: Literal['none', 'partial', 'all']
    """how much of a commitment is paid at its start"""
    term_hours: int
    """length of the commitment [h]; 0: no commitment"""
    upfront_price: decimal.Decimal
    """paid once per instance [currency]"""
    hourly_price: decimal.Decimal
    """paid per instance and hour [currency/h]"""
    effective_price: decimal.Decimal
    """hourly price with the upfront part spread over the term [currency/h]"""
    currency: str
    """ISO 4217 code"""
    observed_utc: Optional[datetime.datetime]
    """when the price was last observed"""
    age_s: int
    """age of the price at the instant asked for [s]"""
    source: str
    """where the feed has the price from"""
    tenancy: str
    """dedicated, host or another word; 0: shared"""
    plan: str
    """kind of the term, such as convertible, ec2_instance or low_priority; 0: the usual one"""
    stated_currency: str
    """currency of the feed, when the prices were converted; 0: not converted"""
    rate: float
    """one of stated_currency in currency; 0: not converted"""
    rate_utc: Optional[datetime.datetime]
    """date of that rate"""
    rate_source: str
    """feed that the rate is from"""

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
                 term: Optional[Literal['on_demand', 'spot', 'reserved', 'savings_plan', 'subscription', 'committed_use', 'capacity_block']] = ...,
                 payment: Optional[Literal['none', 'partial', 'all']] = ...,
                 term_hours: Optional[float] = ...,
                 upfront_price: Optional[_Price] = ...,
                 hourly_price: Optional[_Price] = ...,
                 effective_price: Optional[_Price] = ...,
                 currency: Optional[str] = ...,
                 observed_utc: Optional[_Instant] = ...,
                 age_s: Optional[float] = ...,
                 source: Optional[str] = ...,
                 tenancy: Optional[str] = ...,
                 plan: Optional[str] = ...,
                 stated_currency: Optional[str] = ...,
                 rate: Optional[float] = ...,
                 rate_utc: Optional[_Instant] = ...,
                 rate_source: Optional[str] = ...) -> None: ...


class ExchangeRate(Value):
    """An exchange rate as of an instant"""

    base: str
    """ISO 4217 code"""
    quote: str
    """ISO 4217 code"""
    rate: float
    """one of base in quote"""
    observed_utc: Optional[datetime.datetime]
    """date of the record; 0: the same currency"""
    import_id: int
    """import that brought it"""
    source: str
    """feed that it is from"""
    inverted: bool
    """the record is of quote in base"""

    def __init__(self, *,
                 base: Optional[str] = ...,
                 quote: Optional[str] = ...,
                 rate: Optional[float] = ...,
                 observed_utc: Optional[_Instant] = ...,
                 import_id: Optional[float] = ...,
                 source: Optional[str] = ...,
                 inverted: Optional[bool] = ...) -> None: ...


class PriceFilter(Value):
    """Which quotes are asked for"""

    at_utc: Optional[datetime.datetime]
    """prices as of this instant; 0: after the last price"""
    provider: str
    """provider, such as aws; 0: all"""
    regions: str
    """regions joined by commas; a trailing * matches the rest; 0: all"""
    instance: str
    """instance type; 0: all"""
    accelerator: str
    """accelerator, by any of its names; 0: all"""
    currency: str
    """ISO 4217 code; 0: all"""
    term: str
    """on_demand, spot, reserved, savings_plan, subscription, committed_use or capacity_block; 0: all but capacity blocks"""
    product: str
    """operating system or licence; 0: all"""
    limit: int
    """most quotes to give; 0: all"""
    tenancy: str
    """shared, dedicated or host; 0: all"""
    plan: str
    """kind of the term; 0: all"""
    least_memory_bytes: int
    """least memory of an accelerator [bytes]; 0: any"""
    least_network_bytes_per_s: float
    """least network rate of the instance, one direction [bytes/s]; 0..; 0: any"""
    least_capability: str
    """least CUDA compute capability, such as 8.0; 0: any"""
    most_age_s: int
    """oldest price to give [s]; 0..; 0: any"""
    convert_to: str
    """currency to compare in, at the store's exchange rates; 0: nothing is converted"""

    def __init__(self, *,
                 at_utc: Optional[_Instant] = ...,
                 provider: Optional[str] = ...,
                 regions: Optional[str] = ...,
                 instance: Optional[str] = ...,
                 accelerator: Optional[str] = ...,
                 currency: Optional[str] = ...,
                 term: Optional[str] = ...,
                 product: Optional[str] = ...,
                 limit: Optional[float] = ...,
                 tenancy: Optional[str] = ...,
                 plan: Optional[str] = ...,
                 least_memory_bytes: Optional[float] = ...,
                 least_network_bytes_per_s: Optional[float] = ...,
                 least_capability: Optional[str] = ...,
                 most_age_s: Optional[float] = ...,
                 convert_to: Optional[str] = ...) -> None: ...


class ImportOptions(Value):
    """How to import a feed"""

    feed: Literal['auto', 'csv', 'aws_spot_json', 'aws_spot_text', 'aws_spot_csv', 'aws_offer_csv', 'aws_offer_json', 'aws_savings_csv', 'aws_advisor_json', 'azure_retail_json', 'gcp_sku_json', 'alibaba_spot_json', 'alibaba_price_json', 'tencent_json', 'skypilot_csv', 'ec2instances_json', 'tariff_csv', 'rate_csv', 'oci_json', 'aws_savings_json']
    """format of the feed"""
    currency: str
    """currency of a feed that names none; 0: CNY in AWS China regions, else USD"""
    provider: str
    """provider of a feed that names none; 0: aws for AWS feeds"""
    now_utc: Optional[datetime.datetime]
    """instant to record for the import; 0: not recorded"""
    observed_utc: Optional[datetime.datetime]
    """instant of prices that have no date; 0: such prices are refused"""
    region: str
    """region of a feed that names none; 0: global"""
    instance: str
    """instance type of a feed that names none; 0: such prices are refused"""
    product: str
    """operating system or licence of a feed that names none; 0: not stated"""
    term: str
    """term of a feed that names none, such as subscription_1y; 0: on_demand"""
    accelerators_only: bool
    """leave out what carries no accelerator"""

    def __init__(self, *,
                 feed: Optional[Literal['auto', 'csv', 'aws_spot_json', 'aws_spot_text', 'aws_spot_csv', 'aws_offer_csv', 'aws_offer_json', 'aws_savings_csv', 'aws_advisor_json', 'azure_retail_json', 'gcp_sku_json', 'alibaba_spot_json', 'alibaba_price_json', 'tencent_json', 'skypilot_csv', 'ec2instances_json', 'tariff_csv', 'rate_csv', 'oci_json', 'aws_savings_json']] = ...,
                 currency: Optional[str] = ...,
                 provider: Optional[str] = ...,
                 now_utc: Optional[_Instant] = ...,
                 observed_utc: Optional[_Instant] = ...,
                 region: Optional[str] = ...,
                 instance: Optional[str] = ...,
                 product: Optional[str] = ...,
                 term: Optional[str] = ...,
                 accelerators_only: Optional[bool] = ...) -> None: ...


class ImportSummary(Value):
    """What an import did"""

    import_id: int
    """id of the import in the store; 0: the feed added nothing"""
    rows: int
    """prices in the feed"""
    accepted: int
    """new prices"""
    unchanged: int
    """prices that the store already had"""
    rejected: int
    """prices that were refused"""
    offers: int
    """new offers"""
    first_utc: Optional[datetime.datetime]
    """earliest price of the feed"""
    last_utc: Optional[datetime.datetime]
    """latest price of the feed"""
    feed: Literal['auto', 'csv', 'aws_spot_json', 'aws_spot_text', 'aws_spot_csv', 'aws_offer_csv', 'aws_offer_json', 'aws_savings_csv', 'aws_advisor_json', 'azure_retail_json', 'gcp_sku_json', 'alibaba_spot_json', 'alibaba_price_json', 'tencent_json', 'skypilot_csv', 'ec2instances_json', 'tariff_csv', 'rate_csv', 'oci_json', 'aws_savings_json']
    """format that was found"""
    truncated: bool
    """the feed says that more pages exist"""
    withdrawn: int
    """new instants from which an offer was gone"""
    skipped: int
    """entries of the feed that are no such price"""
    files: int
    """files that were read"""

    def __init__(self, *,
                 import_id: Optional[float] = ...,
                 rows: Optional[float] = ...,
                 accepted: Optional[float] = ...,
                 unchanged: Optional[float] = ...,
                 rejected: Optional[float] = ...,
                 offers: Optional[float] = ...,
                 first_utc: Optional[_Instant] = ...,
                 last_utc: Optional[_Instant] = ...,
                 feed: Optional[Literal['auto', 'csv', 'aws_spot_json', 'aws_spot_text', 'aws_spot_csv', 'aws_offer_csv', 'aws_offer_json', 'aws_savings_csv', 'aws_advisor_json', 'azure_retail_json', 'gcp_sku_json', 'alibaba_spot_json', 'alibaba_price_json', 'tencent_json', 'skypilot_csv', 'ec2instances_json', 'tariff_csv', 'rate_csv', 'oci_json', 'aws_savings_json']] = ...,
                 truncated: Optional[bool] = ...,
                 withdrawn: Optional[float] = ...,
                 skipped: Optional[float] = ...,
                 files: Optional[float] = ...) -> None: ...


class ImportReject(Value):
    """A refused row of a feed"""

    line: int
    """line of the feed, or entry of a JSON list, from 1"""
    field: str
    """field that was refused"""
    value: str
    """its value"""
    reason: str
    """why, and what was allowed"""
    source: str
    """file of a folder; 0: the feed itself"""

    def __init__(self, *,
                 line: Optional[float] = ...,
                 field: Optional[str] = ...,
                 value: Optional[str] = ...,
                 reason: Optional[str] = ...,
                 source: Optional[str] = ...) -> None: ...


class PriceStatistics(Value):
    """Time-weighted figures of one offer's effective price"""

    from_utc: Optional[datetime.datetime]
    """start of what has a price in the window; 0: no price in the window"""
    to_utc: Optional[datetime.datetime]
    """end of what has a price in the window; 0: no price in the window"""
    observations: int
    """prices recorded in the window"""
    changes: int
    """prices that differ from the one before"""
    least_price: decimal.Decimal
    """lowest price [currency/h]"""
    mean_price: decimal.Decimal
    """time-weighted mean, half to even [currency/h]"""
    p10_price: decimal.Decimal
    """price not exceeded a tenth of the time [currency/h]"""
    p50_price: decimal.Decimal
    """price not exceeded half of the time [currency/h]"""
    p90_price: decimal.Decimal
    """price not exceeded nine tenths of the time [currency/h]"""
    most_price: decimal.Decimal
    """highest price [currency/h]"""
    last_price: decimal.Decimal
    """price at the end [currency/h]"""
    volatility: float
    """time-weighted standard deviation over mean"""
    currency: str
    """ISO 4217 code"""

    def __init__(self, *,
                 from_utc: Optional[_Instant] = ...,
                 to_utc: Optional[_Instant] = ...,
                 observations: Optional[float] = ...,
                 changes: Optional[float] = ...,
                 least_price: Optional[_Price] = ...,
                 mean_price: Optional[_Price] = ...,
                 p10_price: Optional[_Price] = ...,
                 p50_price: Optional[_Price] = ...,
                 p90_price: Optional[_Price] = ...,
                 most_price: Optional[_Price] = ...,
                 last_price: Optional[_Price] = ...,
                 volatility: Optional[float] = ...,
                 currency: Optional[str] = ...) -> None: ...


class HistoryStep(Value):
    """A time during which an offer had one price"""

    from_utc: Optional[datetime.datetime]
    """start of the step"""
    to_utc: Optional[datetime.datetime]
    """end of the step"""
    hourly_price: decimal.Decimal
    """paid per instance and hour [currency/h]"""
    upfront_price: decimal.Decimal
    """paid once per instance [currency]"""
    effective_price: decimal.Decimal
    """hourly price with the upfront part spread over the term [currency/h]"""
    observations: int
    """records of the window that say this price"""

    def __init__(self, *,
                 from_utc: Optional[_Instant] = ...,
                 to_utc: Optional[_Instant] = ...,
                 hourly_price: Optional[_Price] = ...,
                 upfront_price: Optional[_Price] = ...,
                 effective_price: Optional[_Price] = ...,
                 observations: Optional[float] = ...) -> None: ...


class UnitPrice(Value):
    """What a price buys"""

    accelerator_hour_price: decimal.Decimal
    """price of one accelerator [currency/h]"""
    tflop_hour_price: decimal.Decimal
    """price of 1e12 FLOP/s of dense peak [currency/h]"""
    gb_hour_price: decimal.Decimal
    """price of 1e9 bytes of accelerator memory [currency/h]"""
    tflop_per_s: float
    """dense peak of the instance [TFLOP/s]"""
    memory_gb: float
    """accelerator memory of the instance [GB]"""
    currency: str
    """ISO 4217 code"""

    def __init__(self, *,
                 accelerator_hour_price: Optional[_Price] = ...,
                 tflop_hour_price: Optional[_Price] = ...,
                 gb_hour_price: Optional[_Price] = ...,
                 tflop_per_s: Optional[float] = ...,
                 memory_gb: Optional[float] = ...,
                 currency: Optional[str] = ...) -> None: ...


class Saving(Value):
    """A term against on demand"""

    offer_id: int
    """id of the term's offer"""
    on_demand_id: int
    """id of the same instance on demand"""
    provider: str
    """provider, such as aws"""
    region: str
    """the provider's region"""
    zone: str
    """zone name or zone id; 0: the whole region"""
    instance: str
    """the provider's instance type"""
    product: str
    """operating system or licence; 0: not stated"""
    tenancy: str
    """dedicated, host or another word; 0: shared"""
    plan: str
    """kind of the term; 0: the usual one"""
    term: Literal['on_demand', 'spot', 'reserved', 'savings_plan', 'subscription', 'committed_use', 'capacity_block']
    """what is bought"""
    payment: Literal['none', 'partial', 'all']
    """how much of a commitment is paid at its start"""
    term_hours: int
    """length of the commitment [h]; 0: no commitment"""
    effective_price: decimal.Decimal
    """effective price of the term [currency/h]"""
    on_demand_price: decimal.Decimal
    """price on demand [currency/h]"""
    saving: float
    """share of the on-demand price that is saved; below 0: dearer"""
    break_even_use: float
    """share of the hours from which the commitment is cheaper; 0: no commitment"""
    currency: str
    """ISO 4217 code"""

    def __init__(self, *,
                 offer_id: Optional[float] = ...,
                 on_demand_id: Optional[float] = ...,
                 provider: Optional[str] = ...,
                 region: Optional[str] = ...,
                 zone: Optional[str] = ...,
                 instance: Optional[str] = ...,
                 product: Optional[str] = ...,
                 tenancy: Optional[str] = ...,
                 plan: Optional[str] = ...,
                 term: Optional[Literal['on_demand', 'spot', 'reserved', 'savings_plan', 'subscription', 'committed_use', 'capacity_block']] = ...,
                 payment: Optional[Literal['none', 'partial', 'all']] = ...,
                 term_hours: Optional[float] = ...,
                 effective_price: Optional[_Price] = ...,
                 on_demand_price: Optional[_Price] = ...,
                 saving: Optional[float] = ...,
                 break_even_use: Optional[float] = ...,
                 currency: Optional[str] = ...) -> None: ...


class Tariff(Value):
    """A price of traffic, storage or a part of machines"""

    provider: str
    """provider, such as aws"""
    region: str
    """the provider's region"""
    kind: Literal['any', 'egress', 'storage', 'part']
    """what is priced"""
    term: Literal['on_demand', 'spot', 'reserved', 'savings_plan', 'subscription', 'committed_use', 'capacity_block']
    """how it is bought"""
    item: str
    """storage class, or part of machines"""
    target: str
    """of egress: a region or internet"""
    term_hours: int
    """length of the commitment [h]; 0: no commitment"""
    unit: str
    """what one unit is, such as GB-month"""
    currency: str
    """ISO 4217 code"""
    from_quantity: float
    """the price is of units beyond this, a month"""
    unit_price: decimal.Decimal
    """price of one unit [currency]"""
    observed_utc: Optional[datetime.datetime]
    """since when it holds"""

    def __init__(self, *,
                 provider: Optional[str] = ...,
                 region: Optional[str] = ...,
                 kind: Optional[Literal['any', 'egress', 'storage', 'part']] = ...,
                 term: Optional[Literal['on_demand', 'spot', 'reserved', 'savings_plan', 'subscription', 'committed_use', 'capacity_block']] = ...,
                 item: Optional[str] = ...,
                 target: Optional[str] = ...,
                 term_hours: Optional[float] = ...,
                 unit: Optional[str] = ...,
                 currency: Optional[str] = ...,
                 from_quantity: Optional[float] = ...,
                 unit_price: Optional[_Price] = ...,
                 observed_utc: Optional[_Instant] = ...) -> None: ...


class TariffFilter(Value):
    """Which tariffs are asked for"""

    at_utc: Optional[datetime.datetime]
    """tariffs as of this instant; 0: the last ones"""
    provider: str
    """provider, such as aws; 0: all"""
    region: str
    """region; 0: all"""
    kind: Literal['any', 'egress', 'storage', 'part']
    """what is priced"""
    item: str
    """storage class or part; a trailing * matches the rest; 0: all"""
    target: str
    """where traffic goes; 0: all"""
    currency: str
    """ISO 4217 code; 0: all"""

    def __init__(self, *,
                 at_utc: Optional[_Instant] = ...,
                 provider: Optional[str] = ...,
                 region: Optional[str] = ...,
                 kind: Optional[Literal['any', 'egress', 'storage', 'part']] = ...,
                 item: Optional[str] = ...,
                 target: Optional[str] = ...,
                 currency: Optional[str] = ...) -> None: ...


class PlanOptions(Value):
    """What to look for."""

    currency: str
    """currency of the plan, ISO 4217; 0: USD"""
    regions: str
    """regions allowed, joined by ','; a trailing '*' matches the rest; 0: all"""
    providers: str
    """providers allowed, joined by ','; 0: all"""
    accelerators: str
    """accelerators allowed, joined by ','; 0: all"""
    deadline_h: float
    """the work must end within this time [h]; 0.01..1e6; 0: no deadline"""
    horizon_h: float
    """time to plan for when the workload is a standing service [h]; 1..1e5; 0: 8760"""
    budget: float
    """most to spend [currency]; 0.01..1e15; 0: no limit"""
    most_devices: int
    """most accelerators at once; 1..1e6; 0: 1024 for training, 64 per replica"""
    interruptible: float
    """share of the work that may run on spot; 0.01..1; 0: all of a job that ends, none of a standing service"""
    no_spot: bool
    """nothing runs on spot"""
    objective: Literal['cheapest', 'fastest']
    """cheapest within the deadline, or fastest within the budget"""
    monthly_interruption: float
    """share of spot instances interrupted in 720 h; 0.0001..0.9999; 0: 0.10 for A100, H100 and H200, else 0.20"""
    restart_s: float
    """time to be back at work after an interruption [s]; 0.1..1e6; 0: 600"""
    checkpoint_bytes_per_s: float
    """rate at which a node writes a checkpoint [bytes/s]; 1e3..1e15; 0: 1e9"""
    exchange_rates: str
    """units of the plan's currency per unit of another, such as USD=7.12,EUR=7.9; 0: other currencies are left out"""
    most_age_h: float
    """age of the oldest price to use, counted to now [h]; 1..1e6; 0: any"""
    at_utc: Optional[datetime.datetime]
    """prices as of; 0: the last price of the store"""
    now_utc: Optional[datetime.datetime]
    """instant that ages are counted to; 0: at_utc"""
    most_options: int
    """options to keep in the ranking; 1..1000; 0: 10"""
    software: str
    """framework the work needs, such as pytorch==2.1; 0: any"""
    cuda: str
    """CUDA version the work needs; 0: any"""
    driver: str
    """driver that the machines run; 0: any"""
    data_provider: str
    """provider that holds the data; 0: the data is where the work runs"""
    data_region: str
    """region that holds the data; 0: the data is where the work runs"""
    data_bytes: float
    """data to move to the region and to store there while the work runs [bytes]; 1..1e18; 0: none"""
    result_bytes: float
    """results to send to the internet at the end [bytes]; 1..1e18; 0: none"""
    transfer_bytes_per_s: float
    """rate at which data and results travel [bytes/s]; 1e3..1e15; 0: 125e6"""
    checkpoints_kept: int
    """checkpoints of training on storage; 1..10000; 0: 2"""
    storage_class: str
    """storage as the tariffs name it; 0: the only one that a region has"""
    failures_per_device_hour: float
    """what stops a training run, for each device [1/h]; 1e-12..1000; 0: 2e-5"""

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
                 no_spot: Optional[bool] = ...,
                 objective: Optional[Literal['cheapest', 'fastest']] = ...,
                 monthly_interruption: Optional[float] = ...,
                 restart_s: Optional[float] = ...,
                 checkpoint_bytes_per_s: Optional[float] = ...,
                 exchange_rates: Optional[str] = ...,
                 most_age_h: Optional[float] = ...,
                 at_utc: Optional[_Instant] = ...,
                 now_utc: Optional[_Instant] = ...,
                 most_options: Optional[float] = ...,
                 software: Optional[str] = ...,
                 cuda: Optional[str] = ...,
                 driver: Optional[str] = ...,
                 data_provider: Optional[str] = ...,
                 data_region: Optional[str] = ...,
                 data_bytes: Optional[float] = ...,
                 result_bytes: Optional[float] = ...,
                 transfer_bytes_per_s: Optional[float] = ...,
                 checkpoints_kept: Optional[float] = ...,
                 storage_class: Optional[str] = ...,
                 failures_per_device_hour: Optional[float] = ...) -> None: ...


class PlanOption(Value):
    """One way to run the work."""

    rank: int
    """from 1, best first"""
    provider: str
    """provider"""
    region: str
    """region"""
    instance: str
    """instance type"""
    accelerator: str
    """catalogue id"""
    weights: str
    """format of the weights"""
    devices: int
    """accelerators used at once"""
    instances: int
    """instances used at once"""
    replicas: int
    """replicas of a service; 1 for training"""
    work_h: float
    """work without interruptions [h]"""
    wall_h: float
    """expected time with the billing mix taken [h]"""
    device_hours: float
    """accelerator-hours of the expected time [h]"""
    mfu: float
    """model FLOPs utilisation of training"""
    bound: Literal['compute', 'memory', 'communication', 'pipeline']
    """what bounds the work"""
    meets_deadline: bool
    """within the deadline, or there is none"""
    tight: bool
    """the memory fits by the estimate but not by its P90"""
    cost: Money
    """compute, storage, data and results"""
    on_demand_cost: Money
    """the same on demand only; zero when not offered"""
    savings: float
    """1 - cost / on_demand_cost"""
    mix: str
    """the billing mix in words"""
    on_demand_price: decimal.Decimal
    """an instance on demand [currency/h]"""
    reserved_price: decimal.Decimal
    """an instance under the cheapest commitment, upfront spread over the term [currency/h]"""
    spot_price: decimal.Decimal
    """an instance on spot [currency/h]"""
    spot_useful_price: decimal.Decimal
    """a useful hour of an instance on spot, interruptions included [currency/h]"""
    price_age_s: int
    """age of the oldest price used [s]"""
    offer_id: int
    """offer of the on-demand, else of the spot price"""
    compute_cost: Money
    """the billing mix over the work"""
    storage_cost: Money
    """data and checkpoints on storage"""
    data_cost: Money
    """traffic of the data to the region"""
    result_cost: Money
    """traffic of the results to the internet"""
    transfer_h: float
    """time that data and results travel, not in wall_h [h]"""
    stored_bytes: float
    """data and checkpoints on storage [bytes]"""
    not_counted: str
    """lines that the cost leaves out because their price is not known; 0: none"""
    lost_cost: Money
    """of compute_cost, what failures, interruptions, checkpoints and restarts take"""

    def __init__(self, *,
                 rank: Optional[float] = ...,
                 provider: Optional[str] = ...,
                 region: Optional[str] = ...,
                 instance: Optional[str] = ...,
                 accelerator: Optional[str] = ...,
                 weights: Optional[str] = ...,
                 devices: Optional[float] = ...,
                 instances: Optional[float] = ...,
                 replicas: Optional[float] = ...,
                 work_h: Optional[float] = ...,
                 wall_h: Optional[float] = ...,
                 device_hours: Optional[float] = ...,
                 mfu: Optional[float] = ...,
                 bound: Optional[Literal['compute', 'memory', 'communication', 'pipeline']] = ...,
                 meets_deadline: Optional[bool] = ...,
                 tight: Optional[bool] = ...,
                 cost: Optional[Money] = ...,
                 on_demand_cost: Optional[Money] = ...,
                 savings: Optional[float] = ...,
                 mix: Optional[str] = ...,
                 on_demand_price: Optional[_Price] = ...,
                 reserved_price: Optional[_Price] = ...,
                 spot_price: Optional[_Price] = ...,
                 spot_useful_price: Optional[_Price] = ...,
                 price_age_s: Optional[float] = ...,
                 offer_id: Optional[float] = ...,
                 compute_cost: Optional[Money] = ...,
                 storage_cost: Optional[Money] = ...,
                 data_cost: Optional[Money] = ...,
                 result_cost: Optional[Money] = ...,
                 transfer_h: Optional[float] = ...,
                 stored_bytes: Optional[float] = ...,
                 not_counted: Optional[str] = ...,
                 lost_cost: Optional[Money] = ...) -> None: ...


class PlanDropped(Value):
    """A candidate that fell out."""

    what: str
    """the candidate"""
    candidates: int
    """candidates that fell out for the same reason"""
    reason: str
    """why, by how much, and what would help"""

    def __init__(self, *,
                 what: Optional[str] = ...,
                 candidates: Optional[float] = ...,
                 reason: Optional[str] = ...) -> None: ...
