"""Time of a training step and of a whole run."""
import ctypes

from gpucost._lib import Handle, call
from gpucost.accelerator import cluster_of
from gpucost.model import Model
from gpucost.parallelism import layout_of
from gpucost.values import (Training, TrainingBudget, TrainingCalibration, TrainingGoodputCase, TrainingGoodputResult,
                            TrainingProfile, TrainingScalingPrediction, TrainingScalingSummary, value)
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


class Steps(Handle):
    """Measured steps of one accelerator, to calibrate a profile with."""

    _free = 'gpucost_training_steps_free'

    def add(self, step_s, model, cluster, workload=None, layout=None, catalogue=None, **fields):
        """One measured step [s] and what ran, as for estimate()."""
        call('gpucost_training_steps_add', self, Model.of(model), catalogue, cluster_of(cluster),
             workload_of(workload, fields), layout_of(layout), float(step_s))

    def calibrate(self, start=None, **fields):
        """(profile, calibration): a profile fitted to the steps, and its factors with their intervals. `start` and `fields` say
        framework and release."""
        calibrated, factors = TrainingProfile(), TrainingCalibration()
        call('gpucost_training_calibrate', self, value(TrainingProfile, start, fields), calibrated, factors)
        return calibrated, factors


def steps():
    """An empty collection of measured steps."""
    return Steps._made('gpucost_training_steps_new')


class Scaling(Handle):
    """A law of scaling fitted to measured throughputs; immutable. Made by scaling()."""

    _free = 'gpucost_training_scaling_free'

    @property
    def summary(self):
        """Rate, serial share and crosstalk, each with its interval."""
        summary = TrainingScalingSummary()
        call('gpucost_training_scaling_summarise', self, summary)
        return summary

    def predict(self, devices):
        """Throughput, interval and efficiency; `beyond` is true outside the measured devices."""
        prediction = TrainingScalingPrediction()
        call('gpucost_training_scaling_predict', self, float(devices), prediction)
        return prediction


def scaling(points, law='auto', confidence=0.0):
    """Fit Amdahl's law or the USL to {devices: throughput} or pairs of them."""
    pairs = list(points.items() if hasattr(points, 'items') else points)
    laws = ('auto', 'amdahl', 'usl')
    if law not in laws:
        raise ValueError(f'law {law!r}: expected one of {", ".join(laws)}')
    array = ctypes.c_double * len(pairs)
    return Scaling._made('gpucost_training_scaling_fit', array(*(float(n) for n, _ in pairs)),
                         array(*(float(x) for _, x in pairs)), len(pairs), laws.index(law), confidence)


def time_from_flops_s(budget=None, **fields):
    """Time of a run from its FLOPs [s]: flop, or parameters and tokens; peak_flop_per_s; mfu; devices."""
    total_s = ctypes.c_double()
    call('gpucost_training_time_from_flops', value(TrainingBudget, budget, fields) or TrainingBudget(), ctypes.byref(total_s))
    return total_s.value
