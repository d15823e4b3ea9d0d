"""A workload on a cluster: does it fit, under which layout, and how long does it take."""
import ctypes

from gpucost._lib import Handle, call, lib
from gpucost.accelerator import cluster_of
from gpucost.model import Model
from gpucost.parallelism import layout_of
from gpucost.values import Cluster, Memory, Parallelism, RequirementGain, Serving, Training, TrainingProfile, Workload, value
from gpucost.workload import workload_of


class Requirement(Handle):
    """What a workload requires on a cluster; immutable. Made by requirement(), or taken from a plan."""

    _free = 'gpucost_requirement_free'

    def __init__(self, address, owner=None):
        super().__init__(address, owner)
        self.cluster, self.workload, self.layout = Cluster(), Workload(), Parallelism()
        self.memory, self.training, self.serving = Memory(), Training(), Serving()
        call('gpucost_requirement_parts', self, self.cluster, self.workload, self.layout, self.memory, self.training,
             self.serving)

    @property
    def fits(self):
        return bool(lib.gpucost_requirement_fits(self))

    @property
    def tight(self):
        """True when the memory fits by the estimate but not by its P90."""
        return bool(lib.gpucost_requirement_tight(self))

    @property
    def reason(self):
        """Why it does not fit, by how much, and what would make it fit; '' when it fits."""
        return lib.gpucost_requirement_reason(self).decode()

    def __repr__(self):
        return f'<Requirement {self.layout!r} on {self.cluster!r}>' if self.fits else f'<Requirement: {self.reason}>'


def gains(model, cluster, workload=None, layout=None, catalogue=None, profile=None, **fields):
    """What would make a training step faster, the most first: RequirementGain with change, step_s, tokens_per_s and gain."""
    most = 16
    found = RequirementGain._pack([RequirementGain()] * most)
    count = ctypes.c_uint64()
    call('gpucost_requirement_gains', Model.of(model), catalogue, cluster_of(cluster), workload_of(workload, fields),
         layout_of(layout), value(TrainingProfile, profile, {}), found, 0, ctypes.byref(count))
    return RequirementGain._unpack(found, most)[:count.value]


def requirement(model, cluster, workload=None, catalogue=None, profile=None, **fields):
    """The fastest layout, micro-batch and recomputation with which a workload fits. `profile` says what training attains;
    `fields` are of the workload."""
    return Requirement._made('gpucost_requirement_new', Model.of(model), catalogue, cluster_of(cluster),
                             workload_of(workload, fields) or Workload(), value(TrainingProfile, profile, {}))
