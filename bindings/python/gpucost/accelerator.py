"""Facts about accelerators, the links between them and the cloud instances that carry them."""
import ctypes

from gpucost._lib import Handle, call, lib, made, path_bytes
from gpucost.values import Accelerator, Cluster, Instance, Link, value


class Catalogue(Handle):
    """The bundled facts with a user's rows laid over them: a CSV with the columns of data/accelerators.csv."""

    _free = 'gpucost_catalogue_free'

    def __init__(self, accelerators_csv):
        super().__init__(made('gpucost_catalogue_from_csv', path_bytes(accelerators_csv)))


def accelerators(catalogue=None):
    """Every accelerator, of the bundled facts or of a Catalogue."""
    return [_filled(Accelerator, 'gpucost_accelerator_at', catalogue, i)
            for i in range(lib.gpucost_accelerator_count(catalogue))]


def accelerator(name, catalogue=None):
    """An accelerator by any name people type; an unknown one raises UnknownNameError with the nearest names."""
    return _filled(Accelerator, 'gpucost_accelerator_find', catalogue, name.encode())


def rate(accelerator_row, number_format):
    """Dense throughput in one number format, such as 'bf16' [FLOP/s]; an unknown one raises UnknownFactError."""
    flop_per_s = ctypes.c_double()
    call('gpucost_accelerator_rate', accelerator_row, number_format.encode(), ctypes.byref(flop_per_s))
    return flop_per_s.value


def links():
    """Every link technology."""
    return [_filled(Link, 'gpucost_link_at', i) for i in range(lib.gpucost_link_count())]


def instances():
    """Every cloud instance type."""
    return [_filled(Instance, 'gpucost_instance_at', i) for i in range(lib.gpucost_instance_count())]


def instance(name, provider=''):
    """A cloud instance type by name, of one provider or of any."""
    return _filled(Instance, 'gpucost_instance_find', provider.encode(), name.encode())


def resolve(cluster, catalogue=None):
    """A cluster with every zero filled from the facts, and its accelerator. Takes a Cluster, a dict or a name."""
    cluster = cluster_of(cluster)
    resolved, row = Cluster(), Accelerator()
    call('gpucost_cluster_resolve', catalogue, cluster, resolved, row)
    return resolved, row


def cluster_of(given):
    """A Cluster from a Cluster, a dict, or an accelerator's name."""
    return Cluster(accelerator=given) if isinstance(given, str) else value(Cluster, given)


def _filled(cls, name, *arguments):
    row = cls()
    call(name, *arguments, row)
    return row
