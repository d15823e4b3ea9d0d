"""Exceptions: one class for each status of the library, gathered in families.

GpucostError
    ArgumentError     1xx, also a ValueError: a call was made wrongly
    InputError        2xx, also a ValueError: a file or text cannot be used
    StoreError        3xx: the price store failed
    NumericError      4xx: a computation did not succeed
    ResourceError     5xx: memory ran out, or the call was cancelled

A class is named after its status: E_UNKNOWN_NAME is UnknownNameError, E_STORE_BUSY is StoreBusyError; where Python has a
class of that name already, it starts with Gpucost: GpucostSyntaxError. A status that this package does not know raises its family.
"""
import builtins
import ctypes

from gpucost._lib import lib


class GpucostError(Exception):
    """Why a call failed, and where: status, source, line, column, field, value."""

    #: the numeric status of the class; None for families without a status of their own
    code = None

    def __init__(self, message, status='', source='', line=0, column=0, field='', value=''):
        super().__init__(message)
        self.status, self.source, self.line, self.column = status, source, line, column
        self.field, self.value = field, value

    def __reduce__(self):
        return type(self), (self.args[0], self.status, self.source, self.line, self.column, self.field, self.value)


class ArgumentError(GpucostError, ValueError):
    """A call was made wrongly: an argument, a name or a value."""


class InputError(GpucostError, ValueError):
    """A file or text cannot be used."""


class StoreError(GpucostError):
    """The price store failed."""


class NumericError(GpucostError):
    """A computation did not succeed."""


class ResourceError(GpucostError):
    """Memory ran out, or the call was cancelled."""


_FAMILIES = {1: ArgumentError, 2: InputError, 3: StoreError, 4: NumericError, 5: ResourceError}
_CLASSES = {}


def _class_name(status):
    name = ''.join(part.capitalize() for part in status[2:].split('_')) + 'Error'
    return 'Gpucost' + name if hasattr(builtins, name) else name


def _make_classes():
    status = ctypes.c_int32()
    index = 0
    while lib.gpucost_status_at(index, ctypes.byref(status)):
        index += 1
        code = status.value
        if code == 0:
            continue
        text = lib.gpucost_status_text(code).decode()
        family = _FAMILIES.get(code // 100, GpucostError)
        name = _class_name(lib.gpucost_status_name(code).decode())
        if name == family.__name__:
            made = family
        else:
            made = type(name, (family,), {'__doc__': text[0].upper() + text[1:] + '.', '__module__': __name__})
            globals()[name] = made
        made.code = code
        _CLASSES[code] = made


_make_classes()
__all__ = ['GpucostError', *(c.__name__ for c in _FAMILIES.values()),
           *(c.__name__ for c in _CLASSES.values() if c not in _FAMILIES.values())]


def from_error(error):
    """The exception that a filled gpucost_error describes."""
    line = ctypes.create_string_buffer(1024)
    lib.gpucost_error_format(ctypes.byref(error), line, len(line))
    made = _CLASSES.get(error.status) or _FAMILIES.get(error.status // 100, GpucostError)
    status = lib.gpucost_status_name(error.status)
    return made(line.value.decode(errors='replace'), status.decode() if status else str(error.status),
                *(text.decode(errors='replace') if isinstance(text, bytes) else text
                  for text in (error.source, error.line, error.column, error.field, error.value)))
