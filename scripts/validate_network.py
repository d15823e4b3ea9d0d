"""Rows of published runs of networks (families cnn and vit) as jobs of the library, for validate_time.py."""
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
