"""The C library: found, loaded, with the prototypes of its headers; calls that raise."""
import ctypes
import ctypes.util
import os
import pathlib
import sys
import weakref

from gpucost._prototypes import PROTOTYPES

_NAME = 'libgpucost.dylib' if sys.platform == 'darwin' else 'libgpucost.so'


class Error(ctypes.Structure):
    """gpucost_error."""

    _fields_ = [('status', ctypes.c_int32), ('line', ctypes.c_int32), ('column', ctypes.c_int32),
                ('reserved', ctypes.c_int32), ('source', ctypes.c_char * 112), ('field', ctypes.c_char * 96),
                ('value', ctypes.c_char * 64), ('text', ctypes.c_char * 224)]


class Field(ctypes.Structure):
    """gpucost_field."""

    _fields_ = [('name', ctypes.c_char_p), ('choices', ctypes.c_char_p), ('unit', ctypes.c_char_p),
                ('fallback', ctypes.c_char_p), ('least', ctypes.c_char_p), ('most', ctypes.c_char_p),
                ('doc', ctypes.c_char_p), ('offset', ctypes.c_uint64), ('bytes', ctypes.c_uint64),
                ('type', ctypes.c_int32), ('reserved', ctypes.c_int32)]


class Struct(ctypes.Structure):
    """gpucost_struct."""

    _fields_ = [('name', ctypes.c_char_p), ('doc', ctypes.c_char_p), ('fields', ctypes.POINTER(Field)),
                ('count', ctypes.c_uint64), ('size', ctypes.c_uint64)]


_SCALARS = {'gpucost_status': ctypes.c_int32, 'int32_t': ctypes.c_int32, 'int64_t': ctypes.c_int64,
            'uint64_t': ctypes.c_uint64, 'double': ctypes.c_double}


def _ctype(declared):
    """Type of a parameter or result. Value structs and handles are addresses; texts are bytes."""
    kind = declared.replace('const ', '')
    if kind == 'void':
        return None
    if kind in _SCALARS:
        return _SCALARS[kind]
    base, stars = kind.rsplit(' ', 1)
    if stars == '**':
        return ctypes.POINTER(ctypes.c_void_p)
    if base == 'char':
        return ctypes.c_char_p
    if base == 'gpucost_error':
        return ctypes.POINTER(Error)
    return ctypes.POINTER(_SCALARS[base]) if base in _SCALARS else ctypes.c_void_p


def _find():
    """GPUCOST_LIBRARY, else beside this package (wheels), else where the system looks."""
    chosen = os.environ.get('GPUCOST_LIBRARY')
    if chosen:
        return chosen
    beside = pathlib.Path(__file__).with_name(_NAME)
    if beside.exists():
        return str(beside)
    return ctypes.util.find_library('gpucost') or _NAME


def _load():
    path = _find()
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f'{path}: {error}; install libgpucost, or set GPUCOST_LIBRARY to its file') from None
    for name, (result, *parameters) in PROTOTYPES.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            raise ImportError(f'{path} has no {name}: library and package are of different versions') from None
        function.restype = _ctype(result)
        function.argtypes = [_ctype(parameter) for parameter in parameters]
    library.gpucost_struct_at.restype = ctypes.POINTER(Struct)
    return library


lib = _load()


def call(name, *arguments):
    """A function that returns a status and takes an error at the end; raises what the error says."""
    from gpucost import errors
    error = Error()
    if getattr(lib, name)(*arguments, ctypes.byref(error)):
        raise errors.from_error(error)


def owned_text(name, *arguments):
    """A function whose last output is a text that the caller frees."""
    text = ctypes.c_void_p()
    call(name, *arguments, ctypes.byref(text))
    try:
        return ctypes.string_at(text.value).decode()
    finally:
        lib.gpucost_text_free(ctypes.cast(text, ctypes.c_char_p))


def made(name, *arguments):
    """The address of a handle, from a function whose last output it is."""
    address = ctypes.c_void_p()
    call(name, *arguments, ctypes.byref(address))
    return address.value


def decoded(text):
    return None if text is None else text.decode()


def path_bytes(path):
    return os.fsencode(os.fspath(path))


class Handle:
    """An opaque object of the library, ended when nothing refers to it any more."""

    _free = ''  # name of the function that ends it

    def __init__(self, address, owner=None):
        self._as_parameter_ = ctypes.c_void_p(address)
        self._owner = owner  # what a borrowed handle lives in
        self._end = weakref.finalize(self, getattr(lib, self._free), address) if owner is None else None

    @classmethod
    def _made(cls, name, *arguments):
        """A handle from a function whose last output it is."""
        return cls(made(name, *arguments))
