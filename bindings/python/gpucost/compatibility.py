"""Which framework, CUDA, driver and device go together, and what the faults of a device mean."""
from gpucost._lib import Handle, call, lib, path_bytes
from gpucost.values import (Compatibility, CompatibilityAnswer, CompatibilityCase, CudaError, Fault, FaultEvents, FaultRate,
                            FaultSummary)


def facts():
    """Every CUDA toolkit, build of a framework and architecture."""
    return [_filled(Compatibility, 'gpucost_compatibility_at', i) for i in range(lib.gpucost_compatibility_count())]


def check(accelerator='', framework='', cuda='', driver='', catalogue=None):
    """Does it go together, and if not, what does? A framework may carry its version: 'pytorch==2.1'."""
    name, _, version = framework.partition('==')
    question = CompatibilityCase(accelerator=accelerator, framework=name, framework_version=version, cuda=cuda,
                                 driver=driver)
    return _filled(CompatibilityAnswer, 'gpucost_compatibility_check', catalogue, question)


def faults():
    """Every known Xid."""
    return [_filled(Fault, 'gpucost_fault_at', i) for i in range(lib.gpucost_fault_count())]


def fault(code):
    """What an Xid means, what causes it and what to do."""
    return _filled(Fault, 'gpucost_fault_find', code)


def cuda_errors():
    """Every CUDA error that matters."""
    return [_filled(CudaError, 'gpucost_cuda_error_at', i) for i in range(lib.gpucost_cuda_error_count())]


def cuda_error(name):
    """What a CUDA error means, by number or name: 700, 'cudaErrorIllegalAddress'."""
    return _filled(CudaError, 'gpucost_cuda_error_find', str(name).encode())


def fault_rate(failures, device_hours, confidence=0.95):
    """Failures per device and hour with their exact interval."""
    return _filled(FaultRate, 'gpucost_fault_rate_of', failures, device_hours, confidence)


class FaultLog(Handle):
    """The faults of a kernel log: FaultLog.file('kern.log') or FaultLog.text(lines)."""

    _free = 'gpucost_fault_log_free'

    @classmethod
    def file(cls, path):
        return cls._made('gpucost_fault_log_from_file', path_bytes(path))

    @classmethod
    def text(cls, lines, source='text'):
        return cls._made('gpucost_fault_log_from_text', lines.encode(), source.encode())

    @property
    def summary(self):
        """Counts of the whole log."""
        return _filled(FaultSummary, 'gpucost_fault_log_summarise', self)

    @property
    def events(self):
        """One FaultEvents for each device and Xid."""
        return [_filled(FaultEvents, 'gpucost_fault_log_at', self, i) for i in range(lib.gpucost_fault_log_count(self))]


def _filled(cls, name, *arguments):
    row = cls()
    call(name, *arguments, row)
    return row
