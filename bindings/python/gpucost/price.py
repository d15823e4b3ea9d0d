"""Offers and their price histories: import feeds, ask for quotes, summarise a window."""
import ctypes
import datetime

from gpucost._lib import Handle, call, lib, path_bytes
from gpucost.units import from_instant, instant
from gpucost.values import ImportOptions, ImportReject, ImportSummary, PriceFilter, PriceStatistics, Quote, value


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


class Quotes(Handle):
    """A list of quotes, cheapest first."""

    _free = 'gpucost_quotes_free'

    def __len__(self):
        return lib.gpucost_quotes_count(self)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(index)
        quote = Quote()
        call('gpucost_quotes_at', self, index, quote)
        return quote

    def to_pandas(self):
        """A DataFrame with a row for each quote."""
        import pandas
        return pandas.DataFrame([quote.to_dict() for quote in self])


def import_file(store, path, options=None, **fields):
    """Import a feed, plain or gzip, in one transaction. `fields` are of ImportOptions: feed, currency, provider, now_utc_s."""
    with store._use():
        return Import._made('gpucost_price_import', store, path_bytes(path), _import_options(options, fields))


def import_text(store, text, source='text', options=None, **fields):
    """Import a feed that is in memory, as text or bytes."""
    raw = text.encode() if isinstance(text, str) else bytes(text)
    with store._use():
        return Import._made('gpucost_price_import_text', store, raw, len(raw), source.encode(),
                            _import_options(options, fields))


def _import_options(options, fields):
    """The library has no clock: the instant of an import is now, when the caller gives no other."""
    options = value(ImportOptions, options, fields) or ImportOptions()
    if options.now_utc_s is None:
        options.now_utc_s = datetime.datetime.now(datetime.timezone.utc)
    return options


def quotes(store, filter=None, **fields):
    """Quotes as of an instant. `fields` are of PriceFilter: accelerator='h100', regions='us-*', term='spot', ..."""
    with store._use():
        return Quotes._made('gpucost_price_quotes', store, value(PriceFilter, filter, fields))


def statistics(store, offer_id, start, end):
    """Time-weighted figures of one offer's hourly price over [start, end), datetimes or text."""
    figures = PriceStatistics()
    with store._use():
        call('gpucost_price_statistics_of', store, offer_id, instant(start), instant(end), figures)
    return figures


def last(store):
    """Instant of the last price in a store; None when it holds none."""
    utc_s = ctypes.c_int64()
    with store._use():
        call('gpucost_price_last', store, ctypes.byref(utc_s))
    return from_instant(utc_s.value)


def interruption(store, provider, region, instance, product=''):
    """Least and most share of a month's spot instances that were interrupted, 0..1."""
    low, high = ctypes.c_double(), ctypes.c_double()
    with store._use():
        call('gpucost_price_interruption', store, provider.encode(), region.encode(), instance.encode(),
             product.encode(), ctypes.byref(low), ctypes.byref(high))
    return low.value, high.value
