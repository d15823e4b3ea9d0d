"""Generated from the status list by scripts/stubs.py."""
from typing import Optional


class GpucostError(Exception):
    code: Optional[int]
    status: str
    source: str
    line: int
    column: int
    field: str
    value: str
    def __init__(self, message: str, status: str = ..., source: str = ..., line: int = ..., column: int = ...,
                 field: str = ..., value: str = ...) -> None: ...


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


class StructNewerError(ArgumentError):
    """A struct asks for something this version does not know."""


class RangeError(ArgumentError):
    """A value is outside what is allowed."""


class UnknownNameError(ArgumentError):
    """A name is not in the catalogue."""


class IoError(InputError):
    """A file cannot be read or written."""


class GpucostSyntaxError(InputError):
    """The text does not follow its format."""


class FieldError(InputError):
    """A field has the wrong type or an unknown name."""


class MissingError(InputError):
    """A required field is missing."""


class UnknownFactError(InputError):
    """A needed fact is not known."""


class CurrencyError(InputError):
    """Currencies differ and no rate was given."""


class EmptyError(InputError):
    """The input holds nothing to read."""


class StoreMissingError(StoreError):
    """The store does not exist."""


class StoreForeignError(StoreError):
    """The file is not a gpucost store."""


class StoreNewerError(StoreError):
    """The store was written by a newer version."""


class StoreBusyError(StoreError):
    """The store is locked by another writer."""


class StoreReadonlyError(StoreError):
    """The store cannot be written."""


class StoreFullError(StoreError):
    """No room is left to write the store."""


class StoreCorruptError(StoreError):
    """The store is damaged."""


class GpucostOverflowError(NumericError):
    """A result exceeds its type."""


class GpucostMemoryError(ResourceError):
    """Out of memory."""


class CancelledError(ResourceError):
    """The caller cancelled the call."""
