"""Bytes that one device must hold to train, fine-tune or serve a model, to render or to simulate."""
import ctypes

from gpucost._lib import call, lib
from gpucost.model import Model
from gpucost.parallelism import layout_of
from gpucost.values import (Memory, MemoryActivationOptions, MemoryPoint, MemoryRemedy, MemoryRender, MemoryRenderParts,
                            MemorySimulation, MemorySimulationParts, Parallelism, value)
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


def largest_context(model, capacity_bytes, workload=None, layout=None, **fields):
    """Longest sequence, or prompt and answer, that a device of that memory holds; 0 when not even one token fits."""
    count = ctypes.c_uint64()
    call('gpucost_memory_largest_context', Model.of(model), workload_of(workload, fields), layout_of(layout),
         int(capacity_bytes), ctypes.byref(count))
    return count.value


def largest_model(capacity_bytes, workload=None, layout=None, **fields):
    """Parameters of the largest Llama-like model that a device of that memory holds; 0 when not even 1e6 fit."""
    count = ctypes.c_uint64()
    call('gpucost_memory_largest_model', workload_of(workload, fields), layout_of(layout), int(capacity_bytes),
         ctypes.byref(count))
    return count.value


def fewest_devices(model, capacity_bytes, workload=None, devices_per_node=8, most=1024, **fields):
    """(devices, layout): fewest devices of that memory that hold the job, and how; (0, None) when `most` are not enough."""
    count, layout = ctypes.c_uint64(), Parallelism()
    call('gpucost_memory_fewest_devices', Model.of(model), workload_of(workload, fields), int(capacity_bytes),
         devices_per_node, most, ctypes.byref(count), layout)
    return count.value, layout if count.value else None


def estimate_batch(model, points, workload=None, layout=None, **fields):
    """Memory of each point: estimate_batch('llama-2-7b', [{'batch': 1}, {'batch': 2}], kind='lora')."""
    given = [value(MemoryPoint, point, {}) for point in points]
    count = len(given)
    found = Memory._pack([Memory()] * count)
    call('gpucost_memory_estimate_batch', Model.of(model), workload_of(workload, fields), layout_of(layout),
         MemoryPoint._pack(given), 0, found, 0, count)
    return Memory._unpack(found, count)


def render(job=None, **fields):
    """Memory of a scene, by part: render(triangles=2_000_000, textures=100, texture_compression='bc7')."""
    parts = MemoryRenderParts()
    call('gpucost_memory_render_estimate', value(MemoryRender, job, fields), parts)
    return parts


def render_remedies(capacity_bytes, job=None, **fields):
    """Changes that make a scene smaller, cheapest first, each with those before it; what saves nothing is left out."""
    return _remedies('render', value(MemoryRender, job, fields), capacity_bytes, lib.gpucost_memory_render_remedy_count())


def simulation(job=None, **fields):
    """Memory of one device of a simulation, by part: simulation(qubits=34, devices=8)."""
    parts = MemorySimulationParts()
    call('gpucost_memory_simulation_estimate', value(MemorySimulation, job, fields), parts)
    return parts


def simulation_remedies(capacity_bytes, job=None, **fields):
    """Changes that make a simulation smaller, cheapest first, each with those before it; what saves nothing is left out."""
    return _remedies('simulation', value(MemorySimulation, job, fields), capacity_bytes,
                     lib.gpucost_memory_simulation_remedy_count())


_AT = {'render': 'gpucost_memory_render_remedy_at', 'simulation': 'gpucost_memory_simulation_remedy_at'}


def _remedies(kind, job, capacity_bytes, count):
    found = []
    for index in range(count):
        remedy = MemoryRemedy()
        call(_AT[kind], job, int(capacity_bytes), index, remedy)
        if remedy.applies:
            found.append(remedy)
    return found
