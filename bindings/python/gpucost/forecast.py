"""Hourly demand continued: expected values, bands with measured coverage, and paths to plan for."""
import ctypes

from gpucost._lib import Handle, call, lib
from gpucost.demand import Demand
from gpucost.values import ForecastHour, ForecastOptions, ForecastProfile, ForecastSummary, value

KINDS = ('quasi', 'random')


def _numbers(demand):
    """Devices in each hour as C reads them; None and NaN are hours that are not known."""
    values = demand.devices if isinstance(demand, Demand) else demand
    return (ctypes.c_double * len(values))(*(float('nan') if x is None else x for x in values))


class Forecast(Handle):
    """A forecast; immutable. Made by forecast()."""

    _free = 'gpucost_forecast_free'

    @property
    def summary(self):
        totals = ForecastSummary()
        call('gpucost_forecast_summarise', self, totals)
        return totals

    @property
    def hours(self):
        """Expected value and band of each hour."""
        rows = [ForecastHour() for _ in range(self.summary.horizon_hours)]
        for i, row in enumerate(rows):
            call('gpucost_forecast_hour_at', self, i, row)
        return rows

    @property
    def paths(self):
        """Ways in which the demand may go, in whole devices: scenarios for Case.add_scenario()."""
        hours = self.summary.horizon_hours
        return [lib.gpucost_forecast_path(self, i)[:hours] for i in range(lib.gpucost_forecast_path_count(self))]

    def to_pandas(self):
        """A DataFrame with a row for each hour."""
        import pandas
        return pandas.DataFrame([hour.to_dict() for hour in self.hours])


def forecast(demand, options=None, **fields):
    """Continue a Demand or devices in each hour (None or NaN where not known); `fields` are of ForecastOptions."""
    numbers = _numbers(demand)
    return Forecast._made('gpucost_forecast_new', numbers, len(numbers), value(ForecastOptions, options, fields))


def profile(demand):
    """A series in a few numbers: (ForecastProfile, values from the largest down)."""
    numbers, found = _numbers(demand), ForecastProfile()
    duration = (ctypes.c_double * len(numbers))()
    call('gpucost_forecast_profile_of', numbers, len(numbers), found, duration)
    return found, duration[:found.hours - found.missing_hours]


def draws(count, dimensions, seed=0, kind='quasi'):
    """Points in the unit cube, [count][dimensions], the same on every platform."""
    points = (ctypes.c_double * (count * dimensions))()
    call('gpucost_forecast_draws', KINDS.index(kind), seed, count, dimensions, points)
    return [points[i * dimensions:(i + 1) * dimensions] for i in range(count)]
