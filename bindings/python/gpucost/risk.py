"""What to commit to when the demand is uncertain: least mean cost, least cost in the worst cases, or a mix."""
import ctypes

from gpucost._lib import Handle, call
from gpucost.schedule import Case, packed
from gpucost.values import (Purchase, RiskGap, RiskGapOptions, RiskOptions, RiskPoint, RiskQuantile, RiskSample, RiskScenario,
                            RiskSummary, value)

FRONTIER_MOST = 64


class Risk(Handle):
    """A plan for all scenarios of a case; immutable. Made by solve()."""

    _free = 'gpucost_risk_free'

    @property
    def summary(self):
        totals = RiskSummary()
        call('gpucost_risk_summarise', self, totals)
        return totals

    @property
    def purchases(self):
        """The calendar: by date and then by commitment."""
        return self._rows(Purchase, 'gpucost_risk_purchase_at', self.summary.purchases)

    @property
    def scenarios(self):
        """What each scenario costs, and would have cost with foresight."""
        return self._rows(RiskScenario, 'gpucost_risk_scenario_at', self.summary.scenarios)

    def _rows(self, cls, name, count):
        rows = [cls() for _ in range(count)]
        for i, row in enumerate(rows):
            call(name, self, i, row)
        return rows


def solve(case, options=None, **fields):
    """The purchases that minimise (1 - tail_weight) x mean + tail_weight x CVaR. `case` is a schedule.Case or its JSON as a
    dict; `fields` are of RiskOptions: tail_weight, confidence, rounds."""
    asked = case if isinstance(case, Case) else Case.json(case)
    return Risk._made('gpucost_risk_new', asked, value(RiskOptions, options, fields))


def frontier(case, options=None, **fields):
    """The plans that are best for some weight of the worst cases, as RiskPoints from the least mean to the least CVaR."""
    asked = case if isinstance(case, Case) else Case.json(case)
    found = RiskPoint._pack([RiskPoint()] * FRONTIER_MOST)
    count = ctypes.c_uint64()
    call('gpucost_risk_frontier', asked, value(RiskOptions, options, fields), RiskPoint._size, FRONTIER_MOST, found,
         ctypes.byref(count))
    return RiskPoint._unpack(found, FRONTIER_MOST)[:count.value]


def quantile(draws, probability, **fields):
    """A quantile of a sample and an interval for the true one, a RiskQuantile; `fields` are of RiskSample: confidence, block."""
    found = RiskQuantile()
    numbers = (ctypes.c_double * len(draws))(*draws)
    call('gpucost_risk_quantile_of', numbers, len(draws), RiskSample(probability=probability, **fields), found)
    return found


def gap(case, purchases, options=None, **fields):
    """How far a plan may be from the best for the distribution that the scenarios of `case`, fresh ones, were drawn from: a RiskGap.
    `fields` are of RiskGapOptions: batches, confidence."""
    found = RiskGap()
    asked = case if isinstance(case, Case) else Case.json(case)
    call('gpucost_risk_gap_of', asked, packed(purchases), len(purchases), value(RiskGapOptions, options, fields), found)
    return found
