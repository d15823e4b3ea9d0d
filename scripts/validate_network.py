"""Rows of published runs of networks (families cnn and vit) as jobs of the library, for validate_time.py."""
import ctypes
import re


class Skip(Exception):
    pass


# Frameworks that run norm, function and sum as one kernel.
FUSED = re.compile(r'XLA|MXNet|Paddle|JAX', re.I)
FORMATS = {'fp16': ('fp32', 'fp16'), 'bf16': ('fp32', 'bf16'), 'tf32': ('fp32', 'tf32'), 'fp32': ('fp32', 'fp32'),
           'int8': ('int8', 'int8'), 'fp8': ('fp8', 'fp8')}
# Pages that print no batch: the largest power of two that fits, at most this.
BATCH_MOST = 256


def images_of(row):
    """Order of the images: 1 channels first, 2 channels last, 0 not known."""
    if 'NCHW' in row['note']:
        return 1
    page = row['framework'] + row['note']
    # DeepLearningExamples run their convolutional networks in channels last under AMP.
    return 2 if 'NHWC' in page or row['id'].startswith('dle-cnn') else 0


def options_of(row):
    size = re.search(r'\b(\d+)x(\d+)\b', row['note'])
    if row['model'].startswith('Wan') and row.get('seq_len'):
        return {'frames': 4 * (int(row['seq_len']) // (30 * 52)) - 3}  # 480 x 832 pixels are 30 x 52 patches
    return {'height': int(size.group(1)), 'width': int(size.group(2))} if size else {}


def training_workload(row):
    if row['precision'] not in FORMATS:
        raise Skip('precision not known')
    weights, compute = FORMATS[row['precision']]
    return {'weights': weights, 'compute': compute, 'optimizer': 6,
            'attention': 0 if row['model'].startswith('Wan') else 1}  # software of before fused attention


def profile_of(row):
    return {'fusion': 2 if FUSED.search(row['framework']) else 1, 'images': images_of(row)}


def batch_of(row, largest):
    """Samples of a device and pass: printed, or as many as fit."""
    printed = row.get('micro_batch') or ''
    if printed:
        return int(float(printed))
    if row.get('global_batch_seqs'):
        return max(1, int(float(row['global_batch_seqs'])) // int(float(row['n_gpus'])))
    batch = 1
    while 2 * batch <= min(BATCH_MOST, largest):
        batch *= 2
    return batch


def measured_step_s(row, time):
    value = float(row['value'])
    if row['metric'] == 'samples_per_s':
        return time['samples_per_step'] / value
    if row['metric'] == 'tflops_per_gpu':
        return time['samples_per_step'] * time['flop_per_sample'] / (value * 1e12 * float(row['n_gpus']))
    raise Skip('metric')


# A harness that stops at this many images a second and device, on H200 and B200 alike.
HARNESS_MOST = {('lambda', 'fp16'): 3080}


class Networks:
    """The library's calls for networks. `tools` has library, make, struct_of, cards and nodes_of of validate_time.py."""

    def __init__(self, tools):
        self.tools, self.handles = tools, {}
        self.Options = tools.struct_of('network.h', 'gpucost_network_options')
        self.Time = tools.struct_of('layerwise.h', 'gpucost_layerwise_time')
        self.Profile = tools.struct_of('layerwise.h', 'gpucost_layerwise_profile')

    def network(self, name, options):
        key = name, tuple(sorted(options.items()))
        if key not in self.handles:
            self.handles[key] = ctypes.c_void_p()
            self.tools.library.call('gpucost_network_from_preset', name.encode(), self.tools.make(self.Options, options),
                                    ctypes.byref(self.handles[key]))
        return self.handles[key]

    def time(self, network, cluster, workload, profile):
        t, result = self.tools, self.tools.make(self.Time)
        t.library.call('gpucost_layerwise_time_of', network, None, t.make(t.Cluster, cluster), t.make(t.Workload, workload),
                       t.make(self.Profile, profile), result)
        return result

    def largest(self, network, accelerator, workload):
        t, card, samples = self.tools, self.tools.make(self.tools.Accelerator), ctypes.c_uint64()
        t.library.call('gpucost_accelerator_find', None, accelerator.encode(), card)
        t.library.call('gpucost_layerwise_largest_batch', network, t.make(t.Workload, workload), None,
                       ctypes.c_uint64(int(0.92 * card.memory_usable_bytes)), ctypes.byref(samples))
        return samples.value

    def training(self, row):
        """(projected step, measured step, whether the band holds it)"""
        devices, card = int(float(row['n_gpus'])), self.tools.cards.get(row['gpu'], row['gpu'])
        network, workload, profile = self.network(row['model'], options_of(row)), training_workload(row), profile_of(row)
        workload['micro_batch'] = batch_of(row, self.largest(network, card, workload))
        most = HARNESS_MOST.get((row['id'].rsplit('-', 1)[0], row['precision']))
        if most:
            profile['input_samples_per_s'] = most * devices
        cluster = {'accelerator': card, 'devices': devices,
                   'devices_per_node': self.tools.nodes_of(devices, int(float(row['gpus_per_node'] or 8)))}
        got = self.time(network, cluster, workload, profile)
        measured = measured_step_s(row, {'samples_per_step': got.samples_per_step, 'flop_per_sample': got.flop_per_sample})
        return got.step_s, measured, got.low_step_s <= measured <= got.high_step_s

    def serving(self, row):
        """(projected, measured, inside) time of a batch; rows without a batch are throughputs of a full queue."""
        weights, compute = FORMATS[row['precision_weights']]
        if compute == 'fp16':
            weights = 'fp16'
        engine = 'TensorRT' in row['framework']
        profile = {'fusion': 3 if engine else 2 if FUSED.search(row['framework']) else 1,
                   'images': 1 if compute == 'fp32' else 2}
        workload = {'kind': 3, 'weights': weights, 'compute': compute,
                    'micro_batch': int(float(row['batch_or_concurrency'] or 0)) or BATCH_MOST}
        cluster = {'accelerator': self.tools.cards.get(row['gpu'], row['gpu']), 'devices': int(row['n_gpus'])}
        got = self.time(self.network(row['model'], options_of(row)), cluster, workload, profile)
        measured = got.samples_per_step / float(row['value'])
        return got.step_s, measured, got.low_step_s <= measured <= got.high_step_s
