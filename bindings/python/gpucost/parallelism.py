"""How a model is split over devices."""
import ctypes

from gpucost._lib import call
from gpucost.model import Model
from gpucost.values import Parallelism, value


def devices(layout=None, **fields):
    """Devices that a layout takes."""
    count = ctypes.c_uint64()
    call('gpucost_parallelism_devices', layout_of(layout, fields) or Parallelism(), ctypes.byref(count))
    return count.value


def check(layout, model):
    """Raises ArgumentError, with the degree and the size, when the model cannot be split so."""
    call('gpucost_parallelism_check', layout_of(layout) or Parallelism(), Model.of(model))


def layout_of(given, fields=None):
    """A Parallelism from a Parallelism, a dict, or nothing."""
    return value(Parallelism, given, fields)
