"""What to commit to and when: the proven cheapest purchases by date for a known hourly demand."""
import ctypes
import json

from gpucost._lib import Handle, call, lib, path_bytes
from gpucost.demand import Demand
from gpucost.units import Money, RawMoney
from gpucost.values import (Commitment, Exit, Held, PortfolioOptions, PortfolioShare, Purchase, ScheduleHour, ScheduleMonth,
                            ScheduleSegment, ScheduleSummary, Verdict, value)

BASELINES = ('on_demand', 'peak', 'mean', 'levels', 'provider')


def _series(kind, numbers, hours, name):
    if numbers is None:
        return None
    if len(numbers) != hours:
        raise ValueError(f'{name} has {len(numbers)} hours, demand {hours}')
    return (kind * hours)(*map(int, numbers))


def packed(purchases):
    """Purchases, or dicts of their fields, as the array that C reads."""
    rows = b''.join(bytes(value(Purchase, row)._as_parameter_) for row in purchases)
    return ctypes.create_string_buffer(rows, len(rows)) if rows else None


class Case(Handle):
    """What is asked: demand, prices, what is held and what can be bought when.

    Case.of(demand, currency='USD', on_demand_price='2', commitments=[dict(name='1y', term_hours=8760, ...)])
    """

    _free = 'gpucost_portfolio_case_free'

    @classmethod
    def of(cls, demand, commitments=(), held=(), interruptible=None, options=None, **fields):
        """`demand` is a Demand or units in each hour; `fields` are of PortfolioOptions. A commitment is a Commitment or a
        dict, which may have `dates`, hours of purchase, in place of a grid, and `exits`, an Exit or a dict. Exits come after
        all commitments, in their order."""
        hours = len(demand)
        if isinstance(demand, Demand):
            units, spare = lib.gpucost_demand_devices(demand), lib.gpucost_demand_interruptible(demand)
        else:
            units, spare = _series(ctypes.c_int32, demand, hours, 'demand'), None
        if interruptible is not None:
            spare = _series(ctypes.c_int32, interruptible, hours, 'interruptible')
        made = cls._made('gpucost_portfolio_case_new', units, spare, hours,
                         value(PortfolioOptions, options, fields) or PortfolioOptions())
        exits = []
        for i, row in enumerate(commitments):
            given = dict(row) if isinstance(row, dict) else {}
            dates, way_out = given.pop('dates', None), given.pop('exits', None)
            made.add_commitment(given or row, dates)
            if way_out is not None:
                exits.append((i, way_out))
        for i, way_out in exits:
            made.add_exits(i, way_out)
        for row in held:
            made.add_held(row)
        return made

    @classmethod
    def json(cls, case, source='case'):
        """From the JSON of docs/schedule.md: a text or a dict."""
        text = json.dumps(case) if isinstance(case, dict) else case
        return cls._made('gpucost_portfolio_case_from_json', text.encode(), source.encode())

    @classmethod
    def file(cls, path):
        return cls._made('gpucost_portfolio_case_from_file', path_bytes(path))

    def __len__(self):
        return lib.gpucost_portfolio_case_hours(self)

    def set_prices(self, on_demand=None, spot=None, spot_units=None):
        """Prices by the hour in nanos of the currency, and limits of spot in units."""
        call('gpucost_portfolio_case_set_prices', self, _series(ctypes.c_int64, on_demand, len(self), 'on_demand'),
             _series(ctypes.c_int64, spot, len(self), 'spot'),
             _series(ctypes.c_int32, spot_units, len(self), 'spot_units'))

    def add_scenario(self, demand, interruptible=None, weight=1):
        """Another way in which the demand may go, `weight` times as likely as one of weight 1; gpucost.risk plans for all."""
        call('gpucost_portfolio_case_add_scenario', self, _series(ctypes.c_int32, demand, len(self), 'demand'),
             _series(ctypes.c_int32, interruptible, len(self), 'interruptible'))
        self.weigh(self.scenarios - 1, weight)

    @property
    def scenarios(self):
        """How many demands it holds."""
        return lib.gpucost_portfolio_case_scenarios(self)

    def weigh(self, scenario, weight):
        call('gpucost_portfolio_case_weigh', self, scenario, weight)

    def add_commitment(self, commitment=None, dates=None, **fields):
        hours = None if dates is None else (ctypes.c_uint64 * len(dates))(*dates)
        call('gpucost_portfolio_case_add_commitment', self, value(Commitment, commitment, fields), hours,
             0 if dates is None else len(dates))

    def add_exits(self, commitment, how=None, **fields):
        """Let a commitment, by its number, be left early: every exit becomes a shorter commitment after those that are there."""
        call('gpucost_portfolio_case_add_exits', self, commitment, value(Exit, how, fields))

    def add_held(self, held=None, **fields):
        call('gpucost_portfolio_case_add_held', self, value(Held, held, fields))

    def solve(self, start=None):
        """The optimum; sooner from `start`, the Schedule of a case like this one."""
        if start is None:
            return Schedule._made('gpucost_schedule_new', self)
        return Schedule._made('gpucost_schedule_again', self, start)

    def price(self, purchases):
        """The Schedule of your own plan: a list of Purchase or dicts of commitment, start_hour and units."""
        return Schedule._made('gpucost_schedule_price', self, packed(purchases), len(purchases))

    def baseline(self, name):
        """Cost of a plan made without an optimiser: on_demand, peak, mean, levels or provider; None when the dates allow none."""
        possible, cost = ctypes.c_int32(), RawMoney()
        call('gpucost_schedule_baseline', self, BASELINES.index(name), ctypes.byref(possible), ctypes.byref(cost))
        return Money.from_raw(cost) if possible.value else None

    def online(self, commitment=0, threshold=1.0):
        """What the break-even rule would have paid without a forecast: (cost, units bought)."""
        purchases, cost = ctypes.c_uint64(), RawMoney()
        call('gpucost_schedule_online', self, commitment, threshold, ctypes.byref(purchases), ctypes.byref(cost))
        return Money.from_raw(cost), purchases.value

    def online_mean(self, commitment=0, draws=100):
        """The mean cost of the rule with thresholds drawn at random."""
        cost = RawMoney()
        call('gpucost_schedule_online_mean', self, commitment, draws, ctypes.byref(cost))
        return Money.from_raw(cost)

    def verify(self, purchases, values=None):
        """Check a plan and, given the value of a unit in each hour in nanos, the proof that it is the cheapest."""
        verdict = Verdict()
        call('gpucost_portfolio_verify', self, packed(purchases), len(purchases), _series(ctypes.c_int64, values, len(self), 'values'), verdict)
        return verdict


class Schedule(Handle):
    """A solved schedule; immutable. Made by Case.solve() and Case.price()."""

    _free = 'gpucost_schedule_free'

    @property
    def summary(self):
        totals = ScheduleSummary()
        call('gpucost_schedule_summarise', self, totals)
        return totals

    @property
    def shares(self):
        """Every commitment in its order, then spot when it was offered, then on demand."""
        return self._rows(PortfolioShare, 'gpucost_schedule_share_at', lib.gpucost_schedule_share_count(self))

    @property
    def purchases(self):
        """The calendar: by date and then by commitment."""
        return self._rows(Purchase, 'gpucost_schedule_purchase_at', lib.gpucost_schedule_purchase_count(self))

    @property
    def segments(self):
        """The hours between two dates, and their certificate."""
        return self._rows(ScheduleSegment, 'gpucost_schedule_segment_at', lib.gpucost_schedule_segment_count(self))

    @property
    def months(self):
        """The cash of every bill, and what it is worth at hour 0."""
        return self._rows(ScheduleMonth, 'gpucost_schedule_month_at', lib.gpucost_schedule_month_count(self))

    @property
    def hours(self):
        return self._rows(ScheduleHour, 'gpucost_schedule_hour_at', self.summary.hours)

    @property
    def values(self):
        """The shadow price of each hour in nanos: the proof that Case.verify() takes."""
        return lib.gpucost_schedule_values(self)[:self.summary.hours]

    def to_pandas(self):
        """A DataFrame with a row for each purchase."""
        import pandas
        return pandas.DataFrame([purchase.to_dict() for purchase in self.purchases])

    def _rows(self, cls, name, count):
        rows = [cls() for _ in range(count)]
        for i, row in enumerate(rows):
            call(name, self, i, row)
        return rows
