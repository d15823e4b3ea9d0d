"""Bytes that one device must hold to train, fine-tune or serve a model."""
import ctypes

from gpucost._lib import call
from gpucost.model import Model
from gpucost.parallelism import layout_of
from gpucost.values import Memory, MemoryActivationOptions, value
from gpucost.workload import workload_of


def estimate(model, workload=None, layout=None, **fields):
    """Memory of the fullest device, by part. `fields` are fields of the workload: estimate('llama-2-7b', kind='qlora')."""
    memory = Memory()
    call('gpucost_memory_estimate', Model.of(model), workload_of(workload, fields), layout_of(layout), memory)
    return memory


def activation_bytes(model, layout=None, options=None, **fields):
    """Activations that one transformer layer stores on one device for one micro-batch."""
    count = ctypes.c_uint64()
    call('gpucost_memory_activation', Model.of(model), layout_of(layout), value(MemoryActivationOptions, options, fields),
         ctypes.byref(count))
    return count.value


def kv_cache_bytes_per_token(model, precision='fp16', layout=None):
    """Key-value cache of one device per token of context."""
    count = ctypes.c_double()
    call('gpucost_memory_kv_cache_per_token', Model.of(model), layout_of(layout), precision.encode(), ctypes.byref(count))
    return count.value


def largest_batch(model, capacity_bytes, workload=None, layout=None, **fields):
    """Largest number of sequences that a device of that memory holds; 0 when not even one fits."""
    count = ctypes.c_uint64()
    call('gpucost_memory_largest_batch', Model.of(model), workload_of(workload, fields), layout_of(layout),
         int(capacity_bytes), ctypes.byref(count))
    return count.value
