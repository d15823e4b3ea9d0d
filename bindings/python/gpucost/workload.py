"""What to run: training, fine-tuning or serving a model."""
from gpucost._lib import call
from gpucost.values import Workload, value


def resolve(workload=None, **fields):
    """A workload with the defaults that depend on nothing else filled in."""
    resolved = Workload()
    call('gpucost_workload_resolve', workload_of(workload, fields), resolved)
    return resolved


def workload_of(given, fields=None):
    """A Workload from a Workload, a dict, or nothing."""
    return value(Workload, given, fields)
