"""Time of a science kernel on one accelerator by its roofline."""
from gpucost._lib import call
from gpucost.values import KernelCase, KernelTime, value


def time_of(accelerator, case=None, catalogue=None, **fields):
    """Operations, traffic and time: time_of('H100', kind='stencil', n=1e9, repeats=1000)."""
    time = KernelTime()
    call('gpucost_kernel_time_of', catalogue, accelerator.encode(), value(KernelCase, case, fields) or KernelCase(), time)
    return time
