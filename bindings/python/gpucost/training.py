"""Time of a training step and of a whole run."""
import ctypes

from gpucost._lib import call
from gpucost.accelerator import cluster_of
from gpucost.model import Model
from gpucost.parallelism import layout_of
from gpucost.values import (Training, TrainingBudget, TrainingGoodputCase, TrainingGoodputResult, TrainingProfile,
                            value)
from gpucost.workload import workload_of


def estimate(model, cluster, workload=None, layout=None, catalogue=None, profile=None, **fields):
    """Step time, MFU and what bounds them. `cluster` is a Cluster, a dict or an accelerator's name; `profile` says what the
    framework attains; `fields` are of the workload."""
    training = Training()
    call('gpucost_training_estimate_with', Model.of(model), catalogue, cluster_of(cluster), workload_of(workload, fields),
         layout_of(layout), value(TrainingProfile, profile, {}), training)
    return training


def profile(accelerator, catalogue=None, **fields):
    """What a framework attains on an accelerator: profile('H100', framework='sharded', release=2024.5)."""
    resolved = TrainingProfile()
    call('gpucost_training_profile_resolve', catalogue, accelerator.encode(), value(TrainingProfile, None, fields), resolved)
    return resolved


def goodput(case=None, **fields):
    """Wall time of a run whose devices fail: goodput(work_s=..., devices=..., checkpoint_s=..., restart_s=...)."""
    result = TrainingGoodputResult()
    call('gpucost_training_goodput', value(TrainingGoodputCase, case, fields) or TrainingGoodputCase(), result)
    return result


def time_from_flops_s(budget=None, **fields):
    """Time of a run from its FLOPs [s]: flop, or parameters and tokens; peak_flop_per_s; mfu; devices."""
    total_s = ctypes.c_double()
    call('gpucost_training_time_from_flops', value(TrainingBudget, budget, fields) or TrainingBudget(), ctypes.byref(total_s))
    return total_s.value
