"""The library's value structs as Python classes, made at import from its field tables.

gpucost_plan_option is PlanOption; its fields are attributes with Python values: choices are text, flags bool, amounts
Money, prices Decimal, instants datetime in UTC (None for zero). The constructor takes fields by keyword and checks names and
limits as the library does; what is left out is zero, which is each field's default.
"""
import ctypes
import struct

from gpucost import units
from gpucost._lib import call, decoded, lib, owned_text

SIZE, I64, U64, F64, TEXT, CHOICE, FLAG, PRICE, INSTANT, MONEY, RESERVED = range(1, 12)


class Field:
    """One field: its name, unit, limits, choices and meaning. On a class the description, on a value the field's value."""

    def __init__(self, row):
        self.name = row.name.decode()
        self.choices = tuple(row.choices.decode().split('|')) if row.choices else ()
        self.unit, self.fallback = decoded(row.unit), decoded(row.fallback)
        self.least, self.most = decoded(row.least), decoded(row.most)
        self.offset, self.bytes, self.type = row.offset, row.bytes, row.type
        self.doc = decoded(row.doc)
        self.__doc__ = self.doc + (f' [{self.unit}]' if self.unit else '')

    def __repr__(self):
        return f'<field {self.name}: {self.__doc__}>'

    def __get__(self, value, owner=None):
        if value is None:
            return self
        raw = value._buffer
        if self.type == TEXT:
            return raw.raw[self.offset:self.offset + self.bytes].split(b'\0')[0].decode(errors='replace')
        if self.type == MONEY:
            return units.Money.from_raw(units.RawMoney.from_buffer_copy(raw, self.offset))
        number, = struct.unpack_from({F64: '=d', U64: '=Q', CHOICE: '=i', FLAG: '=i'}.get(self.type, '=q'), raw, self.offset)
        if self.type == CHOICE:
            return self.choices[number] if 0 <= number < len(self.choices) else str(number)
        if self.type == FLAG:
            return bool(number)
        if self.type == PRICE:
            return units.nanos_to_price(number)
        return units.from_instant(number) if self.type == INSTANT else number

    def __set__(self, value, given):
        call('gpucost_struct_set', type(value)._struct, value, self.name.encode(), self._text(given).encode())

    def _text(self, given):
        """What the library reads; it checks type and limits."""
        if self.type == FLAG and isinstance(given, (bool, int)):
            return str(bool(given)).lower() if given in (0, 1) else str(given)
        if self.type == PRICE:
            return units.exact_text(given)
        if self.type == MONEY:
            return f'{units.exact_text(given)} {getattr(given, "currency", "")}'
        if self.type == INSTANT:
            return units.instant_text(given if isinstance(given, int) else units.instant(given))
        if self.type in (I64, U64) and isinstance(given, float) and given.is_integer():
            return str(int(given))
        return repr(given) if isinstance(given, float) else str(given)


class Value:
    """Base of all value classes."""

    __slots__ = ('_buffer', '__weakref__')
    _struct = None  # address of the library's description
    _fields = {}

    def __init__(self, **fields):
        self._buffer = ctypes.create_string_buffer(self._size)
        struct.pack_into('=Q', self._buffer, 0, self._size)
        for name, given in fields.items():
            if given is not None:
                field = self._fields.get(name)
                if field:
                    field.__set__(self, given)
                else:  # the library knows how to say so
                    call('gpucost_struct_set', self._struct, self, name.encode(), str(given).encode())

    @property
    def _as_parameter_(self):
        return self._buffer

    @classmethod
    def _pack(cls, values):
        """Values side by side, as the library takes and fills an array of them."""
        rows = b''.join(bytes(one._buffer) for one in values)
        return ctypes.create_string_buffer(rows, max(1, len(rows)))

    @classmethod
    def _unpack(cls, rows, count):
        made = [cls() for _ in range(count)]
        for i, one in enumerate(made):
            one._buffer[:] = rows[i * cls._size:(i + 1) * cls._size]
        return made

    @classmethod
    def fields(cls):
        """Descriptions of the fields, in order."""
        return tuple(cls._fields.values())

    @classmethod
    def from_json(cls, text, source='json'):
        """A value from the text of a JSON object; errors name line and column or the field."""
        made = cls()
        call('gpucost_struct_from_json', cls._struct, text.encode(), source.encode(), made)
        return made

    def to_json(self):
        """The text of a JSON object with every field."""
        return owned_text('gpucost_struct_to_json', self._struct, self)

    def to_dict(self):
        """Every field by name, as Python values."""
        return {name: getattr(self, name) for name in self._fields}

    def given(self):
        """The fields that are not zero, as text by name."""
        return {name: self.text(name) for name, field in self._fields.items()
                if any(self._buffer.raw[field.offset:field.offset + field.bytes])}

    def text(self, name):
        """One field as text, as flags and CSV cells are written."""
        buffer = ctypes.create_string_buffer(1024)
        call('gpucost_struct_get', self._struct, self, name.encode(), buffer, len(buffer))
        return buffer.value.decode()

    def replace(self, **fields):
        """A copy with some fields changed."""
        made = self._from_bytes(self._buffer.raw)
        for name, given in fields.items():
            if name not in self._fields:
                raise AttributeError(f'{type(self).__name__} has no field {name!r}')
            setattr(made, name, given)
        return made

    @classmethod
    def _from_bytes(cls, raw):
        made = cls()
        ctypes.memmove(made._buffer, raw, min(len(raw), cls._size))
        struct.pack_into('=Q', made._buffer, 0, cls._size)
        return made

    def __reduce__(self):
        return type(self)._from_bytes, (self._buffer.raw,)

    def __eq__(self, other):
        return self._buffer.raw == other._buffer.raw if type(self) is type(other) else NotImplemented

    __hash__ = None

    def __repr__(self):
        shown = ', '.join(f'{name}={getattr(self, name)!r}' for name in self.given())
        return f'{type(self).__name__}({shown})'


def _make(row):
    fields = {f.name: f for f in (Field(row.fields[i]) for i in range(row.count)) if f.type not in (SIZE, RESERVED)}
    name = ''.join(part.capitalize() for part in row.name.decode().split('_')[1:])
    body = {'__slots__': (), '__doc__': row.doc.decode(), '__module__': __name__, '_fields': fields, '_size': row.size,
            '_struct': ctypes.addressof(row), **fields}
    return type(name, (Value,), body)


CLASSES = {made.__name__: made for made in
           (_make(lib.gpucost_struct_at(i).contents) for i in range(lib.gpucost_struct_count()))}
globals().update(CLASSES)
__all__ = ['Value', 'Field', *CLASSES]


def value(cls, given, fields=None):
    """A value of a class from a value, a dict, or nothing; with some fields more. None stays None when there are none."""
    fields = {name: field for name, field in (fields or {}).items() if field is not None}
    if isinstance(given, cls):
        return given.replace(**fields) if fields else given
    if given is None and not fields:
        return None
    if given is not None and not isinstance(given, dict):
        raise TypeError(f'expected {cls.__name__} or a dict, not {type(given).__name__}')
    return cls(**{**(given or {}), **fields})
