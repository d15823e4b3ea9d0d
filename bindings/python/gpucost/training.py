"""Time of a training step and of a whole run."""
import ctypes

from gpucost._lib import Handle, call
from gpucost.accelerator import cluster_of
from gpucost.model import Model
from gpucost.parallelism import layout_of
from gpucost.values import (Parallelism, Training, TrainingBudget, TrainingCalibration, TrainingGoodputCase,
                            TrainingGoodputResult, TrainingProfile, value)
from gpucost.workload import workload_of


def estimate(model, cluster, workload=None, layout=None, catalogue=None, profile=None, **fields):
    """Step time, MFU and what bounds them. `cluster` is a Cluster, a dict or an accelerator's name; `profile` says what the
    framework attains; `fields` are of the workload."""
    training = Training()
    call('gpucost_training_estimate_with', Model.of(model), catalogue, cluster_of(cluster), workload_of(workload, fields),
         layout_of(layout), value(TrainingProfile, profile, {}), training)
    return training


def estimate_batch(model, cluster, layouts, workload=None, catalogue=None, profile=None, **fields):
    """Step time of a job under each layout [s]; None where a layout does not suit it."""
    given = [value(Parallelism, layout, {}) for layout in layouts]
    steps_s = (ctypes.c_double * len(given))()
    call('gpucost_training_estimate_batch', Model.of(model), catalogue, cluster_of(cluster), workload_of(workload, fields),
         value(TrainingProfile, profile, {}), Parallelism._pack(given), 0, steps_s, len(given))
    return [step_s or None for step_s in steps_s]


def profile(accelerator, catalogue=None, **fields):
    """What a framework attains on an accelerator: profile('H100', software='sharded', release=2024.5)."""
    resolved = TrainingProfile()
    call('gpucost_training_profile_resolve', catalogue, accelerator.encode(), value(TrainingProfile, None, fields), resolved)
    return resolved


def goodput(case=None, **fields):
    """Wall time of a run whose devices fail: goodput(work_s=..., devices=..., checkpoint_s=..., restart_s=...)."""
    result = TrainingGoodputResult()
    call('gpucost_training_goodput', value(TrainingGoodputCase, case, fields) or TrainingGoodputCase(), result)
    return result


class Steps(Handle):
    """Measured steps of one accelerator, to calibrate a profile with."""

    _free = 'gpucost_training_steps_free'

    def add(self, step_s, model, cluster, workload=None, layout=None, catalogue=None, **fields):
        """One measured step [s] and what ran, as for estimate()."""
        call('gpucost_training_steps_add', self, Model.of(model), catalogue, cluster_of(cluster),
             workload_of(workload, fields), layout_of(layout), float(step_s))

    def calibrate(self, start=None, **fields):
        """(profile, calibration): a profile fitted to the steps, and its factors with their intervals. `start` and `fields` say
        software and release."""
        calibrated, factors = TrainingProfile(), TrainingCalibration()
        call('gpucost_training_calibrate', self, value(TrainingProfile, start, fields), calibrated, factors)
        return calibrated, factors


def steps():
    """An empty collection of measured steps."""
    return Steps._made('gpucost_training_steps_new')


def time_from_flops_s(budget=None, **fields):
    """Time of a run from its FLOPs [s]: flop, or parameters and tokens; peak_flop_per_s; mfu; devices."""
    total_s = ctypes.c_double()
    call('gpucost_training_time_from_flops', value(TrainingBudget, budget, fields) or TrainingBudget(), ctypes.byref(total_s))
    return total_s.value
