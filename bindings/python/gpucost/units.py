"""Money, prices and instants, exactly.

An amount is a Money: a decimal.Decimal that keeps its currency. A unit price is a Decimal. An instant is a datetime in UTC.
"""
import ctypes
import datetime
import decimal

from gpucost import errors
from gpucost._lib import Error, call, lib

UTC = datetime.timezone.utc
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=UTC)
_NANO = decimal.Decimal('1e-9')
_EXACT = decimal.Context(prec=60)


class RawMoney(ctypes.Structure):
    """gpucost_money."""

    _fields_ = [('units', ctypes.c_int64), ('nanos', ctypes.c_int32), ('currency', ctypes.c_char * 4)]


class Money(decimal.Decimal):
    """An exact amount in a currency. Sums and differences keep the currency, and refuse to mix two."""

    __slots__ = ('currency',)

    def __new__(cls, amount=0, currency=''):
        if isinstance(amount, float):
            raise TypeError('an amount is exact: give a Decimal, an int or text, not a float')
        made = super().__new__(cls, amount)
        made.currency = currency or getattr(amount, 'currency', '')
        return made

    @classmethod
    def parse(cls, text, currency):
        """An amount from decimal text, such as '12.5', as the library reads it: exact, at most nine decimals."""
        raw = RawMoney()
        call('gpucost_money_parse', text.encode(), currency.encode(), ctypes.byref(raw))
        return cls.from_raw(raw)

    @classmethod
    def from_raw(cls, raw):
        amount = _EXACT.fma(raw.nanos, _NANO, raw.units)
        return cls(amount.normalize(_EXACT) if raw.nanos else raw.units, raw.currency.decode())

    def to_raw(self):
        raw = RawMoney()
        call('gpucost_money_parse', format(self, 'f').encode(), (self.currency or 'XXX').encode(), ctypes.byref(raw))
        return raw

    def text(self, decimals=2):
        """Decimal text with at least so many decimals, and the currency."""
        buffer = ctypes.create_string_buffer(64)
        lib.gpucost_money_format(ctypes.byref(self.to_raw()), decimals, buffer, len(buffer))
        return f'{buffer.value.decode()} {self.currency}'.rstrip()

    def _with(self, other):
        """The common currency of two amounts; 0 and amounts without a currency go with any."""
        theirs = getattr(other, 'currency', '')
        if self.currency and theirs and self.currency != theirs:
            raise errors.CurrencyError(f'{self.currency} and {theirs} cannot be added; no rate was given', 'E_CURRENCY')
        return self.currency or theirs

    def __add__(self, other):
        total = super().__add__(other)
        return total if total is NotImplemented else Money(total, self._with(other))

    __radd__ = __add__

    def __sub__(self, other):
        total = super().__sub__(other)
        return total if total is NotImplemented else Money(total, self._with(other))

    def __neg__(self):
        return Money(super().__neg__(), self.currency)

    def __mul__(self, other):
        product = super().__mul__(other)
        return product if product is NotImplemented else Money(product, self.currency)

    __rmul__ = __mul__

    def __repr__(self):
        return f"Money('{self:f}', '{self.currency}')"

    def __reduce__(self):
        return Money, (str(self), self.currency)


def price_to_nanos(price):
    """A unit price (Decimal, int or text) as whole 1e-9ths of its currency."""
    nanos = ctypes.c_int64()
    call('gpucost_price_parse', exact_text(price).encode(), ctypes.byref(nanos))
    return nanos.value


def nanos_to_price(nanos):
    """Whole 1e-9ths of a currency as a Decimal."""
    return _EXACT.multiply(decimal.Decimal(nanos), _NANO).normalize(_EXACT) + 0


def cost(price, quantity, currency):
    """A unit price for a quantity, rounded half-even once to 1e-9 of the currency."""
    raw = RawMoney()
    call('gpucost_money_from_price', price_to_nanos(price), float(quantity), currency.encode(), ctypes.byref(raw))
    return Money.from_raw(raw)


def exact_text(number):
    """Decimal text of an exact number; a float is refused, for it is not exact."""
    if isinstance(number, float):
        raise TypeError('a price is exact: give a Decimal, an int or text, not a float')
    return format(number, 'f') if isinstance(number, decimal.Decimal) else str(number)


def instant(value):
    """UTC seconds of a datetime with a time zone, or of text such as '2026-01-31' or '2026-01-31T12:00:00+08:00'."""
    if isinstance(value, datetime.datetime):
        if value.tzinfo is None:
            raise ValueError('an instant needs a time zone; use datetime(..., tzinfo=timezone.utc)')
        return (value - _EPOCH) // datetime.timedelta(seconds=1)
    if isinstance(value, datetime.date):
        value = value.isoformat()
    seconds = ctypes.c_int64()
    call('gpucost_instant_parse', value.encode(), ctypes.byref(seconds))
    return seconds.value


def instant_text(utc_s):
    """UTC seconds as text."""
    buffer = ctypes.create_string_buffer(32)
    lib.gpucost_instant_format(utc_s, buffer, len(buffer))
    return buffer.value.decode()


def from_instant(utc_s):
    """UTC seconds as a datetime; None for zero, which stands for 'not given'."""
    return _EPOCH + datetime.timedelta(seconds=utc_s) if utc_s else None
