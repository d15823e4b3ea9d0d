"""The price of one offer over time: as of an instant, step by step, in equal spans, and in figures."""
import ctypes
import datetime

from gpucost._lib import call, owned_text
from gpucost.price import Rows
from gpucost.units import from_instant, instant, nanos_to_price
from gpucost.values import HistoryStep, PriceStatistics, Quote


class History(Rows):
    """Steps of one offer's price, in order of time."""

    _free, _row = 'gpucost_history_free', HistoryStep
    _count, _at = 'gpucost_history_count', 'gpucost_history_at'

    def resample(self, start, span_s, count):
        """Mean effective prices of `count` equal spans from `start` on; None where there is no price."""
        nanos = (ctypes.c_int64 * count)()
        call('gpucost_history_resample', self, instant(start), span_s, count, nanos)
        return [nanos_to_price(price) if price else None for price in nanos]

    def to_series(self, start, span_s, count):
        """The same means as a pandas Series of floats, by the starts of the spans; NaN where there is no price."""
        import pandas
        means = [float('nan') if price is None else float(price) for price in self.resample(start, span_s, count)]
        first = pandas.Timestamp(from_instant(instant(start)))
        return pandas.Series(means, index=pandas.date_range(first, periods=count, freq=datetime.timedelta(seconds=span_s)))

    def plot(self, axes=None):
        """The effective price as steps, on matplotlib axes; new ones without."""
        if axes is None:
            from matplotlib import pyplot
            axes = pyplot.figure().add_subplot()
        for step in self:
            axes.plot([step.from_utc, step.to_utc], [float(step.effective_price)] * 2, color='C0')
        axes.set_ylabel('price an hour')
        return axes

    def statistics(self, start, end):
        """Time-weighted figures over [start, end) inside the history, without reading the store again."""
        figures = PriceStatistics()
        call('gpucost_history_statistics', self, instant(start), instant(end), figures)
        return figures


    def to_svg(self, quote):
        """A step chart with axes, dates and age, as one SVG document; `quote` is the offer that it is of."""
        return owned_text('gpucost_report_history_svg', self, quote)


def as_of(store, offer_id, at):
    """The quote of one offer as of an instant."""
    quote = Quote()
    with store._use():
        call('gpucost_price_as_of', store, offer_id, instant(at), quote)
    return quote


def history(store, offer_id, start, end):
    """Steps of one offer's price over [start, end)."""
    with store._use():
        return History._made('gpucost_history_new', store, offer_id, instant(start), instant(end))


def statistics(store, offer_id, start, end):
    """Time-weighted figures of one offer's hourly price over [start, end), datetimes or text."""
    figures = PriceStatistics()
    with store._use():
        call('gpucost_price_statistics_of', store, offer_id, instant(start), instant(end), figures)
    return figures
