#!/usr/bin/env python3
"""Compare projected times with published measurements.

validate_time.py [--library libgpucost.so] training FILE.csv
validate_time.py [--library libgpucost.so] serving FILE.csv
validate_time.py [--library libgpucost.so] headline
validate_time.py [--library libgpucost.so] document TRAINING.csv SERVING.csv >docs/validation_time.md

FILE.csv has the columns of a table of published runs: for training, shapes, layouts and step times or throughputs; for
serving, models, devices, request sizes and latencies or throughputs. Prints the error by source and, for training, by family,
accelerator and framework, the order of layouts, what was left out and why, and ends in one line of figures. Errors are
|projected / measured - 1| of times; bias is the median of the signed error; band_coverage is the share of measured times
between P10 and P90. headline compares published whole runs.
"""
import argparse
import collections
import csv
import ctypes
import math
import os
import re
import sys
import tempfile

import built
import types

import headline_runs
import validate_network

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KINDS = {'uint64_t': ctypes.c_uint64, 'int64_t': ctypes.c_int64, 'double': ctypes.c_double, 'int32_t': ctypes.c_int32,
         'uint32_t': ctypes.c_uint32, 'gpucost_status': ctypes.c_int32}


def struct_of(header, name):
    with open(os.path.join(ROOT, 'include', 'gpucost', header), encoding='utf-8') as file:
        body = re.search(r'typedef struct %s \{(.*?)\} %s;' % (name, name), file.read(), re.S).group(1)
    fields = [(field, ctypes.c_char * int(length) if length else KINDS[kind])
              for kind, field, length in re.findall(r'^\s*(\w+)\s+(\w+)(?:\[(\d+)\])?;', body, re.M)]
    return type(name, (ctypes.Structure,), {'_fields_': fields})


Architecture = struct_of('model.h', 'gpucost_architecture')
Cluster = struct_of('accelerator.h', 'gpucost_cluster')
Accelerator = struct_of('accelerator.h', 'gpucost_accelerator')
Workload = struct_of('workload.h', 'gpucost_workload')
Layout = struct_of('parallelism.h', 'gpucost_parallelism')
Training = struct_of('training.h', 'gpucost_training')
Profile = struct_of('training.h', 'gpucost_training_profile')
Memory = struct_of('memory.h', 'gpucost_memory')
Serving = struct_of('serving.h', 'gpucost_serving')
Error = struct_of('status.h', 'gpucost_error')


def make(kind, values=None):
    value = kind()
    value.size = ctypes.sizeof(kind)
    types = dict(kind._fields_)
    for name, cell in (values or {}).items():
        setattr(value, name, cell.encode() if isinstance(cell, str)
                else float(cell) if types[name] is ctypes.c_double else int(cell))
    return value


# A part that one of the sources owns: 2.4 TB/s, and 500 W for 700. Power goes with the square of the clock or faster.
CAPPED = dict(id='h100-sxm-500w', of='h100-sxm-80gb', memory_bandwidth_bytes_per_s=2.4e12, power_w=500, clock=(500 / 700) ** 0.5)


class Library:
    def __init__(self, path):
        self.so = ctypes.CDLL(path)
        self.catalogue = self.catalogue_of(CAPPED)

    def catalogue_of(self, part):
        """The bundled chips and one that is like another of them."""
        with open(os.path.join(ROOT, 'data', 'accelerators.csv'), encoding='utf-8', newline='') as file:
            row = next(r for r in csv.DictReader(file) if r['id'] == part['of'])
        row.update({key: part[key] for key in ('id', 'memory_bandwidth_bytes_per_s', 'power_w')}, name=part['id'], aliases='')
        row.update({key: float(cell) * part['clock'] for key, cell in row.items() if re.search('p_per_s$', key) and cell})
        with tempfile.NamedTemporaryFile('w', suffix='.csv', encoding='utf-8', newline='') as file:
            writer = csv.DictWriter(file, row)
            writer.writeheader()
            writer.writerow(row)
            file.flush()
            handle = ctypes.c_void_p()
            self.call('gpucost_catalogue_from_csv', file.name.encode(), ctypes.byref(handle))
        return handle

    def call(self, name, *arguments):
        err = Error()
        status = getattr(self.so, name)(*[ctypes.byref(a) if isinstance(a, ctypes.Structure) else a
                                          for a in arguments], ctypes.byref(err))
        if status:
            raise LookupError('%s %s' % (err.field.decode(), err.text.decode()))

    def model(self, architecture=None, preset=None):
        handle = ctypes.c_void_p()
        if preset:
            self.call('gpucost_model_from_preset', preset.encode(), ctypes.byref(handle))
        else:
            self.call('gpucost_model_from_architecture', make(Architecture, architecture), ctypes.byref(handle))
        return handle

    def free(self, handle):
        self.so.gpucost_model_free(handle)


Skip = validate_network.Skip


def number(text, default=None):
    try:
        return float(text)
    except ValueError:
        return default


def nodes_of(devices, per_node):
    per = min(per_node, devices)
    while devices % per:
        per -= 1
    return per


# ---- training

# What other workloads, whole jobs or missing inputs make useless; and single rows that their source or a check disowns.
LEFT_OUT = {'dle-txl', 'jax-t5x', 'litgpt', 'llamafactory', 'hours', 'tinyllama', 'picotron', 'openlm', 'jax-pax', 'palm',
            'colossal', 'ds-azure', 'mlm-moe', 'ds-moe'}
BAD_ROWS = {'torchtune-006', 'torchtune-009', 'bloom-036'}
# Software before fused attention, without sequence parallelism.
STORES_SCORES = {'sc21t1', 'sc21t2', 'mlm-jan21', 'mlm-2020', 'seqsel', 'mtnlg', 'bloom', 'jz-v100', 'launcher', 'dle-bert',
                 'neox20b', 'opt175b', 'lambda'}
FORMATS = {'fp16': ('fp16', 'fp16'), 'bf16': ('bf16', 'bf16'), 'fp32': ('fp32', 'fp32'), 'tf32': ('fp32', 'tf32'),
           'fp8': ('bf16', 'fp8'), 'mxfp8': ('bf16', 'fp8'), 'nvfp4': ('bf16', 'nvfp4')}
CARDS = {'A100-80GB-SXM': 'a100-sxm-80gb', 'A100-40GB-SXM': 'a100-sxm-40gb', 'A100-80GB-PCIe': 'a100-pcie-80gb',
         'A100-40GB-PCIe': 'a100-pcie-40gb', 'A100': 'a100-sxm-80gb', 'H100-80GB-SXM': 'h100-sxm-80gb',
         'H100-80GB-PCIe': 'h100-pcie-80gb', 'H100-96GB-HBM2e-500W': 'h100-sxm-500w', 'H200-141GB-SXM': 'h200-sxm-141gb',
         'H200-141GB-NVL-PCIe': 'h200-nvl-141gb', 'H800-80GB-SXM': 'h800-sxm-80gb', 'B200-SXM': 'b200-sxm-180gb',
         'B300-SXM': 'b300-sxm-288gb', 'V100-16GB-SXM': 'v100-sxm-16gb', 'V100-32GB-SXM': 'v100-sxm-32gb',
         'V100-32GB-SXM3': 'v100-sxm-32gb', 'V100-32GB-SXM3-450W (DGX-2H)': 'v100-sxm-32gb', 'GH200-96GB': 'gh200-96gb'}


def architecture_of(row):
    layers, hidden, heads = (number(row[k]) for k in ('layers', 'hidden', 'heads'))
    vocabulary, sequence = number(row['vocab']), number(row['seq_len'])
    if not (layers and hidden and heads and vocabulary and sequence):
        raise Skip('shape not known')
    name, experts = row['model'].lower(), number(row['experts'], 0)
    head_dim = round(hidden / heads)
    printed = re.search(r'head_dim[ =](\d+)', row['note'])
    if printed:
        head_dim = int(printed.group(1))
    elif 'qwen3' in name:
        head_dim = 128
    ffn = number(row['ffn']) or 4 * hidden
    shape = dict(name=row['id'], layers=layers, hidden=hidden, heads=heads, kv_heads=number(row['kv_heads']) or heads,
                 head_dim=head_dim, ffn=ffn, vocabulary=vocabulary, context_length=sequence,
                 gated_mlp=number(row['gated_mlp'], 0), output_head=1, layer_norms=2, outer_norms=1,
                 kind=1 if row['family'] == 'bert' else 0)
    if experts:
        shape.update(experts=experts, experts_per_token=number(row['topk']) or 1, expert_ffn=ffn)
        if 'llama4' in name or 'llama-4' in name:
            raise Skip('architecture not given in full')
        if ('deepseek' in name and 'v3' in name) or 'kimi' in name:
            shape.update(q_lora_rank=1536, kv_lora_rank=512, qk_rope_dim=64, qk_nope_dim=128, v_head_dim=128, head_dim=192,
                         kv_heads=heads, dense_layers=1 if 'kimi' in name else 3, ffn=18432, expert_ffn=2048,
                         shared_ffn=2048, shared_experts=1)
    window = re.search(r'alternating sliding-window (\d+)', row['note'])
    if window:
        shape.update(sliding_window=int(window.group(1)), sliding_layers=layers // 2)
    if 'deepseek-v3' in name and 'Megatron-Bridge' in row['framework'] and 'w/o MTP' not in row['note']:
        shape['layers'] = layers + 1 # one more layer predicts a further token
    return shape


def network_of(row, per_node):
    """Bytes/s of a node as far as the row says; 0: the default of the accelerator."""
    link = row['interconnect'].split('Compute:')[-1]
    cards = re.search(r'(\d+)x[^;,]*?(\d+) ?Gb/[sS]', link) or re.search(r'(\d+)x Omni-Path (\d+)', link)
    if cards:
        return int(cards.group(1)) * int(cards.group(2)) * 0.125e9
    told = re.search(r'(?<!or )(\d+) ?Gb/s[^;]*per (node|GPU|card)', link)
    if told and ' or ' not in link:
        return int(told.group(1)) * 0.125e9 * (1 if told.group(2) == 'node' else per_node)
    if 'Omni-Path 100' in link:
        return 12.5e9 * per_node
    return 25e9 * per_node if 'HDR' in link else 0


FAMILIES = (('Megatron-DeepSpeed', 3), ('Megatron', 1), ('NeMo', 1), ('MLPerf', 1), ('FSDP', 2), ('HF ', 4))
MLPERF = {'v4.0': 2024.45, 'v4.1': 2024.85, 'v5.0': 2025.4, 'v5.1': 2025.85}


def profile_of(row):
    """Framework and release, as far as the source names them."""
    name, release = row['framework'], 0
    family = next((number for word, number in FAMILIES if word in name), 0)
    if family == 4 and row['finetune'] == 'none':
        family = 0
    month = re.search(r'\b(2\d)\.(0[1-9]|1[0-2])\b', name)
    year = re.search(r'\b(20[12]\d)\b', name)
    if month:
        release = 2000 + int(month.group(1)) + (int(month.group(2)) - 0.5) / 12
    elif year:
        release = int(year.group(1)) + (0.6 if 'Aug' in name or 'Jul' in name else 0.05 if 'Jan' in name else 0.4)
    elif 'Core' in name:
        release = 2024.5
    elif name.split()[-1:] and name.split()[-1] in MLPERF:
        release = MLPERF[name.split()[-1]]
    elif 'llm-foundry' in name:
        release = 2023.6 # its Triton kernels, before those of dao2023
    elif 'PEFT + FlashAttention-2' in name:
        release = 2023.8
    elif 'FlashAttention training' in name:
        release = 2022.9
    return dict(software=family, release=release)


def training_case(row):
    source = row['id'].rsplit('-', 1)[0]
    if source in LEFT_OUT or row['id'] in BAD_ROWS or 'SUSPECT' in row['note']:
        raise Skip('other workload, whole job or doubtful')
    if source == 'lambda' and 'XL' in row['model']:
        raise Skip('not a plain transformer')
    if source == 'qwen-ft' and row['finetune'] == 'none':
        raise Skip('full fine-tunes of this source are 2-8x off')
    if source == 'dle-bert' and row['seq_len'] == '512' and row['framework'].startswith('PyTorch'):
        raise Skip('length not run in full')
    if source == 'mlperf' and row['family'] == 'bert':
        raise Skip('length not run in full')
    if row['precision'] not in FORMATS:
        raise Skip('precision not known')
    shape, devices = architecture_of(row), number(row['n_gpus'])
    if not devices:
        raise Skip('devices not known')
    tensor, pipeline, context = (number(row[k]) or 1 for k in ('tp', 'pp', 'cp'))
    data = devices / (tensor * pipeline * context)
    if data < 1 or data != int(data):
        raise Skip('layout does not fit the devices')
    if not row['tp'] and (source == 'launcher' or devices > 8):
        raise Skip('layout not known')
    experts = number(row['ep']) or 1
    if (data * context) % experts or (shape.get('experts', 0) and shape['experts'] % experts):
        experts = math.gcd(int(data * context), int(experts))
    megatron = any(word in row['framework'] for word in ('Megatron', 'NeMo', 'MLPerf'))
    old = source in STORES_SCORES
    zero = number(row['zero_stage'])
    if 'torchtitan' in row['framework'] and pipeline > 1 and zero == 3:
        zero = 2 # keeps weights between the micro-batches of a pipeline
    if zero is None:
        zero = 1 if megatron and not old else 0
    parallel = tensor > 1 and megatron and (not old or (source == 'seqsel' and row['recompute'] == 'selective'))
    # Megatron counts embedding and head as layers when it cuts a pipeline into chunks.
    chunks = max(1, min(number(row['vpp']) or 1, (shape['layers'] + 2) // pipeline))
    layout = dict(tensor_degree=tensor, pipeline_degree=pipeline, context_degree=context, data_degree=data,
                  expert_degree=experts, virtual_stages=chunks, zero_stage=zero,
                  sequence_parallel=1 if parallel else 0)
    weights, compute = FORMATS[row['precision']]
    micro, batch = number(row['micro_batch'], 0), number(row['global_batch_seqs'])
    if not batch:
        if pipeline > 1 or not micro:
            raise Skip('batch not known')
        batch = data * (micro or 1)
    work = dict(sequence=shape['context_length'], micro_batch=micro, global_batch=batch,
                weights=weights, compute=compute, attention=1 if old else 0,
                recompute={'full': 3, 'selective': 2, 'none': 1, '': 0}.get(row['recompute'], 0),
                kind={'none': 0, 'lora': 1, 'qlora': 2}[row['finetune']])
    if work['kind']:
        rank = re.search(r'rank (\d+)', row['note'])
        work['lora_rank'] = int(rank.group(1)) if rank else 16
    if work['kind'] == 2:
        work['weights'] = 'nf4'
    per_node = nodes_of(devices, number(row['gpus_per_node']) or 8)
    cluster = dict(accelerator=CARDS.get(row['gpu'], row['gpu']), devices=devices, devices_per_node=per_node,
                   network_bytes_per_s=network_of(row, per_node))
    return source, shape, cluster, work, layout


def fits(library, model, cluster, work, layout, room=1):
    card, resolved, memory = make(Accelerator), make(Cluster), make(Memory)
    try:
        library.call('gpucost_cluster_resolve', library.catalogue, make(Cluster, cluster), resolved, card)
        library.call('gpucost_memory_estimate', model, make(Workload, work), make(Layout, layout), memory)
    except LookupError:
        return True
    return memory.allocated_bytes <= room * card.memory_usable_bytes


def step_of(library, model, cluster, work, layout, profile):
    result = make(Training)
    library.call('gpucost_training_estimate_with', model, library.catalogue, make(Cluster, cluster), make(Workload, work),
                 make(Layout, layout), make(Profile, profile), result)
    return result


def searched(library, model, cluster, work, layout):
    handle, chosen, split = ctypes.c_void_p(), make(Workload), make(Layout)
    library.call('gpucost_requirement_new', model, library.catalogue, make(Cluster, cluster), make(Workload, work), None,
                 ctypes.byref(handle))
    try:
        if not library.so.gpucost_requirement_fits(handle):
            return work, layout
        library.call('gpucost_requirement_parts', handle, None, chosen, split, None, None, None)
    finally:
        library.so.gpucost_requirement_free(handle)
    work = dict(work, micro_batch=chosen.micro_batch, recompute=chosen.recompute)
    return work, {name: getattr(split, name) for name in layout}


def complete(library, model, row, cluster, work, layout, profile):
    """What a row does not state, as a user of the library would choose it: the fastest that fits."""
    if not row['tp'] and not fits(library, model, cluster, work, layout, 1.5):
        return searched(library, model, cluster, work, layout)
    # Superchips keep activations in the host's memory.
    if not row['recompute'] and row['gpu'][0] != 'G' and not fits(library, model, cluster, work, layout, 1.5):
        work['recompute'] = 3
    replicas = work['global_batch'] / layout['data_degree']
    if row['micro_batch']:
        micro = [work['micro_batch']]
    else:
        micro = [m for m in (1, 2, 4, 8, 16) if replicas % m == 0] or [1]
    chunks = [layout['virtual_stages']]
    if layout['pipeline_degree'] > 1 and not row['vpp'] and ('MLPerf' in row['framework'] or 'vpp' in row['note']):
        own = (row_layers(row) + 2) // layout['pipeline_degree']
        chunks = [v for v in (1, 2, 4, 8) if v <= own and own % v == 0] or [1]
    best = None
    for m in micro:
        for v in chunks:
            this, there = dict(work, micro_batch=m), dict(layout, virtual_stages=v)
            if m > 1 and len(micro) > 1 and not fits(library, model, cluster, this, there):
                continue
            step = step_of(library, model, cluster, this, there, profile).step_s
            if best is None or step < best[0]:
                best = step, this, there
    return best[1:] if best else (work, layout)


def row_layers(row):
    return int(number(row['layers'], 0))


def measured_step_s(row, shape, work, devices, model_flop_per_token):
    value, metric = number(row['value']), row['metric']
    tokens = work['global_batch'] * work['sequence']
    if metric == 'iter_s':
        return value
    if metric == 'samples_per_s':
        return work['global_batch'] / value
    if metric == 'tokens_per_s_gpu':
        return tokens / (value * devices)
    if metric == 'mfu' and row['metric2'] == 'tokens_per_s_gpu':
        return tokens / (number(row['value2']) * devices)
    if metric == 'tflops_per_gpu' and 'HARDWARE' in row['note']:
        # narayanan2021: 96 B s l h^2 (1 + s/(6h) + V/(16 l h)), recomputation included
        s, l, h, v = (shape[k] for k in ('context_length', 'layers', 'hidden', 'vocabulary'))
        return 96 * tokens * l * h * h * (1 + s / (6 * h) + v / (16 * l * h)) / (value * 1e12 * devices)
    if metric == 'tflops_per_gpu' and 'model FLOPs' in row['note'] and 'full' in row['note']:
        return tokens * model_flop_per_token / (value * 1e12 * devices)
    raise Skip('FLOPs convention not known')


Result = collections.namedtuple('Result', 'row source projected measured inside reason', defaults=(None,) * 4)


def networks_of(library):
    return validate_network.Networks(types.SimpleNamespace(
        library=library, make=make, struct_of=struct_of, Cluster=Cluster, Workload=Workload, Accelerator=Accelerator,
        cards=CARDS, nodes_of=nodes_of))


def training(library, rows):
    networks = networks_of(library)
    for row in rows:
        source = row['id'].rsplit('-', 1)[0]
        try:
            if row['family'] in ('cnn', 'vit'):
                yield Result(row, source, *networks.training(row))
                continue
            _, shape, cluster, work, layout = training_case(row)
            model = library.model(architecture=shape)
            try:
                work, layout = complete(library, model, row, cluster, work, layout, profile_of(row))
                result = step_of(library, model, cluster, work, layout, profile_of(row))
            finally:
                library.free(model)
            step = measured_step_s(row, shape, work, cluster['devices'], result.model_flop_per_token)
            yield Result(row, source, result.step_s, step, result.low_step_s <= step <= result.high_step_s)
        except (Skip, LookupError) as reason:
            yield Result(row, source, reason=str(reason))


def family(row):
    """Dense, moe, bert and so on; adapters apart."""
    return row['finetune'] if row['finetune'] != 'none' else row['family']


def layouts_in_order(results):
    """(right, pairs) among layouts of one job that differ by 5 % or more: equal in all but what splits it."""
    jobs = collections.defaultdict(list)
    split = ('tp', 'pp', 'cp', 'ep', 'vpp', 'zero_stage', 'micro_batch', 'recompute')
    for r in results:
        if r.projected is not None and r.row['tp'] and r.row['global_batch_seqs']:
            job = tuple(r.row[k] for k in ('model', 'layers', 'hidden', 'heads', 'gpu', 'n_gpus', 'seq_len', 'precision',
                                           'finetune', 'framework'))
            jobs[(r.source,) + job].append((tuple(r.row[k] for k in split), r.projected / number(r.row['global_batch_seqs']),
                                            r.measured / number(r.row['global_batch_seqs'])))
    right, pairs = collections.Counter(), collections.Counter()
    for job, runs in jobs.items():
        for i, one in enumerate(runs):
            for other in runs[:i]:
                if one[0] != other[0] and abs(math.log(one[2] / other[2])) >= math.log(1.05):
                    pairs[job[0]] += 1
                    right[job[0]] += (one[1] < other[1]) == (one[2] < other[2])
    return right, pairs


# ---- serving

PRESETS = {'Llama-2-70B': 'llama-2-70b', 'LLaMA 70B': 'llama-2-70b', 'DeepSeek-R1': 'deepseek-v3', 'LLaMA 7B': 'llama-2-7b',
           'LLaMA-2-7B': 'llama-2-7b', 'GPT-J 6B': 'gpt-j-6b', 'Yi-6B-Chat': 'yi-6b', 'Falcon 180B': 'falcon-180b',
           'Mistral-7B-Instruct-v0.3': 'mistral-7b-v0.3', 'Llama-3.1-Nemotron-Safety-Guard-8B': 'llama-3.1-8b',
           'DeepSeek-R1-Distill-Llama-8B': 'llama-3.1-8b'}
STORED = {'fp4': 'nvfp4', '': 'bf16', 'f16': 'fp16', 'int4': 'awq-4bit-g128', 'uint4': 'awq-4bit-g128'}
OFFLINE = {'TRT14', 'TRT10'}  # pages of maximum load: the batch is what memory holds
METRICS = {'ttft_ms', 'tpot_ms', 'output_tokens_per_s', 'total_tokens_per_s', 'decode_tokens_per_s_seq',
           'prefill_tokens_per_s', 'samples_per_s'}


def seats_of(library, model, row, cluster, work, layout):
    if row['batch_or_concurrency']:
        return number(row['batch_or_concurrency'])
    if row['id'].split('_')[0] not in OFFLINE:
        raise Skip('concurrency not known')
    card, resolved, seats = make(Accelerator), make(Cluster), ctypes.c_uint64()
    library.call('gpucost_cluster_resolve', None, make(Cluster, cluster), resolved, card)
    library.call('gpucost_memory_largest_batch', model, make(Workload, work), make(Layout, layout),
                 ctypes.c_uint64(int(0.92 * card.memory_usable_bytes)), ctypes.byref(seats))
    if seats.value < 1:
        raise Skip('does not fit')
    return min(seats.value, 2048)


def serving_time(row, s, prompt, output, copies):
    """Projected and measured, as times."""
    value, metric = number(row['value']), row['metric']
    if metric == 'ttft_ms':
        return s.first_token_s, value / 1e3
    if metric == 'tpot_ms':
        return s.output_token_s, value / 1e3
    if metric == 'decode_tokens_per_s_seq':
        return s.output_token_s, 1 / value
    if metric == 'prefill_tokens_per_s':
        return s.prefill_s, prompt / value
    if metric == 'output_tokens_per_s':
        return 1 / s.output_tokens_per_s, copies / value
    if metric == 'total_tokens_per_s':
        return 1 / s.output_tokens_per_s, copies * (prompt + output) / output / value
    return 1 / s.requests_per_s, copies / value


def serving_row(library, row):
    if 'IMPOSSIBLE' in row['note'] or 'ANOMALOUS' in row['note'] or 'saturated' in row['note']:
        raise Skip('impossible, anomalous or saturated')
    devices, tensor, pipeline = (int(number(row[k], 0)) for k in ('n_gpus', 'tp', 'pp'))
    pipeline = pipeline or 1
    if not devices or not tensor:
        raise Skip('devices or layout not known')
    if devices % (tensor * pipeline):
        raise Skip('layout does not fit the devices')
    if row['metric'] not in METRICS:
        raise Skip('metric')
    prompt, output = int(number(row['isl'], 0)), int(number(row['osl'], 0))
    if row['metric'] == 'decode_tokens_per_s_seq':
        prompt = prompt or 1
    if not prompt:
        raise Skip('prompt length not known')
    output = output or 1
    stored = row['precision_weights']
    work = dict(kind=3, weights=STORED.get(stored, stored), prompt_tokens=prompt, output_tokens=output,
                kv_cache=STORED.get(row['precision_kv'], row['precision_kv']) if row['precision_kv'] else '')
    if stored == 'tf32':
        work.update(weights='fp32', compute='tf32')
    if row['model'] == 'gpt-oss-120b' and stored == 'fp4':
        work['weights'] = 'mxfp4'
        if row['gpu'].startswith('H'):
            work['compute'] = 'bf16'
    replica = tensor * pipeline
    copies = devices // replica
    cluster = dict(accelerator='a100-sxm-80gb' if row['gpu'] == 'A100_80' else row['gpu'], devices=replica,
                   devices_per_node=nodes_of(replica, 8))
    layout = dict(tensor_degree=tensor, pipeline_degree=pipeline)
    model = library.model(preset=PRESETS.get(row['model'], row['model']))
    try:
        seats = seats_of(library, model, row, cluster, work, layout)
        if row['batch_or_concurrency']:
            seats = max(1, seats // copies)
        work['concurrent_sequences'] = seats
        result = make(Serving)
        library.call('gpucost_serving_estimate', model, None, make(Cluster, cluster), make(Workload, work),
                     make(Layout, layout), result)
    finally:
        library.free(model)
    projected, measured = serving_time(row, result, prompt, output, copies)
    ratio = measured / projected
    low, high = result.low_output_token_s, result.high_output_token_s
    about_output = row['metric'] in ('tpot_ms', 'decode_tokens_per_s_seq', 'output_tokens_per_s', 'total_tokens_per_s')
    inside = low <= ratio * result.output_token_s <= high if about_output else None
    return projected, measured, inside


def serving(library, rows):
    networks = networks_of(library)
    for row in rows:
        source = row['id'].split('_')[0] + ' ' + row['metric']
        try:
            if row['model'].startswith('ResNet'):
                yield Result(row, source + ' resnet', *networks.serving(row))
                continue
            projected, measured, inside = serving_row(library, row)
            yield Result(row, source, projected, measured, inside)
        except (Skip, LookupError) as reason:
            yield Result(row, source, reason=str(reason))


# ---- figures

def quantile(values, q):
    ordered = sorted(values)
    at = q * (len(ordered) - 1)
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (at - low) * (ordered[high] - ordered[low])


def table_of(title, groups):
    print('%-34s %5s %9s %9s %9s %9s' % (title, 'rows', 'median', 'p90', 'bias', 'in band'))
    for name, results in sorted(groups.items()):
        errors = [r.projected / r.measured - 1 for r in results]
        absolute = [abs(e) for e in errors]
        inside = [r.inside for r in results if r.inside is not None]
        print('%-34s %5d %8.1f%% %8.1f%% %+8.1f%% %9s' % (
            name[:34], len(errors), 100 * quantile(absolute, 0.5), 100 * quantile(absolute, 0.9), 100 * quantile(errors, 0.5),
            '%.2f' % (sum(inside) / len(inside)) if inside else '-'))


def grouped(results, key):
    groups = collections.defaultdict(list)
    for result in results:
        groups[key(result)].append(result)
    return groups


def report(subject, results):
    results = list(results)
    told = [r for r in results if r.projected is not None]
    table_of('source', grouped(told, lambda r: r.source))
    if subject == 'training':
        for title, key in (('family', lambda r: family(r.row)), ('accelerator', lambda r: r.row['gpu']),
                           ('framework', lambda r: r.row['framework'])):
            print()
            table_of(title, grouped(told, key))
        right, pairs = layouts_in_order(told)
        print('\nlayouts in order: ' + ', '.join('%s %d of %d' % (s, right[s], n) for s, n in sorted(pairs.items())))
    print()
    for (source, reason), count in sorted(collections.Counter((r.source, r.reason[:60]) for r in results if r.reason).items()):
        print('left out: %-24s %5d  %s' % (source, count, reason))
    if not told:
        print('subject=%s rows=%d predicted=0' % (subject, len(results)))
        return 1
    errors = [r.projected / r.measured - 1 for r in told]
    absolute = [abs(e) for e in errors]
    inside = [r.inside for r in told if r.inside is not None]
    print('subject=%s rows=%d predicted=%d median_ape=%.4f p90_ape=%.4f bias=%+.4f band_coverage=%.3f' % (
        subject, len(results), len(errors), quantile(absolute, 0.5), quantile(absolute, 0.9), quantile(errors, 0.5),
        sum(inside) / max(1, len(inside))))
    return 0


def tools_of(library):
    return types.SimpleNamespace(library=library, make=make, Cluster=Cluster, Workload=Workload, Layout=Layout,
                                 Profile=Profile, Training=Training)


def headline(library):
    for run, value, low, high, mfu in headline_runs.projected(tools_of(library)):
        print('%-40s measured %12.1f projected %12.1f (%.1f to %.1f) %s, error %+.1f%%, mfu %.3f' % (
            run.name, run.measured, value, low, high, run.unit, 100 * (value / run.measured - 1), mfu))
    return 0


def markdown(title, groups):
    print('| %s | rows | median | p90 | bias | between P10 and P90 |\n|---|---|---|---|---|---|' % title)
    for name, results in sorted(groups.items(), key=lambda g: -len(g[1])):
        errors = [r.projected / r.measured - 1 for r in results]
        inside = [r.inside for r in results if r.inside is not None]
        print('| %s | %d | %.1f %% | %.1f %% | %+.1f %% | %s |' % (
            name, len(errors), 100 * quantile([abs(e) for e in errors], 0.5), 100 * quantile([abs(e) for e in errors], 0.9),
            100 * quantile(errors, 0.5), '%.0f %%' % (100 * sum(inside) / len(inside)) if inside else ''))
    print()


def published_steps(library):
    """(name, measured, projected) of tests/data/training/steps.csv, whose rows say everything that a step depends on."""
    for row in rows_of(os.path.join(ROOT, 'tests', 'data', 'training', 'steps.csv')):
        count = {key: int(row[key]) for key in ('layers', 'hidden', 'heads', 'kv_heads', 'ffn', 'vocabulary', 'gated', 'sequence',
                                                'devices', 'tensor', 'pipeline', 'chunks', 'data', 'context', 'zero',
                                                'sequence_parallel', 'micro_batch', 'global_batch')}
        model = library.model(architecture=dict(
            name=row['name'], layers=count['layers'], hidden=count['hidden'], heads=count['heads'],
            kv_heads=count['kv_heads'], head_dim=count['hidden'] // count['heads'], ffn=count['ffn'],
            vocabulary=count['vocabulary'], context_length=count['sequence'], gated_mlp=count['gated'], layer_norms=2,
            outer_norms=1, output_head=1))
        try:
            step = step_of(
                library, model,
                dict(accelerator=row['accelerator'], devices=count['devices'],
                     network_bytes_per_s=8 * float(row['network_per_device'])),
                dict(sequence=count['sequence'], micro_batch=count['micro_batch'], global_batch=count['global_batch'],
                     weights=row['weights'], compute=row['compute'], attention=row['attention'] != 'flash',
                     recompute={'full': 3, 'selective': 2, 'none': 1}[row['recompute']]),
                dict(tensor_degree=count['tensor'], pipeline_degree=count['pipeline'], virtual_stages=count['chunks'],
                     data_degree=count['data'], context_degree=count['context'], zero_stage=count['zero'],
                     sequence_parallel=count['sequence_parallel']),
                dict(release=float(row['release'])))
        finally:
            library.free(model)
        yield row['name'], float(row['expect_step_s']), step.step_s


def reasons_of(results):
    print('| left out | rows | why |\n|---|---|---|')
    counts = collections.Counter((r.source, r.reason) for r in results if r.reason)
    for (source, reason), count in sorted(counts.items()):
        print('| %s | %d | %s |' % (source, count, reason))
    print()


def never_fitted(library):
    """The eight iteration times of korthikanti2022, table 5."""
    print('\n## Never fitted\n\nThe eight iteration times of table 5 of [korthikanti2022](references.md), on 8 to 512 A100. Nothing is '
          'tuned on them.\n')
    print('| run | published [s] | projected [s] | error |\n|---|---|---|---|')
    errors = []
    for name, measured, step in published_steps(library):
        if name.startswith('korthikanti_'):
            errors.append(abs(step / measured - 1))
            print('| %s | %.2f | %.2f | %+.1f %% |' % (name[12:].replace('_', ', '), measured, step, 100 * (step / measured - 1)))
    print('\nMean %.1f %%, worst %.1f %%.' % (100 * sum(errors) / len(errors), 100 * max(errors)))


def document(library, training_rows, serving_rows):
    print('# Validation of times\n\nMade by `scripts/validate.py document TRAINING.csv SERVING.csv`; not edited by hand. '
          'Errors are |projected/measured − 1| of times, bias\nis the median of the signed error. The constants were fitted to '
          'most of these rows: [training](training.md) and [serving](serving.md) say\nhow well they do on sources that were left '
          'out of the fit.\n\n## Whole runs\n')
    print('| run | published | projected | P10 to P90 | error | MFU | source | what is not published |\n|---|---|---|---|---|---|---|---|')
    for run, value, low, high, mfu in headline_runs.projected(tools_of(library)):
        print('| %s | %s %s | %s | %s to %s | %+.0f %% | %.2f | %s | %s |' % (
            (run.name, '{:,.4g}'.format(run.measured) if run.measured < 1e4 else '{:,.0f}'.format(run.measured), run.unit)
            + tuple('{:,.1f}'.format(v) if run.measured < 1e4 else '{:,.0f}'.format(v) for v in (value, low, high))
            + (100 * (value / run.measured - 1), mfu, run.source, run.note)))
    results = list(training(library, training_rows))
    told = [r for r in results if r.projected is not None]
    never_fitted(library)
    print('\n## Steps of training\n\n%d of %d rows are projected.\n' % (len(told), len(results)))
    markdown('family', grouped(told, lambda r: family(r.row)))
    markdown('accelerator', grouped(told, lambda r: r.row['gpu']))
    markdown('framework', grouped(told, lambda r: r.row['framework']))
    right, pairs = layouts_in_order(told)
    print('Order of two layouts of one job, at least 5 %% apart: right in %d of %d pairs; ' % (
        sum(right.values()), sum(pairs.values())) + ', '.join('%s %d of %d' % (s, right[s], n) for s, n in sorted(pairs.items()))
          + '.\n')
    reasons_of(results)
    print('## Serving\n')
    markdown('family and metric', grouped([r for r in serving(library, serving_rows) if r.projected is not None],
                                          lambda r: r.source))
    return 0


def rows_of(path):
    with open(path, encoding='utf-8', newline='') as file:
        return list(csv.DictReader(file))


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--library', help='the built libgpucost.so; found, or built first, when not given')
    parser.add_argument('subject', choices=['training', 'serving', 'headline', 'document'])
    parser.add_argument('files', nargs='*')
    options = parser.parse_args(argv)
    library = Library(options.library or built.find('lib/libgpucost.so'))
    if len(options.files) != {'headline': 0, 'document': 2}.get(options.subject, 1):
        parser.error('see --help for the files that %s takes' % options.subject)
    if options.subject == 'headline':
        return headline(library)
    if options.subject == 'document':
        return document(library, rows_of(options.files[0]), rows_of(options.files[1]))
    return report(options.subject, {'training': training, 'serving': serving}[options.subject](library, rows_of(options.files[0])))


if __name__ == '__main__':
    sys.exit(main())
