"""Tariffs of traffic, storage and parts, exchange rates and interruptions, each by date."""
import ctypes

from gpucost._lib import call
from gpucost.price import Rows
from gpucost.units import Money, RawMoney, from_instant, instant
from gpucost.values import ExchangeRate, Tariff, TariffFilter, value


class Tariffs(Rows):
    """Tariffs, those of one item together, in order of their volumes."""

    _free, _row, _count, _at = 'gpucost_tariffs_free', Tariff, 'gpucost_tariffs_count', 'gpucost_tariffs_at'

    def cost(self, quantity):
        """What so many units cost in a month; the list must be of one item and target."""
        raw = RawMoney()
        call('gpucost_tariffs_cost', self, float(quantity), ctypes.byref(raw))
        return Money.from_raw(raw)


def tariffs(store, filter=None, **fields):
    """Tariffs of network, storage and parts as of an instant. `fields` are of TariffFilter."""
    with store._use():
        return Tariffs._made('gpucost_tariffs_new', store, value(TariffFilter, filter, fields))


def rate_at(store, base, quote, at=None):
    """An ExchangeRate: one of `base` in `quote`, with the date and the feed of the record."""
    found = ExchangeRate()
    with store._use():
        call('gpucost_tariff_rate_at', store, base.encode(), quote.encode(), instant(at) if at is not None else 0, found)
    return found


def rate(store, base, quote, at=None):
    """One of `base` in `quote`, and since when: the last record until `at`, or of all."""
    found, observed = ctypes.c_double(), ctypes.c_int64()
    with store._use():
        call('gpucost_tariff_rate', store, base.encode(), quote.encode(), instant(at) if at is not None else 0,
             ctypes.byref(found), ctypes.byref(observed))
    return found.value, from_instant(observed.value)


def interruption(store, provider, region, instance, product=''):
    """Least and most share of a month's spot instances that were interrupted, 0..1."""
    low, high = ctypes.c_double(), ctypes.c_double()
    with store._use():
        call('gpucost_price_interruption', store, provider.encode(), region.encode(), instance.encode(),
             product.encode(), ctypes.byref(low), ctypes.byref(high))
    return low.value, high.value
