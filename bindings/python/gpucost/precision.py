"""Number formats of weights, activations and caches."""
from gpucost._lib import call, lib
from gpucost.values import Precision


def precisions():
    """Every format."""
    rows = []
    for i in range(lib.gpucost_precision_count()):
        rows.append(Precision())
        call('gpucost_precision_at', i, rows[-1])
    return rows


def precision(name):
    """A format by name or alias, such as 'bf16' or 'q4_k_m'."""
    row = Precision()
    call('gpucost_precision_find', name.encode(), row)
    return row
