"""Offers and their prices: import feeds, ask for quotes, for what they buy and save."""
import ctypes
import datetime

from gpucost._lib import Handle, call, lib, path_bytes
from gpucost.units import from_instant
from gpucost.values import ImportOptions, ImportReject, ImportSummary, PriceFilter, Quote, Saving, UnitPrice, value


class Import(Handle):
    """Report of one import: .summary, and .rejects with line, field, value and reason."""

    _free = 'gpucost_import_free'

    @property
    def summary(self):
        counts = ImportSummary()
        call('gpucost_import_summarise', self, counts)
        return counts

    @property
    def rejects(self):
        """Refused rows, the first 10,000."""
        rows = []
        for i in range(lib.gpucost_import_reject_count(self)):
            rows.append(ImportReject())
            call('gpucost_import_reject_at', self, i, rows[-1])
        return rows

    def __repr__(self):
        return f'<Import {self.summary!r}>'


class Rows(Handle):
    """A list of values: an index, a slice, a loop, or a DataFrame."""

    _row = _count = _at = None

    def __len__(self):
        return getattr(lib, self._count)(self)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(index)
        row = self._row()
        call(self._at, self, index, row)
        return row

    def to_pandas(self):
        """A DataFrame with a line for each value."""
        import pandas
        return pandas.DataFrame([row.to_dict() for row in self])


class Quotes(Rows):
    """A list of quotes, cheapest first."""

    _free, _row, _count, _at = 'gpucost_quotes_free', Quote, 'gpucost_quotes_count', 'gpucost_quotes_at'

    def older_than(self, days):
        """Those whose age exceeds so many days."""
        return [quote for quote in self if quote.age_s > days * 86400]


class Savings(Rows):
    """Terms against on demand, the largest saving first."""

    _free, _row, _count, _at = 'gpucost_savings_free', Saving, 'gpucost_savings_count', 'gpucost_savings_at'


def import_file(store, path, options=None, **fields):
    """Import a feed or a folder of them, plain or gzip, in one transaction. `fields` are of ImportOptions: provider,
    observed_utc, accelerators_only, ..."""
    with store._use():
        return Import._made('gpucost_price_import', store, path_bytes(path), _import_options(options, fields))


def import_text(store, text, source='text', options=None, **fields):
    """Import a feed that is in memory, as text or bytes."""
    raw = text.encode() if isinstance(text, str) else bytes(text)
    with store._use():
        return Import._made('gpucost_price_import_text', store, raw, len(raw), source.encode(),
                            _import_options(options, fields))


def import_frame(store, frame, source='frame', options=None, **fields):
    """Import a pandas DataFrame with the columns of our CSV (docs/price.md): instance, hourly, observed_utc, ... Prices that are
    floats are taken to 1e-9; text and Decimals are exact. Instants with a time zone are converted, others are UTC."""
    import pandas
    frame = frame.copy(deep=False)
    for name in frame.columns:
        if pandas.api.types.is_datetime64_any_dtype(frame[name]):
            frame[name] = pandas.to_datetime(frame[name], utc=True).dt.strftime('%Y-%m-%dT%H:%M:%SZ')
    return import_text(store, frame.to_csv(index=False, float_format='%.9f'), source, options, **fields)


def _import_options(options, fields):
    """The library has no clock: the instant of an import is now, when the caller gives no other."""
    options = value(ImportOptions, options, fields) or ImportOptions()
    if options.now_utc is None:
        options.now_utc = datetime.datetime.now(datetime.timezone.utc)
    return options


def quotes(store, filter=None, **fields):
    """Quotes as of an instant. `fields` are of PriceFilter: accelerator='h100', regions='us-*', term='spot', ..."""
    with store._use():
        return Quotes._made('gpucost_price_quotes', store, value(PriceFilter, filter, fields))


def last(store):
    """Instant of the last price in a store; None when it holds none."""
    utc_s = ctypes.c_int64()
    with store._use():
        call('gpucost_price_last', store, ctypes.byref(utc_s))
    return from_instant(utc_s.value)


def units(quote, precision='bf16'):
    """What an accelerator, a TFLOP/s of dense peak and a GB of accelerator memory cost for an hour."""
    price = UnitPrice()
    call('gpucost_price_units', quote, precision.encode(), price)
    return price


def savings(store, filter=None, **fields):
    """Every term against the same instance on demand. `fields` are of PriceFilter."""
    with store._use():
        return Savings._made('gpucost_price_savings', store, value(PriceFilter, filter, fields))
