"""Published whole runs, and what the library projects for them: used by validate_time.py."""
import ctypes
import collections

Run = collections.namedtuple('Run', 'name model cluster workload layout profile measured unit source note')

# What a source does not print is said in the note. Hours of model cards hold restarts, evaluation and failed attempts; a
# projection is of the steps alone.
RUNS = [
    Run('GPT-3 175B, 1,024 A100', 'gpt3-175b', dict(accelerator='a100-sxm-80gb', devices=1024),
        dict(sequence=2048, global_batch=1536, micro_batch=1, tokens=300000000000, weights='fp16', attention=1, recompute=3),
        dict(tensor_degree=8, pipeline_degree=8, data_degree=16), dict(software=1, release=2021.4), 34.0, 'days',
        'narayanan2021, section 5.1', "its authors' own projection from 140 TFLOP/s; micro-batch and schedule not printed"),
    Run('Llama 2 70B, 2T tokens', 'llama-2-70b', dict(accelerator='a100-sxm-80gb', devices=2048),
        dict(sequence=4096, global_batch=1024, tokens=2000000000000), None, dict(release=2022.9), 1720320.0, 'device-hours',
        'Llama 2 model card', "devices and layout not published: 2,048 and the library's choice"),
    Run('Llama 3.1 405B, 15.6T tokens', 'llama-3.1-405b', dict(accelerator='h100-sxm-80gb', devices=16384),
        dict(sequence=8192, global_batch=2048, micro_batch=1, tokens=15600000000000, recompute=1),
        dict(tensor_degree=8, pipeline_degree=16, virtual_stages=8, data_degree=128, zero_stage=2, sequence_parallel=1),
        dict(software=2, release=2024.3), 30840000.0, 'device-hours', 'Llama 3.1 model card; llama2024, table 4',
        'stages with 8,192 devices and long context taken as the main one; chunks not printed; hours of restarts included'),
    Run('BLOOM 176B, one step on 384 A100', 'bloom-176b',
        dict(accelerator='a100-sxm-80gb', devices=384, network_bytes_per_s=100e9),
        dict(sequence=2048, global_batch=2048, micro_batch=2, attention=1, recompute=3),
        dict(tensor_degree=4, pipeline_degree=12, data_degree=8, zero_stage=1), dict(software=3, release=2022.2), 104.5,
        'seconds', 'BigScience, tr11-176B chronicles', 'the layout of the main run; its rows are in the fit'),
    Run('OPT-175B, 992 A100', 'opt-175b', dict(accelerator='a100-sxm-80gb', devices=992),
        dict(sequence=2048, global_batch=992, micro_batch=8, tokens=300000000000, weights='fp16', attention=1, recompute=3),
        dict(tensor_degree=8, data_degree=124, zero_stage=3), dict(software=2, release=2021.9), 33.0, 'days',
        'metaseq, OPT chronicles', 'ideal days without failures, of 1,024 devices; micro-batch not printed'),
    Run('DeepSeek-V3, 14.8T tokens, 2,048 H800', 'deepseek-v3', dict(accelerator='h800-sxm-80gb', devices=2048),
        dict(sequence=4096, global_batch=15360, micro_batch=1, tokens=14800000000000, compute='fp8', recompute=1),
        dict(tensor_degree=1, pipeline_degree=16, data_degree=128, expert_degree=64, zero_stage=1),
        dict(software=1, release=2026.5), 2664000.0, 'device-hours', 'deepseek2024v3, table 1',
        'its own framework, ahead of others by more than a year; DualPipe taken as 1F1B'),
]


def layout_of(tools, model, run):
    """The run's layout and workload, or what the library finds fastest."""
    cluster, work = tools.make(tools.Cluster, run.cluster), tools.make(tools.Workload, run.workload)
    if run.layout:
        return cluster, work, tools.make(tools.Layout, run.layout)
    handle, layout = ctypes.c_void_p(), tools.make(tools.Layout)
    tools.library.call('gpucost_requirement_new', model, None, cluster, work, None, ctypes.byref(handle))
    tools.library.call('gpucost_requirement_parts', handle, None, work, layout, None, None, None)
    tools.library.so.gpucost_requirement_free(handle)
    return cluster, work, layout


def projected(tools):
    """(run, projection in the run's unit, its P10 and P90, MFU)"""
    for run in RUNS:
        model = tools.library.model(preset=run.model)
        try:
            cluster, work, layout = layout_of(tools, model, run)
            t = tools.make(tools.Training)
            tools.library.call('gpucost_training_estimate_with', model, None, cluster, work, layout,
                               tools.make(tools.Profile, run.profile), t)
        finally:
            tools.library.free(model)
        value = {'days': t.total_s / 86400, 'device-hours': t.device_hours, 'seconds': t.step_s}[run.unit]
        yield run, value, value * t.low_step_s / t.step_s, value * t.high_step_s / t.step_s, t.mfu
