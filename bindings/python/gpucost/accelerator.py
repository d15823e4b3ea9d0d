"""Facts about accelerators, the links between them and the cloud instances that carry them."""
import ctypes

from gpucost._lib import Handle, call, lib, made, path_bytes
from gpucost.values import Accelerator, AcceleratorFilter, Cluster, Instance, Link, Mig, MigFit, value


class Catalogue(Handle):
    """The bundled facts with a user's rows laid over them: a CSV with the columns of data/accelerators.csv."""

    _free = 'gpucost_catalogue_free'

    def __init__(self, accelerators_csv):
        super().__init__(made('gpucost_catalogue_from_csv', path_bytes(accelerators_csv)))


def accelerators(catalogue=None, **asked):
    """Every accelerator, of the bundled facts or of a Catalogue; or those that an AcceleratorFilter lets through, such as
    accelerators(vendor='NVIDIA', memory_bytes=80 << 30, rate='fp8')."""
    rows = [_filled(Accelerator, 'gpucost_accelerator_at', catalogue, i)
            for i in range(lib.gpucost_accelerator_count(catalogue))]
    return [row for row in rows if matches(row, AcceleratorFilter(**asked))] if asked else rows


def matches(accelerator_row, accelerator_filter):
    """Is an accelerator what a filter asks for?"""
    answer = ctypes.c_int32()
    call('gpucost_accelerator_matches', accelerator_row, value(AcceleratorFilter, accelerator_filter), ctypes.byref(answer))
    return bool(answer.value)


def accelerator(name, catalogue=None):
    """An accelerator by any name people type; an unknown one raises UnknownNameError with the nearest names."""
    return _filled(Accelerator, 'gpucost_accelerator_find', catalogue, name.encode())


def rate(accelerator_row, number_format):
    """Dense throughput in one number format, such as 'bf16' [FLOP/s]; an unknown one raises UnknownFactError."""
    flop_per_s = ctypes.c_double()
    call('gpucost_accelerator_rate', accelerator_row, number_format.encode(), ctypes.byref(flop_per_s))
    return flop_per_s.value


def mig_profiles():
    """Every MIG profile."""
    return [_filled(Mig, 'gpucost_mig_at', i) for i in range(lib.gpucost_mig_count())]


def mig_fits(accelerator_name, profiles, catalogue=None):
    """Do MIG profiles such as '2x3g.40gb,1g.10gb' fit one device together?"""
    return _filled(MigFit, 'gpucost_mig_fits', catalogue, accelerator_name.encode(), profiles.encode())


def mig_sets(accelerator_name, catalogue=None):
    """Every set of MIG profiles to which no other can be added, as mig_fits() takes it."""
    sets = _MigSets(made('gpucost_mig_sets_new', catalogue, accelerator_name.encode()))
    return [lib.gpucost_mig_sets_at(sets, i).decode() for i in range(lib.gpucost_mig_sets_count(sets))]


class _MigSets(Handle):
    _free = 'gpucost_mig_sets_free'


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
