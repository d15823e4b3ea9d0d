"""Time and memory of training and running a network, layer by layer."""
import ctypes

from gpucost._lib import call
from gpucost.accelerator import cluster_of
from gpucost.network import Network
from gpucost.values import LayerwiseMemory, LayerwiseProfile, LayerwiseTime, value
from gpucost.workload import workload_of


def time(network, cluster, workload=None, profile=None, catalogue=None, **fields):
    """Time of a training step, or of an inference batch, and what bounds it: time('resnet-50', dict(accelerator='A100',
    devices=8), weights='fp32', compute='fp16', micro_batch=256, tokens=115e6). `fields` are of the workload; its tokens are
    samples."""
    result = LayerwiseTime()
    call('gpucost_layerwise_time_of', Network.of(network), catalogue, cluster_of(cluster), workload_of(workload, fields),
         value(LayerwiseProfile, profile, {}), result)
    return result


def memory(network, workload=None, profile=None, **fields):
    """Bytes that one device holds to train or run a network."""
    result = LayerwiseMemory()
    call('gpucost_layerwise_memory_of', Network.of(network), workload_of(workload, fields),
         value(LayerwiseProfile, profile, {}), result)
    return result


def largest_batch(network, capacity_bytes, workload=None, profile=None, **fields):
    """The most samples per device and pass that memory holds."""
    samples = ctypes.c_uint64()
    call('gpucost_layerwise_largest_batch', Network.of(network), workload_of(workload, fields),
         value(LayerwiseProfile, profile, {}), int(capacity_bytes), ctypes.byref(samples))
    return samples.value


def profile(accelerator, catalogue=None, **fields):
    """What software attains on an accelerator: profile('A100', fusion='norms', images='channels_last')."""
    resolved = LayerwiseProfile()
    call('gpucost_layerwise_profile_resolve', catalogue, accelerator.encode(), value(LayerwiseProfile, None, fields), resolved)
    return resolved
